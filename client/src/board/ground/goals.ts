/** What goals are about, drawn on the ground: rings, areas, the edge to leave by; and the words beside them. */

import { INK, SIDES, type Stroke, WHITE } from "../colours";
import { aloftOf, figuresOf, raised } from "../looking/levels";
import { ON_ISLAND } from "../models/islands";
import type { BoardPiece, BoardScene, BoardUnit, Mark, Point, Side } from "../types";
import type { Drawing } from "./bands";
import { area, circle, type Flat, haloed, LEVEL, pairs, ray } from "./flats";
import type { GoalSign } from "./goal_signs";

type GoalMark = Extract<Mark, { kind: "goal" }>;
type Edge = NonNullable<GoalMark["edge"]>;

/** How far the band of an edge reaches onto the table, and how far its arrows are apart, in studs. */
const BAND = 3;
const APART = 9;
/** How large the ring round a point is, in studs. */
const RINGS: Partial<Record<GoalSign, number>> = { chest: 1.9, port: 2.4, flag: 1.8, marker: 1.2 };
const STROKES: Partial<Record<GoalSign, Stroke>> = { chest: "dashed", flag: "dotted", runner: "dashed" };

const colourOf = (side: Side | -1): string => (side === -1 ? INK : SIDES[side].colour);

function ring(mark: GoalMark, x: number, y: number, radius: number, stud: number): Flat[] {
  const width = mark.strong ? { studs: 0.5, px: 3.6 } : { studs: 0.26, px: 2 };
  const look = { closed: true, colour: colourOf(mark.side), height: LEVEL.range };
  const stroke = STROKES[mark.sign] ?? "solid";
  const out = haloed(circle(x, y, radius, 40), { ...look, width, stroke });
  // a second ring: it is somebody's to keep
  if (mark.sign === "protect" || mark.sign === "port")
    out.push(...haloed(circle(x, y, radius + 0.8 * stud, 40), { ...look, width: { studs: 0.16, px: 1.4 } }));
  // a cross-hair: it is to be destroyed
  if (mark.sign === "destroy")
    for (const turn of [0, 90, 180, 270]) {
      const bar = [ray(x, y, turn, radius - 0.5 * stud), ray(x, y, turn, radius + 1.3 * stud)];
      out.push(...haloed(bar, { ...look, closed: false, width }));
    }
  return out;
}

/** A ring round a unit as it stands; round each figure of one that has several. */
function unitRings(mark: GoalMark, scene: BoardScene, unit: BoardUnit, stud: number): Flat[] {
  // what somebody carries is told by its badge alone
  if (mark.sign === "carrier" && !mark.strong) return [];
  return figuresOf(scene, unit.id).flatMap((one) => {
    const { x, y } = one.place;
    const wide = one.round ? one.length : Math.hypot(one.length, one.width);
    return raised(ring(mark, x, y, wide / 2 + 0.9 * stud, stud), aloftOf(scene, one));
  });
}

/** The ring round a point is as large as the thing that stands there. */
function radiusAt(mark: GoalMark, scene: BoardScene, [x, y]: Point, stud: number): number {
  const usual = RINGS[mark.sign];
  if (usual !== undefined) return usual * stud;
  const there = scene.pieces.find(({ place }) => Math.hypot(place.x - x, place.y - y) < stud);
  return (there ? Math.hypot(there.length, there.width) / 2 : 2 * stud) + stud;
}

/** How high a chest stands: on its island, or afloat. */
function heightAt(scene: BoardScene, [x, y]: Point, stud: number): number {
  const near = (each: BoardPiece) => Math.hypot(each.place.x - x, each.place.y - y) < stud;
  return scene.pieces.some((each) => each.model === "treasure" && each.group && near(each)) ? ON_ISLAND : 0;
}

function ground(mark: GoalMark, points: Point[]): Flat[] {
  const colour = colourOf(mark.side);
  const width = mark.strong ? { studs: 0.6, px: 4 } : { studs: 0.3, px: 2.4 };
  const stroke = mark.side === -1 ? "dashed" : SIDES[mark.side].stroke;
  return [
    area(points, mark.side === -1 ? WHITE : colour, mark.strong ? 0.24 : 0.12, LEVEL.area),
    ...haloed(points, { closed: true, colour, stroke, width, height: LEVEL.area + 0.02 }),
  ];
}

/** Along an edge, from its first end: the point on it, and the way out of the table. */
function alongEdge(edge: Edge, { width, height }: BoardScene): { from: Point; along: Point; out: Point; long: number } {
  if (edge === "south" || edge === "north")
    return {
      from: [0, edge === "south" ? 0 : height],
      along: [1, 0],
      out: [0, edge === "south" ? -1 : 1],
      long: width,
    };
  return { from: [edge === "west" ? 0 : width, 0], along: [0, 1], out: [edge === "west" ? -1 : 1, 0], long: height };
}

/** A band along an edge with arrows that lead out. */
function band(mark: GoalMark, edge: Edge, scene: BoardScene, stud: number): { flats: Flat[]; middle: Point } {
  const { from, along, out, long } = alongEdge(edge, scene);
  const deep = BAND * stud;
  const at = (run: number, inside: number): Point => [
    from[0] + along[0] * run - out[0] * inside,
    from[1] + along[1] * run - out[1] * inside,
  ];
  const strip = [at(0, 0), at(long, 0), at(long, deep), at(0, deep)];
  const flats: Flat[] = [area(strip, WHITE, mark.strong ? 0.62 : 0.4, LEVEL.area)];
  const width = mark.strong ? { studs: 0.5, px: 3.6 } : { studs: 0.34, px: 2.4 };
  const count = Math.max(3, Math.round(long / (APART * stud)));
  for (let i = 0; i < count; i++) {
    const run = ((i + 0.5) * long) / count;
    const arrow = [at(run - 0.45 * deep, 0.78 * deep), at(run, 0.28 * deep), at(run + 0.45 * deep, 0.78 * deep)];
    flats.push(...haloed(arrow, { colour: INK, width, height: LEVEL.area + 0.02 }));
  }
  flats.push(...haloed([at(0, deep), at(long, deep)], { colour: INK, width, height: LEVEL.area + 0.02 }));
  return { flats, middle: at(long / 2, deep * 1.3) };
}

const INWARD: Record<Edge, Point> = { south: [0, -1], north: [0, 1], west: [1, 0], east: [-1, 0] };

export function goal(mark: GoalMark, scene: BoardScene, stud: number): Drawing {
  const out: Drawing = { under: [], over: [], notes: [], keep: [] };
  const { sign, side, strong = false } = mark;
  const base = { id: `goal ${mark.id}`, tone: "goal", text: mark.label, goal: { sign, side, strong } } as const;
  const unit = scene.units.find((one) => one.figure === mark.unit) ?? scene.units.find((one) => one.id === mark.unit);
  if (mark.unit) {
    if (!unit || unit.status === "wreck") return out;
    out.under.push(...unitRings(mark, scene, unit, stud));
    out.notes.push({ ...base, at: [unit.place.x, unit.place.y], unit: unit.id });
    return out;
  }
  if (mark.edge) {
    const { flats, middle } = band(mark, mark.edge, scene, stud);
    out.under.push(...flats);
    out.notes.push({ ...base, at: middle, toward: INWARD[mark.edge] });
    return out;
  }
  const points = pairs(mark.outline ?? []);
  if (points.length > 2) out.under.push(...ground(mark, points));
  if (mark.at) {
    const rings = ring(mark, mark.at[0], mark.at[1], radiusAt(mark, scene, mark.at, stud), stud);
    out.under.push(...raised(rings, mark.sign === "chest" ? heightAt(scene, mark.at, stud) : 0));
    out.keep.push(mark.at);
  }
  const middle = mark.at ?? points[0];
  const outline = points.length > 2 ? { outline: points } : {};
  if (middle) out.notes.push({ ...base, at: middle, goal: { ...base.goal, ...outline } });
  return out;
}
