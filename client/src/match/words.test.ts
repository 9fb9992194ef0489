import { h, render } from "preact";
import { describe, expect, it } from "vitest";
import type { Margins } from "../board";
import type { ClauseCard } from "../protocol";
import { ActRow, headOf, numbersOf, resultOf } from "./parts/act_row";
import { stopAt } from "./parts/ask_panel";
import { clausesOf, hintFor } from "./parts/coaching/hints";
import { stateWords } from "./parts/own_list";
import { resultWords } from "./parts/win";
import { act } from "./playback/testing_acts";
import { face, unit, welcome } from "./testing";
import { heldMargins, marginsOf } from "./ways/margins";
import { lossWords, seatName, thingName, windOf } from "./words";

const colours = { look: "colours", title: "colour die", success_from: 4, chance: 0.5, clause: "mbb.young.color_die" };
describe("sentences", () => {
  it("a lost line says whether the last move was received", () => {
    expect(lossWords(4, false)).toBe("Connection lost, 4 s. Your last move was received.");
    expect(lossWords(4, true)).toBe("Connection lost, 4 s. Your last move was not received.");
  });

  it("people, bots and things have names", () => {
    expect(seatName(welcome.seats, 0)).toBe("Ann (Blue)");
    expect(seatName(welcome.seats, 1)).toBe("Orange (bot, recruit)");
    expect(thingName(face, "edge")).toBe("the edge of the table");
    expect(thingName(face, "B2")).toBe("Panzer III B2");
  });

  it("an end is told from where one sits", () => {
    const outcome = { winners: [0], reason: "elimination", clause: "", scores: [] };
    expect(resultWords(outcome, [0])).toBe("You win");
    expect(resultWords(outcome, [1])).toBe("Blue wins");
    expect(resultWords(outcome, [0, 1])).toBe("Blue wins");
    expect(resultWords({ ...outcome, winners: [] }, [0])).toBe("A draw");
  });

  it("a unit says what it can still do", () => {
    const purse = (left: number) => ({ left, points: 8, short: "MP" });
    expect(stateWords(unit("A1", 0, 0, 0), purse(8))).toBe("8 MP to move");
    expect(stateWords(unit("A1", 0, 0, 0), purse(3.456))).toBe("3.46 of 8 MP left");
    expect(stateWords(unit("A1", 0, 0, 0), purse(0))).toBe("done moving");
    expect(stateWords(unit("A1", 0, 0, 0), { ...purse(0), later: true })).toBe("moves later");
    expect(stateWords(unit("A1", 0, 0, 0, "wreck"), null)).toBe("destroyed");
  });
});

describe("an act in a row", () => {
  const fell = { label: "colour die", seat: 0, faces: [4], title: "Colour die", shown: "a hit", against: false };
  const shot = act("shot", 0, {
    words: "A1 at B1: needs 8+, 9. HIT, gone.",
    title: "HIT",
    text: "gone",
    need: "needs 8+",
    rolled: "9",
  });

  it("says who and whom, what was needed, and what came of it", () => {
    expect(headOf(shot)).toBe("A1 at B1");
    expect(numbersOf(shot)).toBe("needs 8+ · 9");
    expect(resultOf(shot)).toBe("HIT, gone");
    expect(headOf(act("dice", 0, { title: "First turn", words: "First turn: Blue 4." }))).toBe("First turn");
  });

  it("the die of two colours is drawn as a colour, never as a number", () => {
    const young = { ...face, special_dice: { "colour die": colours } };
    const host = document.createElement("div");
    const play = { act: { ...shot, dice: [fell], hit: true }, motions: [], sounds: [], sums: [], dice: [] };
    render(h(ActRow, { face: young, play }), host);
    expect(host.querySelector(".m-die")?.getAttribute("aria-label")).toBe("the colour of a hit");
    expect(host.textContent).toContain("Colour die");
    render(null, host);
  });
});

describe("hints", () => {
  const card = (id: string, changes: Partial<ClauseCard> = {}): ClauseCard => ({
    id,
    title: "",
    text: "Reversing costs 2 MP per inch.",
    chapter: "",
    game: "",
    kind: "rule",
    ruling: "",
    source: "",
    switch: "",
    switch_words: "",
    diagram: "",
    ambiguity: "",
    in_play: true,
    ...changes,
  });

  it("come from the clauses of what happened to me, in their order, each once", () => {
    const turn = (seat: number, clause: string) => ({ event: "turn_started" as const, seat, clause });
    const skipped = { event: "phase_skipped" as const, phase: "shooting", clause: "x.opening" };
    const begun = { event: "phase_started" as const, phase: "movement", clause: "x.two" };
    const mine = (unit: string) => unit.startsWith("B");
    // the end of the first player's opening turn and the beginning of mine come in one update
    const fired = clausesOf([skipped, turn(1, "x.one"), begun, begun], 1, mine);
    expect(fired).toEqual(["x.one", "x.two"]);
    const lost = { event: "unit_destroyed" as const, unit: "B1", by: "A1", leaves_wreck: true, clause: "x.wreck" };
    expect(clausesOf([skipped, lost, turn(0, "x.one")], 1, mine)).toEqual(["x.wreck"]);
    expect(hintFor(fired, [], card)?.id).toBe("x.one");
    expect(hintFor(fired, ["x.one"], card)?.id).toBe("x.two");
    expect(hintFor(fired, ["x.one", "x.two"], card)).toBeNull();
  });

  it("are short rules in play; examples, long texts, mere headings and unknown clauses are passed over", () => {
    const book: Record<string, ClauseCard> = {
      "x.example": card("x.example", { kind: "example" }),
      "x.later": card("x.later", { in_play: false }),
      "x.long": card("x.long", { text: "long ".repeat(60) }),
      "x.heading": card("x.heading", { text: "Mounting." }),
      "x.short": card("x.short"),
    };
    const fired = ["x.unknown", "x.example", "x.later", "x.long", "x.heading", "x.short"];
    expect(hintFor(fired, [], (id) => book[id])?.id).toBe("x.short");
  });
});

describe("headings at sea", () => {
  it("are winds, as sailors say them", () => {
    expect([90, 0, 359, 45, 68, 22.5, 202.5].map(windOf)).toEqual([
      "north",
      "east",
      "east",
      "north-east",
      "north-north-east",
      "east-north-east",
      "west-south-west",
    ]);
  });
});

describe("the frame", () => {
  const rect = (x: number, y: number, w: number, h: number) => new DOMRect(x, y, w, h);

  it("the free area is what the panels leave", () => {
    const margins = marginsOf(rect(0, 0, 1440, 900), [
      { edge: "top", rect: rect(12, 10, 1416, 50) },
      { edge: "left", rect: rect(12, 70, 262, 500) },
      { edge: "right", rect: rect(1080, 70, 348, 818) },
      { edge: "bottom", rect: rect(286, 834, 780, 54) },
      { edge: "left", rect: rect(0, 0, 0, 0) },
    ]);
    expect(margins).toEqual({ top: 60, left: 274, right: 360, bottom: 66 });
  });

  it("the table does not slip away under a mouse when a panel becomes smaller", () => {
    const [small, large] = [40, 200].map((bottom) => ({ top: 60, left: 0, right: 0, bottom })) as [Margins, Margins];
    expect(heldMargins(large, small, true)).toEqual(large);
    expect(heldMargins(small, large, true)).toEqual(large);
    expect(heldMargins(large, small, false)).toEqual(small);
    expect(heldMargins(null, small, true)).toEqual(small);
  });

  it("the sheet of a phone rests at one of three heights", () => {
    expect([0.1, 0.4, 0.9].map(stopAt)).toEqual(["peek", "half", "full"]);
  });
});
