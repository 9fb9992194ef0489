// The hand that chooses one of some answers: marked by number, by touching what an answer is about, given on commit.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Mark, Side } from "../../board";
import { pairs } from "../../board/ground/flats";
import { percent, toast } from "../../kit";
import type { Choice, Choose, Exhibit } from "../../protocol";
import { isReaction, isSame } from "../answers";
import { keeping } from "../drafts";
import { keyFor, type Pressed } from "../keys";
import type { GivingHand, Room } from "../room";
import { NUMBERED, sideOf } from "../scene";
import { isIn, outlineOf, placeOf } from "../ways/measure";
import { bandMarks } from "../ways/reaches";
import { giveWords, lengthWords, rangeWords } from "../words";
import { createDial, type DialHand } from "./dial";
import { aboutMarks, createGiver, spotOf } from "./giving";
import { createLines, type Lines } from "./sight_lines";

export interface ChooseHand extends GivingHand {
  readonly offer: Choose;
  /** null while they are asked for */
  readonly choices: ReadonlySignal<readonly Choice[] | null>;
  readonly marked: Signal<number>;
  /** the rays of the first attack beside the question, where the game has them */
  readonly lines: Lines;
  /** what may be turned by hand instead of choosing one of the headings offered */
  readonly dial: DialHand | null;
  give(choice: Choice): void;
}

/** The line of an attack laid open beside the question, and with the first the bands round the unit that is asked. */
function exhibitMarks(room: Room, offer: Choose, { aim }: Exhibit, lines: Lines | null): Mark[] {
  const face = room.face.value;
  const [from, to] = lines?.are
    ? (lines.ends.value ?? [null, null])
    : [spotOf(room, aim.unit), spotOf(room, aim.target)];
  if (!face || !from || !to) return [];
  const asked = room.units.value.get(offer.unit);
  const bands = lines && asked?.pose ? bandMarks(face, asked.id, placeOf(asked.pose), sideOf(asked.seat)) : [];
  const side = sideOf(room.units.value.get(aim.unit)?.seat ?? -1);
  const words = [lengthWords(aim.distance, face.ruler), aim.range && rangeWords(aim.range), aim.need];
  const label = words.filter(Boolean).join(" · ");
  return [...bands, { kind: "sightline", from, to, side, label, refused: false }];
}

/** What an answer does to an enemy, and how likely, is drawn at him as an attack is. */
function deedMarks(room: Room, offer: Choose, choice: Choice | undefined, seat: number): Mark[] {
  const target = choice?.about.find((id) => (room.units.value.get(id)?.seat ?? seat) !== seat);
  if (!choice?.odds || target === undefined || offer.exhibits.length > 0) return [];
  const [from, to] = [spotOf(room, room.selected.value), spotOf(room, target)];
  const tag: Mark = { kind: "tag", unit: target, text: percent(choice.odds, 0), detail: "", tone: "ask" };
  const line: Mark[] =
    from && to ? [{ kind: "sightline", from, to, side: sideOf(seat), label: "", refused: false }] : [];
  return [...line, tag];
}

/** The choice somebody means who touches a unit, a token or an area; of several the one after the marked one. */
function touched(choices: readonly Choice[], marked: number, intent: Intent): number {
  if (intent.kind !== "pick") return -1;
  const things = [intent.figure, intent.unit, intent.piece];
  const isMeant = ({ about, area }: Choice): boolean =>
    about.some((id) => things.includes(id)) || (area.length > 0 && isIn(area, intent.x, intent.y));
  const meant = choices.flatMap((choice, i) => (isMeant(choice) ? [i] : []));
  return meant.find((i) => i > marked) ?? meant[0] ?? -1;
}

/** The least and the most of every other number: of all x, or of all y. */
const spanOf = (area: readonly number[], from: 0 | 1): [number, number] => {
  const values = area.filter((_, i) => i % 2 === from);
  return [Math.min(...values), Math.max(...values)];
};

/** How large the box about an area is. */
const boxOf = (area: readonly number[]): number =>
  ([0, 1] as const).map((from) => spanOf(area, from)).reduce((size, [least, most]) => size * (most - least), 1);

/** Whether the boxes about two areas overlap: names in both would lie on each other. */
const doMeet = (one: readonly number[], other: readonly number[]): boolean =>
  ([0, 1] as const).every((from) => {
    const [[a, b], [c, d]] = [spanOf(one, from), spanOf(other, from)];
    return a < d && c < b;
  });

/** Where there are more areas than these only the marked one says its name: a grid of names looks like an army. */
const FEW = 8;
/** From this share of the table on an area is large enough to carry its name. */
const NAMED_FROM = 0.01;

/** The areas that can be chosen, the marked one filled; their names stand in them while they are few. */
function areaMarks(room: Room, choices: readonly Choice[], marked: number, side: Side): Mark[] {
  const areas = choices.map(({ area }) => area).filter((area) => area.length > 0);
  const face = room.face.value;
  const table = face ? face.width * face.height : 0;
  const many = areas.length > FEW || areas.some((one, i) => areas.slice(i + 1).some((other) => doMeet(one, other)));
  return choices.flatMap(({ area, title }, i): Mark[] => {
    if (area.length === 0) return [];
    const outline = outlineOf(area);
    // a name in the middle of a small one would hide it, and who stands beside it
    const centred = boxOf(area) >= table * NAMED_FROM;
    return i === marked
      ? [{ kind: "zone", outline, side, label: title, strong: true, centred }]
      : [{ kind: "zone", outline, side: -1, label: many || !centred ? "" : title, centred }];
  });
}

/** No answer is marked. */
export const UNMARKED = -1;

/** Keys that turn what can be turned, by so many degrees. */
const TURN = 15;
const TURNS: Partial<Record<Pressed["action"], 1 | -1>> = { left: 1, pivot_left: 1, right: -1, pivot_right: -1 };

export function createChooseHand(
  room: Room,
  seat: number,
  offer: Choose,
  choices: ReadonlySignal<readonly Choice[] | null> = signal(offer.choices),
): ChooseHand {
  // what is turned by hand points where it points until somebody turns it
  const firstOpen = Math.max(
    0,
    offer.choices.findIndex((one) => one.refusal === null),
  );
  const marked = signal(offer.dial || offer.unmarked ? UNMARKED : firstOpen);
  const choice = computed(() => choices.value?.[marked.value]);
  const give = createGiver(room);
  const dial = offer.dial ? createDial(offer.dial) : null;
  /** what it has been turned to by hand, as long as no line of the list stands for it */
  const own = computed(() => (marked.value === UNMARKED ? (dial?.answer.value ?? null) : null));
  const ready = computed(() => own.value !== null || (choice.value !== undefined && choice.value.refusal === null));
  const commit = (): void => {
    const [turned, one] = [own.peek(), choice.peek()];
    if (turned) room.answer(turned);
    else if (one) give(one);
    else toast("Choose one of the answers first.");
  };
  const move = (by: number): void => {
    const count = Math.max(1, choices.peek()?.length ?? 0);
    marked.value = (marked.peek() + by + count) % count;
  };
  if (offer.unit) room.selected.value = offer.unit;
  const first = offer.exhibits[0];
  const lines = createLines(room, first?.lines === true);
  if (first?.lines) lines.ask(first.aim.unit, first.aim.target);
  return {
    ...keeping({ marked }),
    ...{ offer, choices, marked, lines, dial, give, ready, commit },
    // an answer is called by its name, unless all are given by the same word
    words: computed(() =>
      marked.value === UNMARKED
        ? (offer.dial?.give ?? (offer.give || "Choose one"))
        : offer.give || giveWords(choice.value),
    ),
    dragging: computed(() => dial?.dragging.value ?? false),
    marks: () => [
      ...(offer.unit ? [{ kind: "select" as const, unit: offer.unit }] : []),
      ...offer.exhibits.flatMap((one, i) =>
        i === 0 || one.lines ? exhibitMarks(room, offer, one, i === 0 ? lines : null) : [],
      ),
      ...(first ? lines.marks(sideOf(room.units.value.get(first.aim.unit)?.seat ?? seat)) : []),
      ...(choices.value ?? []).flatMap((one, i) => aboutMarks(room, one.about, i === marked.value)),
      ...deedMarks(room, offer, choice.value, seat),
      ...areaMarks(room, choices.value ?? [], marked.value, sideOf(seat)),
      ...(dial?.marks(choice.value, sideOf(seat)) ?? []),
    ],
    dress: () => ({ ...NUMBERED, ...dial?.dress(choice.value) }),
    about: () => {
      const aims = offer.exhibits.flatMap(({ aim }) => [aim.unit, aim.target]);
      const things = new Set([offer.unit, ...aims, ...(choice.value?.about ?? [])]);
      const areas = pairs(outlineOf((choices.value ?? []).flatMap((one) => one.area)));
      if (areas.length > 0) return areas;
      return [...things].map((id) => spotOf(room, id)).filter((one) => one !== null);
    },
    intent(intent) {
      if (dial?.intent(intent)) {
        marked.value = UNMARKED;
        return;
      }
      if (intent.kind === "pick" && lines.tell(intent.figure ?? "")) return;
      const at = touched(choices.peek() ?? [], marked.peek(), intent);
      if (at >= 0) marked.value = at;
    },
    adopt(answer) {
      const at = choices.peek()?.findIndex((one) => isSame(one.answer, answer)) ?? -1;
      if (at >= 0) marked.value = at;
      return at >= 0;
    },
    press({ action, digit, fine }) {
      if (action === "commit") commit();
      else if (action === "number" && digit <= (choices.peek()?.length ?? 0)) marked.value = digit - 1;
      else if (dial && action in TURNS) {
        dial.turn((fine ? 1 : TURN) * (TURNS[action] ?? 0), choice.peek());
        marked.value = UNMARKED;
      } else if (action === "next") move(1);
      else if (action === "previous") move(-1);
      else return false;
      return true;
    },
  };
}

/**
 * Buttons are pressed. The yellow one is the marked one: at first the first, in a reaction none; then what was touched on
 * the table or taken from a hint. Enter presses what is marked; where nothing is, it only says which keys answer.
 */
export function createButtonsHand(room: Room, seat: number, offer: Choose): ChooseHand {
  const hand = createChooseHand(room, seat, offer);
  hand.marked.value = isReaction(offer) ? UNMARKED : 0;
  return {
    ...hand,
    ...keeping({ marked: hand.marked }),
    press({ action, digit }) {
      const last = offer.choices.length - 1;
      const places = { yes: 0, no: last, number: digit - 1, commit: hand.marked.peek() };
      if (!(action in places)) return false;
      if (action === "commit" && hand.marked.peek() === UNMARKED) {
        toast(`${keyFor("yes")}: ${offer.choices[0]?.title}. ${keyFor("no")}: ${offer.choices[last]?.title}.`);
        return true;
      }
      const choice = offer.choices[places[action as keyof typeof places]];
      if (choice) hand.give(choice);
      return true;
    },
  };
}
