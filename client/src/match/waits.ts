// Orders that wait for what the others do, drawn until they are carried out or over: a thin line from who waits to whom
// it waits for, and the ground that is watched.
import type { Mark, Point } from "../board";
import type { WaitFace } from "../protocol";
import { fromGrain, trimmed } from "./measure";
import type { Room } from "./room";
import { sideOf } from "./scene";

/** More orders than these are named only where somebody looks at one of the units. */
const MOST_NAMED = 2;

/** The middle of a unit: of its figures that stand, else where it is. */
function middleOf(room: Room, id: string): Point | null {
  const unit = room.units.value.get(id);
  const poses = (unit?.figures ?? []).flatMap((one) => (one.status === "alive" && one.pose ? [one.pose] : []));
  const all = poses.length > 0 ? poses : unit?.pose ? [unit.pose] : [];
  if (all.length === 0) return null;
  const mean = (axis: "x" | "y"): number => all.reduce((sum, pose) => sum + fromGrain(pose[axis]), 0) / all.length;
  return [mean("x"), mean("y")];
}

/** An order that waits, as it is drawn; one for nobody in particular has no line. */
export function waitMark(room: Room, { unit, on, text, ground }: WaitFace): Mark[] {
  const [from, to] = [middleOf(room, unit), on ? middleOf(room, on) : null];
  const side = sideOf(room.units.value.get(unit)?.seat ?? -1);
  const face = room.face.value;
  if (!from || !face) return [];
  const outline = trimmed(ground, face);
  return [
    ...(ground.length > 0 ? [{ kind: "zone" as const, outline, side, label: "" }] : []),
    { kind: "wait", from, ...(to ? { to } : {}), side, label: text },
  ];
}

/** All orders that wait; their words beside them where there are few, else only those of the unit in hand. */
export function waitMarks(room: Room): Mark[] {
  const waits = room.store.view.value?.situation.waits ?? [];
  const chosen = room.selected.value;
  return waits.flatMap((wait) => {
    const named = waits.length <= MOST_NAMED || chosen === wait.unit || chosen === wait.on;
    return waitMark(room, named ? wait : { ...wait, text: "" });
  });
}
