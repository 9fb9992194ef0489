// Courses while they are drawn: what drags, taps and keys mean for something that goes where its front looks.
import type { Place, Point } from "../../board";
import { type Body, bowOf, legsAlong, straightened } from "../../board/helm";
import type { Pressed } from "../keys";
import { folded, snapped } from "./measure";
import { extended, type Gait, type Step } from "./steps";

/** How far from a hand's line a leg may lie. */
const SLACK = 0.45;
/** A drag within so many degrees of straight back goes back. */
const BACK = 14;
/** Degrees off straight back within which a tap behind the stern still means it: a finger is no ruler. */
const BEHIND = 35;
const NOTHING = 1e-9;

/** What may be drawn now: the shortest leg, how much is left, what lengths snap to, and whether nothing is drawn yet. */
export type Leeway = { shortest: number; left: number; snap: number; first: boolean };

const tenth = (degrees: number): number => turned(Math.round(degrees * 10) / 10);
const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;

const ahead = (gait: Gait, heading: number, amount: number): Step[] =>
  gait.course ? [{ step: gait.course.step, heading, amount }] : [];

/** Straight back, if that is offered here. */
function back(gait: Gait, amount: number, isFirst: boolean): Step[] {
  const sort = gait.straight(180);
  return sort && (isFirst || !sort.first) ? [{ step: sort.step, amount }] : [];
}

/** A line of the bow leg by leg. */
const along = (gait: Gait, points: readonly Point[], { shortest, left }: Leeway): Step[] =>
  legsAlong(points, shortest, left).flatMap((leg) =>
    leg.step === "ahead" ? ahead(gait, leg.heading, Math.floor(leg.inches * 1000 + 1e-6) / 1000) : [],
  );

/** A hand that starts or stops draws hooks: so short a piece, bent back so far, is no leg, and would turn a ship about. */
const HOOK = { length: 1, degrees: 100 };

const isHook = ([a, b, c]: readonly [Point, Point, Point], piece: number): boolean => {
  const angle = (p: Point, q: Point): number => (Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI;
  return piece < HOOK.length && Math.abs(folded(angle(b, c) - angle(a, b))) > HOOK.degrees;
};
const far = (p: Point, q: Point): number => Math.hypot(q[0] - p[0], q[1] - p[1]);

/** A line without the hooks at its ends: it leads from where it began to where it was let go. */
function unhooked(corners: readonly Point[]): Point[] {
  const points = [...corners];
  const [a, b, c] = points;
  if (a && b && c && isHook([a, b, c], far(a, b))) points.splice(1, 1);
  const [x, y, z] = points.slice(-3);
  if (points.length > 2 && x && y && z && isHook([x, y, z], far(y, z))) points.splice(-2, 1);
  return points;
}

/** What a drawn line of the bow means: one straight leg on the snaps, a bent one leg by leg, straight back. */
export function drawn(gait: Gait, place: Place, trail: readonly Point[], room: Leeway): Step[] {
  const [start, end] = [trail[0], trail.at(-1)];
  if (!start || !end) return [];
  const corners = unhooked(straightened(trail, SLACK));
  if (corners.length > 2) return along(gait, corners, room);
  const amount = Math.min(room.left, snapped(Math.hypot(end[0] - start[0], end[1] - start[1]), room.snap));
  if (amount < room.shortest - NOTHING) return [];
  const heading = (Math.atan2(end[1] - start[1], end[0] - start[0]) * 180) / Math.PI;
  const off = Math.abs(folded(heading - place.heading));
  const backwards = off > 180 - BACK ? back(gait, amount, room.first) : [];
  if (backwards.length > 0) return backwards;
  return ahead(gait, off < 3 ? place.heading : tenth(heading), amount);
}

/** Back to a point behind the stern, as far as it goes; nothing where the point does not lie straight behind. */
export function backTo(gait: Gait, place: Place, hull: Body, to: Point, room: Leeway): Step[] {
  const [bx, by] = bowOf(place, hull.length);
  const stern: Point = [2 * place.x - bx, 2 * place.y - by];
  const [dx, dy] = [to[0] - stern[0], to[1] - stern[1]];
  const off = folded((Math.atan2(dy, dx) * 180) / Math.PI - place.heading);
  const way = -(dx * (bx - place.x) + dy * (by - place.y)) / (hull.length / 2);
  if (way <= 0 || Math.abs(off) < 180 - BEHIND || room.left < room.shortest) return [];
  return back(gait, Math.min(room.left, Math.max(room.shortest, snapped(way, room.snap))), room.first);
}

/** The legs from a place's bow straight to a point, as far as it goes. */
export const towards = (gait: Gait, place: Place, hull: Body, to: Point, room: Leeway): Step[] =>
  along(gait, [bowOf(place, hull.length), to], room);

/** A course under the keys: the helm is put over, a leg begins with its shortest length and grows by snaps. */
export type AtHelm = Omit<Leeway, "first"> & {
  steps: readonly Step[];
  /** the way the hull looks at the end of the steps */
  heading: number;
  helm: number;
  /** the course ends in something: nothing goes on behind it */
  strikes: boolean;
};

export type Steered = { steps?: Step[]; helm: number };

/** The smallest number of snaps that is long enough for a leg of its own. */
const firstStep = (at: AtHelm, step: number): number => snapped(Math.ceil(at.shortest / step - NOTHING) * step, 0);

function further(gait: Gait, at: AtHelm, step: number): Steered {
  if (at.strikes) return { helm: at.helm };
  const goesOn = at.steps.at(-1)?.heading !== undefined && at.helm === 0;
  const amount = Math.min(at.left, goesOn ? step : firstStep(at, step));
  if (amount <= NOTHING || (!goesOn && amount < at.shortest - NOTHING)) return { helm: at.helm };
  return { steps: extended(gait, at.steps, ahead(gait, turned(at.heading + at.helm), amount)), helm: 0 };
}

function nearer(gait: Gait, at: AtHelm, step: number): Steered {
  const last = at.steps.at(-1);
  if (last?.heading !== undefined) {
    const amount = Math.round((last.amount - step) * 1e6) / 1e6;
    const rest = at.steps.slice(0, -1);
    return { steps: amount >= at.shortest - NOTHING ? [...rest, { ...last, amount }] : rest, helm: 0 };
  }
  const amount = Math.min(at.left, last ? step : firstStep(at, step));
  if (amount <= NOTHING) return { helm: 0 };
  return { steps: extended(gait, at.steps, back(gait, amount, at.steps.length <= 1)), helm: 0 };
}

/** What a key does to a course; null when it is none of the helm's. */
export function keyed(gait: Gait, { action, fine }: Pressed, at: AtHelm): Steered | null {
  const step = fine ? at.snap : 1;
  const turn = fine ? 1 : 15;
  switch (action) {
    case "forward":
      return further(gait, at, step);
    case "reverse":
      return nearer(gait, at, step);
    case "left":
    case "pivot_left":
      return { helm: folded(at.helm + turn) };
    case "right":
    case "pivot_right":
      return { helm: folded(at.helm - turn) };
    default:
      return null;
  }
}
