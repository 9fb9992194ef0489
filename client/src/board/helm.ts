/** The ruler of what follows its bow: legs of the bow, the hull following behind it, what it would run into. The server's word is final. */
import { ShapeUtils, Vector2 } from "three";
import type { Outline } from "./ground/discs";
import { footing, hull } from "./ground/flats";
import { BORDER, type Border, firstContact, NOTHING, overlaps, pivotHit } from "./ruler";
import type { Place, Point } from "./types";

export type HelmLeg = { step: "ahead"; heading: number; inches: number } | { step: "back"; inches: number };

/** What moves, for the ruler: its corners about the middle (+x ahead), as x, y, x, y ... */
export type Body = { length: number; width: number; outline: number[] };

/** A leg worked out; `share` is how much of it is free, `hit` what ends it (NOTHING, BORDER or a number). */
export type HelmRun = {
  leg: HelmLeg;
  /** the hull swung about its bow, and at the end of the leg */
  from: Place;
  to: Place;
  bow: { from: Point; to: Point };
  swept: Point[];
  share: number;
  hit: number;
  /** it cannot even begin: the hull swings into something */
  swings: boolean;
};

/** What there is to run into; `swept`: the hull swings through every heading between two legs, and that counts too. */
export type Sea = { obstacles: readonly Outline[]; border: Border; swept?: boolean };

/** Touching counts as free by this much on every side. */
const TOUCH = 0.01;

const direction = (degrees: number): Point => [
  Math.cos((degrees * Math.PI) / 180),
  Math.sin((degrees * Math.PI) / 180),
];

/** The foremost point of a hull: every move is measured there. */
export function bowOf(place: Place, length: number): Point {
  const [c, s] = direction(place.heading);
  return [place.x + (c * length) / 2, place.y + (s * length) / 2];
}

/** Where a hull lies when its bow is at a point. */
export function behindBow([x, y]: Point, heading: number, length: number): Place {
  const [c, s] = direction(heading);
  return { x: x - (c * length) / 2, y: y - (s * length) / 2, heading: ((heading % 360) + 360) % 360 };
}

/** An outline cut into convex parts: itself, or triangles where it has bays. */
export function convexParts(points: Point[]): Point[][] {
  if (hull(points).length === points.length) return [points];
  const corners = points.map(([x, y]) => new Vector2(x, y));
  return ShapeUtils.triangulateShape(corners, []).map((cut) => cut.map((at) => points[at] as Point));
}

/** Its outline where it lies. */
export const hullAt = (body: Body, place: Place, room = 0): Point[] => footing(body, place, room);

/** Legs from a place on, each with the water it sweeps and what it meets. */
export function sailed(start: Place, legs: readonly HelmLeg[], body: Body, sea: Sea): HelmRun[] {
  let bow = bowOf(start, body.length);
  let heading = start.heading;
  return legs.map((leg) => {
    const way = leg.step === "back" ? -leg.inches : leg.inches;
    const before = heading;
    heading = leg.step === "back" ? heading : leg.heading;
    const [c, s] = direction(heading);
    const end: Point = [bow[0] + c * way, bow[1] + s * way];
    const from = behindBow(bow, heading, body.length);
    const to = behindBow(end, heading, body.length);
    const run = { leg, from, to, bow: { from: bow, to: end } };
    const swing = sea.swept ? swungInto(body, bow, before, heading, sea) : NOTHING;
    bow = end;
    const meets = swing === NOTHING ? met(body, from, [c * way, s * way], sea) : { share: 0, hit: swing, swings: true };
    return { ...run, ...meets, swept: swept(body, from, to) };
  });
}

/** What a hull meets that swings about its bow from one heading into another, by the shorter way round. */
function swungInto(body: Body, bow: Point, before: number, heading: number, sea: Sea): number {
  const turn = ((((heading - before) % 360) + 540) % 360) - 180;
  if (Math.abs(turn) < 1e-9) return NOTHING;
  const core = hullAt(body, behindBow(bow, before, body.length), -2 * TOUCH);
  return pivotHit({ x: bow[0], y: bow[1], heading: before }, core, turn, sea.obstacles, sea.border);
}

/** Whether any corner lies off the table: a way from there that leads back onto it meets no edge. */
const isOver = (shape: readonly Point[], [x0, y0, x1, y1]: Border): boolean =>
  shape.some(([x, y]) => x < x0 || x > x1 || y < y0 || y > y1);

function met(body: Body, from: Place, way: Point, sea: Sea): Pick<HelmRun, "share" | "hit" | "swings"> {
  const core = hullAt(body, from, -2 * TOUCH);
  const within = sea.obstacles.findIndex((other) => overlaps(core, other));
  if (within !== NOTHING) return { share: 0, hit: within, swings: true };
  if (isOver(core, sea.border)) return { share: 0, hit: BORDER, swings: true };
  return { ...firstContact(core, way, sea.obstacles, sea.border), swings: false };
}

/** The water a hull covers on its way straight from one place to another. */
const swept = (body: Body, from: Place, to: Place): Point[] => hull([...hullAt(body, from), ...hullAt(body, to)]);

// --- drawing by hand ---

const away = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

function fromLine(p: Point, a: Point, b: Point): number {
  const l = away(a, b);
  if (l < 1e-9) return away(p, a);
  const t = Math.min(1, Math.max(0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / (l * l)));
  return away(p, [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
}

/** A drawn line with as few corners as describe it, none farther from it than the slack. */
export function straightened(points: readonly Point[], slack: number): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return [...points];
  let [worst, at] = [0, 0];
  points.forEach((p, i) => {
    const off = fromLine(p, first, last);
    if (off > worst) [worst, at] = [off, i];
  });
  if (worst <= slack) return [first, last];
  return [...straightened(points.slice(0, at + 1), slack).slice(0, -1), ...straightened(points.slice(at), slack)];
}

/** A drawn line gone on to a point; going back over it takes it away again. */
export function traced(trail: readonly Point[], to: Point, near: number): Point[] {
  let run = 0;
  for (let i = trail.length - 1; i >= 0; i--) {
    const p = trail[i] as Point;
    run += away(p, (trail[i + 1] as Point | undefined) ?? to);
    // Only a point left far behind and met again is a way back; the last few are simply near.
    if (run > near * 3 && away(p, to) < near) return [...trail.slice(0, i + 1), to];
  }
  return [...trail, to];
}

/** A drawn line as legs ahead: none shorter than the shortest, together no longer than what is left. */
export function legsAlong(points: readonly Point[], shortest: number, left: number): HelmLeg[] {
  const legs: HelmLeg[] = [];
  let [at, rest] = [points[0] as Point, left];
  for (const p of points.slice(1)) {
    const inches = Math.min(rest, away(at, p));
    if (inches < shortest - 1e-9) continue;
    const heading = Math.round(((Math.atan2(p[1] - at[1], p[0] - at[0]) * 180) / Math.PI) * 10) / 10;
    legs.push({ step: "ahead", heading: (heading + 360) % 360, inches });
    rest -= inches;
    const [c, s] = direction(heading);
    at = [at[0] + c * inches, at[1] + s * inches];
  }
  return legs;
}
