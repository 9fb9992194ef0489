// A scene as bricks: how many, where, in which paint.
import { describe, expect, it } from "vitest";
import { shapeOf } from "./bricks";
import { linear, PAINT, SIDES } from "./colours";
import { groundBatches, groundPatches } from "./ground/ground";
import { type Batches, countOf, emptyBatches, extentOf, KINDS, SKIN } from "./instances";
import { pieceParts, unitParts } from "./models/index";
import { leftOf } from "./pictures";
import { frames, pieceBatches, pushGhost, shades, unitBatches } from "./standing";
import { aPiece, aScene, aUnit, STUD } from "./testing";

const k = 1 / STUD;

/** The room a batch takes, along the table's axes. */
function extent(batches: Batches) {
  const { low, high } = extentOf(batches);
  return { x0: low[0], x1: high[0], y0: -high[2], y1: -low[2], top: high[1] };
}

describe("the end of a battle", () => {
  it("is a picture of who stands, what burns and what has come off, not of the walls", () => {
    const units = [aUnit("A1", 0, 10, 10), aUnit("B1", 1, 20, 10, { status: "wreck" })];
    const pieces = [aPiece("P1", "part.arm", 14, 12), aPiece("T1", "wall.brick", 40, 30)];
    const spots = leftOf(aScene({ units, pieces })).map(({ x, y }) => [x / k, y / k].map(Math.round));
    expect(spots).toEqual([
      [10, 10],
      [20, 10],
      [14, 12],
    ]);
  });
});

describe("the ground", () => {
  it("lies in plates of 8 by 8 studs with a stud on each square that is no road", () => {
    const size = { width: 16 * STUD, height: 16 * STUD, studsPerUnit: k, seed: "g" };
    const plain = groundBatches({ ...size, ground: "plain" }, true);
    expect(plain.box.count).toBe(4 + 4);
    expect(plain.stud.count).toBe(256);
    expect(groundBatches({ ...size, ground: "plain" }, false).stud.count).toBe(0);
  });

  it("leaves no stud under a road", () => {
    const size = { width: 48 * STUD, height: 48 * STUD, studsPerUnit: k, seed: "g" };
    const { stud } = groundBatches({ ...size, ground: "roads" }, true);
    expect(stud.count).toBe(48 * 48 - (2 * 10 * 48 - 100));
    for (let i = 0; i < stud.count; i++) {
      const [x, y] = [stud.matrices[i * 16 + 12] ?? 0, -(stud.matrices[i * 16 + 14] ?? 0)];
      expect(Math.min(Math.abs(x - 24), Math.abs(y - 24))).toBeGreaterThan(5);
    }
  });

  it("is the same for the same seed and differs for another", () => {
    const of = (seed: string) => groundBatches({ ...aScene(), seed }, false).box.tints;
    expect(of("one")).toEqual(of("one"));
    expect(of("one")).not.toEqual(of("two"));
  });

  it("shows the same tints in plain patches", () => {
    const scene = aScene({ ground: "fields" });
    const first = groundPatches(scene)[0];
    expect(groundBatches(scene, false).box.tints.slice(0, 3)).toEqual(linear(first?.colour ?? ""));
  });
});

describe("models", () => {
  it("fill their footprint and nothing of the hull hangs over it", () => {
    for (const [model, length, width] of [
      ["tank.light", 5, 3],
      ["tank.medium", 6, 3],
      ["tank.heavy", 7, 4],
    ] as const) {
      const parts = unitParts(aUnit("u", 0, 0, 0, { model, length: length * STUD, width: width * STUD }), k);
      const hull = parts.filter((part) => !part.turret && part.kind === "box");
      expect(Math.min(...hull.map((part) => part.x))).toBeCloseTo(-length / 2, 6);
      expect(Math.min(...hull.map((part) => part.y))).toBeCloseTo(-width / 2, 6);
      expect(Math.max(...hull.map((part) => part.y + part.w))).toBeCloseTo(width / 2, 6);
      expect(parts.some((part) => part.turret)).toBe(true);
    }
  });

  it("gives every name of the door parts of its own, and unknown names a block", () => {
    const names = ["house", "building", "hedgerow", "low_wall", "light_trees", "gun", "car", "fixed.light"];
    const counts = names.map((model) => pieceParts(aPiece("p", model, 0, 0), k).length);
    for (const count of counts) expect(count).toBeGreaterThan(4);
    expect(pieceParts(aPiece("p", "moon base", 0, 0), k)).toHaveLength(1);
  });

  it("keep their leaves: the same piece is built the same way twice", () => {
    const hedge = (id: string) =>
      JSON.stringify(pieceParts(aPiece(id, "hedgerow", 0, 0, { length: 5, width: STUD }), k));
    expect(hedge("one")).toBe(hedge("one"));
    expect(hedge("one")).not.toBe(hedge("two"));
  });

  it("comes in two colour schemes of houses", () => {
    const walls = new Set(
      Array.from({ length: 12 }, (_, i) => pieceParts(aPiece(`h${i}`, "house", 0, 0), k)[0]?.colour),
    );
    expect(walls).toEqual(new Set([PAINT.tan, PAINT.pale]));
  });
});

describe("the six sides", () => {
  it("differ in colour, line and shape", () => {
    const looks = Object.values(SIDES).slice(0, 6);
    for (const key of ["colour", "ghost", "stroke", "shape"] as const)
      expect(new Set(looks.map((look) => look[key])).size).toBe(6);
  });
});

describe("standing", () => {
  it("puts a unit where it stands, turned by its heading", () => {
    const scene = aScene({ units: [aUnit("u", 0, 10, 5, { model: "unknown" })] });
    const box = extent(unitBatches(scene, new Map()).solid);
    expect((box.x0 + box.x1) / 2).toBeCloseTo(10 * k, 4);
    expect((box.y0 + box.y1) / 2).toBeCloseTo(5 * k, 4);
    expect(box.x1 - box.x0).toBeCloseTo(3, 4);
    expect(box.y1 - box.y0).toBeCloseTo(6, 4);
  });

  it("turns only the turret to the target", () => {
    const of = (aim?: { x: number; y: number }) =>
      unitBatches(aScene({ units: [aUnit("u", 0, 10, 5, aim ? { aim } : {})] }), new Map()).solid.box.matrices;
    const [still, aimed] = [of(), of({ x: 20, y: 5 })];
    const changed = new Set(
      still.map((value, i) => (Math.abs(value - (aimed[i] ?? 0)) > 1e-6 ? Math.floor(i / 16) : -1)),
    );
    changed.delete(-1);
    const turret = unitParts(aUnit("u", 0, 0, 0), k).filter((part) => part.turret && part.kind === "box").length;
    expect(changed.size).toBe(turret);
  });

  it("lays a wreck on its side in charcoal, without a frame", () => {
    const scene = aScene({ units: [aUnit("w", 0, 10, 5, { status: "wreck" })] });
    const { solid } = unitBatches(scene, new Map());
    expect(extent(solid).top).toBeGreaterThan(2.9);
    const greens = solid.box.tints.filter((_, i) => i % 4 === 1);
    for (const green of greens) expect(green).toBeLessThan(0.12);
    expect(frames(scene, new Map(), new Set())).toHaveLength(0);
  });

  it("keeps faded units and ghosts apart from the solid ones", () => {
    const scene = aScene({ units: [aUnit("u", 0, 10, 5, { faded: true })] });
    const { solid, faded } = unitBatches(scene, new Map());
    expect(countOf(solid)).toBe(0);
    expect(countOf(faded)).toBeGreaterThan(20);
    const ghost = emptyBatches();
    pushGhost(ghost, scene, aUnit("u", 1, 0, 0), { place: { x: 1, y: 1, heading: 0 }, side: 1, refused: false });
    expect(ghost.box.tints.slice(0, 3)).toEqual(linear(SIDES[1].ghost));
    expect(ghost.box.tints[3]).toBeCloseTo(0.66, 6);
  });

  it("leaves out the shooter for the picture from the barrel", () => {
    const all = countOf(unitBatches(aScene(), new Map()).solid);
    expect(countOf(unitBatches(aScene(), new Map(), "a1").solid)).toBe(all / 2);
  });

  it("casts flat shadows away from the sun, as the shadow map does", () => {
    const [shade] = shades(aScene({ units: [], pieces: [aPiece("house", "house", 12, 9)] }), new Map());
    const xs = (shade?.points ?? []).map((p) => p[0] - 12);
    const ys = (shade?.points ?? []).map((p) => p[1] - 9);
    expect(Math.max(...xs)).toBeGreaterThan(-Math.min(...xs) + 1);
    expect(Math.max(...ys)).toBeGreaterThan(-Math.min(...ys) + 0.5);
  });

  it("puts hit markers on a piece", () => {
    const plain = countOf(pieceBatches(aScene()).solid);
    const marked = aScene({ pieces: [aPiece("house", "house", 12, 9, { marks: 3 })] });
    expect(countOf(pieceBatches(marked).solid)).toBe(plain + 3);
  });

  it("has one row of numbers for each brick", () => {
    const { solid } = unitBatches(aScene(), new Map());
    for (const kind of KINDS) {
      expect(solid[kind].matrices).toHaveLength(solid[kind].count * 16);
      expect(solid[kind].tints).toHaveLength(solid[kind].count * 4);
      expect(solid[kind].sizes).toHaveLength(solid[kind].count * 4);
      for (let i = 0; i < solid[kind].count; i++) expect(solid[kind].sizes[i * 4 + 3]).toBe(SKIN[kind]);
    }
  });
});

describe("shapes", () => {
  it("stay inside the unit cube, and low quality has fewer corners", () => {
    for (const kind of KINDS) {
      const { positions, normals } = shapeOf(kind, "high");
      expect(positions.length).toBe(normals.length);
      expect(Math.max(...positions.map(Math.abs))).toBeCloseTo(0.5, 6);
      expect(shapeOf(kind, "low").positions.length).toBeLessThanOrEqual(positions.length);
    }
  });
});
