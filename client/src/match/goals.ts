// What is to be done in a battle, as the server says it: the goal of a seat, how it stands, and its marks on the board.
import { type Signal, signal } from "@preact/signals";
import type { Mark, Point } from "../board";
import type { Goal, GoalMark, GoalNow, SeatTable, TableFace } from "../protocol";
import { sideOf } from "./scene";
import { fromGrain, outlineOf } from "./ways/measure";

/** The goal of a seat; who only watches has none. */
export const goalOf = (face: TableFace | null, seat: number): Goal | null =>
  face?.goals.find((one) => one.seats.includes(seat)) ?? null;

/** How a goal stands now. */
export const standOf = (table: SeatTable | null, goal: Goal): GoalNow | null =>
  table?.situation.goals.find((one) => one.goal === goal.id) ?? null;

const keyOf = ({ unit, figure, at, outline, edge }: GoalMark): string =>
  JSON.stringify([unit, figure, at, outline, edge]);

/** The marks a seat's goal is about. Who only watches sees each thing once, whoever is after it. */
export function marksFor(table: SeatTable, face: TableFace): GoalMark[] {
  const all = [...face.marks, ...table.situation.marks];
  if (table.seat >= 0) return all.filter((one) => one.seats.length === 0 || one.seats.includes(table.seat));
  return all.filter((one, i) => all.findIndex((other) => keyOf(other) === keyOf(one)) === i);
}

/** Pieces of terrain that the seat's own goal says to destroy. */
export const soughtPieces = (table: SeatTable | null): ReadonlySet<string> =>
  new Set(
    (table?.situation.marks ?? []).flatMap(({ kind, piece, seats }) =>
      kind === "destroy" && piece && seats.includes(table?.seat ?? -1) ? [piece] : [],
    ),
  );

/** Marks that say whose the thing is by its colour. */
const OWNED = new Set<GoalMark["kind"]>(["port", "flag", "home", "carrier"]);
export const isOwned = (kind: GoalMark["kind"]): boolean => OWNED.has(kind);
const EDGES = new Set(["south", "north", "west", "east"]);
const isEdge = (word: string): word is "south" | "north" | "west" | "east" => EDGES.has(word);

/** A mark as the board draws it. */
export function boardMark(one: GoalMark, strong = false): Mark {
  const { unit, figure, edge, at, outline } = one;
  return {
    kind: "goal",
    id: one.id,
    sign: one.kind,
    label: one.label,
    side: isOwned(one.kind) && one.seat >= 0 ? sideOf(one.seat) : -1,
    ...(unit ? { unit: figure ? `${unit}/${figure}` : unit } : {}),
    ...(at ? { at: [fromGrain(at[0]), fromGrain(at[1])] as Point } : {}),
    ...(outline.length > 0 ? { outline: outlineOf(outline) } : {}),
    ...(isEdge(edge) ? { edge } : {}),
    ...(strong ? { strong } : {}),
  };
}

/** Everything a goal is about, on the board; what is lit stands out. */
export const goalMarks = (table: SeatTable, face: TableFace, lit = ""): Mark[] =>
  marksFor(table, face).map((one) => boardMark(one, lit === ALL || lit === one.id));

/** Where a mark is, so that it can be looked at; nothing while its unit is not on the table. */
export function spotsOf(one: GoalMark, table: SeatTable, face: TableFace): Point[] {
  const pose = one.unit ? table.units.find((unit) => unit.id === one.unit)?.pose : null;
  if (one.unit) return pose ? [[fromGrain(pose.x), fromGrain(pose.y)]] : [];
  if (one.at) return [[fromGrain(one.at[0]), fromGrain(one.at[1])]];
  const points = outlineOf(one.outline);
  if (points.length > 0) return [0, 2, 4, 6].map((i): Point => [points[i] ?? 0, points[i + 1] ?? 0]);
  const [width, height] = [fromGrain(face.width), fromGrain(face.height)];
  const along: Record<string, Point[]> = {
    south: [[width / 2, 0]],
    north: [[width / 2, height]],
    west: [[0, height / 2]],
    east: [[width, height / 2]],
  };
  return along[one.edge] ?? [];
}

/** All marks at once. */
export const ALL = "*";

/** The mark that was asked for, for a while: `ALL`, its id, or nothing. */
export interface GoalLight {
  readonly lit: Signal<string>;
  show(what: string): void;
  close(): void;
}

const LIT_MS = 6000;

export function createGoalLight(): GoalLight {
  const lit = signal("");
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    lit,
    show(what) {
      clearTimeout(timer);
      lit.value = what;
      if (what) timer = setTimeout(() => (lit.value = ""), LIT_MS);
    },
    close: () => clearTimeout(timer),
  };
}
