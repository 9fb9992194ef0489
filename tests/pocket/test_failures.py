"""What can go wrong with a device, provoked in a real browser: one clear sentence, what is left is kept, a way on."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.window import WAIT_MS
from tests.pocket.plain import FOLDER, Device, Plain, PocketWindow
from tests.pocket.test_house import WISH as LAID
from tests.pocket.test_kills import WISH, lost, opened

_SCRIPT = "**/house_worker-*.js"
# The browser refuses to keep anything, as in the private windows of some.
_REFUSED = """navigator.storage.getDirectory = () => Promise.reject(new DOMException("no", "SecurityError"));"""
_NO_WEB_ASSEMBLY = "delete globalThis.WebAssembly;"
# The disk is full as soon as somebody says so, until there is space again.
_FULL = """{
  let full = false;
  new BroadcastChannel("disk").onmessage = ({ data }) => { full = data; };
  const { write } = FileSystemSyncAccessHandle.prototype;
  FileSystemSyncAccessHandle.prototype.write = function (...words) {
    if (full) throw new DOMException("no space", "QuotaExceededError");
    return write.apply(this, words);
  };
}"""
_SAY = "(full) => new Promise((done) => { new BroadcastChannel('disk').postMessage(full); setTimeout(done, 200); })"
_ASK = "(wish) => window.ask('/api/matches', wish)"
# The browser's own folder with the battles; nobody has it open.
_FOLDER = "const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('brickfield');"
# A tab that is gone lets go of its files a moment later.
_ONCE_FREE = """const onceFree = async (work, left = 200) => {
    try { return await work(); } catch (fault) {
      if (left === 0) throw fault;
      await new Promise((later) => setTimeout(later, 50));
      return await onceFree(work, left - 1);
    }
  };"""
_THROW_AWAY = f"""async () => {{
  {_ONCE_FREE}
  const disk = await navigator.storage.getDirectory();
  await onceFree(() => disk.removeEntry("brickfield", {{ recursive: true }}));
}}"""
_DAMAGE = f"""async () => {{
  {_ONCE_FREE}
  {_FOLDER}
  const file = await folder.getFileHandle("house.db");
  const old = new Uint8Array(await (await file.getFile()).arrayBuffer());
  const out = await onceFree(() => file.createWritable({{ keepExistingData: true }}));
  const at = new TextDecoder("latin1").decode(old).lastIndexOf('"digest"');
  await out.write({{ type: "write", position: at - (at % 4096), data: new Uint8Array(4096) }});
  await out.close();
  return old.length;
}}"""
# A kept part of the program is no longer what it was.
_SPOIL = """async () => {
  const shelf = await caches.open("brickfield");
  const found = (await shelf.keys()).find(({ url }) => url.includes("/engine/core-"));
  const bytes = new Uint8Array(await (await shelf.match(found)).arrayBuffer());
  await shelf.put(found, new Response(bytes.fill(0, 1000, 2000)));
}"""
_IS_WHOLE = """async () => {
  const shelf = await caches.open("brickfield");
  const found = (await shelf.keys()).find(({ url }) => url.includes("/engine/core-"));
  const bytes = new Uint8Array(await (await shelf.match(found)).arrayBuffer());
  return bytes.slice(1000, 2000).some((byte) => byte !== 0);
}"""
_SIZES = f"""async () => {{
  {_FOLDER}
  const sizes = {{}};
  for await (const [name, file] of folder.entries()) sizes[name] = (await file.getFile()).size;
  return sizes;
}}"""


def with_words(words: str) -> Any:
    """The script of the server of a page, with these words before it."""

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        script = (FOLDER / "assets" / name).read_text("utf-8")
        route.fulfill(body=words + script, content_type="text/javascript")

    return answer


def beside(device: Device) -> Page:
    """A page of the same place that opens nothing."""
    page = device.context.new_page()
    page.goto(f"{device.plain.address}LICENSE.txt")
    return page


def at_the_table(window: PocketWindow) -> None:
    """A battle can be begun all the same."""
    window.press("play-now")
    window.open_table()


def test_without_web_assembly_a_sentence_and_another_try(bare_device: Device) -> None:
    window = bare_device.window()
    window.excuse("Failed to load resource", "net::")
    window.page.route(_SCRIPT, with_words(_NO_WEB_ASSEMBLY))
    window.go("/")
    expect(window.find("pocket-failed")).to_contain_text("WebAssembly switched off")
    # the rules are there all the same
    window.page.unroute(_SCRIPT)
    window.find("pocket-failed").get_by_role("button").click()
    at_the_table(window)


def test_a_first_download_that_is_cut_off_is_said_and_only_the_rest_is_fetched_again(
    bare_device: Device, plain: Plain
) -> None:
    window = bare_device.window()
    window.excuse("Failed to load resource", "net::", "dynamically imported module")
    note = window.find("pocket-failed")
    again = note.get_by_role("button")
    # the largest part ends in the middle, as when a train goes into a tunnel
    plain.cut = "/engine/core-"
    window.go("/")
    expect(note).to_contain_text("could not be fetched whole. What came is kept")
    # the front page and the rules are there all the same
    expect(window.find("play-now")).to_be_visible()
    window.wait("() => caches.open('brickfield').then((shelf) => shelf.keys()).then((kept) => kept.length === 3)")
    # then a script of the interpreter does not come
    plain.cut = "/pyodide.mjs"
    again.click()
    for _ in range(WAIT_MS // 20):
        if not any("/pyodide.mjs" in name for name in plain.asked):
            window.page.wait_for_timeout(20)
    expect(note).to_contain_text("could not be fetched whole. What came is kept")
    plain.cut = ""
    plain.asked.clear()
    again.click()
    at_the_table(window)
    # what comes now is the game that is played
    assert [name for name in plain.asked if name.endswith(".xz") and "/brickfield." not in name] == []
    # and what was kept may be damaged later
    window.page.evaluate(_SPOIL)
    window.page.reload()
    window.open_table()
    assert window.page.evaluate(_IS_WHOLE), "what was damaged has been fetched again, and is kept"
    # the pages themselves are cut off
    plain.cut = "/assets/app-"
    window.page.reload()
    expect(window.page.locator("#app")).to_contain_text("The pages could not be fetched whole")
    plain.cut = ""
    window.page.locator("#app").get_by_role("button").click()
    window.open_table()


def test_a_browser_that_keeps_nothing_says_so_and_plays(bare_device: Device) -> None:
    window = bare_device.window()
    window.page.route(_SCRIPT, with_words(_REFUSED))
    window.go("/")
    expect(window.find("pocket-unkept")).to_contain_text("battles last until this tab is closed")
    at_the_table(window)


def test_a_full_disk_refuses_in_words_and_goes_on_when_there_is_space(bare_device: Device) -> None:
    bare_device.context.route(_SCRIPT, with_words(_FULL))
    page = opened(bare_device)
    wish = json.dumps(WISH)

    def asked() -> tuple[int, dict[str, Any]]:
        _, status, _, text = page.evaluate(_ASK, wish)
        return status, json.loads(text)

    acknowledged = [asked()[1] for _ in range(2)]
    page.evaluate(_SAY, True)
    for _ in range(2):
        status, said = asked()
        assert (status, said["code"]) == (503, "store_broken")
    assert lost(page, acknowledged) == []
    page.evaluate(_SAY, False)
    status, made = asked()
    assert status == 200, made
    acknowledged.append(made)
    page.close()
    page = opened(bare_device)
    assert lost(page, acknowledged) == []


def test_what_the_browser_threw_away_or_damaged_is_said_and_the_next_battle_begins(bare_device: Device) -> None:
    page = opened(bare_device)
    for _ in range(6):
        assert page.evaluate(_ASK, json.dumps(LAID))[1] == 200
    page.close()
    # whoever opens it next has everything of the log in the file
    opened(bare_device).close()
    page = beside(bare_device)
    size = page.evaluate(_DAMAGE)
    page.close()
    window = bare_device.window().go("/")
    expect(window.find("pocket-saved")).to_contain_text(
        re.compile(r"was damaged. [1-5] battles? went on from it, [1-5]")
    )
    window.find("pocket-saved").get_by_role("button").click()
    window.page.close()
    page = beside(bare_device)
    assert page.evaluate(_SIZES)["house.db.damaged"] == size
    page.evaluate(_THROW_AWAY)
    page.close()
    window = bare_device.window().go("/")
    expect(window.find("pocket-evicted")).to_contain_text("thrown away the battles")
    window.find("pocket-evicted").get_by_role("button").click()
    window.find("luggage").wait_for()
    window.go("/")
    at_the_table(window)
