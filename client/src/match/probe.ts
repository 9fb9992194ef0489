// What browser tests may see: where units are on the screen, and a copy of the store. No secrets.
import type { BoardProbe } from "../board";
import { isSettled } from "./keyboard";
import type { Room } from "./room";

export type TableState = {
  seq: number;
  shown: number;
  seat: number;
  playing: boolean;
  pending: boolean;
  /** whether Enter means the question that is open */
  settled: boolean;
  reach: string;
  decision: unknown;
  view: unknown;
  outcome: unknown;
  lines: number;
};

declare global {
  interface Window {
    __brickfield?: { probe(): BoardProbe | null; state(): TableState };
  }
}

function stateOf(room: Room): TableState {
  const { store } = room;
  const view = store.view.peek();
  return structuredClone({
    seq: store.latest.peek()?.seq ?? 0,
    shown: store.shown.peek()?.seq ?? 0,
    seat: store.seat.peek(),
    playing: room.theatre.playing.peek(),
    pending: room.busy.peek(),
    settled: isSettled(room.opened.peek()),
    reach: store.reach.peek(),
    decision: store.decision.peek(),
    // What only this seat may know stays out of reach of anything that reads the page.
    view: view && { ...view, secrets: {} },
    outcome: view?.outcome ?? null,
    lines: store.story.peek().length,
  });
}

/** Makes the table readable for tests while its page lives. */
export function expose(room: Room): () => void {
  window.__brickfield = { probe: () => room.board.peek()?.probe() ?? null, state: () => stateOf(room) };
  return () => {
    delete window.__brickfield;
  };
}
