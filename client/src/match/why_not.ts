// "Why not?": what is touched and cannot be is answered by the server's refusal, at the place that was touched.
import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Intent } from "../board";
import { isRefusal } from "../kit";
import { sound } from "./playback/sounds";
import { type Room, wasHeard } from "./room";
import { spotOf } from "./widgets/giving";

export interface WhyNot {
  /** the next touch asks */
  readonly on: ReadonlySignal<boolean>;
  flip(): void;
  drop(): boolean;
  /** true when the touch was a question */
  intent(intent: Intent): boolean;
  /** what was touched or taken after the question had its chance: an own unit it does not offer is told why */
  untaken(intent: Intent): void;
  ask(unit: string): Promise<void>;
  close(): void;
}

export function createWhyNot(room: Room): WhyNot {
  const on = signal(false);

  /** Somebody who has a unit in hand and touches something else asks why that unit cannot do it to that. */
  function aboutOf(thing: string): Record<string, string> {
    const own = room.selected.peek();
    const seat = room.store.seat.peek();
    const isOwn = (unit: string): boolean => room.units.peek().get(unit)?.seat === seat;
    return own !== thing && isOwn(own) && !isOwn(thing) && isOffered(own)
      ? { unit: own, target: thing }
      : { unit: thing };
  }

  /** Whose turn to move comes later is named in the question, but not offered by it. */
  function isOffered(thing: string): boolean {
    const offer = { ...room.store.decision.peek()?.offer, later: [] };
    return JSON.stringify(offer).includes(JSON.stringify(thing));
  }

  async function ask(thing: string): Promise<void> {
    const [x, y] = spotOf(room, thing) ?? [0, 0];
    const asked = room.store.decision.peek();
    const told = await room.preview("why_not", aboutOf(thing));
    if (room.store.decision.peek() !== asked || (told !== null && !wasHeard(told))) return;
    sound("refuse");
    if (isRefusal(told)) room.bubble.value = { x, y, text: told.sentence, clause: told.clause };
    else room.bubble.value = { x, y, text: "Nothing forbids it: it can be done now.", clause: "" };
  }

  // what was about to be asked was asked about one question: it must not swallow a touch meant for the next
  const close = effect(() => {
    const key = JSON.stringify(room.store.decision.value);
    untracked(() => {
      if (key) on.value = false;
    });
  });

  /** The unit somebody has touched or taken to drag it, where units are dragged at all. */
  function meant(intent: Intent): string {
    if (intent.kind === "pick") return intent.unit ?? "";
    const moves = ["path", "act"].includes(room.store.decision.peek()?.offer.offer ?? "");
    return moves && intent.kind === "drag" && intent.phase === "start" ? (intent.from.unit ?? "") : "";
  }

  return {
    on,
    ask,
    close,
    flip() {
      on.value = !on.peek();
    },
    drop() {
      const was = on.peek();
      on.value = false;
      return was;
    },
    intent(intent) {
      const thing = intent.kind === "pick" ? (intent.unit ?? intent.piece ?? "") : "";
      if (!on.peek() || intent.kind !== "pick") return false;
      on.value = false;
      if (thing) void ask(thing);
      return true;
    },
    untaken(intent) {
      const unit = meant(intent);
      const isOwn = unit !== "" && room.units.peek().get(unit)?.seat === room.store.decision.peek()?.seat;
      if (isOwn && !isOffered(unit)) void ask(unit);
    },
  };
}
