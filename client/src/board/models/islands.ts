/** What lies in the water: islands with palms, rocks, reefs, weed, lighthouses of ports, treasure and forts. */
import { pick, stream } from "../chance";
import { PAINT } from "../colours";
import { type Build, bothSides, box, type Part, PLATE, STUDDED, tube, wedge } from "./part";

type Point = [number, number];

/** How high the beach and the green of an island stand, in plates. */
const BEACH = 1.4;
const GREEN = 2.4;
/** Where forts stand, in studs above the water. */
export const ON_ISLAND = GREEN * PLATE;

function fromEdge(outline: readonly Point[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  let inside = false;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(ax + t * dx - x, ay + t * dy - y));
  });
  return inside ? least : -least;
}

type Cell = { x: number; y: number; deep: number };

/** The studs of a piece: middles of all squares inside its outline, with how far they are from the edge. */
function cells({ outline, length, width }: Build): Cell[] {
  const edge: Point[] = outline ?? [
    [-length / 2, -width / 2],
    [length / 2, -width / 2],
    [length / 2, width / 2],
    [-length / 2, width / 2],
  ];
  const found: Cell[] = [];
  for (let x = -Math.ceil(length / 2) + 0.5; x < length / 2; x++) {
    for (let y = -Math.ceil(width / 2) + 0.5; y < width / 2; y++) {
      const deep = fromEdge(edge, x, y);
      if (deep > 0.25) found.push({ x, y, deep });
    }
  }
  return found;
}

/** Plates of up to four studs in a row over some cells. */
function plates(of: readonly Cell[], z: number, h: number, paints: readonly string[], next: () => number): Part[] {
  const parts: Part[] = [];
  let row: Cell[] = [];
  const lay = () => {
    const [first] = row;
    if (first) parts.push(box(first.x - 0.5, first.y - 0.5, z, 1, row.length, h, pick(paints, next), STUDDED));
    row = [];
  };
  for (const cell of of) {
    const last = row.at(-1);
    if (last && (last.x !== cell.x || cell.y - last.y > 1.01 || row.length >= 4)) lay();
    row.push(cell);
  }
  lay();
  return parts;
}

/** A bent trunk of round bricks and a crown of seven fronds. */
function palm(x: number, y: number, z: number, next: () => number): Part[] {
  const joints = 5 + Math.floor(next() * 3);
  const lean = next() * 2 * Math.PI;
  const at = (i: number): Point => [x + Math.cos(lean) * i * i * 0.045, y + Math.sin(lean) * i * i * 0.045];
  const trunk = Array.from({ length: joints }, (_, i) => {
    const [px, py] = at(i);
    return tube(px - 0.32, py - 0.32, z + i * 2.2, 0.64, 0.64, 2.3, i % 2 ? PAINT.pine : PAINT.wood);
  });
  const [cx, cy] = at(joints);
  const top = z + joints * 2.2;
  const turn = next() * 50;
  const fronds = Array.from({ length: 7 }, (_, i) => {
    const angle = turn + (i * 360) / 7;
    const reach = 2.1 + next() * 0.5;
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const paint = i % 2 ? PAINT.leaf : PAINT.leaf2;
    return box(cx + (c * reach) / 2 - reach / 2, cy + (s * reach) / 2 - 0.35, top - 0.9, reach, 0.7, 0.7, paint, {
      yaw: angle,
      pitch: -16,
    });
  });
  return [...trunk, ...fronds, tube(cx - 0.4, cy - 0.4, top - 0.4, 0.8, 0.8, 1, PAINT.leaf3)];
}

/** Steps of sand and green, rocks in the heart of large islands, palms where there is room. */
export function island(build: Build): Part[] {
  const next = stream(`island ${build.seed}`);
  const all = cells(build);
  const green = all.filter((cell) => cell.deep > 1.9);
  const heart = all.filter((cell) => cell.deep > 5.2);
  const free = (cell: Cell) => (build.taken ?? []).every(([x, y, r]) => Math.hypot(cell.x - x, cell.y - y) > r + 1.2);
  const parts = [
    ...plates(all, -1, BEACH + 1, [PAINT.shore, PAINT.shore2], next),
    ...plates(green, BEACH, GREEN - BEACH, [PAINT.jungle, PAINT.jungle2], next),
    ...plates(heart.filter(free), GREEN, 1.6, [PAINT.jungle2, PAINT.leaf2], next),
  ];
  const grown: Cell[] = [];
  const wanted = Math.max(1, Math.round(all.length / 42));
  for (let tries = 0; tries < 60 && grown.length < wanted; tries++) {
    const cell = all[Math.floor(next() * all.length)];
    if (!cell || cell.deep < 1.1 || !free(cell)) continue;
    if (grown.some((other) => Math.hypot(other.x - cell.x, other.y - cell.y) < 3.2)) continue;
    grown.push(cell);
    parts.push(...palm(cell.x, cell.y, cell.deep > 5.2 ? GREEN + 1.6 : cell.deep > 1.9 ? GREEN : BEACH, next));
  }
  return parts;
}

/** Bare stone that rises to its middle. */
export function rock(build: Build): Part[] {
  const next = stream(`rock ${build.seed}`);
  return cells(build).map(({ x, y, deep }) => {
    const high = 1.6 + Math.min(5, deep) * (1.5 + next() * 1.3);
    const paint = pick([PAINT.basalt, PAINT.basalt2, PAINT.steel], next);
    if (next() < 0.34) return wedge(x - 0.5, y - 0.5, -1, 1, 1, high + 1, paint, { yaw: 90 * Math.floor(next() * 4) });
    return box(x - 0.5, y - 0.5, -1, 1, 1, high + 1, paint, STUDDED);
  });
}

/** Stones and coral just above the water, with gaps between them. */
export function reef(build: Build): Part[] {
  const next = stream(`reef ${build.seed}`);
  return cells(build).flatMap(({ x, y }) => {
    if (next() < 0.42) return [];
    const paint = pick([PAINT.basalt2, PAINT.basalt, PAINT.coral, PAINT.shore2], next);
    const d = 0.6 + next() * 0.5;
    const high = 0.5 + next() * 1.5;
    return [tube(x - d / 2 + (next() - 0.5) * 0.4, y - d / 2 + (next() - 0.5) * 0.4, -1, d, d, high + 1, paint)];
  });
}

/** Leaves that drift on the surface. */
export function seaweed(build: Build): Part[] {
  const next = stream(`weed ${build.seed}`);
  return cells(build).flatMap(({ x, y }) =>
    next() < 0.62
      ? []
      : [
          box(x - 0.55, y - 0.16, 0, 1.1, 0.32, 0.3, pick([PAINT.kelp, PAINT.leaf3, PAINT.leaf], next), {
            yaw: next() * 180,
          }),
        ],
  );
}

/** A port: a lighthouse on its stone, banded in the colour of its owner, with a quay about it. */
export function port({ flag }: Build): Part[] {
  const band = flag || PAINT.brick;
  return [
    box(-1.9, -1.9, -1, 3.8, 3.8, 2.6, PAINT.light, STUDDED),
    tube(-1.2, -1.2, 1.6, 2.4, 2.4, 3, PAINT.white),
    tube(-1.1, -1.1, 4.6, 2.2, 2.2, 3, band),
    tube(-1, -1, 7.6, 2, 2, 3, PAINT.white),
    tube(-0.9, -0.9, 10.6, 1.8, 1.8, 3, band),
    tube(-1.2, -1.2, 13.6, 2.4, 2.4, 0.6, PAINT.dark),
    tube(-0.7, -0.7, 14.2, 1.4, 1.4, 2.2, PAINT.glass),
    tube(-0.85, -0.85, 16.4, 1.7, 1.7, 0.8, band),
  ];
}

/** A chest with as many bars on it as it weighs. */
export function treasure({ level = 1 }: Build): Part[] {
  const bars = Array.from({ length: Math.min(3, level) }, (_, i) =>
    box(-0.55 + i * 0.4, -0.32, 2.2, 0.32, 0.64, 0.7, PAINT.gilt),
  );
  return [
    box(-0.8, -0.5, 0, 1.6, 1, 2.2, PAINT.wood),
    ...bothSides([box(-0.55, 0.46, 0, 0.24, 0.1, 2.2, PAINT.dark), box(0.31, 0.46, 0, 0.24, 0.1, 2.2, PAINT.dark)]),
    ...bars,
  ];
}

/** Stone walls with merlons, a tower at each corner, guns on the roof, and the flag of its owner. */
export function fort({ length: L, width: W, flag = PAINT.brick }: Build): Part[] {
  const [h, v] = [L / 2, W / 2];
  const tower = Math.min(1.4, L * 0.3);
  const merlons = Math.max(2, Math.round(L / 1.3));
  const row = Array.from({ length: merlons }, (_, i) => -h + ((i + 0.5) * L) / merlons);
  const guns = row.filter((_, i) => i % 2 === 1);
  return [
    box(-h + 0.15, -v + 0.15, 0, L - 0.3, W - 0.3, 6, PAINT.light, STUDDED),
    ...row.flatMap((x) =>
      bothSides([box(x - 0.3, v - 0.45, 6, 0.6, 0.45, 1.4, PAINT.light2)]).concat([
        box(h - 0.45, x - 0.3, 6, 0.45, 0.6, 1.4, PAINT.light2),
        box(-h, x - 0.3, 6, 0.45, 0.6, 1.4, PAINT.light2),
      ]),
    ),
    ...[h, -h + tower].flatMap((x) =>
      bothSides([
        tube(x - tower, v - tower, 0, tower, tower, 9, PAINT.steel),
        tube(x - tower - 0.1, v - tower - 0.1, 9, tower + 0.2, tower + 0.2, 0.8, PAINT.dark),
      ]),
    ),
    ...guns.flatMap((x) => bothSides([tube(x - 0.22, v - 0.1, 4.2, 0.44, 0.44, 2, PAINT.black, { roll: 90 })])),
    tube(-0.2, -0.2, 6, 0.4, 0.4, 10, PAINT.wood2),
    box(0.15, -0.09, 12, 2.2, 0.18, 4, flag),
    box(-0.8, -0.8, 6, 1.6, 1.6, 0.5, flag),
  ];
}
