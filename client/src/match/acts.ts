// An update's events as acts to play: moves, throws, wrecks, in the order they happened.
import type { Motion, Place } from "../board";
import type { SoundName } from "../kit";
import type { AnyEvent, Sum, Table, TableFace } from "../protocol";
import { marchOf } from "./figures";
import { placeOf } from "./measure";
import { isSound } from "./sounds";

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
  sums: Sum[];
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
  | { kind: "heard"; sound: SoundName }
  | { kind: "void"; unit: string; target: string; reason: string; clause: string };

/** What is told of a step: what happened, and for each event the sums behind it. */
export type Told = { events: readonly AnyEvent[]; sums: readonly Sum[][] };

/** What the face of a table says about events: what is heard, which attacks are no shots. */
export type Manners = Pick<TableFace, "cues" | "manners">;

type Of<K extends AnyEvent["event"]> = Extract<AnyEvent, { event: K }>;
type Dice = Pick<Of<"dice_rolled">, "label" | "seat" | "faces">;

const noShot = { unit: "", target: "", needed: null, hit: null, hits: null, sums: [], against: [], entry: "" };

/** How long an act wants, in milliseconds: moves at 12 inches a second and at most 1.2 s, a wreck 500. */
export function lengthOf(act: Act, diceMs: number): number {
  if (act.kind === "throw") return diceMs;
  if (act.kind === "void" || act.kind === "heard") return 0;
  const motion = act.motion;
  if (motion.kind === "march") return 900;
  if (motion.kind !== "move") return motion.kind === "sink" ? 900 : motion.kind === "wreck" ? 500 : 250;
  let way = 0;
  motion.path.forEach((place, i) => {
    const before = motion.path[i - 1];
    if (before)
      way += Math.hypot(place.x - before.x, place.y - before.y) + Math.abs(place.heading - before.heading) / 90;
  });
  return Math.min(1200, Math.max(200, (way / 12) * 1000));
}

/** The dice that decided an event; that they fell is told by itself only where nothing was decided by them. */
const throwsOf = (event: AnyEvent): Dice[] => ("throws" in event && event.throws ? event.throws : []);

function thrownOf({ seat, label, faces }: Dice, clause: string, entry = ""): Throw {
  return { ...noShot, seat, label, faces, rolled: faces.reduce((sum, face) => sum + face, 0), clause, entry };
}

/** A way that goes on at another heading: the whole swings first, then it goes ahead. Where it lies between. */
function swungTo(from: Place | undefined, event: Of<"unit_moved">): Place[] {
  const to = placeOf(event.pose);
  const goes = from && event.amount > 0 && (from.x !== to.x || from.y !== to.y);
  if (!goes || from.heading === to.heading) return [];
  const angle = (to.heading * Math.PI) / 180;
  const back = { x: to.x - Math.cos(angle) * event.amount, y: to.y - Math.sin(angle) * event.amount };
  return [{ ...back, heading: to.heading }];
}

/** Adds a shot; the answer to an attack falls together with the attack itself. */
function joined(acts: Act[], thrown: Throw): void {
  const first = acts.findLast((act) => act.kind === "throw");
  const answers = first?.kind === "throw" && first.throw.unit === thrown.target && first.throw.target === thrown.unit;
  const both = answers && first.throw.against.length > 0 && thrown.against.length > 0;
  if (both && !first.also) first.also = [thrown];
  else acts.push({ kind: "throw", throw: thrown });
}

/** The acts of a list of events, from the table before them. */
export function actsOf(told: Told, before: Table | null, manners: Manners | null): Act[] {
  const acts: Act[] = [];
  const places = new Map<string, Place>();
  for (const unit of before?.units ?? []) if (unit.pose) places.set(unit.id, placeOf(unit.pose));
  const seatOf = (unit: string): number => before?.units.find((one) => one.id === unit)?.seat ?? -1;
  const move = (motion: Motion): void => void acts.push({ kind: "motion", motion });
  const hear = (cause: string): void => {
    const sound = manners?.cues[cause];
    if (isSound(sound)) acts.push({ kind: "heard", sound });
  };
  /** Dice that hit nothing; what several seats throw for one purpose falls together. */
  const fall = (dice: Dice, clause: string, entry = ""): void => {
    const thrown = thrownOf(dice, clause, entry);
    const last = acts.at(-1);
    const before = last?.kind === "throw" ? [last.throw, ...(last.also ?? [])] : [];
    const joins = before.length > 0 && before.every((one) => one.hit === null && one.label === dice.label);
    if (last?.kind === "throw" && joins && !before.some((one) => one.seat === dice.seat))
      last.also = [...before.slice(1), thrown];
    else acts.push({ kind: "throw", throw: thrown });
  };

  function moved(event: Of<"unit_moved">): void {
    const to = placeOf(event.pose);
    const from = places.get(event.unit);
    const way = [...swungTo(from, event), to];
    const last = acts.at(-1);
    if (last?.kind === "motion" && last.motion.kind === "move" && last.motion.unit === event.unit)
      last.motion.path.push(...way);
    else move({ kind: "move", unit: event.unit, path: [from ?? to, ...way] });
    places.set(event.unit, to);
  }

  function shot(event: Of<"shot_resolved">, sums: Sum[]): void {
    const { unit, target, needed, rolled, hit, clause } = event;
    const seat = seatOf(unit);
    const own = throwsOf(event).filter((dice) => dice.seat === seat);
    const against = throwsOf(event).flatMap((dice) => (dice.seat === seat ? [] : dice.faces));
    const [label, faces] = [own[0]?.label ?? "", own.flatMap((dice) => dice.faces)];
    joined(acts, { ...noShot, seat, label, faces, unit, target, needed, rolled, hit, sums, clause, against });
    move({ kind: "shot", from: unit, to: target, hit });
  }

  /** An attack in which each die counts by itself. */
  function attack(event: Of<"attack_resolved">, sums: Sum[]): void {
    const { unit, target, hits, clause, manner: label } = event;
    const dice = throwsOf(event);
    const seat = before ? seatOf(unit) : (dice[0]?.seat ?? -1);
    const faces = dice.flatMap((one) => one.faces);
    const hit = hits > 0;
    acts.push({
      kind: "throw",
      throw: { ...noShot, seat, label, faces, unit, target, rolled: hits, hit, hits, sums, clause },
    });
    if (manners?.manners[label] === undefined) move({ kind: "shot", from: unit, to: target, hit });
  }

  for (const [at, event] of told.events.entries()) {
    if (event.event === "shot_resolved") shot(event, told.sums[at] ?? []);
    else if (event.event === "attack_resolved") attack(event, told.sums[at] ?? []);
    else {
      const entry = event.event === "table_read" ? `${event.table}: ${event.entry.replaceAll("_", " ")}` : "";
      for (const dice of throwsOf(event)) fall(dice, event.clause, entry);
    }
    switch (event.event) {
      case "unit_moved":
        moved(event);
        break;
      case "figures_moved": {
        const motion = marchOf(event, before);
        if (motion) move(motion);
        break;
      }
      case "unit_placed":
        places.set(event.unit, placeOf(event.pose));
        move({ kind: "place", unit: event.unit });
        break;
      case "dice_rolled":
        fall(event, event.clause);
        break;
      case "token_placed":
        hear(event.token.kind);
        break;
      case "unit_marked":
        if (event.value > 0) hear(event.mark);
        break;
      case "shot_voided": {
        const { unit, target, reason, clause } = event;
        acts.push({ kind: "void", unit, target, reason, clause });
        break;
      }
      case "unit_destroyed":
        move({ kind: event.leaves_wreck ? "wreck" : "sink", unit: event.unit });
        break;
      default:
        break;
    }
  }
  return acts;
}
