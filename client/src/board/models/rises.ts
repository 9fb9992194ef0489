/** Ground that is higher than the table: how high it is at a point of its model, and where its height changes. Studs. */
import type { Point } from "../types";

/** `at`: how high it is at a point of its model; `steps`: the lines at which it goes up, the lowest first. */
export type Rise = { at(x: number, y: number): number; steps: Point[][] };

export type Size = { length: number; width: number; height?: number; outline?: readonly Point[] };

/** How far the terraces of a hill are drawn in. */
export const TERRACES = [1, 0.82, 0.62, 0.4] as const;
/** A terrace of a wide hill is two plates high, of a small one one. */
const WIDE = 12;
const [HIGH_STEP, LOW_STEP] = [0.8, 0.4];

/** The outline of a piece drawn in by a share; a rectangle without one. */
export function shapeOf({ length: L, width: W, outline }: Size, share: number): Point[] {
  const [h, v] = [L / 2, W / 2];
  const corners: readonly Point[] = outline ?? [
    [h, -v],
    [h, v],
    [-h, v],
    [-h, -v],
  ];
  return corners.map(([x, y]) => [x * share, y * share]);
}

/** From where to where a line across an outline is inside it; upside down if it never is. */
export function span(corners: readonly Point[], y: number): { from: number; to: number } {
  const xs = corners.flatMap(([x1, y1], k) => {
    const [x2, y2] = corners[(k + 1) % corners.length] as Point;
    return y1 > y !== y2 > y ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : [];
  });
  return { from: Math.min(...xs), to: Math.max(...xs) };
}

export const terraceHeight = ({ length, width }: Size): number =>
  Math.min(length, width) >= WIDE ? HIGH_STEP : LOW_STEP;

function isOn(corners: Point[], x: number, y: number): boolean {
  const { from, to } = span(corners, y);
  return x >= from && x <= to;
}

function hill(size: Size): Rise {
  const steps = TERRACES.map((share) => shapeOf(size, share));
  const high = terraceHeight(size);
  return { at: (x, y) => steps.filter((corners) => isOn(corners, x, y)).length * high, steps };
}

/** How high a plateau is that nobody has measured. */
const STEP = 1.2;

export const plateauHeight = ({ height = STEP }: { height?: number }): number => height;

/** Level on top out to its edge; a hill may be several, each on the one below. */
function plateau(size: Size): Rise {
  const edge = shapeOf(size, 1);
  return { at: (x, y) => (isOn(edge, x, y) ? plateauHeight(size) : 0), steps: [edge] };
}

/** From so many studs on a bridge is a high one, and its deck is higher. */
export const HIGH_BRIDGE = 4.4;
const [LOW_DECK, HIGH_DECK] = [1.2, 2.8];
/** A ramp goes up a stud in so many. */
const SLOPE = 1.5;

export const deckHeight = ({ height = 2.4 }: Size): number => (height >= HIGH_BRIDGE ? HIGH_DECK : LOW_DECK);

/** How high the deck is so far from the middle. */
export function deckAt(size: Size, x: number): number {
  const deck = deckHeight(size);
  const ramp = Math.min(size.length / 3, deck * SLOPE + 1);
  return Math.max(0, Math.min(deck, ((size.length / 2 - Math.abs(x)) / ramp) * deck));
}

function bridge(size: Size): Rise {
  const isOn = (x: number, y: number): boolean => Math.abs(x) <= size.length / 2 && Math.abs(y) <= size.width / 2;
  return { at: (x, y) => (isOn(x, y) ? deckAt(size, x) : 0), steps: [] };
}

const RISES: Record<string, (size: Size) => Rise> = { hill, plateau, bridges: bridge };

/** One drives on top of these, and whatever is there goes up with them. */
export const isRaisedGround = (model: string): boolean => model in RISES;

export const riseOf = (model: string, size: Size): Rise => (RISES[model] ?? (() => ({ at: () => 0, steps: [] })))(size);
