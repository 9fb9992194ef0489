// The legs of a walker: where they lead, what they cost, what drags and keys make of them.
import { describe, expect, it } from "vitest";
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
  clauses: { forward: "f", backward: "b", left: "s", right: "s", turn: "t" },
};
const at = { x: 10, y: 10, heading: 90 };
const snap = { inches: 0.25, degrees: 15 };
const go = (step: "forward" | "backward" | "left" | "right", bricks: number): Stride => ({ step, bricks });
const turn = (degrees: number): Stride => ({ step: "turn", degrees });

describe("walking", () => {
  it("goes ahead, back and square to the side, and turns in place", () => {
    const ends = walked(at, [go("forward", 2), go("left", 1), turn(90), go("backward", 1)], rates).map((leg) => leg.to);
    const close = (x: number, y: number) => ({ x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) });
    expect(ends[0]).toMatchObject(close(10, 12));
    expect(ends[1]).toMatchObject(close(9, 12));
    expect(ends[2]).toMatchObject({ ...close(9, 12), heading: 180 });
    expect(ends[3]).toMatchObject(close(10, 12));
  });

  it("charges a begun brick and a begun quarter turn whole, and says what is wasted", () => {
    const legs = walked(at, [go("forward", 2.1), go("left", 0.5), turn(-100)], rates);
    expect(legs.map((leg) => leg.cost)).toEqual([3, 2, 2]);
    expect(legs[0]?.wasted).toBeCloseTo(0.9, 9);
    expect(sumOf(legs, rates)).toBe(7);
  });

  it("rounds kinds together where that is agreed, left and right being one", () => {
    const legs = walked(at, [go("left", 0.5), go("forward", 1.5), go("right", 0.5), go("forward", 0.5)], rates);
    expect(sumOf(legs, { ...rates, together: true })).toBe(2 + 2);
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
  const [leg] = walked(at, [go("forward", 2.1)], rates);
  expect(leg && strideLabel(leg, "brick")).toBe("2.1 bricks · 3 MP (0.9 free)");
});
