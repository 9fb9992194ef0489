// Questions that are asked only so that nobody learns from not being asked. Where nobody but bots could learn it, the
// page passes them by itself, and what was answered before them can be taken back through them.
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { settings, toast } from "../../kit";
import type { Asked, SeatCard } from "../../protocol";
import type { Line } from "../connection/socket";
import type { Store } from "../connection/store";

const SAID = "No card of yours can be played now: passed.";

/** Whether nobody but bots could learn from how a seat answers. */
export const aloneWithBots = (seats: readonly SeatCard[], seat: number): boolean =>
  seats.every((one) => one.seat === seat || one.kind === "bot");

/** Whether the page passes a question, when it may at all. */
export const isPassed = (asked: Asked, seats: readonly SeatCard[]): boolean =>
  asked.offer.offer === "choose" && asked.offer.hollow && settings.passHollow.value && aloneWithBots(seats, asked.seat);

export interface Passing {
  /** what Undo takes back, in words: of what was passed nothing is said */
  readonly words: ReadonlySignal<string>;
  undo(): void;
  /** an answer of the player's own: what was passed before it is over */
  answered(): void;
  close(): void;
}

export function createPassing(store: Store, line: Line, busy: ReadonlySignal<boolean>): Passing {
  // what could be taken back before the page began to pass; null: it has passed nothing since the last own answer
  const before = signal<string | null>(null);
  const words = computed(() => {
    const back = store.latest.value?.take_back ?? "";
    return back && before.value !== null ? before.value : back;
  });
  let [undoing, said] = [false, false];

  function takeBack(): void {
    const { take_back_seat, seq } = store.latest.peek() ?? {};
    line.takeBack(take_back_seat ?? -1, seq ?? 0);
  }

  function pass(asked: Asked): void {
    undoing = false;
    before.value = words.peek();
    const first = asked.offer.offer === "choose" ? asked.offer.choices[0] : undefined;
    line.command(asked.seat, store.latest.peek()?.seq ?? 0, first?.answer as Record<string, unknown>);
    if (!said) toast(SAID);
    said = true;
  }

  const stop = effect(() => {
    const [asked, refused, waits] = [store.hollow.value, store.refusal.value, busy.value];
    untracked(() => {
      if (refused) undoing = false;
      // what cannot be passed is asked
      if (refused && asked) store.passes.value = false;
      else if (waits) return;
      else if (!asked) undoing = undoing && store.decision.peek() === null;
      else if (undoing && store.latest.peek()?.take_back) takeBack();
      else pass(asked);
    });
  });
  return {
    words,
    undo() {
      // the newest word: while dice still roll on the table the server has closed the take-back
      if (!words.peek() || busy.peek()) return;
      undoing = true;
      before.value = null;
      takeBack();
    },
    answered() {
      undoing = false;
      before.value = null;
    },
    close: stop,
  };
}
