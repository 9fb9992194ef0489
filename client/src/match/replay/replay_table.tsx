// A replay: the board as it was, a timeline to drag both ways, what happened, every roll with its sums, the luck.
import { type Signal, useSignal } from "@preact/signals";
import {
  Bookmark,
  Box,
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  LandPlot,
  Pause,
  Play,
} from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Board } from "../../board";
import { Brand, Button, ClauseLink, noFling, percent, SideMark, sideColour, sideName } from "../../kit";
import type { Replay } from "../../protocol";
import { lookAction } from "../keyboard";
import { type Action, keyFor, meaningOf, type Pressed } from "../keys";
import { ActRow } from "../parts/act_row";
import { GoalTasks, HouseRules } from "../parts/goals";
import { KeysSheet } from "../parts/keys_sheet";
import { ShareButton, sidesOf } from "../parts/people/share";
import { Pace } from "../parts/playing";
import { gameTitle, roundWords } from "../parts/top_bar";
import { LuckTable, resultWords, TaleLines } from "../parts/win";
import { bookmarks } from "../playback/bookmarks";
import { ReplaySheets } from "./sheets";
import { Sides } from "./sides";
import { tracesAt, useRunning, useStage } from "./stage";
import {
  curveOf,
  decisiveTick,
  labelled,
  linesAt,
  standingsAt,
  stepOf,
  type Tick,
  tickAt,
  tickOf,
  ticksOf,
  turnFrom,
} from "./timeline";
import "../styles";
import "./replay.css";

/** The number of a round on the timeline takes so much. */
const LABEL_PX = 26;

type Reading = { at: Signal<number>; playing: Signal<boolean>; ticks: readonly Tick[] };
type Doing = { board: Signal<Board | null>; camera: Signal<"plan" | "scene">; keys: Signal<boolean>; mark: () => void };

/** Where a key leads in the replay. */
function stepFor(action: Action, { at, ticks }: Reading): number | null {
  const last = ticks.length - 1;
  switch (action) {
    case "step_on":
      return Math.min(last, at.peek() + 1);
    case "step_back":
      return Math.max(0, at.peek() - 1);
    case "turn_on":
      return turnFrom(ticks, at.peek(), 1);
    case "turn_back":
      return turnFrom(ticks, at.peek(), -1);
    case "first":
      return 0;
    case "last":
      return last;
    default:
      return null;
  }
}

function pressKey(pressed: Pressed, reading: Reading, { board, camera, keys, mark }: Doing): boolean {
  const to = stepFor(pressed.action, reading);
  if (to !== null) reading.at.value = to;
  else if (pressed.action === "play") reading.playing.value = !reading.playing.peek();
  else if (pressed.action === "bookmark") mark();
  else if (pressed.action === "camera") camera.value = camera.peek() === "plan" ? "scene" : "plan";
  else if (pressed.action === "keys") keys.value = !keys.peek();
  else return lookAction(board.peek(), pressed);
  return true;
}

function useKeys(reading: Reading, doing: Doing): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (event.ctrlKey || event.metaKey || target?.closest("a, summary, dialog")) return;
      if (event.key === " " && target?.closest("button")) return;
      const pressed = meaningOf(event, ["replay"]);
      if (pressed && pressKey(pressed, reading, doing)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [reading.ticks, doing.mark]);
}

function Timeline({ ticks, at }: { ticks: readonly Tick[]; at: Signal<number> }) {
  const held = useRef(false);
  const scrub = (event: PointerEvent): void => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    at.value = tickAt((event.clientX - box.left) / box.width, ticks.length);
  };
  const count = Math.max(1, ticks.length - 1);
  const host = useRef<HTMLDivElement>(null);
  const room = useSignal(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      room.value = LABEL_PX / Math.max(1, host.current?.clientWidth ?? 1);
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [room]);
  const numbers = useMemo(() => labelled(ticks, room.value), [ticks, room.value]);
  return (
    <div
      ref={host}
      class="r-line"
      role="slider"
      tabIndex={0}
      aria-label="Step of the replay"
      aria-valuemin={1}
      aria-valuemax={ticks.length}
      aria-valuenow={at.value + 1}
      aria-valuetext={`step ${at.value + 1} of ${ticks.length}, round ${ticks[at.value]?.round ?? 0}`}
      data-testid="timeline"
      data-step={ticks[at.value]?.step ?? 0}
      onPointerDown={(event) => {
        held.current = true;
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => held.current && scrub(event)}
      onPointerUp={() => {
        held.current = false;
      }}
      {...noFling}
    >
      {ticks.map((tick, number) => (
        <i
          key={number}
          class={tick.tall ? "tall" : tick.from > 0 ? "within" : ""}
          style={{ left: `${(number / count) * 100}%` }}
        >
          {numbers.has(number) && <span>{tick.round || "start"}</span>}
          {tick.fallen.map((seat, i) => (
            <b key={`${seat}-${i}`} style={{ bottom: `${22 + i * 14}px` }}>
              <SideMark side={seat} size={13} quiet />
            </b>
          ))}
        </i>
      ))}
      <u style={{ left: `${(at.value / count) * 100}%` }} />
    </div>
  );
}

/** The moments marked at the table or here, over the timeline; each jumps to its step. */
function Marks({ replay, ticks, at }: { replay: Replay; ticks: readonly Tick[]; at: Signal<number> }) {
  const count = Math.max(1, ticks.length - 1);
  const steps = [...new Set(bookmarks.of(replay.match).map((version) => stepOf(replay, version)))];
  if (steps.length === 0) return null;
  return (
    <div class="r-marks">
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          style={{ left: `${(tickOf(ticks, step) / count) * 100}%` }}
          aria-label={`Bookmark: step ${step + 1}, round ${replay.steps[step]?.view.situation.round ?? 0}`}
          onClick={() => {
            at.value = tickOf(ticks, step);
          }}
          data-testid="bookmark"
        >
          <Bookmark size={16} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

/** The chance to win of each side along the timeline; with two sides one line says both. */
function ChanceCurve({ replay, ticks }: { replay: Replay; ticks: readonly Tick[] }) {
  const seats = replay.seats.length > 2 ? replay.seats.map((one) => one.seat) : [0];
  const curves = useMemo(() => seats.map((seat) => curveOf(replay, ticks, seat)), [replay, ticks]);
  if (curves.every((curve) => curve === "")) return null;
  return (
    <figure class="r-chances">
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2="1" y1="0.5" y2="0.5" class="half" />
        {curves.map((curve, i) => (
          <polyline key={seats[i]} points={curve} stroke={sideColour(seats[i] ?? 0)} />
        ))}
      </svg>
      <figcaption class="k-tiny">{seats.length > 1 ? "Chance to win" : `${sideName(0)}'s chance to win`}</figcaption>
    </figure>
  );
}

/** In the middle of a decision goals and sheets are as they were before it. */
const stepShown = (tick: Tick | undefined): number => (tick ? Math.max(0, tick.ends ? tick.step : tick.step - 1) : 0);

type HappeningProps = { replay: Replay; tick: Tick; at: number; count: number; decisive: boolean };

/** What happens at this stop: its acts with their dice, and what is told of the decision so far. */
function Now({ replay, tick, at, count, decisive }: HappeningProps) {
  const traces = useMemo(() => tracesAt(replay, tick.step), [replay, tick.step]);
  const step = replay.steps[tick.step];
  if (!step) return null;
  const acts = traces.slice(tick.from, tick.to).filter(({ play }) => play.dice.length > 0 || play.sums.length > 0);
  return (
    <>
      {decisive && (
        <p class="k-strong" data-testid="decisive">
          The moment that decided it
        </p>
      )}
      <p class="k-small k-muted">
        Step {at + 1} of {count} · {roundWords(tick.round)}
        {step.seat >= 0 && ` · ${sideName(step.seat)}`}
      </p>
      <ol class="m-story" aria-live="polite" data-testid="told" data-at={at + 1} data-ends={tick.ends}>
        {linesAt(replay, tick).map((line, i) => (
          <li key={`${i}-${line.text}`} data-testid="log-line">
            {line.text}{" "}
            {line.clauses.map((clause) => (
              <ClauseLink key={clause} clause={clause} />
            ))}
          </li>
        ))}
      </ol>
      {acts.map(({ play }, i) => (
        <ActRow key={`${at}-${i}`} face={replay.face} play={play} why />
      ))}
    </>
  );
}

/** What every side had to do, and how that stood at a step. */
function ReplayGoals({ replay, at }: { replay: Replay; at: number }) {
  const view = replay.steps[at]?.view;
  const open = useSignal(false);
  if (!view || replay.face.goals.length === 0) return null;
  const toggled = (event: Event): void => {
    open.value = (event.currentTarget as HTMLDetailsElement).open;
  };
  return (
    <details class="k-small m-win-goals" data-testid="replay-goals" onToggle={toggled}>
      <summary>Goals: {view.situation.goal}</summary>
      {open.value && <GoalTasks table={view} face={replay.face} />}
    </details>
  );
}

/** The three steps after which the chances were others; each goes there. */
function Swings({ replay, go }: { replay: Replay; go: (step: number) => void }) {
  const swings = replay.tale?.swings ?? [];
  if (swings.length === 0) return null;
  return (
    <div class="k-small">
      <h2 class="r-small">Turning points</h2>
      <ol>
        {swings.map(({ step, seat, text, before, after }) => (
          <li key={step}>
            <button type="button" class="m-row" onClick={() => go(step)}>
              <SideMark side={seat} size={16} quiet />
              <span class="k-grow">{text}</span>
              <b>
                {percent(before, 0)} → {percent(after, 0)}
              </b>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** From above or across the table; for those who have no keys. */
function CameraButton({ camera }: { camera: Signal<"plan" | "scene"> }) {
  const other = camera.value === "plan" ? "scene" : "plan";
  const flip = (): void => {
    camera.value = other;
  };
  return (
    <Button icon={other === "scene" ? Box : LandPlot} onClick={flip} keys={keyFor("camera")} data-testid="camera">
      {other === "scene" ? "Scene" : "Plan"}
    </Button>
  );
}

type ControlProps = {
  at: Signal<number>;
  playing: Signal<boolean>;
  ticks: readonly Tick[];
  mark: () => void;
  /** it stands where it was opened, at what decided the battle: the beginning is one press away, in words */
  decisive: boolean;
};

function Controls({ at, playing, ticks, mark, decisive }: ControlProps) {
  const to = (step: number) => () => {
    at.value = Math.max(0, Math.min(ticks.length - 1, step));
  };
  const flip = (): void => {
    if (!playing.peek() && at.peek() === ticks.length - 1) at.value = 0;
    playing.value = !playing.peek();
  };
  return (
    <div class="k-row r-controls">
      {decisive ? (
        <Button icon={ChevronFirst} onClick={to(0)} data-testid="from-the-start">
          From the start
        </Button>
      ) : (
        <Button iconOnly icon={ChevronFirst} onClick={to(0)}>
          To the start
        </Button>
      )}
      <Button iconOnly icon={ChevronLeft} onClick={to(at.value - 1)} data-testid="step-back">
        One step back
      </Button>
      <Button icon={playing.value ? Pause : Play} onClick={flip} keys={keyFor("play")} data-testid="play">
        {playing.value ? "Pause" : "Play"}
      </Button>
      <Button iconOnly icon={ChevronRight} onClick={to(at.value + 1)} data-testid="step-on">
        One step on
      </Button>
      <Button iconOnly icon={ChevronLast} onClick={to(ticks.length - 1)}>
        To the end
      </Button>
      <Button iconOnly icon={Bookmark} onClick={mark} title={`Bookmark (${keyFor("bookmark")})`} data-testid="mark">
        Bookmark this step
      </Button>
      <Pace />
    </div>
  );
}

/** `children`: what can be done with the replay besides looking at it; `deeds`: what can be done from a step of it. */
type TableProps = {
  replay: Replay;
  children?: ComponentChildren;
  deeds?: (step: number) => ComponentChildren;
  send?: ComponentChildren;
};

export function ReplayTable({ replay, children, deeds, send }: TableProps) {
  const ticks = useMemo(() => ticksOf(replay), [replay]);
  const first = useMemo(() => decisiveTick(replay, ticks), [replay, ticks]);
  const at = useSignal(first);
  const seen = useSignal(first);
  const board = useSignal<Board | null>(null);
  const camera = useSignal<"plan" | "scene">("plan");
  const keys = useSignal(false);
  const { host, settled } = useStage({ replay, ticks, at, board, camera, seen });
  const playing = useRunning(at, ticks.length, settled);
  const go = (step: number): void => {
    at.value = tickOf(ticks, step);
  };
  const mark = useCallback(() => {
    const number = ticks[at.peek()]?.step ?? 0;
    const step = replay.steps[number];
    if (!step) return;
    const near = bookmarks.of(replay.match).find((version) => stepOf(replay, version) === number);
    bookmarks.flip(replay.match, near ?? step.view.version);
  }, [replay, at, ticks]);
  useKeys({ at, playing, ticks }, { board, camera, keys, mark });
  const tick = ticks[seen.value];
  const isDecisive = first > 0 && at.value === first;
  const tale = replay.tale;
  const end = replay.steps.at(-1)?.view;
  const outcome = end?.outcome;
  const photo = {
    title: `${replay.face.title}${outcome ? `: ${resultWords(outcome, [])}` : ""}`,
    sides: sidesOf(replay.seats),
    sentence: tale?.won || (end?.ending ?? ""),
  };
  return (
    <main class="r-page" data-testid="replay">
      <header class="r-head">
        <Brand />
        <h1>{replay.face.title}</h1>
        <p class="k-small k-muted">
          {replay.face.game || gameTitle(replay.game)}
          {outcome && ` · ${resultWords(outcome, [])}. ${end.ending}`}
        </p>
      </header>
      <div class="r-stage">
        <div class="r-board" ref={host} role="img" aria-label="The table at this step" />
        <CameraButton camera={camera} />
      </div>
      <section class="r-bar k-panel" aria-label="Timeline">
        <ChanceCurve replay={replay} ticks={ticks} />
        <Marks replay={replay} ticks={ticks} at={at} />
        <Timeline ticks={ticks} at={at} />
        <Controls at={at} playing={playing} ticks={ticks} mark={mark} decisive={isDecisive} />
      </section>
      <section class="r-side k-panel" aria-label="What happened">
        {tick && <Sides replay={replay} standings={standingsAt(replay, tick)} at={tick.step} />}
        <ReplayGoals replay={replay} at={stepShown(tick)} />
        <HouseRules face={replay.face} />
        {tick && <Now replay={replay} tick={tick} at={seen.value} count={ticks.length} decisive={isDecisive} />}
        <ReplaySheets replay={replay} at={stepShown(tick)} />
        {deeds?.(tick?.step ?? 0)}
        {tale && <TaleLines tale={tale} go={go} />}
        {tale?.luck.some((one) => one.shots > 0) && <LuckTable luck={tale.luck} />}
        <Swings replay={replay} go={go} />
        <div class="m-end-deeds">
          <ShareButton board={() => board.peek()} photo={photo} />
          {send}
        </div>
        <p class="k-row k-wrap k-small r-files">
          {children}
          <span class="k-tiny k-muted">
            Rules {replay.rules_version}
            {replay.code && `, code ${replay.code}`}
          </span>
        </p>
      </section>
      {keys.value && (
        <KeysSheet
          close={() => {
            keys.value = false;
          }}
        />
      )}
    </main>
  );
}
