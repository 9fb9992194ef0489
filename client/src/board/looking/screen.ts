/** Labels brought to the screen: where each belongs in pixels, what it should not cover, and who comes first. */
import { corners, pairs, ray } from "../ground/flats";
import { groundAt, liftOf } from "../ground/relief";
import { type Layers, type Note, zoneNote } from "../marks";
import { unitHeight } from "../models/index";
import { type Passings, placeOf } from "../standing";
import type { BoardPiece, BoardScene, BoardUnit, Mark, Point, Rect } from "../types";
import { figuresOf, levelName, occupants } from "./levels";
import type { ScreenNote } from "./notes";
import { type Lens, type Look, project } from "./views";

export type Shot = { scene: BoardScene; layers: Layers; passings: Passings; look: Look; lens: Lens };

/** Narrower than this, in pixels, is a phone. */
const PHONE = 620;

const RANK: Record<Note["tone"], number> = {
  bubble: 0,
  hit: 0,
  miss: 0,
  told: 0,
  badge: 1,
  ask: 2,
  plain: 3,
  none: 3,
  state: 3,
  dark: 4,
  goal: 5,
  line: 6,
};

function onScreen(shot: Shot, [x, y]: Point, height = 0): Point {
  const k = shot.scene.studsPerUnit;
  return project(shot.lens, shot.look, x * k, y * k, height);
}

/** The box a unit takes on the screen, as high as it stands. */
export function boxOf(shot: Shot, unit: BoardUnit): Rect {
  const place = placeOf(unit, shot.passings.get(unit.id));
  const foot = corners(place, unit.length, unit.width);
  const [base, tall] = [liftOf(shot.scene, unit, place), unitHeight(unit, shot.scene.studsPerUnit)];
  const points = foot.flatMap((p) => [onScreen(shot, p, base), onScreen(shot, p, base + tall - 0.4)]);
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** Shapes whose middle is narrow are larger, so that a name in them can be read too. */
const NARROW: Partial<Record<BoardUnit["side"], number>> = { 1: 1.1, 2: 1.24, 5: 1.24 };

/** Badges shrink with the table when it is seen from far away, but never so far that nobody can read them. */
function badgeSize(shot: Shot, { badge, side }: BoardUnit): number {
  const least = !badge ? 18 : shot.look.width < PHONE ? 18 : 23;
  const size = Math.min(30, Math.max(least, shot.look.scale * shot.scene.studsPerUnit * 1.6));
  return Math.round(size * (badge ? (NARROW[side] ?? 1) : 1));
}

/** Where a badge can lie at its unit, seen from above: behind it, at its sides, before it. */
const AROUND = [180, 90, 270, 0];

/** From above a badge lies behind its unit; in the scene it floats over it. */
function badge(shot: Shot, unit: BoardUnit): ScreenNote {
  const place = placeOf(unit, shot.passings.get(unit.id));
  const standing = shot.look.scene > 0.5;
  const size = badgeSize(shot, unit);
  const gap = (size / 2 + 2) / (shot.look.scale * shot.scene.studsPerUnit) + unit.width * 0.16;
  const around = AROUND.map((turn) =>
    ray(place.x, place.y, place.heading + turn, (turn % 180 === 0 ? unit.length : unit.width) / 2 + gap),
  );
  const at: Point = standing ? [place.x, place.y] : (around[0] as Point);
  const foot = liftOf(shot.scene, unit, place);
  const [x, y] = onScreen(shot, at, standing ? foot + unitHeight(unit, shot.scene.studsPerUnit) + 1 : foot);
  const px: Point = standing ? [x, y - size / 2] : [x, y];
  const base = { id: `badge ${unit.id}`, tone: "badge", text: unit.badge ?? "", at, unit: unit.id } as const;
  // in the scene it stays over its unit, whoever stands behind that
  const choice = standing
    ? {}
    : { own: boxOf(shot, unit), also: around.slice(1).map((spot) => onScreen(shot, spot, foot)) };
  return { ...base, side: unit.side, px, room: 4, toward: [0, -1], size, ...choice };
}

/** Of "Your port: bring gold here" what is to be done; whose it is its colour says, what it is its sign. */
function lastWords(text: string): string {
  const last = text.split(": ").at(-1) ?? text;
  return last.charAt(0).toUpperCase() + last.slice(1);
}

/** On a phone a tag says the first word only: the list below has the rest, and the units stay in sight. */
function briefly(shot: Shot, note: Note): Note {
  if (shot.look.width < PHONE && note.tone === "goal") return { ...note, text: lastWords(note.text) };
  if (shot.look.width >= PHONE || (note.tone !== "plain" && note.tone !== "none")) return note;
  const { detail: _, ...brief } = note;
  return brief;
}

/** An area that takes more of the table than this has its words inside, at its edge towards the middle of the table. */
const LARGE = 0.22;

const middle = (points: Point[]): Point => [
  points.reduce((sum, p) => sum + p[0], 0) / points.length,
  points.reduce((sum, p) => sum + p[1], 0) / points.length,
];

/** Where the words of an area stand, however the table is turned: below it, or inside of a large one. */
function aroundArea(shot: Shot, outline: Point[]): { px: Point; room: number; toward: Point } {
  const { width, height } = shot.scene;
  const xs = outline.map((p) => p[0]);
  const ys = outline.map((p) => p[1]);
  const share = ((Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))) / (width * height);
  const isLarge = share > LARGE || Math.max(...xs) - Math.min(...xs) > 0.9 * width;
  const sides = outline.map((p, i) => onScreen(shot, middle([p, outline[(i + 1) % outline.length] ?? p])));
  const own = onScreen(shot, middle(outline));
  const far = onScreen(shot, [width / 2, height / 2]);
  const away = (p: Point) => (isLarge ? Math.hypot(p[0] - far[0], p[1] - far[1]) : -p[1]);
  const px = sides.reduce((best, p) => (away(p) < away(best) ? p : best), own);
  if (!isLarge) return { px, room: 6, toward: [0, 1] };
  const [dx, dy] = [own[0] - px[0], own[1] - px[1]];
  return { px, room: 6, toward: Math.abs(dx) > Math.abs(dy) ? [Math.sign(dx), 0] : [0, Math.sign(dy) || 1] };
}

/** The middle of that edge of an outline which is the lowest on the screen. */
function lowest(shot: Shot, outline: Point[]): Point {
  const sides = outline.map((p, i) => onScreen(shot, middle([p, outline[(i + 1) % outline.length] ?? p])));
  return sides.reduce((best, p) => (p[1] > best[1] ? p : best));
}

function screenNote(shot: Shot, note: Note): ScreenNote {
  const unit = note.unit ? shot.scene.units.find((each) => each.id === note.unit) : undefined;
  if (unit) {
    const box = boxOf(shot, unit);
    const px: Point = [box.x + box.w / 2, box.y + box.h / 2];
    // the words of a goal leave the unit free however it turns, the others as it stands
    const across = note.tone === "goal" ? Math.max(box.w, box.h) : Math.min(box.w, box.h);
    const ends: Point = [Math.max(0, box.w - across) / 2, Math.max(0, box.h - across) / 2];
    return { ...briefly(shot, note), px, room: across / 2 + 5, ends, toward: [1, 0] };
  }
  const px = onScreen(shot, note.at, groundAt(shot.scene, ...note.at));
  if (note.goal?.outline) return { ...briefly(shot, note), ...aroundArea(shot, note.goal.outline) };
  if (note.tone === "goal")
    return { ...briefly(shot, note), px, room: note.toward ? 6 : 18, toward: note.toward ?? [1, 0] };
  if (note.edge && !note.centred)
    return { ...note, px: lowest(shot, note.edge), room: 3, toward: note.toward ?? [0, 1] };
  if (note.tone === "line") return { ...note, px, room: 3, toward: note.toward ?? [0, 1] };
  if (note.tone === "bubble") return { ...note, px, room: 26, toward: [0, -1] };
  return { ...note, px, room: note.centred ? 4 : 12, toward: [1, 0] };
}

/** How many hit markers lie on a piece, as a number one can read from far away. */
function markCount(piece: BoardPiece): Note {
  const at: Point = [piece.place.x, piece.place.y];
  return { id: `hits ${piece.id}`, tone: "dark", text: String(piece.marks), at, centred: true };
}

/** The markers of a unit as letters beside it, so that they are read from far away. */
function stateNote(unit: BoardUnit): Note[] {
  const text = (unit.markers ?? []).map((marker) => marker.text).join(" ");
  const at: Point = [unit.place.x, unit.place.y];
  return text ? [{ id: `state ${unit.id}`, tone: "state", text, at, unit: unit.id }] : [];
}

/**
 * Who is in a thing, a badge for each unit: on which level, and how many of its figures stand there. In a house of one
 * floor they are seen under the lifted roof, and nothing is left to be said.
 */
function tenants(shot: Shot, piece: BoardPiece): Note[] {
  const leaders = occupants(shot.scene, piece).filter((unit) => unit.of === undefined || unit.of === unit.id);
  return leaders
    .filter((unit) => unit.status === "alive" && (!piece.structure || levelName(piece, unit.level ?? 0)))
    .map((unit) => {
      const count = figuresOf(shot.scene, unit.id).filter((each) => each.status === "alive").length;
      const where = piece.structure ? levelName(piece, unit.level ?? 0) : "inside";
      const text = `${where} ${count > 1 ? `× ${count}` : ""}`.trim();
      return { id: `inside ${unit.id}`, tone: "plain", text, at: [unit.place.x, unit.place.y], unit: unit.id };
    });
}

export function screenNotes(shot: Shot): ScreenNote[] {
  const fallen = (unit: BoardUnit) => unit.status === "wreck" || Boolean(shot.passings.get(unit.id)?.wreck);
  const whole = shot.scene.units.filter((unit) => unit.of === undefined);
  const alive = whole.filter((unit) => !fallen(unit));
  // a wreck keeps the number people call it by; without one there is nothing to tell
  const wrecks = whole.filter((unit) => unit.badge && fallen(unit));
  const zones = shot.scene.zones.flatMap(
    (zone) => zoneNote(`area ${zone.id}`, pairs(zone.outline), zone.label, zone.side) ?? [],
  );
  const marked = shot.scene.pieces.filter((piece) => piece.marks).map(markCount);
  const inner = shot.scene.pieces.flatMap((piece) => tenants(shot, piece));
  const states = alive.flatMap(stateNote);
  const notes = [...shot.layers.notes, ...zones, ...marked, ...inner, ...states].map((note) => screenNote(shot, note));
  const badges = [
    ...(shot.scene.bare ? [] : alive).map((unit) => badge(shot, unit)),
    ...wrecks.map((unit) => ({ ...badge(shot, unit), fallen: true })),
  ];
  const all = [...badges, ...notes];
  const inside = all.filter(
    ({ px: [x, y] }) => x > -60 && y > -60 && x < shot.look.width + 60 && y < shot.look.height + 60,
  );
  return inside.sort((a, b) => RANK[a.tone] - RANK[b.tone]);
}

const spotsOf = (shot: Shot): Rect[] =>
  shot.layers.keep.map((point): Rect => {
    const [x, y] = onScreen(shot, point, 0.5 + groundAt(shot.scene, ...point));
    return { x: x - 9, y: y - 9, w: 18, h: 18 };
  });

/** What is looked at now: what is chosen, aimed at or moves, where it would go, and the ways and lines between. */
export function watchedBoxes(shot: Shot, marks: readonly Mark[]): Rect[] {
  const about = new Set(marks.flatMap((mark) => ("unit" in mark && mark.unit ? [mark.unit] : [])));
  const units = shot.scene.units.filter((unit) => about.has(unit.of ?? unit.id) || shot.passings.has(unit.id));
  return [...units.map((unit) => boxOf(shot, unit)), ...spotsOf(shot)];
}

/** What labels should leave free: the units, ghosts, paths and measured sides. */
export function busyBoxes(shot: Shot): Rect[] {
  return [...shot.scene.units.map((unit) => boxOf(shot, unit)), ...spotsOf(shot)];
}

/** A copy of what is seen between the panels: what is looked at is in the middle of it. */
export function freePart(from: HTMLCanvasElement, look: Look): HTMLCanvasElement {
  const k = from.width / look.width;
  const { x, y, w, h } = freeRect(look);
  const copy = document.createElement("canvas");
  Object.assign(copy, { width: Math.round(w * k), height: Math.round(h * k) });
  copy.getContext("2d")?.drawImage(from, x * k, y * k, w * k, h * k, 0, 0, copy.width, copy.height);
  return copy;
}

export function freeRect(look: Look): Rect {
  const m = look.margins;
  return { x: m.left + 4, y: m.top + 4, w: look.width - m.left - m.right - 8, h: look.height - m.top - m.bottom - 8 };
}
