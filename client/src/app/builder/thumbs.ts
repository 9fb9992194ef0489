// Pictures of models for lists and paper: drawn one after another by a board nobody sees, and kept while the page lives.
import { type Board, type BoardScene, createBoard } from "../../board";

export { drawingsFor } from "../as_built";

const GRAIN = 1e6;
const SIZE = { width: 120, height: 80 };
const MODEL = "model";

/** What is portrayed: the model of a unit, or of a piece of terrain. */
export type Sitter = { model: string; length: number; width: number; piece: boolean };
export type Studio = { studsPerUnit: number; ground: BoardScene["ground"] };

let board: Board | undefined;

function studio(): Board {
  if (board) return board;
  const host = document.createElement("div");
  Object.assign(host.style, { position: "fixed", left: "-99px", width: "8px", height: "8px", visibility: "hidden" });
  host.setAttribute("aria-hidden", "true");
  document.body.append(host);
  board = createBoard(host, { quality: "high", reducedMotion: true });
  return board;
}

/** The picture of a model as an address; "" where this browser cannot draw it. */
export function portray({ model, length, width, piece }: Sitter, { studsPerUnit, ground }: Studio): string {
  const [long, wide] = [length / GRAIN, width / GRAIN];
  const side = 4 * Math.max(long, wide);
  const table = studio();
  const stands = {
    ...{ id: MODEL, side: 0 as const, model, length: long, width: wide, status: "alive" as const },
    place: { x: side / 2, y: side / 2, heading: 0 },
  };
  const plain = { zones: [], seed: MODEL, ground, studsPerUnit, width: side, height: side };
  table.set({
    ...plain,
    units: piece ? [] : [{ ...stands, soldiers: 4 }],
    pieces: piece ? [{ id: MODEL, model, place: stands.place, length: long, width: wide }] : [],
  });
  const canvas = table.picture(SIZE, piece ? { piece: MODEL } : { unit: MODEL });
  return canvas.toDataURL("image/png");
}
