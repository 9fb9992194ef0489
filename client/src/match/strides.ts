// The legs of a walker: ahead, back, square to either side, or a turn in place; a begun unit costs a whole one.
// Preview only: the server works the same order out, and its word is final.
import type { Place, Point } from "../board";
import { stretchWithin } from "../board/ruler";
import { folded, snapped } from "./measure";
import { lengthWords } from "./words";

export type Way = "forward" | "backward" | "left" | "right";
export type Stride = { step: Way; bricks: number } | { step: "turn"; degrees: number };

export type Rates = Record<Way, number> & {
  degrees_per_point: number;
  /** all lengths of a kind are added before they are rounded up */
  together: boolean;
  /** a single leg ahead so long never costs more than all points, whatever the ground takes */
  always: number;
  clauses: Record<Way | "turn", string>;
};

/** An area that takes so much for each begun unit in it. */
export type Rough = { shape: readonly Point[]; cost: number };

/** The ground a walker with so many points is on. */
export type Ground = { rough: readonly Rough[]; points: number };

/** A leg worked out; `ground` is what of its cost the ground takes, `wasted` what is paid for and not walked. */
export type StrideLeg = { step: Stride; from: Place; to: Place; cost: number; ground: number; wasted: number };

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

/** What the ground takes from a leg: for each unit of the way, counted from its start, that is in an area. */
function groundCost(from: Place, stride: Stride, rough: readonly Rough[]): number {
  if (stride.step === "turn") return 0;
  const heading = from.heading + OFF[stride.step];
  return rough.reduce((sum, { shape, cost }) => {
    const within = stretchWithin([from.x, from.y], heading, stride.bricks, shape);
    if (!within || within[1] - within[0] <= NOTHING) return sum;
    return sum + cost * Math.max(0, Math.ceil(within[1] - NOTHING) - Math.floor(within[0] + NOTHING));
  }, 0);
}

/** The strides from a place on, leg by leg, each with its own price. */
export function walked(start: Place, strides: readonly Stride[], rates: Rates, { rough, points }: Ground): StrideLeg[] {
  let from = start;
  const legs = strides.map((step) => {
    const to = afterStride(from, step);
    const wasted = step.step === "turn" || rates.together ? 0 : tidy(whole(step.bricks) - step.bricks);
    const ground = groundCost(from, step, rough);
    const leg = { step, from, to, cost: costOf(step, rates) + ground, ground, wasted };
    from = to;
    return leg;
  });
  const [only] = legs;
  const short = only?.step.step === "forward" && only.step.bricks <= rates.always + NOTHING;
  if (!only || legs.length > 1 || !short) return legs;
  const cost = Math.min(only.cost, Math.max(points, 1));
  return [{ ...only, cost, ground: only.ground - (only.cost - cost) }];
}

/** What a whole order costs. */
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
  const ground = legs.reduce((sum, leg) => sum + leg.ground, 0);
  return [...amounts.values()].reduce((sum, stride) => sum + costOf(stride, rates), ground);
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
