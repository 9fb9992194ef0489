import { describe, expect, it } from "vitest";
import type { Happening, Replay, ReplayStep } from "../../protocol";
import { act } from "../playback/testing_acts";
import { face, table, welcome } from "../testing";
import { fareWords } from "./sides";
import { curveOf, decisiveTick, labelled, linesAt, standingsAt, tickAt, tickOf, ticksOf, turnFrom } from "./timeline";

const step = (number: number, seat: number, round: number, acts: Happening[] = []): ReplayStep => {
  const view = table();
  return {
    number,
    seat,
    kind: "move_units",
    ...{ story: [], events: [], sums: [], acts, chances: [0.5 + number / 10, 0.5 - number / 10] },
    view: { ...view, situation: { ...view.situation, round } },
  };
};
const lost = { unit: "B1", seat: 1, title: "B1 destroyed", text: "", wreck: true };
const shot = (first: number, changes: Partial<Happening> = {}): Happening => act("shot", first, changes);
const replay: Replay = {
  match: "m1",
  game: "g",
  rules_version: "1",
  code: "",
  options: {},
  seats: welcome.seats,
  face,
  finished: true,
  total: 4,
  dice_promise: "",
  dice_seed: "",
  tale: null,
  steps: [
    step(0, 0, 1),
    step(1, 0, 1, [act("chapter", 0), shot(1)]),
    step(2, 1, 1),
    step(3, 0, 2, [shot(0), act("note", 1), shot(2, { losses: [lost] }), act("say", 3)]),
  ],
};

describe("the timeline", () => {
  it("has a stop for each shot of each decision, tall at a new round, with the sides that lost a unit", () => {
    const ticks = ticksOf(replay);
    expect(ticks.map(({ step, from, to }) => [step, from, to])).toEqual([
      [0, 0, 0],
      [1, 0, 2],
      [2, 0, 0],
      [3, 0, 2],
      [3, 2, 4],
    ]);
    expect(ticks.map((tick) => tick.tall)).toEqual([true, false, false, false, true]);
    expect(ticks.map((tick) => tick.round)).toEqual([1, 1, 1, 1, 2]);
    expect(ticks.map((tick) => tick.ends)).toEqual([true, true, true, false, true]);
    expect(ticks[4]?.fallen).toEqual([1]);
    expect(tickOf(ticks, 3)).toBe(4);
  });

  it("draws the chances where decisions end", () => {
    expect(curveOf(replay, ticksOf(replay), 0)).toBe("0.0000,0.5000 0.2500,0.4000 0.5000,0.3000 1.0000,0.2000");
  });

  it("says how a side fares, with its score where it has one", () => {
    const standing = { seat: 0, fighting: 2, waiting: 1, lost: 2, score: 0, counts: "points" };
    expect(fareWords(standing)).toBe("3 of 5");
    expect(fareWords({ ...standing, score: 4 })).toBe("3 of 5 · 4 points");
  });

  it("writes the numbers of rounds only where they have room", () => {
    const ticks = ticksOf(replay);
    expect([...labelled(ticks, 0.1)]).toEqual([0, 4]);
    expect([...labelled(ticks, 1.1)]).toEqual([0]);
  });

  it("jumps from turn to turn both ways and stops at the ends", () => {
    const ticks = ticksOf(replay);
    expect(turnFrom(ticks, 0, 1)).toBe(2);
    expect(turnFrom(ticks, 3, -1)).toBe(2);
    expect(turnFrom(ticks, 3, 1)).toBe(4);
    expect(turnFrom(ticks, 0, -1)).toBe(0);
  });

  it("a place on the line is the nearest step", () => {
    expect(tickAt(-1, 4)).toBe(0);
    expect(tickAt(0.5, 5)).toBe(2);
    expect(tickAt(2, 4)).toBe(3);
  });
});

describe("what is told of a stop", () => {
  const standing = (seat: number, fighting: number, lost: number) => ({
    ...{ seat, fighting, waiting: 0, lost, score: 0, counts: "points" },
  });
  const withStandings = (one: ReplayStep, standings: ReturnType<typeof standing>[]): ReplayStep => ({
    ...one,
    story: [{ text: "all of it", clauses: [], unit: "", sort: "" }],
    view: { ...one.view, situation: { ...one.view.situation, standings } },
  });
  const before = [standing(0, 2, 0), standing(1, 2, 0)];
  const after = [standing(0, 2, 0), standing(1, 0, 2)];
  const last = step(3, 0, 2, [
    shot(0, { words: "at B1", losses: [lost] }),
    shot(2, { words: "at B2", losses: [{ ...lost, unit: "B2" }] }),
  ]);
  const fought: Replay = {
    ...replay,
    steps: [withStandings(step(2, 1, 2), before), withStandings(last, after)],
    tale: {
      ...{ lines: [], luck: [], won: "" },
      swings: [
        { step: 0, seat: 0, text: "", before: 0.5, after: 0.55 },
        { step: 1, seat: 0, text: "", before: 0.5, after: 0.9 },
      ],
    },
  };

  it("never runs ahead of the picture: between two shots only who has fallen by then is counted, and told of", () => {
    const [, first, second] = ticksOf(fought);
    if (!first || !second) throw new Error("two shots, two stops");
    expect(standingsAt(fought, first).map(fareWords)).toEqual(["2 of 2", "1 of 2"]);
    expect(linesAt(fought, first).map((line) => line.text)).toEqual(["at B1"]);
    expect(standingsAt(fought, second).map(fareWords)).toEqual(["2 of 2", "0 of 2"]);
    expect(linesAt(fought, second).map((line) => line.text)).toEqual(["all of it"]);
  });

  it("opens where the battle was decided, at the beginning where nothing decided it", () => {
    expect(decisiveTick(fought, ticksOf(fought))).toBe(1);
    expect(decisiveTick(replay, ticksOf(replay))).toBe(0);
  });

  it("opens at something to be seen: a greater swing in which nobody fired comes after a hit", () => {
    const quiet = step(4, 0, 2, [shot(0, { words: "did not fire", hit: false })]);
    const struck = step(5, 0, 2, [shot(0, { words: "at B1", hit: true })]);
    const steps = [step(2, 1, 2), quiet, struck];
    const swings = [
      { step: 1, seat: 0, text: "", before: 0.2, after: 0.9 },
      { step: 2, seat: 0, text: "", before: 0.5, after: 0.6 },
    ];
    const told = { ...fought, steps, tale: { lines: [], luck: [], won: "", swings } };
    expect(decisiveTick(told, ticksOf(told))).toBe(2);
    expect(decisiveTick({ ...told, steps: steps.slice(0, 2) }, ticksOf({ ...told, steps: steps.slice(0, 2) }))).toBe(1);
  });
});
