// The actions of a unit, each as the part of a panel that its offer is drawn by.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Action, AimFace, Aims, Refusal } from "../../protocol";
import type { GivingHand, Room } from "../room";
import { costly } from "../ways/pricing";
import { withOdds } from "../words";
import { AimsBody } from "./aims";
import { ChooseBody, createChooseHand } from "./choose";
import { ComposeBody } from "./compose";
import { createComposeHand } from "./compose_hand";
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
  body: () => VNode;
  /** beside the yellow button */
  more?: () => VNode;
};

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** "Attack", of several targets "Attack: B2 · 45 %": on a phone the list of targets may be below what is seen. */
function attackWords(title: string, { shooters, give }: Aims, aim: AimFace | null): string {
  const among = shooters.some(({ aims }) => aims.length > 1) && aim ? `: ${aim.target}` : "";
  const odds = aim && !aim.refusal && !aim.wasted ? aim.odds : 0;
  return withOdds(`${give || title}${aim?.wasted ? " anyway" : ""}${among}`, odds);
}

/** What draws an action; nothing for a mere note. */
export function partOf(room: Room, seat: number, unit: string, { title, offer, by_name }: Action): Part | null {
  switch (offer?.offer) {
    case "path": {
      const hand = createPathHand(room, seat, offer, signal(unit));
      const body = () => (
        <>
          <Instead room={room} hand={hand} headed={false} />
          <PathBody room={room} hand={hand} seat={seat} />
        </>
      );
      const words = computed(() =>
        hand.leaves.value
          ? "Leave the table"
          : [offer.give || `${title} here`, ...costly(hand.prices.value)].join(": "),
      );
      return { hand, path: hand, words, body, more: () => <LastLeg hand={hand} /> };
    }
    case "aims": {
      const hand = createFireHand(room, seat, offer, true);
      const range = computed(() => hand.aim.value?.range ?? "");
      const body = () => <AimsBody room={room} hand={hand} />;
      const words = computed(() => attackWords(title, offer, hand.aim.value));
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
    case "compose": {
      const hand = createComposeHand(room, seat, offer);
      return { hand, words: hand.words, body: () => <ComposeBody hand={hand} /> };
    }
    case "choose": {
      const hand = createChooseHand(room, seat, offer);
      // what is kept back until later must not read like the deed itself
      const words = by_name ? computed(() => `${title}: ${lower(hand.words.value)}`) : hand.words;
      return { hand, words, body: () => <ChooseBody room={room} hand={hand} /> };
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
  if (offer.offer === "compose") return true;
  return offer.choices.some((one) => one.refusal === null);
}

/** Whether an action is about a thing on the table, be it open or not; `able`: and can be done to it. */
function concerns({ offer }: Action, thing: string, able = false): boolean {
  if (!offer) return false;
  const is = (one: AimFace): boolean => one.target === thing && !(able && one.refusal);
  if (offer.offer === "path") return offer.movers.some((one) => one.strikes.includes(thing));
  if (offer.offer === "aims") return offer.shooters.some(({ aims }) => aims.some(is));
  if (offer.offer === "split") return offer.aims.some(is);
  if (offer.offer === "take") return offer.items.some((one) => one.about === thing);
  if (offer.offer === "compose") return offer.parts.some(({ words }) => words.some((one) => one.about.includes(thing)));
  return offer.choices.some((one) => one.about.includes(thing) && !(able && one.refusal));
}

/** Whether an action that is open is about a thing on the table. */
export const isAbout = (action: Action, thing: string): boolean => !action.closed && concerns(action, thing);

/** The action that touching a thing means: one that can be done to it first, else one that can say why it cannot. */
export function meantBy(actions: readonly Action[], thing: string): Action | undefined {
  const known = actions.filter((one) => !one.by_name && concerns(one, thing));
  const open = known.filter((one) => !one.closed);
  return open.find((one) => concerns(one, thing, true)) ?? open[0] ?? known[0];
}

/** Why an action that is closed cannot be done to a thing: what keeps it from that one first. */
export function whyClosed({ closed, offer }: Action, thing: string): Refusal | null {
  const aims = offer?.offer === "aims" ? offer.shooters.flatMap((one) => one.aims) : [];
  return closed && (aims.find((one) => one.target === thing)?.refusal ?? closed);
}
