// The seats this browser may answer for: matches and their secrets, kept in localStorage and nowhere else.
import { signal } from "@preact/signals";
import type { MadeMatch } from "../protocol";

export type KeptSeat = { seat: number; secret: string };
export type KeptMatch = { match: string; seats: KeptSeat[]; at: number };

const KEY = "brickfield.seats";
// Links made for a friend are kept apart from my own seats: they are for copying, not for sitting.
const LINKS = "brickfield.links";
const MOST = 100;

function isKept(value: unknown): value is KeptMatch {
  const kept = value as KeptMatch;
  const isSeat = (s: unknown) =>
    typeof (s as KeptSeat)?.seat === "number" && typeof (s as KeptSeat)?.secret === "string";
  return typeof kept?.match === "string" && Array.isArray(kept.seats) && kept.seats.every(isSeat);
}

function read(key: string): KeptMatch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
}

function write(key: string, list: KeptMatch[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays: the seat lives as long as the page.
  }
}

const mine = signal<KeptMatch[]>(read(KEY));
const links = signal<KeptMatch[]>(read(LINKS));

function put(list: KeptMatch[], match: string, added: KeptSeat[]): KeptMatch[] {
  const before = list.find((one) => one.match === match)?.seats ?? [];
  const kept = [...before.filter((old) => added.every((one) => one.seat !== old.seat)), ...added];
  kept.sort((a, b) => a.seat - b.seat);
  return [{ match, seats: kept, at: Date.now() / 1000 }, ...list.filter((one) => one.match !== match)].slice(0, MOST);
}

export const seats = {
  /** All kept matches, newest first; a signal. */
  list: mine,
  /** Keep the seats of a match that was made or sat down at; secrets of `link` seats go to the links. */
  keep(made: MadeMatch): void {
    const withSecret = made.seats.filter((one) => one.secret !== "");
    const own = withSecret.filter((one) => one.kind !== "link");
    const given = withSecret.filter((one) => one.kind === "link");
    if (own.length > 0) seats.set(made.match, own);
    if (given.length > 0) {
      links.value = put(links.value, made.match, given.map(bare));
      write(LINKS, links.value);
    }
  },
  /** Keep these seats of a match as mine. */
  set(match: string, added: readonly KeptSeat[]): void {
    mine.value = put(mine.value, match, added.map(bare));
    write(KEY, mine.value);
  },
  /** The secrets that open my seats of a match. */
  of(match: string): KeptSeat[] {
    return mine.value.find((one) => one.match === match)?.seats ?? [];
  },
  /** The seats of a match for which I have a link to give away. */
  linksOf(match: string): KeptSeat[] {
    return links.value.find((one) => one.match === match)?.seats ?? [];
  },
  /** One secret of each kept match, for the list of my tables. */
  secrets(): string[] {
    return mine.value.flatMap((one) => one.seats.slice(0, 1).map((s) => s.secret));
  },
  /** The address that gives a seat away; the secret stands behind the # and is never sent in a request line. */
  link(secret: string): string {
    return `${location.origin}/join#${secret}`;
  },
  forget(match: string): void {
    mine.value = mine.value.filter((one) => one.match !== match);
    links.value = links.value.filter((one) => one.match !== match);
    write(KEY, mine.value);
    write(LINKS, links.value);
  },
  forgetAll(): void {
    mine.value = [];
    links.value = [];
    write(KEY, []);
    write(LINKS, []);
  },
  /** Read the store again, after another tab wrote to it. */
  reload(): void {
    mine.value = read(KEY);
    links.value = read(LINKS);
  },
};

const bare = (one: KeptSeat): KeptSeat => ({ seat: one.seat, secret: one.secret });

if (typeof addEventListener === "function") {
  addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === LINKS || event.key === null) seats.reload();
  });
}
