// What was changed, to be taken back and done again. Changes of one drag, or of one field being typed in, are one.
import { useRef, useState } from "preact/hooks";

export type History<T> = {
  now: T;
  change: (next: T, as?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Begin anew: nothing of what was can be taken back. */
  begin: (with_: T) => void;
};

type Kept<T> = { past: T[]; now: T; future: T[] };

const MOST = 300;

export function useHistory<T>(first: T): History<T> {
  const [kept, keep] = useState<Kept<T>>({ past: [], now: first, future: [] });
  // events may come faster than pictures: what counts is what was changed last
  const latest = useRef(kept);
  const last = useRef("");
  const set = (next: Kept<T>) => {
    latest.current = next;
    keep(next);
  };
  const change = (next: T, as = "") => {
    const { past, now } = latest.current;
    if (next === now) return;
    const goesOn = as !== "" && as === last.current && past.length > 0;
    last.current = as;
    set({ past: goesOn ? past : [...past.slice(1 - MOST), now], now: next, future: [] });
  };
  const step = (from: T[], back: boolean) => () => {
    const { past, now, future } = latest.current;
    const [there] = from.slice(-1);
    if (there === undefined) return;
    last.current = "";
    set(
      back
        ? { past: past.slice(0, -1), now: there, future: [...future, now] }
        : { past: [...past, now], now: there, future: future.slice(0, -1) },
    );
  };
  return {
    now: kept.now,
    change,
    undo: kept.past.length > 0 ? step(kept.past, true) : undefined,
    redo: kept.future.length > 0 ? step(kept.future, false) : undefined,
    begin: (with_) => {
      last.current = "";
      set({ past: [], now: with_, future: [] });
    },
  };
}
