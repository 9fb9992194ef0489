import { generate } from "lean-qr";
import { afterEach, describe, expect, it } from "vitest";
import { isOnlyHere, pathOf, QrCode } from "./qr";
import { byId, clear, settle, show } from "./testing";

afterEach(clear);

/** The fields a path of bars covers. */
function drawn(path: string): Set<string> {
  const fields = new Set<string>();
  for (const [, x, y, wide] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let i = 0; i < Number(wide); i += 1) fields.add(`${Number(x) + i} ${y}`);
  return fields;
}

describe("a link for the camera of a phone", () => {
  it("draws every dark field and no other", () => {
    const code = generate("http://192.168.0.7:8000/join#secret");
    const fields = drawn(pathOf(code));
    for (let y = 0; y < code.size; y += 1)
      for (let x = 0; x < code.size; x += 1) expect(fields.has(`${x} ${y}`)).toBe(code.get(x, y));
  });
  it("is shown with its name once the library is there", async () => {
    show(<QrCode address="http://192.168.0.7:8000/join#a" label="Link to the seat of Orange" />);
    await settle(20);
    expect(byId("qr").getAttribute("aria-label")).toBe("Link to the seat of Orange");
    expect(document.body.textContent).toContain("camera");
  });
  it("says when a phone cannot follow the address", () => {
    expect(["http://localhost:8000/", "http://127.0.0.1/", "http://[::1]:8000/"].map(isOnlyHere)).toEqual([
      true,
      true,
      true,
    ]);
    expect(isOnlyHere("http://192.168.0.7:8000/")).toBe(false);
    show(<QrCode address="http://127.0.0.1:8000/join#a" label="" />);
    expect(document.body.textContent).toContain("HOST=0.0.0.0");
  });
});
