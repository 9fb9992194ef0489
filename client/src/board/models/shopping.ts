/** A model as a shopping list: its parts as bricks that can be bought, by colour, shape and size. */
import type { BoardPiece, BoardUnit } from "../types";
import { partsOfDesign } from "./built";
import { liveryOf, pieceParts, unitParts } from "./index";
import type { Part } from "./part";

/** So many bricks of one shape, size and colour. `paint` is how the colour looks, `colour` what it is called. */
export type BrickLine = { colour: string; paint: string; shape: string; count: number };

/** Lengths that are sold; wider ones are laid together from rows of two and one. */
const LENGTHS = [8, 6, 4, 3, 2, 1] as const;
const PLATES_A_BRICK = 3;
/** So little is drawn for the eye only: nobody buys a third of a plate. */
const LEAST = 0.25;

const whole = (value: number): number => Math.max(1, Math.round(value));

/** A length as the fewest pieces that are sold. */
function pieces(length: number): number[] {
  const found: number[] = [];
  let left = whole(length);
  for (const size of LENGTHS)
    while (left >= size) {
      found.push(size);
      left -= size;
    }
  return found;
}

/** Rows that cover a width. */
const rows = (width: number): number[] => {
  const wide = whole(width);
  return [...Array<number>(Math.floor(wide / 2)).fill(2), ...(wide % 2 ? [1] : [])];
};

/** Bricks and plates that make a height. */
function layers(plates: number): string[] {
  const high = whole(plates);
  const bricks = Math.floor(high / PLATES_A_BRICK);
  return [...Array<string>(bricks).fill("brick"), ...Array<string>(high % PLATES_A_BRICK).fill("plate")];
}

const sized = (name: string, a: number, b: number): string => `${name} ${Math.min(a, b)} × ${Math.max(a, b)}`;

/** The shapes a part is made of. */
function shapesOf(part: Part): string[] {
  const [long, wide] = part.l >= part.w ? [part.l, part.w] : [part.w, part.l];
  if (part.kind === "rod") return [`bar ${whole(part.l)} long`];
  if (part.kind === "tube") {
    const size = Math.min(4, whole(part.l) > 2 ? 4 : whole(part.l));
    return layers(part.h).map((name) => sized(`round ${name}`, size, size));
  }
  const covered = rows(wide).flatMap((row) => pieces(long).map((piece): [number, number] => [row, piece]));
  if (part.kind === "wedge") return covered.map(([row, piece]) => sized("slope", row, piece));
  return layers(part.h).flatMap((name) => covered.map(([row, piece]) => sized(name, row, piece)));
}

/** Colours bricks are sold in: nobody can buy a shade of the board's own paint. */
const SOLD: readonly (readonly [string, string])[] = [
  ["white", "#f2f3f2"],
  ["light grey", "#aeb4b6"],
  ["grey", "#7c868c"],
  ["dark grey", "#454c50"],
  ["black", "#1f2326"],
  ["tan", "#d9c79c"],
  ["dark tan", "#a98f5c"],
  ["light brown", "#b98a55"],
  ["brown", "#7a5230"],
  ["dark brown", "#3d2b1f"],
  ["olive green", "#6b7444"],
  ["dark olive", "#454f2e"],
  ["green", "#3f7a3a"],
  ["dark green", "#16421f"],
  ["bright green", "#7fa857"],
  ["sand green", "#56977c"],
  ["blue", "#0a5ca8"],
  ["dark blue", "#1f3a5f"],
  ["sand blue", "#5d7a94"],
  ["light blue", "#7fb3c8"],
  ["teal", "#007577"],
  ["red", "#b3261e"],
  ["dark red", "#7a2418"],
  ["rust", "#9a6a52"],
  ["orange", "#c8541c"],
  ["yellow", "#f2c230"],
  ["gold", "#c9952f"],
  ["pink", "#c98d86"],
  ["mauve", "#8f5f78"],
  ["purple", "#6a1b6e"],
];

const lit = (paint: string): number[] => [1, 3, 5].map((at) => Number.parseInt(paint.slice(at, at + 2), 16));
const known = new Map<string, readonly [string, string]>();

/** The colour that is sold and most like a paint: its name, and how it looks. */
function soldAs(paint: string): readonly [string, string] {
  const found = known.get(paint);
  if (found) return found;
  const own = lit(paint);
  const apart = ([, other]: readonly [string, string]): number =>
    lit(other).reduce((sum, value, i) => sum + (value - (own[i] ?? 0)) ** 2, 0);
  const nearest = SOLD.reduce((best, one) => (apart(one) < apart(best) ? one : best));
  known.set(paint, nearest);
  return nearest;
}

/** Something to build, and how often. */
export type Order = { count: number } & ({ unit: BoardUnit } | { piece: BoardPiece });

const partsOf = (order: Order, studsPerUnit: number): Part[] =>
  "unit" in order ? unitParts(order.unit, studsPerUnit) : pieceParts(order.piece, studsPerUnit);

type Bought = { paint: string; shape: string; count: number };

/** What a drawing looks like as bricks. */
const looksLike = (parts: readonly Part[]): Bought[] =>
  parts
    .filter((one) => Math.min(one.l, one.w) >= LEAST)
    .flatMap((part) => shapesOf(part).map((shape) => ({ paint: part.colour, shape, count: 1 })));

/** What one model takes: the parts of its design where it is built after one, else what its drawing looks like. */
function boughtFor(order: Order, studsPerUnit: number): Bought[] {
  const parts = partsOf(order, studsPerUnit);
  const designed = "unit" in order ? partsOfDesign(order.unit.model, liveryOf(order.unit)[0]) : [];
  if (designed.length === 0) return looksLike(parts);
  // the plate that the modules of a Mech stand on belongs to none of them
  const isMech = "unit" in order && order.unit.model.startsWith("mech.");
  return [...designed, ...(isMech ? looksLike(parts.filter((part) => !part.laid)) : [])];
}

/** What some models are built from, each so many times: the commonest colours first, then the commonest bricks. */
export function bricksOf(orders: readonly Order[], studsPerUnit: number): BrickLine[] {
  const found = new Map<string, BrickLine>();
  for (const order of orders)
    for (const { paint: seen, shape, count } of boughtFor(order, studsPerUnit)) {
      const [colour, paint] = soldAs(seen);
      const before = found.get(`${colour}/${shape}`)?.count ?? 0;
      found.set(`${colour}/${shape}`, { colour, paint, shape, count: before + count * order.count });
    }
  const lines = [...found.values()];
  const total = (colour: string): number =>
    lines.reduce((sum, line) => sum + (line.colour === colour ? line.count : 0), 0);
  return lines.sort(
    (a, b) =>
      total(b.colour) - total(a.colour) ||
      a.colour.localeCompare(b.colour) ||
      b.count - a.count ||
      a.shape.localeCompare(b.shape),
  );
}
