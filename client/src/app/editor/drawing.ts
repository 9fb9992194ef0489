// A document as the board draws it: pieces and units of the bricks they are, and marks for all that is only a place.
import type { BoardPiece, BoardScene, BoardUnit, Mark, Point } from "../../board";
import { sideName } from "../../kit";
import { boardMark } from "../../match/goals";
import { fromGrain, middleOf, outlineOf } from "../../match/ways/measure";
import type { CardFace, FeatureFace, GameCard, GoalMark, ScenarioDesk, Structure, ZoneFace } from "../../protocol";
import { cardIn } from "./costs";
import { isPlain, type Plain, writePath } from "./document";
import { maySize, mayTurn, sizeOf, type Thing } from "./things";

/** Closer than this, in the ruler, two things are at one place; how far outside a thing its rim is, in knobs. */
const NEAR = 0.02;
const RIM = 0.16;
const PALETTES = ["green", "sand", "grey", "blue", "rust", "chalk"] as const;
const GROUNDS: readonly string[] = ["fields", "roads", "plain", "yard", "sea"] satisfies BoardScene["ground"][];

type Seat = 0 | 1 | 2 | 3 | 4 | 5;

const sideOf = (seat: unknown): Seat | -1 =>
  typeof seat === "number" && seat >= 0 && seat < PALETTES.length ? (seat as Seat) : -1;

/** Whose a thing is: as its entry says, or the force in whose list it stands. */
export function ownerOf(desk: ScenarioDesk, { place, entry, path }: Thing): Seat | -1 {
  if (place.owner && isPlain(entry)) return sideOf(entry[place.owner]);
  if (isPlain(entry) && "seat" in entry) return sideOf(entry.seat);
  return path[0] === desk.data.forces ? sideOf(path[1]) : -1;
}

function structureIn(built: Structure | undefined): Pick<BoardPiece, "structure"> {
  if (!built) return {};
  const storeys = built.storeys.map(({ floor, ceiling, title, openings }) => ({
    ...{ floor: fromGrain(floor), ceiling: fromGrain(ceiling), title },
    openings: openings.map((each) => ({
      ...{ wall: each.wall, door: each.door, start: fromGrain(each.start), end: fromGrain(each.end) },
      ...{ bottom: fromGrain(each.bottom), top: fromGrain(each.top) },
    })),
  }));
  const { bottom, top, wall } = built;
  return {
    structure: { bottom: fromGrain(bottom ?? 0), top: fromGrain(top), wall: fromGrain(wall ?? 0), storeys },
  };
}

function heightOf(desk: ScenarioDesk, { place, entry }: Thing, face: FeatureFace): number {
  const stated = place.height && isPlain(entry) ? entry[place.height] : undefined;
  return typeof stated === "number" ? stated * desk.height_unit : fromGrain(face.height);
}

function pieceOf(desk: ScenarioDesk, thing: Thing, face: FeatureFace): BoardPiece {
  const { path, x, y, entry, place } = thing;
  const isDot = place.shape === "point";
  const direction = isPlain(entry) && typeof entry.direction === "number" ? entry.direction : thing.heading;
  const strength = isPlain(entry) && typeof entry.strength === "number" ? { level: entry.strength } : {};
  const height = heightOf(desk, thing, face);
  const side = ownerOf(desk, thing);
  const isOutlined = place.shape === "outline" || (isPlain(entry) && Array.isArray(entry.corners));
  const xs = thing.outline.map((point) => point[0]);
  const ys = thing.outline.map((point) => point[1]);
  const box = place.shape === "outline" ? [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)] : [];
  return {
    id: writePath(path),
    model: face.model,
    place: { x, y, heading: direction },
    length: isDot ? 0 : (box[0] ?? thing.length),
    width: isDot ? 0 : (box[1] ?? thing.width),
    ...(isOutlined && { outline: thing.outline.flat() }),
    ...(height > 0 && { height }),
    ...(side >= 0 && { side: side as Seat }),
    ...(thing.round && { round: true }),
    ...strength,
    ...structureIn(face.structure),
  };
}

/** A unit or a fort that the document puts on the table. */
function unitOf(desk: ScenarioDesk, thing: Thing, card: CardFace): BoardUnit {
  const owner = ownerOf(desk, thing);
  const side: Seat = owner < 0 ? 0 : (owner as Seat);
  return {
    id: writePath(thing.path),
    side,
    model: card.model,
    length: fromGrain(card.length),
    width: fromGrain(card.width),
    place: { x: thing.x, y: thing.y, heading: 90 },
    status: "alive",
    palette: PALETTES[side],
    ...(card.outline.length > 0 && { outline: outlineOf(card.outline) }),
    ...(card.round && { round: true }),
  };
}

const cardOf = (game: GameCard, { entry }: Thing): CardFace | undefined =>
  isPlain(entry) && typeof entry.card === "string" ? cardIn(game, entry.card) : undefined;

export function sceneOf(game: GameCard, desk: ScenarioDesk, document: Plain, things: readonly Thing[]): BoardScene {
  const [width, height] = sizeOf(desk, document);
  const ground = String(document.ground || desk.data.ground || "fields");
  const faced = (thing: Thing): FeatureFace | undefined => desk.faces[thing.kind];
  return {
    width,
    height,
    studsPerUnit: desk.studs || 1,
    ground: GROUNDS.includes(ground) ? (ground as BoardScene["ground"]) : "fields",
    ...(ground === "sea" && { ruler: "in" }),
    seed: String(document.title ?? ""),
    units: things.flatMap((thing) => {
      const card = cardOf(game, thing);
      return card ? [unitOf(desk, thing, card)] : [];
    }),
    pieces: things.flatMap((thing) => {
      const face = faced(thing);
      return face && !cardOf(game, thing) ? [pieceOf(desk, thing, face)] : [];
    }),
    zones: [],
  };
}

/** What is only a place: goals, zones, minefields. */
function placeMarks(game: GameCard, desk: ScenarioDesk, things: readonly Thing[]): Mark[] {
  return things.flatMap((thing): Mark[] => {
    if (desk.faces[thing.kind] || cardOf(game, thing)) return [];
    const { x, y, title, outline, path } = thing;
    const side = ownerOf(desk, thing);
    const base = { kind: "goal" as const, id: writePath(path), label: title, side };
    if (thing.place.shape === "area") return [{ ...base, sign: "area", outline: outline.flat() }];
    return [{ ...base, sign: "marker", at: [x, y] }];
  });
}

const zoneMarks = (zones: readonly ZoneFace[]): Mark[] =>
  zones
    .filter((zone) => zone.seat >= 0)
    .map((zone) => ({
      kind: "zone",
      outline: outlineOf(zone.outline),
      side: sideOf(zone.seat),
      label: `${sideName(zone.seat)}'s ${zone.title}`,
    }));

/** What the goals are about as the game says it, but for what is drawn as a thing already and for units. */
function goalMarks(marks: readonly GoalMark[], things: readonly Thing[]): Mark[] {
  const isLaid = (one: GoalMark): boolean => {
    const outline = outlineOf(one.outline);
    const [x, y] = one.at ? one.at.map(fromGrain) : middleOf(outline);
    return things.some((thing) => Math.hypot(thing.x - (x ?? 0), thing.y - (y ?? 0)) < NEAR);
  };
  return marks.filter((one) => !one.unit && (one.edge !== "" || !isLaid(one))).map((one) => boardMark(one));
}

/** The outline of what is in hand, so far outside that its model does not hide it. */
function rim({ outline, x, y }: Thing, knob: number): number[] {
  return outline.flatMap(([px, py]) => {
    const away = Math.hypot(px - x, py - y) || 1;
    const share = 1 + (knob * RIM) / away;
    return [x + (px - x) * share, y + (py - y) * share];
  });
}

/** What can be pulled at: corners of a size or an outline, and the knob that turns. */
export type Handle = { what: "corner" | "turn"; at: Point; index: number };

/** Knobs across a thing whose corners can be taken. */
const SMALL = 0.9;

export function handlesOf(thing: Thing, knob: number): Handle[] {
  const xs = thing.outline.map(([x]) => x);
  const ys = thing.outline.map(([, y]) => y);
  const across = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  // what is drawn smaller than a finger is only moved and turned: for its corners somebody comes nearer
  const corners: Handle[] =
    across > knob * SMALL && (maySize(thing) || thing.place.shape === "outline")
      ? thing.outline.map((at, index) => ({ what: "corner", at, index }))
      : [];
  if (!mayTurn(thing)) return corners;
  const angle = (thing.heading * Math.PI) / 180;
  const far = (thing.length ? thing.length / 2 : Math.max(...thing.outline.map(([x]) => x - thing.x))) + knob;
  return [
    ...corners,
    { what: "turn", at: [thing.x + far * Math.cos(angle), thing.y + far * Math.sin(angle)], index: 0 },
  ];
}

type Marked = {
  things: readonly Thing[];
  chosen: Thing | undefined;
  zones: readonly ZoneFace[];
  goals: readonly GoalMark[];
  faulty: ReadonlyMap<string, { sentence: string; clause: string }>;
  knob: number;
  /** How far it is from the edges, while it is moved. */
  measure: ((value: number) => string) | undefined;
};

export function marksOf(game: GameCard, desk: ScenarioDesk, marked: Marked): Mark[] {
  const { things, chosen, zones, goals, faulty, knob, measure } = marked;
  const marks: Mark[] = [...zoneMarks(zones), ...goalMarks(goals, things), ...placeMarks(game, desk, things)];
  for (const thing of things) {
    const fault = faulty.get(writePath(thing.path));
    if (!fault || thing === chosen) continue;
    marks.push({ kind: "bubble", x: thing.x, y: thing.y, text: fault.sentence, clause: fault.clause });
  }
  if (!chosen) return marks;
  const size = knob * 0.28;
  marks.push({ kind: "zone", outline: rim(chosen, knob), side: -1, label: "", strong: true });
  for (const { what, at } of handlesOf(chosen, knob))
    marks.push({ kind: "spot", x: at[0], y: at[1], strong: what === "turn", r: size });
  if (!measure) return marks;
  const { x, y } = chosen;
  marks.push({ kind: "ruler", from: [0, y], to: [x, y], label: measure(x) });
  marks.push({ kind: "ruler", from: [x, 0], to: [x, y], label: measure(y) });
  return marks;
}
