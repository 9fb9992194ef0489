"""The picture of the table: two cameras of one scene, marks that models hide and labels that they do not, its cost."""

from __future__ import annotations

import gzip
import shutil
import subprocess

from tests.browser.house import ROOT, SITE, House, need_site, piece, unit
from tests.browser.picture import Colour, Picture, take
from tests.browser.player import FingerTable, Point, Table
from tests.browser.window import DESKTOP, PHONE, Windows

_MOST_DRAW_CALLS = 40


def solved(rows: list[list[float]]) -> list[float]:
    """The solution of as many linear equations as unknowns; each row ends with its right side."""
    n = len(rows)
    for i in range(n):
        best = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(n):
            if k != i:
                share = rows[k][i] / rows[i][i]
                rows[k] = [a - share * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def perspective(places: list[Point], pixels: list[Point]) -> list[float]:
    """The camera that brings four places of the table to four pixels."""
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(places, pixels, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    return solved(rows)


def seen(camera: list[float], place: Point) -> Point:
    """Where a camera shows a place of the table."""
    a, b, c, d, e, f, g, h = camera
    x, y = place
    depth = g * x + h * y + 1
    return (a * x + b * y + c) / depth, (d * x + e * y + f) / depth


def centres(table: Table) -> dict[str, Point]:
    """Where every unit is on the screen now."""
    table.still()
    return {each["id"]: (each["now"][0], each["now"][1]) for each in table.probe()["units"]}


def test_check_27_plan_and_scene_show_every_unit_at_the_same_place_of_the_table(
    windows: Windows, server: House
) -> None:
    table = Table(windows.table(server.new_match("me", "recruit")))
    table.asked()
    places = {**table.units(0), **table.units(1)}
    corners = ["A1", "A6", "B1", "B6"]
    for mode in ("plan", "scene"):
        if mode == "scene":
            table.page.keyboard.press("v")
            table.window.wait("() => window.__brickfield.probe().mode === 'scene' && window.__brickfield.probe().idle")
        shown = centres(table)
        camera = perspective([places[name] for name in corners], [shown[name] for name in corners])
        assert len(shown) == 12
        for name, place in places.items():
            x, y = seen(camera, place)
            assert abs(x - shown[name][0]) <= 2, (mode, name)
            assert abs(y - shown[name][1]) <= 2, (mode, name)
        # and what the hand meets there is that unit
        near = [name for name in table.units(0) if table.is_free(name)][:3]
        assert len(near) >= 2, mode
        for name in near:
            table.tap(table.spot(name))
            table.window.wait("(name) => document.querySelector(`[data-testid=unit-${name}]`)?.matches('.asked')", name)


def is_blue(colour: Colour) -> bool:
    """The blue of the first side, lit or shaded."""
    red, green, blue = colour
    return blue > 110 and blue > green + 30 and blue > red + 60


def test_check_28_in_the_scene_models_hide_frames_but_not_labels(windows: Windows, server: House) -> None:
    frames: list[int] = []
    for terrain in ([], [piece("House", 26.6, 6.2, length=5, width=2.4)]):
        units = [unit("A1", "M4 Sherman", 24, 9, 90), unit("B1", "Panzer III", 4, 33, 0)]
        match = server.lay(units, terrain, phase="movement", seat=1)
        table = Table(windows.table(match, seats=(0,), quality="low"))
        table.window.wait("() => window.__brickfield.state().view !== null")
        table.page.keyboard.press("v")
        table.still()
        label = next(each for each in table.probe()["labels"] if each["id"] == "badge A1")["rect"]
        picture, badge = around(table, label)
        frames.append(picture.count(is_blue) - badge.count(is_blue))
        assert badge.count(is_blue) > label["w"] * label["h"] * 0.3, "the label is in sight"
    assert frames[0] > 40, "the frame is drawn in the open"
    assert frames[1] < frames[0] * 0.5, frames


def around(table: Table, label: dict[str, float]) -> tuple[Picture, Picture]:
    """A picture of the unit A1 with its surroundings, and one of its label."""
    x, y = table.spot("A1")
    left, top = table.corner()
    badge = take(table.page, left + label["x"], top + label["y"], label["w"], label["h"])
    return take(table.page, x - 60, y - 90, 120, 140), badge


def test_check_26_without_colours_the_side_of_every_unit_is_told_by_its_shape(windows: Windows, server: House) -> None:
    table = Table(windows.table(server.new_match("me", "recruit")))
    table.asked()
    table.page.keyboard.press("t")
    table.still()
    left, top = table.corner()
    badges = [each for each in table.probe()["labels"] if each["id"].startswith("badge ")]
    assert len(badges) == 12
    for each in badges:
        rect = each["rect"]
        picture = take(table.page, left + rect["x"], top + rect["y"], rect["w"], rect["h"])
        dark = sum(picture.grey(x, y) < 130 for x, y in corner_places(picture))
        share = dark / len(corner_places(picture))
        # a disc reaches into the corners of its box, a diamond leaves them free; the chosen unit's mark is light
        name = each["id"].removeprefix("badge ")
        if name == "A2":
            continue
        assert (share > 0.15) == name.startswith("A"), (name, share)


def corner_places(picture: Picture) -> list[tuple[int, int]]:
    """The places half way between the middle and the corners."""
    w, h = picture.width, picture.height
    return [
        (x, y)
        for x, y in picture.everywhere()
        if 0.12 < abs(x + 0.5 - w / 2) / w < 0.36
        and 0.12 < abs(y + 0.5 - h / 2) / h < 0.36
        and abs(x + 0.5 - w / 2) / w + abs(y + 0.5 - h / 2) / h > 0.5
    ]


def test_a_full_table_takes_few_draw_calls_and_nothing_is_drawn_while_nothing_changes(
    windows: Windows, server: House
) -> None:
    match = server.new_match("me", "here", scenario="crossroads", options={})
    table = Table(windows.table(match))
    table.asked()
    table.still()
    for mode in ("plan", "scene"):
        probe = table.probe()
        assert probe["renderer"] == "webgl"
        assert len(probe["units"]) >= 8
        assert 0 < probe["drawCalls"] <= _MOST_DRAW_CALLS, mode
        table.page.evaluate("() => new Promise((done) => setTimeout(done, 1000))")
        assert table.probe()["frames"] == probe["frames"], f"{mode} is drawn again though nothing changed"
        table.page.keyboard.press("v")
        table.window.wait("() => window.__brickfield.probe().idle")


def test_forty_units_built_as_designed_take_no_more_draw_calls(windows: Windows, server: House) -> None:
    heavy = ["Tiger I", "Churchill", "Ferdinand", "KV-2", "Panther"]
    names = [*heavy, "T-34/76", "M4 Sherman", "Panzer IV", "StuG III", "Su-85"]
    rows = (("A", 0, 8, 90), ("A", 10, 13, 90), ("B", 0, 26, 270), ("B", 10, 31, 270))
    units = [
        unit(f"{letter}{before + i + 1}", name, 6 + 3.5 * i, y, heading)
        for letter, before, y, heading in rows
        for i, name in enumerate(names)
    ]
    match = server.lay(units, phase="movement")
    window = windows.open(match=match, seats=(0,))
    window.go(f"/table/{match.id}")
    table = Table(window)
    table.asked()
    # the drawn model of a tank has about 30 parts, its design twice as many
    window.wait("() => window.__brickfield.probe().idle && window.__brickfield.probe().instances > 40 * 50")
    for mode in ("plan", "scene"):
        probe = table.probe()
        assert len(probe["units"]) == 40
        assert 0 < probe["drawCalls"] <= _MOST_DRAW_CALLS, mode
        table.page.keyboard.press("v")
        window.wait("() => window.__brickfield.probe().idle")


def test_high_quality_stays_within_the_draw_calls_too(windows: Windows, server: House) -> None:
    match = server.new_match("me", "here")
    window = windows.open(DESKTOP, match=match)
    window.go(f"/table/{match.id}", quality="high")
    window.wait("() => window.__brickfield?.probe()?.frames > 0")
    assert 0 < Table(window).probe()["drawCalls"] <= _MOST_DRAW_CALLS


def test_without_webgl_the_plan_is_drawn_all_the_same_and_can_be_played(windows: Windows, server: House) -> None:
    match = server.new_match("me", "recruit")
    window = windows.open(match=match)
    window.context.add_init_script(
        """(() => {
          const before = HTMLCanvasElement.prototype.getContext;
          HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
            return /webgl/.test(kind) ? null : before.call(this, kind, ...rest);
          };
        })()"""
    )
    window.excuse("WebGL")
    window.go(f"/table/{match.id}")
    table = Table(window)
    table.asked()
    assert table.probe()["renderer"] == "svg"
    x, y = table.units(0)["A3"]
    table.drag(table.spot("A3"), table.pixel(x, y + 3))
    window.find("glimpses").wait_for()
    table.answering()
    window.press("commit")
    table.asked()
    assert abs(table.units(0)["A3"][1] - (y + 3)) < 0.3


def test_the_first_screen_loads_less_than_250_kb_of_script_and_no_table(windows: Windows) -> None:
    window = windows.open()
    loaded: list[str] = []
    window.page.on("response", lambda answer: loaded.append(answer.url) if answer.url.endswith(".js") else None)
    window.go("/")
    window.find("play-now").wait_for()
    window.page.wait_for_load_state("networkidle")
    assert loaded
    assert not [url for url in loaded if "three" in url]
    node = shutil.which("node") or shutil.which("node", path=str(ROOT / ".venv" / "bin"))
    assert node, "Node is needed to weigh the site"
    weighed = subprocess.run(
        [node, "scripts/size.mjs"], cwd=ROOT / "client", capture_output=True, text=True, check=False
    )
    assert weighed.returncode == 0, weighed.stdout + weighed.stderr
    assert "first screen" in weighed.stdout


def test_every_page_and_script_was_compressed_when_it_was_built() -> None:
    need_site()
    texts = [file for file in SITE.rglob("*") if file.suffix in (".js", ".css") and file.stat().st_size >= 1024]
    assert len(texts) > 10
    for file in texts:
        copies = [file.with_name(file.name + ending) for ending in (".br", ".gz")]
        assert all(copy.stat().st_size < file.stat().st_size for copy in copies), file.name
        assert gzip.decompress(copies[1].read_bytes()) == file.read_bytes()


# Every scale the table has from now on, one for each frame.
_SCALES = """() => {
  const scales = (window.__scales = new Set());
  const look = () => { scales.add(window.__brickfield.probe().scale); requestAnimationFrame(look); };
  look();
}"""


def test_a_drag_by_finger_never_changes_the_scale_of_the_table(windows: Windows, server: House) -> None:
    units = [unit("A1", "M4 Sherman", 24, 12, 90), unit("B1", "Panzer III", 24, 30, 270)]
    match = server.lay(units, phase="movement")
    moving = {"dice": "off", "motion": "full", "volume": 0}
    table = FingerTable(windows.table(match, PHONE, seats=(0,), touch=True, settings=moving))
    table.asked()
    table.page.evaluate(_SCALES)
    # the panel makes room for the drag, and comes back when the finger lets go
    panel = table.page.locator(".m-ask")
    high = panel.bounding_box()
    table.drag(
        table.spot("A1"),
        table.pixel(24, 16),
        hold=lambda: table.window.wait("() => document.querySelector('.m-ask').offsetHeight < 140"),
    )
    assert high is not None
    table.window.wait("(high) => document.querySelector('.m-ask').offsetHeight >= high", int(high["height"]))
    table.window.painted()
    assert len(table.page.evaluate("() => [...window.__scales]")) == 1
