// A model as a shopping list: bricks of sizes that are sold, as many as there are parts, in colours with names.
import { describe, expect, it } from "vitest";
import { gallery } from "../demo_models";
import { aUnit, STUD } from "../testing";
import { bricksOf } from "./shopping";

const k = 1 / STUD;
const SHERMAN = "vehicle.medium.turret.tank.4-4-8.round.tracks";
const tank = aUnit("A1", 0, 0, 0, { model: SHERMAN, length: 6 * STUD, width: 3 * STUD });

describe("the bricks of a model", () => {
  it("have sizes that are sold, and names for their colours", () => {
    const orders = [
      ...gallery.units.map((unit) => ({ unit, count: 1 })),
      ...gallery.pieces.map((piece) => ({ piece, count: 1 })),
    ];
    for (const line of bricksOf(orders, k)) {
      expect(line.shape).toMatch(/^((round )?(plate|brick)|slope) [1248] × [123468]$|^bar \d+ long$/);
      expect(line.colour).toMatch(/^[a-z]/);
      expect(line.count).toBeGreaterThan(0);
    }
  });

  it("are as many for three tanks as three times those of one", () => {
    const [one, three] = [1, 3].map((count) => bricksOf([{ unit: tank, count }], k));
    expect(three).toEqual(one?.map((line) => ({ ...line, count: 3 * line.count })));
    expect(one?.some((line) => /olive/.test(line.colour) && line.shape.startsWith("plate 2 × "))).toBe(true);
  });

  it("put the commonest colour first and keep each colour together", () => {
    const colours = bricksOf([{ unit: tank, count: 1 }], k).map((line) => line.colour);
    expect(colours.filter((colour, at) => colour !== colours[at - 1])).toEqual([...new Set(colours)]);
  });
});
