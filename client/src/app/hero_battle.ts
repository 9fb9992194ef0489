// The battle that stands on the front page: the middle of a fight at the crossroads. Places in inches.
import type { BoardPiece, BoardScene, BoardUnit, Side } from "../board";

const STUD = 0.315;

type Tank = [id: string, side: Side, model: string, x: number, y: number, heading: number];

const TANKS: Tank[] = [
  ["a1", 0, "tank.medium", 16.6, 11.3, 78],
  ["a2", 0, "tank.medium", 19.1, 18.1, 38],
  ["a3", 0, "tank.light", 23.9, 13.6, 92],
  ["a4", 0, "tank.medium", 29.3, 12.2, 70],
  ["a5", 0, "tank.medium", 31.4, 15.4, 96],
  ["b1", 1, "tank.medium", 28.5, 24.4, 233],
  ["b2", 1, "fixed.medium", 22.3, 27.1, 268],
  ["b3", 1, "tank.light", 35.9, 19.6, 196],
  ["b4", 1, "fixed.medium", 15.6, 26.2, 262],
  ["b5", 1, "tank.medium", 32.9, 25.9, 256],
];
const WRECKS: Tank[] = [
  ["w1", 0, "tank.medium", 25.1, 17.2, 60],
  ["w2", 1, "tank.medium", 19.6, 23.2, 250],
];

type Piece = [id: string, model: string, x: number, y: number, length: number, width: number, heading: number];

const PIECES: Piece[] = [
  ["house-1", "house", 21, 15, 8, 8, 90],
  ["house-2", "house", 27, 21, 8, 8, 90],
  ["hedge-1", "hedgerow", 14, 18, 24, 1, 90],
  ["hedge-2", "hedgerow", 34, 18, 24, 1, 90],
  ["trees-1", "light_trees", 8, 12, 16, 12, 90],
  ["trees-2", "light_trees", 40, 24, 16, 12, 90],
  ["wall-1", "low_wall", 24, 10, 18, 1, 0],
  ["wall-2", "low_wall", 24, 26, 18, 1, 0],
];

function unit([id, side, model, x, y, heading]: Tank, status: "alive" | "wreck"): BoardUnit {
  const length = (model.endsWith("light") ? 5 : 6) * STUD;
  const palette = side === 0 ? "green" : "sand";
  return { id, side, model, length, width: 3 * STUD, place: { x, y, heading }, status, palette };
}

function piece([id, model, x, y, length, width, heading]: Piece): BoardPiece {
  return { id, model, place: { x, y, heading }, length: length * STUD, width: width * STUD };
}

export const heroBattle: BoardScene = {
  width: 48,
  height: 36,
  studsPerUnit: 1 / STUD,
  ruler: "in",
  ground: "roads",
  seed: "crossroads",
  units: [...TANKS.map((tank) => unit(tank, "alive")), ...WRECKS.map((tank) => unit(tank, "wreck"))],
  pieces: PIECES.map(piece),
  zones: [],
};
