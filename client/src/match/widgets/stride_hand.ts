// The part of the acting hand that walks: drags and keys become strides, the server works the order out.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Mark, Place, Point, Side } from "../../board";
import { settings } from "../../kit";
import type { PathFace, Refusal } from "../../protocol";
import type { Actor } from "../act_offers";
import { roughOf } from "../field";
import type { Pressed } from "../keys";
import { FINE, swung } from "../legs";
import { placeOf } from "../measure";
import { newestOnly } from "../newest";
import { isRefusal } from "../offers";
import { type Room, wasHeard } from "../room";
import { sound } from "../sounds";
import {
  draggedStride,
  type Rates,
  type Stride,
  type StrideLeg,
  stepped,
  strided,
  strideLabel,
  sumOf,
  walked,
} from "../strides";

export interface StrideHand {
  readonly strides: ReadonlySignal<Stride[]>;
  readonly legs: ReadonlySignal<StrideLeg[]>;
  /** what the drawn legs cost; the server's sum as soon as it is there */
  readonly total: ReadonlySignal<number>;
  /** the order as the server worked it out, when it is the one drawn now */
  readonly worked: ReadonlySignal<PathFace | null>;
  readonly refused: Signal<Refusal | null>;
  readonly dragging: Signal<boolean>;
  /** where the walker stands, and where the drawn way ends */
  readonly stand: ReadonlySignal<Place | null>;
  readonly end: ReadonlySignal<Place | null>;
  drag(intent: Extract<Intent, { kind: "drag" }>): void;
  press(pressed: Pressed): boolean;
  lastLeg(): boolean;
  clear(): void;
  marks(side: Side): Mark[];
}

type Grip = { swing: boolean; base: Place; x: number; y: number };
type Order = { unit: string; steps: Stride[]; settle: boolean };

const keyOf = (unit: string, steps: readonly Stride[]): string => JSON.stringify([unit, steps]);
/** How a stride is drawn: the board knows drives, reverse drives and turns. */
const DRAWN = { forward: "forward", backward: "reverse", left: "slide", right: "slide", turn: "pivot" } as const;
const COARSE_TURN = 15;

/** A leg at the server's price; what differs from the browser's own is the ground. */
const asTold = (leg: StrideLeg, cost = leg.cost): StrideLeg => ({ ...leg, cost, ground: leg.ground + cost - leg.cost });

export function createStrideHand(room: Room, actor: ReadonlySignal<Actor | null>, rates: Rates): StrideHand {
  const strides = signal<Stride[]>([]);
  const draft = signal<Stride[]>([]);
  const answer = signal<{ key: string; face: PathFace } | null>(null);
  const refused = signal<Refusal | null>(null);
  const dragging = signal(false);
  /** the order the server refused while it is still drawn */
  const barred = signal("");
  let good: Stride[] = [];
  let grip: Grip | null = null;
  let pointer: Point = [0, 0];
  let wanted = "";

  const unit = computed(() => actor.value?.unit ?? "");
  const stand = computed(() => {
    const pose = room.units.value.get(unit.value)?.pose;
    return pose ? placeOf(pose) : null;
  });
  const all = computed(() => strided(strides.value, draft.value));
  const rough = computed(() => (room.store.view.value ? roughOf(room.store.view.value) : []));
  const drawn = computed(() => {
    const ground = { rough: rough.value, points: actor.value?.movement ?? 0 };
    return stand.value ? walked(stand.value, all.value, rates, ground) : [];
  });
  const worked = computed(() => (answer.value?.key === keyOf(unit.value, all.value) ? answer.value.face : null));
  const legs = computed(() => {
    const told = worked.value?.legs ?? [];
    return told.length === drawn.value.length ? drawn.value.map((leg, i) => asTold(leg, told[i]?.cost)) : drawn.value;
  });
  const total = computed(() => worked.value?.cost ?? sumOf(legs.value, rates));
  const end = computed(() => legs.value.at(-1)?.to ?? stand.value);

  const say = (refusal: Refusal): void => {
    room.bubble.value = { x: pointer[0], y: pointer[1], text: refusal.sentence, clause: refusal.clause };
  };

  const ask = newestOnly(
    (order: Order) => room.preview("path", { answer: "move", unit: order.unit, steps: order.steps }),
    (told, order) => {
      if (!wasHeard(told) || order.unit !== unit.peek()) return;
      const face = isRefusal(told) ? null : (told as PathFace);
      const refusal = isRefusal(told) ? told : (face?.refusal ?? null);
      const key = keyOf(order.unit, order.steps);
      if (refusal) {
        barred.value = key;
        if (order.settle && key === wanted) springBack(refusal);
        else if (dragging.peek() && key === keyOf(unit.peek(), all.peek())) say(refusal);
      } else if (face) {
        if (order.settle && key === wanted) good = order.steps;
        answer.value = { key, face };
      }
    },
  );

  /** What the server refuses goes back to the last way it let pass, and the reason stands at the hand. */
  function springBack(refusal: Refusal): void {
    sound("refuse");
    strides.value = good;
    refused.value = refusal;
    say(refusal);
  }

  function draw(next: Stride[], at: Point): void {
    pointer = at;
    room.bubble.value = null;
    refused.value = null;
    strides.value = next;
    wanted = keyOf(unit.peek(), next);
    if (next.length > 0) ask({ unit: unit.peek(), steps: next, settle: true });
    else good = [];
  }

  const snapOf = (free: boolean) =>
    free ? FINE : { inches: settings.snapInches.value, degrees: settings.snapDegrees.value };

  function read(intent: Extract<Intent, { kind: "drag" }>, held: Grip): Stride[] {
    const snap = snapOf(intent.free);
    if (!held.swing) return draggedStride(held.base, { x: intent.x - held.x, y: intent.y - held.y }, snap);
    return swung(held.base, held, intent, snap).flatMap((step) =>
      step.step === "pivot" ? [{ step: "turn" as const, degrees: step.degrees }] : [],
    );
  }

  function begin({ from }: Extract<Intent, { kind: "drag" }>): void {
    // A drag that starts at the walker itself draws the way anew.
    if (from.part === "hull" && strides.peek().length > 0) draw([], [from.x, from.y]);
    const base = end.peek();
    if (!base || from.part === "ground") return;
    sound("pick_up");
    grip = { swing: from.part === "ring", base, x: from.x, y: from.y };
    dragging.value = true;
    room.bubble.value = null;
    refused.value = null;
  }

  function drag(intent: Extract<Intent, { kind: "drag" }>): void {
    if (intent.phase === "start") {
      begin(intent);
      return;
    }
    if (!grip) return;
    const next = intent.phase === "cancel" ? [] : read(intent, grip);
    pointer = [intent.x, intent.y];
    if (JSON.stringify(next) !== JSON.stringify(draft.peek())) {
      if (grip.swing) sound("ratchet");
      draft.value = next;
      room.bubble.value = null;
      if (intent.phase === "move" && next.length > 0) ask({ unit: unit.peek(), steps: all.peek(), settle: false });
    }
    if (intent.phase === "move") return;
    const done = all.peek();
    const added = draft.peek().length > 0;
    grip = null;
    draft.value = [];
    dragging.value = false;
    if (!added) return;
    sound("leg");
    draw(done, [intent.x, intent.y]);
  }

  function nudge(stride: Stride): boolean {
    const at = end.peek();
    if (at) draw(stepped(strides.peek(), stride), [at.x, at.y]);
    return true;
  }

  function lastLeg(): boolean {
    if (strides.peek().length === 0) return false;
    draw(strides.peek().slice(0, -1), pointer);
    return true;
  }

  /** Whole units by a key, a stud with Shift; turns by the usual step. */
  function press({ action, fine }: Pressed): boolean {
    const bricks = fine ? settings.snapInches.value || 0.25 : 1;
    const degrees = fine ? 1 : settings.snapDegrees.value || COARSE_TURN;
    if (action === "forward") return nudge({ step: "forward", bricks });
    if (action === "reverse") return nudge({ step: "backward", bricks });
    if (action === "side_left") return nudge({ step: "left", bricks });
    if (action === "side_right") return nudge({ step: "right", bricks });
    if (action === "left" || action === "pivot_left") return nudge({ step: "turn", degrees });
    if (action === "right" || action === "pivot_right") return nudge({ step: "turn", degrees: -degrees });
    if (action === "back") return lastLeg();
    if (action !== "drop" || strides.peek().length === 0) return false;
    draw([], pointer);
    return true;
  }

  function marks(side: Side): Mark[] {
    const at = stand.value;
    const name = unit.value;
    const points = actor.value?.movement ?? 0;
    if (!at || points <= 0) return [];
    const ruler = room.face.value?.ruler ?? "";
    const place = end.value ?? at;
    const bad = total.value > points || barred.value === keyOf(name, all.value);
    const over = bad ? { refused: true } : {};
    const drawn: Mark[] = [{ kind: "reach", x: at.x, y: at.y, radius: points / rates.forward, side }];
    if (legs.value.length > 0) {
      drawn.push({
        kind: "path",
        unit: name,
        side,
        legs: legs.value.map((leg) => ({
          from: leg.from,
          to: leg.to,
          step: DRAWN[leg.step.step],
          label: strideLabel(leg, ruler),
          ...over,
        })),
      });
      drawn.push({ kind: "ghost", unit: name, side, place, ...over });
      const left = Math.max(0, points - total.value) / rates.forward;
      drawn.push({ kind: "reach", x: place.x, y: place.y, radius: left, side, left: true });
    }
    drawn.push({ kind: "ring", unit: name, side, place });
    return drawn;
  }

  return {
    strides,
    legs,
    total,
    worked,
    refused,
    dragging,
    stand,
    end,
    drag,
    press,
    lastLeg,
    clear: () => draw([], pointer),
    marks,
  };
}
