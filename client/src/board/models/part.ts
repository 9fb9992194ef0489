/** A brick of a model: x forward, y left, lower corner in studs from the footprint centre; z and h in plates. */

export const PLATE = 0.4;

export type PartKind = "box" | "wedge" | "tube" | "rod" | "stud";

export type Part = {
  kind: PartKind;
  x: number;
  y: number;
  z: number;
  l: number;
  w: number;
  h: number;
  colour: string;
  studs: boolean;
  /** Degrees about the part's own centre. */
  yaw: number;
  roll: number;
  /** Degrees the front of the part is raised. */
  pitch: number;
  /** Turns to the target with the turret. */
  turret: boolean;
  /** A sail, by its number from the bow; a limb, by its name: what a battle may bring down. */
  sail?: number;
  limb?: string;
  /** Where the unit shape of the kind lies, by columns in the axes of the room, in place of all the numbers above. */
  laid?: readonly number[];
  /** How much is left of a slope's height at its low end, or of a tube's width at its top. */
  share?: number;
  /** Where its turret turns, if not in the middle. */
  pivot?: readonly [number, number];
};

export type PartExtra = Partial<Pick<Part, "studs" | "yaw" | "roll" | "pitch" | "sail" | "turret">>;
type Maker = (
  x: number,
  y: number,
  z: number,
  l: number,
  w: number,
  h: number,
  colour: string,
  extra?: PartExtra,
) => Part;

const maker =
  (kind: PartKind): Maker =>
  (x, y, z, l, w, h, colour, extra = {}) => ({
    kind,
    x,
    y,
    z,
    l,
    w,
    h,
    colour,
    studs: false,
    yaw: 0,
    roll: 0,
    pitch: 0,
    turret: false,
    ...extra,
  });

export const box = maker("box");
/** A slope that falls to +x; its front top edge stands at a fifth of the height. */
export const wedge = maker("wedge");
/** An upright cylinder. */
export const tube = maker("tube");
/** A cylinder lying along x. */
export const rod = maker("rod");

export const STUDDED: PartExtra = { studs: true };

/** The same part on the other side of the long axis. */
export function mirrored(part: Part): Part {
  return { ...part, y: -part.y - part.w, yaw: -part.yaw, roll: -part.roll };
}

export function bothSides(parts: Part[]): Part[] {
  return parts.flatMap((part) => [part, mirrored(part)]);
}

/** What a model is built for: its footprint in studs, its paint, and the word that decides small things. */
export type Build = {
  length: number;
  width: number;
  body: string;
  trim: string;
  seed: string;
  /** The colour of the side it belongs to. */
  side?: string;
  /** How high it is measured, in studs; the usual height without it. */
  height?: number;
  /** The colour of the owner, for flags and stripes; empty when nobody owns it. */
  flag?: string;
  /** Corners about the middle in studs, for pieces that are no rectangle. */
  outline?: [number, number][];
  /** Places about the middle where something else stands, each with the room it needs. */
  taken?: [number, number, number][];
  /** How much of it there is: the weight of a treasure, the strength of a current, the soldiers on a plate. */
  level?: number;
  /** Lies on the ground. */
  prone?: boolean;
  /** One soldier more than those who stand. */
  falls?: "stands" | "lies";
  /** Length and width of the thing whose windows it looks out of, in studs. */
  walls?: number[];
};
