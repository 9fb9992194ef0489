// What is half made for a question comes back with the page, and is gone with the question.
import { describe, expect, it } from "vitest";
import type { Act, Action as ActionOffer, Allocate, Asked, Heap, Place, Split, Take } from "../protocol";
import type { Action } from "./keys";
import {
  aim,
  aims,
  choice,
  chooseOne,
  declareTargets,
  type Laid,
  layTable,
  moveOffer,
  moveUnits,
  question,
  update,
} from "./testing";

const odds = Array.from({ length: 4 }, (_, i) => ({ dice: i + 1, expected: 1, at_least_one: 0.9, destroys: 0 }));
const divide: Split = {
  ...{
    offer: "split",
    unit: "A1",
    dice: 4,
    limits: {},
    circles: [],
    clause: "",
    answer: { answer: "fire" },
    into: "at",
  },
  ...{ aims: [aim("A1", "B1", 0.9), aim("A1", "B2", 0.8)], odds: { B1: odds, B2: odds }, instead: [] },
} as unknown as Split;
const heap = (id: string): Heap =>
  ({ id, title: id, colour: "red", left: 4, vital: false, usual: 1, hits: 1 }) as unknown as Heap;
const strip = {
  ...{ offer: "allocate", unit: "A1", count: 3, heaps: [heap("guns"), heap("hull")], notes: [] },
  ...{ answer: { answer: "strip" }, give: "", give_up: "" },
} as unknown as Allocate;
const item = (value: string) => ({ value, title: value, weight: 1, about: "", clause: "" });
const lose = {
  ...{ offer: "take", unit: "", items: [item("rifle"), item("helmet")], least: 1, most: 2, usual: [], none: null },
  ...{ answer: { answer: "lose" }, into: "what", give: "" },
} as unknown as Take;
const thing = (id: string) => ({
  ...{ id, title: "M4 Sherman", heading: 90, kind: "", length: 0, width: 0 },
  answer: { answer: "place", unit: id },
});
const zone = [0, 0, 48e6, 0, 48e6, 6e6, 0, 6e6];
const place: Place = { offer: "place", things: [thing("A1"), thing("A2")], zone, clause: "", edge: "" };
const pick = chooseOne([choice({ answer: "one" }, "One"), choice({ answer: "two" }, "Two")]);
const does = (id: string, offer: ActionOffer["offer"]): ActionOffer =>
  ({ id, title: id, offer, clause: "", text: "", closed: null, warning: "", by_name: false }) as ActionOffer;
const attack = aims([{ unit: "A1", order: 0, aims: [aim("A1", "B1", 0.4), aim("A1", "B2", 0.3)] }], { plan: false });
const actor = {
  ...{ unit: "A1", title: "A1", text: "", remark: "", meters: [], notes: [], finish: null },
  actions: [does("move", { ...moveOffer, enter: null }), does("attack", attack)],
};
const turn = { offer: "act", actors: [actor], clause: "" } as unknown as Act;

type Press = [Action, number?, string[]?];
/** Each sort of question with something half made in it. */
const HALF_MADE: [string, Asked, Press[]][] = [
  ["a way that is drawn", moveUnits, [["forward"], ["pivot_left"], ["next"], ["forward"]]],
  ["a fire plan", declareTargets, [["next"], ["commit"]]],
  ["dice that are divided", question("divide_fire", divide), [["number", 2], ["fewer"]]],
  [
    "hits that are placed",
    question("take_hits", strip),
    [
      ["number", 2],
      ["number", 1],
    ],
  ],
  ["things that are taken", question("lose", lose), [["number", 2]]],
  ["a unit that is set down", question("deploy", place), [["number", 2], ["forward"], ["pivot_left"]]],
  ["a choice that is marked", question("choose", pick), [["number", 2]]],
  ["a turn of actions", question("act", turn), [["verb", 0, ["attack"]], ["next"]]],
];

const press = ({ room }: Laid, [action, digit = 0, acts]: Press) =>
  room.opened.value?.hand.press({ action, fine: false, digit, ...(acts && { acts }) });
const inHand = ({ room }: Laid) => room.opened.value?.hand.draft?.() ?? null;
const stored = () => localStorage.getItem("brickfield.drafts");

describe.each(HALF_MADE)("%s", (_name, asked, presses) => {
  it("comes back with the page and makes the same answer", async () => {
    const before = await layTable(asked);
    expect(inHand(before)).toBeNull();
    expect(stored()).toBeNull();
    for (const one of presses) press(before, one);
    const made = inHand(before);
    expect(made).not.toBeNull();
    before.room.close();

    const after = await layTable(asked);
    expect(inHand(after)).toEqual(made);
    // what is put to the server goes on its way, and is answered by nobody here
    expect(before.socket.of("command")).toEqual([]);
    press(after, ["commit"]);
    const [answer] = after.answers();
    after.room.close();

    localStorage.clear();
    const unbroken = await layTable(asked);
    for (const one of presses) press(unbroken, one);
    press(unbroken, ["commit"]);
    expect(answer).toEqual(unbroken.answers()[0]);
    unbroken.room.close();
  });
});

describe("what is kept", () => {
  const half = async (asked: Asked): Promise<Laid> => {
    const laid = await layTable(asked);
    press(laid, ["number", 2]);
    return laid;
  };

  it("is thrown away when another question is asked, and does not come back with the first", async () => {
    (await half(question("choose", pick))).room.close();
    const other = await layTable(question("choose_again", pick));
    expect(inHand(other)).toBeNull();
    expect(stored()).toBeNull();
    other.room.close();
    const first = await layTable(question("choose", pick));
    expect(inHand(first)).toBeNull();
    first.room.close();
  });

  it("is thrown away with the answer, and kept when that is refused", async () => {
    const laid = await half(question("choose", pick));
    press(laid, ["commit"]);
    expect(stored()).not.toBeNull();
    laid.socket.tells(update(2, { decision: null }));
    await new Promise((done) => setTimeout(done));
    expect(stored()).toBeNull();
    laid.room.close();
  });

  it("does no harm when it is not what it should be", async () => {
    for (const broken of ["{", "[]", '[{"place":"m1 0"}]', "[null, 7]"]) {
      localStorage.setItem("brickfield.drafts", broken);
      const laid = await layTable(question("choose", pick));
      expect(inHand(laid)).toBeNull();
      laid.room.close();
    }
    const moving = await layTable(moveUnits);
    press(moving, ["forward"]);
    moving.room.close();
    const lines = JSON.parse(stored() ?? "[]");
    for (const line of lines) line.draft = { ways: "nowhere" };
    localStorage.setItem("brickfield.drafts", JSON.stringify(lines));
    const laid = await layTable(moveUnits);
    expect(laid.room.opened.value).not.toBeNull();
    laid.room.close();
  });
});
