/** The ruler of the preview: where steps end and what they would run into. The server's word is final. */
import { discContact, discMeetsTurn, discOverlaps, isDisc, type Outline } from "./ground/discs";
import { corners } from "./ground/flats";
import type { Place, Point } from "./types";

/** Straight on at a bearing off the facing (to the left positive), any way without turning, or a turn in place. */
export type RulerStep =
  | { motion: "straight"; bearing: number; amount: number }
  | { motion: "free"; heading: number; amount: number }
  | { motion: "turn"; amount: number };

/** A footprint by its size; a round one has its length as diameter. */
type Size = { length: number; width: number; round?: boolean };

/** Borders of the table: left, lower, right, upper. */
export type Border = [number, number, number, number];

/** What stops: the number of an obstacle, nothing, or the border. */
export const NOTHING = -1;
export const BORDER = -2;

export type Contact = { share: number; hit: number };

const GRAIN = 1e6;
/** Depth that still counts as touching, and the rounding a slide along something must bear. */
const TOUCH = 1e-6;
const GRAZE = 1e-9;
const FREE = 2;
const TURN = 2 * Math.PI;

const grained = (value: number) => Math.round(value * GRAIN) / GRAIN;
const folded = (degrees: number) => ((degrees % 360) + 360) % 360;

/** Cosine and sine of degrees, exact at quarter turns. */
function direction(degrees: number): Point {
  const a = folded(degrees);
  if (a % 90 === 0)
    return (
      [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ] as Point[]
    )[a / 90] as Point;
  return [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
}

/** The way a step that goes somewhere asks for, as x and y. */
export function wayOf(place: Place, step: Exclude<RulerStep, { motion: "turn" }>): Point {
  const [c, s] = direction(step.motion === "free" ? step.heading : place.heading + step.bearing);
  return [c * step.amount, s * step.amount];
}

/** Where a step ends when nothing is in the way, on the grain of the table. */
export function placeAfter(place: Place, step: RulerStep): Place {
  if (step.motion === "turn") return { ...place, heading: folded(grained(place.heading + step.amount)) };
  const [dx, dy] = wayOf(place, step);
  return { ...place, x: grained(place.x + dx), y: grained(place.y + dy) };
}

export function footprint(place: Place, length: number, width: number): Point[] {
  return corners(place, length, width);
}

/** The footprint as something is met with: a disc, or the corners of a rectangle. */
export const bodyAt = (place: Place, { length, width, round }: Size): Outline =>
  round ? { x: place.x, y: place.y, r: length / 2 } : corners(place, length, width);

export function snapTo(value: number, step: number): number {
  return step > 0 ? grained(Math.round(value / step) * step) : value;
}

/** A quarter of an inch, 15 degrees; one stud where bricks are laid. */
export const SNAP = { inches: 0.25, degrees: 15, stud: 0.315 } as const;

// --- obstacles ---

type Edge = [number, number, number];

/** Sides of a convex outline as outward normal and offset, whichever way round it is given. */
function edgesOf(points: readonly Point[]): Edge[] {
  const n = points.length;
  const twice = points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % n] as Point;
    return sum + x * v - u * y;
  }, 0);
  const way = twice >= 0 ? 1 : -1;
  return points.flatMap(([x, y], i): Edge[] => {
    const [u, v] = points[(i + 1) % n] as Point;
    const l = Math.hypot(u - x, v - y);
    if (l < 1e-12) return [];
    const [nx, ny] = [(way * (v - y)) / l, (way * (x - u)) / l];
    return [[nx, ny, nx * x + ny * y]];
  });
}

const least = (points: readonly Point[], nx: number, ny: number) =>
  Math.min(...points.map(([x, y]) => nx * x + ny * y));

/** When one outline, moving, meets the other if it will be deeper in it than a limit; below 0 if it already has. */
function meeting(a: readonly Point[], b: readonly Point[], dx: number, dy: number, limit: number): number {
  let meets = Number.NEGATIVE_INFINITY;
  let [enters, leaves] = [0, 1];
  for (const [points, edges, mx, my] of [[b, edgesOf(a), dx, dy] as const, [a, edgesOf(b), -dx, -dy] as const]) {
    for (const [nx, ny, high] of edges) {
      const rate = nx * mx + ny * my;
      const depth = high - least(points, nx, ny);
      if (depth <= limit && depth + rate <= limit) return FREE;
      if (rate > 0) {
        meets = Math.max(meets, -depth / rate);
        enters = Math.max(enters, (limit - depth) / rate);
      } else if (rate < 0) leaves = Math.min(leaves, (limit - depth) / rate);
    }
  }
  return enters < leaves ? meets : FREE;
}

/** How deep two outlines lie in each other; negative when apart. */
function depthOf(a: readonly Point[], b: readonly Point[]): number {
  const behind = (points: readonly Point[], edges: Edge[]) =>
    Math.min(...edges.map(([nx, ny, high]) => high - least(points, nx, ny)));
  return Math.min(behind(b, edgesOf(a)), behind(a, edgesOf(b)));
}

function contactWith(shape: Outline, other: Outline, dx: number, dy: number): number {
  if (isDisc(shape)) return discContact(shape, other, dx, dy);
  if (isDisc(other)) return discContact(other, shape, -dx, -dy);
  const at = meeting(shape, other, dx, dy, TOUCH);
  if (at >= 0) return at;
  const depth = depthOf(shape, other);
  // Already too deep: it may leave or slide along, only not go deeper.
  const again = depth > TOUCH ? meeting(shape, other, dx, dy, depth + GRAZE) : at;
  return Math.max(0, again);
}

function borderShare([x0, y0, x1, y1]: Border, shape: Outline, dx: number, dy: number): number {
  const [xs, ys] = isDisc(shape)
    ? [
        [shape.x - shape.r, shape.x + shape.r],
        [shape.y - shape.r, shape.y + shape.r],
      ]
    : [shape.map((p) => p[0]), shape.map((p) => p[1])];
  const rooms: Point[] = [
    [x1 - Math.max(...xs), dx],
    [Math.min(...xs) - x0, -dx],
    [y1 - Math.max(...ys), dy],
    [Math.min(...ys) - y0, -dy],
  ];
  const shares = rooms.map(([room, move]) => (move > Math.max(room + TOUCH, GRAZE) ? Math.max(0, room) / move : FREE));
  return Math.min(...shares);
}

/** How much of a straight move a footprint covers before it would enter something, and what stops it. */
export function firstContact(shape: Outline, way: Point, obstacles: readonly Outline[], border?: Border): Contact {
  let best: Contact = { share: FREE, hit: NOTHING };
  obstacles.forEach((other, hit) => {
    const share = contactWith(shape, other, way[0], way[1]);
    if (share < best.share) best = { share, hit };
  });
  if (border) {
    const share = borderShare(border, shape, way[0], way[1]);
    if (share < best.share) best = { share, hit: BORDER };
  }
  return best.share < FREE ? best : { share: 1, hit: NOTHING };
}

// --- turning on the spot ---

function turnedBy(points: readonly Point[], centre: Point, angle: number): Point[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return points.map(([x, y]) => {
    const [dx, dy] = [x - centre[0], y - centre[1]];
    return [centre[0] + dx * c - dy * s, centre[1] + dx * s + dy * c];
  });
}

/** What two convex outlines share, as an area. */
function sharedArea(a: readonly Point[], b: readonly Point[]): number {
  let rows = [...a];
  for (const [nx, ny, high] of edgesOf(b)) {
    const out = ([x, y]: Point) => nx * x + ny * y - high;
    rows = rows.flatMap((p, i): Point[] => {
      const q = rows[(i + 1) % rows.length] as Point;
      const [o, r] = [out(p), out(q)];
      const cut: Point[] = o <= 0 ? [p] : [];
      if (o * r < 0) cut.push([p[0] + ((q[0] - p[0]) * o) / (o - r), p[1] + ((q[1] - p[1]) * o) / (o - r)]);
      return cut;
    });
    if (rows.length < 3) return 0;
  }
  const twice = rows.reduce((sum, [x, y], i) => {
    const [u, v] = rows[(i + 1) % rows.length] as Point;
    return sum + x * v - u * y;
  }, 0);
  return Math.abs(twice) / 2;
}

export function overlaps(a: Outline, b: Outline): boolean {
  if (isDisc(a)) return discOverlaps(a, b);
  if (isDisc(b)) return discOverlaps(b, a);
  return depthOf(a, b) > 2 * TOUCH && sharedArea(a, b) > TOUCH;
}

/** Angles of a turn at which a corner crosses the line of a side: between two of them nothing new can be met. */
function crossings(corner: Point, edges: readonly Edge[], centre: Point, [first, last]: Point): number[] {
  const [dx, dy] = [corner[0] - centre[0], corner[1] - centre[1]];
  const r = Math.hypot(dx, dy);
  const start = Math.atan2(dy, dx);
  return edges.flatMap(([nx, ny, high]) => {
    const share = (high - nx * centre[0] - ny * centre[1]) / (r || 1);
    if (Math.abs(share) >= 1) return [];
    const half = Math.acos(share);
    return [1, -1].flatMap((side) => {
      const angle = Math.atan2(ny, nx) + side * half - start;
      const from = angle + Math.ceil((first - angle) / TURN) * TURN;
      return [from, from + TURN].filter((each) => each < last);
    });
  });
}

function turnMeets(shape: readonly Point[], other: Outline, centre: Point, angle: number): boolean {
  if (isDisc(other)) return discMeetsTurn(other, shape, centre, angle);
  const span: Point = angle < 0 ? [Math.max(-TURN, angle), 0] : [0, Math.min(TURN, angle)];
  const mine = shape.flatMap((corner) => crossings(corner, edgesOf(other), centre, span));
  // Seen from the turning shape the other goes round the other way.
  const back: Point = [-span[1], -span[0]];
  const theirs = other.flatMap((corner) => crossings(corner, edgesOf(shape), centre, back)).map((each) => -each);
  const stops = [span[0], ...mine, ...theirs, span[1]].sort((a, b) => a - b);
  const tried = [...stops, ...stops.slice(1).map((stop, i) => (stop + (stops[i] as number)) / 2)];
  return tried.some((each) => overlaps(turnedBy(shape, centre, each), other));
}

function turnLeaves(border: Border, shape: readonly Point[], centre: Point, angle: number): boolean {
  const steps = Math.max(1, Math.ceil(Math.abs(angle) / 0.01));
  for (let i = 0; i <= steps; i++) {
    const now = turnedBy(shape, centre, (angle * i) / steps);
    const out = now.some(
      ([x, y]) => x < border[0] - TOUCH || x > border[2] + TOUCH || y < border[1] - TOUCH || y > border[3] + TOUCH,
    );
    if (out) return true;
  }
  return false;
}

/** Whether all of an outline, or of the edge of the table, lies beyond a distance: most of a table does, and costs nothing. */
function isBeyond(other: Outline, [x, y]: Point, reach: number): boolean {
  if (isDisc(other)) return Math.hypot(other.x - x, other.y - y) - other.r > reach;
  return edgesOf(other).some(([nx, ny, high]) => nx * x + ny * y - high > reach);
}

const isInside = ([x0, y0, x1, y1]: Border, [x, y]: Point, reach: number): boolean =>
  Math.min(x - x0, x1 - x, y - y0, y1 - y) > reach;

/** The first obstacle a footprint would overlap at any angle of a turn about its centre; a turn is whole or not made. */
export function pivotHit(
  place: Place,
  shape: Outline,
  degrees: number,
  obstacles: readonly Outline[],
  border?: Border,
): number {
  // A disc that turns on the spot meets only what it is in already.
  if (isDisc(shape)) return obstacles.findIndex((other) => overlaps(shape, other));
  const centre: Point = [place.x, place.y];
  const angle = (degrees * Math.PI) / 180;
  const reach = Math.max(...shape.map(([x, y]) => Math.hypot(x - place.x, y - place.y))) + TOUCH;
  const hit = obstacles.findIndex((other) => !isBeyond(other, centre, reach) && turnMeets(shape, other, centre, angle));
  if (hit >= 0) return hit;
  if (!border || isInside(border, centre, reach)) return NOTHING;
  return turnLeaves(border, shape, centre, angle) ? BORDER : NOTHING;
}

export type RulerLeg = { step: RulerStep; from: Place; to: Place; hit: number };
export type Ground = Size & { obstacles: readonly Outline[]; border?: Border };

/** Steps worked out over the ground: ways are cut at contact, a turn that meets something ends the order. */
export function drive(start: Place, steps: readonly RulerStep[], ground: Ground): RulerLeg[] {
  const legs: RulerLeg[] = [];
  let from = start;
  for (const step of steps) {
    const shape = bodyAt(from, ground);
    if (step.motion === "turn") {
      const hit = pivotHit(from, shape, step.amount, ground.obstacles, ground.border);
      const to = hit === NOTHING ? placeAfter(from, step) : from;
      legs.push({ step, from, to, hit });
      if (hit !== NOTHING) break;
      from = to;
      continue;
    }
    const { share, hit } = firstContact(shape, wayOf(from, step), ground.obstacles, ground.border);
    const done = hit === NOTHING ? step : { ...step, amount: grained(step.amount * share) };
    const to = placeAfter(from, done);
    legs.push({ step: done, from, to, hit });
    from = to;
  }
  return legs;
}

/** From where to where along a straight way a point is within a convex shape; null when it is nowhere. */
export function stretchWithin(from: Point, heading: number, length: number, shape: readonly Point[]): Point | null {
  const [c, s] = direction(heading);
  const turn = Math.sign(shape.reduce((sum, [x, y], i) => sum + crossed([x, y], shape[(i + 1) % shape.length]), 0));
  let [low, high] = [0, length];
  for (const [i, [x, y]] of shape.entries()) {
    const [u, v] = shape[(i + 1) % shape.length] as Point;
    const size = Math.hypot(u - x, v - y);
    if (size === 0) continue;
    const normal: Point = [(turn * (v - y)) / size, (turn * (x - u)) / size];
    // a border belongs to its shape; rounding must not decide that
    const out = normal[0] * (from[0] - x) + normal[1] * (from[1] - y) - GRAZE;
    const rate = normal[0] * c + normal[1] * s;
    if (Math.abs(rate) < GRAZE) {
      if (out > 0) return null;
    } else if (rate < 0) low = Math.max(low, -out / rate);
    else high = Math.min(high, -out / rate);
  }
  return high > low ? [low, high] : null;
}

const crossed = ([x, y]: Point, other: Point = [0, 0]): number => x * other[1] - y * other[0];
