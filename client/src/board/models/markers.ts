/** Markers that lie beside a unit or a figure: their paints by name, and their shapes as bricks. */
import { PAINT } from "../colours";
import type { BoardMarker } from "../types";
import { box, type Part, tube } from "./part";

/** Yellow is not among them: it means that somebody is asked. */
const PAINTS: Record<string, string> = {
  white: PAINT.white,
  black: PAINT.black,
  grey: PAINT.steel,
  red: "#c4281b",
  green: "#2e8b3d",
  blue: "#2f6fb0",
  brown: PAINT.oak,
  orange: "#d9722a",
  gold: PAINT.gilt,
  tan: PAINT.tan,
  purple: "#7a4a94",
};

/** The paint of a name; grey for one nobody knows. */
export const markerPaint = (name: string): string => PAINTS[name] ?? PAINT.steel;

type Shape = BoardMarker["shape"];

/** A marker at a place beside the foot of a model, in studs. */
function brick(shape: Shape, colour: string, x: number, y: number): Part[] {
  switch (shape) {
    case "flag":
      return [
        tube(x - 0.08, y - 0.08, 0, 0.16, 0.16, 12, PAINT.dark),
        box(x - 1.3, y - 0.05, 8.4, 1.25, 0.1, 3.2, colour),
      ];
    case "cross":
      return [
        box(x - 0.7, y - 0.2, 0, 1.4, 0.4, 0.8, colour, { yaw: 45 }),
        box(x - 0.7, y - 0.2, 0.1, 1.4, 0.4, 0.8, colour, { yaw: -45 }),
      ];
    case "bar":
      return [box(x - 0.25, y - 0.75, 0, 0.5, 1.5, 1, colour)];
    case "ring":
      return [
        tube(x - 0.75, y - 0.75, 0, 1.5, 1.5, 0.6, colour),
        tube(x - 0.42, y - 0.42, 0.6, 0.84, 0.84, 0.2, PAINT.white),
      ];
    default:
      return [tube(x - 0.5, y - 0.5, 0, 1, 1, 1, colour), tube(x - 0.3, y - 0.3, 1, 0.6, 0.6, 0.5, colour)];
  }
}

/** All markers of a model, in a row behind its left rear corner; so long and wide is its foot. */
export function markerParts(
  markers: readonly { shape: Shape; paint: string }[],
  length: number,
  width: number,
): Part[] {
  return markers.flatMap(({ shape, paint }, i) =>
    brick(shape, markerPaint(paint), -length / 2 - 0.5, width / 2 - 0.3 - i * 1.3),
  );
}
