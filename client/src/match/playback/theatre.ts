// The theatre plays acts one after another: moves, shots with their dice, losses. What it shows is known before it begins.
import { type Signal, signal } from "@preact/signals";
import type { Mark, Motion, Point } from "../../board";
import { isReduced, type SoundName, settings } from "../../kit";
import type { Loss, SeatTable, Update } from "../../protocol";
import { type Manners, type Play, playsOf } from "./acts";
import { createDeeds, type Deeds } from "./deeds";
import { shotMarks, type Traced, tracesOf } from "./shots";

/** Milliseconds a thing takes at the usual pace. */
const DICE_MS = { full: 900, short: 300, off: 0 };
const HOLD_MS = { verdict: 650, words: 420, loss: 1100 };
export const PACES = { slow: 1.6, normal: 1, fast: 0.45 };
/** With so many updates waiting moves go faster, and with so many the older ones are only shown. */
const BACKLOG = 3;
const TOO_MANY = 12;
/** A slow machine must not hold the match up: so much longer than planned, and the rest is only told. */
const PATIENCE = { times: 2, ms: 4000 };

export type Stage = {
  board: () => {
    play(motions: Motion[], options: { reduced: boolean; speed: number }): Promise<void>;
    skip(): void;
    glance(points: Point[] | null): void;
  } | null;
  show: (update: Update) => void;
  shown: () => SeatTable | null;
  manners: () => Manners | null;
  /** the one seat of this browser, or -1 */
  mine: () => number;
  sound: (name: SoundName) => void;
};

/** The act on the stage: its dice still roll, or what came of it is shown. */
export type Scene = { play: Play; rolling: boolean };
/** What everybody is told in large letters: a loss, an arrival. */
export type Banner = { kind: "loss" | "arrive"; seat: number; title: string; text: string };

export interface Theatre {
  readonly now: Signal<Scene | null>;
  readonly banner: Signal<Banner | null>;
  readonly playing: Signal<boolean>;
  /** what lies on the table of the last update; it lies there until something else happens */
  readonly fired: Signal<Mark[]>;
  readonly deeds: Deeds;
  enter(update: Update): void;
  /** the rest of this update is only told; with `all`, of everything that waits */
  skip(all?: boolean): void;
  clear(): void;
}

/** How long dice roll by the settings; with reduced motion nothing tumbles. */
export function diceTime(): number {
  return isReduced.value ? 0 : DICE_MS[settings.dice.value] * pace();
}

const pace = (): number => PACES[settings.pace.value];
/** How long words are held; whoever wants no dice wants no waiting. */
const held = (ms: number): number => (settings.dice.value === "off" ? 0 : ms * pace());

const SOUND_OF: Record<Motion["kind"], SoundName> = {
  move: "set_down",
  march: "set_down",
  place: "set_down",
  shot: "declare",
  dice: "dice_land",
  wreck: "wreck",
  sink: "sink",
  fall: "clatter",
  leave: "pick_up",
  thin: "clatter",
};

const isAttack = ({ act }: Play): boolean => act.kind === "shot" || act.kind === "blow";
/** What is over as soon as it is said. */
const PASSING: readonly Play["act"]["kind"][] = ["chapter", "place", "move", "aim", "end"];

const lossWords = ({ title, text, seat }: Loss): Banner => ({ kind: "loss", seat, title, text });

/** The soundest thing first: whether it hit, what is thrown, what is told. */
function soundOf({ act, dice }: Play): SoundName | null {
  if (act.hit !== undefined) return act.hit ? "hit" : "miss";
  if (dice.length > 0) return "dice_land";
  if (act.kind === "card") return "reveal";
  return act.kind === "arrive" ? "arrive" : null;
}

export function createTheatre(stage: Stage): Theatre {
  const now = signal<Scene | null>(null);
  const banner = signal<Banner | null>(null);
  const playing = signal(false);
  const fired = signal<Mark[]>([]);
  const deeds = createDeeds();
  const queue: Update[] = [];
  let skipping = false;
  let wake: (() => void) | null = null;

  const pause = (ms: number): Promise<void> =>
    skipping || ms <= 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });

  /** Plays motions, as fast as what waits behind them allows. */
  async function move(motions: Motion[]): Promise<void> {
    if (motions.length === 0 || skipping) return;
    const hurry = 1 + Math.max(0, queue.length - BACKLOG) / 2;
    await stage.board()?.play(motions, { reduced: isReduced.value, speed: Math.min(8, hurry / pace()) });
  }

  /** An attack and its dice: they roll beside it, and when they lie it is seen what came of it. */
  async function roll(play: Play): Promise<void> {
    const ms = diceTime();
    const [attack] = play.motions;
    if (play.dice.length > 0 && ms > 0) stage.sound("dice_shake");
    if (isAttack(play) && attack?.kind === "shot") {
      stage.sound("declare");
      if (ms > 0 || play.dice.length === 0) await move([play.dice.length > 0 ? { ...attack, takes: ms } : attack]);
    } else if (play.dice.length > 0 && ms > 0) {
      const at = pointOf(play);
      if (at) await move([{ kind: "dice", at, dice: play.dice, takes: ms }]);
    }
    // where nothing is drawn the dice still take their time
    if (isReduced.value || stage.board() === null) await pause(ms);
  }

  let trace: Traced | null = null;
  const pointOf = (play: Play): Point | null => {
    if (trace?.play === play && trace.points[0]) return trace.points[0];
    return null;
  };

  /** A loss has its moment. */
  async function mourn(losses: readonly Loss[]): Promise<void> {
    for (const loss of losses) {
      banner.value = lossWords(loss);
      await pause(held(HOLD_MS.loss));
    }
    banner.value = null;
  }

  async function perform(traced: Traced): Promise<void> {
    trace = traced;
    const { play, verdict } = traced;
    const { act, motions } = play;
    const waits = !PASSING.includes(act.kind);
    now.value = { play, rolling: play.dice.length > 0 && diceTime() > 0 };
    if (waits && settings.glance.value) stage.board()?.glance(traced.points);
    await roll(play);
    now.value = { play, rolling: false };
    fired.value = [
      ...fired.value,
      ...traced.marks.filter((mark) => mark.kind === "fired"),
      ...(verdict ? [verdict] : []),
    ];
    const heard = soundOf(play);
    if (heard) stage.sound(heard);
    if (act.kind === "arrive") banner.value = { kind: "arrive", seat: act.seat, title: act.title, text: act.text };
    const rest = isAttack(play) ? motions.slice(1) : motions;
    for (const motion of rest) {
      await move([motion]);
      stage.sound(SOUND_OF[motion.kind]);
    }
    for (const sound of play.sounds) stage.sound(sound);
    if (act.losses?.length) await mourn(act.losses);
    else if (waits) await pause(held(verdict && play.dice.length > 0 ? HOLD_MS.verdict : HOLD_MS.words));
    banner.value = null;
    fired.value = fired.value.filter((mark) => mark !== verdict);
  }

  async function play(update: Update): Promise<void> {
    const before = stage.shown();
    const plays = playsOf(update, before, stage.manners());
    const traces = before
      ? tracesOf(plays, before)
      : plays.map((one) => ({ play: one, marks: [], verdict: null, points: [] }));
    fired.value = [];
    const limit = Date.now() + plays.length * PATIENCE.times * (diceTime() + held(HOLD_MS.loss)) + PATIENCE.ms;
    for (const one of traces) {
      if (Date.now() > limit || document.hidden) skipping = true;
      await perform(one);
    }
    deeds.add(traces, stage.mine());
    fired.value = shotMarks(traces);
  }

  async function run(): Promise<void> {
    playing.value = true;
    for (let update = queue.shift(); update; update = queue.shift()) {
      if (!skippingAll) skipping = queue.length >= TOO_MANY;
      await play(update);
      stage.show(update);
    }
    skipping = false;
    skippingAll = false;
    trace = null;
    now.value = null;
    playing.value = false;
    stage.board()?.glance(null);
  }
  let skippingAll = false;

  return {
    now,
    banner,
    playing,
    fired,
    deeds,
    enter(update) {
      queue.push(update);
      if (!playing.value) void run();
    },
    skip(all = false) {
      skipping = true;
      skippingAll ||= all;
      stage.board()?.skip();
      wake?.();
    },
    clear() {
      fired.value = [];
    },
  };
}
