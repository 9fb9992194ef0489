// The View as a scene of the board: units, terrain and zones in the game's ruler.
import {
  type BoardPiece,
  type BoardScene,
  type BoardUnit,
  isRaisedGround,
  NOBODY,
  type Palette,
  type Place,
  type Side,
} from "../board";
import { settings, sideName } from "../kit";
import type {
  CardFace,
  PieceFace,
  SeatTable,
  SheetFace,
  TableFace,
  ThingFace,
  Token,
  Unit,
  ZoneFace,
} from "../protocol";
import { figuresOf, footOf, lookOf, structureOf } from "./ways/figures";
import { fromGrain, outlineOf, placeOf } from "./ways/measure";

/** A brick is 0.315 inches wide: how many studs stand on one unit of each ruler. */
const STUDS: Record<string, number> = { inch: 1 / 0.315, stud: 1, brick: 4 };
/** What lies on the table without a size of its own is drawn and touched as so many studs. */
const POINT_STUDS = 3.2;
export const PALETTES: readonly Palette[] = ["green", "sand", "grey", "blue", "rust", "chalk"];

/** The side of the table a seat plays, as the board counts them. */
export const sideOf = (seat: number): Side => (seat < 0 ? NOBODY : ((seat % PALETTES.length) as Side));

/** The name of a unit as its badge has it, the same as in lists and in the log; nothing when people do not want it. */
export const badgeOf = (id: string): string => (settings.unitLetters.value ? id : "");

export type Dress = {
  /** what stands beside a unit */
  badge?: (unit: Unit) => string;
  /** where a turret points */
  aims?: ReadonlyMap<string, { x: number; y: number }>;
  faded?: ReadonlySet<string>;
  /** a piece whose markers are shown in any case */
  marked?: string;
  /** things held in the hand, not on the table yet */
  held?: { units: BoardUnit[]; pieces: BoardPiece[] };
  /** people who lie where they fell */
  fallen?: BoardUnit[];
};

/** Units carry their names. */
export const NUMBERED: Dress = { badge: (unit) => badgeOf(unit.id) };

/** A footprint that is no rectangle: its corners, or a disc. */
const outlineAbout = (card: CardFace | undefined): Pick<BoardUnit, "outline" | "round"> => {
  if (card?.round) return { round: true };
  return card && card.outline.length > 0 ? { outline: outlineOf(card.outline) } : {};
};

/** A unit of the match standing at a place it does not have yet. */
export function heldUnit(id: string, seat: number, face: TableFace, place: Place): BoardUnit {
  const card = face.cards[face.units[id] ?? ""];
  return {
    id,
    side: sideOf(seat),
    model: card?.model ?? "generic",
    length: fromGrain(card?.length ?? 0),
    width: fromGrain(card?.width ?? 0),
    place,
    status: "alive",
    palette: PALETTES[sideOf(seat)] ?? "grey",
    ...outlineAbout(card),
  };
}

const DRAWN = new Set(["alive", "wreck", "flying"]);
/** How high above the table what flies is drawn, as a share of its length. */
const ALOFT = 0.7;

function boardUnit(unit: Unit, face: TableFace, dress: Dress, sheet?: SheetFace): BoardUnit | null {
  if (unit.pose === null || !DRAWN.has(unit.status)) return null;
  const card = face.cards[face.units[unit.id] ?? unit.card];
  const aloft = unit.status === "flying";
  const badge = dress.badge?.(unit);
  const aim = dress.aims?.get(unit.id);
  return {
    id: unit.id,
    side: sideOf(unit.seat),
    model: sheet?.model || (card?.model ?? "generic"),
    length: fromGrain(card?.length ?? 0),
    width: fromGrain(card?.width ?? 0),
    place: placeOf(unit.pose),
    status: unit.status === "wreck" ? "wreck" : "alive",
    palette: PALETTES[sideOf(unit.seat)] ?? "grey",
    ...outlineAbout(card),
    ...(aloft ? { lift: fromGrain(card?.length ?? 0) * ALOFT } : {}),
    ...(badge ? { badge } : {}),
    ...(aim ? { aim } : {}),
    ...(dress.faded?.has(unit.id) ? { faded: true } : {}),
    ...(sheet?.glow ? { glow: sheet.glow } : {}),
    ...(sheet?.note ? { note: true } : {}),
  };
}

/** Markers are shown on what has lost some, and on what is looked at: an untouched table stays clean. */
function boardPiece(token: Token, face: TableFace, seen: PieceFace | undefined, looked: boolean): BoardPiece {
  const { markers = 0, full = 0, level = 0 } = seen ?? {};
  const height = seen?.height || (face.features[token.kind]?.height ?? 0);
  return {
    id: token.id,
    model: face.features[token.kind]?.model ?? "generic",
    place: placeOf(token.pose),
    length: fromGrain(token.length),
    width: fromGrain(token.width),
    ...(token.outline.length > 0 ? { outline: outlineOf(token.outline) } : {}),
    ...(token.group ? { group: token.group } : {}),
    ...(markers > 0 && (looked || markers < full) ? { marks: markers } : {}),
    ...(height > 0 ? { height: fromGrain(height) } : {}),
    ...(token.seat >= 0 ? { side: sideOf(token.seat) } : {}),
    ...(token.round ? { round: true } : {}),
    ...(level > 0 ? { level } : {}),
  };
}

/** Things at one and the same place lie side by side; the steps of a hill lie on each other. */
function spread(pieces: BoardPiece[]): BoardPiece[] {
  const before = new Map<string, number>();
  return pieces.map((piece) => {
    if (piece.outline || piece.length <= 0 || isRaisedGround(piece.model)) return piece;
    const key = `${piece.place.x} ${piece.place.y}`;
    const number = before.get(key) ?? 0;
    before.set(key, number + 1);
    if (number === 0) return piece;
    const angle = number * 2.4;
    const away = piece.length * 1.6 * Math.sqrt(number);
    const { x, y } = piece.place;
    return { ...piece, place: { ...piece.place, x: x + Math.cos(angle) * away, y: y + Math.sin(angle) * away } };
  });
}

/** A thing that is no terrain: a loose part, a marker. It has a point, and is turned so that no two lie alike. */
function boardThing(token: Token, thing: ThingFace, studs: number): BoardPiece {
  const { x, y } = placeOf(token.pose);
  const heading = (Math.round(x * 97 + y * 57) * 37) % 360;
  const size = POINT_STUDS / studs;
  const side = token.seat >= 0 ? { side: sideOf(token.seat) } : {};
  return { id: token.id, model: thing.model, place: { x, y, heading }, length: size, width: size, ...side };
}

const GROUNDS: readonly string[] = ["fields", "roads", "plain", "yard", "sea"] satisfies BoardScene["ground"][];
const isGround = (word: string): word is BoardScene["ground"] => GROUNDS.includes(word);

/** What stands in a zone: of one that somebody has, whose it is. What begins with a capital says all by itself. */
function zoneWords({ title, seat }: ZoneFace, own: number): string {
  const isNamed = title.charAt(0) !== title.charAt(0).toLowerCase();
  if (isNamed || title === "") return title;
  if (seat < 0) return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
  return seat === own ? `Your ${title}` : `${sideName(seat)}'s ${title}`;
}

/** What the board shows of a table. */
export function sceneOf(table: SeatTable, face: TableFace, dress: Dress = {}): BoardScene {
  const { sheets, things, pieces, looks } = table.situation;
  const sheetOf = new Map(sheets.map((sheet) => [sheet.unit, sheet]));
  const studs = face.studs || (STUDS[face.ruler] ?? 1);
  const piece = (token: Token): BoardPiece => {
    const thing = things[token.id];
    const made = thing
      ? boardThing(token, thing, studs)
      : boardPiece(token, face, pieces[token.id], token.id === dress.marked);
    return { ...made, ...structureOf(token, table, face) };
  };
  const unit = (each: Unit): BoardUnit[] => {
    const whole = boardUnit(each, face, dress, sheetOf.get(each.id));
    if (whole === null) return [];
    const dressed = { ...whole, ...lookOf(looks[each.id]) };
    return each.figures ? figuresOf(each, dressed, table, face) : [{ ...dressed, ...footOf(each, table, face) }];
  };
  return {
    width: fromGrain(face.width),
    height: fromGrain(face.height),
    studsPerUnit: studs,
    ground: isGround(face.ground) ? face.ground : "fields",
    ...(face.ground === "sea" ? { ruler: face.ruler === "inch" ? "in" : face.ruler } : {}),
    seed: face.title,
    units: [...table.units.flatMap(unit), ...(dress.held?.units ?? [])],
    ...(dress.fallen && dress.fallen.length > 0 ? { fallen: dress.fallen } : {}),
    pieces: spread([...table.tokens.map(piece), ...(dress.held?.pieces ?? [])]),
    ...(table.situation.wind === null ? {} : { wind: table.situation.wind }),
    ...(table.situation.weather ? { sky: table.situation.weather.model } : {}),
    // those of the table, and what has come to light or is this seat's own secret
    zones: [...face.zones.filter((zone) => zone.seat < 0), ...table.situation.zones].map((zone) => ({
      id: zone.id,
      label: zoneWords(zone, table.seat),
      side: -1 as const,
      outline: outlineOf(zone.outline),
    })),
  };
}
