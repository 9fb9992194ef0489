import { beforeEach, expect, test, vi } from "vitest";
import type { Point } from "../types";
import { Gaze } from "./gaze";
import { fitted, lensOf, project, rims, type Table } from "./views";

const TABLE: Table = { width: 48, height: 36, studsPerUnit: 1 };
const CORNER: Point[] = [[2, 2]];
const PANEL = { top: 0, right: 0, bottom: 0, left: 0 };

let now = 0;

function eye(mode: "plan" | "scene"): Gaze {
  const gaze = new Gaze(
    () => {},
    () => false,
  );
  gaze.resize(1000, 700);
  gaze.at(TABLE);
  gaze.mode(mode);
  landed(gaze);
  return gaze;
}

/** Lets a flight come to its end. */
function landed(gaze: Gaze): void {
  now += 1000;
  gaze.step(now);
}

beforeEach(() => {
  now = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

test("after a glance the table fits the room that panels leave now", () => {
  const gaze = eye("scene");
  gaze.margins({ ...PANEL, bottom: 300 });
  const crowded = gaze.look.scale;
  gaze.glance(CORNER, now);
  landed(gaze);
  gaze.margins(PANEL);
  // another glance begins before the first has ended
  gaze.glance([[40, 30]], now);
  landed(gaze);
  expect(gaze.look.margins).toEqual(PANEL);
  gaze.glance(null, now);
  landed(gaze);
  expect(gaze.look.margins).toEqual(PANEL);
  expect(gaze.look.scale).toBeGreaterThan(crowded);
});

test("in Plan a glance neither keeps the room of a panel that has gone nor moves the table", () => {
  const gaze = eye("plan");
  gaze.margins({ ...PANEL, bottom: 300 });
  gaze.glance(CORNER, now);
  landed(gaze);
  gaze.margins(PANEL);
  gaze.glance([[40, 30]], now);
  landed(gaze);
  expect(gaze.look).toEqual(fitted(gaze.look, TABLE));
  gaze.glance(null, now);
  landed(gaze);
  expect(gaze.look).toEqual(fitted(gaze.look, TABLE));
  expect(gaze.look.margins).toEqual(PANEL);
});

test("who changes from Scene to Plan during a glance stays in Plan after it", () => {
  const gaze = eye("scene");
  gaze.glance(CORNER, now);
  landed(gaze);
  gaze.mode("plan");
  landed(gaze);
  gaze.glance(null, now);
  landed(gaze);
  expect(gaze.look.scene).toBe(0);
});

test("at the end it goes slowly round to all that stands there, and then it is still", () => {
  let drawn = 0;
  const gaze = new Gaze(
    () => {
      drawn += 1;
    },
    () => false,
  );
  gaze.resize(1000, 700);
  gaze.at(TABLE);
  gaze.mode("scene");
  landed(gaze);
  const before = gaze.look;
  gaze.admire([
    { x: 10, y: 10, radius: 2, height: 3 },
    { x: 30, y: 20, radius: 2, height: 3 },
  ]);
  now += 600;
  gaze.step(now);
  const between = gaze.look;
  expect(between.azimuth).toBeGreaterThan(before.azimuth);
  for (let i = 0; i < 5; i += 1) landed(gaze);
  const end = gaze.look;
  expect(end.azimuth).toBeGreaterThan(between.azimuth);
  expect(end.scene).toBe(1);
  drawn = 0;
  landed(gaze);
  expect([drawn, gaze.look]).toEqual([0, end]);
});

test("at the end all that stands there is whole in the picture, be it two that are close together or one alone", () => {
  const [left, right] = [
    { x: 20, y: 18, radius: 8, height: 6 },
    { x: 27, y: 18, radius: 8, height: 6 },
  ];
  for (const bodies of [[left, right], [left]]) {
    const gaze = eye("scene");
    gaze.at({ width: 160, height: 120, studsPerUnit: 1 });
    const before = gaze.look;
    gaze.admire(bodies);
    for (let i = 0; i < 6; i += 1) landed(gaze);
    const { margins, width, height, scale } = gaze.look;
    for (const [x, y, z = 0] of bodies.flatMap((body) => rims(body))) {
      const [px, py] = project(lensOf(gaze.look), gaze.look, x, y, z);
      expect(px).toBeGreaterThan(margins.left);
      expect(px).toBeLessThan(width - margins.right);
      expect(py).toBeGreaterThan(margins.top);
      expect(py).toBeLessThan(height - margins.bottom);
    }
    expect(scale, "it is looked at from near").toBeGreaterThan(before.scale);
  }
});
