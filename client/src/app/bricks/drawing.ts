// Pictures of building steps: drawn one after another on a bench nobody sees, when they are wanted and not before.
import { type Bench, createBench, type Turn } from "../../board";
import { type Plan, type Plans, paintOf } from "./plans";

export const USUAL_TURN: Turn = { heading: -38, tilt: 28 };
export type Ink = "colour" | "lean" | "night";
export type Size = { width: number; height: number };

let bench: Bench | undefined;

function theBench(): Bench {
  if (bench) return bench;
  const host = document.createElement("div");
  Object.assign(host.style, { position: "fixed", left: "-99px", width: "8px", height: "8px", visibility: "hidden" });
  host.setAttribute("aria-hidden", "true");
  document.body.append(host);
  bench = createBench(host);
  return bench;
}

const channel = (paint: string, at: number): number => Number.parseInt(paint.slice(at, at + 2), 16);
const hex = (value: number): string => Math.round(value).toString(16).padStart(2, "0");

/** A paint on its way to another, by a share of it. */
export function mixed(paint: string, other: string, share: number): string {
  const each = [1, 3, 5].map((at) => channel(paint, at) * (1 - share) + channel(other, at) * share);
  return `#${each.map(hex).join("")}`;
}

const GREY_OF = [0.3, 0.59, 0.11] as const;

/** What saves ink: the paint as a light grey, so that edges and shades are still seen. */
function leaned(paint: string): string {
  const grey = [1, 3, 5].reduce((sum, at, index) => sum + channel(paint, at) * (GREY_OF[index] ?? 0), 0);
  return mixed(`#${hex(grey).repeat(3)}`, "#ffffff", 0.55);
}

const PALE: Record<Ink, readonly [string, number]> = {
  colour: ["#e6ebee", 0.78],
  lean: ["#ffffff", 0.8],
  night: ["#3c4952", 0.72],
};

/** The picture of a step, or with `index` behind the last one of the whole model. */
export function stepPicture(
  plans: Plans,
  plan: Plan,
  index: number,
  size: Size,
  { turn = USUAL_TURN, ink = "colour" }: { turn?: Turn; ink?: Ink } = {},
): HTMLCanvasElement {
  const end = plan.parts.length;
  const step = plan.steps[index] ?? { first: 0, lit: 0, new: 0, end, piece: "", times: 1 };
  const [towards, share] = PALE[ink];
  const paint = (colour: number, isLit: boolean): string => {
    const own = ink === "lean" ? leaned(paintOf(plans, colour)) : paintOf(plans, colour);
    return isLit ? own : mixed(own, towards, share);
  };
  const what = { parts: plan.parts, ...step };
  return theBench().picture(what, { looks: plans.looks, paint }, turn, size);
}

type Order = { draw: () => void };
const waiting: Order[] = [];
let working = false;

function work(): void {
  waiting.shift()?.draw();
  working = waiting.length > 0;
  if (working) requestAnimationFrame(work);
}

/** Draws when it is this one's turn, one a frame; the answer takes the order back. */
export function inTurn(draw: () => void): () => void {
  const order = { draw };
  waiting.push(order);
  if (!working) {
    working = true;
    requestAnimationFrame(work);
  }
  return () => {
    const at = waiting.indexOf(order);
    if (at >= 0) waiting.splice(at, 1);
  };
}
