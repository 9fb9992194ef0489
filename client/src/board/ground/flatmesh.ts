/** Flats as triangles: line ends and joints carry their offset, so that the shader can keep them a width in pixels. */
import { ShapeUtils, Vector2 } from "three";
import { printed } from "../colours";
import type { Point } from "../types";
import type { Area, Flat, Line } from "./flats";
import type { Relief } from "./relief";

/** One corner: place (3), offset (2), half width in studs and px (2), colour (4), across / run / stroke / unused (4). */
export const CORNER = 15;
const STROKES = { solid: 0, dashed: 1, dotted: 2, double: 3, dash_dot: 5, double_dash: 6 } as const;
export const HATCH = 4;

/** How long the steps of a line and the sides of a patch on a hill may be, in studs, and how often it is halved. */
const STEP = 0.5;
const PATCH = 1.6;
const DEEPEST = 14;

export type FlatMesh = { corners: Float32Array<ArrayBuffer>; indices: Uint32Array<ArrayBuffer> };

/** Corners and triangles as they come: written straight into what the graphics card takes. */
class Pages {
  private corners = new Float32Array(CORNER * 1024);
  private indices = new Uint32Array(4096);
  private written = 0;
  private cut = 0;

  /** how many corners there are */
  get size(): number {
    return this.written / CORNER;
  }

  corner(x: number, y: number, z: number, ox: number, oz: number, { half, colour, alpha, stroke }: Ink): number {
    if (this.written + CORNER > this.corners.length) this.corners = grown(this.corners);
    const at = this.written;
    this.written += CORNER;
    this.corners.set([x, y, z, ox, oz], at);
    this.corners.set(half, at + 5);
    this.corners.set(colour, at + 7);
    this.corners[at + 10] = alpha;
    this.corners[at + 13] = stroke;
    return at;
  }

  /** Where the last corner lies on its line: to which side, and how far along. */
  along(at: number, across: number, run: number): void {
    this.corners[at + 11] = across;
    this.corners[at + 12] = run;
  }

  triangle(a: number, b: number, c: number): void {
    if (this.cut + 3 > this.indices.length) this.indices = grown(this.indices);
    this.indices[this.cut] = a;
    this.indices[this.cut + 1] = b;
    this.indices[this.cut + 2] = c;
    this.cut += 3;
  }

  get mesh(): FlatMesh {
    return { corners: this.corners.slice(0, this.written), indices: this.indices.slice(0, this.cut) };
  }
}

function grown<T extends Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(full: T): T {
  const more = (
    full instanceof Float32Array ? new Float32Array(full.length * 2) : new Uint32Array(full.length * 2)
  ) as T;
  more.set(full);
  return more;
}

/** How a flat is drawn: half its width in studs and px, its colour, how clear it is, and the stroke. */
type Ink = { half: Point; colour: [number, number, number]; alpha: number; stroke: number };

type Sheet = { pages: Pages; studs: number; relief: Relief | null };

/** Unit normal of a stretch, in table axes. */
function normal(a: Point, b: Point): Point {
  const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [-(b[1] - a[1]) / l, (b[0] - a[0]) / l];
}

/** Offset at a joint: both neighbours keep their width, sharp corners are cut short. */
function joint(before: Point, after: Point): Point {
  const turn = before[0] * after[0] + before[1] * after[1];
  const k = Math.min(1.6, 1 / Math.max(0.05, 1 + turn));
  return [(before[0] + after[0]) * k, (before[1] + after[1]) * k];
}

const STILL: Point = [0, 0];

function corner({ pages, studs, relief }: Sheet, at: Point, height: number, ink: Ink, offset = STILL): number {
  const high = height + (relief?.at(at[0], at[1]) ?? 0);
  return pages.corner(at[0] * studs, high, -at[1] * studs, offset[0], -offset[1], ink);
}

function distinct(points: Point[], closed: boolean): Point[] {
  const out = points.filter((p, i) => {
    const q = points[i - 1];
    return !q || Math.hypot(p[0] - q[0], p[1] - q[1]) > 1e-9;
  });
  const first = out[0];
  const last = out[out.length - 1];
  if (closed && first && last && out.length > 2 && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-9) out.pop();
  return out;
}

/** On hills lines go up and down with the ground: long stretches are walked in short steps. */
function walked({ relief, studs }: Sheet, points: Point[], closed: boolean): Point[] {
  if (!relief) return points;
  const ends = closed ? [...points, points[0] as Point] : points;
  const way = ends.slice(1).flatMap((b, i) => {
    const a = ends[i] as Point;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const near = relief.near((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, length / 2);
    const steps = near ? Math.min(200, Math.max(1, Math.ceil((length * studs) / STEP))) : 1;
    return Array.from(
      { length: steps },
      (_, n): Point => [a[0] + ((b[0] - a[0]) * n) / steps, a[1] + ((b[1] - a[1]) * n) / steps],
    );
  });
  return closed ? way : [...way, ends[ends.length - 1] as Point];
}

/** Triangles near a hill are cut until they are small enough to lie on its terraces. */
function pushTriangle(sheet: Sheet, height: number, ink: Ink, [a, b, c]: [Point, Point, Point], depth = 0): void {
  const sides = [a, b, c].map((p, i) => {
    const q = [b, c, a][i] as Point;
    return Math.hypot(p[0] - q[0], p[1] - q[1]);
  });
  const longest = Math.max(...sides);
  const [mx, my] = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
  if (depth < DEEPEST && longest * sheet.studs > PATCH && sheet.relief?.near(mx, my, longest)) {
    const i = sides.indexOf(longest);
    const [p, q, r] = [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ][i] as [Point, Point, Point];
    const middle: Point = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    pushTriangle(sheet, height, ink, [p, middle, r], depth + 1);
    pushTriangle(sheet, height, ink, [middle, q, r], depth + 1);
    return;
  }
  const first = sheet.pages.size;
  for (const p of [a, b, c]) corner(sheet, p, height, ink);
  sheet.pages.triangle(first, first + 1, first + 2);
}

function pushLine(sheet: Sheet, flat: Line): void {
  const points = walked(sheet, distinct(flat.points, flat.closed), flat.closed);
  const n = points.length;
  if (n < 2) return;
  const way = flat.closed ? [...points, points[0] as Point] : points;
  const half: Point = [flat.width.studs / 2, flat.width.px / 2];
  const ink: Ink = { half, colour: printed(flat.colour), alpha: flat.alpha, stroke: STROKES[flat.stroke] };
  const first = sheet.pages.size;
  let run = 0;
  way.forEach((p, i) => {
    const before = way[i - 1] ?? (flat.closed ? (points[n - 1] as Point) : undefined);
    const after = way[i + 1] ?? (flat.closed ? (points[1] as Point) : undefined);
    const into = before && normal(before, p);
    const out = after && normal(p, after);
    const offset = into && out ? joint(into, out) : ((into ?? out) as Point);
    if (i > 0 && before) run += Math.hypot(p[0] - before[0], p[1] - before[1]) * sheet.studs;
    sheet.pages.along(corner(sheet, p, flat.height, ink, offset), 1, run);
    sheet.pages.along(corner(sheet, p, flat.height, ink, [-offset[0], -offset[1]]), -1, run);
  });
  for (let a = first; a < first + way.length * 2 - 2; a += 2) {
    sheet.pages.triangle(a, a + 1, a + 2);
    sheet.pages.triangle(a + 2, a + 1, a + 3);
  }
}

function isConvex(points: readonly Point[]): boolean {
  const n = points.length;
  const signs = points.map((b, i) => {
    const a = points[(i + n - 1) % n] as Point;
    const c = points[(i + 1) % n] as Point;
    return Math.sign((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]));
  });
  return !(signs.includes(1) && signs.includes(-1));
}

/** A fan from a corner fills convex areas; others, such as islands with bays, are cut into triangles. */
function pushArea(sheet: Sheet, flat: Area): void {
  const n = flat.points.length;
  if (n < 3) return;
  const { pages } = sheet;
  const first = pages.size;
  const ink: Ink = { half: STILL, colour: printed(flat.colour), alpha: flat.alpha, stroke: flat.hatch ? HATCH : 0 };
  if (sheet.relief) {
    pushDraped(sheet, flat, ink);
    return;
  }
  for (const p of flat.points) corner(sheet, p, flat.height, ink);
  if (n === 3 || isConvex(flat.points)) {
    for (let i = 1; i < n - 1; i++) pages.triangle(first, first + i, first + i + 1);
    return;
  }
  const cut = ShapeUtils.triangulateShape(
    flat.points.map(([x, y]) => new Vector2(x, y)),
    [],
  );
  for (const [a = 0, b = 0, c = 0] of cut) pages.triangle(first + a, first + b, first + c);
}

function pushDraped(sheet: Sheet, { points, height }: Area, ink: Ink): void {
  const cut = ShapeUtils.triangulateShape(
    points.map(([x, y]) => new Vector2(x, y)),
    [],
  );
  for (const triangle of cut)
    pushTriangle(sheet, height, ink, triangle.map((at) => points[at] as Point) as [Point, Point, Point]);
}

export function flatMesh(flats: readonly Flat[], studsPerUnit: number, relief: Relief | null = null): FlatMesh {
  const sheet = { pages: new Pages(), studs: studsPerUnit };
  for (const flat of flats) {
    const ground = relief && !flat.aloft ? relief : null;
    if (flat.flat === "line") pushLine({ ...sheet, relief: ground }, flat);
    else pushArea({ ...sheet, relief: ground }, flat);
  }
  return sheet.pages.mesh;
}
