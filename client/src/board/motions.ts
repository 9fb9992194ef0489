/** What happened, played: units drive their path, shots fly, wrecks fall over. One thing at a time, never long. */
import { BAD, SIDES } from "./colours";
import { circle, type Flat, haloed, LEVEL, line, radians } from "./flats";
import type { Passing } from "./standing";
import type { BoardScene, BoardUnit, Motion, Place, Point } from "./types";

/** Inches a second, longest move, and what the other motions take, in milliseconds. */
const PACE = 12;
const LONGEST = 1200;
const TAKES = { shot: 420, wreck: 500, sink: 900, place: 260 } as const;
/** A queue longer than this is played faster. */
const ALL = 3000;

/** What a motion shows at one moment: units out of their usual place, and flat marks. */
export type Moment = { passings: Map<string, Passing>; flats: Flat[] };
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
  if (motion.kind !== "move") return TAKES[motion.kind];
  const l = motion.path.slice(1).reduce((sum, to, i) => sum + stage(motion.path[i] as Place, to), 0);
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

function shotFlats(scene: BoardScene, from: BoardUnit, to: BoardUnit, hit: boolean, t: number): Flat[] {
  const stud = 1 / scene.studsPerUnit;
  const on = (share: number): Point => [
    from.place.x + (to.place.x - from.place.x) * share,
    from.place.y + (to.place.y - from.place.y) * share,
  ];
  const fly = Math.min(1, t / 0.6);
  const colour = SIDES[from.side].colour;
  const trace = haloed([on(Math.max(0, fly - 0.3)), on(fly)], { colour, width: { studs: 0.3, px: 4 }, height: 1.2 });
  if (t < 0.6) return trace;
  const grow = (t - 0.6) / 0.4;
  const ring = circle(to.place.x, to.place.y, (1.4 + grow * 2.4) * stud, 40);
  if (hit)
    return haloed(ring, {
      closed: true,
      colour: BAD,
      alpha: 1 - grow * 0.6,
      width: { studs: 0.4, px: 4 },
      height: LEVEL.hand,
    });
  return [
    line(ring, {
      closed: true,
      colour: "#5c6870",
      alpha: 1 - grow,
      stroke: "dashed",
      width: { studs: 0.2, px: 2 },
      height: LEVEL.hand,
    }),
  ];
}

/** What an act shows when a share of it is over. `done` is where earlier motions left the units. */
export function momentOf(scene: BoardScene, act: Act, share: number, done: ReadonlyMap<string, Passing>): Moment {
  const passings = new Map(done);
  const flats: Flat[] = [];
  const { motion } = act;
  const unitOf = (id: string) => scene.units.find((unit) => unit.id === id);
  if (motion.kind === "move") {
    passings.set(motion.unit, { place: along(motion.path, share), roll: 0, lift: 0, wreck: false });
  } else if (motion.kind === "shot") {
    const [from, to] = [unitOf(motion.from), unitOf(motion.to)];
    if (from && to) flats.push(...shotFlats(scene, at(from, done), at(to, done), motion.hit, share));
  } else {
    const unit = unitOf(motion.unit);
    if (!unit) return { passings, flats };
    const here = at(unit, done);
    passings.set(unit.id, motion.kind === "sink" ? sinking(here, share) : settling(here, motion.kind, share));
    if (motion.kind === "sink") flats.push(...ripples(scene, here, share));
  }
  return { passings, flats };
}

function at(unit: BoardUnit, done: ReadonlyMap<string, Passing>): BoardUnit {
  return { ...unit, place: done.get(unit.id)?.place ?? unit.place };
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
