/** Little people: block figures with a weapon and a rank, and round plates with soldier markers on them.
 * `figure.<weapon>[.<rank>...]` is one person; `soldiers[.<paint>-<paint>...]` is a plate with markers, the first of them
 * on small plates of these paints. How many markers there are, and whether somebody lies, changes in play. */
import { PAINT } from "../colours";
import { markerPaint } from "./markers";
import { type Build, bothSides, box, type Part, PLATE, rod, tube } from "./part";
import { isWeapon, weapon } from "./weapons";

const SKIN = "#e9c46a";

/** The round plate everything here stands on, in the colour of its side. */
function plate({ length: d, side, trim }: Build): Part[] {
  return [
    tube(-d / 2, -d / 2, 0, d, d, 0.45, PAINT.dark),
    tube(-d * 0.47, -d * 0.47, 0.45, d * 0.94, d * 0.94, 0.15, side ?? trim),
  ];
}

type Ranks = ReadonlySet<string>;

/** What is on the head says at once who it is, also from above. */
function hat(ranks: Ranks, trim: string): Part[] {
  const peaked = ranks.has("officer") || ranks.has("leader");
  if (peaked || ranks.has("commander"))
    return [
      tube(-0.62, -0.62, 9.9, 1.24, 1.24, 1.1, ranks.has("commander") ? PAINT.brick : trim),
      box(0.3, -0.55, 9.8, 0.55, 1.1, 0.4, PAINT.black),
      box(0.55, -0.16, 10.2, 0.14, 0.32, 0.7, PAINT.gilt),
    ];
  if (ranks.has("commando")) return [tube(-0.7, -0.35, 9.8, 1.2, 1.2, 0.8, PAINT.leaf3)];
  const colour = ranks.has("medic") ? PAINT.white : trim;
  const cross = ranks.has("medic")
    ? [box(-0.45, -0.16, 11.5, 1, 0.32, 0.12, PAINT.brick), box(-0.1, -0.5, 11.5, 0.32, 1, 0.12, PAINT.brick)]
    : [];
  return [box(-0.65, -0.7, 9.8, 1.35, 1.4, 0.5, colour), box(-0.5, -0.55, 10.3, 1.05, 1.1, 1.2, colour), ...cross];
}

/** What ranks wear and carry besides: stripes, a mast, field glasses, a spade, a bag. */
function gear(ranks: Ranks, trim: string): Part[] {
  const out: Part[] = [];
  const bag = ranks.has("medic") ? PAINT.white : ranks.has("radio") ? PAINT.dark : trim;
  out.push(box(-0.9, -0.7, 5.3, 0.4, 1.4, 2.4, bag));
  if (ranks.has("medic"))
    out.push(box(-0.94, -0.14, 5.6, 0.1, 0.28, 1.8, PAINT.brick), box(-0.94, -0.5, 6.1, 0.1, 1, 0.7, PAINT.brick));
  if (ranks.has("radio")) out.push(tube(-0.8, 0.45, 7.7, 0.12, 0.12, 6.5, PAINT.black));
  if (ranks.has("veteran"))
    out.push(...[0, 0.9].map((z) => box(-0.2, 1.42, 5.7 + z * 1.1, 0.9, 0.08, 0.5, PAINT.gilt)));
  if (ranks.has("spotter")) out.push(...bothSides([rod(0.45, 0.05, 8.6, 0.75, 0.4, 1, PAINT.black)]));
  if (ranks.has("engineer"))
    out.push(box(-1.05, -0.1, 4, 0.16, 0.2, 5, PAINT.wood), box(-1.1, -0.4, 9, 0.2, 0.8, 1.6, PAINT.steel));
  return out;
}

function body({ body: coat, trim }: Build, ranks: Ranks): Part[] {
  return [
    ...bothSides([box(-0.5, 0.08, 0.6, 1, 0.8, 3.6, trim), box(-0.3, 0.08, 0.6, 1.05, 0.8, 0.8, PAINT.black)]),
    box(-0.5, -0.9, 4.2, 1, 1.8, 0.8, PAINT.wood2),
    box(-0.5, -1, 5, 1, 2, 3, coat),
    box(-0.3, 1, 5.5, 1.5, 0.45, 1.1, coat),
    box(-0.3, -1.45, 5, 1.2, 0.45, 1.1, coat),
    box(-0.45, -0.5, 8, 0.95, 1, 2.2, SKIN),
    ...hat(ranks, trim),
    ...gear(ranks, trim),
  ];
}

/** A flag on a pole at the left hand. */
const colours = (cloth: string): Part[] => [
  tube(-0.3, 1.3, 0.6, 0.18, 0.18, 15, PAINT.wood),
  box(-1.9, 1.34, 11.4, 1.6, 0.1, 3.8, cloth),
];

/** So far from its middle a person stands upright is thick to the front, and so long it is. */
const CHEST = 0.6;
const TALL = 11.5;

/** Upright parts laid on the ground, face down, the head ahead. */
function lying(part: Part): Part {
  const flat = {
    ...part,
    x: (part.z - TALL / 2) * PLATE,
    l: part.h * PLATE,
    z: 0.6 + (CHEST - part.x - part.l) / PLATE,
    h: part.l / PLATE,
  };
  return part.kind === "tube" ? { ...flat, kind: "rod" } : part.kind === "rod" ? { ...flat, kind: "tube" } : flat;
}

/** What is held lies on the ground before somebody who lies. */
const laidDown = (part: Part): Part => ({
  ...part,
  x: part.x + TALL * PLATE * 0.36,
  y: part.y + 0.5,
  z: Math.max(0.7, part.z - 4),
  // the legs of a gun are drawn in
  h: part.kind === "rod" ? part.h : Math.min(part.h, 1.6),
});

/** As large as its plate is. */
const sized =
  (s: number) =>
  (part: Part): Part => ({
    ...part,
    ...{ x: part.x * s, y: part.y * s, l: part.l * s, w: part.w * s },
    ...{ z: 0.6 + (part.z - 0.6) * s, h: part.h * s },
  });

/** Without the plate that lifts who stands on it. */
const grounded = (part: Part): Part => ({ ...part, z: Math.max(0, part.z - 0.6) });

/** One person, as its name says; `fallen` is one of the words. */
export function figure(model: string, build: Build): Part[] | undefined {
  const [family, first = "", ...more] = model.split(".");
  if (family !== "figure") return undefined;
  const ranks: Ranks = new Set(isWeapon(first) ? more : [first, ...more]);
  // who carries the colours has no hand free
  const arm = isWeapon(first) ? first : ranks.has("leader") ? "none" : "rifle";
  const person = body(build, ranks);
  // who fell lies on the ground itself, and what he held lies there as a thing of its own
  if (ranks.has("fallen"))
    return person
      .map(lying)
      .map(sized(build.length / 2))
      .map(grounded);
  const cloth = ranks.has("leader") ? colours(build.flag || build.side || build.trim) : [];
  const whole = build.prone
    ? [...person.map(lying), ...weapon(arm).map(laidDown), ...cloth]
    : [...person, ...weapon(arm), ...cloth];
  return [...plate(build), ...whole.map(sized(build.length / 2))];
}

/** Where markers stand on a plate, as shares of its radius: round the edge, from the front on. */
export function placesOnPlate(count: number): [number, number][] {
  if (count === 1) return [[0, 0]];
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI + (count === 2 ? Math.PI / 2 : Math.PI / 4);
    const r = count > 4 ? 0.64 : 0.54;
    return [Math.cos(angle) * r, Math.sin(angle) * r];
  });
}

/** How far behind a wall somebody stands who looks out of a window, in studs. */
const AT_THE_WALL = 1.3;

/** Where markers stand who look out of the windows of a thing, in studs: at one wall after the other, then between. */
export function placesAtWalls(count: number, length: number, width: number): [number, number][] {
  const [x, y] = [Math.max(0, length / 2 - AT_THE_WALL), Math.max(0, width / 2 - AT_THE_WALL)];
  const walls: [number, number][] = [
    [x, 0],
    [-x, 0],
    [0, y],
    [0, -y],
    [x, y],
    [-x, -y],
  ];
  return walls.slice(0, count);
}

/** A soldier marker: a round brick with a head and a helmet, so wide. */
function marker(x: number, y: number, d: number, coat: string, trim: string): Part[] {
  const disc = (share: number, z: number, h: number, colour: string): Part =>
    tube(x - (d * share) / 2, y - (d * share) / 2, 0.9 + z, d * share, d * share, h, colour);
  return [
    disc(0.82, 0, 1.6, trim),
    disc(1, 1.6, 2, coat),
    disc(0.66, 3.6, 1.2, SKIN),
    disc(0.94, 4.5, 0.5, trim),
    disc(0.7, 5, 0.6, trim),
    rod(x - d * 0.1, y - d * 0.62, 2.9, d * 1.15, d * 0.16, 0.4, PAINT.black),
  ];
}

/** A soldier marker that lies where it stood, its head ahead. */
function toppled(part: Part, x: number): Part {
  const flat = { ...part, x: x + (part.z - 3.7) * PLATE, l: part.h * PLATE, z: 0.9 + (1 - part.w) / 2 / PLATE };
  return { ...flat, h: part.w / PLATE, kind: part.kind === "tube" ? "rod" : "tube" };
}

/** A round plate with as many soldier markers as the unit has left. */
export function soldiers(model: string, build: Build): Part[] | undefined {
  const [family, paints = ""] = model.split(".");
  if (family !== "soldiers") return undefined;
  const under = paints.split("-").filter(Boolean);
  const standing = Math.max(build.falls ? 0 : 1, build.level ?? 4);
  const count = standing + (build.falls ? 1 : 0);
  const [r, d] = [build.length / 2, Math.min(1, build.length / 4)];
  const [long, wide] = build.walls ?? [];
  const places =
    long && wide ? placesAtWalls(count, long, wide) : placesOnPlate(count).map(([u, v]) => [u * r, v * r] as const);
  const men = places.flatMap(([x, y], i) => {
    const paint = under[i];
    const small = paint ? [tube(x - d * 0.72, y - d * 0.72, 0.6, d * 1.44, d * 1.44, 0.5, markerPaint(paint))] : [];
    const man = marker(x, y, d, build.body, build.trim);
    return [...small, ...(build.falls === "lies" && i === standing ? man.map((part) => toppled(part, x)) : man)];
  });
  return [...plate(build), ...men];
}
