// The rays between two units, asked of the server: drawn as threads, the shooters lit, the cover of each target tinted.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Mark, Point, Side } from "../../board";
import { isRefusal } from "../../kit";
import type { CoverFace, SightLines, ThreadFace } from "../../protocol";
import { type Room, wasHeard } from "../room";
import { newestOnly } from "../ways/newest";
import { spotOf } from "./giving";

export interface Lines {
  /** of the pair that was asked for last; null until they are here */
  readonly shown: ReadonlySignal<SightLines | null>;
  /** the one of those shot at whose threads are drawn strongly; "" for none */
  readonly chosen: ReadonlySignal<string>;
  ask(unit: string, target: string): void;
  /** shows what a figure is in, with its clause; false when it is none of those shot at */
  tell(figure: string): boolean;
  marks(side: Side): Mark[];
  /** between whom the attack goes: the nearest two of whom one sees the other; null until it is known, or for nobody */
  readonly ends: ReadonlySignal<[Point, Point] | null>;
  /** whether the server has them for this question */
  readonly are: boolean;
}

const isSeen = ({ rays }: ThreadFace): boolean => rays.some((ray) => ray.seen > 0);

/** The shortest of the lines along which somebody who may shoot sees somebody; of none at all the shortest. */
function nearest({ threads, shooters }: SightLines): [Point, Point] | null {
  const able = threads.filter((one) => isSeen(one) && shooters.includes(one.shooter));
  const ends = (able.length > 0 ? able : threads).flatMap(({ x, y, rays }): { ends: [Point, Point]; far: number }[] => {
    const at = rays.find((ray) => ray.seen > 0) ?? rays[0];
    return at
      ? [
          {
            ends: [
              [x, y],
              [at.x, at.y],
            ],
            far: Math.hypot(at.x - x, at.y - y),
          },
        ]
      : [];
  });
  return ends.toSorted((a, b) => a.far - b.far)[0]?.ends ?? null;
}

/** `is`: whether the server has them for this question. */
export function createLines(room: Room, is: boolean): Lines {
  const told = signal<SightLines | null>(null);
  const wanted = signal("");
  const chosen = signal("");
  const shown = computed(() =>
    told.value && `${told.value.unit} ${told.value.target}` === wanted.value ? told.value : null,
  );
  const inquire = newestOnly(
    (about: { unit: string; target: string }) => room.preview("lines", about),
    (heard) => {
      if (wasHeard(heard) && !isRefusal(heard)) told.value = heard as SightLines;
    },
  );

  function ask(unit: string, target: string): void {
    chosen.value = "";
    wanted.value = `${unit} ${target}`;
    if (is && unit && target) inquire({ unit, target });
  }

  const words = ({ title, figure }: CoverFace): string => `${figure.replace("/f", ", mini ")}: ${title}`;

  function tell(figure: string): boolean {
    const one = shown.peek()?.covers.find((each) => each.figure === figure);
    const at = spotOf(room, figure);
    if (!one || !at) return false;
    chosen.value = figure;
    room.bubble.value = { x: at[0], y: at[1], text: words(one), clause: one.clause };
    return true;
  }

  function marks(side: Side): Mark[] {
    const lines = shown.value;
    if (!lines) return [];
    const strong = lines.threads.filter((one) => one.target === chosen.value);
    const drawn = strong.length > 0 ? strong : lines.threads;
    return [
      ...drawn.map(
        ({ x, y, rays }): Mark => ({
          kind: "threads",
          from: [x, y],
          rays: rays.map((ray) => ({ to: [ray.x, ray.y], seen: ray.seen })),
          strong: strong.length > 0,
        }),
      ),
      { kind: "lit", figures: lines.shooters, side },
      ...lines.covers.map(({ figure, cover }): Mark => ({ kind: "cover", figure, cover })),
    ];
  }

  const ends = computed(() => (shown.value ? nearest(shown.value) : null));
  return { shown, chosen, ask, tell, marks, ends, are: is };
}
