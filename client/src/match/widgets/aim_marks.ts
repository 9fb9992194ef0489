// What an acting unit draws on the board: its arcs and range bands, the line of an attack, the odds at every target.
import type { Mark, Side } from "../../board";
import { percent } from "../../kit";
import type { AimFace } from "../../protocol";
import { placeOf } from "../measure";
import { bandMarks, type Lit } from "../reaches";
import type { Room } from "../room";
import { lengthWords, rangeWords } from "../words";
import { spotOf } from "./giving";

/** The bands and arcs of a unit where it stands now. */
export function bandsOf(room: Room, unit: string, side: Side, lit?: Lit): Mark[] {
  const pose = room.units.value.get(unit)?.pose;
  return room.face.value && pose ? bandMarks(room.face.value, unit, placeOf(pose), side, lit) : [];
}

/** At a target: what the dice must show with its odds, or the odds and how far it is. */
function tagOf(aim: AimFace, chosen: boolean): Mark {
  const odds = aim.need ? aim.need : percent(aim.odds, 0);
  const more = aim.need ? percent(aim.odds) : aim.range ? rangeWords(aim.range) : aim.remark;
  return {
    kind: "tag",
    unit: aim.target,
    text: aim.refusal ? "–" : odds,
    detail: aim.refusal ? aim.remark || "no shot" : more,
    tone: chosen ? "ask" : aim.refusal ? "none" : "plain",
  };
}

/** The line of an attack with its distance and range, where no picture shows it better, and the odds at every target. */
export function attackMarks(room: Room, aims: readonly AimFace[], target: string, side: Side): Mark[] {
  const ruler = room.face.value?.ruler ?? "";
  const aim = aims.find((one) => one.target === target);
  const [from, to] = [aim && spotOf(room, aim.unit), spotOf(room, target)];
  const drawn: Mark[] = aims.map((one) => tagOf(one, one.target === target));
  if (aim && !aim.sight && from && to && (aim.distance > 0 || aim.range)) {
    const band = aim.range && aim.range !== "out" ? ` · ${rangeWords(aim.range)}` : "";
    const label = `${lengthWords(aim.distance, ruler)}${band}`;
    drawn.push({ kind: "sightline", from, to, side, label, refused: aim.refusal !== null });
  }
  return drawn;
}
