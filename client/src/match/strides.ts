// The legs of a walker: ahead, back, square to either side, or a turn in place; a begun unit costs a whole one.
// Preview only: the server works the same order out, with the ground it leads over, and its word is final.
import type { Place, Point } from "../board";
import { folded, snapped } from "./measure";
import { lengthWords } from "./words";

export type Way = "forward" | "backward" | "left" | "right";
export type Stride = { step: Way; bricks: number } | { step: "turn"; degrees: number };

export type Rates = Record<Way, number> & {
  degrees_per_point: number;
  /** all lengths of a kind are added before they are rounded up */
  together: boolean;
  clauses: Record<Way | "turn", string>;
};

/** A leg worked out; `wasted` is what is paid for and not walked. */
export type StrideLeg = { step: Stride; from: Place; to: Place; cost: number; wasted: number };

const OFF: Record<Way, number> = { forward: 0, left: 90, backward: 180, right: -90 };
const NOTHING = 1e-6;
const whole = (value: number): number => Math.max(0, Math.ceil(value - NOTHING));
const tidy = (value: number): number => Math.round(value * 1e9) / 1e9;

/** Where a walker is after a stride. */
export function afterStride(at: Place, stride: Stride): Place {
  if (stride.step === "turn") return { ...at, heading: at.heading + stride.degrees };
  const angle = ((at.heading + OFF[stride.step]) * Math.PI) / 180;
  return {
    x: at.x + stride.bricks * Math.cos(angle),
    y: at.y + stride.bricks * Math.sin(angle),
    heading: at.heading,
  };
}

/** Strides with more added: neighbours of one kind are one leg, and what comes to nothing is struck out. */
export function strided(strides: readonly Stride[], more: readonly Stride[]): Stride[] {
  const all: Stride[] = [];
  for (const stride of [...strides, ...more]) {
    const last = all.at(-1);
    let next = stride;
    if (last?.step === "turn" && stride.step === "turn") {
      all.pop();
      next = { step: "turn", degrees: folded(tidy(last.degrees + stride.degrees)) };
    } else if (last && last.step !== "turn" && stride.step === last.step) {
      all.pop();
      next = { step: stride.step, bricks: tidy(last.bricks + stride.bricks) };
    }
    const amount = next.step === "turn" ? Math.abs(next.degrees) : next.bricks;
    if (amount >= NOTHING) all.push(next);
  }
  return all;
}

const AGAINST: Record<Way, Way> = { forward: "backward", backward: "forward", left: "right", right: "left" };

/** A key pressed against the last leg takes from it instead of paying for both. */
export function stepped(strides: readonly Stride[], stride: Stride): Stride[] {
  const last = strides.at(-1);
  if (!last || last.step === "turn" || stride.step === "turn" || AGAINST[last.step] !== stride.step)
    return strided(strides, [stride]);
  const rest = strides.slice(0, -1);
  const left = tidy(last.bricks - stride.bricks);
  if (left > NOTHING) return [...rest, { step: last.step, bricks: left }];
  return left < -NOTHING ? strided(rest, [{ step: stride.step, bricks: -left }]) : rest;
}

function costOf(stride: Stride, rates: Rates): number {
  if (stride.step === "turn") return whole(Math.abs(stride.degrees) / rates.degrees_per_point);
  return whole(stride.bricks) * rates[stride.step];
}

/** The strides from a place on, leg by leg, each with its own price. */
export function walked(start: Place, strides: readonly Stride[], rates: Rates): StrideLeg[] {
  let from = start;
  return strides.map((step) => {
    const to = afterStride(from, step);
    const wasted = step.step === "turn" || rates.together ? 0 : tidy(whole(step.bricks) - step.bricks);
    const leg = { step, from, to, cost: costOf(step, rates), wasted };
    from = to;
    return leg;
  });
}

/** What a whole order costs on plain ground. */
export function sumOf(legs: readonly StrideLeg[], rates: Rates): number {
  if (!rates.together) return legs.reduce((sum, leg) => sum + leg.cost, 0);
  const amounts = new Map<string, Stride>();
  for (const { step } of legs) {
    // left and right are one kind of movement
    const kind = step.step === "right" ? "left" : step.step;
    const before = amounts.get(kind);
    if (step.step === "turn")
      amounts.set(kind, {
        step: "turn",
        degrees: Math.abs(step.degrees) + (before?.step === "turn" ? before.degrees : 0),
      });
    else
      amounts.set(kind, {
        step: kind as Way,
        bricks: step.bricks + (before && before.step !== "turn" ? before.bricks : 0),
      });
  }
  return [...amounts.values()].reduce((sum, stride) => sum + costOf(stride, rates), 0);
}

/** How far off one of the four directions a drag may be and still mean it. */
const STRAIGHT = 24;

/** What a drag means: a leg in the nearest of the four directions, or a turn towards the point and a leg ahead. */
export function draggedStride(place: Place, by: { x: number; y: number }, snap: { inches: number; degrees: number }) {
  const length = Math.hypot(by.x, by.y);
  const bearing = folded((Math.atan2(by.y, by.x) * 180) / Math.PI - place.heading);
  const ways = Object.entries(OFF) as [Way, number][];
  const [way, off] = ways.reduce((best, one) =>
    Math.abs(folded(bearing - one[1])) < Math.abs(folded(bearing - best[1])) ? one : best,
  );
  const strides: Stride[] = [];
  if (Math.abs(folded(bearing - off)) <= STRAIGHT) {
    const along = length * Math.cos((folded(bearing - off) * Math.PI) / 180);
    strides.push({ step: way, bricks: snapped(along, snap.inches) });
  } else {
    strides.push({ step: "turn", degrees: snapped(bearing, snap.degrees) });
    strides.push({ step: "forward", bricks: snapped(length, snap.inches) });
  }
  return strided([], strides);
}

/** The corner points of a way, for keeping it in view. */
export const pointsOf = (legs: readonly StrideLeg[]): Point[] => legs.map((leg) => [leg.to.x, leg.to.y]);

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** A leg in words: "Forward 3 bricks", "Turn left 45°". */
export function strideWords(stride: Stride, ruler: string): string {
  if (stride.step === "turn")
    return `Turn ${stride.degrees >= 0 ? "left" : "right"} ${short(Math.abs(stride.degrees))}°`;
  const name = { forward: "Forward", backward: "Backward", left: "Sideways left", right: "Sideways right" };
  return `${name[stride.step]} ${lengthWords(stride.bricks, ruler)}`;
}

/** The same on the board, with what it costs. */
export function strideLabel(leg: StrideLeg, ruler: string): string {
  const amount =
    leg.step.step === "turn" ? `${short(Math.abs(leg.step.degrees))}°` : lengthWords(leg.step.bricks, ruler);
  return `${amount} · ${leg.cost} MP${leg.wasted > 0 ? ` (${short(leg.wasted)} free)` : ""}`;
}
