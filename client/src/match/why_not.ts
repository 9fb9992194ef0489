// "Why not?": what is touched and cannot be is answered by the server's refusal, at the place that was touched.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Intent } from "../board";
import { isRefusal } from "../kit";
import { type Room, wasHeard } from "./room";
import { sound } from "./sounds";
import { spotOf } from "./widgets/giving";

export interface WhyNot {
  /** the next touch asks */
  readonly on: ReadonlySignal<boolean>;
  flip(): void;
  drop(): boolean;
  /** true when the touch was a question */
  intent(intent: Intent): boolean;
  /** what was touched after the question had its chance: an own unit it does not offer is told why */
  untaken(intent: Intent): void;
  ask(unit: string): Promise<void>;
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

  const isOffered = (thing: string): boolean =>
    JSON.stringify(room.store.decision.peek()?.offer ?? null).includes(JSON.stringify(thing));

  async function ask(thing: string): Promise<void> {
    const [x, y] = spotOf(room, thing) ?? [0, 0];
    const asked = room.store.decision.peek();
    const told = await room.preview("why_not", aboutOf(thing));
    if (room.store.decision.peek() !== asked || (told !== null && !wasHeard(told))) return;
    sound("refuse");
    if (isRefusal(told)) room.bubble.value = { x, y, text: told.sentence, clause: told.clause };
    else room.bubble.value = { x, y, text: "Nothing forbids it: it can be done now.", clause: "" };
  }

  return {
    on,
    ask,
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
      const unit = intent.kind === "pick" ? (intent.unit ?? "") : "";
      const isOwn = unit !== "" && room.units.peek().get(unit)?.seat === room.store.decision.peek()?.seat;
      if (isOwn && !isOffered(unit)) void ask(unit);
    },
  };
}
