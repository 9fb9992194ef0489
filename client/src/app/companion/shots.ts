// One shot on its way: who, at whom, what the eye sees, the dice, and what the rules make of it.
import { useEffect, useState } from "preact/hooks";
import { api, type Refusal, type Reply } from "../../kit";
import type { CardAtTable, DicePile, EyeQuestion, RealShot } from "../../protocol";
import { useWanted } from "../late";
import { change, type Kept, type Line, sideOf, withShot } from "./battle";

export type Seen = { chosen: Record<string, string[]>; measured: Record<string, number> };
export const NOTHING_SEEN: Seen = { chosen: {}, measured: {} };
// Who may help in a shot is sent along; more than these never do.
const MOST_FRIENDS = 14;

/** What is thrown or answered so far, and what is wanted next. */
export type Pending = { dice: number[][]; answers: Record<string, unknown>[]; told: RealShot };

function cardOf(kept: Kept, id: string): CardAtTable | undefined {
  const unit = kept.battle.units.find((one) => one.id === id);
  if (!unit) return undefined;
  const { counts } = kept.now.units[id] ?? { counts: {} };
  return { id, seat: sideOf(kept.battle, unit.seat), card: unit.card, counts };
}

function wishOf(kept: Kept, unit: string, target: string, seen: Seen) {
  const side = cardOf(kept, unit)?.seat;
  const friends = kept.battle.units.filter(
    (one) => one.id !== unit && sideOf(kept.battle, one.seat) === side && !kept.now.units[one.id]?.lost,
  );
  const ids = [unit, target, ...friends.map((one) => one.id).slice(0, MOST_FRIENDS)];
  const units = ids.flatMap((id) => cardOf(kept, id) ?? []);
  return { game: kept.wish.game, options: kept.battle.options, shot: { units, unit, target, seen } };
}

/** What the rules say of the shot, asked again with every tap. */
export function useNumbers(kept: Kept, unit: string, target: string, seen: Seen): Reply<RealShot> | undefined {
  const [reply, setReply] = useState<Reply<RealShot>>();
  const about = JSON.stringify([kept.now.units, unit, target, seen]);
  const ask = useWanted(about);
  useEffect(() => {
    if (!unit || !target) {
      setReply(undefined);
      return;
    }
    const isWanted = ask();
    void api.realShot(wishOf(kept, unit, target, seen)).then((told) => isWanted() && setReply(told));
  }, [about]);
  return unit && target ? reply : undefined;
}

/** A die that falls by chance, each face as often as it falls on the table. */
function fallen({ faces, weights }: DicePile): number {
  const parts = weights.length > 0 ? weights : Array.from({ length: faces }, () => 1);
  const all = parts.reduce((sum, part) => sum + part, 0);
  const most = Math.floor(2 ** 32 / all) * all;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? 0) >= most);
  const fell = (drawn[0] ?? 0) % all;
  const heaps = parts.map((_, at) => parts.slice(0, at + 1).reduce((sum, part) => sum + part, 0));
  return heaps.findIndex((heap) => fell < heap) + 1;
}

export const thrown = (pile: DicePile): number[] => Array.from({ length: pile.count }, () => fallen(pile));

/** Play a shot on: as far as the dice and answers go that are known. */
export async function playOn(
  kept: Kept,
  shot: { unit: string; target: string; seen: Seen; attack: number },
  { dice, answers }: Pick<Pending, "dice" | "answers">,
  forMe: boolean,
): Promise<Pending | Refusal> {
  const wish = wishOf(kept, shot.unit, shot.target, shot.seen);
  for (let known = dice; ; ) {
    const reply = await api.realShot({ ...wish, resolve: { attack: shot.attack, dice: known, answers } });
    if (!reply.ok) return reply.refusal;
    if (!forMe || reply.value.over || reply.value.dice.length === 0) return { dice: known, answers, told: reply.value };
    known = [...known, ...reply.value.dice.map(thrown)];
  }
}

/** Write on the cards and into the log what came of it. */
export function markDown(kept: Kept, unit: string, told: RealShot, attack: number): void {
  const seat = kept.battle.units.find((one) => one.id === unit)?.seat ?? -1;
  const odds = told.attacks[attack]?.face.odds;
  const lines = told.told.map((act): Omit<Line, "round"> => {
    const shot = act.kind === "shot" || act.kind === "blow";
    const counted = shot && act.unit === unit && odds !== undefined ? { odds, hit: act.hit === true } : {};
    return { seat, text: act.words, ...(act.clause && { clause: act.clause }), ...counted };
  });
  change((now) => withShot(now, unit, told.units, lines));
}

/** The answer that holds for a question. */
export function answered(question: EyeQuestion, seen: Seen): string[] {
  const chosen = seen.chosen[question.id];
  if (chosen) return chosen;
  const first = question.options[0]?.id;
  return question.many || first === undefined ? [] : [first];
}

export function withChoice(question: EyeQuestion, seen: Seen, option: string): Seen {
  const now = answered(question, seen);
  const turned = now.includes(option) ? now.filter((one) => one !== option) : [...now, option];
  return { ...seen, chosen: { ...seen.chosen, [question.id]: question.many ? turned : [option] } };
}
