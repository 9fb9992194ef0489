/** Labels as elements over the picture: tags, badges, leg numbers, the refusal bubble, leader lines. */
import { ASK, BURNT, INK, SIDES } from "../colours";
import { type GoalSign, SIGNS } from "../ground/goal_signs";
import type { Note } from "../marks";
import type { Die, Point, Rect, Side } from "../types";
import { type Placed, placeLabels, type Tone, type Wish } from "./labels";

const SVG = "http://www.w3.org/2000/svg";

/** A note with its place on the screen. */
export type ScreenNote = Note & {
  px: Point;
  room: number;
  toward: Point;
  side?: Side;
  size?: number;
  ends?: Point;
  /** Other places of a badge at its unit, and the unit on the screen. */
  also?: Point[];
  own?: Rect;
  /** The badge of a wreck. */
  fallen?: boolean;
};

const VERDICT: Partial<CSSStyleDeclaration> = {
  borderRadius: "8px",
  padding: "3px 9px",
  fontSize: "14.5px",
  fontWeight: "600",
  maxWidth: "260px",
  whiteSpace: "normal",
};

const LOOKS: Record<Tone, Partial<CSSStyleDeclaration>> = {
  ask: {
    background: ASK,
    color: INK,
    border: `1.5px solid ${INK}`,
    borderRadius: "7px",
    padding: "3px 9px",
    fontSize: "14.5px",
  },
  plain: {
    background: "#f7fafb",
    color: INK,
    border: `1.5px solid ${INK}`,
    borderRadius: "7px",
    padding: "3px 9px",
    fontSize: "14.5px",
  },
  dark: {
    background: INK,
    color: "#ffffff",
    borderRadius: "6px",
    padding: "2px 9px",
    fontSize: "13.5px",
    fontWeight: "600",
  },
  none: {
    background: "#f7fafb",
    color: "#42525c",
    border: `1.5px solid ${INK}`,
    borderRadius: "7px",
    padding: "3px 9px",
    fontSize: "14.5px",
  },
  badge: {},
  hit: { ...VERDICT, background: "#a3201a", color: "#ffffff", border: "1.5px solid #ffffff" },
  miss: { ...VERDICT, background: "#f7fafb", color: "#42525c", border: `1.5px dashed ${INK}` },
  told: { ...VERDICT, background: "#f7fafb", color: INK, border: `1.5px solid ${INK}` },
  bubble: {
    background: "#f7fafb",
    color: INK,
    border: `1.5px solid ${INK}`,
    borderRadius: "10px",
    padding: "8px 12px",
    fontSize: "14px",
    maxWidth: "280px",
    whiteSpace: "normal",
  },
  state: {
    background: "#ffffff",
    color: INK,
    border: `1.5px solid ${INK}`,
    borderRadius: "4px",
    padding: "0 4px",
    fontSize: "12px",
    fontWeight: "800",
  },
  goal: {
    display: "flex",
    alignItems: "center",
    gap: "6px",
    background: "#f7fafb",
    color: INK,
    border: `1.5px solid ${INK}`,
    borderRadius: "6px",
    padding: "1px 7px 1px 1px",
    fontSize: "12.5px",
    fontWeight: "700",
    lineHeight: "1.15",
    maxWidth: "max(138px, min(240px, 24vw))",
    whiteSpace: "normal",
  },
  line: {
    color: INK,
    fontSize: "12.5px",
    fontWeight: "600",
    textShadow: "0 0 3px #f2f5ee, 0 0 3px #f2f5ee, 0 0 2px #f2f5ee",
  },
};

const SHAPES: Record<Side, string> = {
  0: "M13 1.5A11.5 11.5 0 1 1 13 24.500A11.5 11.5 0 1 1 13 1.5Z",
  1: "M13 .8 25.2 13 13 25.2 .8 13Z",
  2: "M13 1.2 25 23.500H1Z",
  3: "M2.5 2.500H23.500V23.500H2.500Z",
  4: "M7 2H19L25 13 19 24H7L1 13Z",
  6: "M13 1.5A11.5 11.5 0 1 1 13 24.500A11.5 11.5 0 1 1 13 1.5Z",
  5: "M13 .8 16.3 8.7 24.8 9.4 18.3 15 20.3 23.3 13 18.9 5.7 23.3 7.7 15 1.2 9.4 9.7 8.7Z",
};
const INNER: Record<Side, string> = {
  0: "M13 9A4 4 0 1 1 13 17A4 4 0 1 1 13 9Z",
  1: "M8 11 15 18M11 8 18 15",
  2: "M13 10.5 17 18H9Z",
  3: "M8 8 18 18M18 8 8 18",
  4: "M7 10H19M7 16H19",
  6: "M8 13H18",
  5: "M13 9.500A3.5 3.5 0 1 1 13 16.500A3.5 3.5 0 1 1 13 9.500Z",
};

function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** The fill of a badge: its side, the colour of a question, or burnt. */
export type Standing = "stands" | "asked" | "fallen";
const fillOf = (side: Side, standing: Standing): string =>
  standing === "asked" ? ASK : standing === "fallen" ? BURNT : SIDES[side].colour;

/** How wide the middle of each shape is, as a share of a disc's: where a name has its place. */
const ROOMY: Record<Side, number> = { 0: 1, 1: 0.76, 2: 0.62, 3: 1, 4: 1, 5: 0.62, 6: 1 };

/** How large the letters of a name are so that it stays inside of its shape. */
const lettersIn = (side: Side, text: string): number => Math.min(13.5, (20.5 * ROOMY[side]) / (0.64 * text.length));

/** The side's shape with its inner sign, or with a name in it. */
export function badgeElement(side: Side, text: string, standing: Standing, size = 26): SVGSVGElement {
  const root = svg("svg", { viewBox: "0 0 26 26", width: `${size}`, height: `${size}`, display: "block" });
  const fill = fillOf(side, standing);
  root.append(svg("path", { d: SHAPES[side], fill, stroke: "#ffffff", "stroke-width": "2" }));
  if (!text) {
    const solid = side === 0 || side === 2 || side === 5;
    root.append(
      svg("path", {
        d: INNER[side],
        fill: solid ? "#ffffff" : "none",
        stroke: "#ffffff",
        "stroke-width": solid ? "0" : "2",
      }),
    );
    return root;
  }
  const word = svg("text", {
    x: "13",
    y: ((side === 2 ? 16.2 : 13) + lettersIn(side, text) * 0.355).toFixed(1),
    "text-anchor": "middle",
    "font-size": lettersIn(side, text).toFixed(1),
    "font-weight": "800",
    fill: standing === "asked" ? INK : "#ffffff",
  });
  word.textContent = text;
  root.append(word);
  return root;
}

/** The sign of what a goal is about, on the colour of whose it is. */
function signElement(sign: GoalSign, side: Side | -1): SVGSVGElement {
  const root = svg("svg", { viewBox: "0 0 16 16", width: "22", height: "22", "aria-hidden": "true" });
  Object.assign(root.style, { flex: "none", borderRadius: "4px", background: side === -1 ? INK : SIDES[side].colour });
  const look = { fill: "none", stroke: "#ffffff", "stroke-width": "1.5", "stroke-linecap": "round" };
  root.append(
    svg("path", { d: SIGNS[sign], ...look, "stroke-linejoin": "round", transform: "translate(1.6 1.6) scale(0.8)" }),
  );
  return root;
}

type Shown = { element: HTMLElement; key: string; size: Point };

export class Notes {
  readonly element = document.createElement("div");
  private readonly leaders = svg("svg", { "aria-hidden": "true" });
  private readonly shown = new Map<string, Shown>();
  private rects: { id: string; text: string; rect: Rect; unit?: string }[] = [];

  constructor(private readonly onClause: (clause: string) => void) {
    Object.assign(this.element.style, {
      position: "absolute",
      inset: "0",
      overflow: "hidden",
      pointerEvents: "none",
      fontVariantNumeric: "tabular-nums",
    });
    Object.assign(this.leaders.style, { position: "absolute", inset: "0", width: "100%", height: "100%" });
    this.element.append(this.leaders);
  }

  /** Rectangles as they were placed last, for the hand and for tests. */
  get placed(): readonly { id: string; text: string; rect: Rect; unit?: string }[] {
    return this.rects;
  }

  /** Whether a sentence stands there that must be read. */
  get isSaying(): boolean {
    return this.rects.some(({ id }) => id.startsWith("bubble"));
  }

  /** `above`: what else lies over the picture, such as the ruler and the compass. */
  draw(
    notes: readonly ScreenNote[],
    { busy, free, above = [] }: { busy: readonly Rect[]; free: Rect; above?: readonly Rect[] },
    asked: ReadonlySet<string>,
  ): void {
    const wishes = notes.map((note): Wish => {
      const { size } = this.elementFor(note, asked.has(note.unit ?? ""));
      const { id, tone, text, px: anchor, room, toward, ends = [0, 0] } = note;
      const at = note.own ? { own: note.own, also: note.also ?? [] } : {};
      return { id, tone, text, anchor, size, room, ends, toward, centred: note.centred ?? tone === "badge", ...at };
    });
    const placed = placeLabels(wishes, busy, free, above);
    const byId = new Map(notes.map((note) => [note.id, note]));
    this.rects = placed.map(({ id, rect }) => {
      const note = byId.get(id) as Note;
      const text = [note.text, note.detail].filter(Boolean).join(" ");
      return note.unit ? { id, text, rect, unit: note.unit } : { id, text, rect };
    });
    this.move(placed);
  }

  private move(placed: readonly Placed[]): void {
    const kept = new Set(placed.map((each) => each.id));
    for (const [id, { element }] of this.shown) {
      if (kept.has(id)) continue;
      element.remove();
      this.shown.delete(id);
    }
    this.leaders.replaceChildren(...placed.flatMap((each) => (each.leader ? leaderLines(each.leader) : [])));
    for (const { id, rect } of placed) {
      const element = this.shown.get(id)?.element;
      if (element) element.style.transform = `translate(${rect.x.toFixed(1)}px, ${rect.y.toFixed(1)}px)`;
    }
  }

  private elementFor(note: ScreenNote, asked: boolean): Shown {
    const key = JSON.stringify([
      note.tone,
      note.text,
      note.detail,
      note.clause,
      note.side,
      note.size,
      note.fallen,
      note.dice,
      note.goal,
      asked,
    ]);
    const found = this.shown.get(note.id);
    if (found?.key === key) return found;
    found?.element.remove();
    const element = this.build(note, asked);
    this.element.append(element);
    const box = element.getBoundingClientRect();
    const size: Point = box.width > 0 ? [box.width, box.height] : guess(note);
    const shown = { element, key, size };
    this.shown.set(note.id, shown);
    return shown;
  }

  private build(note: ScreenNote, asked: boolean): HTMLElement {
    const element = document.createElement("div");
    element.dataset.note = note.id;
    element.dataset.tone = note.tone;
    Object.assign(element.style, {
      position: "absolute",
      left: "0",
      top: "0",
      whiteSpace: "nowrap",
      lineHeight: "1.35",
      boxSizing: "border-box",
    });
    Object.assign(element.style, LOOKS[note.tone]);
    if (note.tone === "badge") {
      const standing = asked ? "asked" : note.fallen ? "fallen" : "stands";
      element.append(badgeElement(note.side ?? 0, note.text, standing, note.size));
      return element;
    }
    if (note.goal) {
      if (note.goal.strong) Object.assign(element.style, { background: INK, color: "#ffffff" });
      element.append(signElement(note.goal.sign, note.goal.side));
    }
    if (note.dice?.length) element.append(diceRow(note.dice));
    const head = document.createElement(note.detail === undefined ? "span" : "b");
    head.textContent = note.text;
    element.append(head);
    if (note.detail !== undefined) {
      const rest = document.createElement("span");
      rest.textContent = note.detail;
      rest.style.marginLeft = "12px";
      element.append(rest);
    }
    if (note.clause) element.append(this.clauseButton(note.clause, note.rule ?? note.clause));
    return element;
  }

  private clauseButton(clause: string, rule: string): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = rule;
    Object.assign(button.style, {
      display: "block",
      pointerEvents: "auto",
      background: "none",
      border: "0",
      padding: "4px 0 0",
      minHeight: "28px",
      font: "inherit",
      fontSize: "13px",
      color: "#0a5ca8",
      textDecoration: "underline dotted",
      cursor: "pointer",
      textAlign: "left",
    });
    button.addEventListener("click", () => this.onClause(clause));
    return button;
  }
}

const PIPS: Record<number, number[]> = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

/** A die as a small picture: its pips, the brick on its side or flat, the colour that fell. */
function dieElement({ look, face, hit }: Die): SVGSVGElement {
  const root = svg("svg", { viewBox: "0 0 18 18", width: "18", height: "18", "aria-hidden": "true" });
  const stroke = { stroke: INK, "stroke-width": "1.4" };
  if (look === "brick") {
    const [x, y, w, h] = hit ? [2, 2, 9, 14] : [2, 7, 14, 9];
    root.append(svg("rect", { x: `${x}`, y: `${y}`, width: `${w}`, height: `${h}`, fill: "#b98a55", ...stroke }));
    const stud = hit ? { x: "11", y: "6", width: "4", height: "6" } : { x: "6", y: "3", width: "6", height: "4" };
    root.append(svg("rect", { ...stud, fill: "#b98a55", ...stroke }));
    return root;
  }
  const fill = look === "colours" ? (hit ? "#c8541c" : "#b9c0c2") : hit ? "#d7f0dd" : "#ffffff";
  root.append(svg("rect", { x: "1", y: "1", width: "16", height: "16", rx: "3.5", fill, ...stroke }));
  for (const at of look === "cube" ? (PIPS[face] ?? []) : []) {
    const place = { cx: `${4.6 + (at % 3) * 4.4}`, cy: `${4.6 + Math.floor(at / 3) * 4.4}` };
    root.append(svg("circle", { ...place, r: "1.6", fill: INK }));
  }
  return root;
}

function diceRow(dice: readonly Die[]): HTMLElement {
  const row = document.createElement("span");
  Object.assign(row.style, { display: "flex", flexWrap: "wrap", gap: "3px", padding: "1px 0 2px" });
  row.append(...dice.map(dieElement));
  return row;
}

function leaderLines([from, to]: [Point, Point]): SVGElement[] {
  const ends = { x1: `${from[0]}`, y1: `${from[1]}`, x2: `${to[0]}`, y2: `${to[1]}` };
  return [
    svg("line", { ...ends, stroke: "#ffffff", "stroke-width": "3.5" }),
    svg("line", { ...ends, stroke: INK, "stroke-width": "1.5" }),
  ];
}

/** Size of a label where nothing is laid out, as in headless tests. */
function guess(note: ScreenNote): Point {
  if (note.tone === "badge") return [note.size ?? 26, note.size ?? 26];
  if (note.tone === "bubble") return [280, 84];
  if (note.dice?.length) return [Math.max(note.text.length * 7.4, note.dice.length * 21) + 22, 50];
  return [(note.text.length + (note.detail?.length ?? 0)) * 7.4 + 30, 27];
}
