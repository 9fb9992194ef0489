// What a drawn way costs, worked out at once from the prices of the offer. The server's own sum is the one that counts.
import type { Place } from "../../board";
import { pairs } from "../../board/ground/flats";
import { stretchWithin } from "../../board/ruler";
import type { Beyond, Mover, Path, Rough, StepOffer, Price as Told } from "../../protocol";
import { outlineOf } from "./measure";
import type { Step } from "./steps";

/** A step at the place where it begins. */
export type Begun = { sort: StepOffer; step: Step; from: Place };

/** What ground takes of a step. */
export type Toll = { title: string; clause: string; points: number };

/** The cost of a step by itself; `wasted` is what is paid for and not walked. */
export type Price = { cost: number; tolls: Toll[]; ground: number; wasted: number };

/** What is paid for and not walked, as it is written: a hair of it is nothing. */
export const spareOf = ({ wasted }: Price): number => Math.round(wasted * 100) / 100;

const NOTHING = 1e-6;
const tidy = (value: number): number => Math.round(value * 1e9) / 1e9;

/** How much of a step is paid for: where a begun unit costs a whole one, more than is walked. */
function paid(sort: StepOffer, amount: number): number {
  return sort.whole ? Math.max(0, Math.ceil(amount / sort.per - NOTHING)) * sort.per : amount;
}

const priceOf = (sort: StepOffer, amount: number): number => tidy(paid(sort, amount) * sort.price);

/** What ground takes of a way: for each begun unit of it, counted from its start, that lies in the area. */
function tollOf({ sort, step, from }: Begun, rough: Rough): number {
  if (sort.motion === "turn") return 0;
  const heading = step.heading ?? from.heading + sort.bearing;
  const within = stretchWithin([from.x, from.y], heading, step.amount, pairs(outlineOf(rough.outline)));
  if (!within || within[1] - within[0] <= NOTHING) return 0;
  return rough.price * Math.max(0, Math.ceil(within[1] - NOTHING) - Math.floor(within[0] + NOTHING));
}

function priced(begun: Begun, rough: readonly Rough[]): Price {
  const { sort } = begun;
  const amount = Math.abs(begun.step.amount);
  const tolls = rough.flatMap((one) => {
    const points = tollOf(begun, one);
    return points > 0 ? [{ title: one.title, clause: one.clause, points }] : [];
  });
  const ground = tolls.reduce((sum, one) => sum + one.points, 0);
  const rest = sort.whole && !sort.together && sort.motion !== "turn" ? paid(sort, amount) - amount : 0;
  return { cost: priceOf(sort, amount) + ground, tolls, ground, wasted: tidy(rest) };
}

/** Each step with its own price, for a unit that has so many points left. */
export function pricesOf(offer: Path, steps: readonly Begun[], left: number): Price[] {
  const prices = steps.map((one) => priced(one, offer.rough));
  const [only, price] = [steps[0], prices[0]];
  const ahead = only?.sort.motion === "straight" && only.sort.bearing === 0;
  if (!only || !price || steps.length > 1 || !ahead || only.step.amount > offer.sure + NOTHING) return prices;
  const cost = Math.min(price.cost, Math.max(left, price.cost - price.ground));
  return [{ ...price, cost, ground: price.ground - (price.cost - cost) }];
}

/** What a whole way costs: where sorts are rounded together, their lengths are added first. */
export function sumOf(steps: readonly { sort: StepOffer; step: Step; cost: number; ground: number }[]): number {
  const kinds = new Map<string, { sort: StepOffer; amount: number }>();
  let sum = 0;
  for (const { sort, step, cost, ground } of steps) {
    const before = kinds.get(sort.together)?.amount ?? 0;
    if (sort.together) kinds.set(sort.together, { sort, amount: before + Math.abs(step.amount) });
    sum += sort.together ? ground : cost;
  }
  for (const { sort, amount } of kinds.values()) sum += priceOf(sort, amount);
  return tidy(sum);
}

/** What a way costs besides points: the worst of it, each in two words. */
export const costly = (prices: readonly Told[], most = 1): string[] =>
  prices
    .filter(({ tone }) => tone === "loss" || tone === "risk")
    .slice(0, most)
    .map(({ title }) => title);

/** Whether all prices of an offer are whole numbers, and are written so. */
const isWhole = (offer: Path): boolean => offer.steps.every((one) => one.whole);

/** A number of points as it is written: "3", or "3.25" where fractions are paid. */
export const costNumber = (offer: Path, cost: number): string => (isWhole(offer) ? String(cost) : cost.toFixed(2));

/** The same with what points are called. */
export const costWords = (offer: Path, cost: number): string => `${costNumber(offer, cost)} ${offer.points}`;

/** Points in a sentence, without idle zeros. */
export const shortCost = (offer: Path, cost: number): string => `${Math.round(cost * 100) / 100} ${offer.points}`;

/** What a move is by the points it takes with those spent before, where ground has made a walk so much `less`; null:
 * nothing besides a move. */
export const beyondOf = ({ points, left, beyond }: Mover, total: number, less = 0): Beyond | null =>
  beyond && points - left + total > beyond.points - less + NOTHING ? beyond : null;
