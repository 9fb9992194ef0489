// The browser's ruler against the engine's own numbers.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  type Border,
  costOfSteps,
  drive,
  firstContact,
  footprint,
  pivotHit,
  placeAfter,
  type RulerPrices,
  type RulerStep,
  SNAP,
  snapTo,
} from "./ruler";
import type { Place, Point } from "./types";

type Pose = [number, number, number];
type Order = { prices: RulerPrices; from: Pose; steps: RulerStep[]; cost: number; to: Pose };
type Among = { size: Point; from: Pose; obstacles: Point[][]; border: Border };
type Drive = Among & { way: Point; share: number; hit: number };
type Turn = Among & { degrees: number; hit: number };
type Course = Among & { steps: RulerStep[]; ends: { to: Pose; hit: number }[] };
type Vectors = { orders: Order[]; drives: Drive[]; turns: Turn[]; courses: Course[] };

const FILE = resolve(dirname(fileURLToPath(import.meta.url)), "../../../tests/vectors/ruler.json");
const vectors = JSON.parse(readFileSync(FILE, "utf-8")) as Vectors;
const placeOf = ([x, y, heading]: Pose): Place => ({ x, y, heading });
const shapeOf = (row: Among) => footprint(placeOf(row.from), row.size[0], row.size[1]);

function near(place: Place, [x, y, heading]: Pose): void {
  expect(place.x).toBeCloseTo(x, 5);
  expect(place.y).toBeCloseTo(y, 5);
  expect(Math.abs(((place.heading - heading + 540) % 360) - 180)).toBeLessThan(1e-5);
}

describe("the ruler agrees with the engine", () => {
  it.each(vectors.orders.map((row, i) => [i, row] as const))("order %i costs and ends the same", (_, row) => {
    expect(costOfSteps(row.steps, row.prices)).toBeCloseTo(row.cost, 6);
    near(row.steps.reduce(placeAfter, placeOf(row.from)), row.to);
  });

  it.each(vectors.drives.map((row, i) => [i, row] as const))(
    "drive %i meets the same thing at the same place",
    (_, row) => {
      const { share, hit } = firstContact(shapeOf(row), row.way, row.obstacles, row.border);
      expect(hit).toBe(row.hit);
      expect(share * Math.hypot(...row.way)).toBeCloseTo(row.share * Math.hypot(...row.way), 5);
    },
  );

  it.each(vectors.turns.map((row, i) => [i, row] as const))("turn %i is blocked by the same thing", (_, row) => {
    expect(pivotHit(placeOf(row.from), shapeOf(row), row.degrees, row.obstacles, row.border)).toBe(row.hit);
  });

  it.each(vectors.courses.map((row, i) => [i, row] as const))(
    "course %i ends its steps at the same places",
    (_, row) => {
      const ground = { length: row.size[0], width: row.size[1], obstacles: row.obstacles, border: row.border };
      const legs = drive(placeOf(row.from), row.steps, ground, { degrees_per_point: 90 });
      expect(legs.map((leg) => leg.hit)).toEqual(row.ends.map((end) => end.hit));
      legs.forEach((leg, i) => {
        near(leg.to, row.ends[i]?.to as Pose);
      });
    },
  );
});

describe("snapping", () => {
  it("moves to the nearest step and leaves free values alone", () => {
    expect(snapTo(3.37, SNAP.inches)).toBe(3.25);
    expect(snapTo(-38, SNAP.degrees)).toBe(-45);
    expect(snapTo(1, SNAP.stud)).toBe(0.945);
    expect(snapTo(1.2345, 0)).toBe(1.2345);
  });
});
