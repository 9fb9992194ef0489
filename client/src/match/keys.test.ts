import { afterEach, describe, expect, it } from "vitest";
import { settings } from "../kit";
import {
  type Action,
  conflictOf,
  giveKey,
  idOf,
  KEYS,
  type KeyLine,
  keyFor,
  keyOfAct,
  keysFor,
  meaningOf,
  type Where,
} from "./keys";

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
  ["table", "act"],
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

describe("keys of one's own", () => {
  const line = (action: Action, where: Where = "table"): KeyLine => {
    const found = KEYS.find((one) => one.action === action && one.where.includes(where));
    if (!found) throw new Error(`no line for ${action}`);
    return found;
  };
  afterEach(() => {
    settings.keys.value = {};
  });

  it("a free key takes the place of the usual one, on buttons too", () => {
    expect(giveKey(line("log"), ",")).toBe("");
    expect(meaningOf(press(","), ["table"])?.action).toBe("log");
    expect(meaningOf(press("l"), ["table"])).toBeNull();
    expect(keyFor("log")).toBe(",");
    expect(settings.keys.value).toEqual({ "table.log": "," });
  });

  it("a key that means something at the same moment is refused with a sentence", () => {
    expect(giveKey(line("log"), "C")).toBe("C already means: card of the unit. Give that another key first.");
    expect(giveKey(line("log"), "Q")).toContain("turn left 15 degrees");
    expect(giveKey(line("forward", "path"), "L")).toContain("the log");
    expect(giveKey(line("log"), "5")).toContain("with this number");
    expect(giveKey(line("log"), "Tab")).toContain("from one control to the next");
    expect(settings.keys.value).toEqual({});
  });

  it("a drive with Shift is fine, so Shift with its key is taken as well", () => {
    expect(conflictOf(line("log"), "Shift+ArrowUp")).toContain("ahead one unit");
    expect(conflictOf(line("forward", "path"), "T")).not.toBe("");
  });

  it("the replay and the table may use one key for two things", () => {
    expect(conflictOf(line("play", "replay"), "Q")).toBe("");
    expect(conflictOf(line("play", "replay"), "B")).toContain("bookmark");
  });

  it("the usual key takes the choice back", () => {
    giveKey(line("log"), ",");
    expect(giveKey(line("log"), "L")).toBe("");
    expect(settings.keys.value).toEqual({});
  });

  it("every line has a name of its own", () => {
    const names = KEYS.map(idOf);
    expect(names).toEqual([...new Set(names)]);
  });
});

describe("what units do", () => {
  it("has one key for each verb, in every game and every turn", () => {
    expect(["move", "attack", "fire_lap", "hold", "go_prone", "rise"].map(keyOfAct)).toEqual([
      ...["M", "K", "K", "O", "P", "⇧R"],
    ]);
    expect(meaningOf(press("o"), ["table", "act"])).toMatchObject({ action: "verb", acts: ["hold"] });
    expect(meaningOf(press("r", { shiftKey: true }), ["table", "act"])?.acts).toEqual(["rise"]);
    expect(meaningOf(press("r"), ["table", "act"])?.action).toBe("ruler");
    expect(meaningOf(press("o"), ["table", "list"])).toBeNull();
  });

  it("has no key that also means something at the table, and no act with two keys", () => {
    const keys = KEYS.flatMap((line) => (line.where.includes("replay") && line.where.length === 1 ? [] : line.keys));
    const verbs = KEYS.filter((line) => line.acts);
    for (const { keys: own } of verbs) expect(keys.filter((one) => own.includes(one))).toHaveLength(1);
    const acts = verbs.flatMap((line) => line.acts ?? []);
    expect(acts).toEqual([...new Set(acts)]);
  });

  it("a verb has the key that was chosen for it, and no other verb can have it", () => {
    const hold = KEYS.find((line) => line.acts?.includes("hold")) as KeyLine;
    expect(giveKey(hold, "M")).toContain("move, drive");
    expect(giveKey(hold, "Shift+X")).toBe("");
    expect(keyOfAct("hold")).toBe("⇧X");
    settings.keys.value = {};
  });
});
