// Dividing dice, placing hits, taking things: what is laid becomes the answer, and nothing is confirmed too early.
import { render } from "preact";
import { describe, expect, it } from "vitest";
import type { Allocate, Asked, Heap, PileFace, Split, Take } from "../../protocol";
import type { Action } from "../keys";
import { aim, choice, type Laid, layTable, noLine, question, table, welcome } from "../testing";
import { onPage } from "../testing_page";
import { laidOut } from "./allocate";

let laid: Laid;
let host: HTMLElement;

const pile = (id: string, value: number, colour: string): PileFace => ({
  ...{ id, title: id, colour, value, full: value, clause: "x.card", short: id.slice(0, 1).toUpperCase() },
  ...{ large: Math.floor(value / 5), small: value % 5, worth: 5, pieces: ["Cone", "Pea"], turned_over: 0 },
});
const view = table({
  situation: { ...table().situation, piles: { A1: [pile("guns", 10, "red"), pile("hull", 2, "green")] } },
});
const show = (): void => {
  const opened = laid.room.opened.value;
  if (opened) render(opened.panel(), host);
};
const open = async (asked: Asked): Promise<void> => {
  laid = await layTable(asked, undefined, welcome, view);
  show();
};
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
/** Parts of a panel follow their signals a moment later. */
const drawn = async (): Promise<void> => {
  show();
  await new Promise((done) => setTimeout(done));
};
const click = async (id: string): Promise<void> => {
  find(id)?.click();
  await drawn();
};
const press = (action: Action, digit = 0) => laid.room.opened.value?.hand.press({ action, fine: false, digit });
const isOff = (): boolean => find("commit")?.getAttribute("aria-disabled") === "true";

onPage(
  (made) => {
    host = made;
  },
  () => laid.room.close(),
);

describe("dividing dice", () => {
  const odds = (most: number) =>
    Array.from({ length: most }, (_, i) => ({ dice: i + 1, expected: (i + 1) * 0.5, at_least_one: 0.9, destroys: 0 }));
  const offer: Split = {
    offer: "split",
    unit: "A1",
    dice: 10,
    aims: [
      aim("A1", "B1", 0.9, { range: "near", title: "Cutter B1" }),
      aim("A1", "B2", 0.8, { range: "far", title: "Galleon B2" }),
      aim("A1", "A2", 0, { refusal: noLine, title: "Brig B3" }),
    ],
    odds: { B1: odds(10), B2: odds(2) },
    answer: { answer: "volley" },
    into: "shares",
    limits: { far: 2 },
    circles: [],
    none: choice({ answer: "no_volley" }, "Hold"),
    notes: [{ text: "2 of them reach far", clause: "x.far" }],
    destroys: "breaks",
  };
  const volley = question("attack", offer);

  it("gives no target more than reaches it and no more than there is", async () => {
    await open(volley);
    for (let i = 0; i < 4; i++) await click("more-B2");
    expect(find("dice-B2")?.textContent).toBe("2");
    await click("fewer-B1");
    for (let i = 0; i < 12; i++) await click("more-B1");
    expect(find("dice-B1")?.textContent).toBe("8");
    expect(find("free-dice")?.textContent).toContain("0 of 10");
    await click("fewer-B1");
    await click("commit");
    expect(laid.answers()).toEqual([
      {
        answer: "volley",
        shares: [
          { target: "B1", dice: 7 },
          { target: "B2", dice: 2 },
        ],
      },
    ]);
  });

  it("begins with all dice on the first target; they go to others until the hand has laid them there", async () => {
    await open(volley);
    expect(find("dice-B1")?.textContent).toBe("10");
    expect(isOff()).toBe(false);
    await click("more-B2");
    expect([find("dice-B1")?.textContent, find("dice-B2")?.textContent]).toEqual(["9", "1"]);
    // named by the hand it keeps what it has
    await click("target-1");
    await click("target-1");
    await click("more-B2");
    expect([find("dice-B1")?.textContent, find("dice-B2")?.textContent]).toEqual(["9", "1"]);
    await click("target-1");
    await click("target-1");
    expect(find("dice-B1")?.textContent).toBe("0");
  });

  it("is fired at what is lit: a touch takes all dice along, and the button says where they go", async () => {
    const touch = (unit: string) =>
      laid.room.opened.value?.hand.intent({ kind: "pick", unit, x: 0, y: 0, pointer: "mouse" });
    await open({ ...volley, offer: { ...offer, limits: {} } });
    expect(find("commit")?.textContent).toContain("Throw 10 dice at Cutter B1");
    touch("B2");
    await drawn();
    expect([find("dice-B1")?.textContent, find("dice-B2")?.textContent]).toEqual(["0", "10"]);
    expect(find("commit")?.textContent).toContain("Throw 10 dice at Galleon B2");
    await click("target-1");
    expect([find("dice-B1")?.textContent, find("dice-B2")?.textContent]).toEqual(["10", "0"]);
    press("number", 2);
    await drawn();
    expect(find("dice-B2")?.textContent).toBe("10");
    // who has divided them only looks
    await click("more-B1");
    await click("target-2");
    expect(find("commit")?.textContent).toContain("Throw 10 dice at 2 targets");
    await click("target-3");
    await click("commit");
    expect(laid.answers()).toMatchObject([
      {
        shares: [
          { target: "B2", dice: 9 },
          { target: "B1", dice: 1 },
        ],
      },
    ]);
  });

  it("a target that only some dice reach takes those, the rest stay where they were", async () => {
    await open(volley);
    await click("target-2");
    expect([find("dice-B1")?.textContent, find("dice-B2")?.textContent]).toEqual(["8", "2"]);
  });

  it("adds up what the dice may do", async () => {
    await open(volley);
    await click("more-B2");
    expect(find("odds-B1")?.textContent).toContain("4.5 hits");
    expect(find("plan-expected")?.textContent).toBe("5.00");
    expect(find("plan-atleast")?.textContent).toBe("99 %");
  });

  it("shows why a target cannot be chosen, and what was noted", async () => {
    await open(volley);
    await click("target-3");
    expect(find("target-refusal")?.textContent).toContain(noLine.clause);
    expect(find("more-A2")).toBeNull();
    expect(find("notes")?.textContent).toContain("2 of them reach far");
  });

  it("is held by keys: a number takes all dice, 0 throws none", async () => {
    await open(volley);
    press("number", 1);
    press("fewer");
    await drawn();
    expect(find("dice-B1")?.textContent).toBe("9");
    press("none");
    expect(laid.answers()).toEqual([{ answer: "no_volley" }]);
  });
});

describe("placing hits", () => {
  const heap = (id: string, left: number, usual: number, changes: Partial<Heap> = {}): Heap => ({
    ...{ id, title: id, left, usual, vital: false, colour: "red", hits: 1 },
    ...changes,
  });
  const offer: Allocate = {
    offer: "allocate",
    unit: "A1",
    count: 3,
    heaps: [heap("guns", 10, 2), heap("hull", 2, 0, { vital: true }), heap("sails", 4, 1)],
    answer: { answer: "remove" },
    notes: [],
    give: "",
    give_up: "Go down",
  };
  const hits = question("allocate_hits", offer);

  it("cannot be confirmed before every hit is placed, and foretells the loss", async () => {
    await open(hits);
    expect(isOff()).toBe(true);
    expect(find("in-hand")?.textContent).toBe("3 hits left to place");
    await click("fewer-hull");
    await click("fewer-hull");
    expect(find("lost")).not.toBeNull();
    expect(find("commit")?.textContent).toContain("Go down");
    expect(isOff()).toBe(true);
    await click("commit");
    expect(laid.answers()).toEqual([]);
    await click("more-hull");
    expect(find("lost")).toBeNull();
    await click("fewer-sails");
    await click("marker-sails");
    expect(isOff()).toBe(false);
    await click("fewer-sails");
    expect(find("left-sails")?.textContent).toBe("2");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "remove", guns: 0, hull: 1, sails: 2 }]);
  });

  it("minus and the left arrow take a marker off, plus and the right arrow put it back", async () => {
    await open(hits);
    const left = () => find("left-guns")?.textContent;
    await click("fewer-guns");
    expect(left()).toBe("9");
    press("fewer");
    await drawn();
    expect([left(), find("in-hand")?.textContent]).toEqual(["8", "1 hit left to place"]);
    expect(find("result")?.textContent).toBe("Then: guns 8, hull 2, sails 4.");
    press("more");
    await drawn();
    await click("more-guns");
    expect(left()).toBe("10");
  });

  it("a large marker gives as many as are in hand; Auto is the server's own choice", async () => {
    await open(hits);
    host.querySelector<HTMLElement>('[aria-label^="Cone of guns"]')?.click();
    await drawn();
    expect(find("left-guns")?.textContent).toBe("7");
    await click("clear");
    await click("auto");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "remove", guns: 2, hull: 0, sails: 1 }]);
  });

  it("breaks large markers into small ones as they go", () => {
    expect(laidOut(10, 5, 0)).toEqual({ large: 2, small: 0, over: 0, lost: 0 });
    expect(laidOut(10, 5, 3)).toEqual({ large: 1, small: 2, over: 0, lost: 3 });
    // two hits a marker: six markers of which one lies turned over, then five of which one does
    expect(laidOut(11, 5, 0, 2)).toEqual({ large: 1, small: 0, over: 1, lost: 0 });
    expect(laidOut(11, 5, 2, 2)).toEqual({ large: 0, small: 4, over: 1, lost: 2 });
  });

  it("turns a marker that takes two hits over before it takes it off, and says so", async () => {
    const stout = [heap("guns", 10, 2), heap("hull", 4, 0, { vital: true, hits: 2 })];
    await open(question("allocate_hits", { ...offer, heaps: stout }));
    const left = () => find("heap-hull")?.querySelector(".m-pile-number")?.textContent;
    expect(left()).toContain("2 of");
    await click("fewer-hull");
    expect(left()).toContain("(one turned over)");
    expect(find("over-hull")?.querySelector("[data-over]")).not.toBeNull();
    expect(find("result")?.textContent).toBe("Then: guns 10, hull 2 (one turned over).");
    await click("over-hull");
    expect(find("result")?.textContent).toBe("Then: guns 10, hull 1.");
    await click("fewer-hull");
    expect(find("lost")).toBeNull();
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "remove", guns: 0, hull: 3 }]);
  });
});

describe("taking things", () => {
  const item = (value: unknown, weight: number, about = "") => ({
    value,
    title: `weight ${weight}`,
    weight,
    about,
    text: "",
  });
  const offer: Take = {
    offer: "take",
    unit: "A1",
    items: [item(3, 3), item(1, 1), item(1, 1)],
    answer: { answer: "overboard" },
    into: "items",
    least: 2,
    most: 0,
    usual: [1, 2],
    none: choice({ answer: "go_down" }, "Sink with it", { careful: "The ship sinks with its cargo." }),
    notes: [],
    give: "Overboard",
  };

  it("what must be lost begins with the cheapest, which makes room for what the hand takes", async () => {
    const men = [0, 1, 2].map((at) => ({ value: `f${at}`, title: `man ${at}`, text: "", weight: 1, about: "" }));
    await open(question("lose", { ...offer, unit: "A1", items: men, least: 1, most: 1, usual: [1], none: null }));
    expect(isOff()).toBe(false);
    await click("item-3");
    await click("commit");
    expect(laid.answers()).toMatchObject([{ [offer.into]: ["f2"] }]);
  });

  it("touching a mini on the table means his row", async () => {
    const men = [0, 1].map((at) => ({ value: `f${at}`, title: `man ${at}`, text: "", weight: 1, about: `A1/f${at}` }));
    await open(question("lose", { ...offer, unit: "A1", items: men, least: 1, most: 1, usual: [0], none: null }));
    const given = { kind: "pick", unit: "A1", figure: "A1/f1", x: 0, y: 0, pointer: "mouse" } as const;
    laid.room.opened.value?.hand.intent(given);
    await drawn();
    await click("commit");
    expect(laid.answers()).toMatchObject([{ [offer.into]: ["f1"] }]);
  });

  it("goes on until it is enough; the least is one press away", async () => {
    await open(question("drop_cargo", offer));
    expect(find("commit")?.textContent).toContain("Overboard");
    expect(isOff()).toBe(true);
    await click("item-2");
    expect(isOff()).toBe(true);
    press("none");
    await drawn();
    expect(find("taken")?.textContent).toBe("2");
    await click("auto");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "overboard", items: [1, 1] }]);
  });

  it("takes no more than there is room for, by touching what lies on the table", async () => {
    const chests = [item("G1", 2, "G1"), item("G2", 3, "G2")];
    await open(question("load", { ...offer, items: chests, least: 1, most: 4, usual: [], none: null }));
    const touch = (piece: string) =>
      laid.room.opened.value?.hand.intent({ kind: "pick", piece, x: 0, y: 0, pointer: "mouse" });
    touch("G1");
    touch("G2");
    await drawn();
    expect(isOff()).toBe(true);
    touch("G1");
    await drawn();
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "overboard", items: ["G2"] }]);
  });

  it("the way round it is asked for twice", async () => {
    await open(question("drop_cargo", offer));
    await click("decline");
    expect(laid.answers()).toEqual([]);
    await click("decline");
    expect(laid.answers()).toEqual([{ answer: "go_down" }]);
  });
});
