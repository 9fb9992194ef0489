/** Threads of a sight rule from figure to figure, the shooters that are lit, and the cover each target stands in. */

import { BAD, INK, SIDES, WHITE } from "../colours";
import { aloftOf, raised } from "../looking/levels";
import type { BoardScene, BoardUnit, Mark, Point } from "../types";
import type { Drawing } from "./bands";
import { area, circle, type Flat, footing, haloed, LEVEL, line } from "./flats";

type Of<K extends Mark["kind"]> = Extract<Mark, { kind: K }>;

/** How high a thread is drawn, in studs: over what lies about, below the heads. */
const HEIGHT = 3;

const nothing = (): Drawing => ({ under: [], over: [], notes: [], keep: [] });

const named = (scene: BoardScene, id: string): BoardUnit | undefined =>
  scene.units.find((unit) => unit.figure === id) ?? scene.units.find((unit) => unit.id === id);

/** Free rays are white on ink, those that count in part dashed, those that are stopped red and dotted. */
function rayOf(from: Point, { to, seen }: { to: Point; seen: number }, strong: boolean): Flat[] {
  const width = { studs: 0, px: strong ? 2.4 : 1.3 };
  if (seen <= 0) {
    const look = { colour: BAD, stroke: "dotted" as const, alpha: strong ? 0.95 : 0.4, height: HEIGHT };
    return [line([from, to], { ...look, width })];
  }
  const edge = { colour: INK, width: { studs: 0, px: width.px + 1.6 }, alpha: strong ? 0.6 : 0.22, height: HEIGHT };
  const look = { colour: WHITE, stroke: seen < 1 ? ("dashed" as const) : ("solid" as const), height: HEIGHT + 0.02 };
  return [line([from, to], edge), line([from, to], { ...look, width, alpha: strong ? 1 : 0.75 })];
}

export function threads(mark: Of<"threads">): Drawing {
  const out = nothing();
  for (const ray of mark.rays) out.over.push(...rayOf(mark.from, ray, mark.strong));
  return out;
}

/** Who may shoot: a bright ring at the feet in the side's colour. */
export function lit(mark: Of<"lit">, scene: BoardScene, stud: number): Drawing {
  const out = nothing();
  for (const unit of mark.figures.flatMap((id) => named(scene, id) ?? [])) {
    const ring = footing(unit, unit.place, 1.3 * stud);
    const look = { closed: true, colour: SIDES[mark.side].colour, width: { studs: 0.34, px: 3.2 }, height: LEVEL.path };
    out.under.push(...raised([area(ring, WHITE, 0.75, LEVEL.reach), ...haloed(ring, look)], aloftOf(scene, unit)));
  }
  return out;
}

/** Cover in colour and in line: nothing an open ring, soft dashed leaves, hard a stone wall, total ink all over. */
const COVERS: Record<Of<"cover">["cover"], { colour: string; fill: number; stroke: "solid" | "dashed" | "dotted" }> = {
  none: { colour: "#c0453c", fill: 0.28, stroke: "dotted" },
  soft: { colour: "#2f6b2a", fill: 0.55, stroke: "dashed" },
  hard: { colour: "#5b6670", fill: 0.85, stroke: "solid" },
  total: { colour: INK, fill: 0.8, stroke: "solid" },
};

export function cover(mark: Of<"cover">, scene: BoardScene, stud: number): Drawing {
  const out = nothing();
  const unit = named(scene, mark.figure);
  if (!unit) return out;
  const { colour, fill, stroke } = COVERS[mark.cover];
  const disc = circle(unit.place.x, unit.place.y, unit.length / 2 + 0.65 * stud, 40);
  const flats: Flat[] = [
    area(disc, colour, fill, LEVEL.reach + 0.02),
    ...(mark.cover === "total" ? [area(disc, WHITE, 0.45, LEVEL.reach + 0.03, true)] : []),
    ...haloed(disc, { closed: true, colour, stroke, width: { studs: 0.26, px: 2.6 }, height: LEVEL.path }),
  ];
  out.under.push(...raised(flats, aloftOf(scene, unit)));
  return out;
}
