/** Marks taken apart: what of each lies flat under the models, over them, stands as a ghost, or is a label. */

import { fired } from "./bursts";
import { ASK, BAD, FAINT, INK, SIDES, WHITE } from "./colours";
import { bands, type Drawing, danger, grave, reach, sightline, spot, wait } from "./ground/bands";
import { area, circle, corners, type Flat, footing, haloed, LEVEL, line, pairs, ray, sweep } from "./ground/flats";
import type { GoalSign } from "./ground/goal_signs";
import { goal } from "./ground/goals";
import { cover, lit, threads } from "./ground/threads";
import { rimOf, stretchesOn, trimmed } from "./ground/waters";
import type { Tone } from "./looking/labels";
import { aloftOf, figuresOf, raised } from "./looking/levels";
import { zoneFlats } from "./standing";
import type { BoardScene, BoardUnit, Die, Mark, Place, Point, Side } from "./types";

/** A label with its place on the table; `unit` makes it part of that unit for the hand. */
export type Note = {
  id: string;
  tone: Tone;
  text: string;
  detail?: string;
  clause?: string;
  /** what the clause is called */
  rule?: string;
  dice?: Die[];
  goal?: { sign: GoalSign; side: Side | -1; strong: boolean; outline?: Point[] };
  at: Point;
  unit?: string;
  centred?: boolean;
  /** Where it would like to stand, as a direction on the screen (y down). */
  toward?: Point;
  /** The outline whose lower edge it stands at, as the table is turned now. */
  edge?: Point[];
};

export type Ghost = { unit: string; side: Side; place: Place; refused: boolean; apart?: Record<string, Point> };
export type Ring = { unit: string; place: Place; radius: number };

export type Layers = {
  under: Flat[];
  over: Flat[];
  notes: Note[];
  ghosts: Ghost[];
  rings: Ring[];
  /** Units with a heavier frame. */
  strong: Set<string>;
  /** Places labels should leave free: along paths and sights, at ghosts. */
  keep: Point[];
};

type Of<K extends Mark["kind"]> = Extract<Mark, { kind: K }>;

export function ringRadius(unit: Pick<BoardUnit, "length" | "width">): number {
  return Math.hypot(unit.length, unit.width) / 2 + Math.min(unit.length, unit.width) * 0.45;
}

/** Lengths that are drawn the same size in every game are given in studs. */
type Desk = { out: Layers; scene: BoardScene; stud: number; number: number };

const unitOf = (desk: Desk, id: string) => desk.scene.units.find((unit) => unit.id === id);

function select(desk: Desk, mark: Of<"select">): void {
  for (const unit of figuresOf(desk.scene, mark.unit)) {
    desk.out.strong.add(unit.id);
    const grown = footing(unit, unit.place, 1.6 * desk.stud);
    desk.out.under.push(...raised([area(grown, WHITE, 0.35, LEVEL.reach)], aloftOf(desk.scene, unit)));
  }
}

/** Four corner brackets on an ink edge: this unit can still act. */
function acting(desk: Desk, mark: Of<"acting">): void {
  for (const unit of mark.units.flatMap((id) => figuresOf(desk.scene, id))) {
    if (unit.round) {
      desk.out.under.push(...raised(asked(unit, desk.stud), aloftOf(desk.scene, unit)));
      continue;
    }
    const points = corners(unit.place, unit.length + 2.5 * desk.stud, unit.width + 2.5 * desk.stud);
    const arm = Math.min(unit.length, unit.width) * 0.42;
    points.forEach((p, i) => {
      const before = towards(p, points[(i + 3) % 4] as Point, arm);
      const after = towards(p, points[(i + 1) % 4] as Point, arm);
      const bracket: Point[] = [before, p, after];
      desk.out.under.push(line(bracket, { colour: INK, width: { studs: 0.62, px: 5.4 }, height: LEVEL.frame }));
      desk.out.under.push(line(bracket, { colour: ASK, width: { studs: 0.36, px: 3 }, height: LEVEL.frame + 0.01 }));
    });
  }
}

/** The same round a figure: a ring. */
function asked({ place, length }: BoardUnit, stud: number): Flat[] {
  const ring = circle(place.x, place.y, length / 2 + 0.75 * stud, 40);
  const look = { closed: true, height: LEVEL.frame };
  return [
    line(ring, { ...look, colour: INK, width: { studs: 0.5, px: 4.4 } }),
    line(ring, { ...look, colour: ASK, width: { studs: 0.3, px: 2.6 }, height: LEVEL.frame + 0.01 }),
  ];
}

function towards(from: Point, to: Point, length: number): Point {
  const d = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [from[0] + ((to[0] - from[0]) * length) / d, from[1] + ((to[1] - from[1]) * length) / d];
}

/** Ribbon with a tick at each unit of the ruler, double ticks in reverse; a pivot is an arc with its angle. */
function path(desk: Desk, mark: Of<"path">): void {
  const colour = SIDES[mark.side].colour;
  mark.legs.forEach((leg, i) => {
    const tint = leg.refused ? BAD : colour;
    if (leg.step === "pivot") pivotLeg(desk, leg.from, leg.to, tint);
    else driveLeg(desk, leg.from, leg.to, tint, leg.step === "reverse");
    const at: Point = [(leg.from.x + leg.to.x) / 2, (leg.from.y + leg.to.y) / 2];
    desk.out.keep.push(...between([leg.from.x, leg.from.y], [leg.to.x, leg.to.y], 1.5 * desk.stud));
    if (leg.label) desk.out.notes.push({ id: `leg ${mark.unit} ${i}`, tone: "dark", text: leg.label, at });
  });
}

/** What is not gone yet: a grey dashed way and the outline at its end. */
function rest(desk: Desk, mark: Of<"rest">): void {
  const unit = unitOf(desk, mark.unit);
  if (!unit) return;
  const grey = { colour: FAINT, stroke: "dashed", height: LEVEL.path } as const;
  desk.out.over.push(...haloed(mark.way, { ...grey, width: { studs: 0.7, px: 4.6 } }));
  const end = footing(unit, mark.place, 0.7 * desk.stud);
  desk.out.over.push(...haloed(end, { ...grey, closed: true, width: { studs: 0.42, px: 3 } }));
  const nose = ray(mark.place.x, mark.place.y, mark.place.heading, unit.length / 2 + 1.2 * desk.stud);
  desk.out.over.push(...haloed([[mark.place.x, mark.place.y], nose], { ...grey, width: { studs: 0.42, px: 3 } }));
  for (const [i, point] of mark.way.entries())
    desk.out.keep.push(...between(mark.way[i - 1] ?? point, point, 1.5 * desk.stud));
  const { x, y } = mark.place;
  desk.out.notes.push({ id: `rest ${mark.unit}`, tone: "dark", text: mark.label, at: [x, y] });
}

/** Points from one place to another, so many apart. */
function between(a: Point, b: Point, step: number): Point[] {
  const count = Math.min(40, Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step)));
  return Array.from({ length: count + 1 }, (_, i) => [
    a[0] + ((b[0] - a[0]) * i) / count,
    a[1] + ((b[1] - a[1]) * i) / count,
  ]);
}

function driveLeg(desk: Desk, from: Place, to: Place, colour: string, reverse: boolean): void {
  const a: Point = [from.x, from.y];
  const b: Point = [to.x, to.y];
  desk.out.over.push(...haloed([a, b], { colour, width: { studs: 0.5, px: 4 }, height: LEVEL.path }));
  const d = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const half = 1 * desk.stud;
  for (let t = 1; t <= d + 1e-6 && t < 200; t++) {
    const places = reverse ? [t - 0.16, t] : [t];
    for (const run of places) desk.out.over.push(tick(a, b, run / d, half));
  }
}

function tick(a: Point, b: Point, share: number, half: number): Flat {
  const d = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const n: Point = [(-(b[1] - a[1]) / d) * half, ((b[0] - a[0]) / d) * half];
  const p: Point = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  const ends: Point[] = [
    [p[0] - n[0], p[1] - n[1]],
    [p[0] + n[0], p[1] + n[1]],
  ];
  return line(ends, { width: { studs: 0.24, px: 2 }, height: LEVEL.path + 0.02 });
}

function pivotLeg(desk: Desk, from: Place, to: Place, colour: string): void {
  const turn = ((((to.heading - from.heading) % 360) + 540) % 360) - 180;
  const arc = sweep(from.x, from.y, 2.9 * desk.stud, from.heading, from.heading + turn);
  desk.out.over.push(area([[from.x, from.y], ...arc], WHITE, 0.35, LEVEL.path));
  desk.out.over.push(...haloed(arc, { colour, width: { studs: 0.24, px: 2.4 }, height: LEVEL.path + 0.03 }));
  const last = arc[arc.length - 1] as Point;
  const head = from.heading + turn;
  const back = turn >= 0 ? head - 90 : head + 90;
  const barbs = [
    ray(last[0], last[1], back - 32, 0.8 * desk.stud),
    last,
    ray(last[0], last[1], back + 32, 0.8 * desk.stud),
  ];
  desk.out.over.push(line(barbs, { colour, width: { studs: 0.24, px: 2.4 }, height: LEVEL.path + 0.04 }));
}

function ghost(desk: Desk, mark: Of<"ghost">): void {
  const unit = unitOf(desk, mark.unit);
  if (!unit) return;
  const look = SIDES[mark.side];
  const colour = mark.refused ? BAD : look.colour;
  const { x, y, heading } = mark.place;
  const half = unit.length / 2;
  desk.out.keep.push(...between(ray(x, y, heading, half), ray(x, y, heading, -half), unit.width / 3));
  const points = footing(unit, mark.place, 0.7 * desk.stud);
  const stroke = mark.planned ? "dashed" : look.stroke;
  desk.out.over.push(
    ...haloed(points, { closed: true, colour, stroke, width: { studs: 0.28, px: 2.2 }, height: LEVEL.path }),
  );
  if (!mark.planned)
    desk.out.ghosts.push({
      ...{ unit: unit.id, side: mark.side, place: mark.place, refused: Boolean(mark.refused) },
      ...(mark.apart ? { apart: mark.apart } : {}),
    });
  else {
    const nose = ray(mark.place.x, mark.place.y, mark.place.heading, unit.length / 2 + 1.2 * desk.stud);
    desk.out.over.push(
      ...haloed([[mark.place.x, mark.place.y], nose], { colour, width: { studs: 0.28, px: 2.2 }, height: LEVEL.path }),
    );
  }
}

/** The pivot ring with a knob ahead of the gun: the hand turns it. */
function ring(desk: Desk, mark: Of<"ring">): void {
  const unit = unitOf(desk, mark.unit);
  if (!unit) return;
  const radius = ringRadius(unit);
  const { x, y, heading } = mark.place;
  const colour = SIDES[mark.side].colour;
  const points = circle(x, y, radius);
  desk.out.under.push(area(points, WHITE, 0.16, LEVEL.reach));
  desk.out.over.push(...haloed(points, { closed: true, colour, width: { studs: 0.2, px: 2.4 }, height: LEVEL.path }));
  const knob = ray(x, y, heading, radius);
  const grip = Math.min(Math.max(0.75 * desk.stud, radius * 0.14), Math.max(0.75 * desk.stud, unit.width * 0.6));
  desk.out.over.push(area(circle(knob[0], knob[1], grip * 1.3, 24), WHITE, 1, LEVEL.hand));
  desk.out.over.push(area(circle(knob[0], knob[1], grip, 24), colour, 1, LEVEL.hand + 0.01));
  desk.out.rings.push({ unit: unit.id, place: mark.place, radius });
}

function arc(desk: Desk, mark: Of<"arc">): void {
  const { x, y, heading } = mark.place;
  const whole = mark.degrees >= 360;
  const half = mark.degrees / 2;
  const rim = whole ? circle(x, y, mark.reach, 96) : sweep(x, y, mark.reach, heading - half, heading + half);
  const points: Point[] = whole ? rim : [[x, y], ...rim];
  const stroke = mark.dashed ? ("dashed" as const) : ("solid" as const);
  const look = { colour: INK, stroke, width: { studs: 0.14, px: 1.6 }, height: LEVEL.range };
  const { width, height } = desk.scene;
  desk.out.under.push(area(trimmed(points, width, height), WHITE, 0.16, LEVEL.range));
  for (const stretch of stretchesOn(points, width, height)) desk.out.under.push(...haloed(stretch, look));
  if (!mark.label) return;
  const [tx, ty] = ray(x, y, heading, mark.reach);
  const at: Point = [Math.min(width, Math.max(0, tx)), Math.min(height, Math.max(0, ty))];
  desk.out.notes.push({ id: `arc ${desk.number}`, tone: "plain", text: mark.label, at, centred: true });
}

/** A line at a distance all round an outline, such as the reach of a ship's guns. */
function rim(desk: Desk, mark: Of<"rim">): void {
  const { width, height } = desk.scene;
  const points = rimOf(pairs(mark.outline), mark.distance);
  const stroke = mark.dashed ? ("dashed" as const) : ("solid" as const);
  const look = { colour: INK, stroke, width: { studs: 0.12, px: 1.5 }, height: LEVEL.range };
  desk.out.under.push(area(trimmed(points, width, height), WHITE, 0.07, LEVEL.reach));
  const shown = stretchesOn(points, width, height);
  for (const stretch of shown) desk.out.under.push(...haloed(stretch, look));
  const on = shown.flat();
  const at = on.reduce((top, p) => (p[1] > top[1] ? p : top), on[0] ?? [0, 0]);
  if (mark.label && on.length > 0)
    desk.out.notes.push({ id: `rim ${desk.number}`, tone: "plain", text: mark.label, at, centred: true });
}

/** Where a footprint passes: a light field under the path. */
function swept(desk: Desk, mark: Of<"swept">): void {
  const colour = mark.refused ? BAD : SIDES[mark.side].colour;
  for (const outline of mark.outlines) {
    desk.out.under.push(area(outline, WHITE, 0.2, LEVEL.reach));
    desk.out.under.push(area(outline, colour, 0.24, LEVEL.reach + 0.01, mark.refused ?? false));
  }
}

/** The stretches of the measured side in order: free ones and hidden ones, as shares. */
export function stretches(hidden: readonly Point[]): { from: number; to: number; hidden: boolean }[] {
  const out: { from: number; to: number; hidden: boolean }[] = [];
  let at = 0;
  for (const [a, b] of [...hidden].sort((p, q) => p[0] - q[0])) {
    const from = Math.max(at, Math.min(1, a));
    const to = Math.max(from, Math.min(1, b));
    if (from > at) out.push({ from: at, to: from, hidden: false });
    if (to > from) out.push({ from, to, hidden: true });
    at = Math.max(at, to);
  }
  if (at < 1) out.push({ from: at, to: 1, hidden: false });
  return out;
}

function wedge(desk: Desk, mark: Of<"wedge">): void {
  const [ax, ay, bx, by] = mark.side;
  const on = (share: number): Point => [ax + (bx - ax) * share, ay + (by - ay) * share];
  const parts = stretches(mark.hidden);
  for (const part of parts) {
    const points = [mark.eye, on(part.from), on(part.to)];
    const colour = part.hidden ? BAD : WHITE;
    desk.out.over.push(area(points, colour, part.hidden ? 0.62 : 0.5, LEVEL.sight, part.hidden));
    desk.out.over.push(
      line(points, { closed: true, colour, width: { studs: 0, px: 1.2 }, height: LEVEL.sight + 0.01 }),
    );
  }
  for (const part of parts) {
    const colour = part.hidden ? BAD : WHITE;
    desk.out.over.push(
      line([on(part.from), on(part.to)], { colour, width: { studs: 0, px: 6 }, height: LEVEL.sight + 0.03 }),
    );
  }
  const middle = on(0.5);
  desk.out.keep.push(...between(on(0), on(1), 0.5 * desk.stud), ...between(mark.eye, middle, 2 * desk.stud));
  const at: Point = [(mark.eye[0] + middle[0]) / 2, (mark.eye[1] + middle[1]) / 2];
  if (mark.label) desk.out.notes.push({ id: `wedge ${desk.number}`, tone: "dark", text: mark.label, at });
}

function shot(desk: Desk, mark: Of<"shot">): void {
  const colour = mark.state === "void" ? FAINT : SIDES[mark.side].colour;
  const width = mark.state === "current" ? { studs: 0.3, px: 3.6 } : { studs: 0.16, px: 2.4 };
  const stroke = mark.state === "current" ? ("solid" as const) : ("dotted" as const);
  desk.out.over.push(
    ...haloed([mark.from, mark.to], {
      colour,
      width,
      stroke,
      alpha: mark.state === "void" ? 0.7 : 0.95,
      height: LEVEL.sight,
    }),
  );
  if (mark.state === "void") {
    for (const turn of [45, 135]) {
      const bar = [
        ray(mark.to[0], mark.to[1], turn, 1.2 * desk.stud),
        ray(mark.to[0], mark.to[1], turn + 180, 1.2 * desk.stud),
      ];
      desk.out.over.push(...haloed(bar, { colour, width: { studs: 0.3, px: 3 }, height: LEVEL.sight + 0.02 }));
    }
  }
}

function zone(desk: Desk, mark: Of<"zone">): void {
  const points = pairs(mark.outline);
  desk.out.under.push(...zoneFlats(points, mark.side, Boolean(mark.strong)));
  const note = zoneNote(`zone ${desk.number}`, points, mark.label, mark.side);
  if (note && mark.centred) {
    const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
    desk.out.notes.push({ ...note, at: [note.at[0], y], centred: true });
  } else if (note) desk.out.notes.push(note);
}

/** The words of a side's zone stand inside its lower edge, those of an objective below it. */
export function zoneNote(id: string, points: Point[], label: string, side: Side | -1): Note | undefined {
  if (!label || points.length < 3) return undefined;
  const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const y = Math.min(...points.map((p) => p[1]));
  return { id, tone: "line", text: label, at: [x, y], toward: side === -1 ? [0, 1] : [0, -1], edge: points };
}

function ruler(desk: Desk, mark: Of<"ruler">): void {
  const { from: a, to: b } = mark;
  const d = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const look = { colour: INK, height: LEVEL.hand };
  desk.out.over.push(...haloed([a, b], { ...look, width: { studs: 0, px: 2 } }));
  for (let t = 0; t <= d + 1e-6 && t < 200; t++)
    desk.out.over.push(tick(a, b, t / (d || 1), (t % 5 ? 0.6 : 1.2) * desk.stud));
  const at: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  desk.out.notes.push({ id: `ruler ${desk.number}`, tone: "dark", text: mark.label, at });
}

function range(desk: Desk, mark: Of<"range">): void {
  for (const [i, { r, label }] of mark.radii.entries()) {
    const points = circle(mark.x, mark.y, r, 120);
    desk.out.under.push(
      ...haloed(points, { closed: true, colour: INK, width: { studs: 0.12, px: 1.4 }, height: LEVEL.range }),
    );
    const at = ray(mark.x, mark.y, 90, r);
    desk.out.notes.push({ id: `range ${desk.number} ${i}`, tone: "plain", text: label, at, centred: true });
  }
}

function tag(desk: Desk, mark: Of<"tag">): void {
  const unit = unitOf(desk, mark.unit);
  if (!unit) return;
  const note: Note = {
    id: `tag ${unit.id}`,
    tone: mark.tone,
    text: mark.text,
    at: [unit.place.x, unit.place.y],
    unit: unit.id,
  };
  desk.out.notes.push(mark.detail === undefined ? note : { ...note, detail: mark.detail });
}

function bubble(desk: Desk, mark: Of<"bubble">): void {
  desk.out.notes.push({
    id: `bubble ${desk.number}`,
    tone: "bubble",
    text: mark.text,
    clause: mark.clause,
    rule: mark.rule || mark.clause,
    at: [mark.x, mark.y],
  });
}

/** Adds what another file has drawn. */
function take(desk: Desk, drawing: Drawing): void {
  desk.out.under.push(...drawing.under);
  desk.out.over.push(...drawing.over);
  desk.out.notes.push(...drawing.notes);
  desk.out.keep.push(...drawing.keep);
}

/** One function a kind; the compiler asks for a new one when a kind is added. */
const DRAW: { [K in Mark["kind"]]: (desk: Desk, mark: Of<K>) => void } = {
  select,
  acting,
  path,
  rest,
  ghost,
  ring,
  danger: (desk, mark) => take(desk, danger(mark, desk.stud)),
  arc,
  rim,
  swept,
  wedge,
  shot,
  fired: (desk, mark) => {
    desk.out.over.push(...fired(mark, desk.stud));
    desk.out.keep.push(mark.to);
  },
  grave: (desk, mark) => take(desk, grave(mark, desk.stud)),
  driven: (desk, mark) => {
    const look = { colour: SIDES[mark.side].colour, stroke: "dotted", alpha: 0.8, height: LEVEL.path } as const;
    desk.out.over.push(...haloed(mark.way, { ...look, width: { studs: 0.3, px: 2.6 } }));
  },
  verdict: (desk, mark) => {
    const { id, tone, text, at, unit, detail, dice } = mark;
    const told: Note = {
      id: `verdict ${id}`,
      tone,
      text,
      at,
      ...(dice ? { dice } : {}),
      ...(detail ? { detail } : {}),
    };
    desk.out.notes.push(unit && unitOf(desk, unit) ? { ...told, unit } : told);
  },
  zone,
  tag,
  ruler,
  range,
  reach: (desk, mark) => take(desk, reach(mark)),
  bands: (desk, mark) => take(desk, bands(mark, desk.scene, desk.number)),
  sightline: (desk, mark) => take(desk, sightline(mark, desk.stud, desk.number)),
  wait: (desk, mark) => take(desk, wait(mark, desk.number)),
  threads: (desk, mark) => take(desk, threads(mark)),
  lit: (desk, mark) => take(desk, lit(mark, desk.scene, desk.stud)),
  cover: (desk, mark) => take(desk, cover(mark, desk.scene, desk.stud)),
  spot: (desk, mark) => take(desk, spot(mark, desk.stud)),
  goal: (desk, mark) => take(desk, goal(mark, desk.scene, desk.stud)),
  bubble,
};

/** Below to above, so that later marks lie on earlier ones. */
const ORDER: Mark["kind"][] = [
  "goal",
  "zone",
  "reach",
  "range",
  "rim",
  "bands",
  "arc",
  "swept",
  "select",
  "acting",
  "cover",
  "lit",
  "ring",
  "spot",
  "grave",
  "driven",
  "fired",
  "shot",
  "rest",
  "path",
  "ghost",
  "danger",
  "wedge",
  "threads",
  "wait",
  "sightline",
  "ruler",
  "tag",
  "verdict",
  "bubble",
];

export function layersOf(marks: readonly Mark[], scene: BoardScene): Layers {
  const out: Layers = { under: [], over: [], notes: [], ghosts: [], rings: [], strong: new Set(), keep: [] };
  const stud = 1 / scene.studsPerUnit;
  const sorted = [...marks].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  for (const [number, mark] of sorted.entries()) {
    const draw = DRAW[mark.kind] as (desk: Desk, mark: Mark) => void;
    draw({ out, scene, stud, number }, mark);
  }
  return out;
}
