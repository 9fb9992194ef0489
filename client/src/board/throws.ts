/** Dice thrown onto the table: where there is room for them, how they tumble, and how they lie. */
import { stream } from "./chance";
import { SIDES } from "./colours";
import type { Passing } from "./standing";
import type { BoardScene, BoardUnit, Die, Point } from "./types";

/** How large a die is and how far apart they lie, in studs. */
const SIZE = 2.2;
const APART = 3.1;
/** How far from where they are thrown for they may come to lie, in studs. */
const NEAREST = 4;
const FARTHEST = 22;
const DIRECTIONS = 16;

type Spot = { x: number; y: number };

/** Rows of at most five dice about a middle. */
function rowsAbout({ x, y }: Spot, count: number, stud: number): Spot[] {
  const wide = Math.min(5, count);
  const rows = Math.ceil(count / wide);
  return Array.from({ length: count }, (_, i) => ({
    x: x + ((i % wide) - (wide - 1) / 2) * APART * stud,
    y: y - (Math.floor(i / wide) - (rows - 1) / 2) * APART * stud,
  }));
}

function isFree(scene: BoardScene, spot: Spot): boolean {
  const room = SIZE / scene.studsPerUnit;
  if (spot.x < room || spot.y < room || spot.x > scene.width - room || spot.y > scene.height - room) return false;
  return scene.units.every(
    ({ place, length, width }) =>
      Math.hypot(place.x - spot.x, place.y - spot.y) > Math.hypot(length, width) / 2 + room * 0.8,
  );
}

/** Where some dice come to lie near a place: the nearest room that no unit takes. */
export function roomFor(scene: BoardScene, [x, y]: Point, count: number): Spot[] {
  const stud = 1 / scene.studsPerUnit;
  let best = rowsAbout({ x, y }, count, stud);
  let fewest = Number.POSITIVE_INFINITY;
  for (let far = NEAREST; far <= FARTHEST; far += 2) {
    for (let way = 0; way < DIRECTIONS; way += 1) {
      const angle = (way * 2 * Math.PI) / DIRECTIONS - Math.PI / 3;
      const middle = { x: x + Math.cos(angle) * far * stud, y: y + Math.sin(angle) * far * stud };
      const spots = rowsAbout(middle, count, stud);
      const taken = spots.filter((spot) => !isFree(scene, spot)).length;
      if (taken < fewest) [fewest, best] = [taken, spots];
      if (taken === 0) return spots;
    }
  }
  return best;
}

const modelOf = ({ look, face, hit }: Die): string => `die.${look}.${face}${hit ? ".hit" : ""}`;

/** Dice as things that stand on the table. */
export function diceAt(scene: BoardScene, near: Point, dice: readonly Die[]): BoardUnit[] {
  const spots = roomFor(scene, near, dice.length);
  const size = SIZE / scene.studsPerUnit;
  const next = stream(`${scene.seed} ${near.join()} ${dice.map((die) => die.face).join()}`);
  return dice.map((die, i) => ({
    id: `die ${i}`,
    side: die.side,
    model: modelOf(die),
    length: size,
    width: size,
    place: { ...(spots[i] ?? { x: near[0], y: near[1] }), heading: (next() - 0.5) * 50 },
    status: "alive",
  }));
}

const ease = (t: number): number => 1 - (1 - t) ** 3;

/** A die on its way: thrown from a hand's breadth away, it bounces twice and turns ever slower. */
export function tumbling(die: BoardUnit, from: Point, stud: number, share: number): Passing {
  const next = stream(die.id);
  const [turns, rolls] = [2 + Math.floor(next() * 2), 1 + Math.floor(next() * 2)];
  const t = Math.min(1, share / 0.82);
  const way = ease(t);
  const left = 1 - way;
  const angle = Math.atan2(die.place.y - from[1], die.place.x - from[0]);
  const back = 9 * stud * left;
  return {
    place: {
      x: die.place.x - Math.cos(angle) * back,
      y: die.place.y - Math.sin(angle) * back,
      heading: die.place.heading + 360 * left * rolls,
    },
    roll: 0,
    pitch: t < 1 ? 360 * turns * left : 0,
    lift: Math.abs(Math.cos(t * Math.PI * 2.5)) * 5 * left,
    wreck: false,
  };
}

/** What the side of a die is painted in a picture of it. */
export const paintOf = (die: Die): string => SIDES[die.side].colour;
