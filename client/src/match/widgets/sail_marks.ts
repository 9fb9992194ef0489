// What a course looks like on the board: the bow's way with inch ticks, the water the hull sweeps, guns' reach, the cone.
import { behindBow, bowOf, type Mark, type PathLeg, type Place, type Side } from "../../board";
import type { ConeFace, ReachFace } from "../../protocol";
import type { Run } from "../courses";
import { fromGrain, outlineOf, placeOf } from "../measure";
import type { Room } from "../room";
import { cardOf, lengthWords, titleOf } from "../words";
import type { SailHand } from "./sail_hand";

const at = ([x, y]: [number, number], heading: number): Place => ({ x, y, heading });

function legOf(run: Run, label: string, refused: boolean): PathLeg {
  return {
    from: at(run.bow.from, run.from.heading),
    to: at(run.bow.to, run.to.heading),
    step: run.leg.step === "astern" ? "reverse" : "forward",
    label,
    ...(refused ? { refused: true } : {}),
  };
}

export const rimMarks = (reaches: readonly ReachFace[], ruler: string): Mark[] =>
  reaches.map((reach, i) => ({
    kind: "rim",
    outline: outlineOf(reach.outline),
    distance: reach.distance,
    label: `${reach.title} ${lengthWords(reach.distance, ruler)}`,
    ...(i > 0 ? { dashed: true } : {}),
  }));

function coneMark(cone: ConeFace): Mark {
  const place = { x: fromGrain(cone.x), y: fromGrain(cone.y), heading: cone.heading };
  return { kind: "arc", place, degrees: cone.half_degrees * 2, reach: cone.distance, dashed: true, label: cone.title };
}

/** Legs cut short where the last one meets the ship that is rammed. */
function shown(hand: SailHand): Run[] {
  const runs = hand.runs.value;
  const last = runs.at(-1);
  if (!hand.ram.value || !last) return runs;
  const [[x0, y0], [x1, y1]] = [last.bow.from, last.bow.to];
  const bow: [number, number] = [x0 + (x1 - x0) * last.share, y0 + (y1 - y0) * last.share];
  const [dx, dy] = [bow[0] - x1, bow[1] - y1];
  const to = { ...last.to, x: last.to.x + dx, y: last.to.y + dy };
  const inches = last.leg.inches * last.share;
  return [...runs.slice(0, -1), { ...last, bow: { from: last.bow.from, to: bow }, to, leg: { ...last.leg, inches } }];
}

function courseMarks(room: Room, hand: SailHand, side: Side): Mark[] {
  const unit = room.selected.value;
  const runs = shown(hand);
  const last = runs.at(-1);
  if (!last) return [];
  const ruler = room.face.value?.ruler ?? "";
  const over = hand.barred.value || hand.length.value > hand.speed.value + 1e-6;
  const ram = hand.ram.value;
  const stopped = (run: Run): boolean => over || run.fault !== "" || (run.hit !== "" && !(ram && run === last));
  const told = hand.worked.value?.legs.at(-1);
  const end = ram && told ? placeOf(told.pose) : last.to;
  const label = (run: Run): string =>
    `${lengthWords(hand.inches.value[runs.indexOf(run)] ?? run.leg.inches, ruler)}${ram && run === last && room.face.value ? ` · ram ${titleOf(room.face.value, ram.target)}` : ""}`;
  return [
    { kind: "swept", outlines: runs.filter((run) => !stopped(run)).map((run) => run.swept), side },
    { kind: "swept", outlines: runs.filter(stopped).map((run) => run.swept), side, refused: true },
    { kind: "path", unit, side, legs: runs.map((run) => legOf(run, label(run), stopped(run))) },
    { kind: "ghost", unit, side, place: end, ...(runs.some(stopped) ? { refused: true } : {}) },
  ];
}

/** The leg the keys would begin: the hull swung about its bow and a line ahead. */
function helmMarks(room: Room, hand: SailHand, side: Side, from: Place): Mark[] {
  const turn = hand.helm.value;
  const face = room.face.value;
  if (turn === 0 || !face) return [];
  const length = fromGrain(cardOf(face, room.selected.value)?.length ?? 0);
  const bow = bowOf(from, length);
  const heading = from.heading + turn;
  const place = behindBow(bow, heading, length);
  const angle = (heading * Math.PI) / 180;
  const tip: Place = { x: bow[0] + Math.cos(angle), y: bow[1] + Math.sin(angle), heading };
  const label = `${Math.abs(turn)}° to ${turn > 0 ? "port" : "starboard"}`;
  return [
    { kind: "path", unit: "", side, legs: [{ from: at(bow, heading), to: tip, step: "forward", label }] },
    { kind: "ghost", unit: room.selected.value, side, place, planned: true },
  ];
}

function plannedMarks(unit: string, runs: Run[], side: Side): Mark[] {
  const last = runs.at(-1);
  if (!last) return [];
  return [
    { kind: "path", unit, side, legs: runs.map((run) => legOf(run, run === last ? "planned" : "", false)) },
    { kind: "ghost", unit, side, place: last.to, planned: true },
  ];
}

export function sailMarks(room: Room, hand: SailHand, side: Side): Mark[] {
  const face = room.face.value;
  const ship = hand.ship.value;
  const stand = hand.stand();
  const marks: Mark[] = [
    { kind: "acting", units: hand.offer.units.map((one) => one.unit) },
    ...hand.planned.value.flatMap(({ unit, runs }) => plannedMarks(unit, runs, side)),
  ];
  if (!face || !ship || !stand) return marks;
  const length = fromGrain(cardOf(face, ship.unit)?.length ?? 0);
  const [x, y] = bowOf(stand, length);
  const end = hand.runs.value.at(-1)?.to ?? stand;
  const rest = Math.max(0, hand.speed.value - hand.length.value);
  const [ex, ey] = bowOf(end, length);
  marks.push({ kind: "select", unit: ship.unit });
  const { turning } = hand.offer;
  // Where turning is limited, the next leg begins within these lines.
  if (turning && rest > hand.offer.shortest && !hand.ram.value)
    marks.push({
      kind: "arc",
      place: at([ex, ey], end.heading),
      degrees: turning.degrees * 2,
      reach: rest,
      dashed: true,
    });
  else if (ship.speed > 0) {
    marks.push({ kind: "reach", x, y, radius: ship.speed, side });
    if (hand.runs.value.length > 0 && !hand.ram.value && rest > hand.offer.shortest)
      marks.push({ kind: "reach", x: ex, y: ey, radius: rest, side, left: true });
  }
  const reaches = hand.worked.value?.reaches ?? (hand.runs.value.length === 0 ? ship.circles : []);
  marks.push(...rimMarks(reaches, face.ruler));
  if (ship.cone && (hand.ram.value || room.tools.arcs.value)) marks.push(coneMark(ship.cone));
  return [...marks, ...courseMarks(room, hand, side), ...helmMarks(room, hand, side, end)];
}
