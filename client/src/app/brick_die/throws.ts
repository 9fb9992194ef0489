// Throws of one's own dice, kept in this browser, and the battle in which everybody throws them.

import { named } from "../../kit";
import type { DieFace, TriedDice } from "../../protocol";

const KEY = named("throws");
export const MOST_THROWS = 100_000;

export type Throws = { successes: number; failures: number };

export const NO_THROWS: Throws = { successes: 0, failures: 0 };

export function keptThrows(): Throws {
  try {
    const { successes, failures } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Throws>;
    const count = (n: unknown) => (typeof n === "number" && n >= 0 && n <= MOST_THROWS ? Math.round(n) : 0);
    return { successes: count(successes), failures: count(failures) };
  } catch {
    return NO_THROWS;
  }
}

export function keepThrows(throws: Throws): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(throws));
  } catch {
    // A browser that keeps nothing still counts while the page is open.
  }
}

/** A new battle with these dice for everybody: as the model has them, or as one's own throws say. */
export function battleWithDice(game: string, tried: TriedDice, die: DieFace, own: boolean): string {
  const options = { [tried.dice_switch]: die.id, [tried.chance_switch]: own ? tried.chance_value : 0 };
  return `/new?game=${encodeURIComponent(game)}&options=${encodeURIComponent(JSON.stringify(options))}`;
}
