/** The weather over the table: the colour of the sky and how near its haze is, and what falls or drifts. Nothing moves. */

import { stream } from "../chance";
import { NIGHT, SKY } from "../colours";
import { svgElement } from "../svg";

export type Sky = { colour: string /** how far one sees, as a share of a clear day */; clear: number };

const CLEAR: Sky = { colour: SKY, clear: 1 };
const SKIES: Record<string, Sky> = {
  blizzard: { colour: "#dfe6ea", clear: 0.62 },
  heavy_fog: { colour: "#c9cfcf", clear: 0.55 },
  rain: { colour: "#9fb0ba", clear: 0.75 },
  sand_storm: { colour: "#d6c39b", clear: 0.6 },
};

/** The sky of a name; a clear one for none and for a name nobody knows. At night all are dark, and told by what falls. */
export function skyOf(name: string | undefined, night = false): Sky {
  const sky = SKIES[name ?? ""] ?? CLEAR;
  return night ? { ...sky, colour: NIGHT } : sky;
}

type Drop = (x: number, y: number, size: number) => SVGElement;

const streak =
  (dx: number, dy: number, colour: string, width: number): Drop =>
  (x, y, size) =>
    svgElement("line", {
      ...{ x1: x, y1: y, x2: x + dx * size, y2: y + dy * size },
      ...{ stroke: colour, "stroke-width": width, "stroke-linecap": "round" },
    });
const flake: Drop = (x, y, size) => svgElement("circle", { cx: x, cy: y, r: 1 + size * 1.6, fill: "#ffffff" });

/** A bank of fog: thick in the middle, without an edge. */
const bank: Drop = (x, y, size) =>
  svgElement("ellipse", { cx: x, cy: y, rx: 190 * size, ry: 46 * size, fill: "url(#bank)" });

function softness(): SVGElement {
  const found = svgElement("radialGradient", { id: "bank" });
  for (const [offset, alpha] of [
    [0, 1],
    [0.5, 0.55],
    [1, 0],
  ])
    found.append(svgElement("stop", { offset: offset ?? 0, "stop-color": "#ffffff", "stop-opacity": alpha ?? 0 }));
  return found;
}

/** What is drawn over the table, how often on a tile of which side, and how strongly. */
const FALLING: Record<string, { drop: Drop; count: number; tile: number; alpha: number }> = {
  blizzard: { drop: flake, count: 26, tile: 160, alpha: 0.8 },
  rain: { drop: streak(-5, 18, "#f2f7fa", 1.2), count: 16, tile: 160, alpha: 0.5 },
  sand_storm: { drop: streak(26, -3, "#f3e2b4", 1.6), count: 14, tile: 160, alpha: 0.5 },
  heavy_fog: { drop: bank, count: 11, tile: 640, alpha: 0.34 },
};

/** A place on a tile, and the places beside it from where the same reaches in over an edge. */
const around = (x: number, y: number, tile: number): [number, number][] =>
  [-tile, 0, tile].flatMap((dx) => [-tile, 0, tile].map((dy): [number, number] => [x + dx, y + dy]));

/** A pattern over the whole picture; nothing of it can be touched. */
export class Weather {
  readonly element = svgElement("svg", { "aria-hidden": "true", width: "100%", height: "100%" });
  private shown = "";

  constructor() {
    Object.assign(this.element.style, { position: "absolute", inset: "0", pointerEvents: "none" });
  }

  show(name: string): void {
    if (name === this.shown) return;
    this.shown = name;
    const falls = FALLING[name];
    if (!falls) {
      this.element.replaceChildren();
      return;
    }
    const next = stream(`sky ${name}`);
    const { drop, count, tile, alpha } = falls;
    const drops = Array.from({ length: count }, () => {
      const [x, y, size] = [next() * tile, next() * tile, 0.5 + next() * 0.5];
      return around(x, y, tile).map(([px, py]) => drop(px, py, size));
    });
    const size = { width: tile, height: tile, patternUnits: "userSpaceOnUse" };
    const pattern = svgElement("pattern", { id: "falling", ...size });
    pattern.append(...drops.flat());
    const cover = { width: "100%", height: "100%", fill: "url(#falling)", opacity: alpha };
    this.element.replaceChildren(softness(), pattern, svgElement("rect", cover));
  }
}
