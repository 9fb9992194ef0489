import { describe, expect, it } from "vitest";
import { addingUp, ago, degrees, inches, percent, plural, time } from "./format";

describe("numbers as people read them", () => {
  it("writes shares with one place", () => {
    expect(percent(15 / 36)).toBe("41.7 %");
    expect(percent(1)).toBe("100.0 %");
    expect(percent(0.934, 0)).toBe("93 %");
    expect([0, 0.001, 0.004, 0.999, 1].map((share) => percent(share, 0))).toEqual([
      "0 %",
      "< 1 %",
      "< 1 %",
      "> 99 %",
      "100 %",
    ]);
  });
  it("writes lengths and angles without idle zeros", () => {
    expect(inches(3.4)).toBe("3.4 in");
    expect(inches(10)).toBe("10 in");
    expect(inches(0.25)).toBe("0.25 in");
    expect(degrees(22.5)).toBe("22.5°");
    expect(degrees(100, 0)).toBe("100°");
  });
  it("rounds rows so that they add up to their sum", () => {
    expect(addingUp([1 / 6, 6.0375])).toEqual([0.16, 6.04]);
    expect(addingUp([5, 1, 2])).toEqual([5, 1, 2]);
    expect(addingUp([])).toEqual([]);
    for (const rows of [
      [1 / 3, 1 / 3, 1 / 3],
      [0.005, 0.005],
      [2.675, 0.1, 0.015],
      [0.58 / 3, 3.4, 1.999],
    ]) {
      const shown = addingUp(rows);
      const sum = rows.reduce((total, one) => total + one, 0);
      expect(shown.reduce((total, one) => total + one, 0).toFixed(2)).toBe((Math.round(sum * 100) / 100).toFixed(2));
      for (const [i, one] of shown.entries()) expect(Math.abs(one - (rows[i] ?? 0))).toBeLessThan(0.01);
    }
  });
  it("writes clocks", () => {
    expect(time(401)).toBe("6:41");
    expect(time(3661)).toBe("1:01:01");
    expect(time(-5)).toBe("0:00");
  });
  it("says how long ago something was", () => {
    expect(ago(100, 130)).toBe("just now");
    expect(ago(0, 300)).toBe("5 min ago");
    expect(ago(0, 3600)).toBe("1 hour ago");
    expect(ago(0, 3 * 86400)).toBe("3 days ago");
  });
  it("counts", () => {
    expect(plural(1, "clause")).toBe("1 clause");
    expect(plural(0, "clause")).toBe("0 clauses");
  });
});
