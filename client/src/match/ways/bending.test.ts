// Where a ship gets to whose course bends only so much: every legal course ends inside, what no course reaches is outside.
import { describe, expect, it } from "vitest";
import type { Place, Point } from "../../board";
import { behindBow, bowOf, sailed } from "../../board/helm";
import { mover, path, stepOffer } from "../testing";
import type { Field } from "./field";
import { fansFrom, type Look } from "./reachable";
import { depthAt, regionOf } from "./region";
import { type Goer, legsOf } from "./ways";

const HULL = { length: 3, width: 1, outline: [-1.5, -0.5, 1.5, -0.5, 1.5, 0.5, -1.5, 0.5] };
const SEA: Field = { length: 3, width: 1, obstacles: [], things: [], border: [0, 0, 40, 40] };
const BEND = { degrees: 45, leg: 1, clause: "sea.move.free_path", swept: false };
const SAIL = [
  stepOffer("ahead", { motion: "course", amount: "inches" }),
  stepOffer("back", { bearing: 180, amount: "inches", first: true }),
];
const START: Place = behindBow([20, 20], 0, HULL.length);

function ship(speed: number, field: Field = SEA): Goer {
  const offer = path([mover("A1", speed, { bend: BEND })], SAIL, { shortest: 0.3 });
  return { offer, mover: offer.movers[0] as Goer["mover"], start: START, hull: HULL, field, ruler: "inch" };
}

const fans = (goer: Goer, look: Look = "round") => fansFrom(goer, START, [], look);

/** Numbers that look thrown, the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** A course within the agreement: sometimes back first, then legs of at least an inch, none bent too sharply. */
function course(next: () => number, speed: number) {
  const steps = [];
  let [left, heading] = [speed, 0];
  if (next() < 0.2) {
    const amount = 1 + next() * (left - 2);
    steps.push({ step: "back", amount });
    left -= amount;
  }
  while (left > 0.3) {
    const isLast = next() < 0.3 || left < 1.4;
    heading += (next() * 2 - 1) * BEND.degrees;
    const amount = isLast ? 0.3 + next() * (left - 0.3) : 1 + next() * Math.min(2, left - 1.3);
    steps.push({ step: "ahead", heading, amount });
    left -= amount;
    if (isLast) break;
  }
  return steps;
}

function bowAfter(goer: Goer, steps: ReturnType<typeof course>): Point | null {
  const legs = legsOf(steps, goer);
  const last = legs.at(-1);
  return !last || legs.some((leg) => leg.fault || leg.hit) ? null : bowOf(last.to, HULL.length);
}

function outside(goer: Goer, speed: number): Point[] {
  const [next, area] = [chance(7), fans(goer)];
  return Array.from({ length: 800 }, () => bowAfter(goer, course(next, speed))).flatMap((bow) =>
    bow && depthAt(area, bow) < -0.15 ? [bow] : [],
  );
}

describe("a course that bends only so much", () => {
  it.each([5, 8])("ends inside the area, whichever it is, with a speed of %d", (speed) => {
    // behind the ship, where it comes by backing, there are pockets between the places that are tried
    expect(outside(ship(speed), speed).length).toBeLessThan(4);
  });

  it("does not get beside the bow, nor behind the ship, unless it goes back first", () => {
    const area = fans(ship(5));
    const inside = (x: number, y: number): boolean => depthAt(area, [x, y]) > 0;
    expect(inside(24.95, 20)).toBe(true);
    expect(inside(25.2, 20)).toBe(false);
    expect(inside(20 + 3.4, 20 + 3.4)).toBe(true);
    // two bends and what is left: an inch at 45 degrees, an inch at 90, three on
    expect(inside(20.7, 24.6)).toBe(true);
    expect(inside(20.7, 24.9)).toBe(false);
    expect(inside(14.9, 20)).toBe(false);
    // an inch back, and ahead at 45 degrees
    expect(inside(20.4, 21.3)).toBe(true);
    expect(inside(20, 21.7)).toBe(true);
    for (const beside of [
      [20.4, 21.3],
      [20, 21.7],
    ] as Point[])
      expect(depthAt(fans(ship(5), "near"), beside)).toBeLessThan(0);
  });

  it("ends at an island, and goes round it", () => {
    const island: Point[] = [
      [23, 18.5],
      [24.5, 18.5],
      [24.5, 21.5],
      [23, 21.5],
    ];
    const goer = ship(7, { ...SEA, obstacles: [island], things: ["T1"] });
    const area = fans(goer);
    expect(depthAt(area, [23.5, 20])).toBeLessThan(0);
    expect(depthAt(area, [26.5, 20])).toBeLessThan(0);
    expect(depthAt(area, [24.5, 22.5])).toBeGreaterThan(0);
    const next = chance(11);
    const missed = Array.from({ length: 800 }, () => bowAfter(goer, course(next, 7))).filter(
      (bow) => bow && depthAt(area, bow) < -0.5,
    );
    expect(missed.length).toBeLessThan(8);
  });

  it("is smaller than the circle, and has one edge", () => {
    const { rim } = regionOf(fans(ship(5)), SEA.border);
    expect(rim.length).toBe(1);
  });

  it("goes straight on where the leg before is too short to be followed by another", () => {
    const goer = ship(5);
    const step = { step: "ahead", amount: 0.5, heading: 0 };
    const run = sailed(START, [{ step: "ahead", heading: 0, inches: 0.5 }], HULL, SEA)[0];
    const sort = goer.offer.steps[0] as (typeof SAIL)[0];
    const area = fansFrom(goer, run?.to ?? START, [{ sort, step, from: START }]);
    expect(depthAt(area, [24.5, 20])).toBeGreaterThan(0);
    expect(depthAt(area, [22, 21])).toBeLessThan(0);
  });
});
