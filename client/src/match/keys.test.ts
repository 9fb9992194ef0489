import { describe, expect, it } from "vitest";
import { KEYS, keysFor, meaningOf, type Where } from "./keys";

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: more.code ?? "",
  shiftKey: more.shiftKey ?? false,
  altKey: more.altKey ?? false,
});

const contexts: Where[][] = [
  ["table"],
  ["table", "path"],
  ["table", "place"],
  ["table", "targets"],
  ["table", "list"],
  ["table", "yes_no"],
  ["replay"],
];

describe("the table of keys", () => {
  it.each(contexts)("no key has two meanings: %s %s", (...where) => {
    const keys = keysFor(where.filter((one) => one !== undefined)).flatMap((line) => line.keys);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it("every line says what it does", () => {
    for (const line of KEYS) expect(line.words.length).toBeGreaterThan(1);
  });

  it("reads letters in either case, and Shift apart", () => {
    expect(meaningOf(press("t"), ["table"])?.action).toBe("next");
    expect(meaningOf(press("T", { shiftKey: true }), ["table"])?.action).toBe("previous");
    expect(meaningOf(press("?", { shiftKey: true }), ["table"])?.action).toBe("keys");
    expect(meaningOf(press("+", { shiftKey: true }), ["table"])?.action).toBe("zoom_in");
  });

  it("Shift makes an arrow fine while a path is drawn", () => {
    expect(meaningOf(press("ArrowUp"), ["table", "path"])).toMatchObject({ action: "forward", fine: false });
    expect(meaningOf(press("ArrowUp", { shiftKey: true }), ["table", "path"])).toMatchObject({
      action: "forward",
      fine: true,
    });
    expect(meaningOf(press("ArrowUp"), ["table"])).toBeNull();
  });

  it("Alt and T is text mode, whatever letter the layout makes of it", () => {
    expect(meaningOf(press("†", { altKey: true, code: "KeyT" }), ["table"])?.action).toBe("text");
  });

  it("digits bring their number", () => {
    expect(meaningOf(press("7"), ["table"])).toMatchObject({ action: "number", digit: 7 });
    expect(meaningOf(press("0"), ["table"])?.action).toBe("none");
  });
});
