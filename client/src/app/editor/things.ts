// What of a document lies on the table: where, how large, and the document in which it lies somewhere else.
import type { Point } from "../../board";
import type { LaidKind, LaidPlace, ScenarioDesk } from "../../protocol";
import { homeOf, isPlain, type Path, type Plain, placesOf, valueAt, withEntry, withValue } from "./document";

export type Thing = {
  path: Path;
  place: LaidPlace;
  title: string;
  /** The kind it is drawn as. */
  kind: string;
  entry: unknown;
  x: number;
  y: number;
  heading: number;
  length: number;
  width: number;
  round: boolean;
  /** All of its kind are as large as each other. */
  isFixed: boolean;
  /** Its corners on the table. */
  outline: Point[];
};

/** A point without a size can be touched this many studs around. */
const POINT_STUDS = 3.2;
const DECIMALS = 1000;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
export const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;
const whole = (degrees: number): number => rounded(((degrees % 360) + 360) % 360);
const number = (value: unknown, other: number): number => (typeof value === "number" ? value : other);
const word = (value: unknown): string => (typeof value === "string" ? value : "");

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "number");
const pointsIn = (value: unknown): Point[] => (Array.isArray(value) ? value.filter(isPoint) : []);

const turnedAbout = ([x, y]: Point, [cx, cy]: Point, degrees: number): Point => {
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return [cx + (x - cx) * c - (y - cy) * s, cy + (x - cx) * s + (y - cy) * c];
};

function boxOf(x: number, y: number, length: number, width: number, heading: number): Point[] {
  const corners: Point[] = [
    [x - length / 2, y - width / 2],
    [x + length / 2, y - width / 2],
    [x + length / 2, y + width / 2],
    [x - length / 2, y + width / 2],
  ];
  return corners.map((corner) => turnedAbout(corner, [x, y], heading));
}

function middleOf(points: readonly Point[]): Point {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

function kindOf(place: LaidPlace, entry: unknown): string {
  const named = place.kind && isPlain(entry) ? word(entry[place.kind]) : "";
  return named || (place.drawn ?? "");
}

const laidKind = (desk: ScenarioDesk, path: string, kind: string): LaidKind | undefined =>
  (desk.data.kinds ?? []).find((each) => each.path === path && (each.kind ?? "") === kind);

const isUpright = ({ shape }: LaidPlace): boolean => shape === "area";

/** The corners of a piece that states some; those of some games are about its middle. */
function statedCorners(place: LaidPlace, entry: Plain, at: Point, heading: number): Point[] {
  const stated = pointsIn(entry.corners);
  if (stated.length < 3 || !place.corners) return [];
  if (place.corners === "table") return stated;
  return stated.map(([x, y]) => turnedAbout([at[0] + x, at[1] + y], at, heading));
}

function thingAt(desk: ScenarioDesk, place: LaidPlace, path: Path, entry: unknown): Thing | undefined {
  const kind = kindOf(place, entry);
  const made = laidKind(desk, place.path, kind);
  const title = desk.faces[kind]?.title ?? made?.title ?? place.title;
  const isFixed = made?.fixed === true;
  const base = { path, place, title, kind, entry, heading: 0, round: false, isFixed };
  const dot = POINT_STUDS / (desk.studs || 1);
  if (place.shape === "marker") {
    if (!isPoint(entry)) return undefined;
    const [x, y] = entry;
    return { ...base, x, y, length: dot, width: dot, outline: boxOf(x, y, dot, dot, 0) };
  }
  if (!isPlain(entry)) return undefined;
  if (place.shape === "outline") {
    const outline = pointsIn(entry.points);
    if (outline.length < 3) return undefined;
    const [x, y] = middleOf(outline);
    return { ...base, x, y, length: 0, width: 0, outline };
  }
  const [x, y] = [number(entry.x, 0), number(entry.y, 0)];
  if (place.shape === "point") return { ...base, x, y, length: dot, width: dot, outline: boxOf(x, y, dot, dot, 0) };
  const length = number(isFixed ? undefined : entry.length, made?.length || 1);
  const width = number(isFixed ? undefined : entry.width, made?.width || 1);
  const heading = isUpright(place) ? 0 : number(entry.heading, 0);
  const stated = statedCorners(place, entry, [x, y], heading);
  const outline = stated.length > 0 ? stated : boxOf(x, y, length, width, heading);
  return { ...base, x, y, heading, length, width, round: entry.round === true, outline };
}

/** Everything of a document that lies on the table; what cannot be drawn is left to the faults. */
export function thingsOf(desk: ScenarioDesk, document: Plain): Thing[] {
  return desk.data.laid.flatMap((place) =>
    placesOf(document, place.path).flatMap((path) => {
      const thing = thingAt(desk, place, path, valueAt(document, path));
      return thing ? [thing] : [];
    }),
  );
}

/** Whether a point is in an outline. */
export function isInside([px, py]: Point, outline: readonly Point[]): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [[ax, ay], [bx, by]] = [outline[i] as Point, outline[j] as Point];
    if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

const areaOf = (outline: readonly Point[]): number =>
  Math.abs(
    outline.reduce((sum, [x, y], at) => {
      const [nx, ny] = outline[(at + 1) % outline.length] as Point;
      return sum + x * ny - nx * y;
    }, 0),
  ) / 2;

const gap = ([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - share * dx, py - ay - share * dy);
};

/** How far a point is from an outline; nothing inside it. */
export function distanceTo(point: Point, outline: readonly Point[]): number {
  if (isInside(point, outline)) return 0;
  return Math.min(...outline.map((corner, at) => gap(point, corner, outline[(at + 1) % outline.length] as Point)));
}

/** What a touch means: the smallest thing under it, or the nearest one within reach. */
export function touched(things: readonly Thing[], at: Point, reach: number): Thing | undefined {
  const near = things
    .map((thing) => ({ thing, away: distanceTo(at, thing.outline) }))
    .filter(({ away }) => away <= reach);
  near.sort((a, b) => a.away - b.away || areaOf(a.thing.outline) - areaOf(b.thing.outline));
  return near[0]?.thing;
}

const shifted = (points: unknown, dx: number, dy: number): Point[] =>
  pointsIn(points).map(([x, y]) => [rounded(x + dx), rounded(y + dy)]);

/** A thing's entry where it lies so much further. */
function movedEntry({ place, entry }: Thing, dx: number, dy: number): unknown {
  if (isPoint(entry)) return [rounded(entry[0] + dx), rounded(entry[1] + dy)];
  if (!isPlain(entry)) return entry;
  if (place.shape === "outline") return { ...entry, points: shifted(entry.points, dx, dy) };
  const at = { x: rounded(number(entry.x, 0) + dx), y: rounded(number(entry.y, 0) + dy) };
  const corners = place.corners === "table" && "corners" in entry ? { corners: shifted(entry.corners, dx, dy) } : {};
  return { ...entry, ...at, ...corners };
}

/** The document in which a thing lies with its middle there. */
export const movedTo = <T>(document: T, thing: Thing, [x, y]: Point): T =>
  withValue(document, thing.path, movedEntry(thing, x - thing.x, y - thing.y));

export const mayTurn = ({ place }: Thing): boolean => place.shape === "box" || place.shape === "outline";

function turnedEntry(thing: Thing, degrees: number): unknown {
  const { place, entry, x, y } = thing;
  if (!isPlain(entry) || !mayTurn(thing)) return entry;
  const about = (points: unknown): Point[] =>
    pointsIn(points).map((point) => turnedAbout(point, [x, y], degrees).map(rounded) as Point);
  if (place.shape === "outline") {
    const direction = typeof entry.direction === "number" ? { direction: whole(entry.direction + degrees) } : {};
    return { ...entry, points: about(entry.points), ...direction };
  }
  const corners = place.corners === "table" && "corners" in entry ? { corners: about(entry.corners) } : {};
  return { ...entry, heading: whole(number(entry.heading, 0) + degrees), ...corners };
}

/** The document in which a thing is turned by so many degrees about its middle. */
export const turnedBy = <T>(document: T, thing: Thing, degrees: number): T =>
  withValue(document, thing.path, turnedEntry(thing, degrees));

/** Whether its size is a length and a width that can be pulled at. */
export const maySize = ({ place, entry, isFixed }: Thing): boolean =>
  !isFixed && (place.shape === "box" || place.shape === "area") && isPlain(entry) && !("corners" in entry);

/** The document in which a thing has another size. */
export function sizedTo<T>(document: T, { path, entry }: Thing, length: number, width: number): T {
  return isPlain(entry)
    ? withValue(document, path, { ...entry, length: rounded(length), width: rounded(width) })
    : document;
}

/** The document in which one corner of an outline lies elsewhere; without a place it is gone. */
export function cornered<T>(document: T, { path, outline }: Thing, at: number, to: Point | null): T {
  const points = to
    ? outline.map((old, index) => (index === at ? (to.map(rounded) as Point) : old))
    : outline.filter((_, index) => index !== at);
  return points.length < 3 ? document : withValue(document, [...path, "points"], points);
}

/** The document with one more corner, in the middle of the edge behind a corner. */
export function withCorner<T>(document: T, { path, outline }: Thing, after: number): T {
  const [[ax, ay], [bx, by]] = [outline[after] as Point, outline[(after + 1) % outline.length] as Point];
  const middle: Point = [rounded((ax + bx) / 2), rounded((ay + by) / 2)];
  return withValue(document, [...path, "points"], outline.toSpliced(after + 1, 0, middle));
}

/** A kind laid down: the document with it, and its path. */
export function laidDown<T>(document: T, desk: ScenarioDesk, kind: LaidKind, [x, y]: Point) {
  const place = desk.data.laid.find((each) => each.path === kind.path);
  const home = homeOf(kind.path);
  const at: Point = [rounded(x), rounded(y)];
  const entry = placedEntry(place?.shape ?? "point", kind.entry ?? {}, at);
  if (home.isList) return withEntry(document, home.path, entry);
  return { document: withValue(document, home.path, entry), path: home.path };
}

function placedEntry(shape: LaidPlace["shape"], entry: Plain, [x, y]: Point): unknown {
  if (shape === "marker") return [x, y];
  if (shape === "outline") return { ...entry, points: shifted(entry.points, x, y) };
  const { heading, ...rest } = entry;
  // as the games' own files have it: what, where, how large, how it is turned
  const { feature, ...sizes } = rest;
  return { ...(feature !== undefined && { feature }), x, y, ...sizes, ...(heading !== undefined && { heading }) };
}

/** A twin of a thing beside it; single things have none. */
export function copied<T>(document: T, thing: Thing, step: number): { document: T; path: Path } | undefined {
  const list = thing.path.slice(0, -1);
  if (typeof thing.path.at(-1) !== "number") return undefined;
  return withEntry(document, list, movedEntry(thing, step, -step));
}

export const without = <T>(document: T, { path }: Thing): T => withValue(document, path, undefined);

/** How long and wide the table is. */
export function sizeOf(desk: ScenarioDesk, document: Plain): [number, number] {
  const [along = "", across = along] = desk.data.size;
  const usual = desk.usual_size || 1;
  return [number(document[along], 0) || usual, number(document[across], 0) || usual];
}
