// The browser's ruler against the engine's own numbers.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Outline } from "./ground/discs";
import {
  type Border,
  bodyAt,
  drive,
  firstContact,
  footprint,
  NOTHING,
  pivotHit,
  placeAfter,
  type RulerStep,
  SNAP,
  snapTo,
} from "./ruler";
import type { Place, Point } from "./types";

type Pose = [number, number, number];
/** A step as the engine writes it. */
type Told = { step: string; inches?: number; degrees?: number; heading?: number };
type Order = { from: Pose; steps: Told[]; to: Pose };
type Among = { size: Point; from: Pose; obstacles: Point[][]; border: Border };
type Drive = Among & { way: Point; share: number; hit: number };
type Turn = Among & { degrees: number; hit: number };
type Course = Among & { steps: Told[]; ends: { to: Pose; hit: number }[] };
type Roll = Omit<Drive, "obstacles"> & { round: boolean; obstacles: Outline[] };
type Spin = Omit<Turn, "obstacles"> & { obstacles: Outline[] };
type Vectors = { rolls: Roll[]; spins: Spin[]; orders: Order[]; drives: Drive[]; turns: Turn[]; courses: Course[] };

const FILE = resolve(dirname(fileURLToPath(import.meta.url)), "../../../tests/vectors/ruler.json");
const vectors = JSON.parse(readFileSync(FILE, "utf-8")) as Vectors;
const placeOf = ([x, y, heading]: Pose): Place => ({ x, y, heading });
function stepOf({ step, inches = 0, degrees = 0, heading = 0 }: Told): RulerStep {
  if (step === "pivot") return { motion: "turn", amount: degrees };
  if (step === "slide") return { motion: "free", heading, amount: inches };
  return { motion: "straight", bearing: step === "reverse" ? 180 : 0, amount: inches };
}
const shapeOf = (row: Among) => footprint(placeOf(row.from), row.size[0], row.size[1]);

function near(place: Place, [x, y, heading]: Pose): void {
  expect(place.x).toBeCloseTo(x, 5);
  expect(place.y).toBeCloseTo(y, 5);
  expect(Math.abs(((place.heading - heading + 540) % 360) - 180)).toBeLessThan(1e-5);
}

describe("the ruler agrees with the engine", () => {
  it.each(vectors.orders.map((row, i) => [i, row] as const))("order %i ends the same", (_, row) => {
    near(row.steps.map(stepOf).reduce(placeAfter, placeOf(row.from)), row.to);
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
      const legs = drive(placeOf(row.from), row.steps.map(stepOf), ground);
      expect(legs.map((leg) => leg.hit)).toEqual(row.ends.map((end) => end.hit));
      legs.forEach((leg, i) => {
        near(leg.to, row.ends[i]?.to as Pose);
      });
    },
  );
});

describe("discs", () => {
  it.each(vectors.rolls.map((row, i) => [i, row] as const))("way %i is cut where the engine cuts it", (_, row) => {
    const [length, width] = row.size;
    const body = bodyAt(placeOf(row.from), { length, width, round: row.round });
    const { share, hit } = firstContact(body, row.way, row.obstacles, row.border);
    expect(hit).toBe(row.hit);
    expect(share * Math.hypot(...row.way)).toBeCloseTo(row.share * Math.hypot(...row.way), 5);
  });

  it.each(vectors.spins.map((row, i) => [i, row] as const))("turn %i meets the same disc", (_, row) => {
    const shape = footprint(placeOf(row.from), row.size[0], row.size[1]);
    expect(pivotHit(placeOf(row.from), shape, row.degrees, row.obstacles, row.border)).toBe(row.hit);
  });

  it("turn wherever they stand", () => {
    const body = { x: 5, y: 5, r: 1 };
    expect(pivotHit({ x: 5, y: 5, heading: 0 }, body, 90, [{ x: 7, y: 5, r: 1 }])).toBe(NOTHING);
    expect(pivotHit({ x: 5, y: 5, heading: 0 }, body, 90, [{ x: 6.5, y: 5, r: 1 }])).toBe(0);
  });
});

describe("snapping", () => {
  it("moves to the nearest step and leaves free values alone", () => {
    expect(snapTo(3.37, SNAP.inches)).toBe(3.25);
    expect(snapTo(-38, SNAP.degrees)).toBe(-45);
    expect(snapTo(1, SNAP.stud)).toBe(0.945);
    expect(snapTo(1.2345, 0)).toBe(1.2345);
  });
});
