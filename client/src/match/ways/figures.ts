// Units of several figures and things with storeys, as the board draws them.
import type { BoardPiece, BoardStructure, BoardUnit, Motion } from "../../board";
import type {
  CardFace,
  FigureLost,
  FiguresMoved,
  LookFace,
  Model,
  SeatTable,
  Structure,
  TableFace,
  Token,
  Unit,
} from "../../protocol";
import { fromGrain, placeOf } from "./measure";

type Inside = { inside?: string; level?: number };

const builtOf = (token: Token | undefined, table: SeatTable, face: TableFace): Structure | null =>
  token ? (table.situation.pieces[token.id]?.structure ?? face.features[token.kind]?.structure ?? null) : null;

/** How a thing is built upwards, in the game's ruler. */
export function structureOf(token: Token, table: SeatTable, face: TableFace): Pick<BoardPiece, "structure"> {
  const built = builtOf(token, table, face);
  if (built === null) return {};
  const storeys = built.storeys.map(({ floor, ceiling, title, openings }) => ({
    floor: fromGrain(floor),
    ceiling: fromGrain(ceiling),
    title,
    openings: openings.map(({ wall, start, end, bottom, top, door }) => ({
      ...{ wall, door, start: fromGrain(start), end: fromGrain(end) },
      ...{ bottom: fromGrain(bottom), top: fromGrain(top) },
    })),
  }));
  const structure: BoardStructure = {
    bottom: fromGrain(built.bottom),
    top: fromGrain(built.top),
    wall: fromGrain(built.wall),
    storeys,
  };
  return { structure };
}

/** Where the feet of somebody are who is in or on a thing. */
export function footOf({ inside, level = 0 }: Inside, table: SeatTable, face: TableFace): Partial<BoardUnit> {
  if (!inside) return {};
  const built = builtOf(
    table.tokens.find((token) => token.id === inside),
    table,
    face,
  );
  const floor = built ? (built.storeys[level]?.floor ?? built.top) : 0;
  return { inside, level, ...(floor > 0 ? { lift: fromGrain(floor) } : {}) };
}

/** How somebody looks now, where that is more than its card says. */
export function lookOf(look: LookFace | undefined): Partial<BoardUnit> {
  if (!look) return {};
  const markers = look.markers.map(({ id, short, shape, paint }) => ({ id, text: short, shape, paint }));
  return {
    ...(look.model ? { model: look.model } : {}),
    ...(look.soldiers > 0 ? { soldiers: look.soldiers } : {}),
    ...(look.prone ? { prone: true } : {}),
    ...(look.wear > 0 ? { wear: look.wear / 100 } : {}),
    ...(look.slack > 0 ? { slack: look.slack / 100 } : {}),
    ...(look.hangs.length > 0 ? { hangs: look.hangs } : {}),
    ...(markers.length > 0 ? { markers } : {}),
    ...(look.inside ? { inside: look.inside } : {}),
    ...(look.turned ? { turned: look.turned } : {}),
  };
}

const sizeOf = (card: CardFace | undefined): Partial<BoardUnit> =>
  card
    ? {
        model: card.model,
        length: fromGrain(card.length),
        width: fromGrain(card.width),
        ...(card.round ? { round: true } : {}),
      }
    : {};

/** What the board calls a figure: the first that stands goes by the name of its unit. */
const nameOf = (unit: Unit, figure: Model): string =>
  figure === unit.figures?.find((each) => each.status === "alive") ? unit.id : `${unit.id}/${figure.id}`;

/** What the board calls a unit or a `unit/figure` of the server. */
export function boardName(thing: string, before: SeatTable | null): string {
  const [id, name] = thing.split("/");
  const unit = before?.units.find((one) => one.id === id);
  const figure = unit?.figures?.find((one) => one.id === name);
  return unit && figure ? nameOf(unit, figure) : thing;
}

/** A unit figure by figure, each at its own place; who fell and is still there lies, the others are gone. */
export function figuresOf(unit: Unit, whole: BoardUnit, table: SeatTable, face: TableFace): BoardUnit[] {
  return (unit.figures ?? []).flatMap((figure): BoardUnit[] => {
    if (figure.pose === null || (figure.status !== "alive" && figure.status !== "wreck")) return [];
    const id = nameOf(unit, figure);
    // number and markers of a unit are with its first figure; whoever lies, lies with all of it
    const { badge: _, markers: __, soldiers: ___, ...plain } = whole;
    const own = `${unit.id}/${figure.id}`;
    const where: Inside = figure.inside ? figure : unit;
    return [
      {
        ...(id === unit.id ? whole : { ...plain, of: unit.id }),
        ...sizeOf(face.cards[figure.card]),
        id,
        ...lookOf(table.situation.looks[own]),
        figure: own,
        place: placeOf(figure.pose),
        status: figure.status,
        ...footOf(where, table, face),
      },
    ];
  });
}

/** A figure that falls where it stands. */
export function fallOf(event: FigureLost, before: SeatTable | null): Motion | null {
  const unit = before?.units.find((each) => each.id === event.unit);
  const figure = unit?.figures?.find((each) => each.id === event.figure);
  if (!unit || !figure) return null;
  return { kind: "fall", unit: nameOf(unit, figure), stays: event.leaves_body };
}

/** All figures that go together, each from where it stands. */
export function marchOf(event: FiguresMoved, before: SeatTable | null): Motion | null {
  const unit = before?.units.find((each) => each.id === event.unit);
  const ends = new Map(event.poses);
  const moves = (unit?.figures ?? []).flatMap((figure) => {
    const end = ends.get(figure.id);
    if (!unit || !end || !figure.pose) return [];
    return [{ unit: nameOf(unit, figure), path: [placeOf(figure.pose), placeOf(end)] }];
  });
  return moves.length > 0 ? { kind: "march", moves } : null;
}
