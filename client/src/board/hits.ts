/** What is under the hand: rings, ghosts, units and pieces, by their footprint, their height and a finger's slop. */
import { corners, ray as pointOn } from "./flats";
import type { Layers } from "./marks";
import { heightOf, pieceHeight } from "./models/index";
import { type Passings, placeOf } from "./standing";
import type { BoardScene, DragPart, Place, Point } from "./types";
import { type Lens, type Look, project, ray, unproject } from "./views";

export type Hit = { unit?: string; piece?: string; part: DragPart; x: number; y: number };

export type Hand = { scene: BoardScene; layers: Layers; passings: Passings; look: Look; lens: Lens };

/** Half of 44 px for a finger; a mouse is more exact. */
const SLOP = { touch: 22, pen: 12, mouse: 7 } as const;

type Thing = { place: Place; length: number; width: number; height: number };

/** How far along the sight a standing block is met, or nothing. */
function met(hand: Hand, thing: Thing, px: number, py: number): number | undefined {
  const k = hand.scene.studsPerUnit;
  const { from, along } = ray(hand.lens, hand.look, px, py);
  const c = Math.cos((thing.place.heading * Math.PI) / 180);
  const s = Math.sin((thing.place.heading * Math.PI) / 180);
  const dx = from.x - thing.place.x * k;
  const dy = -from.z - thing.place.y * k;
  const start = [dx * c + dy * s, -dx * s + dy * c, from.y];
  const way = [along.x * c - along.z * s, -along.x * s - along.z * c, along.y];
  const low = [(-thing.length * k) / 2, (-thing.width * k) / 2, 0];
  const high = [(thing.length * k) / 2, (thing.width * k) / 2, thing.height];
  let [enter, leave] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < 3; i++) {
    const [o, d, a, b] = [start[i] ?? 0, way[i] ?? 0, low[i] ?? 0, high[i] ?? 0];
    if (Math.abs(d) < 1e-12) {
      if (o < a || o > b) return undefined;
      continue;
    }
    const [t0, t1] = [(a - o) / d, (b - o) / d];
    enter = Math.max(enter, Math.min(t0, t1));
    leave = Math.min(leave, Math.max(t0, t1));
  }
  return enter <= leave ? enter : undefined;
}

/** Pixels from a pixel to the outline of a footprint on the screen; 0 inside. */
export function pixelsTo(hand: Hand, thing: Thing, px: number, py: number): number {
  const k = hand.scene.studsPerUnit;
  const outline = corners(thing.place, thing.length, thing.width).map(([x, y]) =>
    project(hand.lens, hand.look, x * k, y * k),
  );
  let inside = true;
  let sign = 0;
  let least = Number.POSITIVE_INFINITY;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % 4] as Point;
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

function nearest<T extends { id: string }>(
  things: readonly T[],
  of: (thing: T) => Thing,
  hand: Hand,
  px: number,
  py: number,
  slop: number,
): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const thing of things) {
    const body = of(thing);
    const along = met(hand, body, px, py);
    const away = along === undefined ? pixelsTo(hand, body, px, py) : 0;
    if (away > slop) continue;
    // Things really under the pointer come before things only near it, the nearer to the eye first.
    const rank = along === undefined ? 1000 + away : along;
    if (rank < least) [best, least] = [thing.id, rank];
  }
  return best;
}

/** What a pointer touches at a pixel. Small units get room for a finger, but never more than what is really hit. */
export function hitAt(hand: Hand, px: number, py: number, pointer: "mouse" | "touch" | "pen"): Hit {
  const { scene, layers, passings } = hand;
  const slop = SLOP[pointer];
  const [sx, sy] = unproject(hand.lens, hand.look, px, py);
  const at = { x: sx / scene.studsPerUnit, y: sy / scene.studsPerUnit };
  const ghostThing = (id: string, place: Place) => {
    const unit = scene.units.find((each) => each.id === id);
    return unit && { place, length: unit.length, width: unit.width, height: heightOf(unit.model) };
  };
  const exact = layers.ghosts.find((ghost) => {
    const thing = ghostThing(ghost.unit, ghost.place);
    return thing && (met(hand, thing, px, py) !== undefined || pixelsTo(hand, thing, px, py) === 0);
  });
  if (exact) return { unit: exact.unit, part: "ghost", ...at };
  const alive = scene.units.map((unit) => ({ ...unit, place: placeOf(unit, passings.get(unit.id)) }));
  const body = (unit: (typeof alive)[number]): Thing => ({ ...unit, height: heightOf(unit.model) });
  const under = nearest(alive, body, hand, px, py, 0);
  const ring = under ? undefined : ringUnder(hand, px, py, slop);
  if (ring) return { unit: ring, part: "ring", ...at };
  const unit = under ?? nearest(alive, body, hand, px, py, slop);
  if (unit) return { unit, part: "hull", ...at };
  const piece = nearest(
    scene.pieces,
    (each) => ({ ...each, height: pieceHeight(each, hand.scene.studsPerUnit) }),
    hand,
    px,
    py,
    pointer === "mouse" ? 0 : 6,
  );
  return piece ? { piece, part: "ground", ...at } : { part: "ground", ...at };
}
