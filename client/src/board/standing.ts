/** A scene put together: pieces and units as bricks where they stand, wrecks on their side, turrets on their target. */
import { stream } from "./chance";
import { CHARCOALS, PAINT, SIDES } from "./colours";
import { area, corners, type Flat, footing, frame, hull, LEVEL } from "./ground/flats";
import { groundAt, liftOf } from "./ground/relief";
import { type Batches, emptyBatches, pushModel, type Stand } from "./instances";
import { aloftOf, raised } from "./looking/levels";
import { pieceHeight, pieceParts, unitHeight, unitParts } from "./models/index";
import { ON_ISLAND } from "./models/islands";
import { isPlane, plainName } from "./models/names";
import { box, type Part, PLATE, tube } from "./models/part";
import { isRaisedGround } from "./models/rises";
import { levelsOf } from "./models/structures";
import type { BoardPiece, BoardScene, BoardUnit, Place, Point, Side } from "./types";

/** A unit in the middle of a motion: where it is now and how far it has fallen over. */
export type Passing = {
  place: Place;
  roll: number;
  lift: number;
  wreck: boolean;
  pitch?: number;
  gone?: boolean;
} & Pick<BoardUnit, "soldiers" | "falls">;
export type Passings = ReadonlyMap<string, Passing>;

/** Models stand on the studs of the ground; hulls lie in the water up to their waterline. */
const ON_STUDS = 0.2;
const AFLOAT = -0.4;
const ON_A_WING = 14;
/** Where the shadow of a stud's height falls: opposite to the sun. */
const SHADE: Point = [0.52 / 0.78, 0.36 / 0.78];

function charcoal(id: string): (index: number) => string {
  const next = stream(`wreck ${id}`);
  const paints = Array.from({ length: 64 }, () => CHARCOALS[Math.floor(next() * 3)] as string);
  return (index) => paints[index % paints.length] as string;
}

export function placeOf(unit: BoardUnit, passing?: Passing): Place {
  return passing?.place ?? unit.place;
}

/** How high the foot of a unit is over the table's plane. */
function floorOf(scene: BoardScene, unit: BoardUnit, place: Place): number {
  if (scene.ground !== "sea") return ON_STUDS + liftOf(scene, unit, place);
  return plainName(unit.model) === "fort" ? ON_ISLAND : AFLOAT;
}

/** How many degrees a turret is turned off the heading. */
export function turretOf({ aim, turned = 0 }: BoardUnit, place: Place): number {
  return aim ? (Math.atan2(aim.y - place.y, aim.x - place.x) * 180) / Math.PI - place.heading : turned;
}

function unitStand(scene: BoardScene, unit: BoardUnit, passing?: Passing): Stand {
  const studs = scene.studsPerUnit;
  const place = placeOf(unit, passing);
  const wreck = passing ? passing.wreck : unit.status === "wreck";
  const fallen = passing ? passing.roll : wreck ? 90 : 0;
  // a plane comes down on one wing, anything else on its side
  const roll = isPlane(unit.model) ? Math.min(fallen, ON_A_WING) : fallen;
  const stand: Stand = {
    x: place.x * studs,
    y: place.y * studs,
    heading: place.heading,
    lift:
      floorOf(scene, unit, place) + (passing?.lift ?? 0) + (Math.sin((roll * Math.PI) / 180) * unit.width * studs) / 2,
    roll,
    ...(passing?.pitch ? { pitch: passing.pitch } : {}),
  };
  // people who fell keep their coats on
  if (wreck && unit.figure === undefined) stand.repaint = charcoal(unit.id);
  else stand.aim = turretOf(unit, place);
  return stand;
}

/** Hit markers: red round plates in a row on the piece. */
function markers(piece: BoardPiece, studs: number): Part[] {
  const top = pieceHeight(piece, studs) / 0.4;
  return Array.from({ length: piece.marks ?? 0 }, (_, i) => tube(-0.5 + i * 1.2, -0.5, top, 1, 1, 1, PAINT.brick));
}

/** Where forts and treasures stand on an island, in studs about its middle: no palm grows there. */
function takenOn(scene: BoardScene, piece: BoardPiece): [number, number, number][] {
  if (piece.model !== "island") return [];
  const k = scene.studsPerUnit;
  const forts = scene.units
    .filter((unit) => plainName(unit.model) === "fort")
    .map((unit) => ({ ...unit, room: unit.length * 0.7 }));
  const chests = scene.pieces.filter((one) => one.model === "treasure").map((one) => ({ ...one, room: 0.5 }));
  return [...forts, ...chests].map(({ place, room }) => [
    (place.x - piece.place.x) * k,
    (place.y - piece.place.y) * k,
    room * k,
  ]);
}

type Shares = { solid: Batches; faded: Batches };

/** What is above the open level of a structure is see-through. */
const GHOSTLY = 0.16;

/** A thing of one piece is cut at this height, in plates, when somebody is inside. */
const KNEES = 3;

/** The flag of who is inside, at a corner and higher than the thing. */
function garrison(piece: BoardPiece, studs: number): Part[] {
  if (piece.holder === undefined) return [];
  const [x, y] = [(-piece.length * studs) / 2, ((piece.round ? piece.length : piece.width) * studs) / 2];
  const top = pieceHeight(piece, studs) / PLATE;
  return [
    tube(x - 0.12, y - 0.12, 0, 0.24, 0.24, top + 7, PAINT.dark),
    box(x + 0.12, y - 0.06, top + 3.4, 2.4, 0.12, 3.6, SIDES[piece.holder].colour),
  ];
}

export function pieceBatches(scene: BoardScene): Shares {
  const out = { solid: emptyBatches(), faded: emptyBatches() };
  const k = scene.studsPerUnit;
  for (const piece of scene.pieces) {
    const { x, y, heading } = piece.place;
    const ground = isRaisedGround(piece.model) ? 0 : groundAt(scene, x, y);
    const stand = { x: x * k, y: y * k, heading, lift: ground };
    const marks = [...(piece.marks ? markers(piece, k) : []), ...garrison(piece, k)];
    if (piece.structure && piece.structure.storeys.length > 0) {
      levelsOf(piece, piece.structure, k).forEach((parts, level) => {
        if (piece.open !== undefined && level > piece.open) pushModel(out.faded, parts, { ...stand, alpha: GHOSTLY });
        else pushModel(out.solid, parts, stand);
      });
      pushModel(out.solid, marks, stand);
      continue;
    }
    const lift = piece.group && piece.model === "treasure" ? ON_ISLAND : ground;
    const parts = pieceParts(piece, k, takenOn(scene, piece));
    const above = piece.open === undefined ? [] : parts.filter((part) => part.z >= KNEES);
    const below = above.length > 0 ? parts.filter((part) => part.z < KNEES) : parts;
    pushModel(out.faded, above, { ...stand, lift, alpha: GHOSTLY });
    pushModel(out.solid, [...below, ...marks], { ...stand, lift });
  }
  return out;
}

/** Smoke stands over a wreck: puffs that are wider and paler the higher they are, drifting a little. It does not move. */
const PUFFS = [
  { across: 1.4, up: 3.5, high: 3, colour: "#33383c" },
  { across: 2, up: 7.5, high: 4, colour: "#4d5459" },
  { across: 2.7, up: 13, high: 5, colour: "#6b7378" },
  { across: 3.3, up: 20, high: 6, colour: "#8b9398" },
];

/** As large as what burns, for a footprint so many studs wide. */
function smokeOf(width: number): Part[] {
  const k = Math.max(1, width / 3);
  return PUFFS.map(({ across, up, high, colour }, i) => {
    const wide = across * k;
    return tube(i * 0.5 * k - wide / 2, i * 0.25 * k - wide / 2, up * k, wide, wide, high * k, colour);
  });
}

/** Whether something burns: a vehicle that has just fallen, or lies there. People do not. */
function burns(unit: BoardUnit, passing: Passing | undefined): boolean {
  if (unit.figure !== undefined || passing?.gone) return false;
  return passing ? passing.wreck && passing.roll > 45 : unit.status === "wreck";
}

/** Solid units and, apart from them, the faded ones that are drawn see-through. */
export function unitBatches(scene: BoardScene, passings: Passings, without = ""): Shares {
  const out = { solid: emptyBatches(), faded: emptyBatches() };
  for (const body of scene.fallen ?? [])
    pushModel(out.solid, unitParts(body, scene.studsPerUnit), unitStand(scene, body));
  for (const unit of scene.units) {
    if ((without && (unit.id === without || unit.of === without)) || passings.get(unit.id)?.gone) continue;
    const passing = passings.get(unit.id);
    const stand = unitStand(scene, unit, passing);
    const { soldiers = unit.soldiers, falls = unit.falls } = passing ?? {};
    const now = { ...unit, ...(soldiers === undefined ? {} : { soldiers }), ...(falls ? { falls } : {}) };
    const parts = unitParts(now, scene.studsPerUnit);
    if (unit.faded) pushModel(out.faded, parts, { ...stand, alpha: 0.42 });
    else pushModel(out.solid, parts, stand);
    if (burns(unit, passings.get(unit.id)))
      pushModel(out.faded, smokeOf(unit.width * scene.studsPerUnit), {
        x: stand.x,
        y: stand.y,
        heading: 0,
        lift: stand.lift ?? 0,
        alpha: 0.3,
      });
  }
  return out;
}

/** A tinted copy of a unit at the end of its move. */
export function pushGhost(
  out: Batches,
  scene: BoardScene,
  unit: BoardUnit,
  { place, side, refused }: { place: Place; side: Side; refused: boolean },
): void {
  const studs = scene.studsPerUnit;
  const tint = refused ? "#c0453c" : SIDES[side].ghost;
  const lift = floorOf(scene, unit, place) + 0.02;
  const at = { x: place.x * studs, y: place.y * studs, heading: place.heading, lift, aim: unit.turned ?? 0 };
  pushModel(out, unitParts(unit, studs), { ...at, alpha: 0.66, tint });
}

/** The frame round every unit that still fights. */
export function frames(scene: BoardScene, passings: Passings, strong: ReadonlySet<string>): Flat[] {
  const grow = 0.22;
  if (scene.bare) return [];
  return scene.units.flatMap((unit) => {
    const passing = passings.get(unit.id);
    if (unit.status === "wreck" || passing?.wreck || passing?.gone) return [];
    const place = placeOf(unit, passings.get(unit.id));
    const room = grow * (1 / scene.studsPerUnit / 0.315);
    const width = strong.has(unit.id) ? { studs: 0.42, px: 3.4 } : { studs: 0.28, px: 2 };
    return raised(frame(footing(unit, place, room), unit.side, width), aloftOf(scene, unit));
  });
}

function shade(place: Place, length: number, width: number, height: number, studs: number): Flat {
  const foot = corners(place, length, width);
  const [sx, sy] = [(SHADE[0] * height) / studs, (SHADE[1] * height) / studs];
  const cast = foot.map(([x, y]): Point => [x + sx, y + sy]);
  return area(hull([...foot, ...cast]), "#1b2a1e", 0.3, 0.215);
}

/** A shadow falls on the table and not on the air beside it. */
function onTable(flat: Flat, { width, height }: BoardScene): Flat {
  const within = ([x, y]: Point): Point => [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
  return { ...flat, points: flat.points.map(within) };
}

/** Flat shadows, for low quality where there is no shadow map. */
export function shades(scene: BoardScene, passings: Passings): Flat[] {
  const k = scene.studsPerUnit;
  const isStanding = (piece: BoardPiece) => piece.outline === undefined && !isRaisedGround(piece.model);
  const solid = scene.pieces.filter((piece) => isStanding(piece) && pieceHeight(piece, k) > 0.5);
  const pieces = solid.map((piece) => shade(piece.place, piece.length, piece.width, pieceHeight(piece, k), k));
  const units = scene.units.map((unit) => {
    const height = unitHeight(unit, k) * 0.6;
    return shade(placeOf(unit, passings.get(unit.id)), unit.length, unit.width, height, k);
  });
  return [...pieces, ...units].map((flat) => onTable(flat, scene));
}

/** Zones that belong to the table: a pale field with a dashed ink edge; a side's zone in its own line style. */
export function zoneFlats(points: Point[], side: Side | -1, strong: boolean): Flat[] {
  const fill = side === -1 ? "#ffffff" : SIDES[side].colour;
  const look = side === -1 ? { colour: "#16222b", stroke: "dashed" as const } : SIDES[side];
  const width = strong ? { studs: 0.4, px: 2.6 } : { studs: 0.16, px: 1.6 };
  const edge = { closed: true, colour: look.colour, stroke: look.stroke, width, height: LEVEL.area + 0.01 };
  return [
    area(points, fill, side === -1 ? 0.1 : strong ? 0.13 : 0.06, LEVEL.area),
    ...(strong ? [area(points, fill, 0.14, LEVEL.area, true)] : []),
    { flat: "line", points, alpha: side === -1 || strong ? 1 : 0.7, ...edge },
  ];
}
