/** Bricks as rows of numbers: one row of matrix, colour and size per brick, one batch per kind of shape. */
import { Matrix4 } from "three";
import { linear } from "./colours";
import { type Part, PLATE } from "./models/part";

export const KINDS = ["box", "wedge", "tube", "stud"] as const;
export type Kind = (typeof KINDS)[number];

/** How the shader treats a brick: the fourth number of its size. */
export const SKIN = { box: 0, wedge: 1, tube: 2, stud: 3, plate: 4 } as const;

export type Batch = { matrices: number[]; tints: number[]; sizes: number[]; shares: number[]; count: number };
export type Batches = Record<Kind, Batch>;

/** Where a model stands, in studs: x right, y up the table. */
export type Stand = {
  x: number;
  y: number;
  heading: number;
  lift?: number;
  roll?: number;
  /** Degrees the bow is raised, as ships that sink have. */
  pitch?: number;
  alpha?: number;
  /** One colour for all parts, as ghosts have. */
  tint?: string;
  /** Paint by part number, as wrecks have. */
  repaint?: (index: number) => string;
  /** Degrees the turret is turned from the heading. */
  aim?: number;
};

export function emptyBatches(): Batches {
  const batch = (): Batch => ({ matrices: [], tints: [], sizes: [], shares: [], count: 0 });
  return { box: batch(), wedge: batch(), tube: batch(), stud: batch() };
}

export function countOf(batches: Batches): number {
  return KINDS.reduce((sum, kind) => sum + batches[kind].count, 0);
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const turn = new Matrix4();

type Paint = { colour: string; alpha: number; skin: number; share?: number };

/** How high the low end of a usual slope is; all other shapes are as wide at their top as at their foot. */
const SLOPE = 0.2;

function push(batch: Batch, m: Matrix4, size: readonly [number, number, number], paint: Paint): void {
  for (const value of m.elements) batch.matrices.push(value);
  batch.tints.push(...linear(paint.colour), paint.alpha);
  batch.sizes.push(size[0], size[1], size[2], paint.skin);
  batch.shares.push(paint.share ?? (paint.skin === SKIN.wedge ? SLOPE : 1));
  batch.count += 1;
}

/** A box with its lower corner at x, y (studs) and y-up height given, straight on the table: ground plates, roads. */
export function pushSlab(
  batches: Batches,
  at: { x: number; y: number; l: number; w: number; low: number; high: number },
  colour: string,
  studded = false,
): void {
  const h = at.high - at.low;
  const m = new Matrix4()
    .makeTranslation(at.x + at.l / 2, at.low + h / 2, -(at.y + at.w / 2))
    .multiply(turn.makeScale(at.l, h, at.w));
  push(batches.box, m, [at.l, h, at.w], { colour, alpha: 1, skin: studded ? SKIN.plate : SKIN.box });
}

export function pushStud(batches: Batches, x: number, y: number, low: number, colour: string): void {
  const m = new Matrix4().makeTranslation(x, low + 0.1, -y).multiply(turn.makeScale(0.6, 0.2, 0.6));
  push(batches.stud, m, [0.6, 0.2, 0.6], { colour, alpha: 1, skin: SKIN.stud });
}

function standing(stand: Stand): Matrix4 {
  const m = new Matrix4().makeTranslation(stand.x, stand.lift ?? 0, -stand.y);
  m.multiply(turn.makeRotationY(radians(stand.heading)));
  if (stand.pitch) m.multiply(turn.makeRotationZ(radians(stand.pitch)));
  if (stand.roll) {
    // A model falls about its long axis and comes to lie within its own footprint.
    m.multiply(turn.makeRotationX(radians(stand.roll)));
    m.multiply(turn.makeTranslation(0, -1.1 * Math.sin(radians(stand.roll)), 0));
  }
  return m;
}

function pushStuds(batches: Batches, centre: Matrix4, part: Part, paint: Paint): void {
  const nl = Math.max(1, Math.round(part.l));
  const nw = Math.max(1, Math.round(part.w));
  for (let i = 0; i < nl; i++) {
    for (let j = 0; j < nw; j++) {
      const x = -part.l / 2 + ((i + 0.5) * part.l) / nl;
      const z = -part.w / 2 + ((j + 0.5) * part.w) / nw;
      const m = centre.clone().multiply(turn.makeTranslation(x, (part.h * PLATE) / 2 + 0.1, z));
      m.multiply(turn.makeScale(0.6, 0.2, 0.6));
      push(batches.stud, m, [0.6, 0.2, 0.6], { ...paint, skin: SKIN.stud });
    }
  }
}

const laid = new Matrix4();
const lengthAt = (m: readonly number[], at: number): number => Math.hypot(m[at] ?? 0, m[at + 1] ?? 0, m[at + 2] ?? 0);

/** A part that says itself where its shape lies. */
function pushLaid(
  batch: Batch,
  base: Matrix4,
  part: Part & { laid: readonly number[] },
  aim: number,
  paint: Paint,
): void {
  const m = base.clone();
  if (part.turret && aim) {
    const [x, y] = part.pivot ?? [0, 0];
    m.multiply(turn.makeTranslation(x, 0, -y)).multiply(turn.makeRotationY(radians(aim)));
    m.multiply(turn.makeTranslation(-x, 0, y));
  }
  m.multiply(laid.fromArray(part.laid as number[]));
  const size = [lengthAt(part.laid, 0), lengthAt(part.laid, 4), lengthAt(part.laid, 8)] as const;
  push(batch, m, size, paint);
}

/** Adds a model where it stands. */
export function pushModel(batches: Batches, parts: readonly Part[], stand: Stand): void {
  const base = standing(stand);
  const aimed = base.clone().multiply(turn.makeRotationY(radians(stand.aim ?? 0)));
  parts.forEach((part, index) => {
    const colour = stand.tint ?? stand.repaint?.(index) ?? part.colour;
    const kind: Kind = part.kind === "rod" ? "tube" : part.kind;
    const share = part.share === undefined ? {} : { share: part.share };
    const paint = { colour, alpha: stand.alpha ?? 1, skin: SKIN[kind], ...share };
    if (part.laid) {
      pushLaid(batches[kind], base, { ...part, laid: part.laid }, stand.aim ?? 0, paint);
      return;
    }
    const h = part.h * PLATE;
    const m = (part.turret ? aimed : base).clone();
    m.multiply(turn.makeTranslation(part.x + part.l / 2, part.z * PLATE + h / 2, -(part.y + part.w / 2)));
    if (part.yaw) m.multiply(turn.makeRotationY(radians(part.yaw)));
    if (part.pitch) m.multiply(turn.makeRotationZ(radians(part.pitch)));
    if (part.roll) m.multiply(turn.makeRotationX(radians(part.roll)));
    if (part.studs) pushStuds(batches, m, part, paint);
    if (part.kind === "rod") m.multiply(turn.makeRotationZ(-Math.PI / 2));
    const size: [number, number, number] = part.kind === "rod" ? [part.w, part.l, h] : [part.l, h, part.w];
    m.multiply(turn.makeScale(...size));
    push(batches[kind], m, size, paint);
  });
}

export type Extent = { low: [number, number, number]; high: [number, number, number] };

/** The room some bricks take: lowest and highest corner in the room's axes (x, up, towards the eye). */
export function extentOf(batches: Batches): Extent {
  const low: Extent["low"] = [Infinity, Infinity, Infinity];
  const high: Extent["high"] = [-Infinity, -Infinity, -Infinity];
  for (const kind of KINDS) {
    const { matrices, count } = batches[kind];
    for (let i = 0; i < count * 16; i += 16) {
      for (const row of [0, 1, 2] as const) {
        const half = [0, 4, 8].reduce((sum, column) => sum + Math.abs(matrices[i + column + row] ?? 0), 0) / 2;
        const middle = matrices[i + 12 + row] ?? 0;
        low[row] = Math.min(low[row], middle - half);
        high[row] = Math.max(high[row], middle + half);
      }
    }
  }
  return { low, high };
}
