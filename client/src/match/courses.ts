// Courses of ships while they are drawn: drags, taps and keys become legs of the bow over the water as it is shown.
// Preview only: the server works the same order out and its word is final.
import {
  BORDER,
  bowOf,
  convexParts,
  type HelmLeg,
  type HelmRun,
  legsAlong,
  NOTHING,
  type Place,
  type Point,
  type Sea,
  type Ship,
  sailed,
  straightened,
} from "../board";
import { footing, pairs } from "../board/flats";
import type { CardFace, Table, TableFace } from "../protocol";
import { folded, fromGrain, outlineOf, placeOf, snapped } from "./measure";
import type { Turning } from "./sea_offers";
import { cardOf, lengthWords } from "./words";

/** What lies round a ship, each part with the id of its thing. */
export type Waters = Sea & { things: readonly string[] };

/** A leg as far as it can be sailed; `hit` is what ends it: an id, "edge", or nothing; `fault` why it may not be. */
export type Run = Omit<HelmRun, "hit"> & { hit: string; fault: string };

/** How far from a hand's line a leg may lie, and how near to its own line the hand goes back. */
const SLACK = 0.45;
/** A drag within so many degrees of straight back goes astern. */
const BACK = 14;
/** Degrees off straight astern within which a tap behind the stern still means it: a finger is no ruler. */
const ASTERN = 35;

export function shipOf(card: CardFace | null): Ship {
  return {
    length: fromGrain(card?.length ?? 0),
    width: fromGrain(card?.width ?? 0),
    outline: outlineOf(card?.outline ?? []),
  };
}

/** The water as one ship meets it: other hulls, closed terrain in convex parts, and the edge of the table. */
export function watersOf(table: Table, face: TableFace, unit: string): Waters {
  const hulls = table.units.flatMap((one) => {
    if (one.id === unit || one.pose === null || one.status !== "alive") return [];
    return [{ id: one.id, shape: footing(outlined(cardOf(face, one.id)), placeOf(one.pose)) }];
  });
  const land = table.tokens
    .filter((token) => face.features[token.kind]?.blocks && token.outline.length > 0)
    .flatMap((token) => convexParts(pairs(outlineOf(token.outline))).map((shape) => ({ id: token.id, shape })));
  const all = [...hulls, ...land];
  return {
    obstacles: all.map((one) => one.shape),
    things: all.map((one) => one.id),
    border: [0, 0, fromGrain(face.width), fromGrain(face.height)],
  };
}

function outlined(card: CardFace | null): { length: number; width: number; outline?: number[] } {
  const { outline, ...size } = shipOf(card);
  return outline.length > 0 ? { ...size, outline } : size;
}

const DEGREE = 1e-4;

/** What is wrong with the form of a leg where turning is limited: it bends too sharply, or ends too soon in a bend. */
function faultOf(from: number, leg: HelmLeg, isLast: boolean, turning: Turning): string {
  const bend = leg.step === "ahead" ? Math.abs(folded(leg.heading - from)) : 0;
  if (bend > turning.degrees + DEGREE)
    return `This bend is ${Math.round(bend * 10) / 10}°; at most ${turning.degrees}° were agreed.`;
  if (!isLast && leg.inches < turning.leg - DEGREE)
    return `This leg is ${lengthWords(leg.inches, "inch")} long; before a bend it needs ${lengthWords(turning.leg, "inch")}.`;
  return "";
}

/** Legs from a place on, each with what it meets and what is wrong with it. */
export function runsOf(
  start: Place,
  legs: readonly HelmLeg[],
  ship: Ship,
  waters: Waters,
  turning: Turning | null,
): Run[] {
  let from = start.heading;
  return sailed(start, legs, ship, waters).map(({ hit, ...run }, i) => {
    const fault = turning ? faultOf(from, run.leg, i === legs.length - 1, turning) : "";
    from = run.to.heading;
    return { ...run, hit: hit === NOTHING ? "" : hit === BORDER ? "edge" : (waters.things[hit] ?? ""), fault };
  });
}

/** What legs take of the speed. */
export const lengthOf = (legs: readonly HelmLeg[]): number =>
  Math.round(legs.reduce((sum, leg) => sum + leg.inches, 0) * 1e6) / 1e6;

/** The ram a course ends in: the last leg ahead meets a ship that may be rammed, and nothing before it. */
export function ramOf(runs: readonly Run[], rams: readonly string[]): { target: string; heading: number } | null {
  const last = runs.at(-1);
  if (last?.leg.step !== "ahead" || last.swings || !rams.includes(last.hit)) return null;
  return { target: last.hit, heading: last.leg.heading };
}

/** What a drawn line of the bow means: one straight leg on the snaps, a bent one leg by leg, straight back astern. */
export function drawn(
  place: Place,
  ship: Ship,
  trail: readonly Point[],
  rules: { shortest: number; left: number; snap: number; first: boolean },
): HelmLeg[] {
  const [start, end] = [trail[0], trail.at(-1)];
  if (!start || !end) return [];
  const corners = straightened(trail, SLACK);
  if (corners.length > 2) return rounded(legsAlong(corners, rules.shortest, rules.left));
  const way = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const inches = Math.min(rules.left, snapped(way, rules.snap));
  if (inches < rules.shortest - 1e-9) return [];
  const heading = (Math.atan2(end[1] - start[1], end[0] - start[0]) * 180) / Math.PI;
  const off = folded(heading - place.heading);
  if (rules.first && Math.abs(off) > 180 - BACK) return [{ step: "astern", inches }];
  const straight = Math.abs(off) < 3 && ship.length > 0;
  return [{ step: "ahead", heading: straight ? place.heading : tenth(heading), inches }];
}

/** Astern to a point behind the stern, as far as the speed goes; nothing where the point does not lie straight behind. */
export function backTo(
  place: Place,
  ship: Ship,
  to: Point,
  rules: { shortest: number; left: number; snap: number },
): HelmLeg[] {
  const [bx, by] = bowOf(place, ship.length);
  const stern: Point = [2 * place.x - bx, 2 * place.y - by];
  const [dx, dy] = [to[0] - stern[0], to[1] - stern[1]];
  const off = folded((Math.atan2(dy, dx) * 180) / Math.PI - place.heading);
  const way = -(dx * (bx - place.x) + dy * (by - place.y)) / (ship.length / 2);
  if (way <= 0 || Math.abs(off) < 180 - ASTERN) return [];
  return [{ step: "astern", inches: Math.min(rules.left, Math.max(rules.shortest, snapped(way, rules.snap))) }];
}

const tenth = (degrees: number): number => (((Math.round(degrees * 10) / 10) % 360) + 360) % 360;

const rounded = (legs: HelmLeg[]): HelmLeg[] =>
  legs.map((leg) => ({ ...leg, inches: Math.floor(leg.inches * 1000 + 1e-6) / 1000 }));

/** The legs from a place's bow straight to a point, as far as the speed goes. */
export function towards(place: Place, ship: Ship, to: Point, shortest: number, left: number): HelmLeg[] {
  return rounded(legsAlong([bowOf(place, ship.length), to], shortest, left));
}

/** Legs with more at the end; one that goes on in the same direction is the same leg. */
export function lengthened(legs: readonly HelmLeg[], more: readonly HelmLeg[]): HelmLeg[] {
  const all = [...legs];
  for (const leg of more) {
    const last = all.at(-1);
    const same =
      last?.step === "ahead" && leg.step === "ahead" && Math.abs(folded(last.heading - leg.heading)) < 1e-6
        ? { ...last, inches: Math.round((last.inches + leg.inches) * 1e6) / 1e6 }
        : last?.step === "astern" && leg.step === "astern"
          ? { ...last, inches: Math.round((last.inches + leg.inches) * 1e6) / 1e6 }
          : null;
    if (same) all[all.length - 1] = same;
    else all.push(leg);
  }
  return all;
}
