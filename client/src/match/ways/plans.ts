// Paths drawn and not sent yet, one for each unit. They outlive the question: after a move is saved it is asked anew.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Step } from "./steps";

export interface Plans {
  readonly all: ReadonlySignal<ReadonlyMap<string, Step[]>>;
  put(unit: string, steps: Step[]): void;
  /** the path of this unit is on its way: it is dropped with the next question, and kept if it is refused */
  send(unit: string): void;
  /** begins or goes on with a turn: plans of another turn, or of units that cannot move any more, are dropped */
  open(turn: string, units: readonly string[]): void;
}

export function createPlans(): Plans {
  const all = signal<ReadonlyMap<string, Step[]>>(new Map());
  let of = "";
  let sent = "";
  return {
    all,
    put(unit, steps) {
      const next = new Map(all.peek());
      if (steps.length > 0) next.set(unit, steps);
      else next.delete(unit);
      all.value = next;
    },
    send(unit) {
      sent = unit;
    },
    open(turn, units) {
      const kept = turn === of ? [...all.peek()].filter(([unit]) => units.includes(unit) && unit !== sent) : [];
      of = turn;
      sent = "";
      all.value = new Map(kept);
    },
  };
}
