// What the way in hand costs besides its length: how much ground on it takes of all there is, and what else it brings.
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Mover, PathFace, Price } from "../../protocol";
import { beyondOf } from "../ways/pricing";
import { slowedOn } from "../ways/slowing";
import type { Goer, Leg } from "../ways/ways";

type Asking = {
  mover: ReadonlySignal<Mover | null>;
  legs: ReadonlySignal<Leg[]>;
  total: ReadonlySignal<number>;
  worked: ReadonlySignal<PathFace | null>;
  /** who goes, over the table as it is shown */
  goer(): Goer | null;
};

export interface PathPrice {
  /** all the points there are, with what ground on the way takes off them */
  readonly most: ReadonlySignal<number>;
  readonly prices: ReadonlySignal<readonly Price[]>;
}

/** By the server's word as soon as it is here; before that by what the offer says. */
export function createPrice({ mover, legs, total, worked, goer }: Asking): PathPrice {
  const slowed = computed(() => {
    const who = goer();
    return who ? slowedOn(who, legs.value) : { points: 0, walk: 0 };
  });
  const most = computed(() => {
    const { points = 0, left = 0, slows = [] } = mover.value ?? {};
    if (worked.value && slows.length > 0)
      return Math.min(points, points - left + worked.value.cost + worked.value.left);
    return points - slowed.value.points;
  });
  const prices = computed((): readonly Price[] => {
    const who = mover.value;
    if (!who || legs.value.length === 0) return [];
    if (worked.value?.prices) return worked.value.prices;
    const beyond = beyondOf(who, total.value, slowed.value.walk);
    return beyond ? [{ title: beyond.title, text: beyond.text, clause: beyond.clause, tone: "loss" }] : [];
  });
  return { most, prices };
}
