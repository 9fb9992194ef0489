// What they did: the acts of the other sides' last turn, and what was done here since; each can be looked at again.
import { type Signal, signal } from "@preact/signals";
import type { Happening } from "../../protocol";
import type { Traced } from "./shots";

export type Deed = Traced & { own: boolean };

/** Acts that are no deeds: the battle's own calendar, and what is set up before it. */
const UNTOLD: readonly Happening["kind"][] = ["chapter", "end", "aim", "place"];
/** What a side does itself; dice, losses and words also befall those who wait. */
const DONE: readonly Happening["kind"][] = ["move", "shot", "blow", "card", "say", "arrive", "leave"];
const MOST = 60;

export interface Deeds {
  readonly list: Signal<Deed[]>;
  /** the one that is looked at again */
  readonly chosen: Signal<Deed | null>;
  /** `mine`: the one seat of this browser, or -1 where there are several or none */
  add(traces: readonly Traced[], mine: number): void;
}

export function createDeeds(): Deeds {
  const list = signal<Deed[]>([]);
  const chosen = signal<Deed | null>(null);
  return {
    list,
    chosen,
    add(traces, mine) {
      let now = list.peek();
      // who did the first thing: those who answer an attack at once belong to it
      let begun = -1;
      for (const trace of traces) {
        const { kind, seat } = trace.play.act;
        if (UNTOLD.includes(kind)) continue;
        const does = seat >= 0 && DONE.includes(kind);
        const isFirst = does && begun < 0;
        if (isFirst) begun = seat;
        const own = does && seat === mine && begun === mine;
        // when somebody else begins to do something, what was done here and all before it is old
        const isOther = isFirst && seat !== mine;
        const old = mine >= 0 ? now.findLastIndex((one) => one.own) + 1 : seatOf(now) === seat ? 0 : now.length;
        now = [...(isOther ? now.slice(old) : now), { ...trace, own }];
      }
      if (now === list.peek()) return;
      chosen.value = null;
      list.value = now.slice(-MOST);
    },
  };
}

const seatOf = (deeds: readonly Deed[]): number =>
  deeds.findLast(({ play: { act } }) => act.seat >= 0 && DONE.includes(act.kind))?.play.act.seat ?? -1;
