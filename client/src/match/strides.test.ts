// The legs of a walker: where they lead, what they cost, what drags and keys make of them.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Point } from "../board";
import {
  draggedStride,
  type Rates,
  type Stride,
  stepped,
  strided,
  strideLabel,
  strideWords,
  sumOf,
  walked,
} from "./strides";

const rates: Rates = {
  forward: 1,
  backward: 2,
  left: 2,
  right: 2,
  degrees_per_point: 90,
  together: false,
  always: 1,
  clauses: { forward: "f", backward: "b", left: "s", right: "s", turn: "t" },
};
const square = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];
const FILE = resolve(dirname(fileURLToPath(import.meta.url)), "../../../tests/vectors/ruler.json");
type Over = { from: [number, number, number]; bricks: number; areas: Point[][]; extra: number[] };
const vectors = JSON.parse(readFileSync(FILE, "utf-8")) as { grounds: Over[] };
const plain = { rough: [], points: 6 };
const at = { x: 10, y: 10, heading: 90 };
const snap = { inches: 0.25, degrees: 15 };
const go = (step: "forward" | "backward" | "left" | "right", bricks: number): Stride => ({ step, bricks });
const turn = (degrees: number): Stride => ({ step: "turn", degrees });

describe("walking", () => {
  it("goes ahead, back and square to the side, and turns in place", () => {
    const ends = walked(at, [go("forward", 2), go("left", 1), turn(90), go("backward", 1)], rates, plain).map(
      (leg) => leg.to,
    );
    const close = (x: number, y: number) => ({ x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) });
    expect(ends[0]).toMatchObject(close(10, 12));
    expect(ends[1]).toMatchObject(close(9, 12));
    expect(ends[2]).toMatchObject({ ...close(9, 12), heading: 180 });
    expect(ends[3]).toMatchObject(close(10, 12));
  });

  it("charges a begun brick and a begun quarter turn whole, and says what is wasted", () => {
    const legs = walked(at, [go("forward", 2.1), go("left", 0.5), turn(-100)], rates, plain);
    expect(legs.map((leg) => leg.cost)).toEqual([3, 2, 2]);
    expect(legs[0]?.wasted).toBeCloseTo(0.9, 9);
    expect(sumOf(legs, rates)).toBe(7);
  });

  it("rounds kinds together where that is agreed, left and right being one", () => {
    const legs = walked(at, [go("left", 0.5), go("forward", 1.5), go("right", 0.5), go("forward", 0.5)], rates, plain);
    expect(sumOf(legs, { ...rates, together: true })).toBe(2 + 2);
  });
});

describe("rough ground", () => {
  const marsh = { shape: square(9, 12, 11, 20), cost: 2 };

  it("is paid for each begun brick in it, by the leg that leads through it, and not for turns", () => {
    const legs = walked(at, [go("forward", 3), turn(90), go("left", 1)], rates, { rough: [marsh], points: 9 });
    expect(legs.map((leg) => [leg.cost, leg.ground])).toEqual([
      [5, 2],
      [1, 0],
      [4, 2],
    ]);
    expect(sumOf(legs, rates)).toBe(10);
    expect(sumOf(legs, { ...rates, together: true })).toBe(10);
  });

  it("never keeps a walker in it for good", () => {
    const [leg] = walked({ ...at, y: 14 }, [go("forward", 1)], rates, { rough: [marsh, marsh], points: 3 });
    expect(leg).toMatchObject({ cost: 3, ground: 2 });
  });

  it("is measured as the engine measures it", () => {
    for (const row of vectors.grounds) {
      const [x, y, heading] = row.from;
      const extra = row.areas.map((shape) => {
        const ground = { rough: [{ shape, cost: 1 }], points: 99 };
        return walked({ x, y, heading }, [go("forward", row.bricks)], { ...rates, always: 0 }, ground)[0]?.ground;
      });
      expect(extra).toEqual(row.extra);
    }
  });
});

describe("adding legs", () => {
  it("joins neighbours of one kind and strikes out what comes to nothing", () => {
    expect(strided([go("forward", 1)], [go("forward", 0.5)])).toEqual([go("forward", 1.5)]);
    expect(strided([go("forward", 1), turn(30)], [turn(-30), go("forward", 1)])).toEqual([go("forward", 2)]);
  });

  it("takes from the last leg when a key is pressed against it", () => {
    expect(stepped([go("forward", 2)], go("backward", 1))).toEqual([go("forward", 1)]);
    expect(stepped([go("left", 1)], go("right", 1))).toEqual([]);
    expect(stepped([go("left", 1)], go("right", 2))).toEqual([go("right", 1)]);
  });
});

describe("dragging", () => {
  it("means the nearest of the four directions", () => {
    expect(draggedStride(at, { x: 0.1, y: 3 }, snap)).toEqual([go("forward", 3)]);
    expect(draggedStride(at, { x: 0, y: -2 }, snap)).toEqual([go("backward", 2)]);
    expect(draggedStride(at, { x: 2, y: 0.2 }, snap)).toEqual([go("right", 2)]);
  });

  it("means a turn and a leg ahead where it goes between them", () => {
    expect(draggedStride(at, { x: -2, y: 2 }, snap)).toEqual([turn(45), go("forward", 2.75)]);
  });
});

it("says a leg in words", () => {
  expect(strideWords(go("left", 1), "brick")).toBe("Sideways left 1 brick");
  expect(strideWords(turn(-45), "brick")).toBe("Turn right 45°");
  const [leg] = walked(at, [go("forward", 2.1)], rates, plain);
  expect(leg && strideLabel(leg, "brick")).toBe("2.1 bricks · 3 MP (0.9 free)");
});
