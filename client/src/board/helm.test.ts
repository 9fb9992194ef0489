// The ruler of ships: the hull follows the bow, what stands in the way is met, hand-drawn lines become legs.
import { describe, expect, it } from "vitest";
import { behindBow, bowOf, convexParts, type HelmLeg, legsAlong, sailed, straightened, traced } from "./helm";
import { BORDER, NOTHING } from "./ruler";
import type { Place, Point } from "./types";

// twelve studs long and four broad, as the rules draw a hull
const SHIP = { length: 4, width: 4 / 3, outline: [-2, 2 / 3, -2, -2 / 3, 4 / 3, -2 / 3, 2, 0, 4 / 3, 2 / 3] };
const START: Place = { x: 10, y: 10, heading: 0 };
const OPEN = { obstacles: [], border: [0, 0, 35, 35] as [number, number, number, number] };
const ahead = (heading: number, inches: number): HelmLeg => ({ step: "ahead", heading, inches });
const square = (x: number, y: number, half = 1): Point[] => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
];

describe("a course", () => {
  it("is the way of the bow; the hull swings about it and follows", () => {
    const [first, second] = sailed(START, [ahead(90, 3), ahead(180, 2)], SHIP, OPEN);
    expect(first?.bow.from).toEqual([12, 10]);
    expect(first?.from).toEqual({ x: 12, y: 8, heading: 90 });
    expect(first?.to.x).toBeCloseTo(12, 9);
    expect(first?.to.y).toBeCloseTo(11, 9);
    expect(second?.bow.from[1]).toBeCloseTo(13, 9);
    expect(second?.to.x).toBeCloseTo(12, 9);
    expect(second?.to.heading).toBe(180);
  });

  it("goes astern with the heading it has", () => {
    const [back] = sailed(START, [{ step: "back", inches: 1.5 }], SHIP, OPEN);
    expect(back?.to).toEqual({ x: 8.5, y: 10, heading: 0 });
    expect(back?.hit).toBe(NOTHING);
  });

  it("meets what lies ahead where the bow touches it", () => {
    const [run] = sailed(START, [ahead(0, 6)], SHIP, { ...OPEN, obstacles: [square(16, 10)] });
    expect(run?.hit).toBe(0);
    expect((run?.share ?? 0) * 6).toBeCloseTo(3, 1);
    expect(run?.swings).toBe(false);
  });

  it("cannot begin where the hull would swing into something", () => {
    const [run] = sailed(START, [ahead(90, 3)], SHIP, { ...OPEN, obstacles: [square(12, 7, 0.4)] });
    expect(run).toMatchObject({ hit: 0, share: 0, swings: true });
  });

  it("cannot begin where the stern would swing off the table, though it goes inwards from there", () => {
    // in the lower corner, on the diagonal: turned to the north its stern lies below the edge
    const corner: Place = { x: 2, y: 2, heading: 45 };
    expect(sailed(corner, [ahead(45, 3)], SHIP, OPEN)[0]?.hit).toBe(NOTHING);
    expect(sailed(corner, [ahead(90, 3)], SHIP, OPEN)[0]).toMatchObject({ hit: BORDER, share: 0, swings: true });
  });

  it("ends at the edge of the table", () => {
    expect(sailed(START, [ahead(180, 20)], SHIP, OPEN)[0]?.hit).toBe(BORDER);
  });

  it("sweeps the water under the hull from its first place to its last", () => {
    const [run] = sailed(START, [ahead(0, 5)], SHIP, OPEN);
    const xs = run?.swept.map((p) => p[0]) ?? [];
    expect(Math.min(...xs)).toBeCloseTo(8, 9);
    expect(Math.max(...xs)).toBeCloseTo(17, 9);
  });

  it("leaves bow and hull in one line", () => {
    const place = behindBow([5, 5], 45, 4);
    const [x, y] = bowOf(place, 4);
    expect([x, y].map((v) => Math.round(v * 1e9) / 1e9)).toEqual([5, 5]);
  });
});

describe("islands with bays", () => {
  it("are cut into convex parts that cover them and no more", () => {
    const bay: Point[] = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 1],
      [0, 4],
    ];
    const area = (points: Point[]) =>
      Math.abs(
        points.reduce((sum, [x, y], i) => {
          const [u, v] = points[(i + 1) % points.length] as Point;
          return sum + x * v - u * y;
        }, 0),
      ) / 2;
    const parts = convexParts(bay);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.reduce((sum, part) => sum + area(part), 0)).toBeCloseTo(area(bay), 9);
    expect(convexParts(square(0, 0))).toHaveLength(1);
  });
});

describe("a line drawn by hand", () => {
  it("becomes as few legs as describe it", () => {
    const wobbly: Point[] = [
      [0, 0],
      [1, 0.1],
      [2, -0.1],
      [3, 0],
      [3.1, 1],
      [3, 2],
    ];
    expect(straightened(wobbly, 0.45)).toEqual([
      [0, 0],
      [3, 0],
      [3, 2],
    ]);
  });

  it("is taken away again by going back over it", () => {
    let trail: Point[] = [[0, 0]];
    for (const p of [1, 2, 3, 4, 3.5, 3, 2.5, 2].map((x): Point => [x, 0])) trail = traced(trail, p, 0.4);
    expect(trail.at(-1)).toEqual([2, 0]);
    expect(Math.max(...trail.map((p) => p[0]))).toBeLessThan(3.1);
  });

  it("gives no leg under the shortest and no more than what is left", () => {
    const corners: Point[] = [
      [0, 0],
      [2, 0],
      [2, 0.2],
      [2, 3],
    ];
    const legs = legsAlong(corners, 1 / 3, 4);
    expect(legs.map((leg) => leg.step)).toEqual(["ahead", "ahead"]);
    expect(legs.reduce((sum, leg) => sum + leg.inches, 0)).toBeCloseTo(4, 9);
    expect(legsAlong([corners[0] as Point, [0.2, 0]], 1 / 3, 4)).toEqual([]);
  });
});
