// Which way round the table lies on the screen: who plays from the far side has it turned, so that the own side is near.
import { useEffect } from "preact/hooks";
import { named } from "../../kit";
import type { Asked, SeatTable, TableFace } from "../../protocol";
import type { Room } from "../room";

/** Degrees the table is turned: none, about, or a quarter either way. */
export type Spin = 0 | 90 | 180 | 270;

type Spot = { x: number; y: number };

const middle = (spots: readonly Spot[]): Spot | null =>
  spots.length === 0
    ? null
    : {
        x: spots.reduce((sum, one) => sum + one.x, 0) / spots.length,
        y: spots.reduce((sum, one) => sum + one.y, 0) / spots.length,
      };

/** Where a seat is at home: its zone while it sets up, else where its units stand; null while nobody can say. */
export function homeOf(table: SeatTable, seat: number, offer: Asked["offer"] | null): Spot | null {
  if (offer?.offer === "place") {
    const { zone } = offer;
    return middle(
      Array.from({ length: zone.length / 2 }, (_, i) => ({ x: zone[2 * i] ?? 0, y: zone[2 * i + 1] ?? 0 })),
    );
  }
  return middle(table.units.flatMap((unit) => (unit.seat === seat && unit.pose ? [unit.pose] : [])));
}

/** The turn that brings a home nearest to the lower edge; a home near the middle is as good as any. */
export function spinFor({ x, y }: Spot, { width, height }: Pick<TableFace, "width" | "height">): Spin {
  const [across, up] = [x / width - 0.5, y / height - 0.5];
  if (Math.max(Math.abs(across), Math.abs(up)) < 0.1) return 0;
  if (Math.abs(up) >= Math.abs(across)) return up > 0 ? 180 : 0;
  return across > 0 ? 90 : 270;
}

/** A narrow, tall window and a wide table: a quarter more, so that the table is as large as it can be. */
export const isTall = (window: { width: number; height: number }, table: { width: number; height: number }): boolean =>
  window.width <= 600 && window.height > window.width * 1.3 && table.width > table.height * 1.1;

const KEY = named("turned");
const MOST = 50;

type Lain = [match: string, seat: number, spin: Spin];

function readAll(): Lain[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => Array.isArray(one) && one[2] % 90 === 0) : [];
  } catch {
    return [];
  }
}

/** How tables lay here before: whoever comes back in the middle of a battle would else find one turned by where the units
 * have got to. */
export const lain = {
  of: (match: string, seat: number): Spin | null =>
    readAll().find((one) => one[0] === match && one[1] === seat)?.[2] ?? null,
  keep(match: string, seat: number, spin: Spin): void {
    const others = readAll().filter((one) => one[0] !== match || one[1] !== seat);
    try {
      localStorage.setItem(KEY, JSON.stringify([[match, seat, spin], ...others].slice(0, MOST)));
    } catch {
      // A browser that keeps nothing turns it by its units.
    }
  },
};

/** Turns the board of whoever plays one seat here, once, as soon as it is known where that seat is at home. */
export function useHomeward(room: Room): void {
  const board = room.board.value;
  const [face, view, yours] = [room.face.value, room.store.view.value, room.store.welcome.value?.yours ?? []];
  const seat = yours.length === 1 ? (yours[0] ?? -1) : -1;
  const isKnown = room.spin.value !== null;
  useEffect(() => {
    if (!board || !face || !view) return;
    const home = isKnown || seat < 0 ? null : homeOf(view, seat, room.store.decision.peek()?.offer ?? null);
    if (home) {
      room.spin.value = lain.of(room.match, seat) ?? spinFor(home, face);
      lain.keep(room.match, seat, room.spin.value);
    }
    const turned = room.spin.peek() ?? 0;
    const lies = turned % 180 === 0 ? face : { width: face.height, height: face.width };
    const size = { width: window.innerWidth, height: window.innerHeight };
    board.spin(((turned + (isTall(size, lies) ? 90 : 0)) % 360) as Spin);
  }, [board, face, seat, isKnown, view !== null, view?.units.length, room.store.decision.value]);
}
