// The luck of the dice: hits expected from the numbers needed, against hits rolled.
import type { DiceFace, Table } from "../protocol";
import { actsOf, type Throw, type Told } from "./acts";

export type Luck = { seat: number; shots: number; expected: number; hits: number };
export type Swing = { throw: Throw; chance: number; swing: number };

/** The chance that some six-sided dice show at least a number together. */
export function chanceAtLeast(needed: number, dice: number): number {
  let ways = new Map<number, number>([[0, 1]]);
  for (let die = 0; die < dice; die += 1) {
    const next = new Map<number, number>();
    for (const [sum, count] of ways)
      for (let face = 1; face <= 6; face += 1) next.set(sum + face, (next.get(sum + face) ?? 0) + count);
    ways = next;
  }
  let good = 0;
  for (const [sum, count] of ways) if (sum >= needed) good += count;
  return good / 6 ** dice;
}

/** The chance a throw had: against a number, or against the dice of the other side with what both sums add. */
export function chanceOf(thrown: Throw): number {
  const needed = thrown.needed ?? 0;
  if (thrown.against.length === 0) return chanceAtLeast(needed, Math.max(1, thrown.faces.length));
  const sum = (faces: readonly number[]): number => faces.reduce((total, face) => total + face, 0);
  const [own, other] = [thrown.rolled - sum(thrown.faces), needed - sum(thrown.against)];
  const count = thrown.against.length;
  let chance = 0;
  for (let total = count; total <= 6 * count; total += 1) {
    const exactly = chanceAtLeast(total, count) - chanceAtLeast(total + 1, count);
    chance += exactly * chanceAtLeast(total + other - own, thrown.faces.length);
  }
  return chance;
}

/** The shots of some events that took a throw, with the chance each had; of volleys of single dice the expected hits. */
export function swingsOf(told: Told, table: Table | null, die: DiceFace | null = null): Swing[] {
  const swings: Swing[] = [];
  for (const act of actsOf(told, table, null)) {
    if (act.kind === "throw" && act.throw.hits !== null && die) {
      const chance = act.throw.faces.length * die.chance;
      swings.push({ throw: act.throw, chance, swing: act.throw.hits - chance });
      continue;
    }
    if (act.kind !== "throw" || act.throw.hit === null || act.throw.needed === null) continue;
    for (const thrown of [act.throw, ...(act.also ?? [])]) {
      const chance = chanceOf(thrown);
      swings.push({ throw: thrown, chance, swing: (thrown.hit ? 1 : 0) - chance });
    }
  }
  return swings;
}

/** How many hits each seat had and could expect. */
export function luckOf(swings: readonly Swing[], seats: number): Luck[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = swings.filter((one) => one.throw.seat === seat);
    return {
      seat,
      shots: own.reduce((sum, one) => sum + (one.throw.hits === null ? 1 : one.throw.faces.length), 0),
      expected: own.reduce((sum, one) => sum + one.chance, 0),
      hits: own.reduce((sum, one) => sum + (one.throw.hits ?? (one.throw.hit ? 1 : 0)), 0),
    };
  });
}
