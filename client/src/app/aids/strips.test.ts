import { describe, expect, it } from "vitest";
import type { Aid } from "../../protocol";
import { stripsOf } from "./strips";

const ruler = (unit: number, units: number, parts: number, ...marks: [number, string][]): Aid => ({
  ...{ id: "ruler", title: "", text: "", clause: "", shape: "ruler", width: 0, degrees: 0 },
  ...{ length: unit * units, unit, parts, marks: marks.map(([at, words]) => ({ at: at * unit, words, clause: "" })) },
});

describe("a ruler on paper", () => {
  it("is cut into strips of whole units that fit a page, and no unit is lost", () => {
    for (const [unit, units] of [
      [25.4, 12],
      [32, 20],
      [8, 32],
      [25.4, 15],
    ] as const) {
      const strips = stripsOf(ruler(unit, units, 4));
      expect(strips[0]?.from).toBe(0);
      expect(strips.at(-1)?.to).toBeCloseTo(unit * units);
      strips.forEach((strip, n) => {
        expect(strip.to - strip.from).toBeLessThanOrEqual(180);
        expect(strip.from).toBe(n ? strips[n - 1]?.to : 0);
        expect(strip.isLast).toBe(n === strips.length - 1);
      });
    }
  });

  it("numbers the ends of units, with smaller lines between", () => {
    const [first, second] = stripsOf(ruler(25.4, 12, 4));
    expect(first?.ticks.filter((tick) => tick.number !== undefined).map((tick) => tick.number)).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ]);
    expect(second?.ticks[0]?.number).toBe(6);
    expect(first?.ticks[1]?.at).toBeCloseTo(6.35);
  });

  it("says what reaches how far, once", () => {
    const strips = stripsOf(ruler(32, 20, 2, [3, "melee"], [5, "where a strip ends"], [10, "short"], [20, "long"]));
    expect(strips.map((strip) => strip.marks.map((mark) => mark.words))).toEqual([
      ["melee", "where a strip ends"],
      ["short"],
      [],
      ["long"],
    ]);
    expect(strips[1]?.marks[0]?.at).toBeCloseTo(160);
  });
});
