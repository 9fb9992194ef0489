// The two cameras: one centre, one scale, the same table.
import { describe, expect, it } from "vitest";
import { STUD } from "../testing";
import type { Point } from "../types";
import {
  clampScale,
  coverage,
  dragged,
  firstLook,
  fitted,
  framed,
  freeCentre,
  type Look,
  lensOf,
  project,
  showing,
  standingAt,
  turned,
  unproject,
  zoomed,
} from "./views";

const table = { width: 48, height: 36, studsPerUnit: 1 / STUD };
const k = table.studsPerUnit;
const look = (more: Partial<Look> = {}): Look =>
  fitted(
    { ...firstLook(), width: 1440, height: 900, margins: { top: 70, right: 372, bottom: 76, left: 286 }, ...more },
    table,
  );
const screen = (at: Look, x: number, y: number) => project(lensOf(at), at, x * k, y * k);

describe("the scene as it begins", () => {
  const sizes: [string, Partial<Look>][] = [
    ["a desktop", {}],
    ["a tablet", { width: 820, height: 1180, margins: { top: 116, right: 0, bottom: 520, left: 0 } }],
    ["a phone", { width: 390, height: 844, margins: { top: 108, right: 0, bottom: 402, left: 0 } }],
  ];

  it.each(sizes)("fills the free area of %s with the table", (_name, more) => {
    const scene = standingAt({ ...look(more), scene: 1 }, table);
    expect(coverage(scene, table)).toBeGreaterThan(0.79);
  });

  it("stays near the plan: its centre in the middle part of the table, its scale about twice", () => {
    const plan = look();
    const scene = standingAt({ ...plan, scene: 1 }, table);
    expect(scene.scale / plan.scale).toBeGreaterThanOrEqual(1);
    expect(scene.scale / plan.scale).toBeLessThan(2.3);
    expect(Math.hypot(scene.x - plan.x, scene.y - plan.y) / k).toBeLessThan(9);
  });

  it("the whole table from afar leaves more than half of a desktop empty, which is why it does not begin there", () => {
    expect(coverage({ ...look(), scene: 1, scale: 2 / k }, table)).toBeLessThan(0.5);
  });
});

describe("a close-up", () => {
  it.each([
    ["a galleon", { x: 24 * k, y: 18 * k, radius: 11, height: 13.5 }],
    ["a ship of the line", { x: 24 * k, y: 18 * k, radius: 17, height: 17 }],
    ["a Mech", { x: 24 * k, y: 18 * k, radius: 4.5, height: 11 }],
  ])("shows %s to its head, whichever way it is turned", (_name, body) => {
    const begin = { ...look(), width: 416, height: 300, margins: { top: 0, right: 0, bottom: 0, left: 0 }, scene: 1 };
    for (const turn of [0, 45, 90, 200]) {
      const at = framed(turned(begin, turn, -14), table, body);
      for (const height of [0, body.height])
        for (const [dx, dy] of [
          [body.radius, 0],
          [-body.radius, 0],
          [0, body.radius],
          [0, -body.radius],
        ] as const) {
          const [px, py] = project(lensOf(at), at, body.x + dx, body.y + dy, height);
          expect(py).toBeGreaterThanOrEqual(0);
          expect(py).toBeLessThanOrEqual(300);
          expect(px).toBeGreaterThanOrEqual(0);
          expect(px).toBeLessThanOrEqual(416);
        }
    }
  });
});

describe("a close-up of what is taller than its table is wide", () => {
  it("shows it to its head: the eye looks beyond the table", () => {
    const begin = { ...look(), width: 416, height: 300, margins: { top: 0, right: 0, bottom: 0, left: 0 }, scene: 1 };
    const small = { width: 6, height: 6, studsPerUnit: 1 };
    const body = { x: 3, y: 3, radius: 1.2, height: 6 };
    const at = framed(turned(begin, 30, -14), { ...table, ...small }, body);
    expect(project(lensOf(at), at, body.x, body.y, body.height)[1]).toBeGreaterThanOrEqual(0);
  });
});

describe("plan", () => {
  it("fits the whole table into the free area with whole pixels an inch", () => {
    const plan = look();
    expect(plan.scale * k).toBeCloseTo(Math.round(plan.scale * k), 9);
    for (const [x, y] of [
      [0, 0],
      [48, 0],
      [48, 36],
      [0, 36],
    ] as Point[]) {
      const [px, py] = screen(plan, x, y);
      expect(px).toBeGreaterThan(286);
      expect(px).toBeLessThan(1440 - 372);
      expect(py).toBeGreaterThan(70);
      expect(py).toBeLessThan(900 - 76);
    }
  });

  it("is the plain ruler: an inch is the scale in pixels, x right, y up", () => {
    const plan = look();
    const [ax, ay] = screen(plan, 10, 10);
    const [bx, by] = screen(plan, 11, 12);
    expect(bx - ax).toBeCloseTo(plan.scale * k, 6);
    expect(ay - by).toBeCloseTo(2 * plan.scale * k, 6);
    expect(screen(plan, 24, 18)).toEqual([
      expect.closeTo(freeCentre(plan)[0], 6),
      expect.closeTo(freeCentre(plan)[1], 6),
    ]);
  });
});

describe("scene", () => {
  it("keeps centre and scale of the plan", () => {
    const plan = { ...look(), x: 20 * k, y: 15 * k, scale: 30 / k };
    const scene = { ...plan, scene: 1 };
    const [a, b] = [screen(plan, 20, 15), screen(scene, 20, 15)];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeLessThan(0.01);
    const across = screen(turned(scene, -scene.azimuth, 0), 20.1, 15);
    expect(Math.abs(across[0] - a[0] - 3)).toBeLessThan(0.05);
  });

  it("flies through looks that all keep the centre", () => {
    for (const scene of [0, 0.001, 0.1, 0.5, 0.9, 1]) {
      const at = { ...look(), scene };
      const [px, py] = screen(at, 24, 18);
      expect(Math.hypot(px - freeCentre(at)[0], py - freeCentre(at)[1])).toBeLessThan(0.5);
    }
  });

  it.each([0, 0.4, 1])("finds the point of the table under a pixel (scene %d)", (scene) => {
    const at = { ...look(), scene, azimuth: 133 };
    for (const [x, y] of [
      [24, 18],
      [3, 3],
      [40, 30],
    ] as Point[]) {
      const [px, py] = screen(at, x, y);
      const [sx, sy] = unproject(lensOf(at), at, px, py);
      expect(sx / k).toBeCloseTo(x, 4);
      expect(sy / k).toBeCloseTo(y, 4);
    }
  });

  it("gives a far point of the table for a pixel above the horizon, never nonsense", () => {
    const at = { ...look(), scene: 1, tilt: 18 };
    for (const value of unproject(lensOf(at), at, 700, 0)) expect(Number.isFinite(value)).toBe(true);
  });
});

describe("moving the eye", () => {
  it.each([0, 1])("zooms about the pixel under the hand (scene %d)", (scene) => {
    const at = { ...look(), scene };
    const before = unproject(lensOf(at), at, 600, 400);
    const after = zoomed(at, table, 1.3, 600, 400);
    const under = unproject(lensOf(after), after, 600, 400);
    expect(after.scale).toBeCloseTo(at.scale * 1.3, 9);
    expect(Math.hypot(under[0] - before[0], under[1] - before[1]) * after.scale).toBeLessThan(2);
  });

  it("zooms from 6 to 60 pixels an inch", () => {
    expect(clampScale(1000, table) * k).toBeCloseTo(60, 9);
    expect(clampScale(0.001, table) * k).toBeCloseTo(6, 9);
  });

  it("fits a large table into little room, and going away from there brings it no nearer", () => {
    const large = { ...table, width: 48, height: 48 };
    const little = { ...firstLook(), width: 390, height: 844, margins: { top: 250, right: 0, bottom: 372, left: 0 } };
    const whole = fitted(little, large);
    expect(whole.scale * k * 48).toBeLessThan(222);
    expect(zoomed(whole, large, 0.8, 195, 360).scale).toBe(whole.scale);
    expect(zoomed(whole, large, 1.6, 195, 360).scale).toBeGreaterThan(whole.scale);
  });

  it("moves the table with the hand and not off the screen", () => {
    const at = look();
    const moved = dragged(at, table, [600, 400], [640, 380]);
    expect(screen(moved, 24, 18)[0] - screen(at, 24, 18)[0]).toBeCloseTo(40, 4);
    expect(screen(moved, 24, 18)[1] - screen(at, 24, 18)[1]).toBeCloseTo(-20, 4);
    const far = dragged(at, table, [0, 0], [90000, 0]);
    expect(far.x).toBe(0);
  });

  it.each([0, 1])("brings points into the free area, zooming out only if it must (scene %d)", (scene) => {
    const at = { ...look(), scene, scale: 40 / k, x: 5 * k, y: 5 * k };
    const near: Point[] = [[30 * k, 20 * k]];
    const shown = showing(at, table, near);
    expect(shown.scale).toBe(at.scale);
    const wide: Point[] = [
      [4 * k, 4 * k],
      [44 * k, 30 * k],
    ];
    const both = showing(at, table, wide);
    expect(both.scale).toBeLessThan(at.scale);
    for (const [x, y] of wide) {
      const [px, py] = project(lensOf(both), both, x, y);
      expect(px).toBeGreaterThan(286);
      expect(px).toBeLessThan(1440 - 372);
      expect(py).toBeGreaterThan(70);
      expect(py).toBeLessThan(900 - 76);
    }
    expect(showing(both, table, wide)).toBe(both);
  });

  it("never tilts under the table or over the top", () => {
    expect(turned(look(), 0, 500).tilt).toBe(80);
    expect(turned(look(), 0, -500).tilt).toBe(18);
  });
});
