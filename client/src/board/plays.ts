/** What is moving on the table: motions played one after the other, and where everything is meanwhile. */
import type { Flat } from "./flats";
import { type Act, actsOf, momentOf, nextFrame } from "./motions";
import type { Passing } from "./standing";
import type { BoardScene, Motion } from "./types";

export class Plays {
  passings: ReadonlyMap<string, Passing> = new Map();
  flats: Flat[] = [];
  private skipping = false;
  private playing: Promise<void> = Promise.resolve();

  /** `changed` asks for a new picture, `pieces`: also of what stands on the table. */
  constructor(
    private readonly scene: () => BoardScene,
    private readonly changed: (pieces: boolean) => void,
  ) {}

  /** Everything stands where the table says. */
  clear(): void {
    this.passings = new Map();
  }

  play(motions: Motion[], speed: number): Promise<void> {
    if (motions.length > 0) this.playing = this.playing.then(() => this.playAll(actsOf(motions, speed)));
    return this.playing;
  }

  skip(): void {
    this.skipping = true;
  }

  private async playAll(acts: Act[]): Promise<void> {
    this.skipping = false;
    let done: ReadonlyMap<string, Passing> = new Map(this.passings);
    for (const act of acts) {
      const start = performance.now();
      let share = 0;
      while (share < 1 && !this.skipping) {
        const now = await nextFrame();
        share = Math.min(1, (now - start) / Math.max(1, act.takes));
        this.show(act, share, done);
      }
      done = momentOf(this.scene(), act, 1, done).passings;
    }
    this.passings = done;
    this.flats = [];
    this.changed(true);
  }

  private show(act: Act, share: number, done: ReadonlyMap<string, Passing>): void {
    const moment = momentOf(this.scene(), act, Math.max(0, share), done);
    this.passings = moment.passings;
    this.flats = moment.flats;
    this.changed(act.motion.kind !== "shot");
  }
}
