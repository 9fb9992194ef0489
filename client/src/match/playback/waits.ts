// Orders that wait for what the others do, drawn until they are carried out or over: a thin line from who waits to whom
// it waits for, and the ground that is watched.
import type { Mark, Point } from "../../board";
import type { SeatTable, TableFace, Unit, WaitFace } from "../../protocol";
import { sideOf } from "../scene";
import { fromGrain, trimmed } from "../ways/measure";

/** More orders than these are named only where somebody looks at one of the units. */
const MOST_NAMED = 2;

/** The middle of a unit: of its figures that stand, else where it is. */
function middleOf(unit: Unit | undefined): Point | null {
  const poses = (unit?.figures ?? []).flatMap((one) => (one.status === "alive" && one.pose ? [one.pose] : []));
  const all = poses.length > 0 ? poses : unit?.pose ? [unit.pose] : [];
  if (all.length === 0) return null;
  const mean = (axis: "x" | "y"): number => all.reduce((sum, pose) => sum + fromGrain(pose[axis]), 0) / all.length;
  return [mean("x"), mean("y")];
}

/** An order that waits, as it is drawn; one for nobody in particular has no line. */
export function waitMark(units: readonly Unit[], face: TableFace, { unit, on, text, ground }: WaitFace): Mark[] {
  const [who, whom] = [unit, on].map((id) => units.find((one) => one.id === id));
  const [from, to] = [middleOf(who), middleOf(whom)];
  if (!who || !from) return [];
  const side = sideOf(who.seat);
  const outline = trimmed(ground, face);
  return [
    ...(ground.length > 0 ? [{ kind: "zone" as const, outline, side, label: "" }] : []),
    { kind: "wait", from, ...(to ? { to } : {}), side, label: text },
  ];
}

/** All orders that wait; their words beside them where there are few, else only those of the unit in hand. */
export function waitMarks({ units, situation: { waits } }: SeatTable, face: TableFace, chosen: string): Mark[] {
  return waits.flatMap((wait) => {
    const named = waits.length <= MOST_NAMED || chosen === wait.unit || chosen === wait.on;
    return waitMark(units, face, named ? wait : { ...wait, text: "" });
  });
}
