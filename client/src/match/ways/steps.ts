// Steps of a way while it is drawn. What a step is called, where it leads and how it is written down says the offer.
import type { Place, Point } from "../../board";
import type { Mover, Path, StepOffer } from "../../protocol";
import { lengthWords, windOf } from "../words";
import { folded, snapped } from "./measure";

/** A step by the name the offer gives it: a length or degrees (to the left positive), and where it heads. */
export type Step = { step: string; amount: number; heading?: number };

/** How fine a drag is read: a length and degrees to snap to; 0 for free. */
export type Snap = { length: number; degrees: number };
export const FINE: Snap = { length: 0.01, degrees: 1 };

/** The sorts of steps an offer has, found by how they move. */
export interface Gait {
  readonly sorts: readonly StepOffer[];
  readonly turn: StepOffer | undefined;
  readonly free: StepOffer | undefined;
  readonly course: StepOffer | undefined;
  /** the sort that goes straight at a bearing off the facing */
  straight(bearing: number): StepOffer | undefined;
  of(step: Step): StepOffer;
}

/** What nothing in the offer calls a sort: drawn for an older question, it moves nowhere and costs nothing. */
const UNKNOWN: StepOffer = {
  step: "",
  title: "",
  motion: "turn",
  amount: "",
  price: 0,
  clause: "",
  bearing: 0,
  whole: false,
  per: 1,
  together: "",
  first: false,
};

const isSame = (one: number, other: number): boolean => Math.abs(folded(one - other)) < 1e-6;

export function gaitOf({ steps }: Path): Gait {
  const moving = (motion: StepOffer["motion"]) => steps.find((one) => one.motion === motion);
  return {
    sorts: steps,
    turn: moving("turn"),
    free: moving("free"),
    course: moving("course"),
    straight: (bearing) => steps.find((one) => one.motion === "straight" && isSame(one.bearing, bearing)),
    of: (step) => steps.find((one) => one.step === step.step) ?? UNKNOWN,
  };
}

/** A way that ends in something: what it meets, and the heading of the last step. */
export type Strike = { target: string; heading: number };

/** The answer steps stand for, and perhaps a strike behind them: its length is what it takes. */
export function orderOf(
  offer: Path,
  mover: Mover,
  steps: readonly Step[],
  strike: Strike | null,
): Record<string, unknown> {
  const gait = gaitOf(offer);
  const written = steps.map(({ step, amount, heading }) => ({
    step,
    [gait.of({ step, amount }).amount]: amount,
    ...(heading === undefined ? {} : { heading }),
  }));
  const struck = strike && offer.strike_into ? { [offer.strike_into]: strike } : {};
  return { ...mover.answer, [offer.into]: written, ...struck };
}

const NOTHING = 1e-6;
const tidy = (value: number): number => Math.round(value * 1e9) / 1e9;

/** Two steps in a row that are one: what goes on in the same way, a turn that goes on. */
function joined(gait: Gait, one: Step | undefined, other: Step): Step | null {
  if (one?.step !== other.step) return null;
  if (gait.of(one).motion === "turn") return { ...one, amount: folded(tidy(one.amount + other.amount)) };
  if (!isSame(one.heading ?? 0, other.heading ?? 0)) return null;
  return { ...one, amount: tidy(one.amount + other.amount) };
}

/** Steps with more added; equal ones in a row become one, and what comes to nothing is struck out. */
export function extended(gait: Gait, steps: readonly Step[], more: readonly Step[]): Step[] {
  const all = [...steps];
  for (const step of more) {
    const one = joined(gait, all.at(-1), step);
    if (one) all.pop();
    if (Math.abs((one ?? step).amount) >= NOTHING) all.push(one ?? step);
  }
  return all;
}

/** A key pressed against the last step takes from it instead of paying for both. */
export function nudged(gait: Gait, steps: readonly Step[], step: Step): Step[] {
  const last = steps.at(-1);
  const [before, now] = [last && gait.of(last), gait.of(step)];
  const against =
    before?.motion === "straight" && now.motion === "straight" && isSame(before.bearing + 180, now.bearing);
  if (!last || !against) return extended(gait, steps, [step]);
  const rest = steps.slice(0, -1);
  const left = tidy(last.amount - step.amount);
  if (left > NOTHING) return [...rest, { ...last, amount: left }];
  return extended(gait, rest, [{ ...step, amount: -left }]);
}

/** How far aside of a straight way a drag may be and still mean it: less where there are few to choose from. */
const aside = (ways: number): number => (ways > 2 ? 0.445 : 0.3);
const NEAR = 0.3;

const angleOf = ({ x, y }: { x: number; y: number }): number => (Math.atan2(y, x) * 180) / Math.PI;
const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** What a drag means: any way where that is free, else the nearest straight one, or a turn towards it and ahead. */
export function dragged(gait: Gait, place: Place, by: { x: number; y: number }, snap: Snap): Step[] {
  const length = Math.hypot(by.x, by.y);
  const amount = snapped(length, snap.length);
  if (gait.free) {
    const heading = turned(snapped(angleOf(by), snap.degrees === FINE.degrees ? 0.1 : 5));
    return amount > 0 ? [{ step: gait.free.step, amount, heading }] : [];
  }
  const bearing = folded(angleOf(by) - place.heading);
  const ways = gait.sorts.filter((one) => one.motion === "straight");
  const off = (one: StepOffer): number => Math.abs(folded(bearing - one.bearing));
  const nearest = ways.toSorted((one, other) => off(one) - off(other))[0];
  if (!nearest) return [];
  const angle = (off(nearest) * Math.PI) / 180;
  const [along, across] = [length * Math.cos(angle), length * Math.sin(angle)];
  const ahead = gait.straight(0);
  if (!gait.turn || !ahead || across <= Math.max(NEAR, along * aside(ways.length)))
    return extended(gait, [], [{ step: nearest.step, amount: Math.max(0, snapped(along, snap.length)) }]);
  const turn = { step: gait.turn.step, amount: snapped(bearing, snap.degrees) };
  return extended(gait, [], [turn, { step: ahead.step, amount }]);
}

/** A way from corner to corner as steps, where any direction is free. */
export function along(gait: Gait, way: readonly Point[]): Step[] {
  const { free } = gait;
  if (!free) return [];
  return way.slice(1).flatMap(([x, y], i): Step[] => {
    const [fromX, fromY] = way[i] as Point;
    const by = { x: x - fromX, y: y - fromY };
    return [{ step: free.step, amount: Math.hypot(by.x, by.y), heading: turned(angleOf(by)) }];
  });
}

/** What a drag on the ring means: the turn between two directions, counted from where it began. */
export function swung(
  gait: Gait,
  place: Place,
  from: { x: number; y: number },
  to: { x: number; y: number },
  snap: Snap,
): Step[] {
  const angle = (point: { x: number; y: number }) => angleOf({ x: point.x - place.x, y: point.y - place.y });
  const amount = snapped(folded(angle(to) - angle(from)), snap.degrees);
  return gait.turn && amount !== 0 ? [{ step: gait.turn.step, amount }] : [];
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** How far or how much a step goes. */
export const amountWords = (sort: StepOffer, amount: number, ruler: string): string =>
  sort.motion === "turn" ? `${short(Math.abs(amount))}°` : lengthWords(amount, ruler);

/** Where a step goes, in the words of its sort: "Turn left", "Ahead to the north". */
function wayWords({ title, motion }: StepOffer, { amount, heading }: Step): string {
  if (motion === "turn") return `${title} ${amount < 0 ? "right" : "left"}`;
  return motion === "course" && heading !== undefined ? `${title} to the ${windOf(heading)}` : title;
}

/** A step in words, for the list and for those who hear it: "Forward 3 in", "Turn left 45°"; not what its price says. */
export function stepWords(sort: StepOffer, step: Step, ruler: string, points: string): string {
  const amount = amountWords(sort, step.amount, ruler);
  return isPaid(amount, points) ? wayWords(sort, step) : `${wayWords(sort, step)} ${amount}`;
}

/** Whether an amount is written as its own price: inches that are paid in inches. */
export const isPaid = (amount: string, points: string): boolean =>
  amount.endsWith(` ${points}`) || `${amount}s`.endsWith(` ${points}`);
