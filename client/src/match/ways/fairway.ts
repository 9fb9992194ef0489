// The way to a place that no single leg leads to: the area drawn is made of places with a view, so whatever lies in it
// is reached by the legs to one of those places and one leg more. The cheapest such way that is free is taken.
import type { Point } from "../../board";
import { bowOf } from "../../board/helm";
import { drive, NOTHING } from "../../board/ruler";
import { folded } from "./measure";
import { type Begun, sumOf } from "./pricing";
import type { Outlook } from "./reachable";
import { depthAt } from "./region";
import { allowanceOf } from "./slowing";
import { extended, type Gait, gaitOf, type Step } from "./steps";
import { type Goer, legsOf, ruled, strikeOf } from "./ways";

const SMALL = 1e-6;

/** Legs of a way with nothing wrong about them and nothing in their way, and what they cost; null where there are not. */
export function costIfFree(goer: Goer, steps: readonly Step[]): number | null {
  const legs = legsOf(steps, goer);
  const cost = sumOf(legs);
  const isBarred = legs.some((leg) => leg.fault || leg.hit) || meetsSomething(goer, steps) || turnsTooFar(goer, steps);
  return isBarred || cost > allowanceOf(goer, legs) + SMALL ? null : cost;
}

/** Whether something is in the way of legs that are refused as a whole then. */
function meetsSomething({ offer, start, field }: Goer, steps: readonly Step[]): boolean {
  const gait = gaitOf(offer);
  if (gait.course || offer.stops) return false;
  const way = steps.map((step) => ruled(gait.of(step), step));
  return drive(start, way, field).some(({ hit }) => hit !== NOTHING);
}

/** Whether a unit would turn in place more than it may. */
function turnsTooFar({ offer, mover }: Goer, steps: readonly Step[]): boolean {
  const gait = gaitOf(offer);
  const turned = steps.reduce((sum, one) => sum + (gait.of(one).motion === "turn" ? Math.abs(one.amount) : 0), 0);
  return turned > (mover.turning ?? Number.POSITIVE_INFINITY) + SMALL;
}

/** What a way drawn at something comes to: it strikes it, ends before it, or cannot be. */
export function comesTo(goer: Goer, steps: readonly Step[], thing: string): "strikes" | "short" | "barred" {
  if (!goer.mover.strikes.includes(thing)) return "barred";
  const legs = legsOf(steps, goer);
  if (!legs.some((leg) => leg.fault) && strikeOf(legs, goer.mover)?.target === thing) return "strikes";
  return costIfFree(goer, steps) === null ? "barred" : "short";
}

const floored = (amount: number): number => Math.floor(amount * 100 + SMALL) / 100;

/** The last steps on the spot, ahead or aside from a place with a view: every sort there is, turned so that it leads there. */
function lastSteps(gait: Gait, { post: { place } }: Outlook, [x, y]: Point): Step[][] {
  const amount = floored(Math.hypot(x - place.x, y - place.y));
  const angle = (Math.atan2(y - place.y, x - place.x) * 180) / Math.PI;
  if (amount <= 0) return [];
  if (gait.free) return [[{ step: gait.free.step, amount, heading: (angle + 360) % 360 }]];
  return gait.sorts.flatMap((sort): Step[][] => {
    if (sort.motion !== "straight") return [];
    const turn = Math.round(folded(angle - sort.bearing - place.heading) * 10) / 10;
    const ahead = { step: sort.step, amount };
    if (Math.abs(turn) < 0.05) return [[ahead]];
    return gait.turn ? [[{ step: gait.turn.step, amount: turn }, ahead]] : [];
  });
}

/** The last leg, from the bow at a place with a view; its bend is rounded, but never beyond what is agreed. */
function lastLeg(goer: Goer, { post }: Outlook, [x, y]: Point): Step[] {
  const ahead = gaitOf(goer.offer).course;
  const [bx, by] = bowOf(post.place, goer.hull.length);
  const amount = floored(Math.hypot(x - bx, y - by));
  if (!ahead || amount < goer.offer.shortest - SMALL) return [];
  const turn = folded((Math.atan2(y - by, x - bx) * 180) / Math.PI - post.place.heading);
  const bend = Math.trunc(turn * 10) / 10;
  return [{ step: ahead.step, heading: (((post.place.heading + bend) % 360) + 360) % 360, amount }];
}

/** The cheapest legs behind those begun that lead to a point (a bow, or a middle); none where the area does not hold it. */
export function cheapestTo(goer: Goer, begun: readonly Begun[], area: readonly Outlook[], to: Point): Step[] {
  const done = begun.map((one) => one.step);
  const gait = gaitOf(goer.offer);
  const ways = area.flatMap((outlook) => {
    if (depthAt([outlook], to) < 0) return [];
    const last = gait.course ? [lastLeg(goer, outlook, to)] : lastSteps(gait, outlook, to);
    return last.flatMap((steps) => {
      if (steps.length === 0) return [];
      const before = outlook.post.begun.slice(begun.length).map((one) => one.step);
      const more = extended(gait, [], [...before, ...steps]);
      const cost = costIfFree(goer, [...done, ...more]);
      return cost === null ? [] : [{ more, cost }];
    });
  });
  return ways.toSorted((a, b) => a.cost - b.cost)[0]?.more ?? [];
}
