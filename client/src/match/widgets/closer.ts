// On a small screen: the view comes closer to what a finger is about to take.
import type { Place } from "../../board";
import type { Room } from "../room";

/** What a finger can take is at least so wide on the screen, in pixels. */
const FINGER = 34;

const isTouched = (): boolean => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

/** Brings a place so near that something so wide, in the ruler, can be taken by a finger. */
export function comeCloser(room: Room, at: Place | null, wide: number): void {
  const board = room.board.peek();
  if (!board || !at || wide <= 0 || !isTouched()) return;
  const factor = FINGER / (board.probe().scale * wide);
  if (factor <= 1) return;
  board.zoom(factor);
  board.centre(at.x, at.y);
}
