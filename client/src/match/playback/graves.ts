// Where somebody went down and nothing is left to see: the place keeps the name, and people lie where they fell.
import type { BoardUnit, Mark, Point } from "../../board";
import type { AnyEvent, Grave, Replay, SeatTable, TableFace, Unit } from "../../protocol";
import { PALETTES, sideOf } from "../scene";
import { footOf } from "../ways/figures";
import { fromGrain, placeOf } from "../ways/measure";

const nameOf = (face: TableFace | null, unit: Unit): string =>
  `${face?.cards[face.units[unit.id] ?? unit.card]?.title ?? unit.card} ${unit.id}`;

/** Those who went down in some events, from the table before them. */
export function fallenIn(events: readonly AnyEvent[], before: SeatTable | null, face: TableFace | null): Grave[] {
  const stood = new Map<string, Grave>();
  const put = (unit: Unit | undefined, name: string, pose: { x: number; y: number; heading: number }): void => {
    const figure = unit?.figures?.find((each) => each.id === name);
    if (!unit || !figure) return;
    const { card, inside = "", level = 0 } = figure;
    const { x, y, heading } = pose;
    const who = { unit: unit.id, seat: unit.seat, title: nameOf(face, unit), figure: name };
    stood.set(`${unit.id}/${name}`, { ...who, x, y, heading, card, inside, level });
  };
  const unitOf = (id: string): Unit | undefined => before?.units.find((each) => each.id === id);
  for (const unit of before?.units ?? [])
    for (const figure of unit.figures ?? []) if (figure.pose) put(unit, figure.id, figure.pose);
  return events.flatMap((event): Grave[] => {
    if (event.event === "figures_moved") for (const [name, pose] of event.poses) put(unitOf(event.unit), name, pose);
    if (event.event === "figures_placed")
      for (const each of event.figures) if (each.pose) put(unitOf(event.unit), each.id, each.pose);
    if (event.event === "figure_lost" && !event.leaves_body) {
      const grave = stood.get(`${event.unit}/${event.figure}`);
      return grave ? [grave] : [];
    }
    if (event.event !== "unit_destroyed" || event.leaves_wreck) return [];
    const unit = unitOf(event.unit);
    const last = events.findLast((one) => one.event === "unit_moved" && one.unit === event.unit);
    const pose = last?.event === "unit_moved" ? last.pose : unit?.pose;
    if (!unit || !pose) return [];
    const none = { figure: "", card: "", heading: 0, inside: "", level: 0 };
    return [{ unit: unit.id, seat: unit.seat, title: nameOf(face, unit), x: pose.x, y: pose.y, ...none }];
  });
}

/** All graves of a replay up to a step. */
export function gravesOf(replay: Replay, upTo: number): Grave[] {
  return replay.steps
    .slice(0, upTo + 1)
    .flatMap((step, i) => fallenIn(step.events, replay.steps[i - 1]?.view ?? step.view, replay.face));
}

export const isAlike = (a: Grave, b: Grave): boolean => a.unit === b.unit && a.figure === b.figure;

/** A ring on the table with the name beside it; where its people lie the name is enough. */
export function graveMarks(graves: readonly Grave[]): Mark[] {
  const lie = new Set(graves.flatMap(({ unit, figure }) => (figure ? [unit] : [])));
  return graves.flatMap(({ unit, seat, title, x, y, figure }): Mark[] => {
    const at: Point = [fromGrain(x), fromGrain(y)];
    if (figure) return [];
    return [
      { kind: "grave", id: unit, at, side: sideOf(seat), label: title, ...(lie.has(unit) ? { bare: true } : {}) },
    ];
  });
}

/** So much of a person lies on the table, and so near somebody may stand before nothing is drawn under his feet. */
const SMALL = 0.75;
const ROOM = 0.9;

/** Those who lie where they fell, without those on whom somebody stands. */
export function bodiesOf(graves: readonly Grave[], table: SeatTable, face: TableFace): BoardUnit[] {
  const standing = table.units.flatMap((unit) =>
    unit.status === "alive" ? (unit.figures ?? []).filter((each) => each.status === "alive" && each.pose) : [],
  );
  return graves.flatMap((grave): BoardUnit[] => {
    const card = face.cards[grave.card];
    if (!grave.figure || !card) return [];
    const place = placeOf(grave);
    const length = fromGrain(card.length);
    const isUnder = standing.some(({ pose, level = 0 }) => {
      const other = pose && placeOf(pose);
      const away = other ? Math.hypot(other.x - place.x, other.y - place.y) : Number.POSITIVE_INFINITY;
      return level === grave.level && away < length * ROOM;
    });
    if (isUnder) return [];
    const body = {
      ...{ id: `fallen ${grave.unit}/${grave.figure}`, side: sideOf(grave.seat), model: `${card.model}.fallen` },
      ...{ length: length * SMALL, width: length * SMALL, place, prone: true, round: true },
      ...{ status: "alive" as const, palette: PALETTES[sideOf(grave.seat)] ?? "grey" },
    };
    return [{ ...body, ...footOf(grave, table, face) }];
  });
}

/** Within so many studs of the unit in hand loose things are called by name: all names at once would hide the table. */
const NEAR = 18;

/** The names of what lies loose near a unit: weapons that were dropped, parts that were shot off. */
export function thingMarks(table: SeatTable, face: TableFace, selected: string): Mark[] {
  const pose = table.units.find((unit) => unit.id === selected && unit.status === "alive")?.pose;
  if (!pose) return [];
  const here = placeOf(pose);
  return table.tokens.flatMap((token): Mark[] => {
    const thing = table.situation.things[token.id];
    const { x, y } = placeOf(token.pose);
    if (!thing || Math.hypot(x - here.x, y - here.y) * (face.studs || 1) > NEAR) return [];
    return [{ kind: "grave", id: token.id, at: [x, y], side: sideOf(token.seat), label: thing.title, bare: true }];
  });
}
