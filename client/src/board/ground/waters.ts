/** Flat things of the sea: shallows and shores, reefs, weed, currents with their arrows, and the wind's rose. */
import { INK, PAINT, SIDES, WHITE } from "../colours";
import type { BoardPiece, BoardScene, Point } from "../types";
import { area, circle, type Flat, haloed, hull, LEVEL, line, pairs, ray } from "./flats";

const LOW = 0.02;

/** The line at a distance from a convex outline, corners rounded: all that is exactly so far away. */
export function rimOf(outline: readonly Point[], distance: number): Point[] {
  const points = hull([...outline]);
  const n = points.length;
  // a lone point has no hull
  if (n < 2) return circle(outline[0]?.[0] ?? 0, outline[0]?.[1] ?? 0, distance);
  const facing = points.map(([x, y], i) => {
    const [u, v] = points[(i + 1) % n] as Point;
    return (Math.atan2(v - y, u - x) * 180) / Math.PI - 90;
  });
  return points.flatMap(([x, y], i) => {
    const from = facing[(i + n - 1) % n] as number;
    const turn = ((((facing[i] as number) - from) % 360) + 360) % 360;
    const steps = Math.max(1, Math.ceil(turn / 6));
    return Array.from({ length: steps + 1 }, (_, k) => ray(x, y, from + (turn * k) / steps, distance));
  });
}

/** How far inside the table a point lies from each of its edges; below 0 it is beyond that one. */
const INSIDE: readonly ((p: Point, width: number, height: number) => number)[] = [
  ([x]) => x,
  ([x], width) => width - x,
  ([, y]) => y,
  ([, y], _width, height) => height - y,
];

/** An outline without what lies beyond the edges of the table, cut off edge by edge. */
export function trimmed(points: readonly Point[], width: number, height: number): Point[] {
  return INSIDE.reduce<readonly Point[]>((left, deep) => {
    const depths = left.map((p) => deep(p, width, height));
    return left.flatMap((p, i): Point[] => {
      const next = (i + 1) % left.length;
      const [q, here, there] = [left[next] as Point, depths[i] as number, depths[next] as number];
      const kept: Point[] = here >= 0 ? [p] : [];
      if (here >= 0 === there >= 0) return kept;
      const share = here / (here - there);
      return [...kept, [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share]];
    });
  }, points) as Point[];
}

/** The stretches of a closed line that lie on the table. */
export function stretchesOn(points: readonly Point[], width: number, height: number): Point[][] {
  const on = ([x, y]: Point) => x >= 0 && x <= width && y >= 0 && y <= height;
  if (points.every(on)) return [[...points, points[0] as Point]];
  // Long straight sides are walked in short steps, so that a stretch reaches the edge.
  const walked = points.flatMap((a, i) => {
    const b = points[(i + 1) % points.length] as Point;
    const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.25));
    return Array.from(
      { length: steps },
      (_, k): Point => [a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps],
    );
  });
  const first = walked.findIndex((p) => !on(p));
  const found: Point[][] = [[]];
  for (const p of [...walked.slice(first), ...walked.slice(0, first)]) {
    if (on(p)) found.at(-1)?.push(p);
    else if (found.at(-1)?.length) found.push([]);
  }
  return found.filter((stretch) => stretch.length > 1);
}

function inside(points: readonly Point[], x: number, y: number): boolean {
  let within = false;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  });
  return within;
}

function shore(points: Point[], stud: number): Flat[] {
  return [
    area(rimOf(points, 2.6 * stud), "#8fd0cf", 0.26, LOW),
    area(rimOf(points, 1.2 * stud), "#b5e2d6", 0.3, LOW + 0.01),
    area(points, PAINT.shore, 1, LOW + 0.03),
    line(points, { closed: true, colour: "#f4ead0", width: { studs: 0.22, px: 1.6 }, height: LOW + 0.05 }),
  ];
}

function stones(points: Point[], stud: number, tint: string): Flat[] {
  return [
    area(rimOf(points, 0.9 * stud), "#a8d8d6", 0.24, LOW),
    area(points, tint, 0.5, LOW + 0.02),
    line(points, { closed: true, colour: WHITE, alpha: 0.75, width: { studs: 0.16, px: 1.4 }, height: LOW + 0.04 }),
  ];
}

/** Arrows along a current, one head for each inch it carries a ship. */
function current(piece: BoardPiece, points: Point[], stud: number): Flat[] {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const flats: Flat[] = [
    area(points, "#bfe4ee", 0.2, LOW, true),
    line(points, {
      closed: true,
      colour: WHITE,
      alpha: 0.7,
      stroke: "dashed",
      width: { studs: 0.14, px: 1.4 },
      height: LOW + 0.03,
    }),
  ];
  const step = 7 * stud;
  for (let x = Math.min(...xs) + step / 2; x < Math.max(...xs); x += step) {
    for (let y = Math.min(...ys) + step / 2; y < Math.max(...ys); y += step) {
      if (inside(points, x, y)) flats.push(...arrow([x, y], piece.place.heading, piece.level ?? 1, stud));
    }
  }
  return flats;
}

function arrow([x, y]: Point, heading: number, heads: number, stud: number): Flat[] {
  const look = { colour: WHITE, alpha: 0.8, width: { studs: 0.3, px: 2 }, height: LOW + 0.05 };
  const tip = ray(x, y, heading, 2 * stud);
  const flats: Flat[] = [line([ray(x, y, heading, -2 * stud), tip], look)];
  for (let i = 0; i < heads; i++) {
    const [tx, ty] = ray(tip[0], tip[1], heading, -i * 1.1 * stud);
    flats.push(line([ray(tx, ty, heading + 145, 1.4 * stud), [tx, ty], ray(tx, ty, heading - 145, 1.4 * stud)], look));
  }
  return flats;
}

function pieceFlats(piece: BoardPiece, stud: number): Flat[] {
  const points = piece.outline ? pairs(piece.outline) : [];
  switch (piece.model) {
    case "island":
      return shore(points, stud);
    case "cliff":
      return stones(points, stud, PAINT.basalt);
    case "reef":
      return stones(points, stud, "#7fb8b0");
    case "seaweed":
      return [
        area(points, PAINT.kelp, 0.4, LOW + 0.01),
        line(points, { closed: true, colour: PAINT.leaf, alpha: 0.8, stroke: "dotted", height: LOW + 0.03 }),
      ];
    case "current":
      return current(piece, points, stud);
    default:
      return [];
  }
}

/** Where the rose is printed on the water: a corner of the table, so large. */
export function roseAt(scene: BoardScene): { x: number; y: number; radius: number } {
  const radius = Math.min(scene.width, scene.height) * 0.052;
  return { x: scene.width - radius * 1.5, y: scene.height - radius * 1.5, radius };
}

/** The wind's rose: eight points, and a broad arrow the way the wind blows. */
function rose(scene: BoardScene, wind: number): Flat[] {
  const { x, y, radius: r } = roseAt(scene);
  const height = LEVEL.area;
  const points = Array.from({ length: 8 }, (_, i) => i * 45).flatMap((angle): Flat[] => {
    const long = angle % 90 === 0 ? r : r * 0.72;
    const tip = ray(x, y, angle, long);
    return [
      area([[x, y], ray(x, y, angle + 22, r * 0.26), tip], WHITE, 0.75, height),
      area([[x, y], ray(x, y, angle - 22, r * 0.26), tip], INK, 0.55, height),
    ];
  });
  const [tip, tail] = [ray(x, y, wind, r * 1.3), ray(x, y, wind + 180, r * 1.1)];
  const barb = (side: number) => ray(tip[0], tip[1], wind + 180 + side, r * 0.55);
  const look = { colour: SIDES[0].colour, width: { studs: 0.5, px: 4 }, height: height + 0.03 };
  return [
    line(circle(x, y, r * 1.08, 60), {
      closed: true,
      colour: WHITE,
      alpha: 0.8,
      width: { studs: 0.16, px: 1.5 },
      height,
    }),
    ...points,
    ...haloed([tail, tip], look),
    ...haloed([barb(30), tip, barb(-30)], look),
  ];
}

/** All that is printed on the water of a scene. */
export function waterFlats(scene: BoardScene): Flat[] {
  if (scene.ground !== "sea") return [];
  const stud = 1 / scene.studsPerUnit;
  const printed = scene.pieces.flatMap((piece) => pieceFlats(piece, stud));
  return scene.wind === undefined ? printed : [...printed, ...rose(scene, scene.wind)];
}
