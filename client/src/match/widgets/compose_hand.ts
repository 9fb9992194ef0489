// The hand that puts an order together like a sentence: a word for each part, by number, by touching what a word is about
// or a piece of the table that stands for several; given by the yellow button once nothing is missing.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Intent, Mark, Point } from "../../board";
import type { Compose, Part as OrderPart, Word } from "../../protocol";
import { isBegunBy, textIn } from "../answers";
import { digitsOf } from "../digits";
import { keeping } from "../drafts";
import { waitMark } from "../playback/waits";
import type { GivingHand, Room } from "../room";
import { NUMBERED, sideOf } from "../scene";
import { isIn, trimmed } from "../ways/measure";
import { bandsOf } from "./aim_marks";
import { aboutMarks, spotOf } from "./giving";

/** What is said so far, by the field of its part. */
export type Said = Readonly<Record<string, string>>;

/** A piece of the sentence: plain words, or a part with what it says now. */
export type Piece = { words: string; part?: OrderPart };

export interface ComposeHand extends GivingHand {
  readonly offer: Compose;
  readonly said: ReadonlySignal<Said>;
  /** the part whose words are chosen from now */
  readonly part: ReadonlySignal<OrderPart | undefined>;
  /** its words that go with what is said before it, each with its digit */
  readonly words_now: ReadonlySignal<{ word: Word; digit: number }[]>;
  /** the sentence, cut where its parts stand */
  readonly pieces: ReadonlySignal<Piece[]>;
  say(field: string, value: string): void;
  turnTo(field: string): void;
}

const holds = (all: Said, some: Said): boolean => Object.entries(some).every(([field, value]) => all[field] === value);

/** Every order that agrees with what is said. */
function ordersWith({ parts, barred }: Compose, said: Said): Said[] {
  const all = parts.reduce<Said[]>(
    (begun, { field, words }) => begun.flatMap((one) => words.map(({ value }) => ({ ...one, [field]: value }))),
    [{}],
  );
  return all.filter((one) => holds(one, said) && !barred.some((some) => holds(one, some)));
}

/** The words of a part that go with what is said before it. */
export function wordsOf(offer: Compose, said: Said, part: OrderPart): Word[] {
  const before = offer.parts.slice(0, offer.parts.indexOf(part)).flatMap(({ field }) => {
    const value = said[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  const orders = ordersWith(offer, Object.fromEntries(before));
  return part.words.filter(({ value }) => orders.some((one) => one[part.field] === value));
}

/** What is said once what cannot stand any more is taken back, and what can only be one thing is said. */
export function settled(offer: Compose, said: Said): Said {
  let kept: Said = {};
  for (const part of offer.parts) {
    const words = wordsOf(offer, kept, part);
    const [only] = words.length === 1 ? words : [];
    const value = [said[part.field], only?.value, part.usual].find((one) => words.some((word) => word.value === one));
    if (value !== undefined) kept = { ...kept, [part.field]: value };
  }
  return kept;
}

const spoken = (part: OrderPart, said: Said): string | undefined => {
  const word = part.words.find(({ value }) => value === said[part.field]);
  return word && (word.says || word.title);
};

/** The sentence of an order, cut where its parts stand. */
export function piecesOf(offer: Compose, said: Said): Piece[] {
  return offer.sentence.split(/(\{\w+\})/).flatMap((words): Piece[] => {
    const part = offer.parts.find(({ field }) => words === `{${field}}`);
    return part ? [{ part, words: spoken(part, said) ?? (part.gap || "…") }] : words === "" ? [] : [{ words }];
  });
}

export function createComposeHand(room: Room, seat: number, offer: Compose): ComposeHand {
  const said = signal<Said>(settled(offer, {}));
  const field = signal("");
  const side = sideOf(seat);
  const unsaid = (): OrderPart | undefined => offer.parts.find((one) => said.value[one.field] === undefined);
  /** Parts in which there is something to choose. */
  const open = offer.parts.filter(({ words }) => words.length > 1);
  const part = computed(() => offer.parts.find((one) => one.field === field.value) ?? unsaid() ?? open.at(-1));
  const words_now = computed(() => {
    const words = part.value ? wordsOf(offer, said.value, part.value) : [];
    const digits = digitsOf(words.map(({ about, value }) => about.find((id) => room.units.peek().has(id)) ?? value));
    return words.map((word, i) => ({ word, digit: digits[i] ?? 0 }));
  });
  const pieces = computed(() => piecesOf(offer, said.value));
  const ready = computed(() => unsaid() === undefined);
  /** the fields somebody has said, the last one last */
  const order = signal<string[]>([]);

  function saysAll(more: Said): void {
    said.value = settled(offer, { ...said.peek(), ...more });
    order.value = [...order.peek().filter((one) => !(one in more)), ...Object.keys(more)];
    // on to what is missing; where nothing is, what was just said stays open
    field.value = unsaid()?.field ?? Object.keys(more).at(-1) ?? "";
  }
  const say = (of: string, value: string): void => saysAll({ [of]: value });
  const turnTo = (to: string): void => {
    field.value = to;
  };

  function back(): boolean {
    const last = order.peek().at(-1);
    if (last === undefined) return false;
    const { [last]: _gone, ...rest } = said.peek();
    order.value = order.peek().slice(0, -1);
    said.value = settled(offer, rest);
    field.value = last;
    return true;
  }

  function turn(by: number): boolean {
    const now = part.peek();
    const at = now ? open.indexOf(now) : -1;
    const next = open[(at + by + open.length) % Math.max(1, open.length)];
    if (next) turnTo(next.field);
    return next !== undefined;
  }

  /** The word beside the one that is said, without going on to the next part. */
  function step(by: number): boolean {
    const now = part.peek();
    const words = words_now.peek();
    if (!now || words.length === 0) return false;
    const at = words.findIndex(({ word }) => word.value === said.peek()[now.field]);
    const next = words[(at < 0 ? (by > 0 ? 0 : words.length - 1) : at + by + words.length) % words.length];
    if (next) say(now.field, next.word.value);
    turnTo(now.field);
    return true;
  }

  const commit = (): void => {
    if (ready.peek()) room.answer({ ...offer.answer, ...said.peek() });
    else turnTo(unsaid()?.field ?? "");
  };

  /** Pieces of the table that still go with what may be said: one of them is chosen whole. */
  const spotsAt = (x: number, y: number) => offer.spots.find(({ outline }) => isIn(outline, x, y));

  function pick({ figure, unit, piece, x, y }: Extract<Intent, { kind: "pick" }>): void {
    const spot = spotsAt(x, y);
    if (spot) {
      saysAll(spot.picks);
      return;
    }
    const things = [figure, unit, piece];
    const now = part.peek();
    const parts = [...(now ? [now] : []), ...offer.parts];
    for (const one of parts) {
      const word = wordsOf(offer, said.peek(), one).find(({ about }) => about.some((id) => things.includes(id)));
      if (word) {
        say(one.field, word.value);
        return;
      }
    }
  }

  function spotMarks(): Mark[] {
    const face = room.face.value;
    if (offer.spots.length === 0 || !face) return [];
    const chosen = offer.spots.filter(({ picks }) => holds(said.value, picks));
    return [
      ...bandsOf(room, offer.unit, side),
      ...chosen.map(
        ({ outline }): Mark => ({ kind: "zone", outline: trimmed(outline, face), side, label: "", strong: true }),
      ),
    ];
  }

  const named = computed(() =>
    offer.parts.flatMap(({ field: of, words }) => words.find(({ value }) => value === said.value[of])?.about ?? []),
  );

  function marks(): Mark[] {
    const words = part.value ? words_now.value : [];
    const [target] = named.value.filter((id) => spotOf(room, id));
    const [units, face] = [room.store.view.value?.units ?? [], room.face.value];
    const order = { unit: offer.unit, on: target ?? "", text: "", clause: offer.clause, ground: [] };
    const line = target && face ? waitMark(units, face, order) : [];
    return [
      { kind: "select", unit: offer.unit },
      ...words.flatMap(({ word: { about, value } }) =>
        aboutMarks(room, about, value === said.value[part.value?.field ?? ""]),
      ),
      ...aboutMarks(room, named.value, true),
      ...spotMarks(),
      ...line,
    ];
  }

  return {
    ...keeping({ said, order, field }),
    ...{ offer, said, part, words_now, pieces, ready, say, turnTo, commit, marks },
    words: computed(
      () =>
        `${offer.give}: ${pieces.value.map(({ part: of, words }) => (of && said.value[of.field] === undefined ? "…" : words)).join("")}`,
    ),
    dress: () => NUMBERED,
    about: () => [offer.unit, ...named.value].map((id) => spotOf(room, id)).filter((one): one is Point => one !== null),
    covers: (x, y) => spotsAt(x, y) !== undefined,
    intent(intent) {
      if (intent.kind === "pick") pick(intent);
    },
    undoes: () => {
      const last = offer.parts.find((one) => one.field === order.value.at(-1));
      const words = last && spoken(last, said.value);
      return words ? `"${words}"` : "";
    },
    adopt(answer) {
      if (!isBegunBy(offer.answer, answer)) return false;
      saysAll(Object.fromEntries(offer.parts.map((one) => [one.field, textIn(answer, one.field)])));
      return ready.peek();
    },
    press({ action, digit }) {
      const word = action === "number" ? words_now.peek().find((one) => one.digit === digit)?.word : undefined;
      if (action === "commit") commit();
      else if (word && part.peek()) say(part.peek()?.field ?? "", word.value);
      else if (action === "back") return back();
      else if (action === "more" || action === "fewer") return turn(action === "more" ? 1 : -1);
      else if (action === "next" || action === "previous") return step(action === "next" ? 1 : -1);
      else return false;
      return true;
    },
  };
}
