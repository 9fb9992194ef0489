// What of a hand that draws ways outlives the page: every way drawn and not sent, who is in hand, what is about to come on.
import type { ReadonlySignal } from "@preact/signals";
import type { Path } from "../../protocol";
import type { Draft, Keeping } from "../drafts";
import type { Plans } from "../ways/plans";
import type { Step } from "../ways/steps";
import type { ApartHand } from "./apart";
import type { Reserve } from "./reserve";

type Ways = {
  offer: Path;
  plans: Plans;
  unit: ReadonlySignal<string>;
  apart: ApartHand;
  reserve: Reserve;
  select(unit: string): void;
};

export function keepingWays({ offer, plans, unit, apart, reserve, select }: Ways): Keeping {
  const isMover = (name: unknown): name is string => offer.movers.some((one) => one.unit === name);
  return {
    draft() {
      const ways = [...plans.all.value].filter(([name]) => isMover(name));
      const entering = reserve.hand.value;
      if (ways.length === 0 && !entering) return null;
      const held = entering && { thing: entering.chosen.value, draft: entering.draft?.() ?? null };
      return { unit: unit.value, ways, apart: apart.draft(), held };
    },
    resume(draft) {
      for (const [name, steps] of draft.ways as [string, Step[]][]) if (isMover(name)) plans.put(name, steps);
      if (draft.apart) apart.resume(draft.apart as Draft);
      if (isMover(draft.unit)) select(draft.unit);
      const held = draft.held as { thing: string; draft: Draft | null } | null;
      if (!held || !offer.enter?.things.some((one) => one.id === held.thing)) return;
      reserve.take(held.thing);
      if (held.draft) reserve.hand.peek()?.resume?.(held.draft);
    },
  };
}
