/** Ground one drives over or around: water, mud, dunes, hills, mountains, woods. Marks lie on top of it. */
import { pick, stream } from "../chance";
import { PAINT } from "../colours";
import { type Build, box, type Part, PLATE, STUDDED, tube, wedge } from "./part";
import { plateauHeight, shapeOf, span, TERRACES, terraceHeight } from "./rises";

/** Just over the studs of the baseplate, below everything that is marked on the ground. */
const FLOOR = 0.53;
/** What lies on such a floor may rise so much without hiding a mark. */
const RIPPLE = 0.04;

type Row = { y: number; from: number; to: number };

/** Rows of plates that fill an outline drawn in by a share. */
function rows(build: Build, share: number, step = 1): Row[] {
  const corners = shapeOf(build, share);
  const [low, high] = [Math.min(...corners.map((c) => c[1])), Math.max(...corners.map((c) => c[1]))];
  const count = Math.max(1, Math.round((high - low) / step));
  const deep = (high - low) / count;
  const all = Array.from({ length: count }, (_, i) => ({
    y: low + i * deep,
    ...span(corners, low + (i + 0.5) * deep),
  }));
  return all.filter(({ from, to }) => to > from);
}

/** A floor of one paint over the whole footprint: one plate, or rows of them within an outline. */
function floor(build: Build, colour: string, share = 1, z = 0, h: number = FLOOR): Part[] {
  if (!build.outline) {
    const [l, w] = [build.length * share, build.width * share];
    return [box(-l / 2, -w / 2, z, l, w, h, colour)];
  }
  const list = rows(build, share);
  const deep = list.length > 1 ? (list[1] as Row).y - (list[0] as Row).y : build.width * share;
  return list.map(({ y, from, to }) => box(from, y, z, to - from, deep, h, colour));
}

/** Places spread over a footprint, about one in so many studs; nothing reaches over the edge. */
function strewn(build: Build, studs: number, room: number, next: () => number): [number, number][] {
  const count = Math.max(1, Math.round((build.length * build.width) / studs));
  const list = rows(build, 1, 0.5).filter(({ from, to }) => to - from > room);
  if (list.length === 0) return [];
  return Array.from({ length: count }, () => {
    const { y, from, to } = pick(list, next);
    const top = build.width / 2 - room / 2;
    return [from + room / 2 + next() * (to - from - room), Math.max(-top, Math.min(top, y))];
  });
}

/** Deep water: dark blue tiles, long bright waves along the river. */
export function largeWater(build: Build): Part[] {
  const next = stream(`water ${build.seed}`);
  const waves = strewn(build, 12, 3.4, next).map(([x, y]) => {
    const l = 1.4 + next() * 2;
    return box(x - l / 2, y - 0.16, FLOOR, l, 0.32, RIPPLE, PAINT.sea2);
  });
  return [...floor(build, PAINT.deep), ...waves];
}

/** Shallow water: pale blue with the sand and the stones of the ford showing through. */
export function shallowWater(build: Build): Part[] {
  const next = stream(`ford ${build.seed}`);
  const stones = strewn(build, 7, 1.4, next).map(([x, y], i) => {
    const s = 0.6 + next() * 0.7;
    return tube(
      x - s / 2,
      y - s / 2,
      FLOOR,
      s,
      s,
      RIPPLE,
      pick(i % 3 ? [PAINT.shore] : [PAINT.steel, PAINT.light], next),
    );
  });
  return [...floor(build, PAINT.ford), ...stones];
}

/** Mud: brown tiles, ruts of tracks and puddles. */
export function mud(build: Build): Part[] {
  const next = stream(`mud ${build.seed}`);
  const ruts = strewn(build, 9, 3, next).map(([x, y]) => {
    const l = 1.6 + next() * 1.4;
    return box(x - l / 2, y - 0.22, FLOOR, l, 0.44, RIPPLE, PAINT.mud2);
  });
  const puddles = strewn(build, 26, 2.2, next).map(([x, y]) => {
    const s = 1.2 + next() * 0.9;
    return tube(x - s / 2, y - s / 2, FLOOR, s, s, RIPPLE, PAINT.puddle);
  });
  return [...floor(build, PAINT.mud), ...ruts, ...puddles];
}

/** Dunes: sand in waves across the way, light on one side and dark on the other. */
export function dunes(build: Build): Part[] {
  const next = stream(`dunes ${build.seed}`);
  const count = Math.max(2, Math.round(build.length / 2.6));
  const step = build.length / count;
  const crests = Array.from({ length: count }, (_, i) => {
    const x = -build.length / 2 + (i + 0.25 + next() * 0.2) * step;
    const w = build.width * (0.62 + next() * 0.3);
    const y = (build.width - w) * (next() - 0.5);
    return [
      box(x, y - w / 2, FLOOR, step * 0.3, w, RIPPLE, PAINT.crest),
      box(x + step * 0.3, y - w / 2, FLOOR, step * 0.18, w, RIPPLE, PAINT.lee),
    ];
  });
  return [...floor(build, PAINT.shore), ...crests.flat()];
}

/** The paint of each terrace, lighter the higher it is. */
const SLOPES = ["hill", "hill2", "hill3", "hill4"] as const;

/** A hill: terraces like the lines of a map, each a step higher, and a rim of slopes that shows where it begins. */
export function hill(build: Build): Part[] {
  return [...terraces(build), ...rim(build, stream(`hill ${build.seed}`))];
}

/** How high a course of a plateau's side is, in plates, and how much each of them is drawn in. */
const [COURSE, DRAWN_IN] = [3, 0.12];

/** A plateau: its sides in courses of earth and stone, level grass on top, lighter the higher it is. */
export function plateau(build: Build): Part[] {
  const top = plateauHeight(build) / PLATE;
  const next = stream(`plateau ${build.seed}`);
  const courses = Math.max(1, Math.ceil((top - 1) / COURSE));
  const high = (top - 1) / courses;
  const sides = Array.from({ length: courses }, (_, i) =>
    floor(build, pick([PAINT.rubble2, PAINT.hill], next), 1 - (DRAWN_IN * (i % 2)) / build.width, i * high, high),
  );
  const grass = SLOPES[Math.min(SLOPES.length - 1, Math.floor(top / (2 * COURSE)))] ?? "hill";
  return [...sides.flat(), ...floor(build, PAINT[grass], 1, top - 1, 1), ...rim(build, next)];
}

type Stretch = { from: number; to: number; terrace: number };

/** The stretches of one row, each with the highest terrace it belongs to. */
function stretches(build: Build, y: number): Stretch[] {
  const across = TERRACES.map((share, terrace) => ({ terrace, ...span(shapeOf(build, share), y) }));
  const edges = [...new Set(across.flatMap(({ from, to }) => (to > from ? [from, to] : [])))].sort((a, b) => a - b);
  return edges.slice(1).map((to, i) => {
    const from = edges[i] as number;
    const on = across.findLast((each) => each.from <= from && each.to >= to);
    return { from, to, terrace: on?.terrace ?? 0 };
  });
}

/** Rows of a stud, rows alike laid as one plate. */
function terraces(build: Build): Part[] {
  const ys = shapeOf(build, 1).map((corner) => corner[1]);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const count = Math.max(4, Math.round(high - low));
  const deep = (high - low) / count;
  const parts: Part[] = [];
  let [begun, before]: [number, Stretch[]] = [low, []];
  for (let i = 0; i <= count; i++) {
    const row = i < count ? stretches(build, low + (i + 0.5) * deep) : [];
    if (JSON.stringify(row) === JSON.stringify(before)) continue;
    const end = low + i * deep;
    parts.push(
      ...before.map(({ from, to, terrace }) => {
        const high = FLOOR + ((terrace + 1) * terraceHeight(build)) / PLATE;
        return box(from, begun, 0, to - from, end - begun, high, PAINT[SLOPES[terrace] ?? "hill"]);
      }),
    );
    [begun, before] = [end, row];
  }
  return parts;
}

/** Slopes and boulders along the border. */
function rim(build: Build, next: () => number): Part[] {
  const outline = shapeOf(build, 1);
  return outline.flatMap(([x1, y1], k) => {
    const [x2, y2] = outline[(k + 1) % outline.length] as [number, number];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const count = Math.max(1, Math.floor(length / 1.6));
    const yaw = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI - 90;
    const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length];
    return Array.from({ length: count }, (_, i) => {
      const t = (i + 0.5) / count;
      const [x, y] = [x1 + (x2 - x1) * t + nx * 0.5, y1 + (y2 - y1) * t + ny * 0.5];
      const colour = pick([PAINT.hill, PAINT.hill2, PAINT.rubble2], next);
      return wedge(x - 0.45, y - 0.7, 0, 0.9, 1.4, 2 + Math.floor(next() * 2) * 0.7, colour, { yaw });
    });
  });
}

/** A mountain: grey steps up to a white top. */
export function mountain(build: Build): Part[] {
  const top = build.height ? build.height / PLATE : 27;
  const steps = 6;
  return Array.from({ length: steps }, (_, i) => {
    const share = 1 - i * 0.15;
    const colour = i >= steps - 2 ? PAINT.white : i % 2 ? PAINT.basalt : PAINT.basalt2;
    const [first, ...rest] = floor(build, colour, share, (i * top) / steps, top / steps);
    return [first, ...rest].flatMap((part) => (part ? [{ ...part, ...STUDDED }] : []));
  }).flat();
}

/** Firs side by side over dark ground: nobody sees or drives through. */
export function forest(build: Build): Part[] {
  const next = stream(`forest ${build.seed}`);
  const { length: L, width: W } = build;
  const [columns, lines] = [Math.max(1, Math.round(L / 2)), Math.max(1, Math.round(W / 2))];
  const parts = floor(build, PAINT.moss);
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < lines; j++) {
      const [x, y] = [-L / 2 + ((i + 0.5) * L) / columns, -W / 2 + ((j + 0.5) * W) / lines];
      parts.push(...fir(x, y, 13 + Math.floor(next() * 5), next));
    }
  }
  return parts;
}

function fir(x: number, y: number, top: number, next: () => number): Part[] {
  const colour = pick([PAINT.fir, PAINT.fir2, PAINT.leaf3], next);
  const disc = (size: number, z: number, h: number): Part => tube(x - size / 2, y - size / 2, z, size, size, h, colour);
  return [
    tube(x - 0.3, y - 0.3, 0, 0.6, 0.6, 2, PAINT.wood2),
    disc(2, 2, top * 0.3),
    disc(1.4, 2 + top * 0.3, top * 0.3),
    tube(x - 0.4, y - 0.4, 2 + top * 0.6, 0.8, 0.8, top * 0.4 - 2, PAINT.fir2),
  ];
}
