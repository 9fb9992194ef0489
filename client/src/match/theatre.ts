// The theatre plays updates one after another: moves, dice, wrecks. What it shows is known before it begins.
import { type Signal, signal } from "@preact/signals";
import type { Mark, Motion } from "../board";
import { isReduced, type SoundName, settings } from "../kit";
import type { Table, Update } from "../protocol";
import { type Act, actsOf, lengthOf, type Manners, type Throw } from "./acts";
import { shotMarks } from "./shots";

/** At most so long is one update played; then the table jumps to the truth. */
export const LONGEST_MS = 3000;
/** With so many updates waiting the older ones are only shown. */
const BACKLOG = 3;
const DICE_MS = { full: 900, short: 300, off: 0 };

export type Stage = {
  board: () => {
    play(motions: Motion[], options: { reduced: boolean; speed: number }): Promise<void>;
    skip(): void;
  } | null;
  show: (update: Update) => void;
  shown: () => Table | null;
  manners: () => Manners | null;
  sound: (name: SoundName) => void;
};

/** `fresh`: how many of the throws fell last, together. */
export type Tray = { throws: Throw[]; rolling: boolean; fresh: number };

export interface Theatre {
  /** the dice on the table: the throws of this volley so far, the last one maybe still rolling */
  readonly tray: Signal<Tray>;
  readonly playing: Signal<boolean>;
  /** the shots of the last update; they lie there until something else happens or the dice are put away */
  readonly fired: Signal<Mark[]>;
  enter(update: Update): void;
  skip(): void;
  clear(): void;
}

/** How long dice roll by the settings; with reduced motion nothing tumbles. */
export function diceTime(): number {
  return isReduced.value ? 0 : DICE_MS[settings.dice.value];
}

const SOUND_OF: Record<Motion["kind"], SoundName> = {
  move: "set_down",
  march: "set_down",
  place: "set_down",
  shot: "declare",
  wreck: "wreck",
  sink: "sink",
};

export function createTheatre(stage: Stage): Theatre {
  const tray = signal<Tray>({ throws: [], rolling: false, fresh: 0 });
  const playing = signal(false);
  const fired = signal<Mark[]>([]);
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

  async function perform(act: Act, speed: number): Promise<void> {
    if (act.kind === "void") return;
    if (act.kind === "heard") {
      stage.sound(act.sound);
      return;
    }
    if (act.kind === "throw") {
      const dice = diceTime();
      const fallen = [act.throw, ...(act.also ?? [])];
      tray.value = { throws: [...tray.value.throws, ...fallen], rolling: dice > 0, fresh: fallen.length };
      if (dice > 0) stage.sound("dice_shake");
      await pause(dice / speed);
      tray.value = { ...tray.value, rolling: false };
      stage.sound(act.throw.hit === null ? "dice_land" : act.throw.hit ? "hit" : "miss");
      await pause(dice > 0 ? 350 / speed : 0);
      return;
    }
    const reduced = isReduced.value;
    if (!skipping) await stage.board()?.play([act.motion], { reduced, speed: Math.min(8, speed) });
    stage.sound(SOUND_OF[act.motion.kind]);
  }

  async function play(update: Update): Promise<void> {
    const before = stage.shown();
    const acts = actsOf(update, before, stage.manners());
    fired.value = [];
    if (acts.some((act) => act.kind === "throw")) tray.value = { throws: [], rolling: false, fresh: 0 };
    const wanted = acts.reduce((sum, act) => sum + lengthOf(act, diceTime() + 350), 0);
    const speed = Math.max(1, wanted / LONGEST_MS);
    const limit = Date.now() + LONGEST_MS + 1000;
    for (const act of acts) {
      // A slow machine must not hold the match up: past the limit the rest is only told.
      if (Date.now() > limit) skipping = true;
      await perform(act, speed);
    }
    fired.value = before ? shotMarks(acts, before) : [];
  }

  async function run(): Promise<void> {
    playing.value = true;
    for (let update = queue.shift(); update; update = queue.shift()) {
      skipping = queue.length >= BACKLOG;
      await play(update);
      stage.show(update);
    }
    skipping = false;
    playing.value = false;
  }

  return {
    tray,
    playing,
    fired,
    enter(update) {
      queue.push(update);
      if (!playing.value) void run();
    },
    skip() {
      skipping = true;
      stage.board()?.skip();
      wake?.();
    },
    clear() {
      tray.value = { throws: [], rolling: false, fresh: 0 };
      fired.value = [];
    },
  };
}
