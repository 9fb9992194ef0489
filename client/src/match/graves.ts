// Where somebody went down and nothing is left to see: the place keeps the name, so that it can be found later.
import type { Mark, Point } from "../board";
import type { AnyEvent, Grave, Replay, Table, TableFace } from "../protocol";
import { fromGrain } from "./measure";
import { sideOf } from "./scene";

/** Those who went down in some events, from the table before them. */
export function fallenIn(events: readonly AnyEvent[], before: Table | null, face: TableFace | null): Grave[] {
  return events.flatMap((event): Grave[] => {
    if (event.event !== "unit_destroyed" || event.leaves_wreck) return [];
    const unit = before?.units.find((each) => each.id === event.unit);
    const last = events.findLast((one) => one.event === "unit_moved" && one.unit === event.unit);
    const pose = last?.event === "unit_moved" ? last.pose : unit?.pose;
    if (!unit || !pose) return [];
    const title = face?.cards[face.units[unit.id] ?? unit.card]?.title ?? unit.card;
    return [{ unit: unit.id, seat: unit.seat, title: `${title} ${unit.id}`, x: pose.x, y: pose.y }];
  });
}

/** All graves of a replay up to a step. */
export function gravesOf(replay: Replay, upTo: number): Grave[] {
  return replay.steps
    .slice(0, upTo + 1)
    .flatMap((step, i) => fallenIn(step.events, replay.steps[i - 1]?.view ?? step.view, replay.face));
}

/** A ring on the table with the name beside it. */
export const graveMarks = (graves: readonly Grave[]): Mark[] =>
  graves.map(({ unit, seat, title, x, y }): Mark => {
    const at: Point = [fromGrain(x), fromGrain(y)];
    return { kind: "grave", id: unit, at, side: sideOf(seat), label: title };
  });
