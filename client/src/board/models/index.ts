/** All models by name: a part list for every unit and piece, made once for each size and paint. Lengths in studs. */
import { ARMOUR, LIVERY, PAINT, SIDES, USUAL } from "../colours";
import { pairs, radians } from "../ground/flats";
import { type BoardPiece, type BoardUnit, NOBODY, type Point, type Side } from "../types";
import { vehicle, vehicleScale } from "./armour";
import { built, designOf, onBrought, scaleOf } from "./built";
import { die } from "./dice";
import { figure, soldiers } from "./figures";
import * as grounds from "./grounds";
import { fort, island, port, reef, rock, seaweed, treasure } from "./islands";
import { markerParts } from "./markers";
import { builtMech, closedNote, glowMarkers, loosePart, mech } from "./mechs";
import { kraken, serpent } from "./monsters";
import { isPlane, plainName } from "./names";
import type { Build, Part } from "./part";
import { plane } from "./planes";
import { recipeOf } from "./recipes";
import { isRaisedGround } from "./rises";
import { brig, galleon, longship, steamer } from "./ships";
import { block, building, hedgerow, house, lightTrees, lowWall } from "./terrain";
import { car, fixedGun, tank, towedGun } from "./vehicles";
import { droppedWeapons } from "./weapons";
import { battered } from "./wear";
import * as works from "./works";
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
  forest: grounds.forest,
  hill: grounds.hill,
  plateau: grounds.plateau,
  mountain: grounds.mountain,
  large_water: grounds.largeWater,
  shallow_water: grounds.shallowWater,
  mud: grounds.mud,
  sand_dunes: grounds.dunes,
  bridges: works.bridge,
  artillery_bunker: works.artilleryBunker,
  spotting_bunker: works.spottingBunker,
  emplacement: works.emplacement,
  wire_obstacle: works.wire,
  tank_trap: works.tankTrap,
  base: works.base,
  fountain: works.fountain,
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
  forest: 6,
  hill: 0.6,
  plateau: 0.6,
  mountain: 10.8,
  large_water: 0.2,
  shallow_water: 0.2,
  mud: 0.2,
  sand_dunes: 0.2,
  bridges: 0.3,
  artillery_bunker: 3.6,
  spotting_bunker: 3.6,
  emplacement: 1.2,
  wire_obstacle: 1.2,
  tank_trap: 1.2,
  base: 6.8,
  fountain: 2.4,
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
};
/** Mechs and what is built as high as they are. */
const TALL = 12;
/** The deck and the lower sails of a ship; its mastheads are nothing to touch. */
const SHIP = 5;
/** A person on a plate of two studs, one who lies, and a soldier marker. */
const FIGURE_HEIGHT = 4.8;
const LYING_HEIGHT = 1.4;
const SOLDIER_HEIGHT = 2.6;
/** Weapons that lie on the ground. */
const LAID_HEIGHT = 0.5;
/** From its wheels to the top of its fin. */
const PLANE = 3.2;
/** Ground vehicles of any recipe. */
const VEHICLE = 2.4;
const isVehicle = (model: string): boolean => model.startsWith("vehicle.");
const isPeople = (model: string): boolean => ["figure", "soldiers"].includes(model.split(".")[0] ?? "");
const isMech = (model: string): boolean => model.startsWith("mech.");

const made = new Map<string, Part[]>();
onBrought(() => made.clear());

function parts(name: string, build: Build): Part[] {
  const key = JSON.stringify([name, build]);
  const found = made.get(key);
  if (found) return found;
  const model = plainName(name);
  const named =
    builtMech(name, build) ??
    built(name, build) ??
    vehicle(model, build) ??
    plane(model, build) ??
    figure(model, build) ??
    soldiers(model, build) ??
    mech(model, build) ??
    die(model, build) ??
    droppedWeapons(model) ??
    loosePart(model, build);
  const list = named ?? (BUILDERS[model] ?? block)(build);
  made.set(key, list);
  return list;
}

const flagOf = (side: Side | undefined): string => (side === undefined || side === NOBODY ? "" : SIDES[side].colour);

/** What a unit is painted with: its body and what stands out from it. */
export const liveryOf = (unit: BoardUnit): readonly [string, string] =>
  LIVERY[isMech(unit.model) ? ARMOUR[unit.side] : (unit.palette ?? USUAL[unit.side])];

export function unitParts(unit: BoardUnit, studsPerUnit: number): Part[] {
  const [body, trim] = liveryOf(unit);
  const [length, width] = [unit.length * studsPerUnit, unit.width * studsPerUnit];
  const owner = { side: SIDES[unit.side].colour, flag: flagOf(unit.side) };
  const now = {
    ...(unit.soldiers === undefined ? {} : { level: unit.soldiers }),
    ...(unit.prone ? { prone: true } : {}),
    ...(unit.falls ? { falls: unit.falls } : {}),
    ...(unit.walls ? { walls: unit.walls.map((size) => size * studsPerUnit) } : {}),
  };
  const whole = parts(unit.model, { length, width, body, trim, seed: "", ...owner, ...now });
  const list = unit.status === "alive" ? battered(whole, unit, unit.id) : whole;
  if (!unit.glow && !unit.note && !unit.markers) return list;
  const note = unit.note ? closedNote(length, width) : [];
  const beside = markerParts(unit.markers ?? [], length, width);
  return [...list, ...glowMarkers(unit.glow ?? 0, length, width), ...note, ...beside];
}

type Taken = NonNullable<Build["taken"]>;

export function pieceParts(piece: BoardPiece, studsPerUnit: number, taken: Taken = []): Part[] {
  const [body, trim] = piece.side === undefined ? [PAINT.light, PAINT.steel] : LIVERY[ARMOUR[piece.side]];
  const { x, y } = piece.place;
  const outline = piece.outline && pairs(piece.outline);
  const [c, s] = [Math.cos(radians(piece.place.heading)), Math.sin(radians(piece.place.heading))];
  // the model is turned with the piece, its outline already lies on the table
  const about = ([u, v]: Point): Point => [
    ((u - x) * c + (v - y) * s) * studsPerUnit,
    ((v - y) * c - (u - x) * s) * studsPerUnit,
  ];
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
    ...(outline ? { outline: outline.map(about) } : {}),
  });
}

/** Whether a name has a model of its own; what has none is drawn as a plain block. */
export const isKnown = (model: string): boolean =>
  plainName(model) in BUILDERS || isPlane(model) || isMech(model) || isPeople(model) || recipeOf(model) !== undefined;

/** How high a unit stands now, in studs. */
export function unitHeight({ model, prone, width, length }: BoardUnit, studsPerUnit: number): number {
  if (model.startsWith("figure.")) return ((prone ? LYING_HEIGHT : FIGURE_HEIGHT) * length * studsPerUnit) / 2;
  const design = designOf(model)?.design;
  // mastheads are nothing to touch, whatever they are built of
  const most = model.startsWith("ship.") ? SHIP : Infinity;
  if (design) return Math.min(most, design.height * scaleOf(design, length * studsPerUnit));
  const recipe = recipeOf(model);
  return heightOf(model) * (recipe ? vehicleScale(recipe, width * studsPerUnit) : 1);
}

/** How high a model stands, in studs. */
export function heightOf(name: string): number {
  const model = plainName(name);
  if (model.startsWith("figure.")) return FIGURE_HEIGHT;
  if (model.startsWith("dropped.")) return LAID_HEIGHT;
  if (isPeople(model)) return SOLDIER_HEIGHT;
  if (isMech(model) || model.startsWith("structure.")) return TALL;
  if (model.startsWith("ship.")) return SHIP;
  if (isPlane(model)) return PLANE;
  return HEIGHTS[model] ?? (model in BUILDERS || isVehicle(model) ? VEHICLE : 1.2);
}

/** How high a piece stands: as it is measured, else as its model is built. */
export const pieceHeight = (piece: BoardPiece, studsPerUnit: number): number => {
  // one drives on top of these: to the hand they are flat, however high they count
  if (isRaisedGround(piece.model)) return heightOf(piece.model);
  const top = piece.structure?.top ?? piece.height;
  return top === undefined ? heightOf(piece.model) : top * studsPerUnit;
};

export type { Build, Part } from "./part";
