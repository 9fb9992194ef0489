// Reserves that may come on during the movement: one at a time in the hand, set down against the own edge.
import { type ReadonlySignal, signal } from "@preact/signals";
import { atEdge, entryOf } from "../field";
import type { Room } from "../room";
import { titleOf } from "../words";
import { createPlacing, type PlaceHand } from "./place_hand";

export interface Reserve {
  /** the hand that places, while a unit of the reserve is in it */
  readonly hand: ReadonlySignal<PlaceHand | null>;
  take(unit: string): void;
  /** puts it back; false when nothing was in the hand */
  drop(): boolean;
}

export function createReserve(room: Room, seat: number, waiting: readonly string[]): Reserve {
  const hand = signal<PlaceHand | null>(null);
  const make = (): PlaceHand | null => {
    const face = room.face.peek();
    if (!face) return null;
    const edge = face.edges[seat] ?? "";
    return createPlacing(room, {
      seat,
      tray: waiting.map((id) => ({ id, title: titleOf(face, id), detail: id })),
      zone: (id) => entryOf(face, id, edge).zone,
      heading: (id) => entryOf(face, id, edge).heading,
      label: "Your edge",
      query: "enter",
      answer: "enter",
      settle: (id, place) => atEdge(face, id, edge, place),
    });
  };
  return {
    hand,
    take(unit) {
      hand.value ??= make();
      hand.peek()?.choose(unit);
      room.bubble.value = null;
    },
    drop() {
      const had = hand.peek() !== null;
      hand.value = null;
      return had;
    },
  };
}
