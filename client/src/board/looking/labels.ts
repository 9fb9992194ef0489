/** Where labels go: around their thing, never over one another, with a leader line when they had to move away. */
import type { Point, Rect, VerdictTone } from "../types";

export type Tone = "ask" | "plain" | "dark" | "none" | "badge" | "bubble" | "line" | "state" | "goal" | VerdictTone;

/** A label to be placed: what it says, the point it belongs to, and how much room that thing takes on the screen. */
export type Wish = {
  id: string;
  tone: Tone;
  text: string;
  anchor: Point;
  size: Point;
  /** Distance in pixels from the anchor to keep free. */
  room: number;
  /** So much more is kept free where it goes sideways, and where it goes up or down: its thing is longer than wide. */
  ends?: Point;
  /** Where it would like to be first, as a direction on the screen (y down). */
  toward: Point;
  /** Placed exactly at the anchor if nothing is there yet. */
  centred: boolean;
  /** Other places at its thing that are as good, where the first would cover a neighbour. */
  also?: Point[];
  /** Its thing on the screen: what it may lie on, and where a leader begins. */
  own?: Rect;
};

export type Placed = { id: string; rect: Rect; leader?: [Point, Point] };

const DIRECTIONS: Point[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0.8, 0.6],
  [0.8, -0.6],
  [-0.8, 0.6],
  [-0.8, -0.6],
];
const GAP = 3;
/** What it costs to lie on a pixel of something that should be seen. */
const COVERED = 0.22;
/** Words of a goal are always there, so they would hide a unit for a whole battle. */
const COVERED_BY_GOALS = 1.4;
const REACHES = [0, 14, 32, 56, 86, 124, 170];

export function overlap(a: Rect, b: Rect, gap = 0): boolean {
  return a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;
}

function shared(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

const ROUND: Point = [0, 0];

/** A box of this size whose near side lies `reach`, and what its thing is longer, from the anchor in a direction. */
function boxAt(anchor: Point, size: Point, [dx, dy]: Point, reach: number, ends = ROUND): Rect {
  const cx = anchor[0] + dx * (reach + ends[0] + size[0] / 2);
  const cy = anchor[1] + dy * (reach + ends[1] + size[1] / 2);
  return { x: cx - size[0] / 2, y: cy - size[1] / 2, w: size[0], h: size[1] };
}

/** A name that had to leave its thing at all is tied to it, sooner than a word beside it; words along a line only where
 * nobody would know any more which one they are about. */
const LEAST_AWAY: Partial<Record<Tone, number>> = { badge: -12, line: 30 };

function leaderOf(anchor: Point, rect: Rect, room: number): [Point, Point] | undefined {
  const near: Point = [
    Math.min(rect.x + rect.w, Math.max(rect.x, anchor[0])),
    Math.min(rect.y + rect.h, Math.max(rect.y, anchor[1])),
  ];
  const away = Math.hypot(near[0] - anchor[0], near[1] - anchor[1]);
  return away > room + 20 ? [anchor, near] : undefined;
}

/** The leader of a name begins at its thing, that of a word at its anchor. */
function leaderFor({ tone, anchor, room, own, ends = ROUND }: Wish, rect: Rect): [Point, Point] | undefined {
  if (tone !== "badge" || !own) return leaderOf(anchor, rect, LEAST_AWAY[tone] ?? room + Math.max(...ends));
  return leaderOf([own.x + own.w / 2, own.y + own.h / 2], rect, Math.hypot(own.w, own.h) / 2 - 8);
}

function candidates(wish: Wish): { rect: Rect; cost: number }[] {
  const list: { rect: Rect; cost: number }[] = [];
  if (wish.centred) {
    const [w, h] = wish.size;
    for (const [step, [x, y]] of [wish.anchor, ...(wish.also ?? [])].entries())
      list.push({ rect: { x: x - w / 2, y: y - h / 2, w, h }, cost: step * 4 - 40 });
  }
  const towards = [wish.toward, ...DIRECTIONS];
  for (const [step, reach] of REACHES.entries()) {
    for (const way of towards) {
      const agrees = way[0] * wish.toward[0] + way[1] * wish.toward[1];
      list.push({
        rect: boxAt(wish.anchor, wish.size, way, wish.room + reach, wish.ends),
        cost: step * 26 - agrees * 16,
      });
    }
  }
  return list;
}

function outside(rect: Rect, free: Rect): number {
  const over = Math.max(0, free.x - rect.x) + Math.max(0, rect.x + rect.w - free.x - free.w);
  return over + Math.max(0, free.y - rect.y) + Math.max(0, rect.y + rect.h - free.y - free.h);
}

/** The box pushed back into the free room, where it fits there: what points at something to be seen must be seen whole. */
function slid(rect: Rect, free: Rect): Rect {
  const within = (at: number, length: number, from: number, room: number) =>
    length > room ? at : Math.min(Math.max(at, from), from + room - length);
  return { ...rect, x: within(rect.x, rect.w, free.x, free.w), y: within(rect.y, rect.h, free.y, free.h) };
}

/** Keeps trying further out in a growing spiral: there is always room somewhere. */
function farther(wish: Wish, taken: Rect[]): Rect {
  for (let reach = 60; reach < 2400; reach += 12) {
    for (let turn = 0; turn < 16; turn++) {
      const angle = (turn * Math.PI) / 8;
      const rect = boxAt(wish.anchor, wish.size, [Math.cos(angle), Math.sin(angle)], reach);
      if (!taken.some((other) => overlap(rect, other, GAP))) return rect;
    }
  }
  return boxAt(wish.anchor, wish.size, wish.toward, wish.room);
}

/**
 * Places labels in the order given: the first come best. `busy` is covered only when nothing else is free, what lies
 * `above` the picture never.
 */
export function placeLabels(
  wishes: readonly Wish[],
  busy: readonly Rect[],
  free: Rect,
  above: readonly Rect[] = [],
): Placed[] {
  const taken: Rect[] = [...above];
  return wishes.map((wish) => {
    let best: Rect | undefined;
    let least = Number.POSITIVE_INFINITY;
    const [x, y] = wish.anchor;
    const isInside = outside({ x, y, w: 0, h: 0 }, free) === 0;
    for (const { rect: wished, cost } of candidates(wish)) {
      const rect = isInside && wish.tone !== "badge" ? slid(wished, free) : wished;
      if (cost >= least || taken.some((other) => overlap(rect, other, GAP))) continue;
      // badges and counts belong on their thing, not on its neighbours; words on a line make room for what stands there
      const belongs = wish.centred && wish.tone !== "plain" && wish.tone !== "goal" && !wish.own;
      const covered = belongs ? 0 : busy.reduce((sum, other) => sum + shared(rect, other), 0);
      const mine = wish.own ? shared(rect, wish.own) : 0;
      const moved = Math.abs(rect.x - wished.x) + Math.abs(rect.y - wished.y);
      const dear = wish.tone === "goal" ? COVERED_BY_GOALS : COVERED;
      const total = cost + Math.max(0, covered - mine) * dear + outside(rect, free) * 4 + moved * 0.5;
      if (total < least) [best, least] = [rect, total];
    }
    const rect = best ?? farther(wish, taken);
    taken.push(rect);
    const leader = leaderFor(wish, rect);
    return leader ? { id: wish.id, rect, leader } : { id: wish.id, rect };
  });
}
