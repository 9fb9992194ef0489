// Is it even? Many battles of bots one after the other, counted as they end: each is asked for, and no more are played
// once nobody asks.
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../../kit";
import type { TriedBattle } from "../../protocol";
import type { Plain } from "./document";

export const BATTLES = 64;
/** Another window of this house is at it: asked again so much later. */
const AGAIN_AFTER = 1500;
const TOO_MANY = 429;
/** Battles in a row that come to no end before it is given up. */
const MOST_CUT = 3;
/** So many standard deviations hold 95 of 100 shares. */
const Z = 1.96;

export type Count = { wins: number[]; draws: number; cut: number; rounds: number };
export type Trial = { state: "running" | "done" | "stopped"; count: Count; said: string };

export const nothing = (sides: number): Count => ({ wins: Array(sides).fill(0), draws: 0, cut: 0, rounds: 0 });
export const played = ({ wins, draws }: Count): number => wins.reduce((sum, each) => sum + each, draws);

/** A count with one more battle; who fights together wins together. */
export function counted(count: Count, battle: TriedBattle, sideOf: readonly number[]): Count {
  if (!battle.whole) return { ...count, cut: count.cut + 1 };
  const winners = new Set(battle.winners.map((seat) => sideOf[seat] ?? seat));
  const rounds = count.rounds + battle.rounds;
  if (winners.size !== 1) return { ...count, draws: count.draws + 1, rounds };
  return { ...count, wins: count.wins.map((each, side) => (winners.has(side) ? each + 1 : each)), rounds };
}

/** Between which shares the truth lies in 95 of 100 cases (Wilson); a draw counts as an equal part of a win. */
export function interval(count: Count, side: number): [number, number] {
  const games = played(count);
  if (games === 0) return [0, 1];
  const share = ((count.wins[side] ?? 0) + count.draws / count.wins.length) / games;
  const middle = share + (Z * Z) / (2 * games);
  const half = Z * Math.sqrt((share * (1 - share)) / games + (Z * Z) / (4 * games * games));
  const all = 1 + (Z * Z) / games;
  return [(middle - half) / all, (middle + half) / all];
}

/** The side that is ahead beyond chance, -1: it could be even. */
export function ahead(count: Count): number {
  const fair = 1 / count.wins.length;
  return count.wins.findIndex((_, side) => interval(count, side)[0] > fair);
}

type Told = (trial: Trial) => void;

/** Battle after battle, until all are played, somebody stops it, or it cannot go on. */
async function playOut(game: string, document: Plain, sideOf: readonly number[], isWanted: () => boolean, tell: Told) {
  let count = nothing(Math.max(...sideOf, 1) + 1);
  let cutInARow = 0;
  tell({ state: "running", count, said: "" });
  for (let number = 0; number < BATTLES; ) {
    const reply = await api.tryScenario({ game, document, number });
    if (!isWanted()) return;
    if (!reply.ok && reply.status !== TOO_MANY) return tell({ state: "stopped", count, said: reply.refusal.sentence });
    if (!reply.ok) {
      await new Promise((done) => setTimeout(done, AGAIN_AFTER));
      if (!isWanted()) return;
      continue;
    }
    number += 1;
    count = counted(count, reply.value, sideOf);
    cutInARow = reply.value.whole ? 0 : cutInARow + 1;
    if (cutInARow >= MOST_CUT)
      return tell({ state: "stopped", count, said: "Battles on this table take too long to be played out here." });
    tell({ state: number === BATTLES ? "done" : "running", count, said: "" });
  }
}

/** Plays a table out until it is done, stopped, changed or left. */
export function useTrial(game: string, document: Plain | undefined, sideOf: readonly number[]) {
  const [trial, setTrial] = useState<Trial>();
  const run = useRef(0);
  useEffect(() => {
    // what was counted is said of the table that was played
    run.current += 1;
    setTrial(undefined);
    return () => {
      run.current += 1;
    };
  }, [document]);
  const start = () => {
    if (!document) return;
    run.current += 1;
    const mine = run.current;
    void playOut(game, document, sideOf, () => run.current === mine, setTrial);
  };
  const stop = () => {
    run.current += 1;
    setTrial((now) => now && { ...now, state: "stopped" });
  };
  return { trial, start, stop };
}
