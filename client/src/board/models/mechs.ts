/** Mechs put together from the modules named in their model, and the parts that have come off and lie about. */
import { PAINT } from "../colours";
import { designOf, shapesOf, shifted, slotsOf } from "./built";
import { base, type Coat, legsOf, torsoOf } from "./mech_bodies";
import { armOf, shoulderOf } from "./mech_sides";
import { LOWER, pipsAllRound, runningGear, turretOf } from "./mech_vehicles";
import { plainName } from "./names";
import { type Build, box, type Part, PLATE, tube } from "./part";

/** "mech.L2-T2-S2-S4-A3-A6": legs, torso, left and right shoulder, left and right arm; an empty place is bare. */
const SLOTS = /^mech\.([^-]*)-([^-]*)-([^-]*)-([^-]*)-([^-]*)-([^-]*)$/;
/** "part.left-S2-A3": a side, a shoulder and an arm; one of the two may be missing. */
const LOOSE = /^part\.(left|right)-([^-]*)-([^-]*)$/;

const coatOf = ({ body, trim, side }: Build): Coat => ({ body, trim, side: side ?? trim });

const limb = (name: string, parts: Part[]): Part[] => parts.map((part) => ({ ...part, limb: name }));

/** Where the modules of a design are mounted: studs to the left and up, slot by slot; limbs by their names. */
const MOUNTS: readonly { y: number; up: number; limb?: string }[] = [
  { y: 0, up: 0 },
  { y: 0, up: 0.8 },
  { y: 2.5, up: 9.2 },
  { y: -2.5, up: 9.2 },
  { y: 3, up: 9.2, limb: "left_arm" },
  { y: -3, up: 9.2, limb: "right_arm" },
];

/** A footprint that is smaller than a base by less than this is one, in studs. */
const NEARLY = 0.5;

/** A Mech of bricks: after the model its player brought, or the designs of its modules on their places, when all of them
 * are here. */
export function builtMech(model: string, build: Build): Part[] | undefined {
  if (!model.startsWith("mech.")) return undefined;
  const whole = designOf(model);
  if (whole) {
    const parts = withArmsOf(model, shapesOf(whole, build, 1));
    // one that brings its own base stands on that
    const brings = Math.min(whole.design.length - build.length, whole.design.width - build.width) > -NEARLY;
    return brings ? parts : [...base(build.length, build.width), ...parts.map((part) => shifted(part, 0, PLATE))];
  }
  const slots = slotsOf(model);
  if (slots?.length !== MOUNTS.length) return undefined;
  const body = slots.flatMap((slot, i) => {
    const { y, up, limb } = MOUNTS[i] ?? { y: 0, up: 0 };
    const parts = slot ? shapesOf(slot, build, 1) : [];
    return parts.map((part) => ({ ...shifted(part, y, up), ...(limb ? { limb } : {}) }));
  });
  return [...base(build.length, build.width), ...body];
}

/** The parts of a whole Mech without the arms that have come off. */
function withArmsOf(model: string, parts: Part[]): Part[] {
  const [, , , , , left, right] = SLOTS.exec(plainName(model)) ?? [];
  const lost = [left === "" && "left_arm", right === "" && "right_arm"];
  return parts.filter((part) => !part.limb || !lost.includes(part.limb));
}

/** A Mech with what is mounted on it now. */
export function mech(model: string, build: Build): Part[] | null {
  const slots = SLOTS.exec(model);
  if (!slots) return null;
  const [, legs = "", torso = "", leftShoulder = "", rightShoulder = "", leftArm = "", rightArm = ""] = slots;
  const coat = coatOf(build);
  const shoulders = [...shoulderOf(leftShoulder, "left", coat), ...shoulderOf(rightShoulder, "right", coat)];
  const arms = [
    ...limb("left_arm", armOf(leftArm, "left", coat)),
    ...limb("right_arm", armOf(rightArm, "right", coat)),
  ];
  const { length, width } = build;
  const gear = runningGear(legs, coat);
  if (gear) {
    const above = [...turretOf(torso, coat), ...shoulders.map(lowered), ...arms];
    const body = [...gear, ...above.map((part) => ({ ...part, turret: true }))];
    return [...base(length, width, pipsAllRound(length, width)), ...body.map(stretched)];
  }
  const body = [...legsOf(legs, coat), ...torsoOf(torso, coat), ...shoulders, ...arms];
  return [...base(length, width), ...body.map(stretched)];
}

const lowered = (part: Part): Part => ({ ...part, z: part.z - LOWER });

/** The sheet's plates brought to the height at which a Mech is measured, so that pictures show what the rule sees. */
const STRETCH = 1.2;
function stretched(part: Part): Part {
  const middle = 1 + (part.z + part.h / 2 - 1) * STRETCH;
  // what lies across keeps its thickness: its height in the list is its width
  const h = part.roll ? part.h : part.h * STRETCH;
  return { ...part, h, z: middle - h / 2 };
}

/** A part turned onto its side, the outer face up. */
function toppled(part: Part, way: 1 | -1): Part {
  const up = (part.z + part.h / 2) * PLATE;
  const y = part.y + part.w / 2;
  const [newUp, newY] = [way * y, -way * up];
  return {
    ...part,
    y: newY - part.w / 2,
    z: newUp / PLATE - part.h / 2,
    roll: part.roll + 90 * way,
  };
}

/** Lowest point and middle of some parts that lie on their side. */
function room(parts: readonly Part[]): { low: number; x: number; y: number } {
  const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  const low = Math.min(...parts.map((part) => (part.z + part.h / 2) * PLATE - part.w / 2));
  return {
    low,
    x: middle(parts.flatMap((part) => [part.x, part.x + part.l])),
    y: middle(parts.map((part) => part.y + part.w / 2)),
  };
}

/** A shoulder, an arm or both, lying where they fell. */
export function loosePart(model: string, build: Build): Part[] | null {
  const found = LOOSE.exec(model);
  if (!found) return null;
  const side = found[1] === "left" ? "left" : "right";
  const coat = coatOf(build);
  const parts = [...shoulderOf(found[2] ?? "", side, coat), ...armOf(found[3] ?? "", side, coat)];
  const lying = parts.map((part) => toppled(stretched(part), side === "left" ? 1 : -1));
  const { low, x, y } = room(lying);
  return lying.map((part) => ({ ...part, x: part.x - x, y: part.y - y, z: part.z - low / PLATE }));
}

/** A closed note: a white tile at the front of the base with a dark band and a seal. */
export function closedNote(length: number, width: number): Part[] {
  const [x, y] = [length / 2 - 1.7, width / 2 - 2.2];
  return [
    box(x, y, 1, 1.4, 1.8, 0.8, PAINT.white),
    box(x - 0.05, y + 0.7, 1, 1.5, 0.4, 0.9, PAINT.dark),
    tube(x + 0.4, y + 0.6, 1.9, 0.6, 0.6, 0.3, PAINT.brick),
  ];
}

/** Glowing markers: round plates in a row on the rear of the base, a second row from the ninth on. */
export function glowMarkers(count: number, length: number, width: number): Part[] {
  return Array.from({ length: count }, (_, i) => {
    const [row, place] = [Math.floor(i / 8), i % 8];
    const y = -width / 2 + ((place + 0.5) * width) / 8;
    return tube(-length / 2 + 0.1 + row, y - 0.42, 1, 0.84, 0.84, 1, place % 2 ? PAINT.ember2 : PAINT.ember);
  });
}
