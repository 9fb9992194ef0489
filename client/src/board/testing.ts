/** A small table for the board's own tests. */
import type { BoardPiece, BoardScene, BoardUnit, Side } from "./types";

export const STUD = 0.315;

export function aUnit(id: string, side: Side, x: number, y: number, more: Partial<BoardUnit> = {}): BoardUnit {
  const size = { length: 6 * STUD, width: 3 * STUD };
  return { id, side, model: "tank.medium", ...size, place: { x, y, heading: 90 }, status: "alive", ...more };
}

export function aPiece(id: string, model: string, x: number, y: number, more: Partial<BoardPiece> = {}): BoardPiece {
  return { id, model, place: { x, y, heading: 0 }, length: 8 * STUD, width: 8 * STUD, ...more };
}

export function aScene(more: Partial<BoardScene> = {}): BoardScene {
  return {
    width: 24,
    height: 18,
    studsPerUnit: 1 / STUD,
    ground: "roads",
    seed: "test",
    units: [aUnit("a1", 0, 6, 4), aUnit("b1", 1, 18, 14, { place: { x: 18, y: 14, heading: 270 } })],
    pieces: [aPiece("house", "house", 12, 9)],
    zones: [],
    ...more,
  };
}
