// Stirring the dice: every seat of this browser adds a number of its own, promised first and then opened. Where the dice
// wait for everybody, it is opened when all have promised.
import { effect, type ReadonlySignal } from "@preact/signals";
import { named } from "../../kit";
import { sha256 } from "../../kit/sha256";
import type { SeatCard } from "../../protocol";

export type Stirring = {
  match: string;
  /** the seats of the match as everybody sees them, and those of this browser */
  seats: ReadonlySignal<readonly SeatCard[]>;
  yours: ReadonlySignal<readonly number[]>;
  /** the seats the dice wait for; none where they wait for nobody */
  parts: ReadonlySignal<readonly number[]>;
  send: (seat: number, part: { promise: string } | { seed: string }) => void;
};

const KEY = named("stirs");
const MOST = 100;
const BYTES = 32;

/** What was shown once is a secret no more: another is promised in its place, should it have come too late. */
type Kept = [place: string, seed: string, shown?: "shown"][];

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function read(): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as Kept) : [];
  } catch {
    return [];
  }
}

function keep(place: string, seed: string, shown?: "shown"): boolean {
  const others = read().filter(([each]) => each !== place);
  const mine: Kept[number] = shown ? [place, seed, shown] : [place, seed];
  try {
    localStorage.setItem(KEY, JSON.stringify([mine, ...others].slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

/** The seed of a seat: drawn once and kept, because what was promised has to be opened after a reload too. */
const kept = (place: string): Kept[number] | undefined => read().find(([each]) => each === place);

/** A seed to promise: one that nobody has seen. A browser that keeps nothing could not open it later, so has none. */
function secret(place: string): string {
  const [, known, shown] = kept(place) ?? [];
  if (known !== undefined && !shown) return known;
  const seed = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
  return keep(place, seed) ? seed : "";
}

async function promiseOf(seed: string): Promise<string> {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const own = globalThis.crypto.subtle;
  return hex(own === undefined ? sha256(bytes) : new Uint8Array(await own.digest("SHA-256", bytes)));
}

/** What a seat has to say about its part now. */
function wanted(card: SeatCard, cards: readonly SeatCard[], parts: readonly number[], seed: string | undefined) {
  if (card.stirred) return "nothing";
  if (card.stir === "") return "promise";
  const unseen = parts.length > 0 && cards.every((one) => !one.stirred);
  if (seed === undefined) return unseen ? "promise" : "nothing";
  return parts.every((seat) => cards.some((one) => one.seat === seat && one.stir !== "")) ? "seed" : "nothing";
}

/** Promises for each seat of this browser that has not, and opens what was promised. */
export function stirDice(stirring: Stirring): () => void {
  const said = new Set<string>();
  let yours: readonly number[] = [];
  return effect(() => {
    const cards = stirring.seats.value;
    const parts = stirring.parts.value;
    if (stirring.yours.value !== yours) {
      // welcomed again: what was on its way when the line was cut may be lost
      said.clear();
      yours = stirring.yours.value;
    }
    for (const seat of yours) {
      const card = cards.find((one) => one.seat === seat);
      if (card === undefined) continue;
      const place = `${stirring.match}/${seat}`;
      const what = wanted(card, cards, parts, kept(place)?.[1]);
      const seed = what === "promise" ? secret(place) : (kept(place)?.[1] ?? "");
      const once = `${what}/${seed}`;
      if (what === "nothing" || seed === "" || said.has(`${place}/${once}`)) continue;
      said.add(`${place}/${once}`);
      if (what === "seed") {
        keep(place, seed, "shown");
        stirring.send(seat, { seed });
      } else void promiseOf(seed).then((promise) => stirring.send(seat, { promise }));
    }
  });
}
