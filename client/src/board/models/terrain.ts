/** Terrain as part lists: house, building, hedgerow, low wall, trees, and a plain block for anything unknown. */
import { pick, stream } from "../chance";
import { PAINT } from "../colours";
import { type Build, box, type Part, STUDDED, tube, wedge } from "./part";

const LEAVES = [PAINT.leaf, PAINT.leaf2, PAINT.leaf3] as const;
const SCHEMES = [
  { wall: PAINT.tan, roofs: [PAINT.brick, PAINT.brick2] },
  { wall: PAINT.pale, roofs: [PAINT.roof, PAINT.roof2] },
] as const;

/** Courses of 2x1 bricks round the edge, every second course begun with a half brick. */
function walls(L: number, W: number, courses: number, colour: string): Part[] {
  const h = L / 2;
  const v = W / 2;
  const parts: Part[] = [];
  for (let k = 0; k < courses; k++) {
    const first = k % 2 ? 1 : 2;
    for (let x = -h; x < h - 0.01; ) {
      const l = Math.min(x === -h ? first : 2, h - x);
      parts.push(box(x, v - 1, k * 3, l, 1, 3, colour), box(x, -v, k * 3, l, 1, 3, colour));
      x += l;
    }
    for (let y = -v + 1; y < v - 1.01; ) {
      const w = Math.min(y === -v + 1 ? 3 - first : 2, v - 1 - y);
      parts.push(box(h - 1, y, k * 3, 1, w, 3, colour), box(-h, y, k * 3, 1, w, 3, colour));
      y += w;
    }
  }
  return parts;
}

function windowAt(x: number, y: number, z: number, alongX: boolean): Part[] {
  if (alongX) {
    return [
      box(x - 0.9, y - 0.06, z, 1.8, 0.12, 4, PAINT.white),
      box(x - 0.65, y - 0.09, z + 0.5, 1.3, 0.18, 3, PAINT.dark),
    ];
  }
  return [
    box(x - 0.06, y - 0.9, z, 0.12, 1.8, 4, PAINT.white),
    box(x - 0.09, y - 0.65, z + 0.5, 0.18, 1.3, 3, PAINT.dark),
  ];
}

/** Where windows fit on a wall of this length: a quarter in from both ends. */
function bays(length: number): number[] {
  if (length < 4) return [0];
  const count = Math.max(2, Math.round(length / 4));
  return Array.from({ length: count }, (_, i) => -length / 2 + (length * (i + 0.5)) / count);
}

function openings(L: number, W: number, z: number): Part[] {
  const alongX = bays(L).flatMap((x) => [...windowAt(x, W / 2, z, true), ...windowAt(x, -W / 2, z, true)]);
  const alongY = bays(W).flatMap((y, i) => [
    ...(i === 0 ? [] : windowAt(L / 2, y, z, false)),
    ...windowAt(-L / 2, y, z, false),
  ]);
  return [...alongX, ...alongY];
}

/** A gable roof in four steps of slopes, the wall closed behind them. */
function gable(L: number, W: number, z: number, wall: string, roofs: readonly string[]): Part[] {
  const h = L / 2;
  const v = W / 2;
  const run = (v + 0.6) / 4;
  const parts: Part[] = [];
  const tiles = Math.max(1, Math.round((L + 1) / 3));
  const tile = (L + 1) / tiles;
  for (let k = 0; k < 4; k++) {
    const y = v + 0.6 - run * (k + 0.5);
    for (let i = 0; i < tiles; i++) {
      const x = -h - 0.5 + tile * (i + 0.5);
      const colour = roofs[(i + k) % roofs.length] as string;
      for (const s of [1, -1]) {
        parts.push(wedge(x - run / 2, s * y - tile / 2, z + k * 2, run, tile, 2.3, colour, { yaw: 90 * s }));
      }
    }
    const inner = (v + 0.6 - run * (k + 1)) * 2;
    if (inner > 0.1) parts.push(box(-h + 0.1, -inner / 2, z + k * 2, L - 0.2, inner, 2, wall));
  }
  return [...parts, box(-h - 0.5, -0.5, z + 7.4, L + 1, 1, 1, roofs[1] ?? wall, STUDDED)];
}

const schemeOf = (seed: string) => pick(SCHEMES, stream(`house ${seed}`));

/** The colours of a house's roof, for drawings that show nothing else of it. */
export const roofsOf = (seed: string): readonly string[] => schemeOf(seed).roofs;

export function house({ length: L, width: W, seed }: Build): Part[] {
  const { wall, roofs } = schemeOf(seed);
  const top = 12;
  const door = bays(W)[0] ?? 0;
  return [
    ...walls(L, W, 4, wall),
    ...openings(L, W, 4.5),
    box(L / 2 - 0.05, door - 0.8, 0, 0.14, 1.6, 7, PAINT.wood2),
    ...gable(L, W, top, wall, roofs),
    box(-L / 2 + 1, W * 0.15, top + 3, 1.4, 1.4, 6.5, PAINT.steel, STUDDED),
  ];
}

/** Flat-roofed, two storeys, for footprints larger than a house. */
export function building({ length: L, width: W, seed }: Build): Part[] {
  const next = stream(`building ${seed}`);
  const wall = pick([PAINT.tan, PAINT.pale, "#b98a72"], next);
  const top = 18;
  return [
    ...walls(L, W, 6, wall),
    ...openings(L, W, 3.6),
    ...openings(L, W, 11.2),
    box(L / 2 - 0.05, (bays(W)[0] ?? 0) - 0.8, 0, 0.14, 1.6, 7, PAINT.wood2),
    box(-L / 2 + 0.4, -W / 2 + 0.4, top - 1, L - 0.8, W - 0.8, 1, PAINT.roof, STUDDED),
    box(-L / 2, -W / 2, top, L, 0.5, 1, PAINT.steel),
    box(-L / 2, W / 2 - 0.5, top, L, 0.5, 1, PAINT.steel),
    box(-L / 2, -W / 2 + 0.5, top, 0.5, W - 1, 1, PAINT.steel),
    box(L / 2 - 0.5, -W / 2 + 0.5, top, 0.5, W - 1, 1, PAINT.steel),
    box(-L / 2 + 1.4, -W / 2 + 1.4, top, 2, 2, 3, PAINT.roof2, STUDDED),
  ];
}

export function hedgerow({ length: L, width: W, seed }: Build): Part[] {
  const next = stream(`hedge ${seed}`);
  const count = Math.max(1, Math.round(L));
  const step = L / count;
  const rows = Math.max(1, Math.round(W));
  const parts = [box(-L / 2, -W / 2, 0, L, W, 1, PAINT.wood2)];
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < rows; j++) {
      const h = 4 + Math.floor(next() * 3);
      const x = -L / 2 + (i + 0.5) * step;
      const y = -W / 2 + ((j + 0.5) * W) / rows;
      parts.push(tube(x - 0.52, y - 0.52, 1, 1.04, 1.04, h - 1, pick(LEAVES, next)));
      parts.push(tube(x - 0.35, y - 0.35, h, 0.7, 0.7, 0.8, PAINT.leaf2));
    }
  }
  return parts;
}

export function lowWall({ length: L, width: W }: Build): Part[] {
  const count = Math.max(1, Math.round(L / 2));
  const step = L / count;
  return Array.from({ length: count }, (_, i) => -L / 2 + i * step).flatMap((x, i) => [
    box(x, -W / 2, 0, step, W, 3, i % 2 ? PAINT.light : PAINT.light2),
    box(x, -W / 2, 3, step, W, 0.5, PAINT.steel),
  ]);
}

function tree(x: number, y: number, turn: number, next: () => number): Part[] {
  const crown = (size: number, z: number, h: number, yaw: number): Part =>
    box(x - size / 2, y - size / 2, z, size, size, h, pick(LEAVES, next), { studs: true, yaw: yaw + turn });
  return [
    tube(x - 0.5, y - 0.5, 0, 1, 1, 5, PAINT.wood),
    crown(4, 5, 1, 12),
    crown(3, 6, 1.5, 40),
    crown(3, 7.5, 1, 70),
    crown(2, 8.5, 2, 20),
    tube(x - 0.5, y - 0.5, 10.5, 1, 1, 1, PAINT.leaf2),
  ];
}

/** A floor of its own tint with trees spread over it: one in about 30 studs, none over the edge. */
export function lightTrees({ length: L, width: W, seed }: Build): Part[] {
  const next = stream(`trees ${seed}`);
  const columns = Math.max(1, Math.round(L / 5.4));
  const rows = Math.max(1, Math.round(W / 5.4));
  const parts = [box(-L / 2, -W / 2, 0, L, W, 0.5, PAINT.floor)];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const slack = 1.6;
      const x = -L / 2 + ((i + 0.5) * L) / columns + (next() - 0.5) * slack;
      const y = -W / 2 + ((j + 0.5) * W) / rows + (next() - 0.5) * slack;
      parts.push(...tree(x, y, next() * 90, next));
    }
  }
  return parts;
}

/** What is drawn for a name nobody knows: a low studded block of the right size. */
export function block({ length: L, width: W, body }: Build): Part[] {
  return [box(-L / 2, -W / 2, 0, L, W, 3, body, STUDDED)];
}
