// Things that may come on while others move: one at a time in the hand, set down as the offer says.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Place } from "../../protocol";
import type { Room } from "../room";
import { createPlaceHand, type PlaceHand } from "./place_hand";

export interface Reserve {
  /** the hand that places, while something from outside is in it */
  readonly hand: ReadonlySignal<PlaceHand | null>;
  take(thing: string): void;
  /** puts it back; false when nothing was in the hand */
  drop(): boolean;
}

export function createReserve(room: Room, seat: number, offer: Place | null): Reserve {
  const hand = signal<PlaceHand | null>(null);
  return {
    hand,
    take(thing) {
      if (!offer) return;
      hand.value ??= createPlaceHand(room, seat, offer);
      hand.peek()?.choose(thing);
      room.bubble.value = null;
    },
    drop() {
      const had = hand.peek() !== null;
      hand.value = null;
      return had;
    },
  };
}
