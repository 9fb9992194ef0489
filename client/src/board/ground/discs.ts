/** Discs for the ruler: what a round thing meets on a straight way, by the same formulas as the engine's. */
import type { Point } from "../types";

export type Disc = { x: number; y: number; r: number };
/** A footprint: the corners of a convex outline, or a disc. */
export type Outline = readonly Point[] | Disc;

export const isDisc = (body: Outline): body is Disc => "r" in body;

/** Depth that still counts as touching, and the rounding a slide along something must bear. */
const TOUCH = 1e-6;
const GRAZE = 1e-9;
const FREE = 2;

type Span = [number, number];
const NEVER: Span = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** When a point passes into and out of a disc about the origin. */
function throughDisc(x: number, y: number, r: number, dx: number, dy: number): Span {
  const d2 = dx * dx + dy * dy;
  if (r <= 0 || d2 === 0) return NEVER;
  const across = x * dy - y * dx;
  const cut = r * r * d2 - across * across;
  if (cut <= 0) return NEVER;
  const along = x * dx + y * dy;
  return [(-along - Math.sqrt(cut)) / d2, (-along + Math.sqrt(cut)) / d2];
}

/** The corners counter-clockwise. */
function turnedLeft(points: readonly Point[]): readonly Point[] {
  const twice = points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length] as Point;
    return sum + x * v - u * y;
  }, 0);
  return twice >= 0 ? points : [...points].reverse();
}

/** When a point passes through the strip of width r outside a side. */
function throughStrip(x: number, y: number, r: number, dx: number, dy: number, a: Point, b: Point): Span {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < 1e-12) return NEVER;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const [px, py] = [x - a[0], y - a[1]];
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const rooms = [
    [uy * px - ux * py, uy * dx - ux * dy, r],
    [ux * px + uy * py, ux * dx + uy * dy, length],
  ] as const;
  for (const [value, change, top] of rooms) {
    if (change === 0) {
      if (value <= 0 || value >= top) return NEVER;
      continue;
    }
    const [enter, leave] = [-value / change, (top - value) / change];
    low = Math.max(low, Math.min(enter, leave));
    high = Math.min(high, Math.max(enter, leave));
  }
  return low < high ? [low, high] : NEVER;
}

/** When a point passes into and out of a polygon widened by r: a disc at each corner, a strip on each side. */
function throughRounded(x: number, y: number, r: number, points: readonly Point[], dx: number, dy: number): Span {
  if (r <= 0) return NEVER;
  const spans = points.flatMap((a, i): Span[] => [
    throughDisc(x - a[0], y - a[1], r, dx, dy),
    throughStrip(x, y, r, dx, dy, a, points[(i + 1) % points.length] as Point),
  ]);
  return [Math.min(...spans.map((span) => span[0])), Math.max(...spans.map((span) => span[1]))];
}

/** How far a point is outside a polygon; 0 inside. */
function pointTo(points: readonly Point[], x: number, y: number): number {
  let [inside, least] = [true, Number.POSITIVE_INFINITY];
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length] as Point;
    const [dx, dy, px, py] = [b[0] - a[0], b[1] - a[1], x - a[0], y - a[1]];
    if (dy * px - dx * py > 0) inside = false;
    const t = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(px - t * dx, py - t * dy));
  });
  return inside ? 0 : least;
}

/** How deep a disc is in another thing; below 0 when apart. */
function discDepth({ x, y, r }: Disc, other: Outline): number {
  if (isDisc(other)) return r + other.r - Math.hypot(other.x - x, other.y - y);
  return r - pointTo(turnedLeft(other), x, y);
}

/** What a disc about the origin shares with the triangle of its middle and a side. */
function withTriangle(r: number, [ax, ay]: Point, [bx, by]: Point): number {
  const sector = (u: Point, v: Point) => r * r * Math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]);
  const [dx, dy] = [bx - ax, by - ay];
  const along = ax * dx + ay * dy;
  const d2 = dx * dx + dy * dy;
  const cut = along * along - d2 * (ax * ax + ay * ay - r * r);
  const root = Math.sqrt(Math.max(0, cut));
  const [enter, leave] = [(-along - root) / d2, (-along + root) / d2];
  if (cut <= 0 || leave <= 0 || enter >= 1) return sector([ax, ay], [bx, by]) / 2;
  const at = (t: number): Point => [ax + t * dx, ay + t * dy];
  const [p, q] = [at(Math.max(0, enter)), at(Math.min(1, leave))];
  const outer = (enter > 0 ? sector([ax, ay], p) : 0) + (leave < 1 ? sector(q, [bx, by]) : 0);
  return (outer + p[0] * q[1] - p[1] * q[0]) / 2;
}

/** What two discs share, their middles so far apart. */
function lens(r: number, s: number, d: number): number {
  if (d >= r + s) return 0;
  if (d <= Math.abs(r - s)) return Math.PI * Math.min(r, s) ** 2;
  const at = (d * d + r * r - s * s) / (2 * d);
  return r * r * Math.acos(at / r) + s * s * Math.acos((d - at) / s) - d * Math.sqrt(Math.max(0, r * r - at * at));
}

function sharedWith({ x, y, r }: Disc, other: Outline): number {
  if (isDisc(other)) return lens(r, other.r, Math.hypot(other.x - x, other.y - y));
  const points = turnedLeft(other).map(([u, v]): Point => [u - x, v - y]);
  return points.reduce((sum, point, i) => sum + withTriangle(r, point, points[(i + 1) % points.length] as Point), 0);
}

/** More than contact: deeper than a hair, and sharing more than a speck. */
export const discOverlaps = (disc: Disc, other: Outline): boolean =>
  discDepth(disc, other) > 2 * TOUCH && sharedWith(disc, other) > TOUCH;

/** The share of its way at which a disc meets something that it would enter, or more than the whole way. */
export function discContact(disc: Disc, other: Outline, dx: number, dy: number): number {
  const depth = discDepth(disc, other);
  const limit = depth > TOUCH ? depth + GRAZE : TOUCH;
  const through = (less: number): Span =>
    isDisc(other)
      ? throughDisc(disc.x - other.x, disc.y - other.y, disc.r + other.r - less, dx, dy)
      : throughRounded(disc.x, disc.y, disc.r - less, turnedLeft(other), dx, dy);
  const [low, high] = through(limit);
  if (!(low < 1 && high > 0 && low < high)) return FREE;
  return Math.max(0, through(0)[0]);
}

/** Whether a disc meets an outline that turns about a centre, from its place to an angle. */
export function discMeetsTurn(disc: Disc, shape: readonly Point[], [cx, cy]: Point, angle: number): boolean {
  const turn = 2 * Math.PI;
  const [first, last] = angle < 0 ? [Math.max(-turn, angle), 0] : [0, Math.min(turn, angle)];
  const start = Math.atan2(disc.y - cy, disc.x - cx);
  const outline = turnedLeft(shape);
  // Seen from the outline the disc goes round it, and is nearest where it passes a corner or stands square to a side.
  const bearings = outline.flatMap(([x, y], i) => {
    const [u, v] = outline[(i + 1) % outline.length] as Point;
    return [Math.atan2(y - cy, x - cx), Math.atan2(x - u, v - y)];
  });
  const angles = bearings.map((bearing) => start - bearing + Math.ceil((first - start + bearing) / turn) * turn);
  return [first, last, ...angles.filter((each) => each < last)].some((each) => {
    const [c, s, dx, dy] = [Math.cos(-each), Math.sin(-each), disc.x - cx, disc.y - cy];
    return discOverlaps({ x: cx + dx * c - dy * s, y: cy + dx * s + dy * c, r: disc.r }, outline);
  });
}
