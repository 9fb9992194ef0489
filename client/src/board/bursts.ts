/** A shot that was fired: its line from the shooter to what it was fired at, and there a burst or a puff. */
import { BAD, FAINT, SIDES, WHITE } from "./colours";
import { area, circle, type Flat, haloed, LEVEL, line, ray } from "./ground/flats";
import type { Point, Side } from "./types";

/** `close`: struck at close quarters, where there is no way to fly. */
export type Fired = { from: Point; to: Point; side: Side; hit: boolean; close?: boolean };

const RAYS = 9;
/** How high above the plates shots are drawn, in studs: over what lies about. */
const HEIGHT = 2;

/** A star of rays that are not all alike: a hit. `size` in studs. */
function star([x, y]: Point, size: number, stud: number): Point[] {
  return Array.from({ length: 2 * RAYS }, (_, i) => {
    const reach = i % 2 ? 0.45 : i % 4 ? 0.85 : 1;
    return ray(x, y, (i * 180) / RAYS + 8, size * reach * stud);
  });
}

/** What stands where a shot came down; `grown` from 0 to 1 as it opens. */
export function burst(at: Point, hit: boolean, stud: number, grown = 1): Flat[] {
  const level = HEIGHT + 0.1;
  if (!hit) {
    const ring = circle(at[0], at[1], (0.9 + grown * 1.1) * stud, 32);
    return haloed(ring, { closed: true, colour: FAINT, stroke: "dashed", width: { studs: 0.2, px: 2 }, height: level });
  }
  const size = 1.2 + 1.6 * grown;
  return [
    area(star(at, size, stud), BAD, 0.92, level),
    line(star(at, size, stud), { closed: true, colour: WHITE, width: { studs: 0.14, px: 1.4 }, height: level + 0.02 }),
    area(star(at, size * 0.55, stud), "#f5c518", 0.95, level + 0.04),
  ];
}

/** The line of a shot up to a share of its way; a shot that missed is dashed. */
function flight({ from, to, side, hit, close }: Fired, share: number): Flat[] {
  if (close) return [];
  const end: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  const look = { colour: SIDES[side].colour, width: { studs: 0.24, px: 3 }, height: HEIGHT };
  return haloed([from, end], { ...look, stroke: hit ? "solid" : "dashed" });
}

/** A shot as it lies there when it has been fired: paler, as it must not hide what is asked now. */
export function fired(shot: Fired, stud: number): Flat[] {
  const way = flight(shot, 1).map((flat): Flat => ({ ...flat, alpha: 0.5 }));
  return [...way, ...burst(shot.to, shot.hit, stud)];
}

/** A shot under way: first its line grows; when its dice lie (`bursts`), it hits or misses. */
export function onItsWay(shot: Fired, stud: number, share: number, bursts = 0.55): Flat[] {
  const fly = Math.min(1, share / (bursts * 0.6));
  if (shot.close && share < bursts) return [];
  const tip: Point = [
    shot.from[0] + (shot.to[0] - shot.from[0]) * fly,
    shot.from[1] + (shot.to[1] - shot.from[1]) * fly,
  ];
  if (fly < 1) {
    const shell = circle(tip[0], tip[1], 0.5 * stud, 16);
    return [...flight(shot, fly), area(shell, SIDES[shot.side].colour, 1, LEVEL.hand + HEIGHT)];
  }
  if (share < bursts) return flight(shot, 1);
  return [...flight(shot, 1), ...burst(shot.to, shot.hit, stud, (share - bursts) / (1 - bursts))];
}
