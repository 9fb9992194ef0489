// The hand that divides dice: it begins with all of them on the first target, which is only proposed and gives to any
// other; they are laid one by one or all at once, and nothing is sent before commit. As long as one target has them
// all, a touch on another takes them there: what is lit is what is fired at.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Mark } from "../../board";
import { plural, toast } from "../../kit";
import type { AimFace, Choice, Share, Split } from "../../protocol";
import { type Answer, listIn, numberIn, textIn } from "../answers";
import { underDigit } from "../digits";
import { keeping } from "../drafts";
import type { Pressed } from "../keys";
import { sound } from "../playback/sounds";
import type { GivingHand, Room } from "../room";
import { NUMBERED, sideOf } from "../scene";
import { rimMarks } from "../ways/reaches";
import { lengthWords, unitName } from "../words";
import { coneMark } from "./aim_marks";
import { createGiver, spotOf } from "./giving";

export interface SplitHand extends GivingHand {
  readonly offer: Split;
  /** dice by target, in the order they were named first */
  readonly dice: ReadonlySignal<ReadonlyMap<string, number>>;
  readonly free: ReadonlySignal<number>;
  readonly marked: Signal<string>;
  /** what all dice together may be expected to do; each die falls by itself */
  readonly whole: ReadonlySignal<{ expected: number; at_least_one: number }>;
  most(target: string): number;
  shareOf(target: string): Share | null;
  nameOf(target: string): string;
  lay(target: string, dice: number): void;
  all(target: string): void;
  turnTo(target: string): void;
  give(choice: Choice): void;
}

export function createSplitHand(room: Room, seat: number, offer: Split): SplitHand {
  const able = offer.aims.filter((aim) => aim.refusal === null);
  const dice = signal<ReadonlyMap<string, number>>(new Map());
  const marked = signal(able[0]?.target ?? offer.aims[0]?.target ?? "");
  const aimOf = (target: string): AimFace | undefined => offer.aims.find((aim) => aim.target === target);
  /** a target as it is called in the list */
  function nameOf(target: string): string {
    const title = aimOf(target)?.title ?? "";
    return room.units.value.has(target) ? unitName(title, target) : title;
  }
  const sum = (range?: string): number =>
    [...dice.value].reduce((total, [to, n]) => total + (range === undefined || aimOf(to)?.range === range ? n : 0), 0);
  const free = computed(() => offer.dice - sum());
  /** the target that has its dice by proposal only */
  const proposed = signal("");
  const give = createGiver(room);
  room.selected.value = offer.unit;

  /** The most dice a target can get beside what the others have. */
  function most(target: string): number {
    const aim = aimOf(target);
    if (!aim || aim.refusal) return 0;
    const own = dice.value.get(target) ?? 0;
    const limit = offer.limits[aim.range] ?? offer.dice;
    const other = proposed.value === target ? "" : proposed.value;
    const given = dice.value.get(other) ?? 0;
    const beside = aimOf(other)?.range === aim.range ? given : 0;
    return Math.min(free.value + given + own, limit - sum(aim.range) + beside + own);
  }

  /** Takes from what is only proposed as many dice as are missing. */
  function freed(next: Map<string, number>, missing: number): void {
    const from = proposed.peek();
    const rest = (next.get(from) ?? 0) - missing;
    if (missing <= 0 || !from) return;
    if (rest > 0) next.set(from, rest);
    else next.delete(from);
  }

  function lay(target: string, count: number): void {
    const next = new Map(dice.peek());
    const dealt = Math.max(0, Math.min(most(target), count));
    marked.value = target;
    if (target === proposed.peek()) proposed.value = "";
    const before = next.get(target) ?? 0;
    if (dealt === before) return;
    freed(next, dealt - before - free.peek());
    if (dealt > 0) next.set(target, dealt);
    else next.delete(target);
    dice.value = next;
    sound(dealt > 0 ? "set_down" : "pick_up");
  }

  /** The target that has all dice there are. */
  function only(): string {
    const [first = ""] = dice.peek().keys();
    return dice.peek().size === 1 && free.peek() === 0 ? first : "";
  }

  /** Where another target has all dice, as many as it may get come to this one; where they are divided, it is looked at. */
  function turnTo(target: string): void {
    const from = only();
    marked.value = target;
    if (!from || from === target) return;
    proposed.value = from;
    lay(target, most(target));
    proposed.value = only() || from;
  }

  /** All that can be had to a target; a target that has them all gives them back, unless they were only proposed. */
  function all(target: string): void {
    if (only() !== target && only() !== "") {
      turnTo(target);
      return;
    }
    const own = dice.peek().get(target) ?? 0;
    const isTaken = own > 0 && most(target) === own && proposed.peek() !== target;
    lay(target, isTaken ? 0 : most(target));
  }

  const start = marked.peek();
  if (most(start) > 0) {
    dice.value = new Map([[start, most(start)]]);
    proposed.value = start;
  }

  function commit(): void {
    if (dice.peek().size === 0) {
      toast("Give a target some dice first.");
      return;
    }
    sound("declare");
    const shots = [...dice.peek()].map(([target, count]) => ({ target, dice: count }));
    room.answer({ ...offer.answer, [offer.into]: shots });
  }

  function line(by: 1 | -1): void {
    const at = offer.aims.findIndex((aim) => aim.target === marked.peek());
    const to = offer.aims[(at + by + offer.aims.length) % Math.max(1, offer.aims.length)];
    if (to) marked.value = to.target;
  }

  function press({ action, digit, fine }: Pressed): boolean {
    const target = marked.peek();
    const own = dice.peek().get(target) ?? 0;
    const numbered = underDigit(offer.aims, (one) => one.target, digit);
    if (action === "commit") commit();
    else if (action === "none" && offer.none) give(offer.none);
    else if (action === "next") line(1);
    else if (action === "previous") line(-1);
    else if (action === "more") lay(target, own + (fine ? 5 : 1));
    else if (action === "fewer") lay(target, own - (fine ? 5 : 1));
    else if (action === "number" && numbered) all(numbered.target);
    else if (action === "drop" && dice.peek().size > 0) dice.value = new Map();
    else return false;
    return true;
  }

  const shareOf = (target: string): Share | null =>
    offer.odds[target]?.find((share) => share.dice === dice.value.get(target)) ?? null;

  function tagOf(aim: AimFace): Mark {
    const count = dice.value.get(aim.target) ?? 0;
    const share = shareOf(aim.target);
    const far = lengthWords(aim.distance, room.face.value?.ruler ?? "");
    return {
      kind: "tag",
      unit: aim.target,
      text: aim.refusal ? "–" : count > 0 ? plural(count, "die", "dice") : "0",
      // the remark ends with the reason; how far it is stands in the list
      detail: aim.refusal ? (aim.remark.split(", ").at(-1) ?? "") : share ? `${share.expected.toFixed(1)} hits` : far,
      tone: aim.refusal ? "none" : count > 0 && aim.target === marked.value ? "ask" : "plain",
    };
  }

  function marks(): Mark[] {
    const from = spotOf(room, offer.unit);
    const shots = able.flatMap(({ target }): Mark[] => {
      const to = spotOf(room, target);
      const current = target === marked.value;
      if (!from || !to || !(dice.value.has(target) || current)) return [];
      return [{ kind: "shot", from, to, side: sideOf(seat), state: current ? "current" : "planned" }];
    });
    const rims = rimMarks(offer.circles, room.face.value?.ruler ?? "");
    const cones = (offer.cones ?? []).map(coneMark);
    return [{ kind: "select", unit: offer.unit }, ...rims, ...cones, ...shots, ...offer.aims.map(tagOf)];
  }

  function adopt(answer: Answer): boolean {
    const shots = listIn(answer, offer.into);
    if (shots.length === 0) return false;
    dice.value = new Map();
    proposed.value = "";
    for (const one of shots) lay(textIn(one, "target"), numberIn(one, "dice"));
    return true;
  }

  return {
    ...keeping({ dice, marked, proposed }),
    adopt,
    ...{ offer, dice, free, marked, most, shareOf, nameOf, lay, all, turnTo, give, commit, press, marks },
    ready: computed(() => dice.value.size > 0),
    words: computed(() => {
      const [first = "", ...others] = dice.value.keys();
      const at = others.length > 0 ? plural(others.length + 1, "target") : nameOf(first);
      return `Throw ${plural(offer.dice - free.value, "die", "dice")}${at && ` at ${at}`}`;
    }),
    whole: computed(() => {
      const shares = [...dice.value.keys()].flatMap((target) => shareOf(target) ?? []);
      return {
        expected: shares.reduce((total, one) => total + one.expected, 0),
        at_least_one: 1 - shares.reduce((none, one) => none * (1 - one.at_least_one), 1),
      };
    }),
    dress: () => NUMBERED,
    remark: (unit) => {
      const count = dice.value.get(unit) ?? 0;
      return count > 0 ? `${plural(count, "die", "dice")} thrown at it` : "";
    },
    intent(intent: Intent) {
      if (intent.kind !== "pick" || !intent.unit || !aimOf(intent.unit)) return;
      const target = intent.unit;
      // The first tap turns to a target, each further one lays a die on it.
      if (marked.peek() !== target) turnTo(target);
      else lay(target, (dice.peek().get(target) ?? 0) + 1);
    },
    about: () => [offer.unit, marked.value].map((id) => spotOf(room, id)).filter((one) => one !== null),
  };
}
