/** The few shapes all models are made of, as triangles about their own centre. */
import type { Kind } from "./instances";

export type Shape = { positions: number[]; normals: number[] };

type Vec = readonly [number, number, number];

const FACES: readonly Vec[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];
const QUAD: readonly (readonly [number, number])[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function cube(): Shape {
  const shape: Shape = { positions: [], normals: [] };
  for (const n of FACES) {
    const a: Vec = n[0] ? [0, 1, 0] : [1, 0, 0];
    const b = cross(n, a);
    for (const [s, t] of QUAD) {
      for (const i of [0, 1, 2] as const) shape.positions.push((n[i] + a[i] * s + b[i] * t) / 2);
      shape.normals.push(...n);
    }
  }
  return shape;
}

function cylinder(sides: number, bottom: boolean): Shape {
  const shape: Shape = { positions: [], normals: [] };
  const add = (p: Vec, n: Vec) => {
    shape.positions.push(...p);
    shape.normals.push(...n);
  };
  const rim = (i: number, y: number): Vec => [
    Math.cos((i / sides) * 2 * Math.PI) / 2,
    y,
    Math.sin((i / sides) * 2 * Math.PI) / 2,
  ];
  const out = (p: Vec): Vec => [p[0] * 2, 0, p[2] * 2];
  for (let i = 0; i < sides; i++) {
    const [a, b, c, d] = [rim(i, -0.5), rim(i, 0.5), rim(i + 1, 0.5), rim(i + 1, -0.5)];
    for (const p of [a, b, c, a, c, d]) add(p, out(p));
    for (const p of [[0, 0.5, 0] as const, c, b]) add(p, [0, 1, 0]);
    if (bottom) for (const p of [[0, -0.5, 0] as const, a, d]) add(p, [0, -1, 0]);
  }
  return shape;
}

/** Low quality saves corners on round things. */
export function shapeOf(kind: Kind, quality: "low" | "high"): Shape {
  // the shader brings the top of a wedge down at +x, by the share of its height that is left there
  if (kind === "box" || kind === "wedge") return cube();
  if (kind === "tube") return cylinder(quality === "high" ? 16 : 10, true);
  return cylinder(quality === "high" ? 10 : 8, false);
}
