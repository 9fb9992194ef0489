/** What is under the hand: rings, ghosts, units and pieces, by their footprint, their height and a finger's slop. */
import { footing, ray as pointOn } from "./ground/flats";
import { groundAt, liftOf, reliefOf } from "./ground/relief";
import { inFormation } from "./looking/levels";
import { type Lens, type Look, project, ray, unproject } from "./looking/views";
import type { Layers } from "./marks";
import { pieceHeight, unitHeight } from "./models/index";
import { type Passings, placeOf } from "./standing";
import type { BoardPiece, BoardScene, BoardUnit, DragPart, Place, Point } from "./types";

/** `figure`: which one of a unit's; `below`: other units under the same pixel, the upper ones first. */
export type Hit = {
  unit?: string;
  figure?: string;
  below?: string[];
  piece?: string;
  part: DragPart;
  x: number;
  y: number;
};

export type Hand = { scene: BoardScene; layers: Layers; passings: Passings; look: Look; lens: Lens };

/** Half of 44 px for a finger; a mouse is more exact. */
const SLOP = { touch: 22, pen: 12, mouse: 7 } as const;

type Thing = {
  place: Place;
  length: number;
  width: number;
  height: number;
  outline?: number[];
  round?: boolean;
  /** How high it begins, in studs. */
  base?: number;
};

type Reach = [number, number];

/** From where to where a line is between two bounds; upside down if it never is. */
function between(from: number, way: number, low: number, high: number): Reach {
  if (Math.abs(way) < 1e-12) return from < low || from > high ? [1, 0] : [Number.NEGATIVE_INFINITY, Infinity];
  const [a, b] = [(low - from) / way, (high - from) / way];
  return a < b ? [a, b] : [b, a];
}

/** From where to where a line, seen from above, is within a disc about the origin. */
function withinDisc([x, y]: Point, [dx, dy]: Point, r: number): Reach {
  const d2 = dx * dx + dy * dy;
  if (d2 < 1e-24) return x * x + y * y > r * r ? [1, 0] : [Number.NEGATIVE_INFINITY, Infinity];
  const along = -(x * dx + y * dy);
  const square = along * along - d2 * (x * x + y * y - r * r);
  return square < 0 ? [1, 0] : [(along - Math.sqrt(square)) / d2, (along + Math.sqrt(square)) / d2];
}

/** How far along the sight a standing block is met, or nothing. */
function met(hand: Hand, thing: Thing, px: number, py: number): number | undefined {
  const k = hand.scene.studsPerUnit;
  const { from, along } = ray(hand.lens, hand.look, px, py);
  const c = Math.cos((thing.place.heading * Math.PI) / 180);
  const s = Math.sin((thing.place.heading * Math.PI) / 180);
  const dx = from.x - thing.place.x * k;
  const dy = -from.z - thing.place.y * k;
  const start: Point = [dx * c + dy * s, -dx * s + dy * c];
  const way: Point = [along.x * c - along.z * s, -along.x * s - along.z * c];
  const [l, w, base] = [(thing.length * k) / 2, (thing.width * k) / 2, thing.base ?? 0];
  const aside = thing.round
    ? [withinDisc(start, way, l)]
    : [between(start[0], way[0], -l, l), between(start[1], way[1], -w, w)];
  const reaches: Reach[] = [...aside, between(from.y, along.y, base, base + thing.height)];
  const enter = Math.max(0, ...reaches.map((reach) => reach[0]));
  return enter <= Math.min(...reaches.map((reach) => reach[1])) ? enter : undefined;
}

/** Pixels from a pixel to the outline of a footprint on the screen; 0 inside. */
export function pixelsTo(hand: Hand, thing: Thing, px: number, py: number): number {
  const k = hand.scene.studsPerUnit;
  const { outline: _, ...plain } = thing;
  const outline = footing(plain, thing.place).map(([x, y]) =>
    project(hand.lens, hand.look, x * k, y * k, thing.base ?? 0),
  );
  let inside = true;
  let sign = 0;
  let least = Number.POSITIVE_INFINITY;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length] as Point;
    const turn = (b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0]);
    if (turn !== 0 && sign !== 0 && Math.sign(turn) !== sign) inside = false;
    if (turn !== 0 && sign === 0) sign = Math.sign(turn);
    least = Math.min(least, toSegment([px, py], a, b));
  });
  return inside ? 0 : least;
}

function toSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const t = Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

function ringUnder(hand: Hand, px: number, py: number, slop: number): string | undefined {
  const k = hand.scene.studsPerUnit;
  const at = (p: Point) => project(hand.lens, hand.look, p[0] * k, p[1] * k);
  for (const ring of hand.layers.rings) {
    const knob = at(pointOn(ring.place.x, ring.place.y, ring.place.heading, ring.radius));
    if (Math.hypot(knob[0] - px, knob[1] - py) <= slop + 8) return ring.unit;
    const [x, y] = unproject(hand.lens, hand.look, px, py);
    const away = Math.abs(Math.hypot(x / k - ring.place.x, y / k - ring.place.y) - ring.radius) * k * hand.look.scale;
    if (away <= slop) return ring.unit;
  }
  return undefined;
}

/** The things at a pixel or within the slop of it, the first to be touched first. */
function touched<T>(
  things: readonly T[],
  of: (thing: T) => Thing,
  hand: Hand,
  px: number,
  py: number,
  slop: number,
): T[] {
  const found = things.flatMap((thing) => {
    const body = of(thing);
    const along = met(hand, body, px, py);
    const away = along === undefined ? pixelsTo(hand, body, px, py) : 0;
    // Things really under the pointer come before things only near it, the nearer to the eye first.
    return away > slop ? [] : [{ thing, rank: along === undefined ? 1000 + away : along }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ thing }) => thing);
}

type Seen = { scene: BoardScene; look: Look; lens: Lens };

/** The point of the ground under a pixel, on hills and bridges too. */
export function groundPoint({ scene, look, lens }: Seen, px: number, py: number): Point {
  const k = scene.studsPerUnit;
  const at = (height: number): Point => {
    const [x, y] = unproject(lens, look, px, py, height);
    return [x / k, y / k];
  };
  if (!reliefOf(scene)) return at(0);
  // down along the sight until it meets the ground: on top of it, else on the face of a step
  for (let high = HIGHEST; high > 0; high -= STRIDE) {
    const ground = groundAt(scene, ...at(high));
    if (ground < high - 1e-6) continue;
    return groundAt(scene, ...at(ground)) >= ground - 1e-6 ? at(ground) : at(high);
  }
  return at(0);
}

/** Higher than any ground, and how finely a sight is followed down to it, in studs. */
const HIGHEST = 5;
const STRIDE = 0.1;

/** What a pointer touches at a pixel. Small units get room for a finger, but never more than what is really hit. */
export function hitAt(hand: Hand, px: number, py: number, pointer: "mouse" | "touch" | "pen"): Hit {
  const { scene, layers, passings } = hand;
  const slop = SLOP[pointer];
  const [x, y] = groundPoint(hand, px, py);
  const at = { x, y };
  const body = (unit: BoardUnit): Thing => ({
    ...unit,
    height: unitHeight(unit, scene.studsPerUnit),
    base: liftOf(scene, unit),
  });
  for (const ghost of layers.ghosts) {
    for (const { unit, place } of inFormation(scene, ghost.unit, ghost.place, ghost.apart)) {
      const thing = { ...body({ ...unit, place }), base: groundAt(scene, place.x, place.y) };
      if (met(hand, thing, px, py) === undefined && pixelsTo(hand, thing, px, py) > 0) continue;
      return { unit: ghost.unit, ...(unit.figure ? { figure: unit.figure } : {}), part: "ghost", ...at };
    }
  }
  const alive = scene.units.map((unit) => ({ ...unit, place: placeOf(unit, passings.get(unit.id)) }));
  const under = touched(alive, body, hand, px, py, 0);
  const ring = under.length > 0 ? undefined : ringUnder(hand, px, py, slop);
  if (ring) return { unit: ring, part: "ring", ...at };
  const [first, ...others] = under.length > 0 ? under : touched(alive, body, hand, px, py, slop).slice(0, 1);
  if (first) {
    const unit = first.of ?? first.id;
    const below = [...new Set(others.map((each) => each.of ?? each.id))].filter((each) => each !== unit);
    const figure = first.figure ? { figure: first.figure } : {};
    return { unit, ...figure, ...(below.length > 0 ? { below } : {}), part: "hull", ...at };
  }
  const height = (each: BoardPiece) => ({ ...each, height: pieceHeight(each, hand.scene.studsPerUnit) });
  const piece = touched(scene.pieces, height, hand, px, py, pointer === "mouse" ? 0 : 6)[0]?.id;
  return piece ? { piece, part: "ground", ...at } : { part: "ground", ...at };
}
