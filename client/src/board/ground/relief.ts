/** How high the ground is: hills in terraces, bridges with their ramps. Everything that stands or lies there goes up with it. */
import { INK } from "../colours";
import { hasStand } from "../models/built";
import { isRaisedGround, type Rise, riseOf } from "../models/rises";
import type { BoardPiece, BoardScene, BoardUnit, Place, Point } from "../types";
import { type Flat, LEVEL, line, pairs, radians } from "./flats";

/** Studs above the plates at a point of the table. */
export type Relief = { at(x: number, y: number): number; near(x: number, y: number, room: number): boolean };

type Raised = { piece: BoardPiece; rise: Rise; reach: number };

const known = new WeakMap<readonly BoardPiece[], Map<number, Relief | null>>();

/** A point of the table as the model of a piece has it, in studs. */
function within({ place }: BoardPiece, k: number, x: number, y: number): Point {
  const [c, s] = [Math.cos(radians(place.heading)), Math.sin(radians(place.heading))];
  const [dx, dy] = [(x - place.x) * k, (y - place.y) * k];
  return [dx * c + dy * s, dy * c - dx * s];
}

function raisedBy(piece: BoardPiece, k: number): Raised {
  const outline = piece.outline && pairs(piece.outline).map(([x, y]) => within(piece, k, x, y));
  const size = { length: piece.length * k, width: piece.width * k };
  const height = piece.height === undefined ? {} : { height: piece.height * k };
  const corners = outline ?? [[size.length / 2, size.width / 2]];
  const reach = Math.max(...corners.map(([x = 0, y = 0]) => Math.hypot(x, y))) / k;
  return { piece, rise: riseOf(piece.model, { ...size, ...height, ...(outline ? { outline } : {}) }), reach };
}

function reliefFor(pieces: readonly BoardPiece[], k: number): Relief | null {
  const raised = pieces.filter((piece) => isRaisedGround(piece.model)).map((piece) => raisedBy(piece, k));
  if (raised.length === 0) return null;
  return {
    at: (x, y) => Math.max(0, ...raised.map(({ piece, rise }) => rise.at(...within(piece, k, x, y)))),
    near: (x, y, room) =>
      raised.some(({ piece: { place }, reach }) => Math.hypot(x - place.x, y - place.y) <= reach + room),
  };
}

/** The relief of a table; nothing where it is flat. */
export function reliefOf({ pieces, studsPerUnit }: BoardScene): Relief | null {
  const kept = known.get(pieces) ?? new Map<number, Relief | null>();
  known.set(pieces, kept);
  if (!kept.has(studsPerUnit)) kept.set(studsPerUnit, reliefFor(pieces, studsPerUnit));
  return kept.get(studsPerUnit) ?? null;
}

/** How high the ground is at a point, in studs. */
export const groundAt = (scene: BoardScene, x: number, y: number): number => reliefOf(scene)?.at(x, y) ?? 0;

/** How high something stands: as high as the ground is under its middle, its front or its rear. */
export function groundUnder(scene: BoardScene, { length }: { length: number }, place: Place): number {
  const relief = reliefOf(scene);
  if (!relief?.near(place.x, place.y, length)) return 0;
  const [c, s] = [Math.cos(radians(place.heading)), Math.sin(radians(place.heading))];
  const half = length * 0.4;
  return Math.max(...[-half, 0, half].map((d) => relief.at(place.x + c * d, place.y + s * d)));
}

/** How high the feet of a unit are, in studs: those of who flies or is on a floor as they are, else on the ground. */
export const liftOf = (scene: BoardScene, unit: BoardUnit, place: Place = unit.place): number =>
  unit.lift === undefined || hasStand(unit.model) ? groundUnder(scene, unit, place) : unit.lift * scene.studsPerUnit;

/** A point of a piece's model, in studs, as it lies on the table. */
function onTable({ place }: BoardPiece, k: number, [x, y]: Point): Point {
  const [c, s] = [Math.cos(radians(place.heading)), Math.sin(radians(place.heading))];
  return [place.x + (x * c - y * s) / k, place.y + (x * s + y * c) / k];
}

/** The lines of equal height of a map, with short strokes downhill along the lowest. */
export function contourFlats({ pieces, studsPerUnit: k }: BoardScene): Flat[] {
  return pieces
    .filter((piece) => isRaisedGround(piece.model))
    .flatMap((piece) => {
      const { steps } = raisedBy(piece, k).rise;
      const thin = { colour: INK, alpha: 0.55, height: LEVEL.area, width: { studs: 0.1, px: 1.2 } };
      const contours = steps.map((points) =>
        line(
          points.map((p) => onTable(piece, k, p)),
          { ...thin, closed: true },
        ),
      );
      return [
        ...contours,
        ...hachures(steps[0] ?? []).map((stroke) =>
          line(
            stroke.map((p) => onTable(piece, k, p)),
            thin,
          ),
        ),
      ];
    });
}

/** Strokes along an outline, downhill, about one in three studs. */
function hachures(outline: readonly Point[]): Point[][] {
  return outline.flatMap((a, i) => {
    const b = outline[(i + 1) % outline.length] as Point;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const count = Math.max(1, Math.round(length / 3));
    const out: Point = [((b[1] - a[1]) / length) * 0.9, (-(b[0] - a[0]) / length) * 0.9];
    return Array.from({ length: count }, (_, n): Point[] => {
      const t = (n + 0.5) / count;
      const p: Point = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      return [p, [p[0] + out[0], p[1] + out[1]]];
    });
  });
}
