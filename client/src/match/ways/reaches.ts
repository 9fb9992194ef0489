// How far a unit reaches, drawn: bands and arcs round its base, lines at their distance round its hull.
import type { Mark, Place, Side } from "../../board";
import type { ReachFace, TableFace } from "../../protocol";
import { lengthWords } from "../words";
import { fromGrain, outlineOf } from "./measure";

export type Lit = { range: string; arc: string };

/** The bands and arcs of a unit that stands (or would stand) somewhere. */
export function bandMarks(face: TableFace, unit: string, place: Place, side: Side, lit?: Lit): Mark[] {
  if (face.ranges.length === 0) return [];
  const card = face.cards[face.units[unit] ?? ""];
  const arcs = card && card.arcs.length > 0 ? card.arcs : face.arcs;
  return [
    {
      kind: "bands",
      place,
      length: fromGrain(card?.length ?? 0),
      width: fromGrain(card?.width ?? 0),
      side,
      rings: face.ranges.map((range) => ({
        r: fromGrain(range.reach),
        label: `${range.title} ${fromGrain(range.reach)}`,
      })),
      ...(lit ? { lit: { ring: face.ranges.findIndex((range) => range.id === lit.range), arc: lit.arc } } : {}),
      arcs: arcs.map(({ id, title, start, end }) => ({ id, title, start, end })),
    },
  ];
}

export const rimMarks = (reaches: readonly ReachFace[], ruler: string): Mark[] =>
  reaches.map((reach, i) => ({
    kind: "rim",
    outline: outlineOf(reach.outline),
    distance: reach.distance,
    label: reach.distance > 0 ? `${reach.title} ${lengthWords(reach.distance, ruler)}` : reach.title,
    ...(i > 0 ? { dashed: true } : {}),
  }));
