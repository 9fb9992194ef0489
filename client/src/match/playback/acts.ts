// What happened as it is played: the server says what each act is, the events in it say what moves and what is heard.
import type { Die, Motion, Place } from "../../board";
import type { SoundName } from "../../kit";
import type { AnyEvent, Happening, SeatTable, Sum, TableFace, DiceThrown as Thrown } from "../../protocol";
import { sideOf } from "../scene";
import { boardName, fallOf, marchOf } from "../ways/figures";
import { placeOf } from "../ways/measure";
import { isSound } from "./sounds";

/** One act: what is said of it, what moves, what is heard, and the sums behind it. */
export type Play = {
  act: Happening;
  motions: Motion[];
  sounds: SoundName[];
  sums: Sum[];
  dice: Die[];
};

/** What is told of a step. */
export type Told = { events: readonly AnyEvent[]; acts: readonly Happening[]; sums: readonly Sum[][] };

/** What the face of a table says about events: what is heard, and how dice look. */
export type Manners = Pick<TableFace, "cues" | "dice" | "special_dice">;

type Of<K extends AnyEvent["event"]> = Extract<AnyEvent, { event: K }>;

/** Where everybody stands while the events are read. */
type Stand = { before: SeatTable | null; places: Map<string, Place>; soldiers: Map<string, number> };

/** A way that goes on at another heading: the whole swings first, then it goes ahead. Where it lies between. */
function swungTo(from: Place | undefined, event: Of<"unit_moved">): Place[] {
  const to = placeOf(event.pose);
  const goes = from && event.amount > 0 && (from.x !== to.x || from.y !== to.y);
  if (!goes || from.heading === to.heading) return [];
  const angle = (to.heading * Math.PI) / 180;
  const back = { x: to.x - Math.cos(angle) * event.amount, y: to.y - Math.sin(angle) * event.amount };
  return [{ ...back, heading: to.heading }];
}

function moved(event: Of<"unit_moved">, { places }: Stand): Motion {
  const to = placeOf(event.pose);
  const from = places.get(event.unit);
  places.set(event.unit, to);
  return { kind: "move", unit: event.unit, path: [from ?? to, ...swungTo(from, event), to] };
}

function placed(event: Of<"unit_placed">, { places }: Stand): Motion {
  places.set(event.unit, placeOf(event.pose));
  return { kind: "place", unit: event.unit };
}

/** Soldiers of a plate fall one by one until so many are left. */
function thinned(unit: string, left: number, { soldiers }: Stand): Motion[] {
  const before = soldiers.get(unit) ?? 0;
  soldiers.set(unit, left);
  return Array.from({ length: Math.max(0, before - left) }, (_, i) => ({ kind: "thin", unit, left: before - 1 - i }));
}

/** Where a mark counts the soldiers on a plate, and there are fewer of them now. */
function marked({ unit, mark, value }: Of<"unit_marked">, stand: Stand): Motion[] | null {
  const marks = stand.before?.units.find((one) => one.id === unit)?.marks ?? {};
  const all = stand.before?.situation.looks[unit]?.soldiers ?? 0;
  return all > 0 && marks[mark] === all ? thinned(unit, value, stand) : null;
}

function destroyed({ unit, leaves_wreck }: Of<"unit_destroyed">, stand: Stand): Motion | Motion[] {
  if (stand.soldiers.get(unit)) return thinned(unit, 0, stand);
  return { kind: leaves_wreck ? "wreck" : "sink", unit };
}

const leaves = (event: { unit: string }): Motion => ({ kind: "leave", unit: event.unit });
/** Seen by its words, its dice or its mark alone: nothing goes from place to place. */
const STILL = (): null => null;

/** What moves on the board by each sort of event; the compiler asks for a new line when a sort is added. */
const MOTIONS: { [K in AnyEvent["event"]]: (event: Of<K>, stand: Stand) => Motion | Motion[] | null } = {
  unit_moved: moved,
  figures_moved: (event, { before }) => marchOf(event, before),
  unit_placed: placed,
  figures_placed: (event) => ({ kind: "place", unit: event.unit }),
  unit_left: leaves,
  unit_held_back: leaves,
  unit_taken_up: leaves,
  wreck_removed: leaves,
  unit_destroyed: destroyed,
  figure_lost: (event, { before }) => fallOf(event, before),
  round_started: STILL,
  round_ended: STILL,
  turn_started: STILL,
  turn_ended: STILL,
  phase_started: STILL,
  phase_skipped: STILL,
  chosen: STILL,
  fact_changed: STILL,
  score_changed: STILL,
  token_placed: STILL,
  token_marked: STILL,
  token_removed: STILL,
  piece_left_out: STILL,
  step_refused: STILL,
  unit_marked: marked,
  marks_cleared: STILL,
  figure_marked: STILL,
  figure_card_changed: STILL,
  figures_changed_unit: STILL,
  unit_joined: STILL,
  unit_restored: STILL,
  went_inside: STILL,
  target_declared: STILL,
  declarations_locked: STILL,
  shot_voided: STILL,
  shot_resolved: STILL,
  attack_resolved: STILL,
  dice_rolled: STILL,
  table_read: STILL,
  hazard_tested: STILL,
  ground_searched: STILL,
  roll_off_held: STILL,
  secret_sealed: STILL,
  revealed: STILL,
  pile_laid: STILL,
  pile_shuffled: STILL,
  cards_moved: STILL,
  reaction_taken: STILL,
  frame_abandoned: STILL,
  time_ran_out: STILL,
  game_ended: STILL,
};

/** Steps of one unit in a row are one drive. */
function joined(motions: Motion[], next: Motion): void {
  const last = motions.at(-1);
  if (last?.kind === "move" && next.kind === "move" && last.unit === next.unit) last.path.push(...next.path.slice(1));
  else motions.push(next);
}

/** What is heard of an event: a mark that grows, a thing that is laid down. */
function cueOf(event: AnyEvent, manners: Manners | null): string | undefined {
  if (event.event === "token_placed") return manners?.cues[event.token.kind];
  return event.event === "unit_marked" && event.value > 0 ? manners?.cues[event.mark] : undefined;
}

/** The dice of a throw as they lie on the table. */
export function diceOf(thrown: readonly Thrown[], manners: Manners | null): Die[] {
  return thrown.flatMap(({ seat, label, faces }) => {
    const special = manners?.special_dice[label];
    const own = special ?? (seat >= 0 ? manners?.dice : null);
    const look = own?.look === "brick" || own?.look === "colours" ? own.look : "cube";
    return faces.map((face): Die => ({ look, face, hit: own ? face >= own.success_from : false, side: sideOf(seat) }));
  });
}

/** The throws that lie on the table: of an attack those that decided it, not what is read in tables afterwards. */
function onTable({ kind, dice = [] }: Happening): Thrown[] {
  if (kind !== "shot" && kind !== "blow") return dice;
  const [first] = dice;
  const against = dice.find((one) => one.against);
  return [first, against].filter((one) => one !== undefined);
}

/** Who attacked moves on the board first by the attack itself. */
function attackOf(act: Happening, dice: Die[], before: SeatTable | null): Motion[] {
  if (act.kind !== "shot" && act.kind !== "blow") return [];
  const close = act.kind === "blow" ? { close: true } : {};
  const ends = (act.lines ?? []).map((line): [string, string] => [
    boardName(line[0], before),
    boardName(line[1], before),
  ]);
  const [[from, to] = [act.unit, act.target], ...beside] = ends;
  return [
    {
      ...{ kind: "shot", from, to, hit: act.hit ?? false },
      ...close,
      ...(dice.length ? { dice } : {}),
      ...(beside.length > 0 ? { beside } : {}),
    },
  ];
}

/** The acts of a step, from the table before it. */
export function playsOf(told: Told, before: SeatTable | null, manners: Manners | null): Play[] {
  const stand: Stand = { before, places: new Map(), soldiers: new Map() };
  for (const [unit, look] of Object.entries(before?.situation.looks ?? {}))
    if (look.soldiers > 0) stand.soldiers.set(unit, look.soldiers);
  for (const unit of before?.units ?? []) if (unit.pose) stand.places.set(unit.id, placeOf(unit.pose));
  return told.acts.map((act, i) => {
    const end = told.acts[i + 1]?.first ?? told.events.length;
    const from = i === 0 ? 0 : act.first;
    const dice = diceOf(onTable(act), manners);
    const play: Play = { act, motions: attackOf(act, dice, before), sounds: [], sums: [], dice };
    for (const [at, event] of told.events.entries()) {
      if (at < from || at >= end) continue;
      const read = MOTIONS[event.event] as (event: AnyEvent, stand: Stand) => Motion | Motion[] | null;
      for (const motion of [read(event, stand) ?? []].flat()) joined(play.motions, motion);
      const cue = cueOf(event, manners);
      if (isSound(cue)) play.sounds.push(cue);
      play.sums.push(...(told.sums[at] ?? []));
    }
    return play;
  });
}
