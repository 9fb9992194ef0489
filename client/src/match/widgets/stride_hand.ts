// The part of the acting hand that walks: drags and keys become strides, the server works the order out.
import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Mark, Place, Side } from "../../board";
import { settings } from "../../kit";
import type { PathFace, Refusal } from "../../protocol";
import type { Actor } from "../act_offers";
import { roughOf } from "../field";
import type { Pressed } from "../keys";
import { FINE, swung } from "../legs";
import { placeOf } from "../measure";
import { createPlans } from "../plans";
import type { Room } from "../room";
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
import { createDrawing, type Drag, type Held } from "./drawing";

export interface StrideHand {
  readonly strides: ReadonlySignal<Stride[]>;
  readonly legs: ReadonlySignal<StrideLeg[]>;
  /** what the drawn legs cost; the server's sum as soon as it is there */
  readonly total: ReadonlySignal<number>;
  /** the order as the server worked it out, when it is the one drawn now */
  readonly worked: ReadonlySignal<PathFace | null>;
  readonly refused: Signal<Refusal | null>;
  readonly dragging: ReadonlySignal<boolean>;
  /** where the walker stands, and where the drawn way ends */
  readonly stand: ReadonlySignal<Place | null>;
  readonly end: ReadonlySignal<Place | null>;
  drag(drag: Drag): void;
  press(pressed: Pressed): boolean;
  lastLeg(): boolean;
  clear(): boolean;
  marks(side: Side): Mark[];
}

/** How a stride is drawn: the board knows drives, reverse drives and turns. */
const DRAWN = { forward: "forward", backward: "reverse", left: "slide", right: "slide", turn: "pivot" } as const;
const COARSE_TURN = 15;

/** A leg at the server's price; what differs from the browser's own is the ground. */
const asTold = (leg: StrideLeg, cost = leg.cost): StrideLeg => ({ ...leg, cost, ground: leg.ground + cost - leg.cost });

export function createStrideHand(room: Room, actor: ReadonlySignal<Actor | null>, rates: Rates): StrideHand {
  const unit = computed(() => actor.value?.unit ?? "");
  const stand = computed(() => {
    const pose = room.units.value.get(unit.value)?.pose;
    return pose ? placeOf(pose) : null;
  });
  const drawing = createDrawing(room, {
    plans: createPlans<Stride>(),
    unit,
    joined: strided,
    orderOf: (name, steps: readonly Stride[]) => ({ answer: "move", unit: name, steps }),
    hold,
    // As long as a key is held the server's refusals come late: what costs too much is not even put down.
    isPossible: (next) => sumOf(walkOf(next), rates) <= (actor.peek()?.movement ?? 0),
  });
  const { steps: strides, all, worked, refused, dragging, draw } = drawing;
  const rough = computed(() => (room.store.view.value ? roughOf(room.store.view.value) : []));
  function walkOf(steps: readonly Stride[]): StrideLeg[] {
    const ground = { rough: rough.value, points: actor.value?.movement ?? 0 };
    return stand.value ? walked(stand.value, steps, rates, ground) : [];
  }
  const drawn = computed(() => walkOf(all.value));
  const legs = computed(() => {
    const told = worked.value?.legs ?? [];
    return told.length === drawn.value.length ? drawn.value.map((leg, i) => asTold(leg, told[i]?.cost)) : drawn.value;
  });
  const total = computed(() => worked.value?.cost ?? sumOf(legs.value, rates));
  const end = computed(() => legs.value.at(-1)?.to ?? stand.value);

  const snapOf = (free: boolean) =>
    free ? FINE : { inches: settings.snapInches.value, degrees: settings.snapDegrees.value };

  function hold(from: Drag["from"]): Held<Stride> | null {
    const base = end.peek();
    if (!base) return null;
    const swing = from.part === "ring";
    const read = (drag: Drag): Stride[] => {
      const snap = snapOf(drag.free);
      if (!swing) return draggedStride(base, { x: drag.x - from.x, y: drag.y - from.y }, snap);
      return swung(base, from, drag, snap).flatMap((step) =>
        step.step === "pivot" ? [{ step: "turn" as const, degrees: step.degrees }] : [],
      );
    };
    return { read, turns: swing };
  }

  function nudge(stride: Stride): boolean {
    const at = end.peek();
    if (at) draw(stepped(strides.peek(), stride), [at.x, at.y]);
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
    if (action === "back") return drawing.lastLeg();
    return action === "drop" && drawing.clear();
  }

  function marks(side: Side): Mark[] {
    const at = stand.value;
    const name = unit.value;
    const points = actor.value?.movement ?? 0;
    if (!at || points <= 0) return [];
    const ruler = room.face.value?.ruler ?? "";
    const place = end.value ?? at;
    const bad = total.value > points || drawing.barred.value;
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
    drag: drawing.drag,
    press,
    lastLeg: drawing.lastLeg,
    clear: drawing.clear,
    marks,
  };
}
