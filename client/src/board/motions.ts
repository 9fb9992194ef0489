/** What happened, played: units drive their path, shots fly, wrecks fall over. One thing at a time, never long. */
import { onItsWay } from "./bursts";
import { circle, type Flat, line, radians } from "./ground/flats";
import type { Passing } from "./standing";
import { diceAt, tumbling } from "./throws";
import type { BoardScene, BoardUnit, Die, Motion, Place, Point } from "./types";

/** Inches a second, longest move, and what the other motions take, in milliseconds. */
const PACE = 12;
const LONGEST = 1200;
const TAKES = { shot: 420, dice: 900, wreck: 500, sink: 900, place: 260, fall: 380, leave: 420, thin: 260 } as const;
/** A hit or a miss is seen when the dice have come to rest. */
const AT_REST = 0.8;
/** A queue longer than this is played faster. */
const ALL = 3000;

/** What a motion shows at one moment: units out of their usual place, flat marks, dice on the table. */
export type Moment = { passings: Map<string, Passing>; flats: Flat[]; dice?: BoardUnit[] };
export type Act = { motion: Motion; takes: number };

const wayOf = (a: Place, b: Place) => Math.hypot(b.x - a.x, b.y - a.y);

/** Turns count as a short drive, so that a pivot is seen. */
function stage(a: Place, b: Place): number {
  return wayOf(a, b) + Math.abs(turnOf(a.heading, b.heading)) / 45;
}

function turnOf(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

/** The place after a share of a path. */
export function along(path: readonly Place[], share: number): Place {
  const legs = path.slice(1).map((to, i) => ({ from: path[i] as Place, to, l: stage(path[i] as Place, to) }));
  let left = legs.reduce((sum, leg) => sum + leg.l, 0) * share;
  for (const { from, to, l } of legs) {
    if (left > l) {
      left -= l;
      continue;
    }
    const t = l ? left / l : 1;
    const heading = from.heading + turnOf(from.heading, to.heading) * t;
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t, heading };
  }
  return path[path.length - 1] ?? { x: 0, y: 0, heading: 0 };
}

function takes(motion: Motion): number {
  if ((motion.kind === "shot" || motion.kind === "dice") && motion.takes !== undefined) return motion.takes;
  if (motion.kind === "march") return Math.max(0, ...motion.moves.map(({ path }) => drives(path)));
  return motion.kind === "move" ? drives(motion.path) : TAKES[motion.kind];
}

function drives(path: readonly Place[]): number {
  const l = path.slice(1).reduce((sum, to, i) => sum + stage(path[i] as Place, to), 0);
  return Math.min(LONGEST, (l / PACE) * 1000);
}

/** The motions with their lengths; a long queue is squeezed into three seconds. */
export function actsOf(motions: readonly Motion[], speed: number): Act[] {
  const acts = motions.map((motion) => ({ motion, takes: takes(motion) / Math.max(0.1, speed) }));
  const total = acts.reduce((sum, act) => sum + act.takes, 0);
  const squeeze = total > ALL ? ALL / total : 1;
  return acts.map((act) => ({ ...act, takes: act.takes * squeeze }));
}

const ease = (t: number) => 1 - (1 - t) ** 3;

/** What an act shows when a share of it is over. `done` is where earlier motions left the units. */
export function momentOf(scene: BoardScene, act: Act, share: number, done: ReadonlyMap<string, Passing>): Moment {
  const passings = new Map(done);
  const flats: Flat[] = [];
  const { motion } = act;
  const unitOf = (id: string) => scene.units.find((unit) => unit.id === id);
  if (motion.kind === "move" || motion.kind === "march") {
    for (const { unit, path } of motion.kind === "march" ? motion.moves : [motion])
      passings.set(unit, { place: along(path, share), roll: 0, lift: 0, wreck: false });
  } else if (motion.kind === "shot") {
    const from = unitOf(motion.from);
    const to = unitOf(motion.to) ?? scene.pieces.find((piece) => piece.id === motion.to);
    if (from && to) {
      const shot = { from: spotOf(from, done), to: spotOf(to, done), side: from.side, hit: motion.hit };
      const close = motion.close ? { close: true } : {};
      const bursts = motion.dice?.length ? AT_REST : undefined;
      flats.push(...onItsWay({ ...shot, ...close }, 1 / scene.studsPerUnit, share, bursts));
      for (const [by, at] of motion.beside ?? []) {
        const [one, other] = [unitOf(by), unitOf(at)];
        if (!one || !other) continue;
        const more = { ...shot, from: spotOf(one, done), to: spotOf(other, done) };
        flats.push(...onItsWay({ ...more, ...close }, 1 / scene.studsPerUnit, share, bursts));
      }
      const beside: Point = [(shot.from[0] + 2 * shot.to[0]) / 3, (shot.from[1] + 2 * shot.to[1]) / 3];
      if (motion.dice?.length)
        return { passings, flats, dice: thrown(scene, passings, beside, shot.from, motion.dice, share) };
    }
  } else if (motion.kind === "dice") {
    return { passings, flats, dice: thrown(scene, passings, motion.at, [motion.at[0], -1], motion.dice, share) };
  } else {
    const unit = unitOf(motion.unit);
    if (!unit) return { passings, flats };
    const here = at(unit, done);
    passings.set(unit.id, settled(here, motion, share));
    if (motion.kind === "sink" && scene.ground === "sea") flats.push(...ripples(scene, here, share));
  }
  return { passings, flats };
}

/** Dice on their way, or at rest. */
function thrown(
  scene: BoardScene,
  passings: Map<string, Passing>,
  near: Point,
  from: Point,
  dice: readonly Die[],
  share: number,
): BoardUnit[] {
  const lying = diceAt(scene, near, dice);
  for (const one of lying) passings.set(one.id, tumbling(one, from, 1 / scene.studsPerUnit, share));
  return lying;
}

function settled(unit: BoardUnit, motion: Extract<Motion, { unit: string }>, share: number): Passing {
  if (motion.kind === "sink") return sinking(unit, share);
  if (motion.kind === "leave") return leaving(unit, share);
  if (motion.kind === "fall") return falling(unit, motion.stays, share);
  if (motion.kind === "thin") return thinning(unit, motion.left, share);
  return settling(unit, motion.kind === "place" ? "place" : "wreck", share);
}

/** Up and away. */
function leaving({ place }: BoardUnit, share: number): Passing {
  return { place, roll: 0, lift: 6 * share * share, wreck: false, gone: share >= 1 };
}

/** A figure goes over backwards; when it does not stay, it is taken off the table. */
function falling({ place }: BoardUnit, stays: boolean, share: number): Passing {
  return { place, roll: 90 * ease(share), lift: 0, wreck: share > 0.5, gone: !stays && share >= 1 };
}

/** From when on a soldier of a plate who falls lies. */
const HIT_THE_GROUND = 0.4;

/** One soldier goes down, the others stay where they are. */
function thinning({ place }: BoardUnit, left: number, share: number): Passing {
  const stands: Passing = { place, roll: 0, lift: 0, wreck: false, soldiers: left };
  if (share < 1) return { ...stands, falls: share < HIT_THE_GROUND ? "stands" : "lies" };
  return left === 0 ? { ...stands, gone: true } : stands;
}

function at(unit: BoardUnit, done: ReadonlyMap<string, Passing>): BoardUnit {
  return { ...unit, place: done.get(unit.id)?.place ?? unit.place };
}

/** The middle of a unit where it is now, or of a piece. */
function spotOf(thing: { id: string; place: Place }, done: ReadonlyMap<string, Passing>): Point {
  const { x, y } = done.get(thing.id)?.place ?? thing.place;
  return [x, y];
}

/** Stern first under the water, and no wreck. */
function sinking({ place }: BoardUnit, share: number): Passing {
  const t = share * share;
  return { place, roll: 14 * t, pitch: 26 * Math.min(1, share * 1.6), lift: -17 * t, wreck: false, gone: share >= 1 };
}

function ripples(scene: BoardScene, { place, length }: BoardUnit, share: number): Flat[] {
  const stud = 1 / scene.studsPerUnit;
  return [0, 0.35].flatMap((late) => {
    const t = (share - late) / (1 - late);
    if (t <= 0) return [];
    const ring = circle(place.x, place.y, length * 0.2 + t * (length * 0.4 + 2 * stud), 48);
    return [
      line(ring, { closed: true, alpha: 0.9 * (1 - t), colour: "#ffffff", width: { studs: 0.3, px: 3 }, height: 0.1 }),
    ];
  });
}

function settling(unit: BoardUnit, kind: "wreck" | "place", share: number): Passing {
  const { place } = unit;
  if (kind === "place") return { place, roll: 0, lift: 3 * (1 - ease(share)), wreck: false };
  const hop = Math.sin(radians(180 * share)) * 0.6;
  return { place, roll: 90 * ease(share), lift: hop, wreck: share > 0.35 };
}

/** The next frame, or a quarter of a second: a page in the background draws none, and motions must still end. */
export const nextFrame = () =>
  new Promise<number>((resolve) => {
    const late = setTimeout(() => resolve(performance.now()), 250);
    requestAnimationFrame((now) => {
      clearTimeout(late);
      resolve(now);
    });
  });
