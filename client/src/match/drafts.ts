// What is half made for a question and not sent: kept in this browser, by match, seat and question, so that a page that
// is opened again goes on where it was left. Nothing of it is ever sent; with another question it is thrown away.
import type { Signal } from "@preact/signals";
import { named } from "../kit";

const KEY = named("drafts");
/** So many questions at once: somebody plays at a few tables, and a forgotten one must not fill the browser's store. */
const MOST = 24;

/** What a hand gives to be kept: plain data. */
export type Draft = Readonly<Record<string, unknown>>;

/** The part of a hand that outlives the page. */
export interface Keeping {
  /** what is half made, or null when nothing is; read inside an effect, so signals are followed */
  draft(): Draft | null;
  /** takes what was kept back into the hand */
  resume(draft: Draft): void;
}

type Line = { place: string; question: string; draft: Draft };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isLine(value: unknown): value is Line {
  if (!isRecord(value)) return false;
  return typeof value.place === "string" && typeof value.question === "string" && isRecord(value.draft);
}

function readAll(): Line[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isLine) : [];
  } catch {
    return [];
  }
}

function writeAll(lines: readonly Line[]): void {
  try {
    if (lines.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(lines.slice(0, MOST)));
  } catch {
    // a browser that keeps nothing still plays
  }
}

/** A few letters that stand for a long text: two of them differ if the texts do, but by the worst of luck. */
export function markOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    a = Math.imul(a ^ letter, 2654435761);
    b = Math.imul(b ^ letter, 1597334677);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

const placeOf = (match: string, seat: number): string => `${match} ${seat}`;

export const drafts = {
  /** What was half made for this very question; what was made for another one is thrown away. */
  find(match: string, seat: number, question: string): Draft | null {
    const place = placeOf(match, seat);
    const lines = readAll();
    const kept = lines.find((one) => one.place === place);
    if (!kept || kept.question === markOf(question)) return kept?.draft ?? null;
    writeAll(lines.filter((one) => one !== kept));
    return null;
  },
  /** Keeps it in place of what was kept for this seat before; null: nothing is half made. */
  keep(match: string, seat: number, question: string, draft: Draft | null): void {
    const place = placeOf(match, seat);
    const all = readAll();
    const others = all.filter((one) => one.place !== place);
    if (!draft && others.length === all.length) return;
    writeAll(draft ? [{ place, question: markOf(question), draft }, ...others] : others);
  },
};

/** Maps and sets as they can be written down. */
function packed(value: unknown): unknown {
  if (value instanceof Map) return [...value].map(([key, one]) => [key, packed(one)]);
  return value instanceof Set ? [...value] : value;
}

/** Whether something kept has the form of what is there now. */
function fits(now: unknown, kept: unknown): boolean {
  if (now instanceof Map) return Array.isArray(kept) && kept.every((one) => Array.isArray(one) && one.length === 2);
  if (now instanceof Set) return Array.isArray(kept);
  if (now === null) return kept === null || isRecord(kept);
  return kept !== undefined && (typeof kept === typeof now || kept === null);
}

function unpacked(now: unknown, kept: unknown): unknown {
  if (now instanceof Map) return new Map(kept as [unknown, unknown][]);
  return now instanceof Set ? new Set(kept as unknown[]) : kept;
}

/** Keeps some signals of a hand as they are; nothing is kept as long as they are as they were at first. `again` is
 * called when they are back, for what follows from them. */
export function keeping(signals: Readonly<Record<string, Signal>>, again: () => void = () => undefined): Keeping {
  const names = Object.keys(signals);
  const all = (read: (one: Signal) => unknown): Draft =>
    Object.fromEntries(names.map((name) => [name, packed(read(signals[name] as Signal))]));
  const first = JSON.stringify(all((one) => one.peek()));
  return {
    draft() {
      const now = all((one) => one.value);
      return JSON.stringify(now) === first ? null : now;
    },
    resume(draft) {
      const isWhole = names.every((name) => fits(signals[name]?.peek(), draft[name]));
      if (!isWhole) return;
      for (const name of names) {
        const one = signals[name] as Signal;
        one.value = unpacked(one.peek(), draft[name]);
      }
      again();
    },
  };
}
