/** Small things over the picture: the plan in the corner of the scene, the scale bar, the loupe above a finger. */
import { INK, WHITE } from "../colours";
import { skyOf } from "../ground/sky";
import { PlanSheet, svgElement } from "../svg";
import type { BoardScene, Point, Rect } from "../types";
import { overlap } from "./labels";
import { badgeElement } from "./notes";
import { firstLook, fitted, freeSize, type Lens, type Look, lensOf, lying, project, unproject } from "./views";

const INSET = { width: 264, height: 198 } as const;
/** Over a smaller piece of the scene it would hide more than it tells. */
const LEAST = { width: 620, height: 346 } as const;
/** Between the small plan and the edges of the free area. */
const APART = 12;

type Around = { crowded: boolean; watched: readonly Rect[] };
type Corner = { x: "left" | "right"; y: "top" | "bottom" };
const CORNERS: readonly Corner[] = [
  { x: "right", y: "bottom" },
  { x: "right", y: "top" },
  { x: "left", y: "top" },
  { x: "left", y: "bottom" },
];

/** What the small plan must not lie on, and what it should not. */
export type Seen = { watched: readonly Rect[]; units: readonly Point[] };

/**
 * The corner of the free area where the small plan hides the fewest units, and nothing that is looked at now; it stays
 * where it is as long as that is as good. None where every corner hides something of what is looked at.
 */
export function clearest(look: Look, { watched, units }: Seen, now: Corner, size = INSET): Corner | null {
  const m = look.margins;
  const under = ({ x, y }: Corner): Rect => ({
    x: x === "left" ? m.left + APART : look.width - m.right - APART - size.width,
    y: y === "top" ? m.top + APART : look.height - m.bottom - APART - size.height,
    w: size.width,
    h: size.height,
  });
  const free = CORNERS.filter((one) => !watched.some((box) => overlap(under(one), box, APART)));
  const hidden = (one: Corner): number =>
    units.filter(([x, y]) => overlap(under(one), { x, y, w: 0, h: 0 }, APART)).length;
  const known = free.find((one) => one.x === now.x && one.y === now.y) ?? free[0] ?? null;
  return free.reduce((best, one) => (best && hidden(one) < hidden(best) ? one : best), known);
}
const LOUPE = 120;

/** The whole table seen from above, with the sides' shapes and what the scene shows. */
export class Inset {
  readonly element = document.createElement("div");
  private readonly plan = new PlanSheet();
  private readonly signs = svgElement("svg", { width: INSET.width, height: INSET.height });
  private corner: Corner = { x: "right", y: "bottom" };

  constructor() {
    const { width, height } = INSET;
    const look = {
      position: "absolute",
      width: `${width}px`,
      height: `${height}px`,
      overflow: "hidden",
      display: "none",
    };
    Object.assign(this.element.style, look, {
      border: `1.5px solid ${INK}`,
      borderRadius: "10px",
      pointerEvents: "none",
    });
    this.plan.resize(width, height);
    Object.assign(this.signs.style, { position: "absolute", inset: "0" });
    this.element.append(this.plan.element, this.signs);
  }

  table(scene: BoardScene): void {
    this.element.style.background = skyOf("", scene.night).colour;
    this.plan.table(scene);
  }

  /** `crowded`: the left column has no room below its list; `watched`: what it must not lie on. */
  draw(scene: BoardScene, on: boolean, big: Look, bigLens: Lens, { crowded, watched }: Around): void {
    const [wideFree, highFree] = freeSize(big);
    // a wide left column has room below its list: there the small plan hides nothing of the table
    const aside = !crowded && big.margins.left >= INSET.width;
    const narrow = big.width < 620 || (!aside && (wideFree < LEAST.width || highFree < LEAST.height));
    this.element.style.display = "none";
    if (!on || narrow || (crowded && highFree < 2 * INSET.height)) return;
    if (!this.place(big, aside ? null : { watched, units: unitsSeen(scene, big, bigLens) })) return;
    this.element.style.display = "block";
    const look = fitted({ ...firstLook(), width: INSET.width, height: INSET.height, spin: big.spin }, scene);
    const [wide, high] = lying(look, scene);
    const whole = {
      ...look,
      scale: Math.min(INSET.width / (wide + 1.4), INSET.height / (high + 1.4)) / scene.studsPerUnit,
    };
    const lens = lensOf(whole);
    this.plan.flats(scene, [], []);
    this.plan.pieces({ ...scene, units: scene.units.filter((unit) => unit.status === "wreck") }, new Map(), []);
    this.plan.draw(whole, lens);
    this.signs.replaceChildren(this.seen(big, bigLens, whole, lens), ...this.shapes(scene, whole, lens));
  }

  /** In a corner of the free area, or below the list of the left column; false where it would lie on what matters. */
  private place(look: Look, over: Seen | null): boolean {
    const m = look.margins;
    const corner = over ? clearest(look, over, this.corner) : this.corner;
    if (!corner) return false;
    this.corner = corner;
    const { x, y } = over ? this.corner : ({ x: "left", y: "bottom" } as const);
    const at = (edge: keyof typeof m, on: boolean): string => (on ? `${(over ? m[edge] : 0) + APART}px` : "");
    Object.assign(this.element.style, {
      left: at("left", x === "left"),
      right: at("right", x === "right"),
      top: at("top", y === "top"),
      bottom: at("bottom", y === "bottom"),
    });
    return true;
  }

  private shapes(scene: BoardScene, look: Look, lens: Lens): SVGElement[] {
    const k = scene.studsPerUnit;
    return scene.units
      .filter((unit) => unit.status === "alive" && unit.of === undefined)
      .map((unit) => {
        const [x, y] = project(lens, look, unit.place.x * k, unit.place.y * k);
        const sign = badgeElement(unit.side, "", "stands");
        for (const [key, value] of Object.entries({ x: x - 7, y: y - 7, width: 14, height: 14 }))
          sign.setAttribute(key, String(value));
        return sign;
      });
  }

  private seen(big: Look, bigLens: Lens, look: Look, lens: Lens): SVGElement {
    const m = big.margins;
    const [x0, x1, y0, y1] = [m.left, big.width - m.right, m.top, big.height - m.bottom];
    const far = y0 + (y1 - y0) * 0.22;
    const edge: Point[] = [
      [x0, y1],
      [x0, far],
      [x1, far],
      [x1, y1],
    ];
    const points = edge.map(([px, py]) => {
      const [x, y] = unproject(bigLens, big, px, py);
      return project(lens, look, x, y)
        .map((v) => v.toFixed(1))
        .join();
    });
    return svgElement("polygon", {
      points: points.join(" "),
      fill: "rgba(255,255,255,.12)",
      stroke: "#ffffff",
      "stroke-width": 1.5,
      "stroke-dasharray": "4 3",
    });
  }
}

/** Where the units that stand are on the screen. */
function unitsSeen(scene: BoardScene, look: Look, lens: Lens): Point[] {
  const k = scene.studsPerUnit;
  const standing = scene.units.filter((unit) => unit.status === "alive");
  return standing.map(({ place }) => project(lens, look, place.x * k, place.y * k));
}

/** Five units of the ruler, drawn in the lower left of the plan. */
export class ScaleBar {
  readonly element = svgElement("svg", { width: 1, height: 30, "aria-hidden": "true" });
  private shown = "";

  constructor() {
    Object.assign(this.element.style, { position: "absolute", pointerEvents: "none", overflow: "visible" });
  }

  /** Where it lies with its words; nowhere in Scene, where it would be true at one distance only. */
  place(look: Look, scene: BoardScene): Rect | null {
    if (scene.ruler === undefined || look.scene >= 0.5) return null;
    const words = 8 + 8 * `5 ${scene.ruler}`.length;
    const high = 26;
    const y = look.height - look.margins.bottom - 10 - high;
    return { x: look.margins.left + 22, y, w: 5 * look.scale * scene.studsPerUnit + words, h: high };
  }

  draw(look: Look, scene: BoardScene): void {
    const place = this.place(look, scene);
    this.element.style.display = place ? "block" : "none";
    if (!place) return;
    this.element.style.left = `${place.x}px`;
    this.element.style.bottom = `${look.margins.bottom + 10}px`;
    const step = look.scale * scene.studsPerUnit;
    const night = scene.night === true;
    const key = `${step.toFixed(2)} ${scene.ruler} ${night}`;
    if (key === this.shown) return;
    this.shown = key;
    const ticks = [1, 2, 3, 4].map((i) => `M${i * step} 20v-4`).join("");
    const d = `M0 14V20H${5 * step}V14${ticks}`;
    const bar = (stroke: string, width: number) =>
      svgElement("path", { d, fill: "none", stroke, "stroke-width": width });
    const word = svgElement("text", {
      x: 5 * step + 8,
      y: 23,
      "font-size": 13,
      "font-weight": 700,
      stroke: night ? INK : "#f2f5ee",
      "stroke-width": 3,
      "paint-order": "stroke",
      fill: night ? WHITE : INK,
    });
    word.textContent = `5 ${scene.ruler}`;
    this.element.replaceChildren(bar(night ? INK : WHITE, 5), bar(night ? WHITE : INK, 2), word);
  }
}

/** Between the finger and what shows larger what lies under it. */
const AWAY = 60;

/** Where the loupe lies: above the hand, below it where there is no room above, and within the free part of the board. */
export function loupeAt([x, y]: Point, free: Rect): Point {
  const left = Math.max(free.x + 6, Math.min(x - LOUPE / 2, free.x + free.w - LOUPE - 6));
  const above = y - AWAY - LOUPE;
  return [left, above >= free.y ? above : y + AWAY];
}

/** What lies under the finger, larger, above the hand. */
export class Loupe {
  readonly element = document.createElement("canvas");
  private at: Point | null = null;

  constructor() {
    this.element.width = LOUPE * 2;
    this.element.height = LOUPE * 2;
    const look = {
      position: "absolute",
      width: `${LOUPE}px`,
      height: `${LOUPE}px`,
      borderRadius: "50%",
      display: "none",
    };
    Object.assign(this.element.style, look, {
      border: `2px solid ${INK}`,
      boxShadow: "0 0 0 3px #ffffff",
      pointerEvents: "none",
    });
  }

  show(at: Point | null): void {
    this.at = at;
    this.element.style.display = at ? "block" : "none";
  }

  /** Copies from the picture; must run right after it was drawn. */
  draw(picture: HTMLCanvasElement, width: number, free: Rect, isSaid: boolean): void {
    if (!this.at) return;
    // a sentence says that the way ends elsewhere: then nothing is looked for under the finger, and it must be read
    this.element.style.display = isSaid ? "none" : "block";
    const [x, y] = this.at;
    const [left, top] = loupeAt(this.at, free);
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
    const pen = this.element.getContext("2d");
    if (!pen) return;
    const ratio = picture.width / width;
    const view = LOUPE / 1.8;
    pen.drawImage(
      picture,
      (x - view / 2) * ratio,
      (y - view / 2) * ratio,
      view * ratio,
      view * ratio,
      0,
      0,
      LOUPE * 2,
      LOUPE * 2,
    );
    pen.strokeStyle = INK;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(LOUPE - 14, LOUPE);
    pen.lineTo(LOUPE + 14, LOUPE);
    pen.moveTo(LOUPE, LOUPE - 14);
    pen.lineTo(LOUPE, LOUPE + 14);
    pen.stroke();
  }
}
