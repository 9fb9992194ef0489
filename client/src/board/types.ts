/** The words of the board's door: what it is shown, what it draws on top, what it reports back. */

import type { GoalSign } from "./ground/goal_signs";

/** Where something stands and looks: the game's ruler, degrees counter-clockwise from +x. */
export type Place = { x: number; y: number; heading: number };

export type Point = [number, number];

/** A blue disc, B orange diamond, C forest triangle, D mauve square, E teal hexagon, F plum star; each with its line. */
export type Side = 0 | 1 | 2 | 3 | 4 | 5 | typeof NOBODY;

/** What belongs to no seat, such as a monster of the deep. */
export const NOBODY = 6;

export type Palette = "green" | "sand" | "grey" | "blue" | "rust" | "chalk";

export type BoardUnit = {
  id: string;
  side: Side;
  model: string;
  length: number;
  width: number;
  place: Place;
  status: "alive" | "wreck";
  badge?: string;
  palette?: Palette;
  /** Corner x, y, x, y ... about its middle, +x ahead, for a footprint that is no rectangle. */
  outline?: number[];
  /** Its footprint is a disc with the length as diameter. */
  round?: boolean;
  /** For a figure: the unit it belongs to, whose first standing figure goes by the id of the unit; and its own id. */
  of?: string;
  figure?: string;
  /** The thing it is in or on, and on which level. */
  inside?: string;
  level?: number;
  /** Length and width of the thing it looks out of, in the ruler: its people stand at the walls. */
  walls?: [number, number];
  /** How high its feet are, in the ruler. */
  lift?: number;
  /** Where its turret points: at a place, or so many degrees off its heading. */
  aim?: { x: number; y: number };
  turned?: number;
  faded?: boolean;
  /** Glowing markers on the base. */
  glow?: number;
  /** A closed note lies on the base: something secret is written down. */
  note?: boolean;
  /** How many soldier markers stand on its plate. */
  soldiers?: number;
  /** One soldier more is about to fall, or lies already. */
  falls?: "stands" | "lies";
  /** It lies on the ground. */
  prone?: boolean;
  /** How battered it is and how much of what drives it hangs, as shares; the limbs that hang, by name. */
  wear?: number;
  slack?: number;
  hangs?: string[];
  /** Markers beside it: as a brick of a shape and paint, and as a letter. */
  markers?: BoardMarker[];
};

export type BoardMarker = {
  id: string;
  text: string;
  shape: "round" | "flag" | "cross" | "bar" | "ring";
  paint: string;
};

/** A window or a door: the stretch of a wall of the outline (counter-clockwise from the left one), and its heights. */
export type BoardOpening = { wall: number; start: number; end: number; bottom: number; top: number; door: boolean };

export type BoardStorey = { floor: number; ceiling: number; title: string; openings: BoardOpening[] };

/** How a thing is built upwards, in the ruler; the level after the last storey is its top. */
export type BoardStructure = { bottom: number; top: number; wall: number; storeys: BoardStorey[] };

export type BoardPiece = {
  id: string;
  model: string;
  place: Place;
  length: number;
  width: number;
  /** Corner x, y, x, y ... on the table, for a piece that is no rectangle. */
  outline?: number[];
  group?: string;
  /** Hit markers lying on the piece. */
  marks?: number;
  /** How high it is, in the ruler; the model's own height without it. */
  height?: number;
  /** Whose it is or was, for things that have a side. */
  side?: Side;
  /** How much of it there is: weight, strength. */
  level?: number;
  /** Its footprint is a disc with the length as diameter. */
  round?: boolean;
  structure?: BoardStructure;
  /** The highest level that is drawn whole; what is above it is see-through. All is whole without it. */
  open?: number;
  /** Whose people are in it: a flag of the side stands at its corner. */
  holder?: Side;
};

export type BoardZone = { id: string; outline: number[]; side: Side | -1; label: string };

export type BoardScene = {
  width: number;
  height: number;
  studsPerUnit: number;
  /** Short word of the ruler ("in"); with it the plan shows a scale bar. */
  ruler?: string;
  ground: "fields" | "roads" | "plain" | "yard" | "sea";
  seed: string;
  units: BoardUnit[];
  /** People who lie where they fell: they are seen, and nothing else. */
  fallen?: BoardUnit[];
  pieces: BoardPiece[];
  zones: BoardZone[];
  /** The weather in the sky by its name, where there is any. */
  sky?: string;
  /** Whether the room round the table is dark. */
  night?: boolean;
  /** Degrees the wind blows to, where there is one. */
  wind?: number;
  /** A model to be looked at, of nobody's side: nothing is written or drawn round it. */
  bare?: boolean;
};

export type PathLeg = {
  from: Place;
  to: Place;
  step: "forward" | "reverse" | "pivot" | "slide";
  label: string;
  refused?: boolean;
};

/** A die that fell: how it looks, the number on top, whether it is a hit, whose it is. */
export type Die = { look: "cube" | "brick" | "colours"; face: number; hit: boolean; side: Side };

export type VerdictTone = "hit" | "miss" | "told";

/** Everything drawn that is not a model. */
export type Mark =
  | { kind: "select"; unit: string }
  | { kind: "acting"; units: string[] }
  | { kind: "path"; unit: string; side: Side; legs: PathLeg[] }
  /** The rest of a way that has been stopped: where it still leads, and where it ends. */
  | { kind: "rest"; unit: string; way: Point[]; place: Place; label: string }
  /** A unit at the end of its way; by `unit/figure`: how far a figure is set beside its place in the formation. */
  | {
      kind: "ghost";
      unit: string;
      side: Side;
      place: Place;
      planned?: boolean;
      refused?: boolean;
      apart?: Record<string, Point>;
    }
  | { kind: "ring"; unit: string; side: Side; place: Place }
  /** Somebody of a side may act when the way has come here. */
  | { kind: "danger"; id: string; at: Point; side: Side; label: string }
  /** Where something can get to: the area in convex parts that do not overlap, and its edge; `left`: from where its way ends. */
  | { kind: "reach"; parts: Point[][]; rim: Point[][]; side: Side; left?: boolean }
  | { kind: "arc"; place: Place; degrees: number; reach: number; dashed?: boolean; label?: string }
  /** Everything within a distance of an outline on the table. */
  | { kind: "rim"; outline: number[]; distance: number; label: string; dashed?: boolean }
  /** The ground a footprint passes over, in convex parts. */
  | { kind: "swept"; outlines: Point[][]; side: Side; refused?: boolean }
  | {
      kind: "wedge";
      eye: Point;
      side: [number, number, number, number];
      hidden: Point[];
      label: string;
    }
  | { kind: "shot"; from: Point; to: Point; side: Side; state: "planned" | "current" | "void" }
  /** A shot that was fired, with the burst where it hit or the puff where it missed; struck at `close` quarters without a line. */
  | { kind: "fired"; from: Point; to: Point; side: Side; hit: boolean; close?: boolean }
  /** Where somebody went down and nothing is left to see. */
  | { kind: "grave"; id: string; at: Point; side: Side; label: string; bare?: boolean }
  /** The way a unit went. */
  | { kind: "driven"; way: Point[]; side: Side }
  /** What came of something, beside the unit or the place it happened to: words, and the dice that decided it. */
  | {
      kind: "verdict";
      id: string;
      unit?: string;
      at: Point;
      text: string;
      detail?: string;
      tone: VerdictTone;
      dice?: Die[];
    }
  /** A part of the table; its words stand at its edge, or in its middle. */
  | { kind: "zone"; outline: number[]; side: Side | -1; label: string; strong?: boolean; centred?: boolean }
  | { kind: "tag"; unit: string; text: string; detail?: string; tone: "ask" | "plain" | "dark" | "none" }
  | { kind: "ruler"; from: Point; to: Point; label: string }
  | { kind: "range"; x: number; y: number; radii: { r: number; label: string }[] }
  | {
      kind: "bands";
      place: Place;
      length: number;
      width: number;
      side: Side;
      /** How far from the base each band ends. */
      rings: { r: number; label: string }[];
      /** One band in one arc, filled: the place of the ring and the id of the arc. */
      lit?: { ring: number; arc: string };
      /** Bearings off the facing, to the left positive. */
      arcs: { id: string; title: string; start: number; end: number }[];
    }
  | { kind: "sightline"; from: Point; to: Point; side: Side; label: string; refused: boolean }
  /** An order that waits: from who waits to whom it waits for, with its words. */
  | { kind: "wait"; from: Point; to?: Point; side: Side; label: string }
  /** The rays of a sight rule from one figure to another: to where, and how much of it counts as seen. */
  | { kind: "threads"; from: Point; rays: { to: Point; seen: number }[]; strong: boolean }
  /** Figures that may shoot, each by its own id. */
  | { kind: "lit"; figures: string[]; side: Side }
  /** The cover a figure stands in, drawn at its feet. */
  | { kind: "cover"; figure: string; cover: "none" | "soft" | "hard" | "total" }
  | { kind: "spot"; x: number; y: number; strong: boolean; r?: number }
  /** What a goal is about, with its sign and words: at a point, round an area, along an edge, or at a unit or figure. */
  | {
      kind: "goal";
      id: string;
      sign: GoalSign;
      label: string;
      side: Side | -1;
      at?: Point;
      outline?: number[];
      edge?: "south" | "north" | "west" | "east";
      unit?: string;
      /** It was asked for: it stands out. */
      strong?: boolean;
    }
  | { kind: "bubble"; x: number; y: number; text: string; clause: string; rule?: string };

export type DragPart = "hull" | "ring" | "ghost" | "ground";

export type Intent =
  | {
      kind: "pick";
      unit?: string;
      figure?: string;
      piece?: string;
      x: number;
      y: number;
      pointer: "mouse" | "touch" | "pen";
    }
  | {
      kind: "drag";
      phase: "start" | "move" | "end" | "cancel";
      from: { unit?: string; figure?: string; part?: DragPart; x: number; y: number };
      x: number;
      y: number;
      free: boolean;
    }
  | { kind: "hover"; unit?: string; piece?: string; x: number; y: number }
  | { kind: "clause"; clause: string };

export type Motion =
  | { kind: "move"; unit: string; path: Place[] }
  /** Several at once, as the figures of a unit go. */
  | { kind: "march"; moves: { unit: string; path: Place[] }[] }
  /** A shot, or a blow at `close` quarters, with the dice thrown for it; `takes` so many milliseconds. */
  | {
      kind: "shot";
      from: string;
      to: string;
      hit: boolean;
      close?: boolean;
      dice?: Die[];
      takes?: number;
      /** More lines of the same shot, each from whom to whom. */
      beside?: [string, string][];
    }
  /** Dice thrown for something that happens at a place. */
  | { kind: "dice"; at: Point; dice: Die[]; takes?: number }
  | { kind: "wreck"; unit: string }
  | { kind: "sink"; unit: string }
  /** A soldier of a plate falls, and so many are left; the last one takes the plate along. */
  | { kind: "thin"; unit: string; left: number }
  /** A figure falls, and lies there or is taken away. */
  | { kind: "fall"; unit: string; stays: boolean }
  /** Somebody leaves the table. */
  | { kind: "leave"; unit: string }
  | { kind: "place"; unit: string };

export type Margins = { top: number; right: number; bottom: number; left: number };

/** What the sight rule measured, for the picture from the barrel; `hidden` as shares of the side. */
export type BarrelView = {
  eye: Point;
  target: string;
  shooter: string;
  side: [number, number, number, number];
  hidden: Point[];
};

/** What a cover rule measured: an eye above the table, an upright target, and how many samples of each column are hidden. */
export type EyeView = {
  eye: [number, number, number];
  shooter: string;
  target: string;
  centre: Point;
  width: number;
  /** Heights of the samples, the lowest first. */
  heights: number[];
  /** Hidden samples of each column from below, the left column first. */
  hidden: number[];
  /** Which samples of each column are hidden, the lowest first, where it is not from below. */
  cells?: boolean[][];
};

export type Rect = { x: number; y: number; w: number; h: number };

/** What tests may know about the picture. */
export type BoardProbe = {
  renderer: "webgl" | "svg";
  mode: "plan" | "scene";
  frames: number;
  drawCalls: number;
  triangles: number;
  instances: number;
  centre: Point;
  /** The pixel of the table's corner (0, 0). */
  origin: Point;
  /** Pixels one unit of the ruler takes at the centre of the view. */
  scale: number;
  /** Degrees the whole table is turned. */
  spin: number;
  units: {
    id: string;
    model: string;
    plan: Point;
    scene: Point;
    now: Point;
    of?: string;
    level?: number;
    turned?: number;
  }[];
  /** Terrain and things that lie about, by their model; of a structure how many levels it has and which is open. */
  pieces: { id: string; model: string; now: Point; levels?: number; open?: number }[];
  labels: { id: string; text: string; rect: Rect }[];
  marks: string[];
  /** The dice that lie on the table, by their models. */
  dice: string[];
  /** The weather in the sky. */
  sky: string;
  /** Nothing waits to be drawn. */
  idle: boolean;
};

export interface Board {
  set(scene: BoardScene): void;
  mark(marks: Mark[]): void;
  on(listener: (intent: Intent) => void): () => void;
  camera(mode: "plan" | "scene"): void;
  /** Turns the whole table by quarter turns, in plan and scene alike. */
  spin(degrees: number): void;
  fit(): void;
  /** Goes slowly round to a view of everything that stands or lies there, worth a picture, and stays still. */
  admire(): void;
  centre(x: number, y: number): void;
  /** In the scene: a unit whole, to its head and however it is turned. */
  closeUp(unit: string): void;
  zoom(factor: number): void;
  /** Moves the view by so many pixels. */
  pan(dx: number, dy: number): void;
  turn(degrees: number, tilt?: number): void;
  /** The free area not under panels: `fit`, `centre` and `keepInView` use it. */
  margins(m: Margins): void;
  keepInView(points: Point[]): void;
  /** The point of the table under a point of the window (client pixels). */
  at(clientX: number, clientY: number): Point;
  /** A small plan in the corner while the scene camera is on. */
  inset(on: boolean, crowded?: boolean): void;
  play(motions: Motion[], options: { reduced: boolean; speed: number }): Promise<void>;
  skip(): void;
  /** Everything as it is when some motions are over, without playing them. */
  pose(motions: Motion[]): void;
  /** Whether the room round the table is dark; what lies on it stays as it is. */
  night(on: boolean): void;
  /** Takes the dice off the table. */
  sweep(): void;
  /** A short look at some places, unless a hand is at work on the board; it goes back by itself with `null`. */
  glance(points: Point[] | null): void;
  /** The table as it is seen now between the panels, as a picture. */
  snapshot(): HTMLCanvasElement | null;
  barrel(view: BarrelView, size?: { width: number; height: number }): Promise<HTMLCanvasElement>;
  /** What an eye above the table sees of a target, with the samples of the rule as dots. */
  eye(view: EyeView, size: { width: number; height: number }): HTMLCanvasElement;
  picture(size: { width: number; height: number }, what: { unit?: string; piece?: string }): HTMLCanvasElement;
  probe(): BoardProbe;
  dispose(): void;
}

/** `high` with shadows and round studs, `low` without, `rough` with a quarter of the pixels, for machines that draw in
 * software: there a frame costs what its pixels do. */
export type Quality = "rough" | "low" | "high";
export type BoardOptions = { quality: Quality; onReady?: () => void; reducedMotion: boolean; night?: boolean };
