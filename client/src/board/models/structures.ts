/** Structures as bricks, level by level: walls with their windows and doors left open, floors, and the roof. */

import { pick, stream } from "../chance";
import { PAINT } from "../colours";
import { corners, pairs, circle as ringOf } from "../ground/flats";
import type { BoardOpening, BoardPiece, BoardStorey, BoardStructure, Point } from "../types";
import { box, type Part, PLATE, STUDDED, tube } from "./part";

const WALLS = [PAINT.tan, PAINT.pale, "#b98a72"] as const;
const FLOOR = "#b99b6b";
/** Wooden frames stand out a little from the wall. */
const FRAME = 0.14;
/** Sides of a round wall. */
const ROUND = 24;

type Side = { from: Point; to: Point; openings: BoardOpening[] };
type Strip = { start: number; end: number; low: number; high: number };

const plates = (studs: number): number => studs / PLATE;

/** The part of a wall that is not open, in upright strips: [along from, to, height from, to]. */
export function strips(length: number, low: number, high: number, openings: readonly BoardOpening[]): Strip[] {
  const cuts = [0, length, ...openings.flatMap(({ start, end }) => [start, end])].filter((x) => x >= 0 && x <= length);
  const edges = [...new Set(cuts)].sort((a, b) => a - b);
  return edges.slice(1).flatMap((end, i): Strip[] => {
    const start = edges[i] as number;
    const holes = openings.filter((each) => each.start < end && each.end > start).sort((a, b) => a.bottom - b.bottom);
    const out: Strip[] = [];
    let at = low;
    for (const { bottom, top } of holes) {
      if (bottom > at) out.push({ start, end, low: at, high: Math.min(bottom, high) });
      at = Math.max(at, top);
    }
    return at < high ? [...out, { start, end, low: at, high }] : out;
  });
}

/** A box along a side of the outline, from outside inwards. */
function along({ from, to }: Side, strip: Strip, deep: number, colour: string, out = 0): Part {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  // The outline runs counter-clockwise: inwards is to the left.
  const middle = (strip.start + strip.end) / 2;
  const [cx, cy] = [from[0] + ux * middle - uy * (deep / 2 - out), from[1] + uy * middle + ux * (deep / 2 - out)];
  const l = strip.end - strip.start;
  const yaw = (Math.atan2(uy, ux) * 180) / Math.PI;
  return box(cx - l / 2, cy - deep / 2, plates(strip.low), l, deep, plates(strip.high - strip.low), colour, { yaw });
}

function frameOf(side: Side, { start, end, bottom, top, door }: BoardOpening, wall: number): Part[] {
  const colour = door ? PAINT.wood2 : PAINT.white;
  const bar = (a: number, b: number, low: number, high: number): Part =>
    along(side, { start: a, end: b, low, high }, wall + 2 * FRAME, colour, FRAME);
  const posts = [bar(start - 0.2, start + 0.12, bottom, top), bar(end - 0.12, end + 0.2, bottom, top)];
  const lintel = bar(start - 0.2, end + 0.2, top - 0.12, top + 0.25);
  return door ? [...posts, lintel] : [...posts, lintel, bar(start - 0.3, end + 0.3, bottom - 0.25, bottom + 0.1)];
}

/** The outline about the middle of the piece, in studs, counter-clockwise from its left wall on. */
function outlineOf(piece: BoardPiece, k: number): Point[] {
  const { x, y, heading } = piece.place;
  if (piece.round) return ringOf(0, 0, (piece.length * k) / 2, ROUND);
  if (!piece.outline) {
    const [a, b, c, d] = corners({ x: 0, y: 0, heading: 0 }, piece.length * k, piece.width * k);
    return [b, c, d, a];
  }
  const [c, s] = [Math.cos((-heading * Math.PI) / 180), Math.sin((-heading * Math.PI) / 180)];
  return pairs(piece.outline).map(([u, v]) => {
    const [dx, dy] = [(u - x) * k, (v - y) * k];
    return [dx * c - dy * s, dx * s + dy * c];
  });
}

const scaled = (opening: BoardOpening, k: number): BoardOpening => ({
  ...opening,
  start: opening.start * k,
  end: opening.end * k,
  bottom: opening.bottom * k,
  top: opening.top * k,
});

/** The openings of a round wall, cut up among its straight sides. */
function bent(openings: BoardOpening[], side: number, length: number): BoardOpening[] {
  return openings.flatMap((each) => {
    const round = ROUND * length;
    return [-round, 0, round].flatMap((turn) => {
      const [start, end] = [each.start + turn - side * length, each.end + turn - side * length];
      return end > 0 && start < length ? [{ ...each, start: Math.max(0, start), end: Math.min(length, end) }] : [];
    });
  });
}

function sidesOf(piece: BoardPiece, storey: BoardStorey | undefined, k: number): Side[] {
  const points = outlineOf(piece, k);
  const openings = (storey?.openings ?? []).map((each) => scaled(each, k));
  return points.map((from, i) => {
    const to = points[(i + 1) % points.length] as Point;
    const own = piece.round
      ? bent(openings, i, Math.hypot(to[0] - from[0], to[1] - from[1]))
      : openings.filter((each) => each.wall === i);
    return { from, to, openings: own };
  });
}

/** A flat slab over the whole footprint. */
function slab(piece: BoardPiece, k: number, low: number, high: number, colour: string, inset = 0): Part {
  const [l, w] = [piece.length * k - 2 * inset, (piece.round ? piece.length : piece.width) * k - 2 * inset];
  const make = piece.round ? tube : box;
  return make(-l / 2, -w / 2, plates(low), l, w, plates(high - low), colour, piece.round ? {} : STUDDED);
}

function storeyParts(piece: BoardPiece, built: BoardStructure, level: number, k: number, colour: string): Part[] {
  const storey = built.storeys[level] as BoardStorey;
  const [floor, wall] = [storey.floor * k, built.wall * k];
  const below = (level > 0 ? (built.storeys[level - 1] as BoardStorey).ceiling : built.bottom) * k;
  const above = storey.ceiling * k;
  const ground = floor - below > 0.01 ? [slab(piece, k, below, floor - 0.02, FLOOR, wall * 0.5)] : [];
  const paving = level === 0 && floor === 0 ? [{ ...slab(piece, k, 0, 0.22, FLOOR, wall * 0.5), studs: false }] : [];
  const walls = sidesOf(piece, storey, k).flatMap((side) => {
    const length = Math.hypot(side.to[0] - side.from[0], side.to[1] - side.from[1]);
    const stones = strips(length, below, above, side.openings).map((strip) => along(side, strip, wall, colour));
    return [...stones, ...side.openings.flatMap((each) => frameOf(side, each, wall))];
  });
  return [...paving, ...ground.map((part) => ({ ...part, studs: false })), ...walls];
}

function roofParts(piece: BoardPiece, built: BoardStructure, k: number, colour: string): Part[] {
  const [low, top] = [(built.storeys.at(-1)?.ceiling ?? built.bottom) * k, built.top * k];
  if (top - low < 0.01) return [];
  const edge = { start: 0, low, high: top + 0.35 };
  const rim = sidesOf(piece, undefined, k).map((side) => {
    const end = Math.hypot(side.to[0] - side.from[0], side.to[1] - side.from[1]);
    return along(side, { ...edge, end }, 0.6, colour);
  });
  return [slab(piece, k, low, top, PAINT.roof, 0.3), ...rim];
}

/** A structure level by level: the parts of each storey, and at the end those of the roof. */
export function levelsOf(piece: BoardPiece, built: BoardStructure, k: number): Part[][] {
  const colour = pick(WALLS, stream(`structure ${piece.id}`));
  const storeys = built.storeys.map((_, level) => storeyParts(piece, built, level, k, colour));
  return [...storeys, roofParts(piece, built, k, PAINT.light)];
}

/** The walls of a storey from above, as lines along their middle with gaps for its openings; on the table. */
export function wallLines(piece: BoardPiece, level: number): Point[][] {
  const built = piece.structure;
  const storey = built?.storeys[level];
  if (!built || !storey) return [];
  const { x, y, heading } = piece.place;
  const [c, s] = [Math.cos((heading * Math.PI) / 180), Math.sin((heading * Math.PI) / 180)];
  return sidesOf(piece, storey, 1).flatMap(({ from, to, openings }) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const at = (along: number): Point => {
      const [px, py] = [from[0] + ux * along - uy * (built.wall / 2), from[1] + uy * along + ux * (built.wall / 2)];
      return [x + px * c - py * s, y + px * s + py * c];
    };
    const edges = [0, ...openings.flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b), length];
    return Array.from({ length: edges.length / 2 }, (_, i): Point[] => [
      at(edges[2 * i] as number),
      at(edges[2 * i + 1] as number),
    ]);
  });
}
