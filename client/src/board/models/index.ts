/** Models by name: what the door calls "tank.light" becomes parts for a footprint in studs. */
import { LIVERY, PAINT, USUAL } from "../colours";
import type { BoardPiece, BoardUnit } from "../types";
import type { Build, Part } from "./part";
import { block, building, hedgerow, house, lightTrees, lowWall } from "./terrain";
import { car, fixedGun, tank, towedGun } from "./vehicles";

const BUILDERS: Record<string, (build: Build) => Part[]> = {
  "tank.light": tank(1.6),
  "tank.medium": tank(2.4),
  "tank.heavy": tank(3),
  "fixed.light": fixedGun(1.5),
  "fixed.medium": fixedGun(2),
  "fixed.heavy": fixedGun(2.6),
  gun: towedGun,
  car,
  house,
  building,
  hedgerow,
  low_wall: lowWall,
  light_trees: lightTrees,
};

/** How high a model is for the hand: what the pointer may touch, in studs. */
const HEIGHTS: Record<string, number> = { house: 8, building: 7.6, hedgerow: 2, low_wall: 1.4, light_trees: 0.4 };

const made = new Map<string, Part[]>();

function parts(model: string, build: Build): Part[] {
  const key = JSON.stringify([model, build]);
  const found = made.get(key);
  if (found) return found;
  const list = (BUILDERS[model] ?? block)(build);
  made.set(key, list);
  return list;
}

export function unitParts(unit: BoardUnit, studsPerUnit: number): Part[] {
  const [body, trim] = LIVERY[unit.palette ?? USUAL[unit.side]];
  const length = unit.length * studsPerUnit;
  return parts(unit.model, { length, width: unit.width * studsPerUnit, body, trim, seed: "" });
}

export function pieceParts(piece: BoardPiece, studsPerUnit: number): Part[] {
  return parts(piece.model, {
    length: piece.length * studsPerUnit,
    width: piece.width * studsPerUnit,
    body: PAINT.light,
    trim: PAINT.steel,
    seed: piece.id,
  });
}

export function heightOf(model: string): number {
  return HEIGHTS[model] ?? (model in BUILDERS ? 2.4 : 1.2);
}

export type { Build, Part } from "./part";
