/** The workbench: a model drawn part by part, new parts in their colours, the others pale, from any side. */
import { Vector3 } from "three";
import { type Extent, emptyBatches, extentOf, pushModel } from "./instances";
import { lensAt } from "./looking/barrel";
import type { Lens } from "./looking/views";
import { type DrawnGroup, type DrawnShape, shapesOf } from "./models/built";
import type { Build } from "./models/part";
import type { Painter } from "./painter";

/** Three rows of a matrix, in studs: x ahead, y left, z up. */
type Rows = readonly number[];
type Kind = keyof DrawnGroup["shapes"];

/** A part as it looks by itself: its unit shapes by kind with their share, and its studs. */
export type PartLook = {
  title: string;
  shapes: Partial<Record<Kind, readonly (readonly [share: number, rows: Rows])[]>>;
  studs: readonly Rows[];
};

export type LaidPart = readonly [number: string, colour: number, rows: Rows];

/** What lies on the bench: parts from `first` to `end`, those from `lit` on in their colours. */
export type OnBench = {
  parts: readonly LaidPart[];
  first: number;
  lit: number;
  end: number;
};

export type PartPaints = {
  looks: Readonly<Record<string, PartLook>>;
  paint: (colour: number, isLit: boolean) => string;
};

export type Turn = { heading: number; tilt: number };

export type Bench = {
  picture: (
    what: OnBench,
    palette: PartPaints,
    turn: Turn,
    size: { width: number; height: number },
  ) => HTMLCanvasElement;
  dispose: () => void;
};

const TURNS = [0, 45, 90, 135, 180, 225, 270, 315];
const FAR = 4.5;
const BUILD: Build = { length: 1, width: 1, body: "", trim: "", seed: "" };
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** One matrix after another, as three rows; a mirrored one is laid with its left side right, which shapes do not mind. */
export function after(outer: Rows, inner: Rows): number[] {
  const at = (m: Rows, row: number, column: number): number => m[row * 4 + column] ?? 0;
  const rows = [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map(
      (column) =>
        at(outer, row, 0) * at(inner, 0, column) +
        at(outer, row, 1) * at(inner, 1, column) +
        at(outer, row, 2) * at(inner, 2, column) +
        (column === 3 ? at(outer, row, 3) : 0),
    ),
  );
  return isMirrored(rows) ? rows.map((value, index) => (index % 4 === 1 ? -value : value)) : rows;
}

function isMirrored(m: Rows): boolean {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = m;
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0;
}

/** Parts as one group that the board can draw. */
function groupOf(parts: readonly LaidPart[], looks: PartPaints["looks"]): DrawnGroup {
  const shapes: Partial<Record<Kind, DrawnShape[]>> = {};
  const studs: DrawnShape[] = [];
  for (const [number, colour, rows] of parts) {
    const look = looks[number];
    for (const kind of Object.keys(look?.shapes ?? {}) as Kind[]) {
      shapes[kind] ??= [];
      for (const [share, inner] of look?.shapes[kind] ?? []) shapes[kind].push([colour, share, after(rows, inner)]);
    }
    for (const inner of look?.studs ?? []) studs.push([colour, 1, after(rows, inner)]);
  }
  return { name: "", pivot: [0, 0, 0], shapes, studs };
}

function drawn(parts: readonly LaidPart[], palette: PartPaints, isLit: boolean) {
  const codes = new Set(parts.map(([, colour]) => colour));
  const paints = Object.fromEntries([...codes].map((code) => [code, palette.paint(code, isLit)]));
  const design = { length: 1, width: 1, height: 1, groups: [groupOf(parts, palette.looks)], parts: [] };
  return shapesOf({ design, paints }, { ...BUILD, body: palette.paint(16, isLit), trim: palette.paint(16, isLit) }, 1);
}

/** A lens on a box round the origin, from which it is seen whole however it is turned. */
function lensOn({ low, high }: Extent, tilt: number, aspect: number): Lens {
  const size = Math.max(1, new Vector3(...high).sub(new Vector3(...low)).length() / 2);
  const away = size * FAR;
  const eye = new Vector3(0, Math.sin(radians(tilt)) * away, Math.cos(radians(tilt)) * away);
  const at = new Vector3();
  const wide = lensAt(eye, at, size, aspect);
  const half = [0, 1, 2].map((axis) => ((high[axis] ?? 0) - (low[axis] ?? 0)) / 2) as [number, number, number];
  let fill = 0;
  for (const degrees of TURNS) {
    const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
    for (const x of [-half[0], half[0]])
      for (const y of [-half[1], half[1]])
        for (const z of [-half[2], half[2]]) {
          const seen = new Vector3(x * cos + z * sin, y, z * cos - x * sin).applyMatrix4(wide.both);
          fill = Math.max(fill, Math.abs(seen.x), Math.abs(seen.y));
        }
  }
  return lensAt(eye, at, size * fill * 1.03, aspect);
}

export function benchOf(painter: Painter): Bench {
  return {
    picture: ({ parts, first, lit, end }, palette, turn, size) => {
      const all = emptyBatches();
      pushModel(all, drawn(parts.slice(first, end), palette, true), { x: 0, y: 0, heading: 0 });
      const extent = extentOf(all);
      const [x, y, z] = [0, 1, 2].map((axis) => ((extent.low[axis] ?? 0) + (extent.high[axis] ?? 0)) / 2) as [
        number,
        number,
        number,
      ];
      const [cos, sin] = [Math.cos(radians(turn.heading)), Math.sin(radians(turn.heading))];
      const stand = { x: -(x * cos + z * sin), y: z * cos - x * sin, lift: -y, heading: turn.heading };
      const content = emptyBatches();
      pushModel(content, drawn(parts.slice(first, lit), palette, false), stand);
      pushModel(content, drawn(parts.slice(lit, end), palette, true), stand);
      const lens = lensOn(extent, turn.tilt, size.width / size.height);
      return painter.shoot(content, lens, size, { ground: false, sky: null, fog: 900 });
    },
    dispose: () => painter.dispose(),
  };
}
