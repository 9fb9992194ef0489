// Ground that takes points off all a unit may go, as soon as it touches some of that kind: what a way has met so far.
import { isDisc, type Outline } from "../../board/ground/discs";
import { pairs } from "../../board/ground/flats";
import { bodyAt, firstContact, NOTHING, pivotHit, placeAfter } from "../../board/ruler";
import type { Mover } from "../../protocol";
import { outlineOf } from "./measure";
import type { Begun } from "./pricing";
import { type Goer, ruled } from "./ways";

/** How much less it may go in all, and how much less is no more than a walk. */
export type Slowed = { points: number; walk: number };

type Ground = { kind: string; points: number; walk: number; shape: Outline; middle: [number, number]; reach: number };

const known = new WeakMap<Mover, Ground[]>();

/** The ground of an offer, measured once. */
function groundsOf(mover: Mover): Ground[] {
  const found =
    known.get(mover) ??
    (mover.slows ?? []).map(({ outline, kind, points, walk }): Ground => {
      const shape = pairs(outlineOf(outline));
      const [xs, ys] = [shape.map((p) => p[0]), shape.map((p) => p[1])];
      const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
      const reach = Math.max(...shape.map((p) => Math.hypot(p[0] - x, p[1] - y)));
      return { kind, points, walk, shape, middle: [x, y], reach };
    });
  known.set(mover, found);
  return found;
}

const reachOf = (shape: Outline, x: number, y: number): number =>
  isDisc(shape) ? shape.r : Math.max(...shape.map((p) => Math.hypot(p[0] - x, p[1] - y)));

/** Whether a step meets a piece of ground. */
function meets({ field }: Goer, { sort, step, from }: Begun, ground: Ground): boolean {
  const to = placeAfter(from, ruled(sort, step));
  const shape = bodyAt(from, field);
  const far = reachOf(shape, from.x, from.y) + ground.reach + Math.hypot(to.x - from.x, to.y - from.y);
  if (Math.hypot(ground.middle[0] - from.x, ground.middle[1] - from.y) > far) return false;
  if (sort.motion === "turn") return pivotHit(from, shape, step.amount, [ground.shape]) !== NOTHING;
  return firstContact(shape, [to.x - from.x, to.y - from.y], [ground.shape]).hit !== NOTHING;
}

/** What the ground on a way takes, each kind once. */
export function slowedOn(goer: Goer, begun: readonly Begun[]): Slowed {
  const met = new Map<string, Slowed>();
  for (const ground of groundsOf(goer.mover))
    if (!met.has(ground.kind) && begun.some((one) => meets(goer, one, ground))) met.set(ground.kind, ground);
  const all = [...met.values()];
  return {
    points: all.reduce((sum, one) => sum + one.points, 0),
    walk: all.reduce((sum, one) => sum + one.walk, 0),
  };
}

/** The points there are for a way. */
export const allowanceOf = (goer: Goer, begun: readonly Begun[]): number =>
  goer.mover.left - (goer.mover.slows?.length ? slowedOn(goer, begun).points : 0);
