import { describe, expect, it } from "vitest";
import type { AnyEvent, Replay, ReplayStep } from "../../protocol";
import { face, table, welcome } from "../testing";
import { fareWords } from "./sides";
import { labelled, stepAt, ticksOf, turnFrom, turningPoints } from "./timeline";

const step = (number: number, seat: number, round: number, events: AnyEvent[] = []): ReplayStep => {
  const view = table();
  return {
    number,
    seat,
    kind: "move_units",
    story: [],
    events,
    sums: [],
    view: { ...view, situation: { ...view.situation, round } },
  };
};
const destroyed: AnyEvent = { event: "unit_destroyed", unit: "B1", by: "A1", leaves_wreck: true, clause: "" };
const roll = (unit: string, needed: number, rolled: number, hit: boolean): AnyEvent[] => [
  {
    event: "shot_resolved",
    unit,
    target: "B1",
    needed,
    rolled,
    hit,
    tallies: [],
    clause: "",
    throws: [{ label: "shot", seat: 0, faces: [rolled - 1, 1] }],
  },
];
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
  steps: [
    step(0, 0, 1),
    step(1, 0, 1, roll("A1", 8, 3, false)),
    step(2, 1, 1),
    step(3, 0, 2, [...roll("A2", 12, 7, false), ...roll("A1", 2, 7, true), destroyed]),
  ],
};

describe("the timeline", () => {
  it("has a tick for each decision, tall at a new round, with the sides that lost a unit", () => {
    const ticks = ticksOf(replay);
    expect(ticks.map((tick) => tick.tall)).toEqual([true, false, false, true]);
    expect(ticks[3]?.fallen).toEqual([1]);
  });

  it("says how a side fares, with its score where it has one", () => {
    const standing = { seat: 0, fighting: 2, waiting: 1, lost: 2, score: 0, counts: "points" };
    expect(fareWords(standing)).toBe("3 of 5");
    expect(fareWords({ ...standing, score: 4 })).toBe("3 of 5 · 4 points");
  });

  it("writes the numbers of rounds only where they have room", () => {
    const ticks = ticksOf(replay);
    expect([...labelled(ticks, 0.1)]).toEqual([0, 3]);
    expect([...labelled(ticks, 1.1)]).toEqual([0]);
  });

  it("jumps from turn to turn both ways and stops at the ends", () => {
    const ticks = ticksOf(replay);
    expect(turnFrom(ticks, 0, 1)).toBe(2);
    expect(turnFrom(ticks, 3, -1)).toBe(2);
    expect(turnFrom(ticks, 3, 1)).toBe(3);
    expect(turnFrom(ticks, 0, -1)).toBe(0);
  });

  it("a place on the line is the nearest step", () => {
    expect(stepAt(-1, 4)).toBe(0);
    expect(stepAt(0.5, 5)).toBe(2);
    expect(stepAt(2, 4)).toBe(3);
  });

  it("the turning points are the rolls farthest from what could be expected", () => {
    const [first] = turningPoints(replay);
    expect(first?.step).toBe(1);
    expect(first?.swing.chance).toBeCloseTo(15 / 36);
    expect(turningPoints(replay)).toHaveLength(3);
  });
});
