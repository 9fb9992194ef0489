/** All models by name: a part list for every unit and piece, made once for each size and paint. Lengths in studs. */
import { ARMOUR, LIVERY, PAINT, SIDES, USUAL } from "../colours";
import { pairs } from "../flats";
import { type BoardPiece, type BoardUnit, NOBODY, type Side } from "../types";
import { figure, leader, soldiers } from "./figures";
import { fort, island, port, reef, rock, seaweed, treasure } from "./islands";
import { closedNote, glowMarkers, loosePart, mech } from "./mechs";
import { kraken, serpent } from "./monsters";
import type { Build, Part } from "./part";
import { brig, galleon, longship, steamer } from "./ships";
import { block, building, hedgerow, house, lightTrees, lowWall } from "./terrain";
import { car, fixedGun, tank, towedGun } from "./vehicles";
import * as yard from "./yard";

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
  building: (build) => (build.height ? yard.block(build) : building(build)),
  hedgerow,
  low_wall: lowWall,
  light_trees: lightTrees,
  "structure.bunker": yard.bunker,
  "structure.power_plant": yard.powerPlant,
  tower: yard.tower,
  rock: yard.rock,
  wall: yard.wall,
  tree: yard.tree,
  rough: yard.rough,
  water: yard.water,
  open: yard.open,
  marker: yard.marker,
  "figure.rifle": figure,
  "figure.leader": leader,
  "figure.soldiers": soldiers,
  "ship.longship": longship,
  "ship.galleon": galleon,
  "ship.brig": brig,
  "ship.steamer": steamer,
  "monster.kraken": kraken,
  "monster.serpent": serpent,
  fort,
  island,
  cliff: rock,
  reef,
  seaweed,
  port,
  treasure,
  current: () => [],
};

/** How high a model is for the hand: what the pointer may touch, in studs. */
const HEIGHTS: Record<string, number> = {
  house: 8,
  building: 7.6,
  hedgerow: 2,
  low_wall: 1.4,
  light_trees: 0.4,
  rough: 0.4,
  water: 0.3,
  open: 0.2,
  marker: 4,
  fort: 4.6,
  port: 7,
  island: 0.6,
  cliff: 2,
  reef: 0.4,
  seaweed: 0.1,
  current: 0.1,
  "figure.soldiers": 2.4,
};
/** Mechs and what is built as high as they are. */
const TALL = 12;
/** The deck and the lower sails of a ship; its mastheads are nothing to touch. */
const SHIP = 5;
/** A person on a plate of two studs. */
const FIGURE_HEIGHT = 4;
const isMech = (model: string): boolean => model.startsWith("mech.");

const made = new Map<string, Part[]>();

function parts(model: string, build: Build): Part[] {
  const key = JSON.stringify([model, build]);
  const found = made.get(key);
  if (found) return found;
  const list = mech(model, build) ?? loosePart(model, build) ?? (BUILDERS[model] ?? block)(build);
  made.set(key, list);
  return list;
}

const flagOf = (side: Side | undefined): string => (side === undefined || side === NOBODY ? "" : SIDES[side].colour);

export function unitParts(unit: BoardUnit, studsPerUnit: number): Part[] {
  const usual = isMech(unit.model) ? ARMOUR[unit.side] : (unit.palette ?? USUAL[unit.side]);
  const [body, trim] = LIVERY[usual];
  const [length, width] = [unit.length * studsPerUnit, unit.width * studsPerUnit];
  const owner = { side: SIDES[unit.side].colour, flag: flagOf(unit.side) };
  const list = parts(unit.model, { length, width, body, trim, seed: "", ...owner });
  if (!unit.glow && !unit.note) return list;
  const note = unit.note ? closedNote(length, width) : [];
  return [...list, ...glowMarkers(unit.glow ?? 0, length, width), ...note];
}

type Taken = NonNullable<Build["taken"]>;

export function pieceParts(piece: BoardPiece, studsPerUnit: number, taken: Taken = []): Part[] {
  const [body, trim] = piece.side === undefined ? [PAINT.light, PAINT.steel] : LIVERY[ARMOUR[piece.side]];
  const { x, y } = piece.place;
  const outline = piece.outline && pairs(piece.outline);
  return parts(piece.model, {
    length: piece.length * studsPerUnit,
    width: piece.width * studsPerUnit,
    body,
    trim,
    seed: piece.id,
    ...(piece.side === undefined ? {} : { side: SIDES[piece.side].colour }),
    ...(piece.height === undefined ? {} : { height: piece.height * studsPerUnit }),
    flag: flagOf(piece.side),
    taken,
    ...(piece.level === undefined ? {} : { level: piece.level }),
    ...(outline ? { outline: outline.map(([u, v]) => [(u - x) * studsPerUnit, (v - y) * studsPerUnit]) } : {}),
  });
}

/** How high a model stands, in studs. */
export function heightOf(model: string): number {
  if (model.startsWith("figure.")) return HEIGHTS[model] ?? FIGURE_HEIGHT;
  if (isMech(model) || model.startsWith("structure.")) return TALL;
  if (model.startsWith("ship.")) return SHIP;
  return HEIGHTS[model] ?? (model in BUILDERS ? 2.4 : 1.2);
}

/** How high a piece stands: as it is measured, else as its model is built. */
export const pieceHeight = (piece: BoardPiece, studsPerUnit: number): number => {
  const top = piece.structure?.top ?? piece.height;
  return top === undefined ? heightOf(piece.model) : top * studsPerUnit;
};

export type { Build, Part } from "./part";
