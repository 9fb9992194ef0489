// The shots of an update as they lie on the table when they have been fired: lines with their bursts.
import type { Mark, Motion, Point } from "../board";
import type { Table } from "../protocol";
import type { Act } from "./acts";
import { placeOf } from "./measure";
import { sideOf } from "./scene";

const waysOf = (motion: Motion) => (motion.kind === "march" ? motion.moves : motion.kind === "move" ? [motion] : []);

/** One mark a shot, from where its unit stood then to what it was fired at, a unit or a piece of terrain. */
export function shotMarks(acts: readonly Act[], before: Table): Mark[] {
  const spots = new Map<string, Point>();
  for (const { id, pose } of [...before.tokens, ...before.units])
    if (pose) spots.set(id, [placeOf(pose).x, placeOf(pose).y]);
  const seats = new Map(before.units.map((unit) => [unit.id, unit.seat]));
  return acts.flatMap((act): Mark[] => {
    if (act.kind !== "motion") return [];
    const { motion } = act;
    for (const { unit, path } of waysOf(motion)) {
      const end = path.at(-1);
      if (end) spots.set(unit, [end.x, end.y]);
    }
    if (motion.kind !== "shot") return [];
    const [from, to] = [spots.get(motion.from), spots.get(motion.to)];
    if (!from || !to) return [];
    return [{ kind: "fired", from, to, side: sideOf(seats.get(motion.from) ?? -1), hit: motion.hit }];
  });
}
