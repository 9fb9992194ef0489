// What a coach points at, as marks on the board: rings round units, and the place to go to. No rule is known here.
import { effect, untracked } from "@preact/signals";
import type { Mark } from "../board";
import type { Coaching, Unit } from "../protocol";
import type { Room } from "./room";
import { GRAIN } from "./ways/measure";

const CORNERS = 28;
/** How far the ring of a unit lies outside of it, as a share of its length, and the least it may be. */
const ROOM = 0.85;
const LEAST = 0.5;
/** How far the ring of a group of figures lies outside of them. */
const FIGURE = 1.8;
/** How much further than its ends an oval reaches that has a row of figures inside. */
const OUT = 1.1;

/** A circle, or one drawn out to the sides, as an outline in the board's own lengths. */
export function circle(x: number, y: number, wide: number, high = wide): number[] {
  return Array.from({ length: CORNERS }, (_, i) => {
    const turn = (i / CORNERS) * 2 * Math.PI;
    return [x + wide * Math.cos(turn), y + high * Math.sin(turn)];
  }).flat();
}

/** A ring round a unit of this length, or round all of its figures. */
function around(unit: Unit, length: number): number[] {
  const figures = (unit.figures ?? []).filter((one) => one.status === "alive" && one.pose);
  const spots = figures.length > 0 ? figures.map((one) => one.pose) : [unit.pose];
  const places = spots.flatMap((pose) => (pose ? [{ x: pose.x / GRAIN, y: pose.y / GRAIN }] : []));
  if (places.length === 0) return [];
  const xs = places.map((one) => one.x);
  const ys = places.map((one) => one.y);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const y = (Math.min(...ys) + Math.max(...ys)) / 2;
  const [wide, high] = [Math.max(...xs) - x, Math.max(...ys) - y];
  if (figures.length > 0) return circle(x, y, wide * OUT + FIGURE, high * OUT + FIGURE);
  return circle(x, y, Math.max(LEAST, length * ROOM));
}

/** What the coach says now; null where the match is no lesson. */
export const coachingOf = (room: Room): Coaching | null => room.store.shown.value?.lesson ?? null;

/** The marks of the step to do; nothing while things move. */
export function lessonMarks(room: Room): Mark[] {
  const step = coachingOf(room);
  const face = room.face.value;
  if (!step || !face || room.store.decision.value === null) return [];
  const units = step.units.flatMap((id): Mark[] => {
    const unit = room.units.value.get(id);
    const outline = unit?.status === "alive" ? around(unit, (face.cards[unit.card]?.length ?? 0) / GRAIN) : [];
    return outline.length > 0 ? [{ kind: "zone", outline, side: -1, label: "", strong: true }] : [];
  });
  const [x, y, radius] = step.place;
  if (x === undefined || y === undefined || radius === undefined) return units;
  const outline = circle(x / GRAIN, y / GRAIN, radius / GRAIN);
  return [...units, { kind: "zone", outline, side: -1, label: "Here", strong: true, centred: true }];
}

/** The unit a step is about is in the hand before its question opens. */
export function followLesson(room: Room): () => void {
  let at = -1;
  return effect(() => {
    const shown = room.store.shown.value;
    const step = shown?.lesson;
    if (!step || !shown.decision || step.at === at) return;
    at = step.at;
    const { seat } = shown.decision;
    untracked(() => {
      const units = new Map(shown.view.units.map((unit) => [unit.id, unit]));
      const own = step.units.find((id) => units.get(id)?.status === "alive" && units.get(id)?.seat === seat);
      if (own) room.selected.value = own;
    });
  });
}
