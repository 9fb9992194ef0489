// A battle beside real bricks as it is kept: on this device, with every step that can be taken back.
import { signal } from "@preact/signals";
import type { KeptBattle, RoundStep, UnitAfter, UnitAtTable } from "../../protocol";
import type { Army, Options } from "../battle/draft";

const KEY = "brickfield.companion";
const MOST_PAST = 80;

/** What a battle is made of: enough for another device to begin the same one. */
export type Wish = { game: string; scenario: string; options: Options; armies: Army[] };

/** A line of the log. A shot says how likely it was and whether it hit. */
export type Line = { round: number; seat: number; text: string; clause?: string; odds?: number; hit?: boolean };

export type UnitNow = { lost: boolean; counts: Record<string, number> };

/** All that changes in a battle. */
export type Now = {
  round: number;
  /** who goes first in a round, and where in the steps of the round it stands */
  first: number;
  at: number;
  units: Record<string, UnitNow>;
  /** who has fired in this turn */
  fired: string[];
  log: Line[];
  /** seconds each side has used, until the clock was last set going */
  clocks: number[];
  since: number;
  over: boolean;
};

export type Kept = { wish: Wish; title: string; battle: KeptBattle; now: Now; past: Now[] };

function read(): Kept | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
    return stored?.battle?.units && stored.now?.units ? stored : undefined;
  } catch {
    return undefined;
  }
}

export const kept = signal<Kept | undefined>(read());

function write(next: Kept | undefined): void {
  kept.value = next;
  try {
    if (next) localStorage.setItem(KEY, JSON.stringify(next));
    else localStorage.removeItem(KEY);
  } catch {
    // a browser that keeps nothing still goes on with the battle as long as the page stays
  }
}

export const seatsOf = (battle: KeptBattle): number[] =>
  [...new Set(battle.units.map((unit) => unit.seat))].sort((a, b) => a - b);

/** The side of a seat: allies share one. */
export const sideOf = (battle: KeptBattle, seat: number): number => battle.sides[seat] ?? seat;

export const titleOf = (battle: KeptBattle, unit: UnitAtTable): string =>
  `${battle.cards[unit.face]?.title ?? unit.card} ${unit.id}`;

function fresh(battle: KeptBattle): Now {
  const units = battle.units.map((unit): [string, UnitNow] => {
    const counts = (battle.marks[unit.face] ?? []).map((row): [string, number] => [row.id, row.value]);
    return [unit.id, { lost: false, counts: Object.fromEntries(counts) }];
  });
  return {
    round: 1,
    first: seatsOf(battle)[0] ?? 0,
    at: 0,
    units: Object.fromEntries(units),
    fired: [],
    log: [],
    clocks: seatsOf(battle).map(() => 0),
    since: 0,
    over: false,
  };
}

/** Begin a battle, or go on with one that was handed over. */
export function begin(wish: Wish, title: string, battle: KeptBattle, now?: Now): void {
  write({ wish, title, battle, now: now ?? fresh(battle), past: [] });
}

export function leave(): void {
  write(undefined);
}

/** Change something; the state before can be had back. */
export function change(how: (now: Now, battle: KeptBattle) => Now): void {
  const was = kept.peek();
  if (!was) return;
  write({ ...was, now: how(was.now, was.battle), past: [was.now, ...was.past].slice(0, MOST_PAST) });
}

export function undo(): void {
  const was = kept.peek();
  const [before, ...rest] = was?.past ?? [];
  if (was && before) write({ ...was, now: before, past: rest });
}

/** A step of the round, and whose it is; -1: everybody's. */
export type Turn = { step: RoundStep; seat: number };

/** The steps of a round in order: what comes once, then the turns, from who goes first. */
export function turnsOf(battle: KeptBattle, now: Now): Turn[] {
  const steps = battle.steps.filter((step) => (step.from_round ?? 1) <= now.round);
  const seats = seatsOf(battle);
  const start = Math.max(0, seats.indexOf(now.first));
  const order = [...seats.slice(start), ...seats.slice(0, start)];
  const once = steps.filter((step) => !step.each_turn).map((step) => ({ step, seat: -1 }));
  return [...once, ...order.flatMap((seat) => steps.filter((step) => step.each_turn).map((step) => ({ step, seat })))];
}

export const turnNow = (battle: KeptBattle, now: Now): Turn | undefined => turnsOf(battle, now)[now.at];

/** Whose turn it is; before the turns that of who goes first. */
export function activeSeat(battle: KeptBattle, now: Now): number {
  const seat = turnNow(battle, now)?.seat ?? now.first;
  return seat < 0 ? now.first : seat;
}

function clocked(battle: KeptBattle, now: Now, at: number): number[] {
  if (!now.since) return now.clocks;
  const place = seatsOf(battle).indexOf(activeSeat(battle, now));
  return now.clocks.map((used, index) => (index === place ? used + Math.max(0, (at - now.since) / 1000) : used));
}

/** The seconds a seat has used. */
export function secondsOf(battle: KeptBattle, now: Now, seat: number, at: number): number {
  return clocked(battle, now, at)[seatsOf(battle).indexOf(seat)] ?? 0;
}

export function withClock(now: Now, battle: KeptBattle, on: boolean, at: number): Now {
  return { ...now, clocks: clocked(battle, now, at), since: on ? at : 0 };
}

/** On to the next step; behind the last one a new round begins. */
export function onwards(now: Now, battle: KeptBattle, at: number): Now {
  const timed = { ...now, clocks: clocked(battle, now, at), since: now.since ? at : 0 };
  const turns = turnsOf(battle, now);
  const next = now.at + 1 < turns.length ? { ...timed, at: now.at + 1 } : { ...timed, at: 0, round: now.round + 1 };
  return activeSeat(battle, next) !== activeSeat(battle, now) || next.round !== now.round
    ? { ...next, fired: [] }
    : next;
}

export const withLine = (now: Now, line: Omit<Line, "round">): Now => ({
  ...now,
  log: [...now.log, { round: now.round, ...line }],
});

export function withUnit(now: Now, id: string, more: Partial<UnitNow>): Now {
  const was = now.units[id] ?? { lost: false, counts: {} };
  return { ...now, units: { ...now.units, [id]: { ...was, ...more } } };
}

/** What a shot did, written on the cards. */
export function withShot(now: Now, unit: string, after: readonly UnitAfter[], lines: Omit<Line, "round">[]): Now {
  let next = { ...now, fired: [...new Set([...now.fired, unit])] };
  for (const one of after) next = withUnit(next, one.unit, { lost: one.lost, counts: one.counts });
  for (const line of lines) next = withLine(next, line);
  return next;
}
