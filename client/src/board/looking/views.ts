/** Where the eye is: one centre and one scale, looked at from straight above (plan) or at a tilt (scene). Pure maths. */
import { Matrix4, Vector3 } from "three";
import type { Margins, Point } from "../types";

/** Pixels a unit of the ruler may take; a stud may always be as small as this, or a table laid in studs would not fit. */
export const ZOOM = { least: 6, most: 60, stud: 2 } as const;
export const FOV = 32;
const FLAT_FOV = 1.5;
const TILT = { least: 18, most: 80 } as const;

/** All that decides a picture; lengths in studs, scale in pixels a stud at the centre. */
export type Look = {
  width: number;
  height: number;
  margins: Margins;
  x: number;
  y: number;
  scale: number;
  /** Degrees the scene is turned about the centre, and the eye's height above the horizon. */
  azimuth: number;
  tilt: number;
  /** 0 plan, 1 scene, between them a flight. */
  scene: number;
  /** Degrees the whole table is turned, in plan and scene alike. */
  spin: number;
};

export type Table = { width: number; height: number; studsPerUnit: number };

export const firstLook = (): Look => ({
  width: 1,
  height: 1,
  margins: { top: 0, right: 0, bottom: 0, left: 0 },
  x: 0,
  y: 0,
  scale: 8,
  azimuth: 24,
  tilt: 33,
  scene: 0,
  spin: 0,
});

/** The lens for a look: matrices, the eye, and how much it is a view from above. */
export type Lens = {
  view: Matrix4;
  projection: Matrix4;
  both: Matrix4;
  inverse: Matrix4;
  eye: Vector3;
  topdown: number;
};

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Middle of the free area, in pixels. */
export function freeCentre(look: Look): Point {
  const m = look.margins;
  return [(m.left + look.width - m.right) / 2, (m.top + look.height - m.bottom) / 2];
}

export function freeSize(look: Look): Point {
  const m = look.margins;
  return [Math.max(60, look.width - m.left - m.right), Math.max(60, look.height - m.top - m.bottom)];
}

/** Moves the picture so that what stood in the middle of the window stands in the middle of the free area. */
function shifted(look: Look, projection: Matrix4): Matrix4 {
  const [px, py] = freeCentre(look);
  return new Matrix4().makeTranslation((px / look.width) * 2 - 1, 1 - (py / look.height) * 2, 0).multiply(projection);
}

function orthographic(look: Look, far: number): Matrix4 {
  const w = look.width / look.scale / 2;
  const h = look.height / look.scale / 2;
  return new Matrix4().makeOrthographic(-w, w, h, -h, 1, far);
}

function perspective(look: Look, fov: number, distance: number): Matrix4 {
  const near = Math.max(0.5, distance * 0.05);
  const top = near * Math.tan(radians(fov) / 2);
  const side = (top * look.width) / look.height;
  return new Matrix4().makePerspective(-side, side, top, -top, near, distance + 700);
}

/** A flight from plan to scene tilts the eye and opens the angle of view while centre and scale stay. */
export function lensOf(look: Look): Lens {
  const flat = look.scene <= 0;
  const fov = FLAT_FOV + (FOV - FLAT_FOV) * look.scene;
  const tilt = flat ? 90 : 90 + (look.tilt - 90) * look.scene;
  const azimuth = look.spin + look.azimuth * look.scene;
  const distance = flat ? 150 : look.height / look.scale / 2 / Math.tan(radians(fov) / 2);
  const at = new Vector3(look.x, 0, -look.y);
  const back = new Vector3(
    Math.cos(radians(tilt)) * Math.sin(radians(azimuth)),
    Math.sin(radians(tilt)),
    Math.cos(radians(tilt)) * Math.cos(radians(azimuth)),
  );
  const eye = at.clone().addScaledVector(back, distance);
  const up = new Vector3(-Math.sin(radians(azimuth)), 0, -Math.cos(radians(azimuth)));
  const world = new Matrix4().lookAt(eye, at, tilt > 89 ? up : new Vector3(0, 1, 0)).setPosition(eye);
  const view = world.clone().invert();
  const projection = shifted(look, flat ? orthographic(look, 320) : perspective(look, fov, distance));
  const both = projection.clone().multiply(view);
  return { view, projection, both, inverse: both.clone().invert(), eye, topdown: 1 - look.scene };
}

/** A point of the room (studs, y-up height last) as pixels of the window. */
export function project(lens: Lens, look: Look, x: number, y: number, height = 0): Point {
  const p = new Vector3(x, height, -y).applyMatrix4(lens.both);
  return [((p.x + 1) / 2) * look.width, ((1 - p.y) / 2) * look.height];
}

/** The line of sight under a pixel: where it starts and where it goes. */
export function ray(lens: Lens, look: Look, px: number, py: number): { from: Vector3; along: Vector3 } {
  const nx = (px / look.width) * 2 - 1;
  const ny = 1 - (py / look.height) * 2;
  const from = new Vector3(nx, ny, -1).applyMatrix4(lens.inverse);
  const to = new Vector3(nx, ny, 1).applyMatrix4(lens.inverse);
  return { from, along: to.sub(from) };
}

/** The point of the table, or so high above it, under a pixel, in studs; a pixel above the horizon gives the farthest. */
export function unproject(lens: Lens, look: Look, px: number, py: number, height = 0): Point {
  const { from, along } = ray(lens, look, px, py);
  const t = along.y < -1e-9 ? (height - from.y) / along.y : 1;
  return [from.x + along.x * t, -(from.z + along.z * t)];
}

export function clampScale(scale: number, table: Table): number {
  const least = Math.min(ZOOM.stud, ZOOM.least / table.studsPerUnit);
  return Math.min(ZOOM.most / table.studsPerUnit, Math.max(least, scale));
}

export function clampCentre(look: Look, table: Table): Look {
  const x = Math.min(table.width * table.studsPerUnit, Math.max(0, look.x));
  const y = Math.min(table.height * table.studsPerUnit, Math.max(0, look.y));
  return { ...look, x, y };
}

/** How wide and how high the table lies on the screen. */
export const lying = (look: Look, { width, height }: Table): Point =>
  look.spin % 180 === 0 ? [width, height] : [height, width];

/** The whole table in the free area, however little that is; whole pixels an inch where that costs little. */
export function fitted(look: Look, table: Table): Look {
  const [w, h] = freeSize(look);
  const [wide, high] = lying(look, table);
  // across the table its far edge is narrow, so it may come nearer; where the window is narrow its corners need the room
  const near = look.scene > 0.5 ? (w < h ? 0.86 : 1.12) : 1;
  const inches = Math.min(w / (wide + 1.4), h / (high + 1.4)) * near;
  const whole = inches >= 8 ? Math.floor(inches) : inches;
  const k = table.studsPerUnit;
  return { ...look, x: (table.width * k) / 2, y: (table.height * k) / 2, scale: Math.min(whole, ZOOM.most) / k };
}

/** Zooms about a pixel: what lies under it stays under it. */
export function zoomed(look: Look, table: Table, factor: number, px: number, py: number): Look {
  const before = unproject(lensOf(look), look, px, py);
  const wished = clampScale(look.scale * factor, table);
  // a large table may be fitted smaller than a hand can make it: nothing comes nearer by going away
  const closer = { ...look, scale: factor < 1 ? Math.min(look.scale, wished) : wished };
  const after = unproject(lensOf(closer), closer, px, py);
  return clampCentre({ ...closer, x: closer.x + before[0] - after[0], y: closer.y + before[1] - after[1] }, table);
}

/** Brings the point at one pixel to another, however far beyond the table the eye then looks. */
function pulled(look: Look, from: Point, to: Point): Look {
  const lens = lensOf(look);
  const a = unproject(lens, look, from[0], from[1]);
  const b = unproject(lens, look, to[0], to[1]);
  return { ...look, x: look.x + a[0] - b[0], y: look.y + a[1] - b[1] };
}

/** Moves the table with the hand: the point grabbed at one pixel is brought to another. */
export const dragged = (look: Look, table: Table, from: Point, to: Point): Look =>
  clampCentre(pulled(look, from, to), table);

export function turned(look: Look, degrees: number, tilt: number): Look {
  return {
    ...look,
    azimuth: (((look.azimuth + degrees) % 360) + 360) % 360,
    tilt: Math.min(TILT.most, Math.max(TILT.least, look.tilt + tilt)),
  };
}

type Box = { x0: number; x1: number; y0: number; y1: number };

/** A point of the table, or one above it. */
/** A point of the table in studs, or one above it. */
export type Spot = Point | [number, number, number];

function seenBox(look: Look, points: readonly Spot[]): Box {
  const lens = lensOf(look);
  const seen = points.map(([x, y, z = 0]) => project(lens, look, x, y, z));
  const xs = seen.map((p) => p[0]);
  const ys = seen.map((p) => p[1]);
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}

function freeBox(look: Look, room: number): Box {
  const m = look.margins;
  const [w, h] = freeSize(look);
  const [rx, ry] = [Math.min(room, w / 4), Math.min(room, h / 4)];
  return { x0: m.left + rx, x1: m.left + w - rx, y0: m.top + ry, y1: m.top + h - ry };
}

/** A body that stands on the table: its middle, how far it reaches to any side and how high, in studs. */
export type Body = { x: number; y: number; radius: number; height: number };

/** The rims of a body at its foot and at its head, as they stand whichever way it is turned. */
export function rims({ x, y, radius, height }: Body): Spot[] {
  return Array.from({ length: 16 }, (_, n) => (n * Math.PI) / 8).flatMap((angle) =>
    [0, height].map((z): Spot => [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z]),
  );
}

/** A body whole in the free area, to its head and however it is turned. */
export const framed = (look: Look, table: Table, body: Body): Look =>
  filling({ ...look, x: body.x, y: body.y }, table, rims(body), 8, (now) => now);

const excess = (box: Box, free: Box) =>
  Math.max((box.x1 - box.x0) / (free.x1 - free.x0), (box.y1 - box.y0) / (free.y1 - free.y0));

/** Moves a box by the least that brings it inside, or to the middle if it is too large. */
function shift(a0: number, a1: number, b0: number, b1: number): number {
  if (a1 - a0 > b1 - b0) return (b0 + b1) / 2 - (a0 + a1) / 2;
  if (a0 < b0) return b0 - a0;
  return a1 > b1 ? b1 - a1 : 0;
}

function moved(look: Look, dx: number, dy: number, table: Table): Look {
  const [cx, cy] = freeCentre(look);
  return dragged(look, table, [cx, cy], [cx + dx, cy + dy]);
}

/** The nearest look that shows all points (studs) inside the free area, zooming out only if it must. */
export function showing(look: Look, table: Table, points: readonly Spot[], room = 48): Look {
  let now = look;
  for (let i = 0; i < 12; i++) {
    const [box, free] = [seenBox(now, points), freeBox(now, room)];
    const smaller = Math.min(now.scale, clampScale(now.scale / excess(box, free), table));
    if (excess(box, free) > 1.001 && smaller < now.scale) {
      now = { ...now, scale: smaller };
      continue;
    }
    const dx = shift(box.x0, box.x1, free.x0, free.x1);
    const dy = shift(box.y0, box.y1, free.y0, free.y1);
    if (Math.abs(dx) < 0.5 && Math.abs(dy) < 0.5) break;
    now = moved(now, dx, dy, table);
  }
  return now;
}

/** How much of the free area shows the table, as a share of points spread over it. */
export function coverage(look: Look, table: Table): number {
  const free = freeBox(look, 0);
  const lens = lensOf(look);
  const [w, h] = [table.width * table.studsPerUnit, table.height * table.studsPerUnit];
  const count = 9;
  let inside = 0;
  for (let i = 0; i < count * count; i++) {
    const px = free.x0 + ((i % count) + 0.5) * ((free.x1 - free.x0) / count);
    const py = free.y0 + (Math.floor(i / count) + 0.5) * ((free.y1 - free.y0) / count);
    const [x, y] = unproject(lens, look, px, py);
    if (x >= 0 && x <= w && y >= 0 && y <= h) inside += 1;
  }
  return inside / (count * count);
}

/** Enough of the free area is table: a little sky at the top and a corner of the floor may be left. */
const FULL = 0.8;
const NEARER = { most: 2.6, step: 0.1 } as const;

/** The scene as it begins: from the plan's centre and scale just so much nearer that the table fills the free area. */
export function standingAt(look: Look, table: Table): Look {
  const plan = { ...fitted({ ...look, scene: 0 }, table), scene: look.scene };
  const [az, deep] = [radians(look.spin + look.azimuth), lying(look, table)[1] * table.studsPerUnit];
  const at = (factor: number, back: number): Look => ({
    ...plan,
    scale: clampScale(plan.scale * factor, table),
    x: plan.x + Math.sin(az) * back * deep,
    y: plan.y - Math.cos(az) * back * deep,
  });
  let best = { look: plan, share: -1 };
  for (let factor = 1; factor <= NEARER.most; factor += NEARER.step) {
    // Beyond the centre things look small: the eye steps back towards the near edge before it comes nearer.
    for (const back of [0, 0.08, 0.16, 0.22]) {
      const tried = at(factor, back);
      const share = coverage(tried, table);
      if (share >= FULL) return tried;
      if (share > best.share) best = { look: tried, share };
    }
  }
  return best.look;
}

/** The closest look in which the points fill the free area. What stands tall at an edge is seen whole only by who may
 * look beyond it: `kept` says how far the eye may wander. */
export function filling(
  look: Look,
  table: Table,
  points: readonly Spot[],
  room: number,
  kept = (now: Look) => clampCentre(now, table),
): Look {
  let now = look;
  for (let i = 0; i < 10; i++) {
    const [box, free] = [seenBox(now, points), freeBox(now, room)];
    now = { ...now, scale: clampScale(now.scale / excess(box, free), table) };
    const after = seenBox(now, points);
    const [cx, cy] = freeCentre(now);
    const dx = (free.x0 + free.x1 - after.x0 - after.x1) / 2;
    const dy = (free.y0 + free.y1 - after.y0 - after.y1) / 2;
    now = kept(pulled(now, [cx, cy], [cx + dx, cy + dy]));
  }
  return now;
}
