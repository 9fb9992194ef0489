// The hand that draws a move: drags and keys become legs, the server works the order out, nothing is sent before commit.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Place, Point } from "../../board";
import { settings, toast } from "../../kit";
import type { Asked, PathFace, Refusal } from "../../protocol";
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
import { placeOf } from "../measure";
import { newestOnly } from "../newest";
import { isRefusal, type MoveOffer, moveOffer } from "../offers";
import { type Hand, type Room, wasHeard } from "../room";
import { NUMBERED, sideOf } from "../scene";
import { sound } from "../sounds";
import { inTheWay } from "../words";
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
  /** the order as the server worked it out, when it is the one drawn now */
  readonly worked: ReadonlySignal<PathFace | null>;
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

type Order = { unit: string; steps: Step[]; settle: boolean };
type Grip = { swing: boolean; base: Place; x: number; y: number };

const NONE: Step[] = [];
const keyOf = (unit: string, steps: readonly Step[]): string => JSON.stringify([unit, steps]);

/** The server's word on a path, if it gave one. */
function asPath(told: unknown): PathFace | Refusal | null {
  if (!wasHeard(told)) return null;
  if (isRefusal(told)) return told;
  return typeof told === "object" && told !== null && "legs" in told ? (told as PathFace) : null;
}

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
  const steps = computed(() => plans.all.value.get(room.selected.value) ?? NONE);
  const draft = signal<Step[]>([]);
  /** for each unit the last path the server let pass */
  const good = new Map(plans.all.peek());
  const answer = signal<{ key: string; face: PathFace } | null>(null);
  const refused = signal<Refusal | null>(null);
  const dragging = signal(false);
  const reserve = createReserve(room, asked.seat, offer.enter);
  let grip: Grip | null = null;
  let pointer: Point = [0, 0];
  let warned = false;
  /** the path asked for last; an answer to an older one changes nothing */
  let wanted = "";

  const chosen = computed(() => offer.units.find((one) => one.unit === room.selected.value) ?? null);
  const placeFor = (unit: string): Place | null => {
    const pose = room.units.value.get(unit)?.pose;
    return pose ? placeOf(pose) : null;
  };
  const place = computed(() => placeFor(room.selected.value));

  /** The way of a unit over the table as it is shown, worked out at once. */
  function wayOf(unit: string, about: readonly Step[]): Leg[] {
    const from = placeFor(unit);
    const [view, face] = [room.store.view.value, room.face.value];
    return from && view && face ? driven(from, about, offer.prices, fieldOf(view, face, unit)) : [];
  }

  const all = computed(() => extended(steps.value, draft.value));
  const worked = computed(() => {
    const known = answer.value;
    return known && known.key === keyOf(room.selected.value, all.value) ? known.face : null;
  });
  const way = computed(() => wayOf(room.selected.value, all.value));
  const legs = computed(() => {
    const face = worked.value;
    if (face && place.value && face.legs.length === all.value.length)
      return legsTold(place.value, all.value, face).filter((leg) => !isStuck(leg));
    return way.value.filter((leg) => !isStuck(leg));
  });
  const total = computed(() => totalOf(legs.value));
  const left = computed(() => chosen.value?.left ?? 0);
  const end = computed(() => legs.value.at(-1)?.to ?? place.value);
  const planned = computed(() =>
    [...plans.all.value].flatMap(([unit, about]): Planned[] => {
      const able = offer.units.find((one) => one.unit === unit);
      const drawn = wayOf(unit, about);
      const last = drawn.at(-1);
      if (!able || !last || unit === room.selected.value) return [];
      const cost = totalOf(drawn);
      const fails = cost > able.left + 1e-6 || drawn.some((leg) => leg.hit !== "");
      return [{ unit, legs: drawn, place: last.to, cost, refused: fails }];
    }),
  );

  const ask = newestOnly(
    ({ unit, steps: about }: Order) => room.preview("path", { unit, steps: about }),
    (told, order) => {
      const face = asPath(told);
      if (!face || order.unit !== room.selected.peek()) return;
      const refusal = isRefusal(face) ? face : face.refusal;
      if (refusal) hearRefusal(order, refusal);
      else if (!isRefusal(face)) settle(order, face);
    },
  );

  function hearRefusal(order: Order, refusal: Refusal): void {
    const key = keyOf(order.unit, order.steps);
    if (order.settle && key === wanted) springBack(refusal);
    // While something is dragged the bubble goes with the hand; it holds the server's words as soon as they are there.
    else if (!order.settle && dragging.peek() && key === keyOf(room.selected.peek(), all.peek()))
      room.bubble.value = { x: pointer[0], y: pointer[1], text: refusal.sentence, clause: refusal.clause };
  }

  /** Takes the server's word over: what is stopped ends there, and this is the path to go back to. */
  function settle(order: Order, face: PathFace): void {
    const done = asDone(order.steps, face);
    if (order.settle && keyOf(order.unit, order.steps) === wanted) {
      good.set(order.unit, done);
      plans.put(order.unit, done);
      const stop = face.legs.at(-1);
      if (stop?.stopped_by && stop.amount <= 0) tellStop(stop.stopped_by);
    }
    const legsDone = face.legs.filter((leg) => !(leg.stopped_by && (leg.step === "pivot" || leg.amount <= 0)));
    answer.value = { key: keyOf(order.unit, done), face: { ...face, legs: legsDone } };
  }

  /** A way that ends before it begins leaves no leg to look at, so the bubble says what is there. */
  function tellStop(thing: string): void {
    const [face, view] = [room.face.peek(), room.store.view.peek()];
    if (face && view) room.bubble.value = { x: pointer[0], y: pointer[1], ...inTheWay(face, thing, view.tokens) };
  }

  /** What cannot be done is said at the hand at once, before the server has answered. */
  function tellWhenStuck(drawn: readonly Leg[], from: Place | null): void {
    const last = drawn.at(-1);
    const stays = last && from && Math.hypot(last.to.x - from.x, last.to.y - from.y) < 0.005;
    if (last?.hit && (isBlockedTurn(last) || stays)) tellStop(last.hit);
  }

  function springBack(refusal: Refusal): void {
    sound("refuse");
    const unit = room.selected.peek();
    if (keyOf(unit, steps.peek()) === wanted) plans.put(unit, good.get(unit) ?? []);
    refused.value = refusal;
    room.bubble.value = { x: pointer[0], y: pointer[1], text: refusal.sentence, clause: refusal.clause };
  }

  function draw(next: Step[], at: Point): void {
    pointer = at;
    room.bubble.value = null;
    refused.value = null;
    const unit = room.selected.peek();
    wanted = keyOf(unit, next);
    const drawn = wayOf(unit, next);
    const fails = totalOf(drawn) > left.peek() + 1e-6 || drawn.some(isBlockedTurn);
    // What looks impossible is not drawn: the server says why, and the path stays as it was.
    if (!fails) plans.put(unit, next);
    if (next.length === 0) {
      good.delete(unit);
      answer.value = null;
    } else ask({ unit, steps: next, settle: true });
  }

  function select(unit: string): void {
    reserve.drop();
    room.selected.value = unit;
    draft.value = [];
    room.bubble.value = null;
    refused.value = null;
    const kept = steps.peek();
    const at = place.peek();
    if (at) pointer = [at.x, at.y];
    wanted = keyOf(unit, kept);
    if (kept.length > 0) ask({ unit, steps: kept, settle: true });
  }

  const snapOf = (free: boolean): Snap =>
    free ? FINE : { inches: settings.snapInches.value, degrees: settings.snapDegrees.value };

  function read(intent: Extract<Intent, { kind: "drag" }>): Step[] {
    if (!grip) return [];
    const snap = snapOf(intent.free);
    if (grip.swing) return swung(grip.base, grip, intent, snap);
    return dragged(grip.base, { x: intent.x - grip.x, y: intent.y - grip.y }, snap, offer.free);
  }

  function begin(intent: Extract<Intent, { kind: "drag" }>): void {
    const { unit, part, x, y } = intent.from;
    if (unit && unit !== room.selected.peek()) {
      if (!offer.units.some((one) => one.unit === unit)) return;
      select(unit);
    }
    // A drag that starts at the hull draws the path anew.
    if (part === "hull" && steps.peek().length > 0) draw([], [x, y]);
    const base = end.peek();
    if (!base || part === "ground") return;
    sound("pick_up");
    grip = { swing: part === "ring", base, x, y };
    dragging.value = true;
    room.bubble.value = null;
    refused.value = null;
  }

  function drag(intent: Extract<Intent, { kind: "drag" }>): void {
    if (intent.phase === "start") begin(intent);
    if (!grip || intent.phase === "start") return;
    if (intent.phase === "cancel") draft.value = [];
    else {
      const next = read(intent);
      pointer = [intent.x, intent.y];
      if (JSON.stringify(next) !== JSON.stringify(draft.peek())) {
        if (grip.swing) sound("ratchet");
        draft.value = next;
        room.bubble.value = null;
        tellWhenStuck(way.peek(), grip.base);
        if (intent.phase === "move" && next.length > 0)
          ask({ unit: room.selected.peek(), steps: all.peek(), settle: false });
      }
    }
    if (intent.phase === "move") return;
    release([intent.x, intent.y]);
  }

  function release(at: Point): void {
    const next = all.peek();
    const [drawn, from] = [way.peek(), grip?.base ?? null];
    const added = draft.peek().length > 0;
    grip = null;
    draft.value = [];
    dragging.value = false;
    if (!added) return;
    sound("leg");
    draw(next, at);
    tellWhenStuck(drawn, from);
    if (settings.confirm.peek() !== "all") commit();
  }

  function commit(): void {
    const unit = room.selected.peek();
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

  function lastLeg(): boolean {
    if (steps.peek().length === 0) return false;
    draw(steps.peek().slice(0, -1), pointer);
    return true;
  }

  function next(by: 1 | -1): void {
    const able = offer.units.filter((one) => one.left > 0.01);
    const from = able.findIndex((one) => one.unit === room.selected.peek());
    const to = able[(from + by + able.length) % Math.max(1, able.length)];
    if (to) select(to.unit);
  }

  function nudge(step: Step): void {
    const at = end.peek();
    if (!at) return;
    const more = nudged(steps.peek(), step);
    const drawn = wayOf(room.selected.peek(), more);
    draw(more, [at.x, at.y]);
    tellWhenStuck(drawn, at);
  }

  function press(pressed: Pressed): boolean {
    const { action, fine, digit } = pressed;
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
        return lastLeg();
      case "drop":
        if (steps.peek().length === 0) return false;
        draw([], pointer);
        return true;
      case "next":
        next(1);
        return true;
      case "previous":
        next(-1);
        return true;
      case "number": {
        const unit = offer.units[digit - 1];
        if (unit) select(unit.unit);
        return unit !== undefined;
      }
      default:
        return false;
    }
  }

  function pick(intent: Extract<Intent, { kind: "pick" }>): void {
    room.bubble.value = null;
    const { unit } = intent;
    if (unit && offer.units.some((one) => one.unit === unit)) {
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
    worked,
    refused,
    planned,
    entering: reserve.hand,
    stand: () => place.value,
    select,
    commit,
    lastLeg,
    press,
    dragging: computed(() => dragging.value || reserve.hand.value?.dragging?.value === true),
    points: computed(() => chosen.value?.movement_points ?? 0),
    end: finish,
    bringOn: reserve.take,
    stay() {
      reserve.drop();
      if (!chosen.peek()) select(start?.unit ?? "");
    },
    marks: () => pathMarks(room, hand, side),
    dress: () => ({ ...NUMBERED, ...reserve.hand.value?.dress?.() }),
    remark(unit) {
      const plan = planned.value.find((one) => one.unit === unit);
      const cost = plan?.cost ?? (unit === room.selected.value && legs.value.length > 0 ? total.value : 0);
      if (plan?.refused) return "planned, but the way is closed now";
      return cost > 0 || plan ? `planned ${Math.round(cost * 100) / 100} MP` : "";
    },
    intent(intent) {
      if (intent.kind === "drag") {
        if (reserve.hand.peek() && intent.from.unit === reserve.hand.peek()?.chosen.peek())
          reserve.hand.peek()?.intent(intent);
        else drag(intent);
      } else if (intent.kind === "pick") pick(intent);
    },
    about() {
      if (reserve.hand.value) return reserve.hand.value.about();
      const points: Point[] = [];
      if (place.value) points.push([place.value.x, place.value.y]);
      if (end.value && !dragging.value) points.push([end.value.x, end.value.y]);
      return points;
    },
  };
  return hand;
}
