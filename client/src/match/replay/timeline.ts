// The ticks of a replay: one for each act of each decision, tall at a new round, with the units that fell there.
import type { Happening, Replay, ReplayStep, Sentence, Standing } from "../../protocol";
import { bySize } from "../playback/tales";

/** One stop of the replay: a decision, and of its acts those up to here. */
export type Tick = {
  /** the decision, and the acts that happen at this stop: from, up to (without) */
  step: number;
  from: number;
  to: number;
  /** whether the decision is over here: the table is as it was after it */
  ends: boolean;
  round: number;
  tall: boolean;
  seat: number;
  fallen: number[];
};

/** Acts at which a replay stops; the others are seen with the one before them. */
const STOPS: readonly Happening["kind"][] = ["shot", "blow", "dice", "arrive", "loss", "card"];

/** Where the stops of a decision begin: one for each shot, each throw, each loss. */
function beginnings({ acts }: ReplayStep): number[] {
  const found = acts.flatMap((act, i) => (STOPS.includes(act.kind) ? [i] : []));
  return [0, ...found.slice(1)];
}

/** All stops; `fallen` names the sides that lost a unit there. */
export function ticksOf(replay: Replay): Tick[] {
  let round = 0;
  return replay.steps.flatMap((step, number) => {
    const before = round;
    round = step.view.situation.round;
    const begins = beginnings(step);
    return begins.map((from, i): Tick => {
      const to = begins[i + 1] ?? step.acts.length;
      const fallen = step.acts.slice(from, to).flatMap((act) => (act.losses ?? []).map((loss) => loss.seat));
      const ends = i === begins.length - 1;
      // the last deed of a round belongs to it, though the table behind it is that of the next
      return {
        step: number,
        from,
        to,
        ends,
        round: ends ? round : before,
        tall: ends && round !== before,
        seat: step.seat,
        fallen,
      };
    });
  });
}

/** The stops where the number of a round is written: never so close to the one before that they touch. */
export function labelled(ticks: readonly Tick[], room: number): ReadonlySet<number> {
  const shown = new Set<number>();
  let last = Number.NEGATIVE_INFINITY;
  for (const [number, { tall }] of ticks.entries()) {
    const at = number / Math.max(1, ticks.length - 1);
    if (!tall || at - last < room) continue;
    shown.add(number);
    last = at;
  }
  return shown;
}

/** The stop where the turn of another side, or another round, begins; searched in a direction. */
export function turnFrom(ticks: readonly Tick[], at: number, by: 1 | -1): number {
  const here = ticks[at];
  for (let i = at + by; i >= 0 && i < ticks.length; i += by) {
    const tick = ticks[i];
    if (tick && here && (tick.seat !== here.seat || tick.round !== here.round)) return i;
  }
  return by > 0 ? ticks.length - 1 : 0;
}

/** The decision that shows a marked version of the table: the last one not newer than it. */
export function stepOf(replay: Replay, version: number): number {
  const at = replay.steps.findLastIndex((step) => step.view.version <= version);
  return Math.max(0, at);
}

/** The stop at which a decision is over. */
export const tickOf = (ticks: readonly Tick[], step: number): number =>
  Math.max(
    0,
    ticks.findLastIndex((tick) => tick.step === step),
  );

/** The stop under a place of the line, as a share from 0 to 1. */
export function tickAt(share: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
}

/**
 * Where a replay opens: at what swung the battle most of what can be seen to happen, as soon as somebody is lost by it
 * or is hit. A swing at which nothing is seen (shots that were not fired) comes after them; 0 where nothing swung.
 */
export function decisiveTick(replay: Replay, ticks: readonly Tick[]): number {
  const falls = (tick: Tick): boolean => tick.fallen.length > 0;
  const hits = ({ step, from, to }: Tick): boolean =>
    replay.steps[step]?.acts.slice(from, to).some((act) => act.hit === true) ?? false;
  const swings = bySize(replay.tale);
  for (const { step } of swings) {
    const isHere = (tick: Tick): boolean => tick.step === step;
    const fall = ticks.findIndex((tick) => isHere(tick) && falls(tick));
    const seen = fall >= 0 ? fall : ticks.findIndex((tick) => isHere(tick) && hits(tick));
    if (seen >= 0) return seen;
  }
  return swings[0] ? tickOf(ticks, swings[0].step) : 0;
}

/** How the sides stand at a stop: in the middle of a decision as before it, less who has fallen by then. */
export function standingsAt(replay: Replay, tick: Tick): Standing[] {
  const after = replay.steps[tick.step];
  const before = replay.steps[tick.step - 1]?.view ?? after?.view;
  if (!after || !before) return [];
  if (tick.ends) return after.view.situation.standings;
  const lost = after.acts.slice(0, tick.to).flatMap((act) => act.losses ?? []);
  const fallen = (seat: number): number =>
    before.units.filter((unit) => unit.seat === seat && lost.some((one) => one.unit === unit.id)).length;
  return before.situation.standings.map((one) => {
    const gone = Math.min(fallen(one.seat), one.fighting);
    return { ...one, fighting: one.fighting - gone, lost: one.lost + gone };
  });
}

/** What is told at a stop: in the middle of a decision the acts up to here, at its end its whole story. */
export function linesAt(replay: Replay, tick: Tick): Pick<Sentence, "text" | "clauses">[] {
  const step = replay.steps[tick.step];
  if (!step) return [];
  if (tick.ends) return step.story;
  const acts = step.acts.slice(0, tick.to).filter((act) => act.words !== "");
  return acts.map((act) => ({ text: act.words, clauses: act.clause ? [act.clause] : [] }));
}

/** The chances of a side along the timeline, as points of a line in a box of 1 by 1, y down. */
export function curveOf(replay: Replay, ticks: readonly Tick[], seat: number): string {
  const count = Math.max(1, ticks.length - 1);
  return ticks
    .flatMap(({ step, ends }, i) => {
      const chance = ends ? replay.steps[step]?.chances[seat] : undefined;
      return chance === undefined ? [] : [`${(i / count).toFixed(4)},${(1 - chance).toFixed(4)}`];
    })
    .join(" ");
}
