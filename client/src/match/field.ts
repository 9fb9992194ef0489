// What can stop a unit, taken from the table as it is shown: other units, wrecks, closed terrain and the edge.
import type { Place, Point } from "../board";
import { footprint } from "../board/ruler";
import type { Table, TableFace, Token } from "../protocol";
import type { Field } from "./legs";
import { fromGrain, GRAIN, outlineOf, placeOf } from "./measure";
import type { Rough } from "./strides";
import { cardOf } from "./words";

const STANDING = new Set(["alive", "wreck"]);

function shapeOf(token: Token): Point[] {
  const outline = outlineOf(token.outline);
  if (outline.length < 6) return footprint(placeOf(token.pose), fromGrain(token.length), fromGrain(token.width));
  return Array.from({ length: outline.length / 2 }, (_, i) => [outline[2 * i] ?? 0, outline[2 * i + 1] ?? 0]);
}

function sizeOf(face: TableFace, unit: string): { length: number; width: number } {
  const card = cardOf(face, unit);
  return { length: fromGrain(card?.length ?? 0), width: fromGrain(card?.width ?? 0) };
}

/** The ground as one unit meets it. */
export function fieldOf(table: Table, face: TableFace, unit: string): Field {
  const others = table.units.flatMap((one) => {
    if (one.id === unit || one.pose === null || !STANDING.has(one.status)) return [];
    const { length, width } = sizeOf(face, one.id);
    return [{ id: one.id, shape: footprint(placeOf(one.pose), length, width) }];
  });
  const closed = table.tokens
    .filter((token) => face.features[token.kind]?.blocks)
    .map((token) => ({ id: token.id, shape: shapeOf(token) }));
  const all = [...others, ...closed];
  return {
    ...sizeOf(face, unit),
    obstacles: all.map((one) => one.shape),
    things: all.map((one) => one.id),
    border: [0, 0, fromGrain(face.width), fromGrain(face.height)],
  };
}

/** The ground on which every begun unit of a way costs more. */
export function roughOf(table: Table): Rough[] {
  return table.tokens.flatMap((token) =>
    token.marks.extra_cost ? [{ shape: shapeOf(token), cost: token.marks.extra_cost }] : [],
  );
}

const whole = (value: number): number => Math.round(value * GRAIN) / GRAIN;

/** A place moved so that the footprint just touches an edge of the table, as units come on from reserve. */
export function atEdge(face: TableFace, unit: string, edge: string, place: Place): Place {
  const { length, width } = sizeOf(face, unit);
  const shape = footprint(place, length, width);
  const xs = shape.map(([x]) => x);
  const ys = shape.map(([, y]) => y);
  const moved = (x: number, y: number): Place => ({ ...place, x: whole(place.x + x), y: whole(place.y + y) });
  if (edge === "west") return moved(-Math.min(...xs), 0);
  if (edge === "east") return moved(fromGrain(face.width) - Math.max(...xs), 0);
  if (edge === "north") return moved(0, fromGrain(face.height) - Math.max(...ys));
  return moved(0, -Math.min(...ys));
}

/** The strip along an edge in which a unit comes on, and the facing into the table. */
export function entryOf(face: TableFace, unit: string, edge: string): { zone: number[]; heading: number } {
  const { length, width } = sizeOf(face, unit);
  const [w, h, deep] = [fromGrain(face.width), fromGrain(face.height), Math.max(length, width)];
  const strip = (x0: number, y0: number, x1: number, y1: number): number[] => [x0, y0, x1, y0, x1, y1, x0, y1];
  if (edge === "west") return { zone: strip(0, 0, deep, h), heading: 0 };
  if (edge === "east") return { zone: strip(w - deep, 0, w, h), heading: 180 };
  if (edge === "north") return { zone: strip(0, h - deep, w, h), heading: 270 };
  return { zone: strip(0, 0, w, deep), heading: 90 };
}
