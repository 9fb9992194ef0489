/** Levels: who is inside what, which storey is looked into, and the figures that make up a unit. */
import type { Flat } from "../ground/flats";
import { hasStand } from "../models/built";
import type { BoardPiece, BoardScene, BoardUnit, Mark, Place, Point } from "../types";

/** The figures of a unit, or the unit itself where it is one piece. */
export const figuresOf = (scene: BoardScene, unit: string): BoardUnit[] =>
  scene.units.filter((each) => each.id === unit || each.of === unit);

/** Where the standing figures of a unit would be if its first one stood elsewhere: all keep their places about it. */
export function inFormation(
  scene: BoardScene,
  unit: string,
  at: Place,
  apart: Record<string, Point> = {},
): { unit: BoardUnit; place: Place }[] {
  const lead = scene.units.find((each) => each.id === unit);
  if (!lead) return [];
  const figures = figuresOf(scene, unit).filter((each) => each === lead || each.status === "alive");
  return figures.map((each) => {
    const [dx, dy] = apart[each.figure ?? ""] ?? [0, 0];
    const [x, y] = [at.x + (each.place.x - lead.place.x) + dx, at.y + (each.place.y - lead.place.y) + dy];
    return { unit: each, place: { ...at, x, y } };
  });
}

/** Who is in a thing or on it; the fallen lie there as well. */
export const occupants = (scene: BoardScene, piece: BoardPiece): BoardUnit[] =>
  scene.units.filter((unit) => unit.inside === piece.id);

export const selectedOf = (marks: readonly Mark[]): string =>
  marks.findLast((mark) => mark.kind === "select")?.unit ?? "";

/** The level one looks into: that of the selected unit, else the highest that anybody is on; none of an empty thing. */
function openLevel(scene: BoardScene, piece: BoardPiece, selected: string): number | undefined {
  const inside = occupants(scene, piece);
  const storeys = piece.structure?.storeys.length ?? 0;
  // a thing of one piece is cut off above the knees of who is inside
  if (storeys === 0) return inside.length > 0 && !piece.structure ? 0 : undefined;
  const levels = inside.map((unit) => unit.level ?? 0).filter((level) => level < storeys);
  if (levels.length === 0) return undefined;
  const chosen = inside.find((unit) => unit.id === selected);
  return chosen ? (chosen.level ?? 0) : Math.max(...levels);
}

/** The scene with the roofs off where somebody is inside; who stands above the open level is see-through with it. */
export function opened(scene: BoardScene, selected: string): BoardScene {
  const levels = new Map<string, number>();
  const pieces = scene.pieces.map((piece) => {
    const open = openLevel(scene, piece, selected);
    const holder = occupants(scene, piece).find((unit) => unit.status === "alive")?.side;
    const held = holder === undefined ? piece : { ...piece, holder };
    if (open === undefined) return held;
    levels.set(piece.id, open);
    return { ...held, open };
  });
  if (pieces.every((piece, i) => piece === scene.pieces[i])) return scene;
  const lookout = (unit: BoardUnit): Partial<BoardUnit> => {
    const piece = pieces.find((one) => one.id === unit.inside);
    return piece && !piece.structure && !piece.round ? { walls: [piece.length, piece.width] } : {};
  };
  const above = (unit: BoardUnit) => (unit.level ?? 0) > (levels.get(unit.inside ?? "") ?? Number.POSITIVE_INFINITY);
  const units = scene.units.map((unit) =>
    unit.inside ? { ...unit, ...lookout(unit), ...(above(unit) ? { faded: true } : {}) } : unit,
  );
  return { ...scene, pieces, units };
}

/** What a level of a structure is called. */
export function levelName(piece: BoardPiece, level: number): string {
  return piece.structure?.storeys[level]?.title ?? "";
}

/** How high above the ground somebody flies or which floor he is on, in studs. */
export const aloftOf = (scene: BoardScene, unit: BoardUnit): number =>
  hasStand(unit.model) ? 0 : (unit.lift ?? 0) * scene.studsPerUnit;

/** Flat marks brought up to a floor, where they no longer follow the ground. */
export const raised = <F extends Flat>(flats: F[], lift: number): F[] =>
  lift === 0 ? flats : flats.map((flat) => ({ ...flat, height: flat.height + lift, aloft: true }));
