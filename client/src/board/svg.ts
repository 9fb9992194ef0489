/** The plan drawn as SVG: for browsers without GL, and as the small plan in the corner of the scene. */
import { ARMOUR, BURNT, LIVERY, PAINT, SIDES, USUAL } from "./colours";
import { circle, corners, type Flat, footing, pairs } from "./ground/flats";
import { groundPatches } from "./ground/ground";
import type { Batches } from "./instances";
import { inFormation } from "./looking/levels";
import { type Lens, type Look, project } from "./looking/views";
import type { Ghost } from "./marks";
import { placesOnPlate } from "./models/figures";
import { wallLines } from "./models/structures";
import { roofsOf } from "./models/terrain";
import type { Air, Drawn, Painter } from "./painter";
import { type Passings, placeOf, turretOf } from "./standing";
import type { BoardPiece, BoardScene, BoardUnit, Place, Point } from "./types";

const SVG = "http://www.w3.org/2000/svg";

const FILLS: Record<string, string> = {
  building: PAINT.roof,
  hedgerow: PAINT.leaf3,
  low_wall: PAINT.light2,
  light_trees: PAINT.floor,
  tower: PAINT.roof2,
  rock: PAINT.field_grey,
  wall: PAINT.light2,
  tree: PAINT.leaf,
  rough: PAINT.rubble,
  water: PAINT.sea,
  open: PAINT.road,
  marker: PAINT.white,
  island: PAINT.jungle,
  cliff: PAINT.basalt,
  reef: PAINT.coral,
  treasure: PAINT.gilt,
};
/** What is only printed on the water, and drawn with the flat marks. */
const PRINTED = new Set(["current", "seaweed"]);
/** What is marked by a disc, having no size of its own. */
const DISC = 0.45;
const DASHES = {
  solid: "",
  dashed: "7 4",
  dotted: "1 5",
  double: "",
  dash_dot: "9 4 2 4",
  double_dash: "12 3",
} as const;

type Attributes = Record<string, string | number>;

export function svgElement(name: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

const written = (points: readonly Point[]) => points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");

function footOf(piece: BoardPiece): Point[] {
  if (piece.round) return circle(piece.place.x, piece.place.y, piece.length / 2, 48);
  return piece.outline ? pairs(piece.outline) : corners(piece.place, piece.length, piece.width);
}

/** The open storey of a structure as on an architect's sheet: its floor and its walls, gaps for windows and doors. */
function structureShapes(piece: BoardPiece): SVGElement[] {
  const floor = { fill: piece.open === undefined ? PAINT.roof : "#b99b6b", stroke: "#16222b" };
  const look = { fill: "none", stroke: "#16222b", "stroke-width": Math.max(piece.structure?.wall ?? 0, 0.3) };
  return [
    svgElement("polygon", { points: written(footOf(piece)), ...floor, "stroke-width": 0 }),
    ...wallLines(piece, piece.open ?? 0).map((line) => svgElement("polyline", { points: written(line), ...look })),
  ];
}

function pieceShapes(piece: BoardPiece): SVGElement[] {
  if (PRINTED.has(piece.model)) return [];
  if (piece.model === "port") {
    const fill = piece.side === undefined ? PAINT.brick : SIDES[piece.side].colour;
    const { x: cx, y: cy } = piece.place;
    return [svgElement("circle", { cx, cy, r: DISC, fill, stroke: "#ffffff", "stroke-width": DISC / 3 })];
  }
  if (piece.structure && piece.structure.storeys.length > 0) return structureShapes(piece);
  const [roof, ridgeColour] = roofsOf(piece.id);
  const fill = (piece.model === "house" ? roof : FILLS[piece.model]) ?? PAINT.steel;
  const thin = { "stroke-width": 1, "vector-effect": "non-scaling-stroke" };
  const body = svgElement("polygon", {
    points: written(footOf(piece)),
    fill,
    stroke: "#16222b",
    ...thin,
  });
  if (piece.model !== "house") return [body];
  const [a, b, c, d] = corners(piece.place, piece.length, piece.width);
  const ridge: Point[] = [
    [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
    [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2],
  ];
  return [
    body,
    svgElement("polyline", {
      points: written(ridge),
      fill: "none",
      stroke: ridgeColour ?? fill,
      "stroke-width": 3,
      "vector-effect": "non-scaling-stroke",
    }),
  ];
}

/** A hull, and a line for the gun so that the front is known. */
function unitShapes(unit: BoardUnit, passings: Passings): SVGElement[] {
  const passing = passings.get(unit.id);
  const place = placeOf(unit, passing);
  const wreck = passing ? passing.wreck : unit.status === "wreck";
  if (passing?.gone) return [];
  const hull = unit.outline
    ? PAINT.oak
    : LIVERY[unit.model.startsWith("mech.") ? ARMOUR[unit.side] : (unit.palette ?? USUAL[unit.side])][0];
  const fill = wreck ? "#4f4b47" : hull;
  const opacity = unit.faded ? 0.45 : 1;
  const shape = svgElement("polygon", {
    points: written(footing(unit, place)),
    fill,
    opacity,
    "data-unit": unit.id,
  });
  if (wreck) return [shape];
  if (unit.outline) return [shape, ...deckShapes(unit, place)];
  if (unit.model.startsWith("figure.")) return [shape, ...headShapes(unit, place)];
  if (unit.model.startsWith("soldiers")) return [shape, ...markerShapes(unit, place)];
  const aim = ((place.heading + turretOf(unit, place)) * Math.PI) / 180;
  const reach = unit.length * 0.72;
  const gun: Point[] = [
    [place.x, place.y],
    [place.x + Math.cos(aim) * reach, place.y + Math.sin(aim) * reach],
  ];
  return [
    shape,
    svgElement("polyline", {
      points: written(gun),
      stroke: "#22272b",
      fill: "none",
      "stroke-width": unit.width * 0.2,
      opacity,
    }),
  ];
}

/** A cap, and the side's colour round it. */
function headShapes(unit: BoardUnit, { x: cx, y: cy }: Place): SVGElement[] {
  const cap = LIVERY[unit.palette ?? USUAL[unit.side]][1];
  return [svgElement("circle", { cx, cy, r: unit.length * 0.24, fill: cap, stroke: "#ffffff", "stroke-width": 0.1 })];
}

/** The soldier markers of a plate, each a dot. */
function markerShapes(unit: BoardUnit, { x, y, heading }: Place): SVGElement[] {
  const fill = LIVERY[unit.palette ?? USUAL[unit.side]][1];
  return placesOnPlate(unit.soldiers ?? 4).map(([u, v]) => {
    const angle = Math.atan2(v, u) + (heading * Math.PI) / 180;
    const r = (Math.hypot(u, v) * unit.length) / 2;
    const at = { cx: x + Math.cos(angle) * r, cy: y + Math.sin(angle) * r };
    return svgElement("circle", {
      ...at,
      r: unit.length * 0.12,
      fill,
      stroke: "#ffffff",
      "stroke-width": unit.length / 40,
    });
  });
}

/** Masts amidships and the fleet's cloth at the stern: what a hull shows from above. */
function deckShapes(unit: BoardUnit, place: Place): SVGElement[] {
  const angle = (place.heading * Math.PI) / 180;
  const at = (share: number): Point => [
    place.x + Math.cos(angle) * unit.length * share,
    place.y + Math.sin(angle) * unit.length * share,
  ];
  const spot = (share: number, fill: string) => {
    const [cx, cy] = at(share);
    return svgElement("circle", { cx, cy, r: unit.width * 0.2, fill });
  };
  return [spot(-0.36, SIDES[unit.side].colour), spot(0.14, PAINT.canvas), spot(-0.1, PAINT.canvas)];
}

function flatShape(flat: Flat, studs: number, scale: number): SVGElement {
  if (flat.flat === "area") {
    const opacity = flat.hatch ? flat.alpha * 0.6 : flat.alpha;
    return svgElement("polygon", { points: written(flat.points), fill: flat.colour, "fill-opacity": opacity });
  }
  const width = Math.max((flat.width.studs / studs) * scale, flat.width.px);
  const look: Attributes = {
    points: written(flat.points),
    fill: "none",
    stroke: flat.colour,
    "stroke-opacity": flat.alpha,
    "stroke-width": width,
    "vector-effect": "non-scaling-stroke",
    "stroke-linejoin": "round",
  };
  if (DASHES[flat.stroke]) look["stroke-dasharray"] = DASHES[flat.stroke];
  if (flat.stroke === "dotted") look["stroke-linecap"] = "round";
  return svgElement(flat.closed ? "polygon" : "polyline", look);
}

export class PlanSheet implements Painter {
  readonly name = "svg";
  readonly element = svgElement("svg", { "aria-hidden": "true" });
  private readonly room = svgElement("g", {});
  private readonly groups = {
    ground: svgElement("g", {}),
    under: svgElement("g", {}),
    pieces: svgElement("g", {}),
    units: svgElement("g", {}),
    over: svgElement("g", {}),
  };
  private last: { scene: BoardScene; under: readonly Flat[]; over: readonly Flat[] } | null = null;
  private drawnScale = 0;

  constructor() {
    this.room.append(...Object.values(this.groups));
    this.element.append(this.room);
  }

  resize(width: number, height: number): void {
    this.element.setAttribute("width", String(width));
    this.element.setAttribute("height", String(height));
  }

  table(scene: BoardScene): void {
    const edge = 2 / scene.studsPerUnit;
    const frame = {
      x: -edge,
      y: -edge,
      width: scene.width + 2 * edge,
      height: scene.height + 2 * edge,
      fill: PAINT.frame,
    };
    const patches = groundPatches(scene).map(({ x, y, l, w, colour }) =>
      svgElement("rect", { x, y, width: l + 0.01, height: w + 0.01, fill: colour }),
    );
    this.groups.ground.replaceChildren(svgElement("rect", frame), ...patches);
    this.groups.pieces.replaceChildren(...scene.pieces.flatMap(pieceShapes));
  }

  pieces(scene: BoardScene, passings: Passings, ghosts: readonly Ghost[]): void {
    const fallen = (scene.fallen ?? []).map((body) =>
      svgElement("polygon", { points: written(footing(body, body.place)), fill: BURNT, opacity: 0.6 }),
    );
    const units = [...fallen, ...scene.units.flatMap((unit) => unitShapes(unit, passings))];
    const copies = ghosts.flatMap((ghost) => {
      const fill = ghost.refused ? "#c0453c" : SIDES[ghost.side].ghost;
      return inFormation(scene, ghost.unit, ghost.place, ghost.apart).map(({ unit, place }) =>
        svgElement("polygon", { points: written(footing(unit, place)), fill, opacity: 0.7 }),
      );
    });
    this.groups.units.replaceChildren(...units, ...copies);
  }

  flats(scene: BoardScene, under: readonly Flat[], over: readonly Flat[]): void {
    this.last = { scene, under, over };
    this.drawnScale = 0;
  }

  draw(look: Look, lens: Lens): Drawn {
    if (this.last) {
      const k = this.last.scene.studsPerUnit;
      const scale = look.scale * k;
      const [x, y] = project(lens, look, 0, 0);
      const angle = (look.spin * Math.PI) / 180;
      const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
      this.room.setAttribute("transform", `matrix(${c} ${s} ${s} ${-c} ${x} ${y})`);
      if (scale !== this.drawnScale) {
        this.drawnScale = scale;
        this.groups.under.replaceChildren(...this.last.under.map((flat) => flatShape(flat, k, scale)));
        this.groups.over.replaceChildren(...this.last.over.map((flat) => flatShape(flat, k, scale)));
      }
    }
    return {
      drawCalls: 0,
      triangles: 0,
      instances: this.groups.units.childElementCount + this.groups.pieces.childElementCount,
    };
  }

  /** Without GL there are no pictures of models: an empty canvas of the right size. */
  shoot(_content: Batches, _lens: Lens, size: { width: number; height: number }, _air: Air): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = size.width;
    canvas.height = size.height;
    return canvas;
  }

  dispose(): void {
    this.element.remove();
  }
}
