/** The palette of the board: paint of the bricks, colours and line styles of the sides. */
import type { Palette, Side } from "./types";

export const PAINT = {
  olive: "#566339",
  olive2: "#454f2e",
  sand: "#c9a961",
  sand2: "#a98a4a",
  field_grey: "#8a9298",
  field_grey2: "#697177",
  slate: "#5d7a94",
  slate2: "#486177",
  rust: "#9a6a52",
  rust2: "#7b5240",
  chalk: "#d4d6cf",
  chalk2: "#aeb2aa",
  dark: "#3b4146",
  black: "#22272b",
  steel: "#7c868c",
  light: "#b9c0c2",
  light2: "#a9b0b1",
  white: "#eef1ee",
  tan: "#d9c79c",
  pale: "#cfd5d3",
  brick: "#a8412f",
  brick2: "#8f3527",
  roof: "#56616b",
  roof2: "#4a545d",
  wood: "#7a5230",
  wood2: "#5f3f25",
  leaf: "#4f7a3a",
  leaf2: "#5f8f43",
  leaf3: "#3f6630",
  floor: "#7d9456",
  grass: "#93aa6c",
  grass2: "#8aa265",
  meadow: "#9fb473",
  field: "#cbb884",
  field2: "#c2ad78",
  road: "#b5aea0",
  road2: "#aaa395",
  glass: "#6fb4c9",
  ember: "#c8541c",
  ember2: "#a8412f",
  rubble: "#a59a86",
  rubble2: "#8f8674",
  yard: "#c3cac8",
  yard2: "#b7bfbd",
  sea: "#3f86a8",
  sea2: "#7fb3c8",
  oak: "#8a5a34",
  oak2: "#a06d40",
  pine: "#b98a55",
  tar: "#33302e",
  canvas: "#efe9da",
  gilt: "#c9952f",
  shore: "#e3d3a3",
  shore2: "#d8c58f",
  jungle: "#6f9a4a",
  jungle2: "#7fa857",
  basalt: "#6d7577",
  basalt2: "#7f8788",
  coral: "#c98d86",
  kelp: "#3f6b45",
  ink_fish: "#8a4258",
  ink_fish2: "#a5586c",
  scales: "#3f7a64",
  scales2: "#56977c",
  frame: "#4c5a62",
  deep: "#2f6f9a",
  ford: "#9cc9d6",
  mud: "#7b5f43",
  mud2: "#5d4630",
  puddle: "#8d8f86",
  crest: "#f3e7c0",
  lee: "#c9ae74",
  hill: "#6f8344",
  hill2: "#8e9a50",
  hill3: "#adae62",
  hill4: "#cdc584",
  moss: "#3d5230",
  fir: "#2f5a3c",
  fir2: "#3b6b47",
  swell: "#448cae",
} as const;

export const CHARCOALS = ["#4f4b47", "#3f3c39", "#5c5751"] as const;

/** Body and trim of a vehicle. */
export const LIVERY: Record<Palette, readonly [string, string]> = {
  green: [PAINT.olive, PAINT.olive2],
  sand: [PAINT.sand, PAINT.sand2],
  grey: [PAINT.field_grey, PAINT.field_grey2],
  blue: [PAINT.slate, PAINT.slate2],
  rust: [PAINT.rust, PAINT.rust2],
  chalk: [PAINT.chalk, PAINT.chalk2],
};

export const INK = "#16222b";
export const WHITE = "#ffffff";
export const ASK = "#f5c518";
export const FAINT = "#5c6870";
export const BAD = "#a3201a";
/** What is left of a side when its unit has fallen: the shape, no colour. */
export const BURNT = "#4f4b47";
export const SKY = "#cfdde5";
/** What lies round the table at night: a dark room, the lamp over the table. */
export const NIGHT = "#131c23";

export type Stroke = "solid" | "dashed" | "dotted" | "double" | "dash_dot" | "double_dash";
export type SideLook = {
  colour: string;
  ghost: string;
  stroke: Stroke;
  shape: "disc" | "diamond" | "triangle" | "square" | "hexagon" | "star";
};

/** A line style and a shape go with every colour, so that a side is known in grey too. */
export const SIDES: Record<Side, SideLook> = {
  0: { colour: "#0a5ca8", ghost: "#3d86c6", stroke: "solid", shape: "disc" },
  1: { colour: "#b8430a", ghost: "#d9763f", stroke: "dashed", shape: "diamond" },
  2: { colour: "#0f3d14", ghost: "#4d8a55", stroke: "dotted", shape: "triangle" },
  3: { colour: "#8f5f78", ghost: "#b48aa1", stroke: "double", shape: "square" },
  4: { colour: "#007577", ghost: "#3fa3a5", stroke: "dash_dot", shape: "hexagon" },
  5: { colour: "#6a1b6e", ghost: "#a162a5", stroke: "double_dash", shape: "star" },
  6: { colour: "#42525c", ghost: "#7b8a93", stroke: "dotted", shape: "disc" },
};

/** Mechs are steel, sand, olive ...; the colour of the side is on their shoulders. */
export const ARMOUR: Record<Side, Palette> = {
  0: "grey",
  1: "sand",
  2: "green",
  3: "chalk",
  4: "rust",
  5: "blue",
  6: "grey",
};

/** The paint a side builds in when nothing else is said. */
export const USUAL: Record<Side, Palette> = {
  0: "green",
  1: "sand",
  2: "grey",
  3: "blue",
  4: "rust",
  5: "chalk",
  6: "grey",
};

const known = new Map<string, [number, number, number]>();

/** A colour as light, the way the shader adds it up. */
export function linear(hex: string): [number, number, number] {
  const found = known.get(hex);
  if (found) return found;
  const n = Number.parseInt(hex.slice(1), 16);
  const channel = (v: number) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const made: [number, number, number] = [channel(n >> 16), channel((n >> 8) & 255), channel(n & 255)];
  known.set(hex, made);
  return made;
}

/** A colour as printed, 0 to 1, for marks that are not lit. */
export function printed(hex: string): [number, number, number] {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}
