// The ticks of a replay: one for each decision, tall at a new round, with the units that fell there.
import type { Replay } from "../../protocol";
import { type Swing, swingsOf } from "../luck";

export type Tick = { step: number; round: number; tall: boolean; seat: number; fallen: number[] };

/** One tick for each step; `fallen` names the sides that lost a unit there. */
export function ticksOf(replay: Replay): Tick[] {
  let round = 0;
  return replay.steps.map((step, i) => {
    const before = round;
    round = step.view.situation.round;
    const fallen = step.events.flatMap((event) => {
      if (event.event !== "unit_destroyed") return [];
      const unit = step.view.units.find((one) => one.id === event.unit);
      return unit ? [unit.seat] : [];
    });
    return { step: i, round, tall: round !== before, seat: step.seat, fallen };
  });
}

/** The steps where the number of a round is written: never so close to the one before that they touch. */
export function labelled(ticks: readonly Tick[], room: number): ReadonlySet<number> {
  const shown = new Set<number>();
  let last = Number.NEGATIVE_INFINITY;
  for (const { step, tall } of ticks) {
    const at = step / Math.max(1, ticks.length - 1);
    if (!tall || at - last < room) continue;
    shown.add(step);
    last = at;
  }
  return shown;
}

/** The step where the turn of another side, or another round, begins; searched in a direction. */
export function turnFrom(ticks: readonly Tick[], at: number, by: 1 | -1): number {
  const here = ticks[at];
  for (let i = at + by; i >= 0 && i < ticks.length; i += by) {
    const tick = ticks[i];
    if (tick && here && (tick.seat !== here.seat || tick.round !== here.round)) return i;
  }
  return by > 0 ? ticks.length - 1 : 0;
}

/** The step that shows a marked version of the table: the last one not newer than it. */
export function stepOf(replay: Replay, version: number): number {
  const at = replay.steps.findLastIndex((step) => step.view.version <= version);
  return Math.max(0, at);
}

/** The step under a place of the line, as a share from 0 to 1. */
export function stepAt(share: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
}

/** The three rolls that swung most, with the step they fell in. */
export function turningPoints(replay: Replay): { step: number; swing: Swing }[] {
  const all = replay.steps.flatMap((step, i) =>
    swingsOf(step, replay.steps[i - 1]?.view ?? step.view, replay.face.dice).map((swing) => ({
      step: i,
      swing,
    })),
  );
  return all.sort((one, other) => Math.abs(other.swing.swing) - Math.abs(one.swing.swing)).slice(0, 3);
}
