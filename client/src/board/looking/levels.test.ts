import { describe, expect, it } from "vitest";
import { hitAt } from "../hits";
import { countOf } from "../instances";
import { layersOf } from "../marks";
import { placesAtWalls } from "../models/figures";
import { levelsOf, strips, wallLines } from "../models/structures";
import { pieceBatches } from "../standing";
import { aPiece, aScene, aUnit } from "../testing";
import type { BoardPiece, BoardScene, BoardStructure, BoardUnit } from "../types";
import { figuresOf, inFormation, opened } from "./levels";
import { firstLook, fitted, lensOf, project } from "./views";

const OPENING = { wall: 3, start: 1, end: 3, bottom: 1, top: 2, door: false };
const BUILT: BoardStructure = {
  bottom: 0,
  top: 7,
  wall: 0.5,
  storeys: [
    { floor: 0, ceiling: 3, title: "ground floor", openings: [{ ...OPENING, bottom: 0, door: true }] },
    { floor: 3.5, ceiling: 6.5, title: "upper floor", openings: [OPENING] },
  ],
};
const HOUSE: BoardPiece = aPiece("house", "house", 12, 9, { length: 8, width: 6, structure: BUILT });

const figure = (id: string, x: number, y: number, more: Partial<BoardUnit> = {}): BoardUnit => ({
  ...aUnit(id, 0, x, y),
  model: "figure.rifle",
  length: 1,
  width: 1,
  round: true,
  figure: id,
  ...more,
});
const upstairs = { inside: "house", level: 1, lift: 3.5 };
const downstairs = { inside: "house", level: 0 };

const scene = (...units: BoardUnit[]): BoardScene => aScene({ studsPerUnit: 1, units, pieces: [HOUSE] });

function tapped(shown: BoardScene, x: number, y: number, tilt: 0 | 1, lift = 0) {
  const look = fitted({ ...firstLook(), width: 800, height: 600, scene: tilt }, shown);
  const lens = lensOf(look);
  const [px, py] = project(lens, look, x, y, lift);
  return hitAt({ scene: shown, layers: layersOf([], shown), passings: new Map(), look, lens }, px, py, "mouse");
}

describe("storeys", () => {
  it("are closed while nobody is inside, and open down to the highest that somebody is on", () => {
    const empty = scene();
    expect(opened(empty, "")).toBe(empty);
    expect(opened(scene(figure("a", 12, 9, downstairs)), "").pieces[0]?.open).toBe(0);
    const both = scene(figure("a", 12, 9, downstairs), figure("b", 12, 9, upstairs));
    expect(opened(both, "").pieces[0]?.open).toBe(1);
    expect(opened(both, "a").pieces[0]?.open).toBe(0);
    expect(opened(both, "a").units.map((unit) => unit.faded ?? false)).toEqual([false, true]);
  });

  it("are see-through above the open one", () => {
    const whole = pieceBatches(scene());
    const cut = pieceBatches(opened(scene(figure("a", 12, 9, downstairs)), ""));
    expect(countOf(whole.faded)).toBe(0);
    expect(countOf(cut.faded)).toBeGreaterThan(0);
    // nothing is lost, and the flag of who is inside has come: its pole and its cloth
    expect(countOf(cut.solid) + countOf(cut.faded)).toBe(countOf(whole.solid) + 2);
  });

  it("squads in a thing of one piece stand at its walls and look out", () => {
    const plain = aPiece("house", "house", 12, 9, { length: 8, width: 6 });
    const squad = { ...figure("a", 12, 9, { inside: "house" }), model: "soldiers", soldiers: 4, length: 4, width: 4 };
    const [unit] = opened(aScene({ studsPerUnit: 1, units: [squad], pieces: [plain] }), "").units;
    expect(unit?.walls).toEqual([8, 6]);
    const far = (places: [number, number][]) => Math.min(...places.map(([x, y]) => Math.hypot(x, y)));
    expect(placesAtWalls(4, 8, 6)).toHaveLength(4);
    expect(far(placesAtWalls(6, 8, 6))).toBeGreaterThan(1.5);
    expect(placesAtWalls(2, 8, 6).every(([x, y]) => Math.abs(x) < 4 && Math.abs(y) < 3)).toBe(true);
  });

  it("have walls all round, less their windows and doors", () => {
    const area = (list: ReturnType<typeof strips>) =>
      list.reduce((sum, { start, end, low, high }) => sum + (end - start) * (high - low), 0);
    expect(area(strips(6, 0, 3, [OPENING]))).toBeCloseTo(6 * 3 - 2 * 1);
    expect(area(strips(6, 0, 3, []))).toBeCloseTo(18);
    const two = [OPENING, { ...OPENING, start: 2, end: 5, bottom: 1.5, top: 2.5 }];
    expect(area(strips(6, 0, 3, two))).toBeCloseTo(18 - (2 + 3 - 0.5));
    expect(levelsOf(HOUSE, BUILT, 1)).toHaveLength(3);
  });

  it("are drawn from above with a gap where the door is", () => {
    const lines = wallLines(HOUSE, 0);
    const front = lines.filter((line) => line.every(([x]) => Math.abs(x - 15.75) < 1e-9));
    expect(front.map((line) => line.map(([, y]) => y))).toEqual([
      [6, 7],
      [9, 12],
    ]);
  });
});

describe("figures", () => {
  it("belong to their unit, whichever is touched", () => {
    const shown = scene(figure("a", 4, 4), figure("a/f1", 6, 4, { of: "a" }));
    expect(figuresOf(shown, "a")).toHaveLength(2);
    expect(tapped(shown, 6, 4, 0)).toMatchObject({ unit: "a", figure: "a/f1" });
    expect(tapped(shown, 4, 4, 1)).toMatchObject({ unit: "a", figure: "a" });
  });

  it("keep their places about the first one when it is held elsewhere", () => {
    const shown = scene(
      figure("a", 4, 4),
      figure("a/f1", 6, 5, { of: "a" }),
      figure("a/f2", 8, 4, { of: "a", status: "wreck" }),
    );
    const held = inFormation(shown, "a", { x: 10, y: 10, heading: 45 });
    expect(held.map(({ unit, place }) => [unit.id, place.x, place.y])).toEqual([
      ["a", 10, 10],
      ["a/f1", 12, 11],
    ]);
  });

  it("are touched on their disc and not in the corners round it", () => {
    const large = scene(figure("a", 4, 4, { length: 6, width: 6 }));
    expect(tapped(large, 4 + 2, 4 + 2, 0).unit).toBe("a");
    expect(tapped(large, 4 + 2.8, 4 + 2.8, 0).unit).toBeUndefined();
  });

  it("are touched the upper first, the others known below it", () => {
    const stacked = scene(figure("a", 12, 9, downstairs), figure("b", 12, 9, upstairs));
    expect(tapped(stacked, 12, 9, 0)).toMatchObject({ unit: "b", below: ["a"] });
    expect(tapped(stacked, 12, 9, 1, 6)).toMatchObject({ unit: "b" });
    expect(tapped(stacked, 12, 9, 1, 0.2)).toMatchObject({ unit: "a" });
  });

  it("are all framed when their unit is selected, on their own floor", () => {
    const shown = scene(figure("a", 4, 4), figure("a/f1", 12, 9, { of: "a", ...upstairs }));
    const layers = layersOf([{ kind: "select", unit: "a" }], shown);
    expect([...layers.strong]).toEqual(["a", "a/f1"]);
    const heights = layers.under.map((flat) => flat.height);
    expect((heights[1] ?? 0) - (heights[0] ?? 0)).toBeCloseTo(3.5);
  });
});
