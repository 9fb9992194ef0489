// The shooter's eye: samples stand where the rule puts them, the hidden ones from below, left column first.
import { expect, it } from "vitest";
import { samplesOf } from "./eye";

it("spreads the samples over an upright sheet square to the line of sight", () => {
  const view = {
    eye: [0, 0, 2.4] as [number, number, number],
    shooter: "A1",
    target: "B1",
    centre: [10, 0] as [number, number],
    width: 2,
    heights: [0.5, 1.5],
    hidden: [2, 0],
  };
  expect(
    samplesOf({
      ...view,
      cells: [
        [false, true],
        [true, false],
      ],
    }).map((each) => each.hidden),
  ).toEqual([false, true, true, false]);
  expect(samplesOf(view)).toEqual([
    { x: 10, y: 0.5, z: 0.5, hidden: true },
    { x: 10, y: 0.5, z: 1.5, hidden: true },
    { x: 10, y: -0.5, z: 0.5, hidden: false },
    { x: 10, y: -0.5, z: 1.5, hidden: false },
  ]);
});
