// The battle the rules were opened from: what was agreed there, and which rules are at work at that moment.
import { signal } from "@preact/signals";
import { here, hrefOf } from "./place";
import { named } from "./shelf";

export type InBattle = {
  match: string;
  game: string;
  title: string;
  /** the switches of that battle by their ids */
  options: Readonly<Record<string, unknown>>;
  /** clauses of what is asked and of what has just happened, the nearest first */
  now: readonly string[];
};

const KEY = named("battle");

function kept(): InBattle | null {
  try {
    const wanted = here().searchParams.get("battle");
    const battle = JSON.parse(localStorage.getItem(KEY) ?? "null") as InBattle | null;
    return wanted && battle?.match === wanted ? battle : null;
  } catch {
    return null;
  }
}

/** At a table that table, on a page opened from one the table it was opened from; else none. */
export const inBattle = signal<InBattle | null>(kept());

/** Keeps the battle for the page that is opened from it, which is another window, and says where that page is. */
export function rulesFrom(battle: InBattle | null): string {
  if (!battle) return hrefOf("/rules");
  try {
    localStorage.setItem(KEY, JSON.stringify(battle));
  } catch {
    // Without storage the page shows the book and no battle.
  }
  return hrefOf(`/rules?${new URLSearchParams({ game: battle.game, battle: battle.match })}`);
}

/** Every clause something names, in the order it is met. */
export function clausesIn(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(clausesIn))];
  if (typeof value !== "object" || value === null) return [];
  const parts = Object.entries(value).flatMap(([field, part]) =>
    field === "clause" ? (typeof part === "string" && part ? [part] : []) : clausesIn(part),
  );
  return [...new Set(parts)];
}

const isOff = (value: unknown): boolean =>
  value === null || value === false || value === 0 || ["", "off", "none", "no"].includes(value as string);

/** How a switch stands in the battle the rules were opened from: on, off, or not known. */
export function standingOf(id: string): "on" | "off" | "" {
  const options = inBattle.value?.options;
  if (!id || !options || !(id in options)) return "";
  return isOff(options[id]) ? "off" : "on";
}
