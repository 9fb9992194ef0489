/** Units as they can really be built: designs drawn by whoever knows bricks, laid here as parts.
 * A model's name may say which design it is built after: `vehicle.heavy.turret.tank.8-6-9.box.tracks@folder/name`.
 * Until that drawing has been brought, and where nobody brings any, the rest of the name is built. */
import { PAINT } from "../colours";
import { commander } from "./armour";
import { isPlane, namedDesign } from "./names";
import { type Build, type Part, type PartKind, PLATE } from "./part";

/** A unit shape: the code of its colour, how much is left of a slope's height or a cone's width, three rows of a matrix. */
export type DrawnShape = readonly [colour: number, share: number, laid: readonly number[]];

export type DrawnGroup = {
  name: string;
  pivot: readonly [number, number, number];
  shapes: Partial<Record<"box" | "ramp" | "under" | "rod" | "cone", readonly DrawnShape[]>>;
  studs: readonly DrawnShape[];
};

export type Design = {
  length: number;
  width: number;
  height: number;
  groups: readonly DrawnGroup[];
  /** What it is built from: the title of a part, the code of its colour, how many. */
  parts: readonly (readonly [title: string, colour: number, count: number])[];
};

/** The designs of a folder by name, and what its colours look like by their codes. */
export type Drawings = { models: Record<string, Design>; paints: Record<string, string> };

/** What is painted as its owner's things are. */
const OWNERS = 16;
/** Clear bricks are painted as panes are: nothing here is seen through. */
const CLEAR = 47;
const RED = 4;
/** Footprints that differ by less than this are the same: builders leave a gap, rules do not. */
const NEARLY = 0.12;

const folders = new Map<string, Drawings>();
const lacking = new Set<string>();
const hearers = new Set<() => void>();
let lack: (folder: string) => void = () => {};

/** Says who fetches the drawings of a folder when a model names one that is not here; asked once for each. */
export function onLacking(fetch: (folder: string) => void): void {
  lack = fetch;
  for (const folder of lacking) lack(folder);
}

/** Hands over the drawings of a folder; every board draws itself again. */
export function bringDrawings(folder: string, drawings: Drawings): void {
  folders.set(folder, drawings);
  lacking.delete(folder);
  for (const hear of hearers) hear();
}

/** Calls back whenever drawings have been brought; the answer ends it. */
export function onBrought(hear: () => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** The folder of the design a model is built after, if there is one. */
export const folderOf = (model: string): string => namedDesign(model)?.folder ?? "";

type Found = { design: Design; paints: Drawings["paints"] };

function folderHere(folder: string): Drawings | undefined {
  const found = folders.get(folder);
  if (!found && !lacking.has(folder)) {
    lacking.add(folder);
    lack(folder);
  }
  return found;
}

export function designOf(model: string): Found | undefined {
  const named = namedDesign(model);
  const found = named && folderHere(named.folder);
  const design = named && found?.models[named.name];
  return found && design ? { design, paints: found.paints } : undefined;
}

/** The designs of the slots of a model in their order, nothing for an empty slot; none at all unless every one is here. */
export function slotsOf(model: string): (Found | undefined)[] | undefined {
  const named = namedDesign(model);
  const found = named && folderHere(named.folder);
  if (!found) return undefined;
  const slots = named.name.split("-").map((name) => ({ name, design: found.models[name] }));
  if (slots.some(({ name, design }) => name !== "" && !design)) return undefined;
  return slots.map(({ design }) => design && { design, paints: found.paints });
}

/** Whether it flies on a stand of its own, as planes that are built after a design do. */
export const hasStand = (model: string): boolean => isPlane(model) && designOf(model) !== undefined;

/** How much larger than its design a unit of such a length is. */
export function scaleOf(design: Design, length: number): number {
  const s = length / design.length;
  return Math.abs(s - 1) < NEARLY ? 1 : s;
}

/** Which shape of ours a unit shape is: what hangs over is a slope on its head, a cone a cylinder that grows narrow. */
const KIND: Record<keyof DrawnGroup["shapes"] | "stud", PartKind> = {
  box: "box",
  ramp: "wedge",
  under: "wedge",
  rod: "tube",
  cone: "tube",
  stud: "stud",
};
/** Groups that are the arms of a Mech. */
const LIMB = /^(left|right)_arm/;
const UPSIDE_DOWN = [1, -1, -1] as const;

/** Three rows in studs (x ahead, y left, z up), turned, made larger and brought to the axes of the room, by columns. */
function inRoom(rows: readonly number[], s: number, signs: readonly [number, number, number]): number[] {
  const at = (row: number, column: number): number => (rows[row * 4 + column] ?? 0) * s;
  const column = (which: 0 | 1 | 2): number[] => {
    const sign = signs[which];
    return [at(0, which) * sign, at(2, which) * sign, -at(1, which) * sign, 0];
  };
  // the second axis of a shape of ours is up, and its third is right
  const right = column(1).map((value) => (value === 0 ? 0 : -value));
  return [...column(0), ...column(2), ...right, at(0, 3), at(2, 3), -at(1, 3), 1];
}

/** The room a shape takes, as parts have it. */
function roomOf(m: readonly number[]): Pick<Part, "x" | "y" | "z" | "l" | "w" | "h"> {
  const size = (row: number): number => [0, 4, 8].reduce((sum, column) => sum + Math.abs(m[column + row] ?? 0), 0);
  const [l, up, w] = [size(0), size(1), size(2)];
  const [x, z, y] = [m[12] ?? 0, m[13] ?? 0, -(m[14] ?? 0)];
  return { x: x - l / 2, y: y - w / 2, z: (z - up / 2) / PLATE, l, w, h: up / PLATE };
}

/** What its design, or the designs of its slots, are built from, as it is bought: how a colour looks, what a part is called. */
export function partsOfDesign(model: string, body: string): { paint: string; shape: string; count: number }[] {
  const whole = designOf(model);
  const found = whole ? [whole] : (slotsOf(model) ?? []);
  return found.flatMap((one) =>
    (one?.design.parts ?? []).map(([title, colour, count]) => ({
      paint: colour === OWNERS ? body : (one?.paints[colour] ?? body),
      shape: title.toLowerCase().replace(/\s+/g, " ").replaceAll(" x ", " × "),
      count,
    })),
  );
}

/** Red cloth is the owner's, as the flags and stripes of sails are. */
function paintOf(colour: number, paints: Drawings["paints"], build: Build, mast: boolean): string {
  if (colour === OWNERS) return build.body;
  if (colour === CLEAR) return PAINT.glass;
  if (mast && colour === RED && build.flag) return build.flag;
  return paints[colour] ?? build.trim;
}

/** The parts of a design, on a footprint of such a length and in such paint. */
export function built(model: string, build: Build): Part[] | undefined {
  const found = designOf(model);
  if (!found) return undefined;
  const s = scaleOf(found.design, build.length);
  const rider = model.endsWith(".commander") ? commander(build, (found.design.height * s) / PLATE) : [];
  return [...shapesOf(found, build, s), ...rider];
}

/** A part brought to where its module is mounted, in studs. */
export function shifted(part: Part, y: number, up: number): Part {
  const laid = (part.laid ?? []).map((value, at) => (at === 13 ? value + up : at === 14 ? value - y : value));
  return { ...part, laid, y: part.y + y, z: part.z + up / PLATE };
}

/** All shapes and studs of a design, so many times as large. */
export function shapesOf({ design, paints }: Found, build: Build, s: number): Part[] {
  return design.groups.flatMap((group, number) => {
    const turret = group.name.startsWith("turret");
    const mast = group.name.startsWith("mast");
    const limb = LIMB.exec(group.name)?.[0];
    const pivot = turret ? ([group.pivot[0] * s, group.pivot[1] * s] as const) : undefined;
    const part = (kind: keyof typeof KIND, [colour, share, rows]: DrawnShape): Part => {
      const laid = inRoom(rows, s, kind === "under" ? UPSIDE_DOWN : [1, 1, 1]);
      return {
        ...{ kind: KIND[kind], ...roomOf(laid), laid, share, studs: false, yaw: 0, roll: 0, pitch: 0, turret },
        ...(pivot ? { pivot } : {}),
        ...(mast ? { sail: number } : {}),
        ...(limb ? { limb } : {}),
        colour: paintOf(colour, paints, build, mast),
      };
    };
    const kinds = Object.keys(group.shapes) as (keyof DrawnGroup["shapes"])[];
    const shapes = kinds.flatMap((kind) => (group.shapes[kind] ?? []).map((shape) => part(kind, shape)));
    return [...shapes, ...group.studs.map((stud) => part("stud", stud))];
  });
}
