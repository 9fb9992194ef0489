// Units built after a design: its shapes where they lie, its turret about its own pivot, and the drawn model until then.
import { afterEach, describe, expect, it, vi } from "vitest";
import { LIVERY, linear, SIDES } from "../colours";
import { liftOf } from "../ground/relief";
import { emptyBatches, extentOf, pushModel, SKIN } from "../instances";
import { aloftOf } from "../looking/levels";
import { unitBatches } from "../standing";
import { aScene, aUnit, STUD } from "../testing";
import { bringDrawings, type Design, type Drawings, onBrought, onLacking } from "./built";
import { heightOf, isKnown, unitHeight, unitParts } from "./index";
import { bricksOf } from "./shopping";

const k = 1 / STUD;
const TANK = "vehicle.medium.turret.tank.4-4-8.round.tracks";
const BOX = [2, 0, 0, 1, 0, 3, 0, 0.5, 0, 0, 1.2, 0.6];
const ROD_ALONG = [0, 0, 3, 4, 0.4, 0, 0, 0, 0, 0.4, 0, 2];
const STUD_UP = [0.6, 0, 0, 1, 0, 0.6, 0, 0, 0, 0, 0.2, 1.3];
const DESIGN: Design = {
  ...{ length: 6, width: 3, height: 3.2 },
  groups: [
    {
      ...{ name: "", pivot: [0, 0, 0] },
      shapes: { box: [[16, 1, BOX]], ramp: [[72, 0.25, BOX]], under: [[72, 0.25, BOX]], cone: [[0, 0.5, BOX]] },
      studs: [[16, 1, STUD_UP]],
    },
    { name: "turret", pivot: [1, 0, 2], shapes: { rod: [[72, 1, ROD_ALONG]] }, studs: [] },
  ],
  parts: [
    ["Plate  2 x  4", 16, 3],
    ["Brick  1 x  2", 72, 2],
  ],
};
const DRAWINGS: Drawings = { models: { tank: DESIGN }, paints: { "0": "#1b2a34", "72": "#6c6e68" } };
const tank = (folder: string, more = {}) =>
  aUnit("A1", 0, 10, 10, { model: `${TANK}@${folder}/tank`, length: 6 * STUD, width: 3 * STUD, ...more });
const row = (values: readonly number[], count: number) =>
  values.slice(0, count).map((v) => Math.round(v * 1e4) / 1e4 + 0);

afterEach(() => onLacking(() => {}));

describe("a unit with a design", () => {
  it("is the drawn model until its drawing has come, which is asked for once", () => {
    const ask = vi.fn();
    onLacking(ask);
    const drawn = unitParts(aUnit("A1", 0, 10, 10, { ...tank("late"), model: TANK }), k);
    expect(unitParts(tank("late"), k)).toEqual(drawn);
    expect(unitParts(tank("late", { id: "A2", prone: true }), k)).toHaveLength(drawn.length);
    expect(ask.mock.calls).toEqual([["late"]]);
    expect(isKnown(`${TANK}@late/tank`)).toBe(true);
    expect(heightOf(`${TANK}@late/tank`)).toBe(heightOf(TANK));
    const told = vi.fn();
    const end = onBrought(told);
    bringDrawings("late", DRAWINGS);
    end();
    bringDrawings("other", DRAWINGS);
    expect(told).toHaveBeenCalledTimes(1);
    expect(unitParts(tank("late"), k)).toHaveLength(6);
  });

  it("keeps its drawn model when the folder has no such design", () => {
    bringDrawings("bare", { models: {}, paints: {} });
    expect(unitParts(tank("bare"), k)).toEqual(unitParts(tank("bare", { model: TANK }), k));
  });

  it("has each shape of its drawing where it lies, in the owner's paint or its own", () => {
    bringDrawings("yard", DRAWINGS);
    const batches = emptyBatches();
    pushModel(batches, unitParts(tank("yard"), k), { x: 0, y: 0, heading: 0 });
    const { box, wedge, tube, stud } = batches;
    expect([box, wedge, tube, stud].map((batch) => batch.count)).toEqual([1, 2, 2, 1]);
    // x ahead, z up, and left is away from the eye
    expect(row(box.matrices, 16)).toEqual([2, 0, 0, 0, 0, 1.2, 0, 0, 0, 0, 3, 0, 1, 0.6, -0.5, 1]);
    expect(box.sizes).toEqual([2, 1.2, 3, SKIN.box]);
    expect(box.tints.slice(0, 3)).toEqual([...linear(LIVERY.green[0])]);
    expect(stud.tints.slice(0, 3)).toEqual([...linear(LIVERY.green[0])]);
    expect(wedge.tints.slice(0, 3)).toEqual([...linear("#6c6e68")]);
    expect(wedge.shares).toEqual([0.25, 0.25]);
    // what hangs over is a slope on its head
    expect(row(wedge.matrices.slice(16), 12)).toEqual([2, 0, 0, 0, 0, -1.2, 0, 0, 0, 0, -3, 0]);
    expect(tube.shares).toEqual([0.5, 1]);
  });

  it("turns its turret about the pivot of the design", () => {
    bringDrawings("yard", DRAWINGS);
    const at = (aim: number) => {
      const batches = emptyBatches();
      pushModel(batches, unitParts(tank("yard"), k), { x: 0, y: 0, heading: 0, aim });
      return row(batches.tube.matrices.slice(16 + 12), 3);
    };
    expect(at(0)).toEqual([4, 2, 0]);
    expect(at(90)).toEqual([1, 2, -3]);
  });

  it("lies on its side in charcoal when it is a wreck, and is as high as its bricks are", () => {
    bringDrawings("yard", DRAWINGS);
    const wreck = aScene({ units: [tank("yard", { status: "wreck" })] });
    const { solid } = unitBatches(wreck, new Map());
    expect(solid.box.tints.slice(0, 3)).not.toEqual([...linear(LIVERY.green[0])]);
    const { low, high } = extentOf(solid);
    expect(high[1] - low[1]).toBeGreaterThan(2.5);
    expect(unitHeight(tank("yard"), k)).toBeCloseTo(3.2);
    // a footprint of another scale is filled
    expect(unitHeight(tank("yard", { length: 12 * STUD }), k)).toBeCloseTo(6.4);
  });

  it("has sails in the colour of its owner, which come down with their mast", () => {
    const mast = { name: "mast_main", pivot: [0, 0, 0] as const, shapes: { box: [[4, 1, BOX] as const] }, studs: [] };
    bringDrawings("harbour", { ...DRAWINGS, models: { brig: { ...DESIGN, groups: [...DESIGN.groups, mast] } } });
    const ship = (slack: number) =>
      unitParts(tank("harbour", { model: "ship.brig@harbour/brig", slack }), k).filter(
        (part) => part.sail !== undefined,
      );
    const [whole, down] = [ship(0), ship(1)];
    expect(whole.map((part) => part.colour)).toEqual([SIDES[0].colour]);
    // the second column is how high it is, the last where its middle is
    expect(down.map((part) => row(part.laid?.slice(4, 8) ?? [], 4))).toEqual([[0, 0.36, 0, 0]]);
    expect(down[0]?.laid?.[13]).toBeCloseTo(0.18);
    expect(down[0]?.z).toBeCloseTo(whole[0]?.z ?? 1);
  });

  it("stands on the table on a stand of its own when it flies", () => {
    bringDrawings("field", DRAWINGS);
    const plane = tank("field", { model: "plane.2-2.front@field/tank", lift: 5 });
    const scene = aScene({ units: [plane] });
    expect(liftOf(scene, plane)).toBe(0);
    expect(liftOf(scene, { ...plane, model: "plane.2-2.front" })).toBeCloseTo(5 * k);
    expect(aloftOf(scene, plane)).toBe(0);
  });

  it("is one model with arms that come off and hang when a Mech is its player's own, on a base if it brings none", () => {
    const arm = (side: string) => ({
      name: `${side}_arm_a8`,
      pivot: [0, 0, 0] as const,
      shapes: { box: [[16, 1, BOX] as const] },
      studs: [],
    });
    const body = { name: "", pivot: [0, 0, 0] as const, shapes: { box: [[72, 1, BOX] as const] }, studs: [] };
    const own = { ...DESIGN, groups: [body, arm("left"), arm("right")] };
    bringDrawings("own_1", { ...DRAWINGS, models: { unit: own } });
    bringDrawings("own_2", { ...DRAWINGS, models: { unit: { ...own, length: 8, width: 8 } } });
    const mech = (slots: string, folder = "own_1", more = {}) => {
      const model = `mech.${slots}@${folder}/unit`;
      return unitParts(aUnit("A1", 0, 0, 0, { model, length: 8 * STUD, width: 8 * STUD, ...more }), k);
    };
    const limbs = (parts: ReturnType<typeof mech>) => parts.flatMap(({ limb }) => limb ?? []);
    const heights = (parts: ReturnType<typeof mech>) =>
      parts.flatMap(({ laid }) => (laid ? row([laid[13] ?? 0], 1) : []));
    expect(limbs(mech("L1-T1-S1-S1-A8-A8"))).toEqual(["left_arm", "right_arm"]);
    expect(limbs(mech("L1-T1-S1-S1--A8"))).toEqual(["right_arm"]);
    expect(heights(mech("L1-T1-S1-S1-A8-A8"))).toEqual([1, 1, 1]);
    expect(heights(mech("L1-T1-S1-S1-A8-A8", "own_2"))).toEqual([0.6, 0.6, 0.6]);
    expect(mech("L1-T1-S1-S1-A8-A8", "own_2")).toHaveLength(3);
    expect(heights(mech("L1-T1-S1-S1-A8-A8", "own_1", { hangs: ["left_arm"] }))[1]).toBeLessThan(1);
  });

  it("is put together slot by slot when it is a Mech, unless a module has no design", () => {
    const module: Design = {
      ...DESIGN,
      groups: [{ ...(DESIGN.groups[0] as Design["groups"][0]), shapes: { box: [[16, 1, BOX]] }, studs: [] }],
    };
    bringDrawings("hangar", { ...DRAWINGS, models: { l: module, t: module, s: module, a: module } });
    const mech = (designs: string, more = {}) =>
      unitParts(
        aUnit("A1", 0, 0, 0, {
          model: `mech.L2-T2-S2--A3-A6@hangar/${designs}`,
          length: 8 * STUD,
          width: 8 * STUD,
          ...more,
        }),
        k,
      ).filter((part) => part.laid);
    // studs to the left and up: legs, torso, left shoulder, no right one, both arms
    const places = (parts: ReturnType<typeof mech>) =>
      parts.map(({ laid, limb }) => [-(laid?.[14] ?? 0), laid?.[13] ?? 0, limb ?? ""]);
    expect(places(mech("l-t-s--a-a")).map(([y, up, limb]) => [row([Number(y), Number(up)], 2), limb])).toEqual([
      [[0.5, 0.6], ""],
      [[0.5, 1.4], ""],
      [[3, 9.8], ""],
      [[3.5, 9.8], "left_arm"],
      [[-2.5, 9.8], "right_arm"],
    ]);
    expect(mech("l-t-unknown--a-a")).toEqual([]);
    // and bought so: three plates a module, and the plate they stand on, which is drawn
    const model = "mech.L2-T2-S2--A3-A6@hangar/l-t-s--a-a";
    const unit = aUnit("A1", 0, 0, 0, { model, length: 8 * STUD, width: 8 * STUD });
    const bought = bricksOf([{ unit, count: 1 }], k);
    expect(bought.find((line) => line.shape === "plate 2 × 4")?.count).toBe(15);
    expect(bought.filter((line) => line.shape === "plate 2 × 8")[0]?.count).toBe(4);
    const hung = mech("l-t-s--a-a", { hangs: ["left_arm"] });
    expect(hung[3]?.laid?.[13]).toBeLessThan(9.8);
    expect(hung[4]).toEqual(mech("l-t-s--a-a")[4]);
  });

  it("is bought as the parts it is built from", () => {
    bringDrawings("yard", DRAWINGS);
    const lines = bricksOf([{ unit: tank("yard"), count: 2 }], k);
    expect(lines.map(({ shape, count }) => [shape, count])).toEqual([
      ["plate 2 × 4", 6],
      ["brick 1 × 2", 4],
    ]);
  });
});
