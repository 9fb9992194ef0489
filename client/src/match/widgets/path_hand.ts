// The hand that draws a move: drags and keys become legs, the server works the order out, nothing is sent before commit.
import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Intent, Place } from "../../board";
import { addingUp, settings, toast } from "../../kit";
import type { Asked, LegFace, PathFace, Refusal } from "../../protocol";
import { fieldOf } from "../field";
import { keyFor, type Pressed } from "../keys";
import {
  dragged,
  driven,
  extended,
  FINE,
  isBlockedTurn,
  isStuck,
  type Leg,
  nudged,
  type Snap,
  type Step,
  swung,
  totalOf,
} from "../legs";
import { placeOf, pointsOf } from "../measure";
import { type MoveOffer, moveOffer } from "../offers";
import type { Hand, Room } from "../room";
import { NUMBERED, sideOf } from "../scene";
import { inTheWay } from "../words";
import { createChosen } from "./chosen";
import { createDrawing, type Drag, type Held, type Words } from "./drawing";
import { type Planned, pathMarks } from "./path_marks";
import type { PlaceHand } from "./place_hand";
import { createReserve } from "./reserve";

export interface PathHand extends Hand {
  readonly offer: MoveOffer;
  /** the steps drawn for the chosen unit */
  readonly steps: ReadonlySignal<Step[]>;
  readonly legs: ReadonlySignal<Leg[]>;
  readonly total: ReadonlySignal<number>;
  readonly left: ReadonlySignal<number>;
  readonly points: ReadonlySignal<number>;
  /** what was driven before and each leg, as they are written: together they are the number on the bar */
  readonly costs: ReadonlySignal<{ before: number; legs: number[] }>;
  /** the order as the server worked it out, when it is the one drawn now */
  readonly worked: ReadonlySignal<PathFace | null>;
  /** the server refuses what is drawn now */
  readonly barred: ReadonlySignal<boolean>;
  readonly refused: Signal<Refusal | null>;
  /** paths of the other units, drawn and not sent */
  readonly planned: ReadonlySignal<Planned[]>;
  /** a unit of the reserve in the hand, to be set down at the own edge */
  readonly entering: ReadonlySignal<PlaceHand | null>;
  /** where the chosen unit stands now */
  stand(): Place | null;
  select(unit: string): void;
  commit(): void;
  lastLeg(): boolean;
  end(): void;
  /** takes a unit of the reserve into the hand */
  bringOn(unit: string): void;
  stay(): void;
}

/** A leg that could be begun. */
const isDone = (leg: LegFace): boolean => !(leg.stopped_by && (leg.step === "pivot" || leg.amount <= 0));

/** Steps shortened to what the server says can be done, where something stands in the way. */
function asDone(steps: readonly Step[], face: PathFace): Step[] {
  return steps.flatMap((step, i) => {
    const leg = face.legs[i];
    if (!leg?.stopped_by) return [step];
    if (step.step === "pivot" || leg.amount <= 0) return [];
    return [{ ...step, inches: leg.amount }];
  });
}

/** Legs as the server worked them out. */
function legsTold(from: Place, steps: readonly Step[], face: PathFace): Leg[] {
  return steps.flatMap((step, i) => {
    const told = face.legs[i];
    if (!told) return [];
    const before = face.legs[i - 1];
    const done = step.step === "pivot" ? step : { ...step, inches: told.amount };
    const start = before ? placeOf(before.pose) : from;
    return [{ step: done, from: start, to: placeOf(told.pose), cost: told.cost, hit: told.stopped_by }];
  });
}

export function createPathHand(room: Room, asked: Asked): PathHand {
  const offer = moveOffer(asked);
  const side = sideOf(asked.seat);
  const { plans } = room;
  const round = room.store.view.peek()?.situation.round ?? 0;
  plans.open(
    `${asked.seat} ${round}`,
    offer.units.map((one) => one.unit),
  );
  const reserve = createReserve(room, asked.seat, offer.enter);
  /** where the leg in hand begins */
  let base: Place | null = null;
  let warned = false;

  const chosen = createChosen(
    room,
    offer.units,
    select,
    offer.units.filter((one) => one.left > 0.01),
  );
  const { place, placeFor } = chosen;

  /** The way of a unit over the table as it is shown, worked out at once. */
  function wayOf(unit: string, about: readonly Step[]): Leg[] {
    const from = placeFor(unit);
    const [view, face] = [room.store.view.value, room.face.value];
    return from && view && face ? driven(from, about, offer.prices, fieldOf(view, face, unit)) : [];
  }

  const drawing = createDrawing(room, {
    plans,
    unit: room.selected,
    joined: extended,
    orderOf: (unit, about: readonly Step[]) => ({ unit, steps: about }),
    choose: chosen.take,
    hold,
    foretell: stuckWords,
    isPossible: (next) => {
      const drawn = wayOf(room.selected.peek(), next);
      return totalOf(drawn) <= left.peek() + 1e-6 && !drawn.some(isBlockedTurn);
    },
    asDone: (about, face) => ({ steps: asDone(about, face), face: { ...face, legs: face.legs.filter(isDone) } }),
    settled(face) {
      // A way that ends before it begins leaves no leg to look at, so the bubble says what is there.
      const stop = face.legs.at(-1);
      const words = stop?.stopped_by && stop.amount <= 0 ? stopAt(stop.stopped_by) : null;
      if (words) drawing.tell(words);
    },
    released() {
      if (settings.confirm.peek() !== "all") commit();
    },
  });
  const { steps, all, worked, refused, dragging, draw, drag } = drawing;
  const way = computed(() => wayOf(room.selected.value, all.value));
  const legs = computed(() => {
    const face = worked.value;
    const told = face && place.value && face.legs.length === all.value.length;
    return (told ? legsTold(place.value as Place, all.value, face) : way.value).filter((leg) => !isStuck(leg));
  });
  const total = computed(() => totalOf(legs.value));
  const left = computed(() => chosen.unit.value?.left ?? 0);
  const points = computed(() => chosen.unit.value?.movement_points ?? 0);
  const costs = computed(() => {
    const spent = Math.max(0, points.value - left.value);
    const [before = 0, ...rows] = addingUp([spent, ...legs.value.map((leg) => leg.cost)]);
    return { before, legs: rows };
  });
  const end = computed(() => legs.value.at(-1)?.to ?? place.value);
  const planned = computed(() =>
    [...plans.all.value].flatMap(([unit, about]): Planned[] => {
      const able = offer.units.find((one) => one.unit === unit);
      const drawn = wayOf(unit, about);
      const last = drawn.at(-1);
      if (!able || !last || unit === room.selected.value) return [];
      const cost = drawing.costOf(unit) ?? totalOf(drawn);
      const fails = cost > able.left + 1e-6 || drawn.some((leg) => leg.hit !== "");
      return [{ unit, legs: drawn, place: last.to, cost, refused: fails }];
    }),
  );

  function stopAt(thing: string): Words | null {
    const [face, view] = [room.face.peek(), room.store.view.peek()];
    return face && view ? inTheWay(face, thing, view.tokens) : null;
  }

  /** What cannot be done is said at the hand at once, before the server has answered. */
  function stuckWords(about: readonly Step[]): Words | null {
    const last = wayOf(room.selected.peek(), about).at(-1);
    const stays = last && base && Math.hypot(last.to.x - base.x, last.to.y - base.y) < 0.005;
    return last?.hit && (isBlockedTurn(last) || stays) ? stopAt(last.hit) : null;
  }

  function select(unit: string): void {
    reserve.drop();
    room.selected.value = unit;
    const at = place.peek();
    drawing.take(at ? [at.x, at.y] : null);
  }

  const snapOf = (free: boolean): Snap =>
    free ? FINE : { inches: settings.snapInches.value, degrees: settings.snapDegrees.value };

  function hold(from: Drag["from"]): Held<Step> | null {
    const start = end.peek();
    if (!start) return null;
    base = start;
    const swing = from.part === "ring";
    const read = (drag: Drag): Step[] => {
      const snap = snapOf(drag.free);
      if (swing) return swung(start, from, drag, snap);
      return dragged(start, { x: drag.x - from.x, y: drag.y - from.y }, snap, offer.free);
    };
    return { read, turns: swing };
  }

  function commit(): void {
    const unit = room.selected.peek();
    if (drawing.warns("the movement ends if nothing can move")) return;
    if (steps.peek().length === 0) {
      if (offer.units.every((one) => one.left <= 0.01)) finish();
      else toast(`Draw a leg first: drag the tank or press an arrow key. ${keyFor("none")} ends the movement.`);
      return;
    }
    room.bubble.value = null;
    plans.send(unit);
    room.answer({ answer: "move", unit, steps: steps.peek() });
  }

  /** Ends the movement; paths that would be lost with it are named first. */
  function finish(): void {
    const unsent = [...plans.all.peek().keys()];
    if (unsent.length === 0 || warned) {
      room.answer({ answer: "end_movement" });
      return;
    }
    warned = true;
    toast(`Drawn and not sent: ${unsent.join(", ")}. Once more ends the movement without.`);
  }

  function nudge(step: Step): void {
    base = end.peek();
    if (base) draw(nudged(steps.peek(), step), [base.x, base.y]);
  }

  function press(pressed: Pressed): boolean {
    const { action, fine } = pressed;
    const entering = reserve.hand.peek();
    if (entering && action !== "next" && action !== "previous" && action !== "number") {
      if (entering.press(pressed)) return true;
      if (action === "drop") return reserve.drop();
    }
    const snap = fine ? { inches: 0.05, degrees: 1 } : snapOf(false);
    const inches = snap.inches || 0.25;
    const degrees = snap.degrees || 15;
    switch (action) {
      case "forward":
        nudge({ step: "forward", inches });
        return true;
      case "reverse":
        nudge({ step: "reverse", inches });
        return true;
      case "left":
        nudge({ step: "pivot", degrees });
        return true;
      case "right":
        nudge({ step: "pivot", degrees: -degrees });
        return true;
      case "pivot_left":
        nudge({ step: "pivot", degrees: 15 });
        return true;
      case "pivot_right":
        nudge({ step: "pivot", degrees: -15 });
        return true;
      case "commit":
        commit();
        return true;
      case "none":
        finish();
        return true;
      case "back":
        return drawing.lastLeg();
      case "drop":
        return drawing.clear();
      default:
        return chosen.press(pressed);
    }
  }

  function pick(intent: Extract<Intent, { kind: "pick" }>): void {
    room.bubble.value = null;
    const { unit } = intent;
    if (chosen.isOffered(unit)) {
      if (unit !== room.selected.peek() || reserve.hand.peek()) select(unit);
    } else if (unit && offer.enter.includes(unit)) reserve.take(unit);
    else reserve.hand.peek()?.intent(intent);
  }

  const start =
    offer.units.find((one) => one.unit === room.selected.peek() && one.left > 0.2) ??
    offer.units.find((one) => one.left > 0.2) ??
    offer.units[0];
  select(start?.unit ?? "");
  if (offer.units.length === 0 && offer.enter[0]) reserve.take(offer.enter[0]);

  const hand: PathHand = {
    offer,
    steps,
    legs,
    total,
    left,
    points,
    costs,
    worked,
    barred: drawing.barred,
    refused,
    planned,
    entering: reserve.hand,
    stand: () => place.value,
    select,
    commit,
    lastLeg: drawing.lastLeg,
    press,
    dragging: computed(() => dragging.value || reserve.hand.value?.dragging?.value === true),
    end: finish,
    bringOn: reserve.take,
    stay() {
      reserve.drop();
      if (!chosen.unit.peek()) select(start?.unit ?? "");
    },
    marks: () => pathMarks(room, hand, side),
    dress: () => ({ ...NUMBERED, ...reserve.hand.value?.dress?.() }),
    remark(unit) {
      const plan = planned.value.find((one) => one.unit === unit);
      const cost = plan?.cost ?? (unit === room.selected.value && legs.value.length > 0 ? total.value : 0);
      if (plan?.refused) return "planned, but the way is closed now";
      return cost > 0 || plan ? `planned ${Math.round(cost * 100) / 100} MP` : "";
    },
    undoes: () => (steps.value.length > 0 ? "the last leg" : ""),
    intent(intent) {
      if (intent.kind === "drag") {
        if (reserve.hand.peek() && intent.from.unit === reserve.hand.peek()?.chosen.peek())
          reserve.hand.peek()?.intent(intent);
        else drag(intent);
      } else if (intent.kind === "pick") pick(intent);
    },
    about() {
      if (reserve.hand.value) return reserve.hand.value.about();
      return pointsOf(place.value, dragging.value ? null : end.value);
    },
  };
  return hand;
}
