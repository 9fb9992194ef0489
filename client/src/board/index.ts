/** The door of the board: a table of bricks that knows no game, no socket and no rule. */
import { type Bench, benchOf } from "./bench";
import { TableBoard } from "./board";
import { Stage } from "./gl";
import type { Painter } from "./painter";
import { PlanSheet } from "./svg";
import type { Board, BoardOptions, Quality } from "./types";

/** Without GL the plan is drawn as SVG, with the same layers and the same intents. */
function painterFor(host: HTMLElement, quality: Quality): Painter {
  try {
    const pixels = quality === "rough" ? 0.25 : 1;
    return new Stage(quality === "high" ? "high" : "low", host.clientWidth < 620, pixels);
  } catch {
    return new PlanSheet();
  }
}

export function createBoard(host: HTMLElement, options: BoardOptions): Board {
  return new TableBoard(host, painterFor(host, options.quality), options);
}

/** A bench for building steps; it has a canvas of its own that nobody sees. */
export function createBench(host: HTMLElement): Bench {
  return benchOf(painterFor(host, "high"));
}

export type { Bench, LaidPart, OnBench, PartLook, PartPaints, Turn } from "./bench";
export { type GoalSign, SIGNS } from "./ground/goal_signs";
export { rimOf } from "./ground/waters";
export * from "./helm";
export { bringDrawings, type Drawings, folderOf, onLacking } from "./models/built";
export { isRaisedGround } from "./models/rises";
export { type BrickLine, bricksOf, type Order } from "./models/shopping";
export * from "./ruler";
export type * from "./types";
export { NOBODY } from "./types";
