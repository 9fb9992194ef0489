import { describe, expect, it } from "vitest";
import type { AnyEvent } from "../protocol";
import { actsOf, lengthOf } from "./acts";
import { chanceAtLeast, luckOf, swingsOf } from "./luck";
import { pose, table } from "./testing";

const moved = (unit: string, x: number, y: number): AnyEvent => ({
  event: "unit_moved",
  unit,
  pose: pose(x, y, 90),
  step: "forward",
  amount: 2,
  spent: null,
  stopped_by: "",
  clause: "",
});
const dice = (...faces: number[]): AnyEvent => ({ event: "dice_rolled", label: "shot", seat: 0, faces, clause: "" });
const shot = (unit: string, target: string, needed: number | null, rolled: number, hit: boolean): AnyEvent => ({
  event: "shot_resolved",
  unit,
  target,
  needed,
  rolled,
  hit,
  tallies: [],
  clause: "mbb.shoot.hit",
});
const destroyed = (unit: string): AnyEvent => ({
  event: "unit_destroyed",
  unit,
  by: "A1",
  leaves_wreck: true,
  clause: "",
});

describe("acts of an update", () => {
  it("joins the steps of one unit into one drive from where it stood", () => {
    const acts = actsOf([moved("A1", 24, 8), moved("A1", 24, 10), moved("A2", 30, 9)], table());
    expect(acts).toHaveLength(2);
    const first = acts[0];
    expect(first?.kind === "motion" && first.motion.kind === "move" && first.motion.path.map((one) => one.y)).toEqual([
      6, 8, 10,
    ]);
  });

  it("puts dice, shot and wreck in the order they happened", () => {
    const acts = actsOf([dice(5, 4), shot("A1", "B1", 8, 9, true), destroyed("B1")], table());
    expect(acts.map((act) => (act.kind === "motion" ? act.motion.kind : act.kind))).toEqual(["throw", "shot", "wreck"]);
    const thrown = acts[0];
    expect(thrown?.kind === "throw" && thrown.throw).toMatchObject({
      faces: [5, 4],
      needed: 8,
      rolled: 9,
      hit: true,
      seat: 0,
    });
  });

  it("shows dice that belong to no shot by themselves", () => {
    const acts = actsOf([dice(3), dice(6)], table());
    expect(acts.map((act) => act.kind === "throw" && act.throw.hit)).toEqual([null, null]);
  });

  it("gives a long drive 1.2 seconds and no more", () => {
    const [act] = actsOf([moved("A1", 24, 36)], table());
    expect(act && lengthOf(act, 900)).toBe(1200);
  });
});

describe("the luck of the dice", () => {
  it("counts two dice as the book does", () => {
    expect(chanceAtLeast(8, 2)).toBeCloseTo(15 / 36);
    expect(chanceAtLeast(2, 2)).toBe(1);
    expect(chanceAtLeast(13, 2)).toBe(0);
    expect(chanceAtLeast(4, 1)).toBe(0.5);
  });

  it("sets hits against hits expected, seat by seat, and leaves sure misses out", () => {
    const events = [
      dice(5, 4),
      shot("A1", "B1", 8, 9, true),
      shot("A2", "B1", null, 0, false),
      dice(1, 2),
      shot("B1", "A1", 7, 3, false),
    ];
    const [ann, bot] = luckOf(swingsOf(events, table()), 2);
    expect(ann).toMatchObject({ shots: 1, hits: 1 });
    expect(ann?.expected).toBeCloseTo(15 / 36);
    expect(bot).toMatchObject({ shots: 1, hits: 0 });
    expect(bot?.expected).toBeCloseTo(21 / 36);
  });
});

describe("a volley in which both sides roll", () => {
  const pool = (label: string, seat: number, ...faces: number[]): AnyEvent => ({
    event: "dice_rolled",
    label,
    seat,
    faces,
    clause: "",
  });
  const events = [
    pool("attack", 0, 6, 5, 4),
    pool("attack", 1, 2, 1),
    pool("defense", 1, 3, 3),
    pool("defense", 0, 4, 4),
    shot("A1", "B1", 8, 16, true),
    shot("B1", "A1", 9, 3, false),
  ];

  it("is one moment: the attack and its answer, each with the dice against it", () => {
    const throws = actsOf(events, table()).flatMap((act) => (act.kind === "throw" ? [act] : []));
    expect(throws).toHaveLength(1);
    expect(throws[0]?.throw).toMatchObject({ unit: "A1", faces: [6, 5, 4], against: [3, 3], hit: true });
    expect(throws[0]?.also).toMatchObject([{ unit: "B1", faces: [2, 1], against: [4, 4], hit: false }]);
  });

  it("counts the luck of both, with what the sums add", () => {
    const [mine, theirs] = luckOf(swingsOf(events, table()), 2);
    expect(mine).toMatchObject({ shots: 1, hits: 1 });
    expect(theirs).toMatchObject({ shots: 1, hits: 0 });
    // three dice and 1 against two dice and 1: the chance is that three dice beat two
    expect(mine?.expected).toBeCloseTo(0.7785, 3);
  });
});
