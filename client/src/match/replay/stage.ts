// The board of a replay: at each stop the table as it was then; a single step on is played.
import { effect, type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { type Board, createBoard, type Motion } from "../../board";
import { askedQuality, isDark, isReduced, settings } from "../../kit";
import type { Replay } from "../../protocol";
import "../brought";
import { goalMarks } from "../goals";
import { type Manners, playsOf } from "../playback/acts";
import { bodiesOf, graveMarks, gravesOf } from "../playback/graves";
import { shotMarks, type Traced, tracesOf } from "../playback/shots";
import { PACES } from "../playback/theatre";
import { waitMarks } from "../playback/waits";
import { NUMBERED, sceneOf } from "../scene";
import type { Tick } from "./timeline";

const DICE_MS = 700;
const MOST_MOTIONS = 12;

/** The acts of a decision with what they leave on the table. */
export function tracesAt(replay: Replay, step: number): Traced[] {
  const here = replay.steps[step];
  if (!here) return [];
  const before = replay.steps[step - 1]?.view ?? here.view;
  return tracesOf(playsOf(here, before, replay.face as Manners), before);
}

/** Motions as a replay shows them: dice take their time in it too. */
const timed = (traces: readonly Traced[]): Motion[] =>
  traces.flatMap(({ play, points }): Motion[] => {
    const motions = play.motions.map(
      (one): Motion => (one.kind === "shot" && one.dice ? { ...one, takes: DICE_MS } : one),
    );
    const at = points[0];
    const loose = play.dice.length > 0 && motions[0]?.kind !== "shot" && at !== undefined;
    return loose ? [{ kind: "dice", at, dice: play.dice, takes: DICE_MS }, ...motions] : motions;
  });

type Wanted = {
  replay: Replay;
  ticks: readonly Tick[];
  at: Signal<number>;
  board: Signal<Board | null>;
  camera: Signal<"plan" | "scene">;
  /** the stop whose picture stands: what is told beside it belongs to this one, never to one that is still played */
  seen: Signal<number>;
};

/** Shows a stop: the table before its decision with what has happened up to here, or after it. */
function rest(made: Board, { replay }: Wanted, tick: Tick, traces: readonly Traced[]): void {
  const step = replay.steps[tick.step];
  if (!step) return;
  const before = replay.steps[tick.step - 1]?.view ?? step.view;
  const upTo = traces.slice(0, tick.to);
  const graves = gravesOf(replay, tick.ends ? tick.step : tick.step - 1);
  const now = tick.ends ? step.view : before;
  made.set(sceneOf(now, replay.face, { ...NUMBERED, fallen: bodiesOf(graves, now, replay.face) }));
  if (!tick.ends) made.pose(upTo.flatMap(({ play }) => play.motions));
  const verdicts = traces.slice(tick.from, tick.to).flatMap(({ verdict }) => (verdict ? [verdict] : []));
  const ways = traces
    .slice(tick.from, tick.to)
    .flatMap(({ marks }) => marks.filter(({ kind }) => kind === "driven" || kind === "wait"));
  made.mark([
    ...goalMarks(tick.ends ? step.view : before, replay.face),
    ...graveMarks(graves),
    ...waitMarks(tick.ends ? step.view : before, replay.face, ""),
    ...ways,
    ...shotMarks(upTo),
    ...verdicts.slice(-1),
  ]);
}

/** The board, and a promise that what is being played is over. */
export function useStage(wanted: Wanted) {
  const { replay, ticks, at, board, camera, seen } = wanted;
  const host = useRef<HTMLDivElement>(null);
  const settled = useRef<Promise<void>>(Promise.resolve());
  const shown = useRef(-1);
  useEffect(() => {
    if (!host.current) return;
    const made = createBoard(host.current, { quality: askedQuality(), reducedMotion: isReduced.peek() });
    board.value = made;
    const followHour = effect(() => made.night(isDark.value));
    return () => {
      followHour();
      made.dispose();
    };
  }, [board]);
  const step = ticks[at.value]?.step ?? 0;
  const traces = useMemo(() => tracesAt(replay, step), [replay, step]);
  useEffect(() => {
    const made = board.value;
    const tick = ticks[at.value];
    if (!made || !tick) return;
    const isNext = at.value === shown.current + 1 && shown.current >= 0;
    shown.current = at.value;
    const motions = isNext ? timed(traces.slice(tick.from, tick.to)) : [];
    made.skip();
    made.sweep();
    if (motions.length === 0 || motions.length > MOST_MOTIONS) {
      rest(made, wanted, tick, traces);
      seen.value = at.value;
      return;
    }
    const before = replay.steps[tick.step - 1]?.view;
    made.mark(before ? goalMarks(before, replay.face) : []);
    const speed = 1.4 / PACES[settings.pace.peek()];
    settled.current = made.play(motions, { reduced: isReduced.peek(), speed }).then(() => {
      if (shown.current !== at.peek() || ticks[at.peek()] !== tick) return;
      rest(made, wanted, tick, traces);
      seen.value = at.peek();
    });
  }, [board.value, at.value, replay, traces]);
  useEffect(() => {
    board.value?.fit();
  }, [board.value]);
  useEffect(() => {
    board.value?.camera(camera.value);
  }, [board.value, camera.value]);
  return { host, settled };
}

/** Goes on by itself, as fast as the pace says, when what is shown is over. */
export function useRunning(at: Signal<number>, count: number, settled: { current: Promise<void> }) {
  const playing = useSignal(false);
  useEffect(() => {
    if (!playing.value) return;
    let alive = true;
    const hold = 620 * PACES[settings.pace.value];
    void settled.current
      .then(() => new Promise((resolve) => setTimeout(resolve, hold)))
      .then(() => {
        if (!alive) return;
        if (at.peek() < count - 1) at.value = at.peek() + 1;
        else playing.value = false;
      });
    return () => {
      alive = false;
    };
  }, [playing.value, at.value, count, settings.pace.value]);
  return playing;
}
