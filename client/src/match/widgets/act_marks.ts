// What an acting unit draws on the board: its way, its arcs and range bands, the line of an attack, parts in reach.
import type { Mark, Place, Point, Side } from "../../board";
import { percent } from "../../kit";
import type { AimFace, TableFace } from "../../protocol";
import { fromGrain } from "../measure";
import type { Room } from "../room";
import { lengthWords, rangeWords } from "../words";
import type { ActHand } from "./act_hand";

type Lit = { range: string; arc: string };

/** The bands and arcs of a unit that stands (or would stand) somewhere. */
export function bandMarks(face: TableFace, unit: string, place: Place, side: Side, lit?: Lit): Mark[] {
  if (face.ranges.length === 0) return [];
  const card = face.cards[face.units[unit] ?? ""];
  return [
    {
      kind: "bands",
      place,
      length: fromGrain(card?.length ?? 0),
      width: fromGrain(card?.width ?? 0),
      side,
      rings: face.ranges.map((range) => ({
        r: fromGrain(range.reach),
        label: `${range.title} ${fromGrain(range.reach)}`,
      })),
      ...(lit ? { lit: { ring: face.ranges.findIndex((range) => range.id === lit.range), arc: lit.arc } } : {}),
      arcs: face.arcs.map(({ id, title, start, end }) => ({ id, title, start, end })),
    },
  ];
}

const spotOf = (room: Room, id: string): Point | null => {
  const pose = room.units.value.get(id)?.pose;
  return pose ? [pose.x / 1e6, pose.y / 1e6] : null;
};

function tagOf(aim: AimFace, chosen: boolean): Mark {
  return {
    kind: "tag",
    unit: aim.target,
    text: aim.refusal ? "–" : percent(aim.odds, 0),
    detail: aim.refusal || !aim.range ? aim.remark : rangeWords(aim.range),
    tone: chosen ? "ask" : aim.refusal ? "none" : "plain",
  };
}

/** The line of an attack with its distance and range, and the odds at every target. */
export function attackMarks(room: Room, aims: readonly AimFace[], target: string, side: Side): Mark[] {
  const ruler = room.face.value?.ruler ?? "";
  const aim = aims.find((one) => one.target === target);
  const [from, to] = [aim && spotOf(room, aim.unit), spotOf(room, target)];
  const drawn: Mark[] = aims.map((one) => tagOf(one, one.target === target));
  if (aim && from && to) {
    const band = aim.range && aim.range !== "out" ? ` · ${rangeWords(aim.range)}` : "";
    const label = aim.distance > 0 || aim.range ? `${lengthWords(aim.distance, ruler)}${band}` : "";
    drawn.push({ kind: "sightline", from, to, side, label, refused: aim.refusal !== null });
  }
  return drawn;
}

function partMarks(room: Room, hand: ActHand): Mark[] {
  const tokens = room.store.view.value?.tokens ?? [];
  const wanted = hand.lines.value[hand.marked.value]?.answer.part;
  return tokens.flatMap((token): Mark[] => {
    if (!hand.actor.value?.mount.some((one) => one.part === token.id)) return [];
    return [{ kind: "spot", x: token.pose.x / 1e6, y: token.pose.y / 1e6, strong: token.id === wanted }];
  });
}

/** The range and arc that would be noted. Drawn for this seat only: nothing is sent before the answer. */
function notedNow(hand: ActHand): Lit | undefined {
  const answer = hand.kind.value === "hold" ? hand.lines.value[hand.marked.value]?.answer : undefined;
  return answer ? { range: String(answer.range), arc: String(answer.arc) } : undefined;
}

export function actMarks(room: Room, hand: ActHand, side: Side): Mark[] {
  const actor = hand.actor.value;
  const face = room.face.value;
  const drawn: Mark[] = [{ kind: "acting", units: hand.offer.units.map((one) => one.unit) }];
  if (!actor || !face) return drawn;
  drawn.push({ kind: "select", unit: actor.unit });
  const place = hand.stride.end.value;
  if (hand.kind.value === "move") drawn.push(...hand.stride.marks(side));
  else if (place && hand.kind.value !== "scavenge")
    drawn.push(...bandMarks(face, actor.unit, place, side, notedNow(hand)));
  if (hand.kind.value === "attack") drawn.push(...attackMarks(room, actor.targets, hand.target.value, side));
  if (hand.kind.value === "scavenge") drawn.push(...partMarks(room, hand));
  return drawn;
}
