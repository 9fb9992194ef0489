// An update's events as acts to play: moves, throws, wrecks, in the order they happened.
import type { Motion, Place } from "../board";
import type { AnyEvent, Table, Tally } from "../protocol";
import { placeOf } from "./measure";

/** Dice that fell, with the shot they were for if they were for one. */
export type Throw = {
  seat: number;
  label: string;
  faces: number[];
  unit: string;
  target: string;
  needed: number | null;
  rolled: number;
  /** null for dice that hit or miss nothing */
  hit: boolean | null;
  /** how many of the dice hit, where each counts by itself */
  hits: number | null;
  tallies: Tally[];
  clause: string;
  /** the dice of the other side, where both roll */
  against: number[];
  /** what a printed table made of the dice */
  entry: string;
};

export type Act =
  | { kind: "motion"; motion: Motion }
  /** `also` fell at the same moment */
  | { kind: "throw"; throw: Throw; also?: Throw[] }
  | { kind: "heard"; sound: "part_off" | "heat" }
  | { kind: "void"; unit: string; target: string; reason: string; clause: string };

type Rolled = Extract<AnyEvent, { event: "dice_rolled" }>;

const noShot = { unit: "", target: "", needed: null, hit: null, hits: null, tallies: [], against: [], entry: "" };

/** Dice of a volley wait for the shots they decide: both sides roll before anything is worked out. */
const VOLLEY = new Set(["attack", "defense"]);

/** How long an act wants, in milliseconds: moves at 12 inches a second and at most 1.2 s, a wreck 500. */
export function lengthOf(act: Act, diceMs: number): number {
  if (act.kind === "throw") return diceMs;
  if (act.kind === "void" || act.kind === "heard") return 0;
  const motion = act.motion;
  if (motion.kind !== "move") return motion.kind === "sink" ? 900 : motion.kind === "wreck" ? 500 : 250;
  let way = 0;
  motion.path.forEach((place, i) => {
    const before = motion.path[i - 1];
    if (before)
      way += Math.hypot(place.x - before.x, place.y - before.y) + Math.abs(place.heading - before.heading) / 90;
  });
  return Math.min(1200, Math.max(200, (way / 12) * 1000));
}

/** A hull that follows its bow swings about it before it goes ahead: where it lies then. */
function swungTo(event: Extract<AnyEvent, { event: "unit_moved" }>): Place[] {
  if (event.step !== "ahead" && event.step !== "ram") return [];
  const { x, y, heading } = placeOf(event.pose);
  const angle = (heading * Math.PI) / 180;
  return [{ x: x - Math.cos(angle) * event.amount, y: y - Math.sin(angle) * event.amount, heading }];
}

/** Dice of an attack in which each die counts by itself. */
function attackThrow(
  event: Extract<AnyEvent, { event: "attack_resolved" }>,
  dice: Extract<AnyEvent, { event: "dice_rolled" }> | null,
  before: Table | null,
): Throw {
  const seat = before?.units.find((unit) => unit.id === event.unit)?.seat ?? dice?.seat ?? -1;
  const { unit, target, hits, clause } = event;
  const faces = dice?.faces ?? [];
  return { ...noShot, seat, label: event.manner, faces, unit, target, rolled: hits, hit: hits > 0, hits, clause };
}

function thrownOf(dice: Rolled, entry: string): Throw {
  const { seat, label, faces, clause } = dice;
  return { ...noShot, seat, label, faces, rolled: faces.reduce((sum, face) => sum + face, 0), clause, entry };
}

/** Adds a shot; the answer to an attack falls together with the attack itself. */
function joined(acts: Act[], thrown: Throw, opposed: boolean): void {
  const first = acts.findLast((act) => act.kind === "throw");
  const answers = first?.kind === "throw" && first.throw.unit === thrown.target && first.throw.target === thrown.unit;
  if (opposed && answers && first.throw.against.length > 0 && !first.also) first.also = [thrown];
  else acts.push({ kind: "throw", throw: thrown });
}

/** The acts of a list of events, from the table before them. */
export function actsOf(events: readonly AnyEvent[], before: Table | null): Act[] {
  const acts: Act[] = [];
  const places = new Map<string, Place>();
  for (const unit of before?.units ?? []) if (unit.pose) places.set(unit.id, placeOf(unit.pose));
  const seatOf = (unit: string): number => before?.units.find((one) => one.id === unit)?.seat ?? 0;
  let dice: Rolled | null = null;
  let volley: Rolled[] = [];
  const flush = (entry = ""): void => {
    for (const one of [...volley, ...(dice ? [dice] : [])]) acts.push({ kind: "throw", throw: thrownOf(one, entry) });
    volley = [];
    dice = null;
  };
  /** Takes the dice of one side out of the volley. */
  const drawn = (label: string, seat: number): number[] => {
    const at = volley.findIndex((one) => one.label === label && one.seat === seat);
    return at < 0 ? [] : (volley.splice(at, 1)[0]?.faces ?? []);
  };
  for (const event of events) {
    switch (event.event) {
      case "unit_moved": {
        const to = placeOf(event.pose);
        const way = [...swungTo(event), to];
        const last = acts.at(-1);
        if (last?.kind === "motion" && last.motion.kind === "move" && last.motion.unit === event.unit)
          last.motion.path.push(...way);
        else {
          const from = places.get(event.unit) ?? to;
          acts.push({ kind: "motion", motion: { kind: "move", unit: event.unit, path: [from, ...way] } });
        }
        places.set(event.unit, to);
        break;
      }
      case "unit_placed":
        places.set(event.unit, placeOf(event.pose));
        acts.push({ kind: "motion", motion: { kind: "place", unit: event.unit } });
        break;
      case "dice_rolled":
        if (VOLLEY.has(event.label)) volley.push(event);
        else {
          flush();
          dice = event;
        }
        break;
      case "table_read":
        flush(`${event.table}: ${event.entry.replaceAll("_", " ")}`);
        break;
      case "token_placed":
        if (event.token.seat >= 0) acts.push({ kind: "heard", sound: "part_off" });
        break;
      case "unit_marked":
        if (event.mark === "heat" && event.value > 0) acts.push({ kind: "heard", sound: "heat" });
        break;
      case "shot_resolved": {
        const { unit, target, needed, rolled, hit, tallies, clause } = event;
        const seat = seatOf(unit);
        const opposed = volley.length > 0;
        const faces = opposed ? drawn("attack", seat) : ((dice as Rolled | null)?.faces ?? []);
        const against = opposed ? drawn("defense", seatOf(target)) : [];
        const label = opposed ? "shot" : ((dice as Rolled | null)?.label ?? "shot");
        const shot = { ...noShot, seat, label, faces, unit, target, needed, rolled, hit, tallies, clause };
        dice = null;
        joined(acts, { ...shot, against }, opposed);
        acts.push({ kind: "motion", motion: { kind: "shot", from: unit, to: target, hit } });
        break;
      }
      case "attack_resolved": {
        const fallen: Extract<AnyEvent, { event: "dice_rolled" }> | null = dice;
        acts.push({ kind: "throw", throw: attackThrow(event, fallen, before) });
        dice = null;
        if (event.manner === "fire")
          acts.push({
            kind: "motion",
            motion: { kind: "shot", from: event.unit, to: event.target, hit: event.hits > 0 },
          });
        break;
      }
      case "shot_voided": {
        const { unit, target, reason, clause } = event;
        acts.push({ kind: "void", unit, target, reason, clause });
        break;
      }
      case "unit_destroyed":
        acts.push({ kind: "motion", motion: { kind: event.leaves_wreck ? "wreck" : "sink", unit: event.unit } });
        break;
      default:
        break;
    }
  }
  flush();
  return acts;
}
