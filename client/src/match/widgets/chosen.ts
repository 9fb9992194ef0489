// The unit in hand among those a question offers: taken by tap, drag or key, and where it stands.
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Place, Point } from "../../board";
import type { Choice, Path } from "../../protocol";
import { underDigit } from "../digits";
import type { Pressed } from "../keys";
import type { Room } from "../room";
import { placeOf, pointsOf } from "../ways/measure";

export interface Chosen<U> {
  readonly unit: ReadonlySignal<U | null>;
  readonly place: ReadonlySignal<Place | null>;
  placeFor(unit: string): Place | null;
  isOffered(unit: string | undefined): unit is string;
  /** takes a unit into the hand if it is offered */
  take(unit: string): boolean;
  /** the keys that take another one */
  press(pressed: Pressed): boolean;
}

/** What a unit may do instead of going on. */
export const alsoOf = ({ also }: Path, unit: string): Choice[] => also.filter(({ about }) => about[0] === unit);

/** Where a unit stands, for keeping it in view; nothing when it stands nowhere. */
export const unitPoint = (room: Room, unit: string): Point[] => {
  const pose = room.units.value.get(unit)?.pose;
  return pointsOf(pose ? placeOf(pose) : null);
};

/** `able` are the units worth going through one by one. */
export function createChosen<U extends { unit: string }>(
  room: Room,
  offered: readonly U[],
  select: (unit: string) => void,
  able: readonly U[] = offered,
): Chosen<U> {
  const placeFor = (unit: string): Place | null => {
    const pose = room.units.value.get(unit)?.pose;
    return pose ? placeOf(pose) : null;
  };
  const isOffered = (unit: string | undefined): unit is string => offered.some((one) => one.unit === unit);

  function take(unit: string | undefined): boolean {
    if (isOffered(unit)) select(unit);
    return isOffered(unit);
  }

  function next(by: 1 | -1): boolean {
    const from = able.findIndex((one) => one.unit === room.selected.peek());
    take(able[(from + by + able.length) % Math.max(1, able.length)]?.unit);
    return true;
  }

  return {
    unit: computed(() => offered.find((one) => one.unit === room.selected.value) ?? null),
    place: computed(() => placeFor(room.selected.value)),
    placeFor,
    isOffered,
    take,
    press({ action, digit }) {
      if (action === "next") return next(1);
      if (action === "previous") return next(-1);
      return action === "number" && take(underDigit(offered, (one) => one.unit, digit)?.unit);
    },
  };
}
