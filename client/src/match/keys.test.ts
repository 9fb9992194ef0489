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
  keysFor,
  lettersFor,
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
    expect(giveKey(line("log"), "K")).toBe("");
    expect(meaningOf(press("k"), ["table"])?.action).toBe("log");
    expect(meaningOf(press("l"), ["table"])).toBeNull();
    expect(keyFor("log")).toBe("K");
    expect(settings.keys.value).toEqual({ "table.log": "K" });
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
    giveKey(line("log"), "K");
    expect(giveKey(line("log"), "L")).toBe("");
    expect(settings.keys.value).toEqual({});
  });

  it("every line has a name of its own", () => {
    const names = KEYS.map(idOf);
    expect(names).toEqual([...new Set(names)]);
  });
});

const named = (titles: readonly string[]) => titles.map((title) => ({ id: title.toLowerCase(), title }));

it("letters of a question's own are the first of each title that mean nothing else, else any, and go with the chosen keys", () => {
  const titles = named(["Move", "Attack", "Parts", "Hold fire", "Mob"]);
  expect(lettersFor(titles, ["table", "act"], new Map())).toEqual(["M", "K", "P", "O", "N"]);
  settings.keys.value = { "table.next": "M" };
  expect(lettersFor(titles, ["table", "act"], new Map())[0]).toBe("O");
  settings.keys.value = {};
});

it("an action keeps its letter in the next question; where none is left, that of an absent one is lent", () => {
  const kept = new Map<string, string>();
  const letters = (...titles: string[]) => lettersFor(named(titles), ["table", "act"], kept);
  expect(letters("Move", "Attack", "Hold", "Go prone")).toEqual(["M", "K", "O", "P"]);
  expect(letters("Move", "Close combat", "Go prone")).toEqual(["M", "N", "P"]);
  expect(letters("Rally", "Rise", "Go prone")).toEqual(["Y", "K", "P"]);
  expect(letters("Rise", "Attack")).toEqual(["M", "K"]);
});
