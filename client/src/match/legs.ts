// The legs of a move while it is drawn: steps added by drags and keys, worked out over the ground by the board's ruler.
// Preview only: the server works the same order out and its word is final.
import type { Place } from "../board";
import { BORDER, drive, type Ground, NOTHING, placeAfter, type RulerStep } from "../board/ruler";
import { folded, snapped } from "./measure";

export type Step = RulerStep;

export type Prices = {
  forward: number;
  reverse: number;
  degrees_per_point: number;
  whole_points: boolean;
  clauses: { forward: string; reverse: string; pivot: string };
};

/** What stands round a unit, each thing with its id. */
export type Field = Ground & { things: readonly string[] };

/** A step as far as it can be done; `hit` is what ends it: an id, "edge", or nothing. */
export type Leg = { step: Step; from: Place; to: Place; cost: number; hit: string };

/** How fine a drag is read: inches and degrees to snap to; 0 for free. */
export type Snap = { inches: number; degrees: number };
export const COARSE: Snap = { inches: 0.25, degrees: 15 };
export const FINE: Snap = { inches: 0.01, degrees: 1 };

const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** Steps from a place on, leg by leg, each cut where it meets something; a turn that would overlap ends the order. */
export function driven(start: Place, steps: readonly Step[], prices: Prices, field: Field): Leg[] {
  const named = (hit: number): string => (hit === BORDER ? "edge" : (field.things[hit] ?? ""));
  return drive(start, steps, field, prices).map(({ hit, ...leg }) => ({
    ...leg,
    hit: hit === NOTHING ? "" : named(hit),
  }));
}

/** A turn that cannot be made: it is drawn at the facing it asks for, in red. */
export const isBlockedTurn = (leg: Leg): boolean => leg.step.step === "pivot" && leg.hit !== "";

/** A drive that ends before it begins. */
export const isStuck = (leg: Leg): boolean => leg.step.step !== "pivot" && leg.hit !== "" && leg.step.inches < 0.005;

/** Where a leg asks to end, whether or not it can. */
export const meantFor = (leg: Leg): Place => (isBlockedTurn(leg) ? placeAfter(leg.from, leg.step) : leg.to);

/** The sum of the legs, rounded so that halves and quarters add up to what people expect. */
export function totalOf(legs: readonly Leg[]): number {
  return Math.round(legs.reduce((sum, leg) => sum + leg.cost, 0) * 1e6) / 1e6;
}

/** Two steps in a row that are one: a drive goes on, a turn goes on. */
function joined(one: Step, other: Step): Step | null | undefined {
  if (one.step === "pivot" && other.step === "pivot") {
    const degrees = folded(one.degrees + other.degrees);
    return degrees === 0 ? null : { step: "pivot", degrees };
  }
  if (one.step === "slide" && other.step === "slide" && Math.abs(folded(one.heading - other.heading)) < 1e-6)
    return { ...one, inches: one.inches + other.inches };
  const straight = { forward: 1, reverse: -1 } as const;
  if ((one.step === "forward" || one.step === "reverse") && (other.step === "forward" || other.step === "reverse")) {
    const way = Math.round((straight[one.step] * one.inches + straight[other.step] * other.inches) * 1e9) / 1e9;
    if (one.step === other.step) return { step: one.step, inches: Math.abs(way) };
  }
  return undefined;
}

/** Steps with more added; equal kinds in a row become one leg, as arrow keys add them bit by bit. */
export function extended(steps: readonly Step[], more: readonly Step[]): Step[] {
  const all = [...steps];
  for (const step of more) {
    const last = all.at(-1);
    const one = last && joined(last, step);
    if (one === undefined) all.push(step);
    else if (one === null) all.pop();
    else all[all.length - 1] = one;
  }
  return all;
}

/** An arrow key pressed against the last leg takes from it instead of paying for both. */
export function nudged(steps: readonly Step[], step: Step): Step[] {
  const last = steps.at(-1);
  const against = last && opposite(last, step);
  if (!last || against === undefined) return extended(steps, [step]);
  const rest = steps.slice(0, -1);
  return against === null ? rest : [...rest, against];
}

function opposite(last: Step, step: Step): Step | null | undefined {
  const drive = (one: Step): one is Extract<Step, { step: "forward" | "reverse" }> =>
    one.step === "forward" || one.step === "reverse";
  if (drive(last) && drive(step) && last.step !== step.step) {
    const left = Math.round((last.inches - step.inches) * 1e9) / 1e9;
    if (left > 0) return { step: last.step, inches: left };
    return left === 0 ? null : { step: step.step, inches: -left };
  }
  return undefined;
}

/** Whether a drag by this much, seen from the unit, is meant along the hull. */
export function alongHull(along: number, across: number): boolean {
  return Math.abs(across) <= Math.max(0.3, Math.abs(along) * 0.3);
}

/** What a drag from one point to another means for a unit at a place: a drive along the hull, or a turn and a drive. */
export function dragged(place: Place, by: { x: number; y: number }, snap: Snap, free: boolean): Step[] {
  const length = Math.hypot(by.x, by.y);
  if (free) {
    const inches = snapped(length, snap.inches);
    const heading = turned(snapped((Math.atan2(by.y, by.x) * 180) / Math.PI, snap.degrees === 15 ? 5 : 0.1));
    return inches > 0 ? [{ step: "slide", heading, inches }] : [];
  }
  const angle = (place.heading * Math.PI) / 180;
  const along = by.x * Math.cos(angle) + by.y * Math.sin(angle);
  const across = -by.x * Math.sin(angle) + by.y * Math.cos(angle);
  if (alongHull(along, across)) {
    const inches = snapped(Math.abs(along), snap.inches);
    return inches > 0 ? [{ step: along < 0 ? "reverse" : "forward", inches }] : [];
  }
  const turn = snapped(folded((Math.atan2(by.y, by.x) * 180) / Math.PI - place.heading), snap.degrees);
  const inches = snapped(length, snap.inches);
  const steps: Step[] = [];
  if (turn !== 0) steps.push({ step: "pivot", degrees: turn });
  if (inches > 0) steps.push({ step: "forward", inches });
  return steps;
}

/** What a drag on the ring means: the turn between two directions, counted from where it began. */
export function swung(place: Place, from: { x: number; y: number }, to: { x: number; y: number }, snap: Snap): Step[] {
  const angle = (point: { x: number; y: number }): number =>
    (Math.atan2(point.y - place.y, point.x - place.x) * 180) / Math.PI;
  const degrees = snapped(folded(angle(to) - angle(from)), snap.degrees);
  return degrees === 0 ? [] : [{ step: "pivot", degrees }];
}
