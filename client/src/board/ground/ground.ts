/** The ground of a table: baseplates of 8x8 studs in two tints, fields, roads of tiles, a dark edge. */
import { pick, stream } from "../chance";
import { PAINT } from "../colours";
import { type Batches, emptyBatches, pushSlab, pushStud } from "../instances";
import type { BoardScene } from "../types";

const CELL = 8;
/** Half the width of a road, in studs. */
const ROAD = 5;
const EDGE = 2;
const SEA = [PAINT.sea, PAINT.swell] as const;

export type Ground = Pick<BoardScene, "width" | "height" | "studsPerUnit" | "ground" | "seed">;
type Plan = { W: number; H: number; roads: boolean; fields: boolean; yard: boolean };

function planOf(ground: Ground): Plan {
  const W = ground.width * ground.studsPerUnit;
  const H = ground.height * ground.studsPerUnit;
  const roads = ground.ground === "roads" && Math.min(W, H) > 6 * ROAD;
  return { W, H, roads, fields: ground.ground !== "plain", yard: ground.ground === "yard" };
}

function tints(plan: Plan, x: number, y: number): readonly [string, string] {
  const fx = x / plan.W;
  const fy = y / plan.H;
  if (plan.yard) return [PAINT.yard, PAINT.yard2];
  if (!plan.fields) return [PAINT.grass, PAINT.grass2];
  if ((fx > 0.66 && fy < 0.36) || (fx < 0.36 && fy > 0.66)) return [PAINT.field, PAINT.field2];
  if ((fx < 0.22 && fy < 0.52) || (fx > 0.74 && fy > 0.55)) return [PAINT.meadow, PAINT.grass];
  return [PAINT.grass, PAINT.grass2];
}

const onRoad = (plan: Plan, x: number, y: number) =>
  plan.roads && (Math.abs(x - plan.W / 2) < ROAD || Math.abs(y - plan.H / 2) < ROAD);

function plates(out: Batches, plan: Plan, next: () => number, studs: boolean): void {
  for (let x = 0; x < plan.W - 0.01; x += CELL) {
    for (let y = 0; y < plan.H - 0.01; y += CELL) {
      const l = Math.min(CELL, plan.W - x);
      const w = Math.min(CELL, plan.H - y);
      const colour = pick(tints(plan, x + CELL / 2, y + CELL / 2), next);
      pushSlab(out, { x, y, l, w, low: -0.6, high: 0 }, colour, true);
      if (studs) plateStuds(out, plan, { x, y, l, w }, colour);
    }
  }
}

function plateStuds(
  out: Batches,
  plan: Plan,
  at: { x: number; y: number; l: number; w: number },
  colour: string,
): void {
  for (let i = 0; i + 0.9 < at.l; i++) {
    for (let j = 0; j + 0.9 < at.w; j++) {
      const x = at.x + i + 0.5;
      const y = at.y + j + 0.5;
      if (!onRoad(plan, x, y)) pushStud(out, x, y, 0, colour);
    }
  }
}

/** Two roads of flat tiles that cross in the middle; the one up the table lies a hair higher. */
function roads(out: Batches, plan: Plan, next: () => number): void {
  const tile = (x: number, y: number, l: number, w: number, high: number) =>
    pushSlab(out, { x, y, l, w, low: -0.1, high }, pick([PAINT.road, PAINT.road2], next));
  const cx = plan.W / 2;
  const cy = plan.H / 2;
  for (let y = 0; y < plan.H - 0.01; y += 2) {
    for (let x = -ROAD; x < ROAD; x += 2.5) tile(cx + x, y, 2.5, Math.min(2, plan.H - y), 0.2);
  }
  for (let x = 0; x < plan.W - 0.01; x += 2.5) {
    const l = Math.min(2.5, plan.W - x);
    if (x + l > cx - ROAD && x + l <= cx + ROAD && x >= cx - ROAD) continue;
    for (let y = -ROAD; y < ROAD; y += 2) tile(x, cy + y, l, 2, 0.17);
  }
}

function edge(out: Batches, plan: Plan): void {
  const { W, H } = plan;
  const bricks: [number, number, number, number][] = [
    [-EDGE, -EDGE, W + 2 * EDGE, EDGE],
    [-EDGE, H, W + 2 * EDGE, EDGE],
    [-EDGE, 0, EDGE, H],
    [W, 0, EDGE, H],
  ];
  for (const [x, y, l, w] of bricks) pushSlab(out, { x, y, l, w, low: -0.7, high: 0.3 }, PAINT.frame);
}

/** The whole ground as bricks; `studs` false leaves the studs to the shader's pattern. */
export function groundBatches(ground: Ground, studs: boolean): Batches {
  const out = emptyBatches();
  const plan = planOf(ground);
  if (ground.ground === "sea") {
    edge(out, plan);
    return out;
  }
  const next = stream(`ground ${ground.seed}`);
  plates(out, plan, next, studs);
  if (plan.roads) roads(out, plan, next);
  edge(out, plan);
  return out;
}

/** The ground as large patches for small or plain pictures: x, y, length, width in the game's ruler and a colour. */
export function groundPatches(ground: Ground): { x: number; y: number; l: number; w: number; colour: string }[] {
  const plan = planOf(ground);
  const k = 1 / ground.studsPerUnit;
  const next = stream(`ground ${ground.seed}`);
  const patches = [];
  for (let x = 0; x < plan.W - 0.01; x += CELL) {
    for (let y = 0; y < plan.H - 0.01; y += CELL) {
      const pair = ground.ground === "sea" ? SEA : tints(plan, x + CELL / 2, y + CELL / 2);
      const colour = pick(pair, next);
      const l = Math.min(CELL, plan.W - x);
      patches.push({ x: x * k, y: y * k, l: l * k, w: Math.min(CELL, plan.H - y) * k, colour });
    }
  }
  if (plan.roads) {
    const { width, height } = ground;
    patches.push({ x: width / 2 - ROAD * k, y: 0, l: 2 * ROAD * k, w: height, colour: PAINT.road });
    patches.push({ x: 0, y: height / 2 - ROAD * k, l: width, w: 2 * ROAD * k, colour: PAINT.road });
  }
  return patches;
}
