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
import { type Board, createBoard } from "../../board";
import { Brand, Button, ClauseLink, isReduced, percent, SideMark, sideName } from "../../kit";
import type { Replay } from "../../protocol";
import { actsOf } from "../acts";
import { bookmarks } from "../bookmarks";
import { lookAction } from "../keyboard";
import { type Action, keyFor, meaningOf, type Pressed } from "../keys";
import { ThrowRow } from "../parts/dice_tray";
import { KeysSheet } from "../parts/keys_sheet";
import { gameTitle, roundWords } from "../parts/top_bar";
import { LuckTable, luckOfReplay, resultWords } from "../parts/win";
import { NUMBERED, sceneOf } from "../scene";
import { shotMarks } from "../shots";
import { throwWords } from "../words";
import { ReplaySheets } from "./sheets";
import { Sides } from "./sides";
import { labelled, stepAt, stepOf, type Tick, ticksOf, turnFrom, turningPoints } from "./timeline";
import "../styles";
import "./replay.css";

const PLAY_MS = 1100;
const MOST_MOTIONS = 12;
/** The number of a round on the timeline takes so much. */
const LABEL_PX = 26;

/** The board of the replay: at each step the table as it was then. */
function useBoard(replay: Replay, at: Signal<number>, board: Signal<Board | null>, camera: Signal<"plan" | "scene">) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const low = new URLSearchParams(location.search).get("quality") === "low";
    const made = createBoard(host.current, { quality: low ? "low" : "high", reducedMotion: isReduced.peek() });
    board.value = made;
    return () => made.dispose();
  }, [board]);
  const before = useRef(-1);
  useEffect(() => {
    const step = replay.steps[at.value];
    const last = replay.steps[before.current];
    const made = board.value;
    if (!made || !step) return;
    const next = last && at.value === before.current + 1;
    before.current = at.value;
    const earlier = replay.steps[at.value - 1]?.view ?? step.view;
    const acts = actsOf(step, earlier, replay.face);
    const motions = next ? acts.flatMap((act) => (act.kind === "motion" ? [act.motion] : [])) : [];
    const rest = (): void => {
      made.set(sceneOf(step.view, replay.face, NUMBERED));
      made.mark(shotMarks(acts, earlier));
    };
    made.skip();
    if (motions.length === 0 || motions.length > MOST_MOTIONS) {
      rest();
      return;
    }
    // Only a single step on is played; any other jump shows the table as it was.
    made.mark([]);
    void made.play(motions, { reduced: isReduced.peek(), speed: 2 }).then(() => {
      if (before.current === at.peek()) rest();
    });
  }, [board.value, at.value, replay]);
  useEffect(() => {
    board.value?.fit();
  }, [board.value]);
  useEffect(() => {
    board.value?.camera(camera.value);
  }, [board.value, camera.value]);
  return host;
}

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
    at.value = stepAt((event.clientX - box.left) / box.width, ticks.length);
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
      onPointerDown={(event) => {
        held.current = true;
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => held.current && scrub(event)}
      onPointerUp={() => {
        held.current = false;
      }}
    >
      {ticks.map((tick) => (
        <i key={tick.step} class={tick.tall ? "tall" : ""} style={{ left: `${(tick.step / count) * 100}%` }}>
          {numbers.has(tick.step) && <span>{tick.round || "start"}</span>}
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
function Marks({ replay, at }: { replay: Replay; at: Signal<number> }) {
  const count = Math.max(1, replay.steps.length - 1);
  const steps = [...new Set(bookmarks.of(replay.match).map((version) => stepOf(replay, version)))];
  if (steps.length === 0) return null;
  return (
    <div class="r-marks">
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          style={{ left: `${(step / count) * 100}%` }}
          aria-label={`Bookmark: step ${step + 1}, round ${replay.steps[step]?.view.situation.round ?? 0}`}
          onClick={() => {
            at.value = step;
          }}
          data-testid="bookmark"
        >
          <Bookmark size={16} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

function Happening({ replay, at }: { replay: Replay; at: number }) {
  const step = replay.steps[at];
  const throws = useMemo(
    () =>
      (step ? actsOf(step, replay.steps[at - 1]?.view ?? step.view, replay.face) : []).flatMap((act) =>
        act.kind === "throw" ? [act.throw, ...(act.also ?? [])] : [],
      ),
    [replay, at, step],
  );
  if (!step) return null;
  return (
    <>
      <p class="k-small k-muted">
        Step {at + 1} of {replay.steps.length} · {roundWords(step.view.situation.round)}
        {step.seat >= 0 && ` · ${sideName(step.seat)}`}
      </p>
      <ol class="m-story" aria-live="polite">
        {step.story.map((line, i) => (
          <li key={`${i}-${line.text}`} data-testid="log-line">
            {line.text}{" "}
            {line.clauses.map((clause) => (
              <ClauseLink key={clause} clause={clause} />
            ))}
          </li>
        ))}
      </ol>
      {throws.length > 0 && (
        <ol>
          {throws.map((thrown, i) => (
            <ThrowRow key={`${at}-${i}`} face={replay.face} thrown={thrown} rolling={false} />
          ))}
        </ol>
      )}
    </>
  );
}

/** The three rolls that went most against what could be expected; each jumps to its step. */
function Swings({ replay, at }: { replay: Replay; at: Signal<number> }) {
  const swings = useMemo(() => turningPoints(replay), [replay]);
  if (swings.length === 0) return null;
  return (
    <div class="k-small">
      <h2 class="r-small">Turning points</h2>
      <ol>
        {swings.map(({ step, swing }) => (
          <li key={step}>
            <button
              type="button"
              class="m-row"
              onClick={() => {
                at.value = step;
              }}
            >
              <SideMark side={swing.throw.seat} size={16} quiet />
              <span class="k-grow">{throwWords(replay.face, swing.throw)}</span>
              <b>{swing.throw.hits === null ? percent(swing.chance, 0) : `${swing.chance.toFixed(1)} expected`}</b>
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
    <Button iconOnly icon={other === "scene" ? Box : LandPlot} onClick={flip} data-testid="camera">
      {other === "scene" ? "Look across the table" : "Look from above"}
    </Button>
  );
}

type ControlProps = { at: Signal<number>; playing: Signal<boolean>; ticks: readonly Tick[]; mark: () => void };

function Controls({ at, playing, ticks, mark }: ControlProps) {
  const to = (step: number) => () => {
    at.value = Math.max(0, Math.min(ticks.length - 1, step));
  };
  const flip = (): void => {
    if (!playing.peek() && at.peek() === ticks.length - 1) at.value = 0;
    playing.value = !playing.peek();
  };
  return (
    <div class="k-row r-controls">
      <Button iconOnly icon={ChevronFirst} onClick={to(0)}>
        To the start
      </Button>
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
    </div>
  );
}

/** `children`: what can be done with the replay besides looking at it. */
export function ReplayTable({ replay, children }: { replay: Replay; children?: ComponentChildren }) {
  const at = useSignal(0);
  const playing = useSignal(false);
  const ticks = useMemo(() => ticksOf(replay), [replay]);
  const luck = useMemo(() => luckOfReplay(replay), [replay]);
  const board = useSignal<Board | null>(null);
  const camera = useSignal<"plan" | "scene">("plan");
  const keys = useSignal(false);
  const host = useBoard(replay, at, board, camera);
  const mark = useCallback(() => {
    const step = replay.steps[at.peek()];
    if (!step) return;
    const near = bookmarks.of(replay.match).find((version) => stepOf(replay, version) === at.peek());
    bookmarks.flip(replay.match, near ?? step.view.version);
  }, [replay, at]);
  useKeys({ at, playing, ticks }, { board, camera, keys, mark });
  useEffect(() => {
    if (!playing.value) return;
    const timer = setInterval(() => {
      if (at.peek() < ticks.length - 1) at.value = at.peek() + 1;
      else playing.value = false;
    }, PLAY_MS);
    return () => clearInterval(timer);
  }, [playing.value, ticks, at, playing]);
  const end = replay.steps.at(-1)?.view;
  const outcome = end?.outcome;
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
        <Marks replay={replay} at={at} />
        <Timeline ticks={ticks} at={at} />
        <Controls at={at} playing={playing} ticks={ticks} mark={mark} />
      </section>
      <section class="r-side k-panel" aria-label="What happened">
        <Sides replay={replay} at={at.value} />
        <Happening replay={replay} at={at.value} />
        <ReplaySheets replay={replay} at={at.value} />
        {luck.some((one) => one.shots > 0) && <LuckTable luck={luck} />}
        <Swings replay={replay} at={at} />
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
