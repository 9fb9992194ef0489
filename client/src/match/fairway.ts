// The way to a place that no single leg leads to: the area drawn is made of places with a view, so whatever lies in it
// is reached by the legs to one of those places and one leg more. The cheapest such way that is free is taken.
import type { Point } from "../board";
import { bowOf } from "../board/helm";
import { folded } from "./measure";
import { type Begun, sumOf } from "./pricing";
import type { Outlook } from "./reachable";
import { depthAt } from "./region";
import { gaitOf, type Step } from "./steps";
import { type Goer, legsOf, strikeOf } from "./ways";

const SMALL = 1e-6;

/** Legs of a way with nothing wrong about them and nothing in their way, and what they cost; null where there are not. */
export function costIfFree(goer: Goer, steps: readonly Step[]): number | null {
  const legs = legsOf(steps, goer);
  const cost = sumOf(legs);
  return legs.some((leg) => leg.fault || leg.hit) || cost > goer.mover.left + SMALL ? null : cost;
}

/** What a way drawn at something comes to: it strikes it, ends before it, or cannot be. */
export function comesTo(goer: Goer, steps: readonly Step[], thing: string): "strikes" | "short" | "barred" {
  if (!goer.mover.strikes.includes(thing)) return "barred";
  const legs = legsOf(steps, goer);
  if (!legs.some((leg) => leg.fault) && strikeOf(legs, goer.mover)?.target === thing) return "strikes";
  return costIfFree(goer, steps) === null ? "barred" : "short";
}

/** The last leg, from the bow at a place with a view; its bend is rounded, but never beyond what is agreed. */
function lastLeg(goer: Goer, { post }: Outlook, [x, y]: Point): Step[] {
  const ahead = gaitOf(goer.offer).course;
  const [bx, by] = bowOf(post.place, goer.hull.length);
  const amount = Math.floor(Math.hypot(x - bx, y - by) * 100 + SMALL) / 100;
  if (!ahead || amount < goer.offer.shortest - SMALL) return [];
  const turn = folded((Math.atan2(y - by, x - bx) * 180) / Math.PI - post.place.heading);
  const bend = Math.trunc(turn * 10) / 10;
  return [{ step: ahead.step, heading: (((post.place.heading + bend) % 360) + 360) % 360, amount }];
}

/** The cheapest legs behind those begun that bring the bow to a point; none where the area does not hold it. */
export function cheapestTo(goer: Goer, begun: readonly Begun[], area: readonly Outlook[], to: Point): Step[] {
  const done = begun.map((one) => one.step);
  const ways = area.flatMap((outlook) => {
    const last = depthAt([outlook], to) >= 0 ? lastLeg(goer, outlook, to) : [];
    if (last.length === 0) return [];
    const more = [...outlook.post.begun.slice(begun.length).map((one) => one.step), ...last];
    const cost = costIfFree(goer, [...done, ...more]);
    return cost === null ? [] : [{ more, cost }];
  });
  return ways.toSorted((a, b) => a.cost - b.cost)[0]?.more ?? [];
}
