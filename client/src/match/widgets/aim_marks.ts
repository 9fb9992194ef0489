// What an acting unit draws on the board: its arcs and range bands, the line of an attack, the odds at every target.
import type { Mark, Side } from "../../board";
import { percent } from "../../kit";
import type { AimFace, ConeFace } from "../../protocol";
import type { Room } from "../room";
import { fromGrain, placeOf } from "../ways/measure";
import { bandMarks, type Lit } from "../ways/reaches";
import { lengthWords, rangeWords, thingName } from "../words";
import { aboutMarks, spotOf } from "./giving";
import type { Lines } from "./sight_lines";

/** The bands and arcs of a unit where it stands now. */
export function bandsOf(room: Room, unit: string, side: Side, lit?: Lit): Mark[] {
  const pose = room.units.value.get(unit)?.pose;
  return room.face.value && pose ? bandMarks(room.face.value, unit, placeOf(pose), side, lit) : [];
}

/** The band and the arc a shot is in. */
export const litBy = (aim: AimFace | null): Lit | undefined =>
  aim?.arc ? { range: aim.range, arc: aim.arc } : undefined;

/** Where a weapon bears. */
export function coneMark(cone: ConeFace): Mark {
  const place = { x: fromGrain(cone.x), y: fromGrain(cone.y), heading: cone.heading };
  return { kind: "arc", place, degrees: cone.half_degrees * 2, reach: cone.distance, dashed: true, label: cone.title };
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

/** A shot by another's sight: the line of who spots, and the shot over everything in between. */
export function spotterMarks(room: Room, aim: AimFace | null, side: Side): Mark[] {
  const [eye, from, to] = [aim?.by, aim?.unit, aim?.target].map((id) => (id ? spotOf(room, id) : null));
  if (!aim?.by || !eye || !from || !to || !room.face.value) return [];
  const label = `spotted by ${thingName(room.face.value, aim.by)}`;
  return [
    { kind: "shot", from, to, side, state: "current" },
    { kind: "sightline", from: eye, to, side, label, refused: false },
    { kind: "spot", x: eye[0], y: eye[1], strong: true },
  ];
}

/** The sections a run may take, those that are named ringed strongly. */
export const sectionMarks = (room: Room, aim: AimFace | null, named: ReadonlySet<string>): Mark[] =>
  (aim?.sections ?? []).flatMap((id) => aboutMarks(room, [id], named.has(id) || id === aim?.target));

/** The line of an attack with its distance and range, where no picture shows it better, and the odds at every target. */
export function attackMarks(room: Room, aims: readonly AimFace[], target: string, side: Side, lines?: Lines): Mark[] {
  const ruler = room.face.value?.ruler ?? "";
  const aim = aims.find((one) => one.target === target);
  // between units of figures it is drawn where one sees another, as soon as that is known
  const [from, to] = lines?.are
    ? (lines.ends.value ?? [null, null])
    : [aim && spotOf(room, aim.unit), spotOf(room, target)];
  const drawn: Mark[] = aims.map((one) => tagOf(one, one.target === target));
  if (aim && !aim.sight && from && to && (aim.distance > 0 || aim.range)) {
    const band = aim.range && aim.range !== "out" ? ` · ${rangeWords(aim.range)}` : "";
    const label = `${lengthWords(aim.distance, ruler)}${band}`;
    drawn.push({ kind: "sightline", from, to, side, label, refused: aim.refusal !== null });
  }
  return drawn;
}
