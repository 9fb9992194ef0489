/** Flat things on the ground: lines and areas in the game's ruler, ready to be drawn by GL or as SVG. */
import { INK, SIDES, type Stroke, WHITE } from "../colours";
import type { Place, Point, Side } from "../types";

/** A line is as wide as the larger of a length on the table and a number of pixels. */
export type Width = { studs: number; px: number };

export type Line = {
  flat: "line";
  points: Point[];
  closed: boolean;
  width: Width;
  colour: string;
  alpha: number;
  stroke: Stroke;
  /** Height above the plates, in studs. */
  height: number;
  /** It does not follow the ground. */
  aloft?: boolean;
};

export type Area = {
  flat: "area";
  points: Point[];
  colour: string;
  alpha: number;
  hatch: boolean;
  height: number;
  aloft?: boolean;
};

export type Flat = Line | Area;

export const LEVEL = { area: 0.23, reach: 0.26, range: 0.28, frame: 0.31, path: 0.38, sight: 0.44, hand: 0.5 } as const;

type LineLook = Partial<Omit<Line, "flat" | "points">>;

export function line(points: Point[], look: LineLook): Line {
  const usual = { closed: false, width: { studs: 0.2, px: 2 }, colour: INK, alpha: 1, stroke: "solid" as const };
  return { flat: "line", points, height: LEVEL.frame, ...usual, ...look };
}

export function area(points: Point[], colour: string, alpha: number, height: number, hatch = false): Area {
  return { flat: "area", points, colour, alpha, hatch, height };
}

/** A line on its white halo, so that it shows on grass, sand and stone alike. */
export function haloed(points: Point[], look: LineLook): Flat[] {
  const width = look.width ?? { studs: 0.2, px: 2 };
  const height = look.height ?? LEVEL.frame;
  const halo = { studs: width.studs * 1.75, px: width.px + 2.5 };
  return [
    line(points, { ...look, colour: WHITE, stroke: "solid", width: halo, height: height - 0.02 }),
    line(points, { ...look, width, height }),
  ];
}

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Corners of a rectangle: front right, front left, rear left, rear right. */
export function corners(place: Place, length: number, width: number): [Point, Point, Point, Point] {
  const c = Math.cos(radians(place.heading));
  const s = Math.sin(radians(place.heading));
  const at = (p: number, q: number): Point => [place.x + p * c - q * s, place.y + p * s + q * c];
  const l = length / 2;
  const w = width / 2;
  return [at(l, -w), at(l, w), at(-l, w), at(-l, -w)];
}

type Footed = { length: number; width: number; outline?: number[]; round?: boolean };

/** The outline of a thing where it stands, larger by some room: its own corners, else a rectangle. */
export function footing(thing: Footed, place: Place, room = 0): Point[] {
  if (thing.round) return circle(place.x, place.y, (thing.length + room) / 2, 32);
  if (!thing.outline) return corners(place, thing.length + room, thing.width + room);
  const [c, s] = [Math.cos(radians(place.heading)), Math.sin(radians(place.heading))];
  const [gx, gy] = [1 + room / thing.length, 1 + room / thing.width];
  return pairs(thing.outline).map(([p, q]) => [place.x + p * gx * c - q * gy * s, place.y + p * gx * s + q * gy * c]);
}

export function circle(x: number, y: number, r: number, steps = 72): Point[] {
  return Array.from({ length: steps }, (_, i) => ray(x, y, (i * 360) / steps, r));
}

export function sweep(x: number, y: number, r: number, from: number, to: number): Point[] {
  const steps = Math.max(2, Math.ceil(Math.abs(to - from) / 4));
  return Array.from({ length: steps + 1 }, (_, i) => ray(x, y, from + ((to - from) * i) / steps, r));
}

export function ray(x: number, y: number, degrees: number, r: number): Point {
  return [x + r * Math.cos(radians(degrees)), y + r * Math.sin(radians(degrees))];
}

export function pairs(outline: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let i = 0; i + 1 < outline.length; i += 2) points.push([outline[i] as number, outline[i + 1] as number]);
  return points;
}

/** The frame of a unit in its side's colour and line style. */
export function frame(points: Point[], side: Side, width: Width): Flat[] {
  const look = SIDES[side];
  return haloed(points, { closed: true, colour: look.colour, stroke: look.stroke, width, height: LEVEL.frame });
}

/** The smallest convex outline round some points (monotone chain). */
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Point[]) => {
    const out: Point[] = [];
    for (const p of list) {
      while (out.length > 1 && cross(out[out.length - 2] as Point, out[out.length - 1] as Point, p) <= 0) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function cross(o: Point, a: Point, b: Point): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}
