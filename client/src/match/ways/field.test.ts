import { describe, expect, it } from "vitest";
import { face, pose, table, unit } from "../testing";
import { atEdge, fieldOf } from "./field";
import { GRAIN } from "./measure";

const feature = (title: string, blocks: boolean) => ({
  kind: title,
  title,
  model: "generic",
  text: "",
  clause: "",
  hides: false,
  blocks,
  extra_cost: 0,
  height: 0,
});
const token = (id: string, kind: string, outline: number[] = []) => ({
  id,
  seat: -1,
  kind,
  pose: pose(10, 10, 0),
  length: 2 * GRAIN,
  width: GRAIN,
  group: "",
  outline,
  marks: {},
});
const ground = { ...face, features: { House: feature("House", true), Trees: feature("Trees", false) } };

describe("what can stop a unit", () => {
  it("is every other unit on the table, wrecks too, and terrain that blocks", () => {
    const units = [unit("A1", 24, 6, 90), unit("A2", 30, 6, 90), unit("B1", 24, 24, 270, "wreck")];
    const gone = { ...unit("B2", 1, 1, 0, "gone"), pose: null };
    const field = fieldOf(
      table({ units: [...units, gone], tokens: [token("T1", "House"), token("T2", "Trees")] }),
      ground,
      "A1",
    );
    expect(field.things).toEqual(["A2", "B1", "T1"]);
    expect(field.obstacles[2]).toContainEqual([11, 10.5]);
    expect(field.border).toEqual([0, 0, 48, 36]);
    expect(field.length).toBeCloseTo(1.89);
  });

  it("is nothing for what flies, which may leave the table, and what flies stops nobody", () => {
    const units = [unit("A1", 24, 6, 90, "flying"), unit("A2", 30, 6, 90)];
    const above = fieldOf(table({ units, tokens: [token("T1", "House")] }), ground, "A1");
    expect([above.things, above.border]).toEqual([[], [-48, -36, 96, 72]]);
    expect(fieldOf(table({ units, tokens: [] }), ground, "A2").things).toEqual([]);
  });

  it("a piece that is no rectangle is met by its outline", () => {
    const corner = token("T1", "House", [0, 0, 4 * GRAIN, 0, 0, 4 * GRAIN]);
    const field = fieldOf(table({ units: [], tokens: [corner] }), ground, "A1");
    expect(field.obstacles).toEqual([
      [
        [0, 0],
        [4, 0],
        [0, 4],
      ],
    ]);
  });
});

describe("coming on from reserve", () => {
  const strip = (x0: number, y0: number, x1: number, y1: number): [number, number][] => [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];

  it("touches the own edge, whichever it is and however it is turned", () => {
    const place = { x: 12, y: 5, heading: 90 };
    expect(atEdge(face, "A1", "south", strip(0, 0, 48, 2), place)).toEqual({ x: 12, y: 0.945, heading: 90 });
    const north = atEdge(face, "A1", "north", strip(0, 34, 48, 36), { ...place, heading: 0 });
    expect(north).toEqual({ x: 12, y: 35.5275, heading: 0 });
    expect(atEdge(face, "A1", "west", strip(0, 0, 2, 36), { ...place, heading: 0 }).x).toBe(0.945);
    expect(atEdge(face, "A1", "east", strip(46, 0, 48, 36), { ...place, heading: 180 }).x).toBe(47.055);
  });

  it("lands on the line of the shore, not at the edge behind it", () => {
    const landed = atEdge(face, "A1", "south", strip(0, 6, 48, 8), { x: 12, y: 3, heading: 90 });
    expect(landed).toEqual({ x: 12, y: 6.945, heading: 90 });
  });
});
