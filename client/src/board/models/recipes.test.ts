// Models from recipes: every class, plane, obstacle and ground is built, told apart, and flat where one drives.
import { describe, expect, it } from "vitest";
import { gallery } from "../demo_models";
import { LEVEL } from "../ground/flats";
import { aPiece, aUnit, STUD } from "../testing";
import { heightOf, isKnown, pieceHeight, pieceParts, unitParts } from "./index";
import { type Part, PLATE } from "./part";
import { recipeOf } from "./recipes";
import { riseOf } from "./rises";

const k = 1 / STUD;
const size = (l: number, w: number) => ({ length: l * STUD, width: w * STUD });
const built = (model: string, l = 6, w = 3): Part[] => unitParts(aUnit("u", 0, 0, 0, { model, ...size(l, w) }), k);
const ground = (model: string, more = {}): Part[] =>
  pieceParts(aPiece("p", model, 0, 0, { ...size(12, 8), ...more }), k);
const shape = (parts: Part[]): string => JSON.stringify(parts.map(({ colour: _, ...part }) => part));
const top = (parts: Part[]): number => Math.max(...parts.map((part) => (part.z + part.h) * PLATE));
const SHERMAN = "vehicle.medium.turret.tank.4-4-8.round.tracks";
const HELLCAT = "vehicle.medium.turret.tank.5-2-16.round.tracks";
const PANZER_3 = "vehicle.medium.turret.tank.4-4-8.box.tracks";
const PANZER_4 = "vehicle.medium.turret.tank.5-4-7.box.tracks";

describe("a recipe", () => {
  it("is read from the words of the name", () => {
    expect(recipeOf("vehicle.heavy.turret.spg.6-5-7.slope.tracks.commander")).toEqual({
      ...{ size: "heavy", mount: "turret", role: "spg", ap: 6, dp: 5, mp: 7 },
      ...{ turret: "slope", chassis: "tracks", commander: true },
    });
  });

  it.each([
    "vehicle.huge.turret.tank.4-4-8.box.tracks",
    "vehicle.medium.turret.tank.4-4.box.tracks",
    "vehicle",
    "tank",
  ])("is none when a word is missing or unknown: %s", (model) => {
    expect(recipeOf(model)).toBeUndefined();
    expect(isKnown(model)).toBe(false);
    expect(built(model)).toHaveLength(1);
  });
});

describe("the models of a table", () => {
  it("are all known, and no two have the same shape", () => {
    const shapes = new Map<string, string>();
    for (const unit of gallery.units.filter((each) => each.status === "alive")) {
      expect(isKnown(unit.model), unit.model).toBe(true);
      shapes.set(unit.model, shape(unitParts(unit, k)));
    }
    for (const piece of gallery.pieces) {
      expect(isKnown(piece.model), piece.model).toBe(true);
      shapes.set(piece.id, shape(pieceParts(piece, k)));
    }
    expect(new Set(shapes.values()).size).toBe(shapes.size);
  });

  it("cost few bricks: no vehicle or plane more than 60, no ground more than 400", () => {
    for (const unit of gallery.units) expect(unitParts(unit, k).length, unit.model).toBeLessThanOrEqual(60);
    for (const piece of gallery.pieces) expect(pieceParts(piece, k).length, piece.model).toBeLessThanOrEqual(400);
  });
});

describe("a vehicle", () => {
  const gun = (model: string): number =>
    Math.max(...built(model).flatMap((part) => (part.kind === "rod" ? [part.x + part.l] : [])));

  it("has a longer gun the harder it hits, and one that turns only on a turret", () => {
    expect(gun(PANZER_4)).toBeGreaterThan(gun(PANZER_3));
    expect(built(PANZER_3).some((part) => part.turret)).toBe(true);
    expect(built("vehicle.medium.fixed.tank.5-4-7.box.tracks").some((part) => part.turret)).toBe(false);
  });

  it("differs from others of its size by its numbers and its country", () => {
    const four = [SHERMAN, HELLCAT, PANZER_3, PANZER_4, `${SHERMAN}.commander`];
    expect(new Set(four.map((model) => shape(built(model)))).size).toBe(four.length);
  });

  it("stays on its footprint but for the gun, the wheels and the screws", () => {
    for (const unit of gallery.units.filter((each) => each.model.startsWith("vehicle."))) {
      const [l, w] = [unit.length * k, unit.width * k];
      const hull = unitParts(unit, k).filter((part) => part.kind === "box" && !part.turret && part.yaw === 0);
      for (const part of hull) {
        expect(Math.abs(part.x + part.l / 2) + part.l / 2, unit.model).toBeLessThanOrEqual(l / 2 + 0.01);
        expect(Math.abs(part.y + part.w / 2) + part.w / 2, unit.model).toBeLessThanOrEqual(w / 2 + 0.05);
      }
    }
  });
});

describe("a plane", () => {
  it("spans its footprint and carries what its card says", () => {
    const parts = built("plane.2-2.front", 10, 13);
    expect(Math.max(...parts.map((part) => part.y + part.w))).toBeCloseTo(6.5, 6);
    const rods = (model: string) => built(model, 10, 13).filter((part) => part.kind === "rod").length;
    expect(rods("plane.3-0.front") - rods("plane.0-0.front")).toBe(3);
    expect(rods("plane.0-2.front") - rods("plane.0-0.front")).toBe(4);
    expect(heightOf("plane.2-2.front")).toBeGreaterThan(2.4);
  });

  it("hangs every store at a place of its own", () => {
    const stores = built("plane.3-4.front", 10, 13).filter((part) => part.kind === "rod" && part.z < 2);
    expect(new Set(stores.map((part) => `${part.x} ${part.y}`)).size).toBe(stores.length);
  });
});

describe("ground", () => {
  it.each(["large_water", "shallow_water", "mud", "sand_dunes"])(
    "lies below every mark and over the studs: %s",
    (model) => {
      expect(top(ground(model))).toBeLessThan(LEVEL.area);
      expect((ground(model)[0] as Part).h * PLATE).toBeGreaterThan(0.2);
    },
  );

  it("is a hill in terraces within its outline, turned back from the table", () => {
    const place = { x: 20, y: 10, heading: 90 };
    const about = [3, 0, 1.5, 2.1, -1.5, 2.1, -3, 0, -1.5, -2.1, 1.5, -2.1];
    const outline = about.map((_, i) => (i % 2 ? 10 + (about[i - 1] as number) : 20 - (about[i + 1] as number)));
    const plates = ground("hill", { place, outline, length: 6, width: 4.2 }).filter((part) => part.kind === "box");
    expect(new Set(plates.map((part) => part.colour)).size).toBe(4);
    expect(Math.max(...plates.map((part) => part.y + part.w))).toBeCloseTo(2.1 * k, 4);
    for (const part of plates) expect(Math.abs(part.x)).toBeLessThanOrEqual(3 * k);
    // each terrace is a step higher than the one below
    expect(new Set(plates.map((part) => part.h.toFixed(3))).size).toBe(4);
  });

  it("is a plateau as high as it is measured, level out to its edge, with a step on a step", () => {
    const [low, high] = [ground("plateau", { height: 3.6 * STUD }), ground("plateau", { height: 6 * STUD })];
    expect(top(low)).toBeCloseTo(3.6, 4);
    expect(top(high)).toBeCloseTo(6, 4);
    const rise = riseOf("plateau", { length: 12, width: 8, height: 6 });
    expect([rise.at(0, 0), rise.at(5.9, 3.9), rise.at(6.1, 0)]).toEqual([6, 6, 0]);
  });

  it("is touched as flat where one drives over it, however high it counts", () => {
    for (const model of ["hill", "plateau", "bridges"])
      expect(pieceHeight(aPiece("p", model, 0, 0, { height: 3.4 }), k)).toBeLessThan(1);
  });
});

describe("works", () => {
  it("show a high bridge from a low one", () => {
    expect(top(ground("bridges", { height: 1.512 }))).toBeGreaterThan(1.9 * top(ground("bridges", { height: 0.756 })));
  });

  it("look to the left of their heading, where their front is", () => {
    const gun = ground("artillery_bunker", size(8, 4)).find((part) => part.kind === "rod") as Part;
    expect(gun.y + gun.w / 2).toBeGreaterThan(1);
    expect(gun.yaw).toBe(90);
    const bags = ground("emplacement", size(6, 2)).filter((part) => part.z === 2);
    expect(Math.min(...bags.map((part) => part.y))).toBeGreaterThanOrEqual(0);
  });
});
