import { describe, expect, it } from "vitest";
import type { AnyEvent, DiceFace, Happening, SeatTable } from "../../protocol";
import { pose, table } from "../testing";
import { diceOf, type Manners, playsOf } from "./acts";
import { act } from "./testing_acts";

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
const shot: AnyEvent = {
  event: "shot_resolved",
  unit: "A1",
  target: "B1",
  needed: 8,
  rolled: 9,
  hit: true,
  tallies: [],
  clause: "mbb.shoot.hit",
};
const destroyed = (unit: string, leaves_wreck = true): AnyEvent => ({
  event: "unit_destroyed",
  unit,
  by: "A1",
  leaves_wreck,
  clause: "",
});
const nine = { label: "shot", seat: 0, faces: [5, 4], title: "Shot", shown: "5 + 4 = 9", against: false };
const manners: Manners = { cues: {}, dice: null, special_dice: {} };
const played = (events: AnyEvent[], acts: Happening[], before: SeatTable | null = table(), face = manners) =>
  playsOf({ events, acts, sums: events.map(() => []) }, before, face);

describe("what is played of an update", () => {
  it("joins the steps of one unit into one drive from where it stood", () => {
    const plays = played(
      [moved("A1", 24, 8), moved("A1", 24, 10), moved("A2", 30, 9)],
      [act("move", 0), act("move", 2, { unit: "A2" })],
    );
    expect(plays).toHaveLength(2);
    const [motion] = plays[0]?.motions ?? [];
    expect(motion?.kind === "move" && motion.path.map((one) => one.y)).toEqual([6, 8, 10]);
    expect(plays[1]?.motions).toMatchObject([{ kind: "move", unit: "A2" }]);
  });

  it("a way that goes on at another heading swings first", () => {
    const [play] = played([{ ...moved("A1", 26, 6), pose: pose(26, 6, 0) } as AnyEvent], [act("move", 0)]);
    const motion = play?.motions[0];
    expect(motion?.kind === "move" && motion.path).toHaveLength(3);
  });

  it("a shot flies with its dice, and what it destroyed falls behind it", () => {
    const hit = act("shot", 0, { target: "B1", hit: true, dice: [nine] });
    const [play] = played([shot, destroyed("B1")], [hit]);
    expect(play?.motions).toMatchObject([
      { kind: "shot", from: "A1", to: "B1", hit: true, dice: [{ face: 5 }, { face: 4 }] },
      { kind: "wreck", unit: "B1" },
    ]);
    const [sunk] = played([shot, destroyed("B1", false)], [hit]);
    expect(sunk?.motions.at(-1)).toEqual({ kind: "sink", unit: "B1" });
    const [blow] = played([shot], [{ ...hit, kind: "blow" }]);
    expect(blow?.motions[0]).toMatchObject({ kind: "shot", close: true });
  });

  it("soldiers of a plate fall one by one, whether a marker is lost or all of them", () => {
    const plain = table();
    const look = { model: "", soldiers: 3, prone: false, markers: [], inside: "" };
    const before: SeatTable = {
      ...plain,
      units: plain.units.map((unit) => (unit.id === "B1" ? { ...unit, marks: { men: 3, spent: 1 } } : unit)),
      situation: { ...plain.situation, looks: { B1: { hangs: [], slack: 0, turned: 0, wear: 0, ...look } } },
    };
    const counts = (mark: string, value: number): AnyEvent => ({
      ...{ event: "unit_marked", unit: "B1", clause: "" },
      ...{ mark, value },
    });
    const told = [counts("spent", 0), counts("men", 2), destroyed("B1", false)];
    const [play] = played(told, [act("shot", 0, { target: "B1" })], before);
    const fallen = play?.motions.flatMap((motion) => (motion.kind === "thin" ? [motion.left] : []));
    expect(fallen).toEqual([2, 1, 0]);
    expect(play?.motions.some((motion) => motion.kind === "sink")).toBe(false);
  });

  it("what comes before the first act belongs to it, and sums stay with their act", () => {
    const sum = { of: "attack", lines: [], total: 4 };
    const plays = playsOf(
      { events: [moved("A1", 24, 8), shot], acts: [act("shot", 1, { target: "B1" })], sums: [[], [sum]] },
      table(),
      manners,
    );
    expect(plays[0]?.motions.map((one) => one.kind)).toEqual(["shot", "move"]);
    expect(plays[0]?.sums).toEqual([sum]);
  });

  it("who leaves goes up, who falls goes over, and what is marked is heard", () => {
    const left: AnyEvent = { event: "unit_left", unit: "A1", edge: "south", clause: "" };
    const hot: AnyEvent = { event: "unit_marked", unit: "A1", mark: "glow", value: 2, clause: "" };
    const face = { ...manners, cues: { glow: "sizzle" } };
    const plays = played([left, hot], [act("leave", 0), act("note", 1)], table(), face);
    expect(plays[0]?.motions).toEqual([{ kind: "leave", unit: "A1" }]);
    expect(plays[1]?.sounds).toEqual(["sizzle"]);
  });

  it("dice look as the table says, and show which of them hit", () => {
    const brick = { look: "brick", title: "", success_from: 3, chance: 0.5, clause: "" } satisfies DiceFace;
    expect(diceOf([{ ...nine, faces: [1, 4] }], { ...manners, dice: brick })).toEqual([
      { look: "brick", face: 1, hit: false, side: 0 },
      { look: "brick", face: 4, hit: true, side: 0 },
    ]);
    expect(diceOf([{ ...nine, seat: -1 }], { ...manners, dice: brick })[0]).toMatchObject({ look: "cube", hit: false });
  });
});
