// Moments of a match somebody wants to see again: kept in this browser by the version of the table.
import { type Signal, signal } from "@preact/signals";
import { named } from "../../kit";

const KEY = named("bookmarks");

type Shelf = Record<string, number[]>;

function readAll(): Shelf {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
    const rows = Object.entries(stored).map(([match, list]): [string, number[]] => [
      match,
      Array.isArray(list) ? list.filter((one): one is number => typeof one === "number") : [],
    ]);
    return Object.fromEntries(rows);
  } catch {
    return {};
  }
}

const shelf: Signal<Shelf> = signal(readAll());

export const bookmarks = {
  /** The versions of the table that are marked, in order. */
  of: (match: string): number[] => shelf.value[match] ?? [],
  /** Marks a moment, or takes its mark away; true when it is marked now. */
  flip(match: string, version: number): boolean {
    const before = shelf.peek()[match] ?? [];
    const has = before.includes(version);
    const next = has ? before.filter((one) => one !== version) : [...before, version].sort((a, b) => a - b);
    shelf.value = { ...shelf.peek(), [match]: next };
    try {
      localStorage.setItem(KEY, JSON.stringify(shelf.peek()));
    } catch {
      // Without storage the marks last as long as the page.
    }
    return !has;
  },
};
