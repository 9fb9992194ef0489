// Lengths and places: the wire counts in grain (millionths), people and the board in the game's ruler.
import type { Place, Point } from "../../board";
import type { Pose } from "../../protocol";

export const GRAIN = 1_000_000;

/** A length of the wire in the game's ruler. */
export const fromGrain = (value: number): number => value / GRAIN;

/** A pose of the wire as a place of the board. */
export function placeOf(pose: Pose): Place {
  return { x: pose.x / GRAIN, y: pose.y / GRAIN, heading: pose.heading / GRAIN };
}

/** An outline of the wire (x, y, x, y ...) in the game's ruler. */
export const outlineOf = (outline: readonly number[]): number[] => outline.map(fromGrain);

/** An angle folded into -180 (not included) to 180. */
export function folded(degrees: number): number {
  const turn = ((degrees % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

const round = (value: number): number => Math.round(value * 1e9) / 1e9;

/** A value moved to the nearest multiple of a step; a step of 0 leaves it. */
export function snapped(value: number, step: number): number {
  return step > 0 ? round(Math.round(value / step) * step) : value;
}

/** The middle of an outline's bounding box. */
export function middleOf(outline: readonly number[]): [number, number] {
  const xs = outline.filter((_, i) => i % 2 === 0);
  const ys = outline.filter((_, i) => i % 2 === 1);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** Whether a point lies in an outline of the wire. */
export function isIn(area: readonly number[], x: number, y: number): boolean {
  const points = area.flatMap((value, i) => (i % 2 ? [] : [[fromGrain(value), fromGrain(area[i + 1] ?? 0)] as Point]));
  return points.reduce((inside, [x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length] as Point;
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) ? !inside : inside;
  }, false);
}

/** An outline of the wire in the game's ruler, as far as it lies on a table of the wire. */
export function trimmed(outline: readonly number[], table: { width: number; height: number }): number[] {
  const most = [fromGrain(table.width), fromGrain(table.height)];
  return outlineOf(outline).map((value, i) => Math.min(Math.max(value, 0), most[i % 2] ?? value));
}

/** The points of places, of those that are known. */
export const pointsOf = (...places: readonly (Place | null | undefined)[]): Point[] =>
  places.flatMap((place) => (place ? [[place.x, place.y] as Point] : []));
