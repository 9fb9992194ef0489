// Where it goes as an area that can be drawn: one fan is its own outline, several together are one field, whose edge is
// followed over a grid.
import type { Point } from "../../board";
import type { Border } from "../../board/ruler";

/** How far it goes from a point, by direction: angles in degrees, rising; distances in the ruler. */
export type Fan = { at: Point; angles: number[]; far: number[]; most: number };

/** The area as convex parts, and its edge. */
export type Region = { parts: Point[][]; rim: Point[][] };

type Box = [number, number, number, number];

const SMALL = 1e-6;
const CELLS = 56;

/** How far inside the area a point lies by one fan: below 0 it is outside. */
function depthIn({ at, angles, far }: Fan, [x, y]: Point): number {
  const [dx, dy] = [x - at[0], y - at[1]];
  const distance = Math.hypot(dx, dy);
  const angle = ((Math.atan2(dy, dx) * 180) / Math.PI + 360) % 360;
  let [low, high] = [0, angles.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((angles[middle] as number) <= angle) low = middle;
    else high = middle;
  }
  const next = (low + 1) % angles.length;
  const from = angles[low] as number;
  const span = ((angles[next] as number) - from + 360) % 360 || 360;
  const share = (angle - from) / span;
  return (far[low] as number) * (1 - share) + (far[next] as number) * share - distance;
}

export const depthAt = (fans: readonly Fan[], point: Point): number =>
  fans.reduce((best, fan) => {
    // the farthest ray of a fan cannot help a point that is farther off
    const nearest = fan.most - Math.hypot(point[0] - fan.at[0], point[1] - fan.at[1]);
    return nearest > best ? Math.max(best, depthIn(fan, point)) : best;
  }, Number.NEGATIVE_INFINITY);

function boundsOf(fans: readonly Fan[], [x0, y0, x1, y1]: Border): Box {
  const reach = (sign: -1 | 1, axis: 0 | 1): number =>
    fans.reduce((most, fan) => Math.max(most, sign * fan.at[axis] + fan.most), Number.NEGATIVE_INFINITY);
  return [
    Math.max(x0, -reach(-1, 0)),
    Math.max(y0, -reach(-1, 1)),
    Math.min(x1, reach(1, 0)),
    Math.min(y1, reach(1, 1)),
  ];
}

type Corner = { at: Point; depth: number };

/** Where between two corners the edge runs; the same whichever way round they are given. */
function crossing(a: Corner, b: Corner): Point {
  const [p, q] = a.at[0] < b.at[0] || (a.at[0] === b.at[0] && a.at[1] < b.at[1]) ? [a, b] : [b, a];
  const share = p.depth / (p.depth - q.depth);
  return [p.at[0] + (q.at[0] - p.at[0]) * share, p.at[1] + (q.at[1] - p.at[1]) * share];
}

/** The part of a cell that lies inside, and the pieces of the edge in it. */
function cellOf(cell: readonly Corner[]): { part: Point[]; edges: [Point, Point][] } {
  const part: Point[] = [];
  const cuts: Point[] = [];
  cell.forEach((corner, i) => {
    const next = cell[(i + 1) % cell.length] as Corner;
    if (corner.depth > 0) part.push(corner.at);
    if (corner.depth > 0 !== next.depth > 0) {
      const cut = crossing(corner, next);
      part.push(cut);
      cuts.push(cut);
    }
  });
  const edges: [Point, Point][] = [];
  for (let i = 0; i + 1 < cuts.length; i += 2) edges.push([cuts[i] as Point, cuts[i + 1] as Point]);
  return { part, edges };
}

/** A point as one number, on a grain of its own: far quicker to look up than words. */
const nameOf = ([x, y]: Point): number => Math.round(x * 1e5) * 2e8 + Math.round(y * 1e5);

/** Pieces of an edge joined to lines. */
function chained(edges: readonly [Point, Point][]): Point[][] {
  const ends = new Map<number, number[]>();
  edges.forEach((edge, i) => {
    for (const end of edge) {
      const name = nameOf(end);
      const here = ends.get(name);
      if (here) here.push(i);
      else ends.set(name, [i]);
    }
  });
  const used = new Set<number>();
  const grow = (line: Point[]): Point[] => {
    for (;;) {
      const end = line.at(-1) as Point;
      const next = ends.get(nameOf(end))?.find((i) => !used.has(i));
      if (next === undefined) return line;
      used.add(next);
      const [a, b] = edges[next] as [Point, Point];
      line.push(nameOf(a) === nameOf(end) ? b : a);
    }
  };
  return edges.flatMap(([a, b], i) => {
    if (used.has(i)) return [];
    used.add(i);
    return [grow(grow([a, b]).reverse())];
  });
}

/** One fan: a wedge from direction to direction, and the line through all ends. */
function starOf({ at: [x, y], angles, far }: Fan): Region {
  const ends = angles.map((angle, i): Point => {
    const [turn, length] = [(angle * Math.PI) / 180, far[i] as number];
    return [x + Math.cos(turn) * length, y + Math.sin(turn) * length];
  });
  const parts = ends.flatMap((end, i): Point[][] => {
    const next = (i + 1) % ends.length;
    const isNothing = (far[i] as number) <= SMALL || (far[next] as number) <= SMALL;
    return isNothing ? [] : [[[x, y], end, ends[next] as Point]];
  });
  return { parts, rim: parts.length > 0 ? [[...ends, ends[0] as Point]] : [] };
}

/** All fans together as one area. */
export function regionOf(fans: readonly Fan[], border: Border): Region {
  const [only] = fans;
  return only && fans.length === 1 && isRound(only) ? starOf(only) : fieldOf(fans, border);
}

/** Whether a fan looks all round, so that no wedge of it is half a turn wide. */
const isRound = ({ angles }: Fan): boolean =>
  angles.length > 2 && angles.every((angle, i) => (angles[i + 1] ?? (angles[0] as number) + 360) - angle < 180);

/** The grid a field is looked at on: its lines, and how deep each crossing lies inside. */
type Grid = { across: number; up: number; column(i: number): number; row(j: number): number; depths: Float64Array };

function gridOf(fans: readonly Fan[], border: Border): Grid {
  const [x0, y0, x1, y1] = boundsOf(fans, border);
  const size = Math.max(x1 - x0, y1 - y0) / CELLS;
  const count = (length: number): number => (size > 0 ? Math.ceil(length / size - SMALL) : 0);
  const [across, up] = [count(x1 - x0), count(y1 - y0)];
  const column = (i: number): number => Math.min(x1, x0 + i * size);
  const row = (j: number): number => Math.min(y1, y0 + j * size);
  const depths = new Float64Array((across + 1) * (up + 1));
  for (let j = 0; j <= up; j++)
    for (let i = 0; i <= across; i++) depths[j * (across + 1) + i] = depthAt(fans, [column(i), row(j)]);
  return { across, up, column, row, depths };
}

/** Cells that lie inside as a whole, as rectangles: neighbours in a row, and rows alike above each other, are one. */
function wholeParts({ across, up, column, row }: Grid, isWhole: (i: number, j: number) => boolean): Point[][] {
  const parts: Point[][] = [];
  let open = new Map<number, { from: number; to: number; low: number }>();
  const close = ({ from, to, low }: { from: number; to: number; low: number }, high: number): void => {
    const [x0, y0, x1, y1] = [column(from), row(low), column(to), row(high)];
    parts.push([
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ]);
  };
  for (let j = 0; j <= up; j++) {
    const next: typeof open = new Map();
    for (let i = 0; j < up && i < across; i++) {
      if (!isWhole(i, j)) continue;
      const from = i;
      while (i < across && isWhole(i, j)) i++;
      const name = from * (across + 1) + i;
      next.set(name, open.get(name) ?? { from, to: i, low: j });
    }
    for (const [name, run] of open) if (!next.has(name)) close(run, j);
    open = next;
  }
  return parts;
}

/** Several fans: their field over a grid, whole cells by rectangles, the edge cell by cell. */
function fieldOf(fans: readonly Fan[], border: Border): Region {
  const grid = gridOf(fans, border);
  const { across, up, column, row, depths } = grid;
  const deep = (i: number, j: number): number => depths[j * (across + 1) + i] as number;
  const corner = (i: number, j: number): Corner => ({ at: [column(i), row(j)], depth: deep(i, j) });
  const inside = (i: number, j: number): number =>
    Number(deep(i, j) > 0) + Number(deep(i + 1, j) > 0) + Number(deep(i + 1, j + 1) > 0) + Number(deep(i, j + 1) > 0);
  const parts = wholeParts(grid, (i, j) => inside(i, j) === 4);
  const edges: [Point, Point][] = [];
  for (let j = 0; j < up; j++)
    for (let i = 0; i < across; i++) {
      if (inside(i, j) % 4 === 0) continue;
      const cut = cellOf([corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]);
      if (cut.part.length > 2) parts.push(cut.part);
      edges.push(...cut.edges);
    }
  return { parts, rim: chained(edges) };
}
