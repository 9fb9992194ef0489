/** The door of the board: a table of bricks that knows no game, no socket and no rule. */
import { TableBoard } from "./board";
import { Stage } from "./gl";
import type { Painter } from "./painter";
import { PlanSheet } from "./svg";
import type { Board, BoardOptions } from "./types";

/** Without GL the plan is drawn as SVG, with the same layers and the same intents. */
function painterFor(host: HTMLElement, quality: "low" | "high"): Painter {
  try {
    return new Stage(quality, host.clientWidth < 620);
  } catch {
    return new PlanSheet();
  }
}

export function createBoard(host: HTMLElement, options: BoardOptions): Board {
  return new TableBoard(host, painterFor(host, options.quality), options);
}

export * from "./helm";
export * from "./ruler";
export type * from "./types";
export { NOBODY } from "./types";
export { rimOf } from "./waters";
