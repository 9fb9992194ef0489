// The player's own tools: ruler, sight card, field of view, arcs and ranges. They ask and draw; they change nothing.
import { type Signal, signal } from "@preact/signals";
import { hullAt, type Intent, type Mark, type Place, type Side } from "../board";
import { corners } from "../board/ground/flats";
import { isRefusal } from "../kit";
import type { AimFace, CardFace, TableFace } from "../protocol";
import type { Room } from "./room";
import { sideOf } from "./scene";
import { fromGrain, outlineOf, placeOf } from "./ways/measure";
import { bandMarks } from "./ways/reaches";
import { cardOf, isEnemy, lengthWords } from "./words";

type Spot = { x: number; y: number; unit: string };
export type Sight = { from: string; to: string; there: AimFace | null; back: AimFace | null; words: string };

export interface Tools {
  readonly ruler: Signal<boolean>;
  readonly field: Signal<boolean>;
  readonly arcs: Signal<boolean>;
  readonly ranges: Signal<boolean>;
  readonly spots: Signal<Spot[]>;
  readonly sight: Signal<Sight | null>;
  /** takes taps while the ruler is out */
  intent(room: Room, intent: Intent): boolean;
  marks(room: Room): Mark[];
  drop(): boolean;
}

type Asker = (query: string, about: Record<string, unknown>) => Promise<unknown>;

/** How far an arc without an end is drawn. */
const ARC_REACH = 12;

const asAim = (told: unknown): AimFace | null =>
  typeof told === "object" && told !== null && !isRefusal(told) && "target" in told ? (told as AimFace) : null;

/** Where the guns of a unit bear, as its card says. */
function arcMarks(card: CardFace | null, place: Place): Mark[] {
  return (card?.arcs ?? []).map((arc) => ({
    kind: "arc",
    place: { ...place, heading: place.heading + (arc.start + arc.end) / 2 },
    degrees: arc.end - arc.start,
    reach: ARC_REACH,
    label: arc.title,
  }));
}

/** Ranges measured from a hull: lines at their distance all round it. */
function hullRanges(face: TableFace, corners: readonly number[], place: Place): Mark[] {
  const hull = { length: 1, width: 1, outline: outlineOf(corners) };
  return face.ranges.map((range, i) => ({
    kind: "rim",
    outline: hullAt(hull, place).flat(),
    distance: fromGrain(range.reach),
    label: `${range.title} ${lengthWords(fromGrain(range.reach), face.ruler)}`,
    ...(i > 0 ? { dashed: true } : {}),
  }));
}

/** How far a unit sees in the weather of the moment, measured from its outline. */
function weatherMarks(room: Room, unit: string, place: Place): Mark[] {
  const weather = room.store.view.value?.situation.weather;
  const face = room.face.value;
  if (!weather || weather.sight <= 0 || !face) return [];
  const distance = fromGrain(weather.sight);
  const card = cardOf(face, unit);
  const hull = { length: fromGrain(card?.length ?? 0), width: fromGrain(card?.width ?? 0) };
  const outline = corners(place, hull.length, hull.width).flat();
  const label = `${weather.title}: sight ${lengthWords(distance, face.ruler)}`;
  return [{ kind: "rim", outline, distance, label, dashed: true }];
}

export function createTools(ask: Asker, selected: Signal<string>): Tools {
  const ruler = signal(false);
  const field = signal(false);
  const arcs = signal(false);
  const ranges = signal(false);
  const spots = signal<Spot[]>([]);
  const sight = signal<Sight | null>(null);

  /** All answers about two units at once: there and back. */
  async function look(from: string, to: string): Promise<void> {
    sight.value = { from, to, there: null, back: null, words: "" };
    const [there, back] = await Promise.all([
      ask("aim", { unit: from, target: to }),
      ask("aim", { unit: to, target: from }),
    ]);
    if (sight.peek()?.from !== from || sight.peek()?.to !== to) return;
    const words = isRefusal(there) ? there.sentence : "";
    sight.value = { from, to, there: asAim(there), back: asAim(back), words };
  }

  function intent(_room: Room, given: Intent): boolean {
    if (!ruler.peek() || given.kind !== "pick") return false;
    const before = spots.peek().length >= 2 ? [] : spots.peek();
    const next = [...before, { x: given.x, y: given.y, unit: given.unit ?? "" }];
    spots.value = next;
    sight.value = null;
    const [one, other] = next;
    if (one?.unit && other?.unit && one.unit !== other.unit) void look(one.unit, other.unit);
    return true;
  }

  /** Between two units lies what the rules measure, and nothing else: the server's line with the server's length. */
  function rulerMarks(one: Spot, other: Spot, face: TableFace): Mark[] {
    if (one.unit && other.unit && one.unit !== other.unit) {
      const { there, back } = sight.value ?? { there: null, back: null };
      const told = there?.between ? there : back;
      if (!told?.between) return [];
      const [x0, y0, x1, y1] = told.between;
      return [{ kind: "ruler", from: [x0, y0], to: [x1, y1], label: lengthWords(told.distance, face.ruler) }];
    }
    const length = Math.hypot(other.x - one.x, other.y - one.y);
    return [{ kind: "ruler", from: [one.x, one.y], to: [other.x, other.y], label: lengthWords(length, face.ruler) }];
  }

  function marks(room: Room): Mark[] {
    const drawn: Mark[] = [];
    const [one, other] = spots.value;
    const face = room.face.value;
    if (ruler.value && one && other && face) drawn.push(...rulerMarks(one, other, face));
    const unit = room.units.value.get(selected.value);
    if (unit?.pose && face) {
      const place = placeOf(unit.pose);
      const outline = cardOf(face, unit.id)?.outline ?? [];
      // A game with ranges of its own shows those; with arcs of its own both tools show both.
      if (face.ranges.length > 0 && outline.length > 0) {
        if (ranges.value) drawn.push(...hullRanges(face, outline, place));
      } else if (face.ranges.length > 0 && (ranges.value || arcs.value))
        drawn.push(...bandMarks(face, unit.id, place, sideOf(unit.seat)));
      else if (ranges.value)
        drawn.push({
          kind: "range",
          x: place.x,
          y: place.y,
          radii: face.rings.map((r) => ({ r, label: lengthWords(r, face.ruler) })),
        });
      if (arcs.value && face.ranges.length === 0) drawn.push(...arcMarks(cardOf(face, unit.id), place));
      drawn.push(...weatherMarks(room, unit.id, place));
      if (field.value) drawn.push(...fieldMarks(room, unit.id, [place.x, place.y], sideOf(unit.seat)));
    }
    return drawn;
  }

  /** Threads to every enemy the unit sees, as the open question offers them. */
  function fieldMarks(room: Room, unit: string, from: [number, number], side: Side): Mark[] {
    const drawn: Mark[] = [];
    const seat = room.units.value.get(unit)?.seat;
    for (const other of room.units.value.values()) {
      if (!isEnemy(room.face.value, other.seat, seat ?? -1) || other.status !== "alive" || !other.pose) continue;
      const key = `${room.store.view.value?.version}:${unit}>${other.id}`;
      const there = seen.value.get(key);
      if (there === undefined) void spy(key, unit, other.id);
      const place = placeOf(other.pose);
      if (there) drawn.push({ kind: "shot", from, to: [place.x, place.y], side, state: "planned" });
    }
    return drawn;
  }

  const seen = signal<ReadonlyMap<string, boolean>>(new Map());
  const asked = new Set<string>();
  async function spy(key: string, unit: string, other: string): Promise<void> {
    if (asked.has(key)) return;
    asked.add(key);
    const told = asAim(await ask("aim", { unit, target: other }));
    seen.value = new Map([...seen.peek(), [key, told !== null && told.refusal === null]]);
  }

  return {
    ruler,
    field,
    arcs,
    ranges,
    spots,
    sight,
    intent,
    marks,
    drop() {
      const open = ruler.peek() || sight.peek() !== null;
      ruler.value = false;
      spots.value = [];
      sight.value = null;
      return open;
    },
  };
}
