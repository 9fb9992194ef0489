/** What a battle does to a model: scorched bricks, sails that have come down, arms that hang. */
import { stream } from "../chance";
import { CHARCOALS } from "../colours";
import { type Part, PLATE } from "./part";

/** How a unit has fared, as shares from 0 to 1, and the limbs that do not obey any more. */
export type Wear = { wear?: number; slack?: number; hangs?: readonly string[] };

/** Of a model about to fall so many bricks are black. */
const SCORCHED = 0.5;
const HANGING = 62;
/** What is left of the height of a mast of bricks. */
const FOLDED = 0.3;

/** Bricks blackened here and there, always the same ones: what is scorched stays so while more is added. */
function scorched(parts: readonly Part[], wear: number, seed: string): Part[] {
  const next = stream(`wear ${seed}`);
  return parts.map((part) => {
    const [when, which] = [next(), next()];
    const burns = part.sail === undefined && when < wear * SCORCHED;
    return burns ? { ...part, colour: CHARCOALS[Math.floor(which * 3)] ?? part.colour } : part;
  });
}

/** How high the foot of each mast of bricks is, in studs. */
function feetOf(parts: readonly Part[]): Map<number, number> {
  const feet = new Map<number, number>();
  for (const { sail, laid, z } of parts)
    if (laid && sail !== undefined) feet.set(sail, Math.min(feet.get(sail) ?? Infinity, z * PLATE));
  return feet;
}

/** A brick of a mast whose sails have come down: bricks carry each other, so it goes down with them. */
function downTo(part: Part, foot: number): Part {
  const laid = (part.laid ?? []).map((value, at) =>
    at % 4 !== 1 ? value : at === 13 ? foot + (value - foot) * FOLDED : value * FOLDED,
  );
  const low = foot + (part.z * PLATE - foot) * FOLDED;
  return { ...part, laid, z: low / PLATE, h: part.h * FOLDED };
}

/** Sails from the first mast on: those that are down lie in folds under their yard. */
function lowered(parts: readonly Part[], slack: number): Part[] {
  const sails = [...new Set(parts.flatMap((part) => (part.sail === undefined ? [] : [part.sail])))];
  const down = new Set(sails.slice(0, Math.round(sails.length * slack)));
  const feet = feetOf(parts);
  return parts.map((part) => {
    if (part.sail === undefined || !down.has(part.sail)) return part;
    if (part.laid) return downTo(part, feet.get(part.sail) ?? 0);
    const folded = Math.max(0.5, part.h * 0.2);
    return { ...part, z: part.z - part.h * 0.1, h: folded, roll: part.roll + 7, w: part.w * 0.86 };
  });
}

/** A brick of a limb turned about the limb's upper end, column by column. */
function swung(part: Part, laid: readonly number[], about: { back: number; top: number; c: number; s: number }): Part {
  const { back, top, c, s } = about;
  const turned = [...laid];
  for (const at of [0, 4, 8, 12]) {
    const [fromX, fromUp] = at === 12 ? [back, top] : [0, 0];
    const [x, up] = [(laid[at] ?? 0) - fromX, (laid[at + 1] ?? 0) - fromUp];
    turned[at] = fromX + x * c - up * s;
    turned[at + 1] = fromUp + x * s + up * c;
  }
  const [dx, dz] = [(turned[12] ?? 0) - (laid[12] ?? 0), ((turned[13] ?? 0) - (laid[13] ?? 0)) / PLATE];
  return { ...part, laid: turned, x: part.x + dx, z: part.z + dz };
}

/** A limb turned down about its upper end. */
function hanging(parts: readonly Part[], limb: string): Part[] {
  const own = parts.filter((part) => part.limb === limb);
  if (own.length === 0) return [...parts];
  const top = Math.max(...own.map((part) => (part.z + part.h) * PLATE)) - 0.6;
  const back = Math.min(...own.map((part) => part.x)) + 0.8;
  const angle = (-HANGING * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return parts.map((part) => {
    if (part.limb !== limb) return part;
    if (part.laid) return swung(part, part.laid, { back, top, c, s });
    const [x, up] = [part.x + part.l / 2 - back, (part.z + part.h / 2) * PLATE - top];
    const [nx, nu] = [x * c - up * s, x * s + up * c];
    // what would swing through the body stays before it
    const ahead = Math.max(nx, -0.4);
    return {
      ...part,
      x: back + ahead - part.l / 2,
      z: Math.max(1, (top + nu) / PLATE - part.h / 2),
      pitch: part.pitch - HANGING,
    };
  });
}

/** A model as the battle has left it. */
export function battered(parts: Part[], { wear = 0, slack = 0, hangs = [] }: Wear, seed: string): Part[] {
  if (wear <= 0 && slack <= 0 && hangs.length === 0) return parts;
  const hung = hangs.reduce<Part[]>((list, limb) => hanging(list, limb), parts);
  return scorched(lowered(hung, slack), wear, seed);
}
