// Moves that something has stopped on their way: what is still to come, grey on the board for everybody.
import type { Mark } from "../../board";
import type { SeatTable } from "../../protocol";
import { placeOf, pointsOf } from "./measure";

/** The rest of every stopped move of a table. */
export function restMarks(table: SeatTable): Mark[] {
  return table.situation.unfinished.flatMap(({ unit, legs }): Mark[] => {
    const pose = table.units.find((one) => one.id === unit)?.pose;
    const last = legs.at(-1);
    if (!pose || !last) return [];
    const way = pointsOf(...[pose, ...legs.map((leg) => leg.pose)].map(placeOf));
    return [{ kind: "rest", unit, way, place: placeOf(last.pose), label: "still to come" }];
  });
}
