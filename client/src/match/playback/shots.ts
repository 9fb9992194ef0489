// What acts leave on the table to be looked at: lines of shots with their bursts, ways that were gone, and verdicts.
import type { Mark, Motion, Point, VerdictTone } from "../../board";
import type { Happening, Pose, SeatTable } from "../../protocol";
import { sideOf } from "../scene";
import { boardName } from "../ways/figures";
import { placeOf } from "../ways/measure";
import type { Play } from "./acts";

/** An act with the marks it leaves, what is said where it happened, and the points it is about. */
export type Traced = { play: Play; marks: Mark[]; verdict: Mark | null; points: Point[] };

/** More dice than these are told by their number in the panel, not drawn beside the unit. */
const MOST_DICE = 12;

const waysOf = (motion: Motion) => (motion.kind === "march" ? motion.moves : motion.kind === "move" ? [motion] : []);

const toneOf = ({ hit }: Happening): VerdictTone => (hit === undefined ? "told" : hit ? "hit" : "miss");

const joinedBy = (mark: string, ...words: (string | undefined)[]): string => words.filter(Boolean).join(mark);

/**
 * A long list by its first ones and its last. What an attack did is counted as what it is, never as more of what stands
 * before it.
 */
export function shortened(text: string, isAttack: boolean): string {
  const all = text.split(", ");
  const between = isAttack ? `${all.length - 3} other effects` : "...";
  return all.length <= 4 ? text : [...all.slice(0, 2), between, all.at(-1)].join(", ");
}

/** What is written on the table: "HIT, 5 armor" with "needs 8+ · 9", or what dice were for with what they said. */
function wordsOn(act: Happening): { text: string; detail?: string } | null {
  switch (act.kind) {
    case "shot":
    case "blow": {
      const detail = joinedBy(" · ", act.need, act.rolled);
      return { text: joinedBy(", ", act.title, shortened(act.text, true)), ...(detail ? { detail } : {}) };
    }
    case "dice":
      return { text: joinedBy(": ", act.title, act.text) };
    case "loss":
      return { text: act.losses?.[0]?.title ?? act.text };
    case "arrive":
      return { text: act.title };
    case "note":
    case "thing":
    case "leave":
    case "say":
    case "card":
      return { text: act.text || act.words };
    default:
      return null;
  }
}

/** Between whom an attack goes, as the board calls them. */
function endsOf({ motions: [first] }: Play): [string, string] | null {
  return first?.kind === "shot" ? [first.from, first.to] : null;
}

function verdictOf(play: Play, number: number, spots: ReadonlyMap<string, Point>): Mark | null {
  const { act, dice } = play;
  const about = act.kind === "shot" || act.kind === "blow" ? act.target : act.unit;
  const at = spots.get(endsOf(play)?.[1] ?? about);
  const words = wordsOn(act);
  if (!at || !words) return null;
  const shown = dice.length > 0 && dice.length <= MOST_DICE ? { dice } : {};
  return { kind: "verdict", id: `${number}`, unit: about, at, tone: toneOf(act), ...words, ...shown };
}

/** The acts of a step with what they leave, from where everybody stood before it. */
export function tracesOf(plays: readonly Play[], before: SeatTable): Traced[] {
  const spots = new Map<string, Point>();
  const stands = ({ id, pose }: { id: string; pose: Pose | null }): void => {
    if (pose) spots.set(id, [placeOf(pose).x, placeOf(pose).y]);
  };
  for (const one of [...before.tokens, ...before.units]) stands(one);
  for (const unit of before.units)
    for (const { id, pose } of unit.figures ?? []) stands({ id: boardName(`${unit.id}/${id}`, before), pose });
  const seats = new Map(before.units.map((unit) => [unit.id, unit.seat]));
  const sideBy = (unit: string) => sideOf(seats.get(unit.split("/")[0] ?? unit) ?? -1);
  return plays.map((play, number) => {
    const marks = play.motions.flatMap((motion): Mark[] => {
      if (motion.kind === "shot") {
        const close = motion.close ? { close: true } : {};
        return [[motion.from, motion.to], ...(motion.beside ?? [])].flatMap(([by = "", at = ""]): Mark[] => {
          const [from, to] = [spots.get(by), spots.get(at)];
          return from && to ? [{ kind: "fired", from, to, side: sideBy(by), hit: motion.hit, ...close }] : [];
        });
      }
      return waysOf(motion).flatMap(({ unit, path }): Mark[] => {
        const way = path.map(({ x, y }): Point => [x, y]);
        const end = way.at(-1);
        if (end) spots.set(unit, end);
        return way.length > 1 ? [{ kind: "driven", way, side: sideBy(unit) }] : [];
      });
    });
    const { kind, unit, target } = play.act;
    // an order that somebody gives or carries out: from whose it is to whom it is about
    const [from, to] = kind === "note" ? [spots.get(unit), spots.get(target)] : [];
    if (from && to) marks.push({ kind: "wait", from, to, side: sideBy(unit), label: "" });
    const ends = endsOf(play) ?? [unit, target];
    const points = ends.map((one) => spots.get(one)).filter((point) => point !== undefined);
    return { play, marks, verdict: verdictOf(play, number, spots), points };
  });
}

/** What lies on the table when a step is over: its shots. */
export const shotMarks = (traces: readonly Traced[]): Mark[] =>
  traces.flatMap(({ marks }) => marks.filter((mark) => mark.kind === "fired"));
