// Hills and bridges are higher than the table, and everything on them goes up with them.
import { describe, expect, it } from "vitest";
import { groundPoint } from "../hits";
import { countOf, emptyBatches, extentOf, pushModel } from "../instances";
import { firstLook, fitted, lensOf, project } from "../looking/views";
import { pieceParts } from "../models/index";
import { unitBatches } from "../standing";
import { aPiece, aScene, aUnit, STUD } from "../testing";
import type { BoardScene } from "../types";
import { flatMesh } from "./flatmesh";
import { area, LEVEL, line } from "./flats";
import { contourFlats, groundAt, liftOf, reliefOf } from "./relief";

const HILL = aPiece("hill", "hill", 12, 9, { length: 20 * STUD, width: 16 * STUD });
const bridge = (height: number) =>
  aPiece("bridge", "bridges", 4, 9, { length: 18 * STUD, width: 6 * STUD, height: height * STUD });
const scene = (...pieces: BoardScene["pieces"]): BoardScene => aScene({ pieces, units: [aUnit("a", 0, 12, 9)] });

describe("the ground", () => {
  it("is flat without hills and bridges", () => {
    expect(reliefOf(scene(aPiece("house", "house", 12, 9)))).toBeNull();
  });

  it("goes up a hill terrace by terrace, as the bricks do", () => {
    const table = scene(HILL);
    const heights = [0, 1, 2, 2.8, 4].map((x) => groundAt(table, 12 + x, 9));
    expect(heights.map((each) => Math.round(each * 10) / 10)).toEqual([3.2, 3.2, 1.6, 0.8, 0]);
    const bricks = emptyBatches();
    pushModel(bricks, pieceParts(HILL, table.studsPerUnit), { x: 0, y: 0, heading: 0 });
    expect(extentOf(bricks).high[1]).toBeCloseTo(3.2 + 0.212, 2);
  });

  it("goes up a ramp to the deck of a bridge, higher on a high one", () => {
    const [low, high] = [scene(bridge(2.4)), scene(bridge(4.8))];
    expect(groundAt(low, 4, 9)).toBeCloseTo(1.2);
    expect(groundAt(high, 4, 9)).toBeCloseTo(2.8);
    expect(groundAt(low, 4 + 8.5 * STUD, 9)).toBeLessThan(0.4);
    expect(groundAt(low, 4, 9 + 3.2 * STUD)).toBe(0);
  });
});

describe("what is on a hill", () => {
  it("stands on its top, and who flies does not", () => {
    const table = scene(HILL);
    const unit = aUnit("a", 0, 12, 9);
    expect(liftOf(table, unit)).toBeCloseTo(3.2);
    expect(liftOf(table, { ...unit, lift: 2 })).toBeCloseTo(2 * table.studsPerUnit);
    expect(liftOf(table, unit, { x: 2, y: 2, heading: 0 })).toBe(0);
    const { solid } = unitBatches(table, new Map());
    expect(countOf(solid)).toBeGreaterThan(0);
    expect(extentOf(solid).low[1]).toBeGreaterThan(3);
  });

  it("is drawn on it: lines and areas follow the ground unless they are aloft", () => {
    const relief = reliefOf(scene(HILL));
    const across = line(
      [
        [6, 9],
        [18, 9],
      ],
      { height: LEVEL.path },
    );
    const heights = (flat: Parameters<typeof flatMesh>[0][number]) => {
      const { corners } = flatMesh([flat], 1 / STUD, relief);
      return Array.from({ length: corners.length / 15 }, (_, i) => corners[i * 15 + 1] as number);
    };
    expect(Math.max(...heights(across))).toBeCloseTo(3.2 + LEVEL.path, 4);
    expect(Math.min(...heights(across))).toBeCloseTo(LEVEL.path, 4);
    expect(new Set(heights({ ...across, aloft: true }).map((each) => each.toFixed(4))).size).toBe(1);
    const disc = area(
      [
        [8, 5],
        [16, 5],
        [16, 13],
        [8, 13],
      ],
      "#ffffff",
      0.5,
      LEVEL.reach,
    );
    expect(Math.max(...heights(disc))).toBeCloseTo(3.2 + LEVEL.reach, 4);
  });

  it("is found under the pointer where it is seen", () => {
    const table = scene(HILL);
    const k = table.studsPerUnit;
    const look = fitted({ ...firstLook(), width: 900, height: 700, scene: 1 }, table);
    const lens = lensOf(look);
    for (const [x, y] of [
      [12, 9],
      [13.5, 8.6],
      [14.4, 8.4],
      [4, 4],
    ] as const) {
      const [px, py] = project(lens, look, x * k, y * k, groundAt(table, x, y));
      const [u, v] = groundPoint({ scene: table, look, lens }, px, py);
      expect(Math.hypot(u - x, v - y), `${x} ${y}`).toBeLessThan(0.01);
    }
  });

  it("has contour lines with strokes downhill", () => {
    const drawn = contourFlats(scene(HILL));
    const [closed, strokes] = [drawn.filter((each) => each.flat === "line" && each.closed), drawn.slice(4)];
    expect(closed).toHaveLength(4);
    for (const stroke of strokes) {
      const [from, to] = stroke.points as [[number, number], [number, number]];
      expect(groundAt(scene(HILL), ...to)).toBeLessThanOrEqual(groundAt(scene(HILL), from[0], from[1]));
    }
  });
});
