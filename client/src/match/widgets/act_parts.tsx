// The actions of a unit, each as the part of a panel that its offer is drawn by.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Action } from "../../protocol";
import type { GivingHand, Room } from "../room";
import { AimsBody } from "./aims";
import { ChooseBody, createChooseHand } from "./choose";
import { createFireHand } from "./fire_hand";
import { Instead, LastLeg } from "./path";
import { PathBody } from "./path_body";
import { createPathHand, type PathHand } from "./path_hand";
import { createSplitHand, SplitBody } from "./split";
import { createTakeHand, TakeBody, TakeMore } from "./take";

export type Part = {
  hand: GivingHand;
  /** the same, if it is a way that is drawn */
  path?: PathHand;
  /** what the yellow button says */
  words: ReadonlySignal<string>;
  /** the band of distance an aim in hand is in */
  range?: ReadonlySignal<string>;
  /** what the choice in hand is about */
  chosen?: ReadonlySignal<readonly string[]>;
  body: () => VNode;
  /** beside the yellow button */
  more?: () => VNode;
};

/** What draws an action; nothing for a mere note. */
export function partOf(room: Room, seat: number, unit: string, { title, offer }: Action): Part | null {
  switch (offer?.offer) {
    case "path": {
      const hand = createPathHand(room, seat, offer, signal(unit));
      const body = () => (
        <>
          <PathBody room={room} hand={hand} seat={seat} />
          <Instead room={room} hand={hand} />
        </>
      );
      const words = computed(() => (hand.leaves.value ? "Leave the table" : offer.give || `${title} here`));
      return { hand, path: hand, words, body, more: () => <LastLeg hand={hand} /> };
    }
    case "aims": {
      const hand = createFireHand(room, seat, offer, true);
      const range = computed(() => hand.aim.value?.range ?? "");
      const body = () => <AimsBody room={room} hand={hand} />;
      const words = computed(() => (hand.aim.value?.wasted ? `${title} anyway` : title));
      return { hand, words: offer.plan ? hand.words : words, range, body };
    }
    case "split": {
      const hand = createSplitHand(room, seat, offer);
      return { hand, words: hand.words, body: () => <SplitBody room={room} hand={hand} /> };
    }
    case "take": {
      const hand = createTakeHand(room, seat, offer);
      return { hand, words: hand.words, body: () => <TakeBody hand={hand} />, more: () => <TakeMore hand={hand} /> };
    }
    case "choose": {
      const hand = createChooseHand(room, seat, offer);
      const chosen = computed(() => offer.choices[hand.marked.value]?.about ?? []);
      return { hand, words: hand.words, chosen, body: () => <ChooseBody room={room} hand={hand} /> };
    }
    default:
      return null;
  }
}

/** Whether something of an action can be done now. */
export function canDo({ closed, offer }: Action): boolean {
  if (closed || !offer) return false;
  if (offer.offer === "path") return offer.stay !== "" || offer.movers.some((one) => one.left > 0);
  if (offer.offer === "aims") return offer.shooters.some(({ aims }) => aims.some((one) => one.refusal === null));
  if (offer.offer === "split") return offer.aims.some((one) => one.refusal === null);
  if (offer.offer === "take") return offer.items.length > 0;
  return offer.choices.some((one) => one.refusal === null);
}

/** Whether an action is about a thing on the table: touching that means the action. */
export function isAbout({ closed, offer }: Action, thing: string): boolean {
  if (closed || !offer) return false;
  if (offer.offer === "path") return offer.movers.some((one) => one.strikes.includes(thing));
  if (offer.offer === "aims") return offer.shooters.some(({ aims }) => aims.some((one) => one.target === thing));
  if (offer.offer === "split") return offer.aims.some((one) => one.target === thing);
  if (offer.offer === "take") return offer.items.some((one) => one.about === thing);
  return offer.choices.some((one) => one.about.includes(thing));
}
