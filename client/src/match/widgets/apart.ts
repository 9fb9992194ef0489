// A unit whose figures may go other ways than the first of them: each keeps its place in the formation, or is set beside it.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Mark, Place, Point, Side } from "../../board";
import { settings } from "../../kit";
import type { Apart, Model, Mover } from "../../protocol";
import { type Answer, isPlain, listIn, numberIn, textIn } from "../answers";
import type { Keeping } from "../drafts";
import type { Pressed } from "../keys";
import type { Room } from "../room";
import { GRAIN, placeOf } from "../ways/measure";
import type { Leg } from "../ways/ways";
import { lengthWords } from "../words";
import type { Drag } from "./drawing";

/** How far each figure, by its id, is set beside its place in the formation. */
export type Offsets = ReadonlyMap<string, Point>;
const NONE: Offsets = new Map();

export interface ApartHand extends Keeping {
  /** the figures of the unit in hand that can be set elsewhere; none where all go as one */
  readonly figures: ReadonlySignal<readonly Model[]>;
  readonly offsets: ReadonlySignal<Offsets>;
  /** the figure in hand, "" for the whole unit */
  readonly figure: Signal<string>;
  /** a single figure is being dragged: the table must not slip away under it */
  readonly dragging: ReadonlySignal<boolean>;
  /** whether a drag is one of a single figure; it is taken then */
  drag(drag: Drag): boolean;
  press(pressed: Pressed): boolean;
  /** the order figure by figure, or null where all keep their places */
  order(mover: Mover, legs: readonly Leg[]): Record<string, unknown> | null;
  /** an order figure by figure as it is, with the way its first figure goes; false when he goes none */
  adopt(mover: Mover, answer: Answer, begun: (way: readonly Point[]) => void): boolean;
  /** all go back into the formation; false when nobody had left it */
  close(): boolean;
  /** the server let the order pass, or refused it: then the figures go back to where they were allowed */
  settled(): void;
  refused(): void;
  marks(end: Place | null, side: Side): Mark[];
}

const standing = (figures: readonly Model[]): Model[] =>
  figures.filter((each) => each.status === "alive" && each.pose !== null);

/** An order that was taken over as it is, such as a hint, and the way of its first figure: it holds while that is drawn. */
type Given = { unit: string; way: readonly Point[]; answer: Answer };

const apartBy = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);

/** The corners of each figure's way: as the first one goes, the last corner set aside by the figure's offset. */
export function waysOf(figures: readonly Model[], legs: readonly Leg[], offsets: Offsets): Map<string, Point[]> {
  const [lead] = figures;
  const first = legs[0]?.from;
  if (!lead?.pose || !first) return new Map();
  const at = placeOf(lead.pose);
  return new Map(
    figures.map((figure) => {
      const own = placeOf(figure.pose ?? (lead.pose as NonNullable<typeof lead.pose>));
      const [dx, dy] = [own.x - at.x, own.y - at.y];
      const [ox, oy] = offsets.get(figure.id) ?? [0, 0];
      const corners = legs.map(({ to }, i): Point => {
        const last = i === legs.length - 1;
        return [to.x + dx + (last ? ox : 0), to.y + dy + (last ? oy : 0)];
      });
      return [figure.id, [[own.x, own.y], ...corners]];
    }),
  );
}

/** Ways cut into steps none of which is longer than a stride; all have as many. */
export function strides(ways: ReadonlyMap<string, Point[]>, stride: number): Map<string, Point[]> {
  const all = [...ways.values()];
  const legs = Math.max(0, (all[0]?.length ?? 0) - 1);
  const counts = Array.from({ length: legs }, (_, i) => {
    const longest = Math.max(...all.map((way) => apartBy(way[i] as Point, way[i + 1] as Point)));
    return stride > 0 ? Math.max(1, Math.ceil(longest / stride - 1e-9)) : 1;
  });
  const cut = (way: Point[]): Point[] =>
    counts.flatMap((count, i) => {
      const [[ax, ay], [bx, by]] = [way[i] as Point, way[i + 1] as Point];
      return Array.from({ length: count }, (_, n): Point => {
        const share = (n + 1) / count;
        return [ax + (bx - ax) * share, ay + (by - ay) * share];
      });
    });
  return new Map([...ways].map(([figure, way]) => [figure, cut(way)]));
}

const placed = (leg: Leg | undefined): Point => (leg ? [leg.to.x, leg.to.y] : [Number.NaN, Number.NaN]);
const tidy = (value: number): number => Math.round(value * GRAIN) / GRAIN;

/** The corners of a way as the answer has them. */
function written({ as_poses }: Apart, way: readonly Point[], start: Point): unknown[] {
  return way.map(([x, y], i) => {
    if (!as_poses) return [tidy(x), tidy(y)];
    const [fx, fy] = way[i - 1] ?? start;
    const heading = ((Math.atan2(y - fy, x - fx) * 180) / Math.PI + 360) % 360;
    return { x: Math.round(x * GRAIN), y: Math.round(y * GRAIN), heading: Math.round(heading * GRAIN) };
  });
}

/** The ways of an order figure by figure, as the answer has them. */
function readBack({ into, corners }: Apart, answer: Answer): Map<string, Point[]> {
  const pointOf = (corner: unknown): Point[] => {
    if (Array.isArray(corner)) return [[Number(corner[0]), Number(corner[1])]];
    return isPlain(corner) ? [[numberIn(corner, "x") / GRAIN, numberIn(corner, "y") / GRAIN]] : [];
  };
  const cornersOf = (one: Answer): unknown[] => (Array.isArray(one[corners]) ? (one[corners] as unknown[]) : []);
  return new Map(listIn(answer, into).map((one) => [textIn(one, "figure"), cornersOf(one).flatMap(pointOf)]));
}

const NEAR = 1e-3;

/** `changed` has the order asked about anew, with the hand at a point. */
export function createApart(room: Room, mover: ReadonlySignal<Mover | null>, changed: (at: Point) => void): ApartHand {
  const kept = signal<ReadonlyMap<string, Offsets>>(new Map());
  const figure = signal("");
  const dragging = signal(false);
  const given = signal<Given | null>(null);
  let [good, grip]: [Offsets, Point | null] = [NONE, null];

  const all = computed(() => standing(room.units.value.get(mover.value?.unit ?? "")?.figures ?? []));
  const figures = computed(() => (mover.value?.apart ? all.value.slice(1) : []));
  const offsets = computed(() => kept.value.get(mover.value?.unit ?? "") ?? NONE);
  const put = (next: Offsets): void => {
    given.value = null;
    kept.value = new Map([...kept.peek(), [mover.peek()?.unit ?? "", next]]);
  };
  const shift = (id: string, [dx, dy]: Point): void => {
    put(new Map([...offsets.peek(), [id, [tidy(dx), tidy(dy)]]]));
  };

  function drag({ from, phase, x, y }: Drag): boolean {
    if (phase === "start") {
      const [unit, id] = (from.figure ?? "").split("/");
      const known = unit === mover.peek()?.unit && figures.peek().some((one) => one.id === id);
      const own = offsets.peek().get(id ?? "") ?? [0, 0];
      grip = known && from.part === "ghost" ? [own[0] - from.x, own[1] - from.y] : null;
      if (grip) figure.value = id ?? "";
      dragging.value = grip !== null;
      return grip !== null;
    }
    if (!grip) return false;
    if (phase === "cancel") put(good);
    else shift(figure.peek(), [grip[0] + x, grip[1] + y]);
    if (phase === "move") return true;
    grip = null;
    dragging.value = false;
    changed([x, y]);
    return true;
  }

  const STEPS: Partial<Record<Pressed["action"], Point>> = {
    forward: [0, 1],
    reverse: [0, -1],
    left: [-1, 0],
    right: [1, 0],
  };

  /** The figure in hand goes up, down and across the table by the arrow keys. */
  function press({ action, fine }: Pressed): boolean {
    const way = STEPS[action];
    const id = figure.peek();
    if (action === "drop" && id) {
      figure.value = "";
      return true;
    }
    if (!way || !id || !figures.peek().some((one) => one.id === id)) return false;
    const snap = fine ? 0.05 : settings.snapInches.peek() || 0.25;
    const [dx, dy] = offsets.peek().get(id) ?? [0, 0];
    shift(id, [dx + way[0] * snap, dy + way[1] * snap]);
    changed([0, 0]);
    return true;
  }

  const isMoved = (): boolean => [...offsets.value.values()].some(([dx, dy]) => Math.hypot(dx, dy) > 1e-6);

  function order(who: Mover, legs: readonly Leg[]): Record<string, unknown> | null {
    const { apart } = who;
    const { unit, way, answer } = given.value ?? { unit: "", way: [], answer: {} };
    const isNear = ([x, y]: Point, i: number): boolean => apartBy([x, y], placed(legs[i])) < NEAR;
    if (unit === who.unit && way.length === legs.length && way.every(isNear)) return answer;
    if (!apart || legs.length === 0 || !isMoved() || who.unit !== mover.value?.unit) return null;
    const ways = waysOf(all.value, legs, offsets.value);
    const cut = strides(ways, apart.stride);
    const list = [...cut].map(([id, way]) => ({
      figure: id,
      [apart.corners]: written(apart, way, (ways.get(id) as Point[])[0] as Point),
    }));
    return { ...apart.answer, [apart.into]: list };
  }

  function adopt(who: Mover, answer: Answer, begun: (way: readonly Point[]) => void): boolean {
    const ways = who.apart ? readBack(who.apart, answer) : new Map<string, Point[]>();
    const [lead, ...others] = all.peek();
    if (!lead?.pose) return false;
    const from = placeOf(lead.pose);
    const corners: Point[] = [[from.x, from.y], ...(ways.get(lead.id) ?? [])];
    const way = corners.filter((corner, i) => i > 0 && apartBy(corner, corners[i - 1] as Point) > NEAR);
    const end = way.at(-1);
    if (!end) return false;
    const beside = others.flatMap(({ id, pose }): [string, Point][] => {
      if (!pose) return [];
      const own = placeOf(pose);
      const [x, y] = ways.get(id)?.at(-1) ?? [own.x, own.y];
      return [[id, [tidy(x - end[0] - (own.x - from.x)), tidy(y - end[1] - (own.y - from.y))]]];
    });
    put(new Map(beside));
    given.value = { unit: who.unit, way, answer };
    begun([[from.x, from.y], ...way]);
    return true;
  }

  /** Where the chain to the first figure is too long, it is drawn with its length. */
  function marks(end: Place | null, side: Side): Mark[] {
    const apart = mover.value?.apart;
    const lead = all.value[0]?.pose;
    const ruler = room.face.value?.ruler ?? "";
    if (!apart || apart.within <= 0 || !lead || !end) return [];
    const from = placeOf(lead);
    return figures.value.flatMap((one): Mark[] => {
      const own = placeOf(one.pose ?? lead);
      const [ox, oy] = offsets.value.get(one.id) ?? [0, 0];
      const to: Point = [end.x + own.x - from.x + ox, end.y + own.y - from.y + oy];
      const length = apartBy([end.x, end.y], to);
      if (length <= apart.within + 1e-6) return [];
      const label = `${lengthWords(length, ruler)} of ${lengthWords(apart.within, ruler)}`;
      return [{ kind: "sightline", from: [end.x, end.y], to, side, label, refused: true }];
    });
  }

  return {
    draft() {
      const moved = [...kept.value].filter(([, beside]) => beside.size > 0);
      return moved.length > 0 ? { beside: moved.map(([unit, beside]) => [unit, [...beside]]) } : null;
    },
    resume({ beside }) {
      const units = Array.isArray(beside) ? (beside as [string, [string, Point][]][]) : [];
      kept.value = new Map(units.map(([unit, list]) => [unit, new Map(list)]));
    },
    ...{ figures, offsets, figure, dragging, drag, press, order, adopt, marks },
    close() {
      const was = isMoved();
      figure.value = "";
      good = NONE;
      put(NONE);
      return was;
    },
    settled() {
      good = offsets.peek();
    },
    refused() {
      put(good);
    },
  };
}
