import { describe, expect, it } from "vitest";
import type { AnyEvent, Table } from "../protocol";
import { actsOf, lengthOf, type Manners } from "./acts";
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
const acted = (events: AnyEvent[], before: Table | null, manners: Manners | null) =>
  actsOf({ events, sums: events.map(() => []) }, before, manners);
type Fall = { label: string; seat: number; faces: number[] };
const fall = (label: string, seat: number, ...faces: number[]): Fall => ({ label, seat, faces });
const dice = (fallen: Fall): AnyEvent => ({ event: "dice_rolled", ...fallen, clause: "" });
const shot = (
  unit: string,
  target: string,
  needed: number | null,
  rolled: number,
  hit: boolean,
  throws: Fall[] = [],
): AnyEvent => ({
  event: "shot_resolved",
  unit,
  target,
  needed,
  rolled,
  hit,
  tallies: [],
  throws,
  clause: "mbb.shoot.hit",
});
const destroyed = (unit: string): AnyEvent => ({
  event: "unit_destroyed",
  unit,
  by: "A1",
  leaves_wreck: true,
  clause: "",
});

const nine = fall("shot", 0, 5, 4);
const three = fall("shot", 1, 1, 2);

describe("acts of an update", () => {
  it("joins the steps of one unit into one drive from where it stood", () => {
    const acts = acted([moved("A1", 24, 8), moved("A1", 24, 10), moved("A2", 30, 9)], table(), null);
    expect(acts).toHaveLength(2);
    const first = acts[0];
    expect(first?.kind === "motion" && first.motion.kind === "move" && first.motion.path.map((one) => one.y)).toEqual([
      6, 8, 10,
    ]);
  });

  it("puts dice, shot and wreck in the order they happened", () => {
    const acts = acted([shot("A1", "B1", 8, 9, true, [nine]), destroyed("B1")], table(), null);
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

  it("shows dice that decided nothing by themselves, those thrown for one purpose together", () => {
    const falls = [fall("first", 0, 3), fall("first", 1, 3), fall("first", 0, 6), fall("sky", -1, 2)];
    const acts = acted(falls.map(dice), table(), null);
    expect(acts).toMatchObject([
      { throw: { seat: 0, faces: [3], hit: null }, also: [{ seat: 1, faces: [3] }] },
      { throw: { seat: 0, faces: [6] } },
      { throw: { seat: -1, label: "sky" } },
    ]);
  });

  it("shows the dice of anything they decided", () => {
    const number = (seat: number, ...faces: number[]): AnyEvent => ({
      event: "fact_changed",
      name: `number${seat}`,
      value: 9,
      throws: [fall("first", seat, ...faces)],
      clause: "",
    });
    const acts = acted([number(0, 1, 2), number(1, 6, 6)], table(), null);
    expect(acts).toMatchObject([{ throw: { seat: 0, faces: [1, 2] }, also: [{ seat: 1, faces: [6, 6] }] }]);
  });

  it("shows dice with what a printed table made of them", () => {
    const read: AnyEvent = {
      event: "table_read",
      unit: "B1",
      table: "massive damage",
      roll: 3,
      entry: "loses_arm",
      throws: [fall("table", 1, 3)],
      clause: "",
    };
    const acts = acted([read], table(), null);
    expect(acts).toMatchObject([{ kind: "throw", throw: { faces: [3], entry: "massive damage: loses arm" } }]);
  });

  it("a way that goes on at another heading swings first", () => {
    const [act] = acted([{ ...moved("A1", 27, 6), pose: pose(27, 6, 0), amount: 2 } as AnyEvent], table(), null);
    expect(act).toMatchObject({
      motion: {
        path: [
          { y: 6, heading: 90 },
          { x: 25, y: 6, heading: 0 },
          { x: 27, y: 6 },
        ],
      },
    });
  });

  it("is heard as the table says, and draws no shot where an attack is none", () => {
    const marked: AnyEvent = { event: "unit_marked", unit: "A1", mark: "glow", value: 2, clause: "" };
    const bumped: AnyEvent = {
      event: "attack_resolved",
      unit: "A1",
      target: "B1",
      manner: "bump",
      dice: 1,
      hits: 1,
      clause: "",
    };
    const kinds = (manners: Manners | null) =>
      acted([marked, bumped], table(), manners).map((act) => (act.kind === "motion" ? act.motion.kind : act.kind));
    expect(kinds({ cues: { glow: "sizzle" }, manners: { bump: "bumps into" } })).toEqual(["heard", "throw"]);
    expect(kinds({ cues: { glow: "no such sound" }, manners: {} })).toEqual(["throw", "shot"]);
  });

  it("has the sums of the server beside each shot", () => {
    const sum = { of: "attack points", lines: [], total: 4 };
    const events = [moved("A2", 30, 8), shot("A1", "B1", 8, 9, true)];
    const [, act] = actsOf({ events, sums: [[], [sum]] }, null, null);
    expect(act?.kind === "throw" && act.throw.sums).toEqual([sum]);
  });

  it("gives a long drive 1.2 seconds and no more", () => {
    const [act] = acted([moved("A1", 24, 36)], table(), null);
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
      shot("A1", "B1", 8, 9, true, [nine]),
      shot("A2", "B1", null, 0, false),
      shot("B1", "A1", 7, 3, false, [three]),
    ];
    const [ann, bot] = luckOf(swingsOf({ events, sums: [] }, table()), 2);
    expect(ann).toMatchObject({ shots: 1, hits: 1 });
    expect(ann?.expected).toBeCloseTo(15 / 36);
    expect(bot).toMatchObject({ shots: 1, hits: 0 });
    expect(bot?.expected).toBeCloseTo(21 / 36);
  });
});

describe("a volley in which both sides roll", () => {
  const [attack, answer] = [fall("attack", 0, 6, 5, 4), fall("attack", 1, 2, 1)];
  const [against, againstAnswer] = [fall("defense", 1, 3, 3), fall("defense", 0, 4, 4)];
  const events = [
    shot("A1", "B1", 8, 16, true, [attack, against]),
    shot("B1", "A1", 9, 3, false, [answer, againstAnswer]),
  ];

  it("is one moment: the attack and its answer, each with the dice against it", () => {
    const throws = acted(events, table(), null).flatMap((act) => (act.kind === "throw" ? [act] : []));
    expect(throws).toHaveLength(1);
    expect(throws[0]?.throw).toMatchObject({ unit: "A1", faces: [6, 5, 4], against: [3, 3], hit: true });
    expect(throws[0]?.also).toMatchObject([{ unit: "B1", faces: [2, 1], against: [4, 4], hit: false }]);
  });

  it("counts the luck of both, with what the sums add", () => {
    const [mine, theirs] = luckOf(swingsOf({ events, sums: [] }, table()), 2);
    expect(mine).toMatchObject({ shots: 1, hits: 1 });
    expect(theirs).toMatchObject({ shots: 1, hits: 0 });
    // three dice and 1 against two dice and 1: the chance is that three dice beat two
    expect(mine?.expected).toBeCloseTo(0.7785, 3);
  });
});
