/** What is moving on the table: motions played one after the other, and where everything is meanwhile. */
import type { Flat } from "./ground/flats";
import { type Act, actsOf, type Moment, momentOf, nextFrame } from "./motions";
import type { Passing } from "./standing";
import type { BoardScene, BoardUnit, Motion } from "./types";

export class Plays {
  passings: ReadonlyMap<string, Passing> = new Map();
  flats: Flat[] = [];
  /** The dice on the table: the last ones that were thrown. */
  dice: readonly BoardUnit[] = [];
  private skipping = false;
  private playing: Promise<void> = Promise.resolve();
  private wake: (() => void) | null = null;

  /** `changed` asks for a new picture, `pieces`: also of what stands on the table. */
  constructor(
    private readonly scene: () => BoardScene,
    private readonly changed: (pieces: boolean) => void,
  ) {}

  /** Everything stands where the table says; dice lie until they are swept away. */
  clear(): void {
    this.passings = new Map();
  }

  sweep(): void {
    if (this.dice.length === 0) return;
    this.dice = [];
    this.changed(true);
  }

  play(motions: Motion[], speed: number): Promise<void> {
    if (motions.length > 0) this.playing = this.playing.then(() => this.playAll(actsOf(motions, speed)));
    return this.playing;
  }

  /** What is being played is over, without waiting for another frame. */
  skip(): void {
    this.skipping = true;
    this.wake?.();
  }

  /** The end of some motions, at once. */
  pose(motions: Motion[]): void {
    this.skip();
    let done: ReadonlyMap<string, Passing> = new Map();
    for (const motion of motions) done = this.at({ motion, takes: 0 }, 1, done).passings;
    this.passings = done;
    this.flats = [];
    this.dice = [];
    this.changed(true);
  }

  private at(act: Act, share: number, done: ReadonlyMap<string, Passing>): Moment {
    return momentOf(this.scene(), act, share, done);
  }

  private async playAll(acts: Act[]): Promise<void> {
    this.skipping = false;
    let done: ReadonlyMap<string, Passing> = new Map(this.passings);
    for (const act of acts) {
      const start = performance.now();
      let share = 0;
      while (share < 1 && !this.skipping) {
        const now = await Promise.race([nextFrame(), this.skipped()]);
        if (this.skipping) break;
        share = Math.min(1, (now - start) / Math.max(1, act.takes));
        this.show(act, share, done);
      }
      done = this.at(act, 1, done).passings;
    }
    this.passings = done;
    this.flats = [];
    this.changed(true);
  }

  private skipped(): Promise<number> {
    return new Promise((resolve) => {
      this.wake = () => resolve(performance.now());
    });
  }

  private show(act: Act, share: number, done: ReadonlyMap<string, Passing>): void {
    const moment = this.at(act, Math.max(0, share), done);
    this.passings = moment.passings;
    this.flats = moment.flats;
    if (moment.dice) this.dice = moment.dice;
    this.changed(act.motion.kind !== "shot" || moment.dice !== undefined);
  }
}
