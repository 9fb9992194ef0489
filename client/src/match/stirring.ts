// Stirring the dice: every seat of this browser adds a number of its own, promised first and opened when all have.
import { effect, type ReadonlySignal } from "@preact/signals";
import type { SeatCard } from "../protocol";

export type Stirring = {
  match: string;
  /** the seats of the match as everybody sees them, and those of this browser */
  seats: ReadonlySignal<readonly SeatCard[]>;
  yours: ReadonlySignal<readonly number[]>;
  send: (seat: number, part: { promise: string } | { seed: string }) => void;
};

const KEY = "brickfield.stirs";
const MOST = 100;
const BYTES = 32;

type Kept = [place: string, seed: string][];

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function read(): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as Kept) : [];
  } catch {
    return [];
  }
}

/** The seed of a seat: drawn once and kept, because what was promised has to be opened after a reload too. */
function seedOf(place: string, fresh: boolean): string {
  const kept = read();
  const known = kept.find(([each]) => each === place)?.[1];
  if (known !== undefined || !fresh) return known ?? "";
  const seed = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
  try {
    localStorage.setItem(KEY, JSON.stringify([[place, seed], ...kept].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing could not open its promise later, so it promises nothing.
    return "";
  }
  return seed;
}

async function promiseOf(seed: string): Promise<string> {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Promises for each seat of this browser that has not, and opens when every person has promised. */
export function stirDice(stirring: Stirring): () => void {
  // Without a secure page there is no SHA-256; the dice of the server are promised all the same.
  if (globalThis.crypto?.subtle === undefined) return () => undefined;
  const said = new Set<string>();
  let yours: readonly number[] = [];
  return effect(() => {
    const cards = stirring.seats.value;
    if (stirring.yours.value !== yours) {
      // welcomed again: what was on its way when the line was cut may be lost
      said.clear();
      yours = stirring.yours.value;
    }
    const all = cards.every((card) => card.kind === "bot" || card.stir !== "");
    for (const seat of yours) {
      const card = cards.find((one) => one.seat === seat);
      if (card === undefined || card.stirred) continue;
      const place = `${stirring.match}/${seat}`;
      const seed = seedOf(place, card.stir === "");
      const once = `${place}/${card.stir === "" ? "promise" : "seed"}`;
      if (seed === "" || said.has(once)) continue;
      if (card.stir === "") {
        said.add(once);
        void promiseOf(seed).then((promise) => stirring.send(seat, { promise }));
      } else if (all) {
        said.add(once);
        stirring.send(seat, { seed });
      }
    }
  });
}
