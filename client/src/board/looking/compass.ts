/** Where north is, on a table that lies turned: words such as "the north edge" are meant as on the map. */
import { INK, WHITE } from "../colours";
import { svgElement } from "../svg";
import type { Rect } from "../types";
import type { Look } from "./views";

const SIZE = 36;
const QUARTERS = ["up", "to the right", "down", "to the left"] as const;

/** How far north is turned to the right on the screen, in degrees; null where it is up, as on a map. */
export function northOf(look: Pick<Look, "spin" | "azimuth" | "scene">): number | null {
  if (look.spin % 360 === 0) return null;
  return (((look.spin + look.azimuth * look.scene) % 360) + 360) % 360;
}

export class Compass {
  readonly element = svgElement("svg", { width: SIZE, height: SIZE, viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img" });
  private readonly needle = svgElement("path", { d: "M18 1l6 8h-12z", fill: INK, stroke: WHITE });

  constructor() {
    Object.assign(this.element.style, { position: "absolute", pointerEvents: "none", display: "none" });
    const disc = svgElement("circle", { cx: 18, cy: 18, r: 10, fill: WHITE, stroke: INK, "stroke-width": 1.5 });
    const word = svgElement("text", { x: 18, y: 22.5, "font-size": 13, "font-weight": 700, fill: INK });
    word.setAttribute("text-anchor", "middle");
    word.textContent = "N";
    this.element.append(this.needle, disc, word);
  }

  /** Where it lies; nowhere while north is up. `below`: something else lies in the corner. */
  place(look: Look, below: boolean): Rect | null {
    if (northOf(look) === null) return null;
    const bottom = look.margins.bottom + (below ? 46 : 8);
    return { x: look.margins.left + 8, y: look.height - bottom - SIZE, w: SIZE, h: SIZE };
  }

  draw(look: Look, below: boolean): void {
    const [north, place] = [northOf(look), this.place(look, below)];
    this.element.style.display = place === null ? "none" : "block";
    if (north === null || place === null) return;
    this.element.style.left = `${place.x}px`;
    this.element.style.bottom = `${look.height - place.y - SIZE}px`;
    this.needle.setAttribute("transform", `rotate(${Math.round(north)} 18 18)`);
    this.element.setAttribute("aria-label", `North is ${QUARTERS[Math.round(north / 90) % 4]}`);
  }
}
