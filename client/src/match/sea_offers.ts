// What questions about ships offer, read with care: the wire gives plain data, these are its known shapes.
import type { AimFace, Asked, ConeFace, Line, ReachFace } from "../protocol";
import { list, number, type Plain, plain, text, texts } from "./offers";

export type SailUnit = {
  unit: string;
  speed: number;
  why: Line[];
  circles: ReachFace[];
  cone: ConeFace | null;
  /** whom it may ram */
  rams: string[];
};
/** The sharpest bend in degrees, and how long a leg must be that another one follows. */
export type Turning = { degrees: number; leg: number; clause: string };
export type SailOffer = {
  units: SailUnit[];
  shortest: number;
  /** how sharply a course may bend; null when as one likes */
  turning: Turning | null;
  clauses: { ahead: string; astern: string; ram: string; length: string; speed: string };
};
export type DiceOdds = { dice: number; expected: number; at_least_one: number; sinks: number };
export type SplitOffer = {
  unit: string;
  firepower: number;
  longRange: number;
  aims: AimFace[];
  odds: Record<string, DiceOdds[]>;
  circles: ReachFace[];
  treasures: { token: string; weight: number }[];
  room: number;
  unload: boolean;
  clauses: { dice: string; long: string; split: string; load: string; unload: string };
};
export type Markers = Record<string, number>;
export type AllocateOffer = {
  unit: string;
  hits: number;
  left: Markers;
  auto: Markers;
  /** the feature without which the unit is lost */
  vital: string;
  clauses: { choice: string; auto: string; sink: string };
};
export type CargoOffer = { unit: string; over: number; cargo: number[]; capacity: number; least: number[] };

const words = <K extends string>(value: unknown, keys: readonly K[]): Record<K, string> =>
  Object.fromEntries(keys.map((key) => [key, text(plain(value)[key])])) as Record<K, string>;
const counts = (value: unknown): Markers =>
  Object.fromEntries(
    Object.entries(plain(value)).flatMap(([key, one]) => (typeof one === "number" ? [[key, one]] : [])),
  );
const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === "number") : [];
// The server fills these in with its own types of faces.
const faces = <T>(value: unknown): T[] => list(value) as unknown as T[];
const face = <T>(value: unknown): T | null => (value ? (plain(value) as unknown as T) : null);

const turningOf = (told: Plain): Turning => ({
  degrees: number(told.degrees, 180),
  leg: number(told.leg),
  clause: text(told.clause),
});

export function sailOffer(asked: Asked): SailOffer {
  const drawn = plain(asked.offer.drawn);
  return {
    units: list(asked.offer.units).map((one) => {
      const more: Plain = plain(drawn[text(one.unit)]);
      return {
        unit: text(one.unit),
        speed: number(one.speed),
        why: faces<Line>(one.why),
        circles: faces<ReachFace>(more.circles),
        cone: face<ConeFace>(more.cone),
        rams: texts(more.rams),
      };
    }),
    shortest: number(asked.offer.shortest),
    turning: asked.offer.turning ? turningOf(plain(asked.offer.turning)) : null,
    clauses: words(asked.offer.clauses, ["ahead", "astern", "ram", "length", "speed"]),
  };
}

export function splitOffer(asked: Asked): SplitOffer {
  const { offer } = asked;
  const odds = plain(offer.odds);
  return {
    unit: text(offer.unit),
    firepower: number(offer.firepower),
    longRange: number(offer.long_range),
    aims: faces<AimFace>(offer.aims),
    odds: Object.fromEntries(Object.keys(odds).map((target) => [target, faces<DiceOdds>(odds[target])])),
    circles: faces<ReachFace>(offer.circles),
    treasures: list(offer.treasures).map((one) => ({ token: text(one.token), weight: number(one.weight) })),
    room: number(offer.room),
    unload: offer.unload === true,
    clauses: words(offer.clauses, ["dice", "long", "split", "load", "unload"]),
  };
}

export function allocateOffer(asked: Asked): AllocateOffer {
  const { offer } = asked;
  return {
    unit: text(offer.unit),
    hits: number(offer.hits),
    left: counts(offer.left),
    auto: counts(offer.default),
    vital: text(offer.vital),
    clauses: words(offer.clauses, ["choice", "auto", "sink"]),
  };
}

export function cargoOffer(asked: Asked): CargoOffer {
  const { offer } = asked;
  return {
    unit: text(offer.unit),
    over: number(offer.over),
    cargo: numbers(offer.cargo),
    capacity: number(offer.capacity),
    least: numbers(offer.least),
  };
}
