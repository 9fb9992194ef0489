/** A page to look at the board alone: the middle of a battle at the crossroads. Not part of the product. */
import "@fontsource-variable/atkinson-hyperlegible-next";
import { gallery, people } from "./demo_models";
import { circle } from "./ground/flats";
import type { Board, BoardPiece, BoardScene, BoardUnit, Mark, Palette, Place, Side } from "./index";
import { createBoard } from "./index";

const asked = new URLSearchParams(location.search);
const STUD = 0.315;

function unit(
  id: string,
  side: Side,
  model: string,
  x: number,
  y: number,
  heading: number,
  badge = "",
  wreck = false,
): BoardUnit {
  const length = model.endsWith("light") ? 5 : model.endsWith("heavy") ? 7 : 6;
  const palette: Palette = side ? "sand" : "green";
  const size = { length: length * STUD, width: (length === 7 ? 4 : 3) * STUD };
  return {
    id,
    side,
    model,
    ...size,
    place: { x, y, heading },
    status: wreck ? "wreck" : "alive",
    palette,
    ...(badge ? { badge } : {}),
  };
}

function piece(
  id: string,
  model: string,
  x: number,
  y: number,
  length: number,
  width: number,
  heading: number,
): BoardPiece {
  return { id, model, place: { x, y, heading }, length: length * STUD, width: width * STUD };
}

const scene: BoardScene = {
  width: 48,
  height: 36,
  studsPerUnit: 1 / STUD,
  ruler: "in",
  ground: "roads",
  seed: "crossroads",
  units: [
    unit("u1", 0, "tank.medium", 16.6, 11.3, 78, "1"),
    { ...unit("u2", 0, "tank.medium", 19.1, 18.1, 38, "2"), aim: { x: 28.5, y: 24.44 } },
    unit("u3", 0, "tank.light", 23.9, 13.6, 92, "3"),
    unit("u4", 0, "tank.medium", 29.3, 12.2, 70, "4"),
    unit("u5", 0, "tank.medium", 36.2, 11.2, 110, "5"),
    unit("w1", 0, "tank.medium", 25.1, 17.2, 60, "", true),
    unit("e1", 1, "tank.medium", 28.5, 24.44, 233),
    unit("e2", 1, "fixed.medium", 22.3, 27.15, 268),
    unit("e3", 1, "tank.light", 35.9, 19.6, 196),
    unit("e4", 1, "fixed.medium", 15.6, 26.2, 262),
    unit("e5", 1, "tank.medium", 32.9, 25.9, 256),
    unit("w2", 1, "tank.medium", 19.6, 23.2, 250, "", true),
  ],
  pieces: [
    piece("house-1", "house", 21, 15, 8, 8, 90),
    piece("house-2", "house", 27, 21, 8, 8, 90),
    piece("hedge-1", "hedgerow", 14, 18, 24, 1, 90),
    piece("hedge-2", "hedgerow", 34, 18, 24, 1, 90),
    piece("trees-1", "light_trees", 8, 12, 16, 12, 90),
    piece("trees-2", "light_trees", 40, 24, 16, 12, 90),
    piece("wall-1", "low_wall", 24, 10, 18, 1, 0),
    piece("wall-2", "low_wall", 24, 26, 18, 1, 0),
  ],
  zones: [{ id: "goal", outline: [21, 15, 27, 15, 27, 21, 21, 21], side: -1, label: "Objective: 6 × 6 in" }],
};

const declaring: Mark[] = [
  { kind: "select", unit: "u2" },
  { kind: "acting", units: ["u2", "u3", "u4", "u5"] },
  { kind: "shot", from: [16.6, 11.3], to: [15.6, 26.2], side: 0, state: "planned" },
  { kind: "wedge", eye: [19.88, 18.62], side: [28.31, 23.4, 27.55, 23.97], hidden: [[0, 0.39]], label: "9.4 in" },
  { kind: "tag", unit: "e1", text: "7+", detail: "58.3 %", tone: "ask" },
  { kind: "tag", unit: "e2", text: "8+", detail: "41.7 %", tone: "plain" },
  { kind: "tag", unit: "e3", text: "5+", detail: "83.3 %", tone: "plain" },
  { kind: "tag", unit: "e4", text: "6+", detail: "72.2 %", tone: "plain" },
  { kind: "tag", unit: "e5", text: "–", detail: "no line", tone: "none" },
];

function ahead(from: Place, inches: number): Place {
  const a = (from.heading * Math.PI) / 180;
  return { ...from, x: from.x + inches * Math.cos(a), y: from.y + inches * Math.sin(a) };
}

const start: Place = { x: 29.3, y: 12.2, heading: 70 };
const bend = ahead(start, 3.4);
const turnedPlace = { ...bend, heading: 122 };
const end = ahead(turnedPlace, 2.4);
const moving: Mark[] = [
  { kind: "select", unit: "u4" },
  { kind: "acting", units: ["u4", "u5"] },
  { kind: "reach", parts: [circle(start.x, start.y, 8)], rim: [circle(start.x, start.y, 8)], side: 0 },
  { kind: "reach", parts: [circle(end.x, end.y, 1.62)], rim: [circle(end.x, end.y, 1.62)], side: 0, left: true },
  {
    kind: "path",
    unit: "u4",
    side: 0,
    legs: [
      { from: start, to: bend, step: "forward", label: "3.4 in · 3.40 MP" },
      { from: bend, to: turnedPlace, step: "pivot", label: "52° · 0.58 MP" },
      { from: turnedPlace, to: end, step: "forward", label: "2.4 in · 2.40 MP" },
    ],
  },
  { kind: "ghost", unit: "u4", side: 0, place: end },
  { kind: "ring", unit: "u4", side: 0, place: end },
];

const many: Mark[] = [
  {
    kind: "range",
    x: 24,
    y: 18,
    radii: [
      { r: 6, label: "6" },
      { r: 12, label: "12" },
    ],
  },
  { kind: "arc", place: { x: 22.3, y: 27.15, heading: 268 }, degrees: 45, reach: 8, dashed: true },
  { kind: "zone", outline: [0, 0, 48, 0, 48, 8, 0, 8], side: 0, label: "Your deployment zone", strong: true },
  { kind: "zone", outline: [0, 28, 48, 28, 48, 36, 0, 36], side: 1, label: "Their deployment zone" },
  { kind: "ruler", from: [10, 20], to: [18.4, 24], label: "9.3 in" },
  { kind: "ghost", unit: "u1", side: 0, place: { x: 17.4, y: 15, heading: 78 }, planned: true },
  { kind: "ghost", unit: "u3", side: 0, place: { x: 22.6, y: 14.9, heading: 160 }, refused: true },
  { kind: "bubble", x: 22.6, y: 14.9, text: "Cannot reverse 5 in: 10 MP, 8 left.", clause: "book.move.reverse" },
  { kind: "shot", from: [36.2, 11.2], to: [35.9, 19.6], side: 0, state: "current" },
  { kind: "shot", from: [29.3, 12.2], to: [32.9, 25.9], side: 0, state: "void" },
];

const sets: Record<string, Mark[]> = { declare: declaring, move: moving, many, none: [] };
const host = document.getElementById("table");
if (!host) throw new Error("the page has no table");
Object.assign(document.body.style, {
  margin: "0",
  font: "400 15px/1.4 'Atkinson Hyperlegible Next Variable', sans-serif",
});
Object.assign(host.style, { position: "fixed", inset: "0" });

const begun = performance.now();
const board: Board = createBoard(host, {
  quality: asked.get("quality") === "low" ? "low" : "high",
  reducedMotion: asked.get("motion") === "off",
  onReady: () => {
    document.body.dataset.ready = (performance.now() - begun).toFixed(0);
  },
});
const tables: Record<string, BoardScene> = { models: gallery, people };
const shown = tables[asked.get("table") ?? ""] ?? scene;
board.set(shown);
board.mark(sets[asked.get("marks") ?? (shown === scene ? "declare" : "none")] ?? []);
if (asked.get("view") === "scene") board.camera("scene");
board.inset(asked.get("inset") === "on");
addEventListener("keydown", (event) => {
  if (event.key === "v") board.camera(board.probe().mode === "plan" ? "scene" : "plan");
  if (event.key === "Home") board.fit();
});
Object.assign(globalThis, { board, boardScene: shown });
