/** What stands in a foundry yard: buildings and towers of any height, rocks, walls, trees, rough ground, water, goals. */
import { pick, stream } from "../chance";
import { PAINT } from "../colours";
import { type Build, bothSides, box, type Part, PLATE, STUDDED, tube, wedge } from "./part";

/** Plates up to the height that is measured, or up to the usual one. */
const platesOf = (build: Build, usual: number): number => (build.height ? build.height / PLATE : usual);

/** One storey: a band of wall, and windows on all four sides. */
function storey(L: number, W: number, z: number, h: number, wall: string): Part[] {
  const [x, y] = [L / 2, W / 2];
  const parts = [box(-x, -y, z, L, W, h, wall)];
  const pane = Math.min(1.6, h * 0.2);
  const bays = (length: number): number[] => {
    const count = Math.max(1, Math.floor(length / 4));
    return Array.from({ length: count }, (_, i) => -length / 2 + (length * (i + 0.5)) / count);
  };
  for (const at of bays(L))
    parts.push(...bothSides([box(at - pane / 2, y - 0.05, z + h * 0.3, pane, 0.1, h * 0.45, PAINT.dark)]));
  for (const at of bays(W))
    for (const end of [x - 0.05, -x - 0.05])
      parts.push(box(end, at - pane / 2, z + h * 0.3, 0.1, pane, h * 0.45, PAINT.dark));
  return parts;
}

/** Floor upon floor of one wall, a parapet and a hatch on the roof. */
export function block({ seed, ...build }: Build): Part[] {
  const { length: L, width: W } = build;
  const top = platesOf({ ...build, seed }, 18);
  const floors = Math.max(1, Math.round(top / 8));
  const h = (top - 1) / floors;
  const wall = pick(["#a9b0b1", "#c9b48c", "#b98a72", "#9aa7ad"], stream(`block ${seed}`));
  // light, so that a roof is told from its shadow when it is seen from above
  const rim = PAINT.light;
  return [
    ...Array.from({ length: floors }, (_, i) => storey(L, W, i * h, h, wall)).flat(),
    ...Array.from({ length: floors }, (_, i) => box(-L / 2 - 0.06, -W / 2 - 0.06, i * h, L + 0.12, W + 0.12, 0.4, rim)),
    box(-L / 2 + 0.4, -W / 2 + 0.4, top - 1, L - 0.8, W - 0.8, 0.6, PAINT.roof, STUDDED),
    ...bothSides([box(-L / 2, W / 2 - 0.5, top - 1, L, 0.5, 1, rim)]),
    box(-L / 2, -W / 2, top - 1, 0.5, W, 1, rim),
    box(L / 2 - 0.5, -W / 2, top - 1, 0.5, W, 1, rim),
  ];
}

/** A narrow block with a lift shaft and a light. */
export function tower(build: Build): Part[] {
  const { length: L, width: W } = build;
  const top = platesOf(build, 40);
  return [
    ...block({ ...build, height: (top - 4) * PLATE }),
    box(-L / 4, -W / 4, top - 4, L / 2, W / 2, 3, PAINT.dark, STUDDED),
    tube(-0.4, -0.4, top - 1, 0.8, 0.8, 1, "#a8412f"),
  ];
}

/** Grey slabs stepped up to a crest; nothing hangs over the footprint. */
export function rock({ length: L, width: W, seed, ...rest }: Build): Part[] {
  const next = stream(`rock ${seed}`);
  const top = platesOf({ length: L, width: W, seed, ...rest }, 20);
  const steps = 4;
  const parts: Part[] = [];
  for (let i = 0; i < steps; i++) {
    const share = 1 - i * 0.17;
    const [l, w] = [L * share, W * share];
    const [dx, dy] = [((next() - 0.5) * (L - l)) / 1.2, ((next() - 0.5) * (W - w)) / 1.2];
    const colour = pick([PAINT.field_grey, PAINT.steel, PAINT.field_grey2], next);
    parts.push(box(-l / 2 + dx, -w / 2 + dy, (i * top) / steps, l * 0.72, w, top / steps, colour, STUDDED));
    parts.push(wedge(l * 0.22 + dx, -w / 2 + dy, (i * top) / steps, l * 0.28, w, top / steps, colour));
  }
  return parts;
}

/** Courses of concrete with a cap. */
export function wall({ length: L, width: W, ...rest }: Build): Part[] {
  const top = platesOf({ length: L, width: W, ...rest }, 12);
  const count = Math.max(1, Math.round(L / 4));
  const step = L / count;
  return Array.from({ length: count }, (_, i) => -L / 2 + i * step).flatMap((x, i) => [
    box(x, -W / 2, 0, step, W, top - 1, i % 2 ? PAINT.light : PAINT.light2),
    box(x, -W / 2, top - 1, step, W, 1, PAINT.rust, STUDDED),
  ]);
}

/** One tall tree, its crown inside the measured footprint. */
export function tree({ length: L, width: W, seed, ...rest }: Build): Part[] {
  const next = stream(`tree ${seed}`);
  const top = platesOf({ length: L, width: W, seed, ...rest }, 30);
  const size = Math.min(L, W);
  const crown = (share: number, z: number, h: number, yaw: number): Part => {
    const s = size * share * 0.72;
    const colour = pick([PAINT.leaf, PAINT.leaf2, PAINT.leaf3], next);
    return box(-s / 2, -s / 2, top * z, s, s, top * h, colour, { studs: true, yaw });
  };
  return [
    tube(-0.7, -0.7, 0, 1.4, 1.4, top * 0.4, PAINT.wood),
    crown(1, 0.32, 0.16, 10),
    crown(1.25, 0.48, 0.18, 40),
    crown(1, 0.66, 0.16, 68),
    crown(0.7, 0.82, 0.12, 22),
    tube(-0.5, -0.5, top * 0.94, 1, 1, top * 0.06, PAINT.leaf2),
  ];
}

/** Broken ground: a floor of its own tint with rubble on it. */
export function rough({ length: L, width: W, seed }: Build): Part[] {
  const next = stream(`rough ${seed}`);
  const parts = [box(-L / 2, -W / 2, 0, L, W, 0.8, PAINT.rubble)];
  const count = Math.round((L * W) / 9);
  for (let i = 0; i < count; i++) {
    const s = 0.7 + next() * 1.1;
    const [x, y] = [(next() - 0.5) * (L - s * 1.5), (next() - 0.5) * (W - s * 1.5)];
    const colour = pick([PAINT.rubble2, PAINT.tan, PAINT.steel], next);
    const yaw = next() * 90;
    if (i % 3) parts.push(box(x - s / 2, y - s / 2, 0.8, s, s, 0.6 + next(), colour, { yaw, studs: i % 4 === 0 }));
    else parts.push(wedge(x - s / 2, y - s / 2, 0.8, s, s, 1 + next(), colour, { yaw }));
  }
  return parts;
}

/** Water: blue tiles with lighter ripples. */
export function water({ length: L, width: W, seed }: Build): Part[] {
  const next = stream(`water ${seed}`);
  const parts = [box(-L / 2, -W / 2, 0, L, W, 0.8, PAINT.sea)];
  for (let i = 0; i < Math.round((L * W) / 14); i++) {
    const l = 1 + next() * 2.4;
    parts.push(box((next() - 0.5) * (L - l) - l / 2, (next() - 0.5) * (W - 0.6), 0.8, l, 0.34, 0.15, PAINT.sea2));
  }
  return parts;
}

/** Marked ground without any effect. */
export const open = ({ length: L, width: W }: Build): Part[] => [box(-L / 2, -W / 2, 0, L, W, 0.8, PAINT.road)];

/** Thick sloped walls, slits on all sides, a flag in the colour of its side. */
export function bunker({ length: L, width: W, side = PAINT.white }: Build): Part[] {
  const [h, v] = [L / 2 - 0.4, W / 2 - 0.4];
  return [
    box(-L / 2, -W / 2, 0, L, W, 1, PAINT.dark, STUDDED),
    box(-h, -v, 1, 2 * h, 2 * v, 9, PAINT.light2),
    ...bothSides([box(-h * 0.6, v - 0.06, 6, h * 1.2, 0.12, 1.6, PAINT.black)]),
    box(h - 0.06, -v * 0.6, 6, 0.12, v * 1.2, 1.6, PAINT.black),
    box(-h + 0.8, -v + 0.8, 10, 2 * h - 1.6, 2 * v - 1.6, 5, PAINT.light, STUDDED),
    tube(-1.4, -1.4, 15, 2.8, 2.8, 4, PAINT.steel),
    box(-1.6, -1.6, 19, 3.2, 3.2, 1, PAINT.roof, STUDDED),
    tube(-0.2, -0.2, 20, 0.4, 0.4, 9, PAINT.dark),
    box(-2.4, -0.1, 25, 2.2, 0.2, 4, side),
  ];
}

/** Two cooling towers, a hall and pipes. */
export function powerPlant({ length: L, width: W, side = PAINT.white }: Build): Part[] {
  const [h, v] = [L / 2, W / 2];
  const stack = (y: number): Part[] => [
    tube(-h + 1, y - 2, 1, 4.2, 4.2, 12, PAINT.light),
    tube(-h + 1.3, y - 1.7, 13, 3.6, 3.6, 10, PAINT.light2),
    tube(-h + 1.1, y - 1.9, 23, 4, 4, 3, side),
    tube(-h + 1.6, y - 1.4, 26, 3, 3, 0.4, PAINT.black),
  ];
  return [
    box(-h, -v, 0, L, W, 1, PAINT.dark, STUDDED),
    ...stack(v * 0.48),
    ...stack(-v * 0.48),
    box(0.2, -v + 1, 1, h - 1, W - 2, 9, PAINT.tan),
    box(0.2, -v + 1, 10, h - 1, W - 2, 1, PAINT.roof, STUDDED),
    box(h - 0.85, -v + 2, 4, 0.1, W - 4, 3, PAINT.glass),
    tube(1.5, -0.6, 11, 1.2, 1.2, 8, PAINT.steel),
  ];
}

/** A marker: a round plate with a flag that can be seen from everywhere. */
export const marker = (): Part[] => [
  tube(-1.5, -1.5, 0, 3, 3, 1, PAINT.white),
  tube(-1, -1, 1, 2, 2, 1, PAINT.dark),
  tube(-0.2, -0.2, 2, 0.4, 0.4, 16, PAINT.dark),
  box(0.2, -0.12, 12, 3, 0.24, 6, PAINT.white),
  box(0.2, -0.14, 14, 3, 0.28, 2, PAINT.dark),
];
