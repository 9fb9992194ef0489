// Range bands lie as far from the base as the rule measures, and stay on the table.
import { describe, expect, it } from "vitest";
import type { Mark } from "../types";
import { bands, reachAt } from "./bands";

describe("the reach of a band", () => {
  it("is measured from the edge of the base, round its corners", () => {
    expect(reachAt(2, 2, 3, 0)).toBeCloseTo(4, 9);
    expect(reachAt(2, 2, 3, 90)).toBeCloseTo(4, 9);
    expect(reachAt(2, 2, 3, 45)).toBeCloseTo(Math.SQRT2 + 3, 9);
    expect(reachAt(2, 2, 0, 45)).toBeCloseTo(Math.SQRT2, 9);
  });
});

describe("bands on a table", () => {
  const mark: Extract<Mark, { kind: "bands" }> = {
    kind: "bands",
    place: { x: 5, y: 5, heading: 0 },
    length: 2,
    width: 2,
    side: 0,
    rings: [
      { r: 3, label: "Melee 3" },
      { r: 40, label: "Long 40" },
    ],
    arcs: [
      { id: "primary", title: "Primary", start: -45, end: 45 },
      { id: "left", title: "Left", start: 45, end: 135 },
      { id: "right", title: "Right", start: -135, end: -45 },
      { id: "rear", title: "Rear", start: 135, end: 225 },
    ],
  };
  const { under, notes } = bands(mark, { width: 20, height: 10 }, 0);
  const lines = under.flatMap((flat) => (flat.flat === "line" ? [flat] : []));

  it("draw nothing beyond its edges", () => {
    for (const flat of under)
      for (const [x, y] of flat.points) {
        expect(x).toBeGreaterThanOrEqual(-1e-9);
        expect(x).toBeLessThanOrEqual(20 + 1e-9);
        expect(y).toBeGreaterThanOrEqual(-1e-9);
        expect(y).toBeLessThanOrEqual(10 + 1e-9);
      }
    expect(notes.map((note) => note.text)).toEqual(["Melee 3"]);
  });

  it("fill the one band in the one arc that is meant", () => {
    const lit = bands({ ...mark, lit: { ring: 0, arc: "left" } }, { width: 20, height: 10 }, 0);
    const more = lit.under.filter((flat) => flat.flat === "area").length;
    expect(more).toBe(under.filter((flat) => flat.flat === "area").length + 2);
  });

  it("are solid ahead, dashed aside and dotted behind", () => {
    expect(new Set(lines.map((flat) => flat.stroke))).toEqual(new Set(["solid", "dashed", "dotted"]));
  });
});
