// The sea: reach round a hull, what is printed on the water, ships as long as they are, islands, and sinking.
import { describe, expect, it } from "vitest";
import { SIDES } from "./colours";
import { rimOf, stretchesOn, trimmed, waterFlats } from "./ground/waters";
import { emptyBatches, extentOf, pushModel } from "./instances";
import { layersOf } from "./marks";
import { pieceParts, unitParts } from "./models/index";
import { actsOf, momentOf } from "./motions";
import { frames, unitBatches } from "./standing";
import { aPiece, aScene, aUnit } from "./testing";
import { type BoardUnit, NOBODY, type Point } from "./types";

const HULL = [-2, 2 / 3, -2, -2 / 3, 4 / 3, -2 / 3, 2, 0, 4 / 3, 2 / 3];
const ship = (id: string, more: Partial<BoardUnit> = {}): BoardUnit =>
  aUnit(id, 0, 12, 9, { model: "ship.galleon", length: 4, width: 4 / 3, outline: HULL, ...more });
const ISLAND = [4, 4, 10, 4, 10, 9, 7, 6, 4, 9];
const sea = (more = {}) => aScene({ ground: "sea", studsPerUnit: 3, units: [ship("A1")], pieces: [], ...more });
const island = aPiece("I1", "island", 7, 6.5, { outline: ISLAND, length: 6, width: 5 });

describe("the reach of guns", () => {
  it("is everywhere exactly so far from the hull", () => {
    const square: Point[] = [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ];
    for (const [x, y] of rimOf(square, 3)) {
      const [dx, dy] = [Math.max(-x, 0, x - 2), Math.max(-y, 0, y - 2)];
      expect(Math.hypot(dx, dy)).toBeCloseTo(3, 9);
    }
  });

  it("of a point or a line is a circle or a lane round it, where it is", () => {
    for (const [x, y] of rimOf([[7, 4]], 3)) expect(Math.hypot(x - 7, y - 4)).toBeCloseTo(3, 9);
    const lane = rimOf(
      [
        [4, 4],
        [9, 4],
      ],
      2,
    );
    for (const [x, y] of lane) expect(Math.hypot(Math.max(4 - x, 0, x - 9), y - 4)).toBeCloseTo(2, 9);
  });

  it("is cut off at the edges of the table, not bent along them", () => {
    const wedge: Point[] = [
      [4, 4],
      [-6, 4],
      [-6, 14],
    ];
    // the slanting side goes straight to the edge
    expect(trimmed(wedge, 24, 18)).toEqual([
      [4, 4],
      [0, 4],
      [0, 8],
    ]);
    expect(trimmed(wedge, 24, 6)).toContainEqual([2, 6]);
  });

  it("is drawn only where there is table", () => {
    const far: Point[] = [
      [-5, 5],
      [5, 5],
      [5, 30],
      [-5, 30],
    ];
    const shown = stretchesOn(far, 24, 18);
    expect(shown.flat().every(([x, y]) => x >= 0 && x <= 24 && y >= 0 && y <= 18)).toBe(true);
    expect(Math.max(...shown.flat().map((p) => p[1]))).toBeGreaterThan(17.5);
    const marks = layersOf([{ kind: "rim", outline: HULL, distance: 3, label: "range 3 in" }], sea());
    expect(marks.notes.map((note) => note.text)).toEqual(["range 3 in"]);
  });
});

describe("the water", () => {
  it("shows shores round islands, arrows in currents, and the rose only when a wind blows", () => {
    const calm = waterFlats(sea({ pieces: [island] })).length;
    expect(calm).toBeGreaterThan(2);
    expect(waterFlats(sea({ pieces: [island], wind: 45 })).length).toBeGreaterThan(calm + 16);
    const stream = aPiece("C1", "current", 5, 5, { outline: [0, 0, 10, 0, 10, 10, 0, 10], level: 2 });
    const weak = { ...stream, level: 1 };
    expect(waterFlats(sea({ pieces: [stream] })).length).toBeGreaterThan(waterFlats(sea({ pieces: [weak] })).length);
    expect(waterFlats(aScene())).toEqual([]);
  });
});

describe("ships", () => {
  const roomOf = (unit: BoardUnit) => {
    const out = emptyBatches();
    pushModel(
      out,
      unitParts(unit, 3).filter((part) => part.z < 5),
      { x: 0, y: 0, heading: 0 },
    );
    return extentOf(out);
  };

  it.each(["longship", "galleon", "brig", "steamer"])("of the style %s are as long as their hull", (style) => {
    for (const [length, width] of [
      [8 / 3, 2 / 3],
      [20 / 3, 4 / 3],
      [10, 2],
    ] as const) {
      const { low, high } = roomOf(ship("A1", { model: `ship.${style}`, length, width }));
      expect(high[0] - low[0]).toBeGreaterThan(length * 3 - 0.8);
      expect(high[0] - low[0]).toBeLessThan(length * 3 + 3.4);
    }
  });

  it("carry the colour of their fleet, monsters of the deep none", () => {
    const flags = (unit: BoardUnit) => unitParts(unit, 3).filter((part) => part.colour === SIDES[unit.side].colour);
    for (const side of [0, 1, 2, 3, 4, 5] as const) expect(flags(ship("A1", { side })).length).toBeGreaterThan(2);
    expect(flags(ship("M1", { side: NOBODY, model: "monster.kraken" }))).toEqual([]);
  });

  it("are framed by their hull, not by a rectangle", () => {
    const [halo] = frames(sea(), new Map(), new Set());
    expect(halo?.points).toHaveLength(5);
  });

  it("sink without a wreck in 900 ms", () => {
    const scene = sea();
    const [act] = actsOf([{ kind: "sink", unit: "A1" }], 1);
    if (!act) throw new Error("no act");
    expect(act.takes).toBe(900);
    const half = momentOf(scene, act, 0.5, new Map());
    expect(half.passings.get("A1")?.lift).toBeLessThan(-2);
    expect(half.flats.length).toBeGreaterThan(0);
    const done = momentOf(scene, act, 1, new Map()).passings;
    expect(done.get("A1")?.gone).toBe(true);
    expect(unitBatches(scene, done).solid.box.count).toBe(0);
    expect(frames(scene, done, new Set())).toEqual([]);
  });
});

describe("islands", () => {
  it("stay inside their outline but for the crowns of palms", () => {
    const parts = pieceParts(island, 3).filter((part) => part.z < 0);
    expect(parts.length).toBeGreaterThan(20);
    const inBay = parts.filter((part) => part.x < 0.5 && part.x + part.l > -0.5 && part.y > 2);
    expect(inBay).toEqual([]);
  });

  it("leave the place of a fort free", () => {
    const round = (taken: [number, number, number][]) =>
      pieceParts(
        { ...island, outline: [0, 0, 12, 0, 12, 12, 0, 12], length: 12, width: 12, place: { x: 6, y: 6, heading: 0 } },
        3,
        taken,
      );
    const trunks = round([[0, 0, 12]]).filter((part) => part.kind === "tube" && part.z < 5);
    expect(trunks.length).toBeGreaterThan(0);
    expect(trunks.every((part) => Math.hypot(part.x, part.y) > 11)).toBe(true);
  });
});
