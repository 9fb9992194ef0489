// Where a unit can get to: its points in every direction, what stands in the way, and round corners.
import { describe, expect, it } from "vitest";
import type { Point } from "../../board";
import type { Path } from "../../protocol";
import { DRIVES, mover, path, stepOffer } from "../testing";
import type { Field } from "./field";
import { affordable, clamped, fansFrom } from "./reachable";
import { depthAt, regionOf } from "./region";
import { gaitOf } from "./steps";
import type { Goer } from "./ways";

const start = { x: 24, y: 16, heading: 90 };
const open: Field = { length: 1.89, width: 0.945, obstacles: [], things: [], border: [0, 0, 48, 36] };
const tank = mover("A1", 8);
const offer = path([tank], DRIVES, { stops: true });
const hull = { length: 1.89, width: 0.945, outline: [] };
const goer = (field: Field = open, about: Path = offer): Goer => ({
  ...{ offer: about, start, hull, field, ruler: "inch" },
  mover: about.movers[0] ?? tank,
});
const fans = (field = open, about = offer) => fansFrom(goer(field, about), start, [], "round");
const inside = (point: Point, field = open, about = offer): boolean => depthAt(fans(field, about), point) > 0;
const box = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

describe("in the open", () => {
  it("all points ahead, less the turn to the side, what is dearer behind", () => {
    const far = fans()[0];
    const at = (angle: number): number => far?.far[far.angles.indexOf(angle)] ?? 0;
    expect(at(90)).toBeCloseTo(8);
    expect(at(0)).toBeCloseTo(7);
    expect(at(45)).toBeCloseTo(7.5);
    // half a turn costs two points and leaves six; backwards eight points would be four inches
    expect(at(270)).toBeCloseTo(6);
  });

  it("any way costs the same on foot, and the edge of the table ends it", () => {
    const walker = mover("A1", 20);
    const free = path([walker], [stepOffer("walk", { motion: "free" })], { stops: true });
    expect(inside([43, 16], open, free)).toBe(true);
    expect(inside([24, 35.8], open, free)).toBe(false);
    expect(inside([24, 34.9], open, free)).toBe(true);
  });

  it("begun units are paid whole", () => {
    const two = mover("A1", 2);
    const bricks = path([two], [stepOffer("forward", { whole: true, amount: "bricks" })]);
    const sort = gaitOf(bricks).straight(0);
    expect(sort && affordable(goer(open, bricks), [], sort, start, 90)).toBeCloseTo(2);
  });
});

describe("a drag that asks too much", () => {
  const go = (step: string, amount: number) => ({ step, amount });

  it("goes as far as the points do, the turn first", () => {
    expect(clamped(goer(), [], [go("forward", 12)])).toEqual([go("forward", 8)]);
    expect(clamped(goer(), [], [go("pivot", -90), go("forward", 12)])).toEqual([go("pivot", -90), go("forward", 7)]);
    expect(clamped(goer(), [], [go("forward", 3)])).toEqual([go("forward", 3)]);
  });

  it("behind what is drawn gets what is left, and nothing where nothing is", () => {
    const sort = gaitOf(offer).straight(0);
    const drawn = (amount: number) => (sort ? [{ sort, step: go("forward", amount), from: start }] : []);
    expect(clamped(goer(), drawn(7), [go("pivot", 180)])).toEqual([go("pivot", 90)]);
    expect(clamped(goer(), drawn(8), [go("forward", 1)])).toEqual([]);
  });
});

describe("a drag that asks too much where begun units are paid whole", () => {
  const go = (step: string, amount: number) => ({ step, amount });
  const whole = { whole: true, amount: "bricks", together: "straight" };
  const mech = path(
    [mover("A1", 8)],
    [stepOffer("forward", whole), stepOffer("backward", { ...whole, bearing: 180, price: 2, together: "" })],
  );

  it("ends at a whole brick, also behind a broken one", () => {
    const sort = gaitOf(mech).straight(0);
    const drawn = sort ? [{ sort, step: go("forward", 2.3), from: start }] : [];
    expect(clamped(goer(open, mech), [], [go("forward", 11.7)])).toEqual([go("forward", 8)]);
    expect(clamped(goer(open, mech), drawn, [go("forward", 11.7)])).toEqual([go("forward", 5.7)]);
    expect(clamped(goer(open, mech), [], [go("backward", 6.2)])).toEqual([go("backward", 4)]);
  });
});

describe("what stands in the way", () => {
  const wall: Field = { ...open, obstacles: [box(22, 19, 26, 20)], things: ["T1"] };

  it("ends it there, and behind a wide one is nothing that the points do not pay for", () => {
    expect(inside([24, 17.9], wall)).toBe(true);
    expect(inside([24, 18.6], wall)).toBe(false);
    expect(inside([24, 23.5], wall)).toBe(false);
  });

  it("is driven round", () => {
    // beside the wall, then back behind it
    const behind: Point = [26.3, 21.6];
    const fast = path([mover("A1", 12)], DRIVES, { stops: true });
    const straight = fansFrom(goer(wall, fast), start, []);
    expect(depthAt(straight, behind)).toBeLessThan(0);
    expect(inside(behind, wall, fast)).toBe(true);
    expect(inside(behind, wall)).toBe(false);
  });

  it("a unit walled in gets nowhere", () => {
    const pen = {
      ...open,
      obstacles: [box(22, 17, 26, 18), box(22, 14, 26, 15), box(22, 15, 23.4, 17), box(24.6, 15, 26, 17)],
    };
    expect(depthAt(fans({ ...pen, things: ["a", "b", "c", "d"] }), [24, 18.5])).toBeLessThan(0);
  });
});

describe("the area", () => {
  it("is as large as what the points reach, with one edge around it", () => {
    const walker = mover("A1", 4);
    const free = path([walker], [stepOffer("walk", { motion: "free" })]);
    const { parts, rim } = regionOf(fans(open, free), open.border);
    const size = parts.reduce((sum, part) => {
      const twice = part.reduce((all, [x, y], i) => {
        const [u, v] = part[(i + 1) % part.length] as Point;
        return all + x * v - u * y;
      }, 0);
      return sum + Math.abs(twice) / 2;
    }, 0);
    expect(size).toBeGreaterThan(Math.PI * 16 * 0.98);
    expect(size).toBeLessThan(Math.PI * 16 * 1.01);
    expect(rim).toHaveLength(1);
  });
});
