// Something that turns to any heading, such as a turret: its cone on the table, turned by its handle or by a tap.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Intent, Mark, Place, Side } from "../../board";
import { settings } from "../../kit";
import type { Choice, Dial } from "../../protocol";
import { numberIn } from "../answers";
import { sound } from "../playback/sounds";
import type { Dress } from "../scene";
import { fromGrain, snapped } from "../ways/measure";
import { coneMark } from "./aim_marks";

export interface DialHand {
  /** what is given while none of the choices is marked; null before it has been turned by hand */
  readonly answer: ReadonlySignal<Record<string, unknown> | null>;
  readonly dragging: ReadonlySignal<boolean>;
  /** by so many degrees from where it points now, counted from a choice that is marked */
  turn(degrees: number, choice: Choice | undefined): void;
  /** true when it meant something */
  intent(intent: Intent): boolean;
  /** it looks where it would point */
  dress(choice: Choice | undefined): Dress;
  marks(choice: Choice | undefined, side: Side): Mark[];
}

const whole = (degrees: number): number => ((degrees % 360) + 360) % 360;

export function createDial(dial: Dial): DialHand {
  const turned = signal<number | null>(null);
  const dragging = signal(false);
  const [x, y] = [fromGrain(dial.cone.x), fromGrain(dial.cone.y)];

  const headingOf = (choice: Choice | undefined): number => {
    const answer = choice?.answer as Record<string, unknown> | undefined;
    if (answer && dial.into in answer) return numberIn(answer, dial.into);
    return turned.value ?? dial.cone.heading;
  };

  function point(to: { x: number; y: number }, free: boolean): void {
    const degrees = (Math.atan2(to.y - y, to.x - x) * 180) / Math.PI;
    const next = whole(snapped(degrees, free ? 1 : settings.snapDegrees.peek() || 1));
    if (next !== turned.peek()) sound("ratchet");
    turned.value = next;
  }

  function intent(given: Intent): boolean {
    if (given.kind === "drag") {
      const { from, phase } = given;
      if (phase === "start") dragging.value = from.unit === dial.unit && (from.part === "ring" || from.part === "hull");
      if (!dragging.peek()) return false;
      if (phase === "move" || phase === "end") point(given, given.free);
      if (phase === "end" || phase === "cancel") dragging.value = false;
      return true;
    }
    if (given.kind !== "pick" || given.unit === dial.unit) return false;
    point(given, false);
    return true;
  }

  return {
    dragging,
    answer: computed(() => (turned.value === null ? null : { ...dial.answer, [dial.into]: turned.value })),
    turn(degrees, choice) {
      turned.value = whole(headingOf(choice) + degrees);
      sound("ratchet");
    },
    intent,
    dress(choice) {
      const angle = (headingOf(choice) * Math.PI) / 180;
      return { aims: new Map([[dial.unit, { x: x + 100 * Math.cos(angle), y: y + 100 * Math.sin(angle) }]]) };
    },
    marks(choice, side) {
      const heading = headingOf(choice);
      const place: Place = { x, y, heading };
      return [coneMark({ ...dial.cone, heading }), { kind: "ring", unit: dial.unit, side, place }];
    },
  };
}
