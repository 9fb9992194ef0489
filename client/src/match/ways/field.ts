// What can stop a unit, taken from the table as it is shown: other units, wrecks, closed terrain and the edge.
import type { Place } from "../../board";
import type { Outline } from "../../board/ground/discs";
import { footing, pairs } from "../../board/ground/flats";
import { type Body, convexParts } from "../../board/helm";
import { type Border, bodyAt, footprint } from "../../board/ruler";
import type { Point } from "../../board/types";
import type { CardFace, SeatTable, TableFace, Token, Unit } from "../../protocol";
import { cardOf } from "../words";
import { fromGrain, GRAIN, outlineOf, placeOf } from "./measure";

/** What stands round a unit, each part with the id of its thing, and the unit's own size. */
export type Field = {
  length: number;
  width: number;
  round?: boolean;
  obstacles: readonly Outline[];
  things: readonly string[];
  border: Border;
};

const STANDING = new Set(["alive", "wreck"]);

/** A hull for the ruler of the board. */
export function hullOf(card: CardFace | null): Body {
  return {
    length: fromGrain(card?.length ?? 0),
    width: fromGrain(card?.width ?? 0),
    outline: outlineOf(card?.outline ?? []),
  };
}

function shapeOf(card: CardFace | null, place: Place): Outline {
  const { outline, ...size } = hullOf(card);
  if (card?.round) return bodyAt(place, { ...size, round: true });
  return footing(outline.length > 0 ? { ...size, outline } : size, place);
}

/** A unit, or each of its figures that is still there. */
function bodiesOf(unit: Unit, face: TableFace): Outline[] {
  const card = cardOf(face, unit.id);
  if (!unit.figures) return unit.pose ? [shapeOf(card, placeOf(unit.pose))] : [];
  const standing = unit.figures.filter((figure) => figure.status === "alive");
  return standing.flatMap(({ card: own, pose }) => (pose ? [shapeOf(face.cards[own] ?? card, placeOf(pose))] : []));
}

/** A piece in convex parts. */
function partsOf(token: Token): Outline[] {
  const outline = outlineOf(token.outline);
  const size = { length: fromGrain(token.length), width: fromGrain(token.width), round: token.round === true };
  return outline.length < 6 ? [bodyAt(placeOf(token.pose), size)] : convexParts(pairs(outline));
}

/** The ground as one unit meets it. */
export function fieldOf(table: SeatTable, face: TableFace, unit: string, meets?: readonly string[]): Field {
  // an offer may say itself what is in the way of whom
  const told = meets && new Set(meets);
  const others = table.units.flatMap((one) => {
    if (one.id === unit || one.pose === null || one.inside || !STANDING.has(one.status)) return [];
    if (told && !told.has(one.id)) return [];
    return bodiesOf(one, face).map((shape) => ({ id: one.id, shape }));
  });
  const closed = table.tokens
    .filter((token) => (told ? told.has(token.id) : face.features[token.kind]?.blocks))
    .flatMap((token) => partsOf(token).map((shape) => ({ id: token.id, shape })));
  const card = cardOf(face, unit);
  // nothing is in the way of what flies, and over the edge it leaves the table
  const aloft = table.units.some((one) => one.id === unit && one.status === "flying");
  const all = aloft ? [] : [...others, ...closed];
  const [wide, deep] = [fromGrain(face.width), fromGrain(face.height)];
  const { length, width } = hullOf(card);
  return {
    length,
    width,
    ...(card?.round ? { round: true } : {}),
    obstacles: all.map((one) => one.shape),
    things: all.map((one) => one.id),
    border: aloft ? [-wide, -deep, 2 * wide, 2 * deep] : [0, 0, wide, deep],
  };
}

const whole = (value: number): number => Math.round(value * GRAIN) / GRAIN;

/** A place moved so that the footprint just touches the side of a zone that lies along an edge of the table: units come
 * on from outside, or land on a shore in front of it. */
export function atEdge(face: TableFace, unit: string, edge: string, zone: readonly Point[], place: Place): Place {
  const card = cardOf(face, unit);
  const { length, width } = hullOf(card);
  const shape = footprint(card?.round ? { ...place, heading: 0 } : place, length, width);
  const across = edge === "west" || edge === "east";
  const of = (outline: readonly Point[]): number[] => outline.map(([x, y]) => (across ? x : y));
  const far = edge === "east" || edge === "north";
  const side = (outline: readonly Point[]): number => (far ? Math.max(...of(outline)) : Math.min(...of(outline)));
  const by = side(zone) - side(shape);
  return { ...place, x: whole(place.x + (across ? by : 0)), y: whole(place.y + (across ? 0 : by)) };
}
