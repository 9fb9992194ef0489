// The hand that draws a move: drags and keys become legs, the server works the order out, nothing is sent before commit.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Mark, Place, Point } from "../../board";
import { settings, toast } from "../../kit";
import type { Asked, PathFace, Refusal } from "../../protocol";
import type { Pressed } from "../keys";
import { dragged, extended, FINE, type Leg, legsOf, nudged, type Snap, type Step, swung, totalOf } from "../legs";
import { placeOf } from "../measure";
import { newestOnly } from "../newest";
import { isRefusal, type MoveOffer, moveOffer, suggestionsOf } from "../offers";
import { type Hand, type Room, wasHeard } from "../room";
import { sideOf } from "../scene";
import { sound } from "../sounds";
import { legLabel, thingName } from "../words";

export interface PathHand extends Hand {
  readonly offer: MoveOffer;
  readonly steps: Signal<Step[]>;
  readonly legs: ReadonlySignal<Leg[]>;
  readonly total: ReadonlySignal<number>;
  readonly left: ReadonlySignal<number>;
  readonly points: ReadonlySignal<number>;
  /** the order as the server worked it out, when it is the one drawn now */
  readonly worked: ReadonlySignal<PathFace | null>;
  readonly refused: Signal<Refusal | null>;
  select(unit: string): void;
  commit(): void;
  lastLeg(): boolean;
  end(): void;
  /** brings a unit on from reserve where the server suggests */
  bringOn(unit: string): Promise<void>;
}

type Order = { unit: string; steps: Step[]; settle: boolean };
type Grip = { swing: boolean; base: Place; x: number; y: number };

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

export function createPathHand(room: Room, asked: Asked): PathHand {
  const offer = moveOffer(asked);
  const side = sideOf(asked.seat);
  const steps = signal<Step[]>([]);
  const draft = signal<Step[]>([]);
  const good = signal<Step[]>([]);
  const answer = signal<{ key: string; face: PathFace } | null>(null);
  const refused = signal<Refusal | null>(null);
  const dragging = signal(false);
  let grip: Grip | null = null;
  let pointer: Point = [0, 0];
  /** the path asked for last; an answer to an older one changes nothing */
  let wanted = "";

  const chosen = computed(() => offer.units.find((one) => one.unit === room.selected.value) ?? null);
  const place = computed<Place | null>(() => {
    const pose = room.units.value.get(room.selected.value)?.pose;
    return pose ? placeOf(pose) : null;
  });
  const all = computed(() => extended(steps.value, draft.value));
  const worked = computed(() => {
    const known = answer.value;
    return known && known.key === keyOf(room.selected.value, all.value) ? known.face : null;
  });
  const legs = computed(() => {
    const from = place.value;
    if (!from) return [];
    const drawn = legsOf(from, all.value, offer.prices, offer.free);
    const face = worked.value;
    if (!face || face.legs.length !== drawn.length) return drawn;
    return drawn.map((leg, i) => {
      const told = face.legs[i];
      const before = face.legs[i - 1];
      if (!told) return leg;
      return { ...leg, from: before ? placeOf(before.pose) : from, to: placeOf(told.pose), cost: told.cost };
    });
  });
  const total = computed(() => totalOf(legs.value));
  const left = computed(() => chosen.value?.left ?? 0);
  const end = computed(() => legs.value.at(-1)?.to ?? place.value);

  const ask = newestOnly(
    ({ unit, steps: about }: Order) => room.preview("path", { unit, steps: about }),
    (told, order) => {
      const face = asPath(told);
      if (!face || order.unit !== room.selected.peek()) return;
      const refusal = isRefusal(face) ? face : face.refusal;
      if (refusal) {
        if (order.settle && keyOf(order.unit, order.steps) === wanted) springBack(refusal);
      } else if (!isRefusal(face)) settle(order, face);
    },
  );

  /** Takes the server's word over: what is stopped ends there, and this is the path to go back to. */
  function settle(order: Order, face: PathFace): void {
    const done = asDone(order.steps, face);
    if (order.settle && keyOf(order.unit, order.steps) === wanted) {
      good.value = done;
      steps.value = done;
    }
    const stop = face.legs.find((leg) => leg.stopped_by && leg.amount <= 0);
    if (stop && order.settle) tellStop(stop.stopped_by, stop.clause);
    const legsDone = face.legs.filter((leg) => !(leg.stopped_by && (leg.step === "pivot" || leg.amount <= 0)));
    answer.value = { key: keyOf(order.unit, done), face: { ...face, legs: legsDone } };
  }

  /** A way that ends before it begins leaves no leg to look at, so the bubble says what is there. */
  function tellStop(thing: string, clause: string): void {
    const table = room.face.peek();
    if (!table) return;
    const name = thingName(table, thing, room.store.view.peek()?.tokens);
    room.bubble.value = { x: pointer[0], y: pointer[1], text: `No way on here: ${name} is in the way.`, clause };
  }

  function springBack(refusal: Refusal): void {
    sound("refuse");
    if (keyOf(room.selected.peek(), steps.peek()) === wanted) steps.value = good.peek();
    refused.value = refusal;
    room.bubble.value = { x: pointer[0], y: pointer[1], text: refusal.sentence, clause: refusal.clause };
  }

  function draw(next: Step[], at: Point): void {
    pointer = at;
    room.bubble.value = null;
    refused.value = null;
    const unit = room.selected.peek();
    wanted = keyOf(unit, next);
    const from = place.peek();
    const dear = from ? totalOf(legsOf(from, next, offer.prices, offer.free)) > left.peek() + 1e-6 : false;
    // What looks too dear is not drawn: the server says how much is missing, and the path stays as it was.
    if (!dear) steps.value = next;
    if (next.length === 0) {
      good.value = [];
      answer.value = null;
    } else ask({ unit, steps: next, settle: true });
  }

  function select(unit: string): void {
    room.selected.value = unit;
    draft.value = [];
    draw([], [0, 0]);
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
    } else if (part === "hull" && steps.peek().length > 0) draw([], [x, y]);
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
      if (JSON.stringify(next) !== JSON.stringify(draft.peek())) {
        if (grip.swing) sound("ratchet");
        draft.value = next;
        if (intent.phase === "move" && next.length > 0)
          ask({ unit: room.selected.peek(), steps: all.peek(), settle: false });
      }
    }
    if (intent.phase === "move") return;
    const next = all.peek();
    const added = draft.peek().length > 0;
    grip = null;
    draft.value = [];
    dragging.value = false;
    if (!added) return;
    sound("leg");
    draw(next, [intent.x, intent.y]);
    if (settings.confirm.peek() !== "all") commit();
  }

  function commit(): void {
    const unit = room.selected.peek();
    if (steps.peek().length === 0) {
      if (offer.units.every((one) => one.left <= 0.01)) finish();
      else toast("Draw a leg first: drag the tank or press an arrow key. 0 ends the movement.");
      return;
    }
    room.bubble.value = null;
    room.answer({ answer: "move", unit, steps: steps.peek() });
  }

  const finish = (): void => room.answer({ answer: "end_movement" });

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
    if (at) draw(nudged(steps.peek(), step), [at.x, at.y]);
  }

  function press({ action, fine, digit }: Pressed): boolean {
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
    if (intent.unit && offer.units.some((one) => one.unit === intent.unit)) {
      if (intent.unit !== room.selected.peek()) select(intent.unit);
    }
  }

  function marks(): Mark[] {
    const unit = room.selected.value;
    const at = place.value;
    const drawn: Mark[] = [
      { kind: "acting", units: offer.units.filter((one) => one.left > 0.01).map((one) => one.unit) },
    ];
    if (!at || !chosen.value) return drawn;
    drawn.push({ kind: "select", unit });
    const over = total.value > left.value + 1e-6;
    const stand = end.value ?? at;
    const rest = Math.max(0, left.value - total.value);
    drawn.push({ kind: "reach", x: at.x, y: at.y, radius: left.value / offer.prices.forward, side });
    if (legs.value.length > 0) {
      const ruler = room.face.value?.ruler ?? "";
      drawn.push({
        kind: "path",
        unit,
        side,
        legs: legs.value.map((leg) => ({
          from: leg.from,
          to: leg.to,
          step: leg.step.step,
          label: legLabel(leg.step, leg.cost, ruler),
          ...(over ? { refused: true } : {}),
        })),
      });
      drawn.push({ kind: "ghost", unit, side, place: stand, ...(over ? { refused: true } : {}) });
      drawn.push({ kind: "reach", x: stand.x, y: stand.y, radius: rest / offer.prices.forward, side, left: true });
    }
    if (left.value > 0.01 || offer.free) drawn.push({ kind: "ring", unit, side, place: stand });
    return drawn;
  }

  const first = offer.units.find((one) => one.unit === room.selected.peek() && one.left > 0.2);
  const start = first ?? offer.units.find((one) => one.left > 0.2) ?? offer.units[0];
  room.selected.value = start?.unit ?? "";

  return {
    offer,
    steps,
    legs,
    total,
    left,
    worked,
    refused,
    select,
    commit,
    lastLeg,
    marks,
    press,
    dragging,
    points: computed(() => chosen.value?.movement_points ?? 0),
    end: finish,
    async bringOn(unit) {
      const told = suggestionsOf(await room.preview("suggest", { n: 24 }));
      const found = told.find((one) => one.answer.answer === "enter" && one.answer.unit === unit);
      if (found) room.answer(found.answer);
      else
        toast(
          "The server found no free place at your edge. In text mode you can name one: enter, the unit, x, y, facing.",
        );
    },
    intent(intent) {
      if (intent.kind === "drag") drag(intent);
      else if (intent.kind === "pick") pick(intent);
    },
    about() {
      const points: Point[] = [];
      if (place.value) points.push([place.value.x, place.value.y]);
      if (end.value && !dragging.value) points.push([end.value.x, end.value.y]);
      return points;
    },
  };
}
