// The hand that divides a volley: dice laid on targets one by one or all at once, cargo instead, nothing sent before commit.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Mark, Point } from "../../board";
import { plural, toast } from "../../kit";
import type { AimFace, Asked, PlanFace } from "../../protocol";
import type { Pressed } from "../keys";
import { placeOf } from "../measure";
import { newestOnly } from "../newest";
import { isRefusal } from "../offers";
import { type Hand, type Room, wasHeard } from "../room";
import { NUMBERED, sideOf } from "../scene";
import { type DiceOdds, type SplitOffer, splitOffer } from "../sea_offers";
import { sound } from "../sounds";
import { rimMarks } from "./sail_marks";

/** What the yellow button would do. */
export type Deed = "fire" | "load" | "unload";

export interface SplitHand extends Hand {
  readonly offer: SplitOffer;
  readonly deed: Signal<Deed>;
  /** dice by target, in the order they were named first */
  readonly dice: ReadonlySignal<ReadonlyMap<string, number>>;
  readonly free: ReadonlySignal<number>;
  readonly marked: Signal<string>;
  readonly chosen: ReadonlySignal<ReadonlySet<string>>;
  readonly plan: ReadonlySignal<PlanFace | null>;
  readonly ready: ReadonlySignal<boolean>;
  most(target: string): number;
  oddsOf(target: string): DiceOdds | null;
  give(target: string, dice: number): void;
  all(target: string): void;
  toggle(token: string): void;
  commit(): void;
  hold(): void;
}

export function createSplitHand(room: Room, asked: Asked): SplitHand {
  const offer = splitOffer(asked);
  const able = offer.aims.filter((aim) => aim.refusal === null);
  const deed = signal<Deed>(able.length > 0 ? "fire" : offer.unload ? "unload" : "load");
  const dice = signal<ReadonlyMap<string, number>>(new Map());
  const chosen = signal<ReadonlySet<string>>(new Set());
  const marked = signal(able[0]?.target ?? offer.aims[0]?.target ?? "");
  const plan = signal<{ key: string; face: PlanFace } | null>(null);
  const aimOf = (target: string): AimFace | undefined => offer.aims.find((aim) => aim.target === target);
  const isFar = (target: string): boolean => aimOf(target)?.range === "long";
  const sum = (of: ReadonlyMap<string, number>, far?: boolean): number =>
    [...of].reduce((total, [target, count]) => total + (far === undefined || isFar(target) === far ? count : 0), 0);
  const free = computed(() => offer.firepower - sum(dice.value));
  const shots = computed(() => [...dice.value].map(([target, count]) => ({ target, dice: count })));
  room.selected.value = offer.unit;

  /** The most dice a target can get beside what the others have. */
  function most(target: string): number {
    const aim = aimOf(target);
    if (!aim || aim.refusal) return 0;
    const own = dice.value.get(target) ?? 0;
    const room_ = free.value + own;
    return isFar(target) ? Math.min(room_, offer.longRange - sum(dice.value, true) + own) : room_;
  }

  const ask = newestOnly(
    (about: { key: string; shots: { target: string; dice: number }[] }) =>
      room.preview("plan", { unit: offer.unit, fire: { shots: about.shots } }),
    (told, { key }) => {
      // a volley that is refused is worth nothing that could be shown
      const face = wasHeard(told) && !isRefusal(told) ? (told as PlanFace) : null;
      if (face && !face.refusal) plan.value = { key, face };
    },
  );

  function give(target: string, count: number): void {
    const next = new Map(dice.peek());
    const dealt = Math.max(0, Math.min(most(target), count));
    marked.value = target;
    if (dealt === (next.get(target) ?? 0)) return;
    deed.value = "fire";
    if (dealt > 0) next.set(target, dealt);
    else next.delete(target);
    dice.value = next;
    sound(dealt > 0 ? "set_down" : "pick_up");
    if (next.size > 0) ask({ key: JSON.stringify(shots.peek()), shots: shots.peek() });
  }

  /** All that is left to a target; a target that has them all gives them back. */
  function all(target: string): void {
    const own = dice.peek().get(target) ?? 0;
    give(target, own > 0 && most(target) === own ? 0 : most(target));
  }

  function toggle(token: string): void {
    const next = new Set(chosen.peek());
    if (!next.delete(token)) next.add(token);
    chosen.value = next;
    deed.value = "load";
  }

  const ready = computed(() =>
    deed.value === "fire" ? dice.value.size > 0 : deed.value === "unload" ? offer.unload : chosen.value.size > 0,
  );

  function commit(): void {
    if (!ready.peek()) {
      toast(deed.peek() === "fire" ? "Give a target some dice first, or hold fire." : "Choose what to take aboard.");
      return;
    }
    if (deed.peek() === "fire") {
      sound("declare");
      room.answer({ answer: "fire", shots: shots.peek() });
    } else if (deed.peek() === "unload") room.answer({ answer: "unload" });
    else room.answer({ answer: "take_aboard", treasures: [...chosen.peek()] });
  }

  const hold = (): void => room.answer({ answer: "hold_fire" });

  function line(by: 1 | -1): void {
    const at = offer.aims.findIndex((aim) => aim.target === marked.peek());
    const to = offer.aims[(at + by + offer.aims.length) % Math.max(1, offer.aims.length)];
    if (to) marked.value = to.target;
  }

  function press({ action, digit, fine }: Pressed): boolean {
    const target = marked.peek();
    const own = dice.peek().get(target) ?? 0;
    if (action === "commit") commit();
    else if (action === "none") hold();
    else if (action === "next") line(1);
    else if (action === "previous") line(-1);
    else if (action === "more") give(target, own + (fine ? 5 : 1));
    else if (action === "fewer") give(target, own - (fine ? 5 : 1));
    else if (action === "number") {
      const aim = offer.aims[digit - 1];
      if (!aim) return false;
      all(aim.target);
      marked.value = aim.target;
    } else if (action === "drop" && dice.peek().size > 0) dice.value = new Map();
    else return false;
    return true;
  }

  const spot = (unit: string): Point | null => {
    const pose = room.units.value.get(unit)?.pose;
    if (!pose) return null;
    const { x, y } = placeOf(pose);
    return [x, y];
  };

  function marks(): Mark[] {
    const from = spot(offer.unit);
    const side = sideOf(asked.seat);
    const drawn: Mark[] = [
      { kind: "select", unit: offer.unit },
      ...rimMarks(offer.circles, room.face.value?.ruler ?? ""),
    ];
    for (const aim of offer.aims) {
      const to = spot(aim.target);
      const count = dice.value.get(aim.target) ?? 0;
      const odds = oddsOf(aim.target);
      if (from && to && (count > 0 || aim.target === marked.value) && !aim.refusal)
        drawn.push({ kind: "shot", from, to, side, state: aim.target === marked.value ? "current" : "planned" });
      const text = aim.refusal ? "–" : count > 0 ? plural(count, "die", "dice") : "0";
      const detail = aim.refusal
        ? "no shot"
        : odds
          ? `${odds.expected.toFixed(1)} hits`
          : `${aim.distance.toFixed(1)} in`;
      const tone = aim.refusal ? "none" : count > 0 && aim.target === marked.value ? "ask" : "plain";
      drawn.push({ kind: "tag", unit: aim.target, text, detail, tone });
    }
    return drawn;
  }

  function oddsOf(target: string): DiceOdds | null {
    return offer.odds[target]?.[(dice.value.get(target) ?? 0) - 1] ?? null;
  }

  return {
    ...{ offer, deed, dice, free, marked, chosen, ready, most, oddsOf, give, all, toggle, commit, hold, press, marks },
    plan: computed(() => (plan.value?.key === JSON.stringify(shots.value) ? plan.value.face : null)),
    dress: () => NUMBERED,
    remark: (unit) => {
      const count = dice.value.get(unit) ?? 0;
      return count > 0 ? `${plural(count, "die", "dice")} thrown at it` : "";
    },
    intent(intent: Intent) {
      if (intent.kind !== "pick" || !intent.unit || !aimOf(intent.unit)) return;
      const target = intent.unit;
      // The first tap looks at a target, each further one lays a die on it.
      if (marked.peek() !== target) marked.value = target;
      else give(target, (dice.peek().get(target) ?? 0) + 1);
    },
    about() {
      const points = [spot(offer.unit), spot(marked.value)].filter((one) => one !== null);
      return points;
    },
  };
}
