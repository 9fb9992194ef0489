// The seats this browser may answer for: matches and their secrets, kept in localStorage and nowhere else.
// An invitation is no secret of a seat: it is exchanged, once, for one that this browser makes and nobody else knows.
import { signal } from "@preact/signals";
import type { MadeMatch } from "../protocol";
import { addressOf } from "./place";
import { named } from "./shelf";

export type KeptSeat = { seat: number; secret: string };
export type KeptMatch = { match: string; seats: KeptSeat[]; at: number; host?: boolean };
/** An invitation to give away, and until when (in seconds) it can be used. */
export type KeptLink = KeptSeat & { until?: number };
type Exchange = { invitation: string; fresh: string };

const KEY = named("seats");
// Links made for a friend are kept apart from my own seats: they are for copying, not for sitting.
const LINKS = named("links");
// The secrets for which invitations are being exchanged: written down before they are sent, so that an answer that is
// lost on the way costs nobody the seat.
const SITTING = named("sitting");
const MOST = 100;
const MOST_SITTING = 20;
const SECRET_BYTES = 24;

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
  const host = list.find((one) => one.match === match)?.host ?? false;
  const put = { match, seats: kept, at: Date.now() / 1000, ...(host && { host }) };
  return [put, ...list.filter((one) => one.match !== match)].slice(0, MOST);
}

/** A secret of 192 bits. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

function exchanges(): Exchange[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SITTING) ?? "[]");
    const isOne = (one: Exchange) => typeof one?.invitation === "string" && typeof one?.fresh === "string";
    return Array.isArray(stored) ? stored.filter(isOne) : [];
  } catch {
    return [];
  }
}

function keepExchanges(list: Exchange[]): void {
  try {
    localStorage.setItem(SITTING, JSON.stringify(list.slice(0, MOST_SITTING)));
  } catch {
    // A browser that keeps nothing has only this one try.
  }
}

export const seats = {
  /** All kept matches, newest first; a signal. */
  list: mine,
  /** All kept invitations; a signal. */
  links,
  /** Keep the seats of a match that was set up here; invitations go to the links. */
  keep(made: MadeMatch): void {
    const own = made.seats.filter((one) => one.secret);
    const given = made.seats.filter((one) => one.invitation);
    if (own.length > 0) seats.set(made.match, own.map(bare));
    for (const one of given) seats.invite(made.match, one.seat, one.invitation ?? "", one.until ?? 0);
    mine.value = mine.value.map((one) => (one.match === made.match ? { ...one, host: true } : one));
    write(KEY, mine.value);
  },
  /** Whether this browser set a match up. */
  isHost(match: string): boolean {
    const kept = mine.value.find((one) => one.match === match);
    // what was kept before hosts were noted has its links at least
    return kept !== undefined && (kept.host === true || seats.linksOf(match).length > 0);
  },
  /** Keep an invitation to a seat in place of the one before; "": there is none. */
  invite(match: string, seat: number, invitation: string, until: number): void {
    const others = seats.linksOf(match).filter((one) => one.seat !== seat);
    const kept: KeptLink[] = invitation ? [...others, { seat, secret: invitation, until }] : others;
    const rest = links.value.filter((one) => one.match !== match);
    links.value = kept.length > 0 ? [{ match, seats: kept, at: Date.now() / 1000 }, ...rest].slice(0, MOST) : rest;
    write(LINKS, links.value);
  },
  /** The secret this browser exchanges an invitation for: the same one every time it is asked. */
  freshFor(invitation: string): string {
    const known = exchanges().find((one) => one.invitation === invitation);
    if (known) return known.fresh;
    const fresh = newSecret();
    keepExchanges([{ invitation, fresh }, ...exchanges()]);
    return fresh;
  },
  /** Whether this browser has begun to exchange an invitation and never heard how it ended. */
  isSitting(invitation: string): boolean {
    return exchanges().some((one) => one.invitation === invitation);
  },
  /** The exchange has ended, well or not. */
  endSitting(invitation: string): void {
    keepExchanges(exchanges().filter((one) => one.invitation !== invitation));
  },
  /** A secret was changed: the new one opens every seat the old one did. */
  swap(old: string, fresh: string): void {
    const changed = (one: KeptSeat): KeptSeat => (one.secret === old ? { ...one, secret: fresh } : one);
    mine.value = mine.value.map((one) => ({ ...one, seats: one.seats.map(changed) }));
    write(KEY, mine.value);
  },
  /** A rematch: the same secrets open seats there, by `places` other ones, and invitations nobody has used lead there. */
  follow(match: string, to: string, places: readonly number[] = []): void {
    const placed = <S extends KeptSeat>(one: S): S => ({ ...one, seat: places[one.seat] ?? one.seat });
    const own = seats.of(match).map(placed);
    if (own.length > 0) seats.set(to, own);
    if (seats.isHost(match)) mine.value = mine.value.map((one) => (one.match === to ? { ...one, host: true } : one));
    write(KEY, mine.value);
    for (const one of seats.linksOf(match).map(placed)) seats.invite(to, one.seat, one.secret, one.until ?? 0);
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
  linksOf(match: string): KeptLink[] {
    return links.value.find((one) => one.match === match)?.seats ?? [];
  },
  /** One secret of each kept match, for the list of my tables. */
  secrets(): string[] {
    return mine.value.flatMap((one) => one.seats.slice(0, 1).map((s) => s.secret));
  },
  /** The address that gives a seat away; the secret stands behind the # and is never sent in a request line. */
  link(secret: string): string {
    return addressOf(`/join#${secret}`);
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
