// The hand that makes a fire plan: unit by unit from the left, every shot to be changed until the plan is locked.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Mark, Point } from "../../board";
import type { AimFace, Asked, PlanFace } from "../../protocol";
import type { Pressed } from "../keys";
import { placeOf } from "../measure";
import { newestOnly } from "../newest";
import { type FireOffer, fireOffer, isRefusal } from "../offers";
import { type Hand, type Room, wasHeard } from "../room";
import { type Dress, numberOf, sideOf } from "../scene";
import { sound } from "../sounds";
import { lengthWords } from "../words";

export type Shot = { unit: string; target: string };

export interface FireHand extends Hand {
  readonly offer: FireOffer;
  /** target by unit; "" means no shot, absent means not declared yet */
  readonly plan: Signal<ReadonlyMap<string, string>>;
  readonly current: Signal<string>;
  readonly marked: Signal<string>;
  readonly aim: ReadonlySignal<AimFace | null>;
  /** enemies first, then terrain: most people shoot at units most of the time */
  readonly aims: ReadonlySignal<AimFace[]>;
  readonly enemies: ReadonlySignal<AimFace[]>;
  readonly terrain: ReadonlySignal<AimFace[]>;
  /** what the plan is worth, as soon as the server has said it of this very plan */
  readonly odds: ReadonlySignal<PlanFace | null>;
  /** all units have been gone through: what is left is to lock */
  readonly complete: ReadonlySignal<boolean>;
  turnTo(unit: string): void;
  mark(target: string): void;
  declare(): void;
  pass(): void;
  lock(): void;
  commit(): void;
}

/** The target worth looking at first: the best odds of those that may be named. */
export function bestOf(aims: readonly AimFace[]): string {
  const able = aims.filter((aim) => aim.refusal === null);
  return (
    able.reduce<AimFace | null>((best, aim) => (best === null || aim.odds > best.odds ? aim : best), null)?.target ?? ""
  );
}

export function createFireHand(room: Room, asked: Asked): FireHand {
  const offer = fireOffer(asked);
  const side = sideOf(asked.seat);
  const plan = signal<ReadonlyMap<string, string>>(new Map());
  const current = signal("");
  const marked = signal("");
  const told = signal<{ key: string; face: PlanFace } | null>(null);
  const isUnit = (one: AimFace): boolean => room.units.value.has(one.target);
  const all = computed(() => offer.units.find((one) => one.unit === current.value)?.aims ?? []);
  const enemies = computed(() => all.value.filter(isUnit));
  const terrain = computed(() => all.value.filter((one) => !isUnit(one)));
  const aims = computed(() => [...enemies.value, ...terrain.value]);
  const aim = computed(() => aims.value.find((one) => one.target === marked.value) ?? null);
  const complete = computed(() => current.value === "");
  const idle = offer.units.filter((one) => one.aims.every((each) => !isUnit(each) || each.refusal !== null));
  const isPassedOver = (unit: string): boolean => plan.value.get(unit) === "" && idle.some((one) => one.unit === unit);

  const ask = newestOnly(
    (shots: Shot[]) => room.preview("plan", { shots }),
    (heard, about) => {
      if (wasHeard(heard) && !isRefusal(heard)) told.value = { key: JSON.stringify(about), face: heard as PlanFace };
    },
  );

  /** The plan with the marked shot in it: what it would be worth. */
  function shots(): Shot[] {
    return offer.units.flatMap(({ unit }) => {
      const target = unit === current.value ? marked.value : plan.value.get(unit);
      return target ? [{ unit, target }] : [];
    });
  }

  const odds = computed(() => (told.value?.key === JSON.stringify(shots()) ? told.value.face : null));

  function turnTo(unit: string): void {
    current.value = unit;
    room.selected.value = unit;
    const kept = plan.peek().get(unit);
    marked.value = kept || bestOf(enemies.peek());
    ask(shots());
  }

  function mark(target: string): void {
    marked.value = target;
    ask(shots());
  }

  function settle(target: string): void {
    if (current.peek() === "") return;
    plan.value = new Map([...plan.peek(), [current.peek(), target]]);
    turnTo(offer.units.find(({ unit }) => !plan.peek().has(unit))?.unit ?? "");
  }

  function declare(): void {
    const named = aim.peek();
    if (!named) {
      pass();
      return;
    }
    if (named.refusal) {
      const unit = room.units.peek().get(named.target);
      const at = unit?.pose ? placeOf(unit.pose) : { x: 0, y: 0 };
      sound("refuse");
      room.bubble.value = { x: at.x, y: at.y, text: named.refusal.sentence, clause: named.refusal.clause };
      return;
    }
    room.bubble.value = null;
    sound("declare");
    settle(named.target);
  }

  const pass = (): void => settle("");

  function lock(): void {
    const named = offer.units.flatMap(({ unit }) => {
      const target = plan.peek().get(unit);
      return target ? [{ unit, target }] : [];
    });
    room.answer({ answer: "declare", shots: named });
  }

  const commit = (): void => (complete.peek() ? lock() : declare());

  function step(by: 1 | -1): void {
    const list = aims.peek();
    const at = list.findIndex((one) => one.target === marked.peek());
    const to = list[(at + by + list.length) % Math.max(1, list.length)];
    if (to) mark(to.target);
  }

  /** The last unit somebody has named a target for, or none; what was passed over by itself is nobody's deed. */
  const lastNamed = () => offer.units.filter(({ unit }) => plan.value.has(unit) && !isPassedOver(unit)).at(-1);

  function press({ action, digit }: Pressed): boolean {
    switch (action) {
      case "commit":
        commit();
        return true;
      case "none":
        pass();
        return true;
      case "number": {
        const one = aims.peek()[digit - 1];
        if (one) mark(one.target);
        return one !== undefined;
      }
      case "next":
        step(1);
        return true;
      case "previous":
        step(-1);
        return true;
      case "back": {
        const last = lastNamed();
        if (!last) return false;
        plan.value = new Map([...plan.peek()].filter(([unit]) => unit !== last.unit));
        turnTo(last.unit);
        return true;
      }
      default:
        return false;
    }
  }

  function intent(given: Intent): void {
    if (given.kind !== "pick") return;
    room.bubble.value = null;
    const thing = given.unit ?? given.piece ?? "";
    if (offer.units.some(({ unit }) => unit === thing)) turnTo(thing);
    else if (aims.peek().some((one) => one.target === thing)) mark(thing);
  }

  const spot = (id: string): Point | null => {
    const unit = room.units.value.get(id);
    const token = room.store.view.value?.tokens.find((one) => one.id === id);
    const pose = unit?.pose ?? token?.pose;
    return pose ? [pose.x / 1e6, pose.y / 1e6] : null;
  };

  function planMarks(): Mark[] {
    return [...plan.value].flatMap(([unit, target]): Mark[] => {
      const from = spot(unit);
      const to = spot(target);
      return from && to && unit !== current.value ? [{ kind: "shot", from, to, side, state: "planned" }] : [];
    });
  }

  function marks(): Mark[] {
    const drawn: Mark[] = planMarks();
    const unit = current.value;
    if (unit) drawn.push({ kind: "select", unit });
    const sight = aim.value?.sight;
    if (sight)
      drawn.push({
        kind: "wedge",
        eye: sight.eye,
        side: sight.side,
        hidden: sight.hidden,
        label: lengthWords(aim.value?.distance ?? 0, room.face.value?.ruler ?? ""),
      });
    for (const one of enemies.value) {
      const chosen = one.target === marked.value;
      drawn.push({
        kind: "tag",
        unit: one.target,
        text: one.refusal ? "–" : one.need,
        detail: one.refusal ? one.remark || "no shot" : `${(one.odds * 100).toFixed(1)} %`,
        tone: chosen ? "ask" : one.refusal ? "none" : "plain",
      });
    }
    return drawn;
  }

  function dress(): Dress {
    const aimsAt = new Map<string, { x: number; y: number }>();
    for (const [unit, target] of [...plan.value, [current.value, marked.value] as const]) {
      const at = spot(target);
      if (at) aimsAt.set(unit, { x: at[0], y: at[1] });
    }
    const order = new Map(offer.units.map(({ unit, order: number }) => [unit, String(number)]));
    return { aims: aimsAt, marked: marked.value, badge: (unit) => order.get(unit.id) ?? numberOf(unit.id) };
  }

  // Units that see no enemy need no answer: they are passed over, and can still be turned to, for a shot at terrain.
  plan.value = new Map(idle.map((one) => [one.unit, ""]));
  turnTo(offer.units.find(({ unit }) => !plan.peek().has(unit))?.unit ?? "");

  return {
    offer,
    plan,
    current,
    marked,
    aim,
    aims,
    enemies,
    terrain,
    odds,
    complete,
    turnTo,
    mark,
    declare,
    pass,
    lock,
    commit,
    marks,
    dress,
    press,
    undoes: () => (lastNamed() ? `the shot of ${lastNamed()?.unit}` : ""),
    intent,
    about() {
      return [spot(current.value), spot(marked.value)].filter((one) => one !== null);
    },
  };
}
