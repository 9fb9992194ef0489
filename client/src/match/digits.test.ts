import { expect, it } from "vitest";
import { digitsOf, underDigit } from "./digits";

it("is the number in the name of a unit, whoever has fallen before it", () => {
  expect(digitsOf(["A1", "A3", "A5"])).toEqual([1, 3, 5]);
  expect(underDigit(["A1", "A3", "A5"], (id) => id, 5)).toBe("A5");
  expect(underDigit(["A1", "A3", "A5"], (id) => id, 2)).toBeUndefined();
});

it("of two with one number the first has it, the other the first that is free", () => {
  expect(digitsOf(["B3", "C3", "wall", "B1"])).toEqual([3, 2, 4, 1]);
  expect(digitsOf(["A10", "A11", "A1"])).toEqual([2, 3, 1]);
  expect(digitsOf(Array.from({ length: 11 }, (_, i) => `A${i + 1}`)).slice(8)).toEqual([9, 0, 0]);
  expect(underDigit(["A10"], (id) => id, 0)).toBeUndefined();
});
