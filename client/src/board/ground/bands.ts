/** Ranges and arcs of a base drawn on the ground: each band as far from the base as the rule measures it. */
import { BAD, INK, SIDES, type Stroke, WHITE } from "../colours";
import type { Note } from "../marks";
import type { Mark, Point } from "../types";
import { area, circle, type Flat, haloed, LEVEL, line, radians, ray } from "./flats";

type Of<K extends Mark["kind"]> = Extract<Mark, { kind: K }>;

/** What a mark adds to the layers. */
export type Drawing = { under: Flat[]; over: Flat[]; notes: Note[]; keep: Point[] };

const nothing = (): Drawing => ({ under: [], over: [], notes: [], keep: [] });

/** How far from the centre the line at a bearing leaves a rectangle grown by r with rounded corners. */
export function reachAt(length: number, width: number, r: number, bearing: number): number {
  const c = Math.abs(Math.cos(radians(bearing)));
  const s = Math.abs(Math.sin(radians(bearing)));
  const [h, v] = [length / 2, width / 2];
  const ahead = c > 1e-9 ? (h + r) / c : Number.POSITIVE_INFINITY;
  if (ahead * s <= v) return ahead;
  const aside = s > 1e-9 ? (v + r) / s : Number.POSITIVE_INFINITY;
  if (aside * c <= h) return aside;
  // the round corner: the far crossing with the circle of radius r about (h, v)
  const along = h * c + v * s;
  return along + Math.sqrt(Math.max(0, along * along - (h * h + v * v) + r * r));
}

type Table = { width: number; height: number };

/** The stretches of a line that lie on the table. */
function onTable(points: readonly Point[], table: Table): Point[][] {
  const parts: Point[][] = [];
  let part: Point[] = [];
  for (const [x, y] of points) {
    if (x >= 0 && y >= 0 && x <= table.width && y <= table.height) part.push([x, y]);
    else {
      if (part.length > 1) parts.push(part);
      part = [];
    }
  }
  if (part.length > 1) parts.push(part);
  return parts;
}

/** A stretch of the band between two bearings off the facing. */
function stretch(mark: Of<"bands">, r: number, from: number, to: number): Point[] {
  const { place, length, width } = mark;
  const steps = Math.max(2, Math.ceil((to - from) / 3));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const bearing = from + ((to - from) * i) / steps;
    return ray(place.x, place.y, place.heading + bearing, reachAt(length, width, r, bearing));
  });
}

const STROKES: Record<string, "solid" | "dashed"> = { primary: "solid", left: "dashed", right: "dashed" };
const strokeOf = (arc: string): Stroke => STROKES[arc] ?? "dotted";

/** Rings as far from the base as each band reaches, solid ahead and dashed aside; rays where the arcs part. */
export function bands(mark: Of<"bands">, table: Table, number: number): Drawing {
  const out = nothing();
  const colour = SIDES[mark.side].colour;
  const { place, length, width } = mark;
  const far = Math.max(0, ...mark.rings.map((ring) => ring.r));
  for (const [i, ring] of mark.rings.entries()) {
    for (const arc of mark.arcs) {
      const points = stretch(mark, ring.r, arc.start, arc.end);
      const stroke = strokeOf(arc.id);
      const alpha = stroke === "dotted" ? 0.4 : 0.9;
      for (const part of onTable(points, table))
        out.under.push(...haloed(part, { colour, stroke, alpha, width: { studs: 0.2, px: 2 }, height: LEVEL.range }));
    }
    const at = ray(place.x, place.y, place.heading, reachAt(length, width, ring.r, 0));
    if (onTable([at, at], table).length === 0) continue;
    out.notes.push({ id: `band ${number} ${i}`, tone: "plain", text: ring.label, at, centred: true });
  }
  out.under.push(...litFlats(mark, table));
  for (const arc of mark.arcs.filter((one) => strokeOf(one.id) !== "dotted")) {
    const primary = strokeOf(arc.id) === "solid";
    if (primary)
      out.under.push(
        area(
          [...stretch(mark, far, arc.start, arc.end), ...stretch(mark, 0, arc.start, arc.end).reverse()].map(
            ([x, y]): Point => [Math.min(Math.max(x, 0), table.width), Math.min(Math.max(y, 0), table.height)],
          ),
          WHITE,
          0.12,
          LEVEL.reach,
        ),
      );
    // an arc all round parts from no other
    if (arc.end - arc.start >= 360) continue;
    for (const bearing of primary ? [arc.start, arc.end] : [arc.id === "left" ? arc.end : arc.start])
      out.under.push(...borderOf(mark, table, { bearing, far, primary }));
  }
  return out;
}

/** The one band in the one arc that is meant. */
function litFlats(mark: Of<"bands">, table: Table): Flat[] {
  const arc = mark.arcs.find((one) => one.id === mark.lit?.arc);
  const ring = mark.rings[mark.lit?.ring ?? -1];
  if (!arc || !ring || !mark.lit) return [];
  const inner = mark.rings[mark.lit.ring - 1]?.r ?? 0;
  const round = [...stretch(mark, ring.r, arc.start, arc.end), ...stretch(mark, inner, arc.start, arc.end).reverse()];
  const inside = round.map(
    ([x, y]): Point => [Math.min(Math.max(x, 0), table.width), Math.min(Math.max(y, 0), table.height)],
  );
  const { colour } = SIDES[mark.side];
  return [area(inside, colour, 0.16, LEVEL.reach), area(inside, colour, 0.3, LEVEL.reach + 0.01, true)];
}

function borderOf(
  mark: Of<"bands">,
  table: Table,
  { bearing, far, primary }: { bearing: number; far: number; primary: boolean },
): Flat[] {
  const colour = SIDES[mark.side].colour;
  const { place, length, width } = mark;
  const at = (r: number): Point => ray(place.x, place.y, place.heading + bearing, reachAt(length, width, r, bearing));
  const wide = primary ? { studs: 0.34, px: 3 } : { studs: 0.2, px: 2 };
  const stroke = primary ? ("solid" as const) : ("dashed" as const);
  const steps = Array.from({ length: 61 }, (_, i) => at((far * i) / 60));
  return onTable(steps, table).flatMap((part) =>
    haloed([part[0] as Point, part.at(-1) as Point], { colour, stroke, width: wide, height: LEVEL.range + 0.01 }),
  );
}

/** How high above the ground the line of an attack is drawn, in studs: over what lies about, below the cab. */
const CHEST = 4.5;

/** The line of an attack: dashed, with a head at the target and its words in the middle. */
export function sightline(mark: Of<"sightline">, stud: number, number: number): Drawing {
  const out = nothing();
  const { from, to } = mark;
  const colour = mark.refused ? BAD : SIDES[mark.side].colour;
  const away = (Math.atan2(from[1] - to[1], from[0] - to[0]) * 180) / Math.PI;
  const tip = ray(to[0], to[1], away, 3 * stud);
  const look = { colour, width: { studs: 0.34, px: 3.4 }, height: CHEST };
  out.over.push(...haloed([from, tip], { ...look, stroke: mark.refused ? "dotted" : "dashed" }));
  const head: Point[] = [tip, ray(tip[0], tip[1], away - 24, 2.4 * stud), ray(tip[0], tip[1], away + 24, 2.4 * stud)];
  out.over.push(area(head, colour, 1, CHEST + 0.02));
  out.over.push(line(head, { closed: true, colour: WHITE, width: { studs: 0, px: 1.5 }, height: CHEST + 0.03 }));
  const at: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  out.keep.push(at, tip);
  if (mark.label) out.notes.push({ id: `sight ${number}`, tone: "dark", text: mark.label, at });
  return out;
}

/** An order that waits: a thin dotted line to whom it waits for, and its words at whoever waits. */
export function wait(mark: Of<"wait">, number: number): Drawing {
  const out = nothing();
  const { from, to = from, side } = mark;
  const look = { colour: SIDES[side].colour, stroke: "dotted" as const, width: { studs: 0.18, px: 2 }, height: CHEST };
  if (to !== from) out.over.push(...haloed([from, to], look));
  const at: Point = [from[0] + (to[0] - from[0]) * 0.3, from[1] + (to[1] - from[1]) * 0.3];
  if (mark.label) out.notes.push({ id: `wait ${number}`, tone: "plain", text: mark.label, at });
  return out;
}

/** A ring round a thing that can be taken. */
export function spot(mark: Of<"spot">, stud: number): Drawing {
  const out = nothing();
  const ring = circle(mark.x, mark.y, mark.r ?? 4.2 * stud, 40);
  const look = { closed: true, colour: "#16222b", height: LEVEL.path };
  if (mark.strong) out.under.push(area(ring, WHITE, 0.4, LEVEL.reach));
  out.over.push(
    ...haloed(ring, { ...look, stroke: mark.strong ? "solid" : "dashed", width: { studs: 0.24, px: 2.2 } }),
  );
  out.keep.push([mark.x, mark.y]);
  return out;
}

/** Where something can get to: the area, and its edge. */
export function reach(mark: Of<"reach">): Drawing {
  const out = nothing();
  const colour = mark.left ? SIDES[mark.side].colour : WHITE;
  for (const part of mark.parts) out.under.push(area(part, colour, mark.left ? 0.2 : 0.13, LEVEL.reach));
  const edge = { width: { studs: 0.16, px: 2 }, height: LEVEL.reach + 0.01 };
  for (const stretch of mark.rim) {
    if (mark.left) out.under.push(...haloed(stretch, { ...edge, colour }));
    else out.under.push(line(stretch, { ...edge, colour: WHITE, stroke: "dashed" }));
  }
  return out;
}

/** A sign across a way: a diamond with a stroke and a dot, in the colour of who may act there. */
export function danger({ id, at, side, label }: Of<"danger">, stud: number): Drawing {
  const [x, y] = at;
  const diamond = (r: number): Point[] => [0, 90, 180, 270].map((turn) => ray(x, y, turn, r * stud));
  const stroke: Point[] = [
    [x, y + 0.75 * stud],
    [x, y - 0.15 * stud],
  ];
  const over = [
    area(diamond(2), INK, 1, LEVEL.hand),
    area(diamond(1.7), SIDES[side].colour, 1, LEVEL.hand + 0.01),
    line(stroke, { colour: WHITE, width: { studs: 0.34, px: 2.4 }, height: LEVEL.hand + 0.03 }),
    area(circle(x, y - 0.75 * stud, 0.24 * stud, 12), WHITE, 1, LEVEL.hand + 0.03),
  ];
  return { under: [], over, notes: [{ id: `danger ${id}`, tone: "plain", text: label, at }], keep: [at] };
}

/** Where a unit went down: a wooden cross in a ring of its side, and its name; the name alone where its people lie. */
export function grave({ id, at, side, label, bare }: Of<"grave">, stud: number): Drawing {
  const [x, y] = at;
  const note: Note = { id: `grave ${id}`, tone: "line", text: label, at, toward: [0, 1] };
  if (bare) return { ...nothing(), notes: [note] };
  const bar = (turn: number, reach: number): Point[] => [
    ray(x, y, turn, reach * stud),
    ray(x, y, turn + 180, reach * stud),
  ];
  const wood = { colour: "#7a5230", width: { studs: 0.5, px: 3 }, height: LEVEL.frame } as const;
  const ring = { closed: true, colour: SIDES[side].colour, stroke: SIDES[side].stroke, height: LEVEL.frame } as const;
  const under = [
    ...haloed(bar(28, 1.5), wood),
    ...haloed(bar(118, 1), wood),
    ...haloed(circle(x, y, 2 * stud, 32), { ...ring, width: { studs: 0.2, px: 1.6 } }),
  ];
  return { ...nothing(), under, notes: [note] };
}
