// Which way round the table lies: the own side is near, and a wide table stands upright on a tall phone.
import { describe, expect, it } from "vitest";
import { table } from "../testing";
import { homeOf, isTall, lain, spinFor } from "./homeward";

const face = { width: 48e6, height: 36e6 };

describe("the own side is near", () => {
  it("turns the table of whoever is at home on the far side or at a side", () => {
    expect(spinFor({ x: 24e6, y: 4e6 }, face)).toBe(0);
    expect(spinFor({ x: 20e6, y: 32e6 }, face)).toBe(180);
    expect(spinFor({ x: 45e6, y: 20e6 }, face)).toBe(90);
    expect(spinFor({ x: 2e6, y: 20e6 }, face)).toBe(270);
  });

  it("leaves it alone where home is in the middle", () => {
    expect(spinFor({ x: 25e6, y: 19e6 }, face)).toBe(0);
  });

  it("home is the zone while units are set up, then where they stand", () => {
    const placing = {
      offer: "place",
      things: [],
      clause: "",
      edge: "",
      zone: [0, 30e6, 48e6, 30e6, 48e6, 36e6, 0, 36e6],
    };
    expect(homeOf(table(), 1, placing as never)).toEqual({ x: 24e6, y: 33e6 });
    const stands = homeOf(table(), 0, null);
    const own = table().units.filter((unit) => unit.seat === 0 && unit.pose);
    expect(stands?.y).toBeCloseTo(own.reduce((sum, unit) => sum + (unit.pose?.y ?? 0), 0) / own.length);
    expect(homeOf({ ...table(), units: [] }, 0, null)).toBeNull();
  });
});

it("a table that is loaded again lies as it lay, for the same seat of the same match", () => {
  expect(lain.of("m1", 0)).toBeNull();
  lain.keep("m1", 0, 180);
  expect(lain.of("m1", 0)).toBe(180);
  expect(lain.of("m1", 1)).toBeNull();
  expect(lain.of("m2", 0)).toBeNull();
  lain.keep("m2", 0, 90);
  lain.keep("m1", 0, 0);
  expect([lain.of("m1", 0), lain.of("m2", 0)]).toEqual([0, 90]);
});

it("a wide table is turned on a tall phone, not on a tablet and not where it is square", () => {
  expect(isTall({ width: 390, height: 844 }, { width: 48, height: 36 })).toBe(true);
  expect(isTall({ width: 820, height: 1180 }, { width: 48, height: 36 })).toBe(false);
  expect(isTall({ width: 390, height: 844 }, { width: 36, height: 36 })).toBe(false);
});
