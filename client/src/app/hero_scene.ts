// The living scene of the front page, drawn by the board. It can be turned by dragging and does nothing by itself.
import { type Board, createBoard } from "../board";
import { isDark } from "../kit";
import "./as_built";
import { heroBattle } from "./hero_battle";

/** How the camera stands: where it looks, how near and from which side. The still picture was taken the same way. */
const CAMERA = { x: 24.6, y: 16.9, zoom: 1.8, turn: 12, tilt: -8 };
const DEGREES_PER_PIXEL = 0.25;

function turnByDragging(host: HTMLElement, board: Board): void {
  let last: number | undefined;
  host.addEventListener("pointerdown", (event) => {
    last = event.clientX;
    host.setPointerCapture(event.pointerId);
  });
  host.addEventListener("pointermove", (event) => {
    if (last === undefined) return;
    board.turn((event.clientX - last) * DEGREES_PER_PIXEL);
    last = event.clientX;
  });
  const end = () => {
    last = undefined;
  };
  host.addEventListener("pointerup", end);
  host.addEventListener("pointercancel", end);
}

/** Put the scene into a host; `glass` lies over it and takes the pointer, so that no unit is picked up here. */
export function showScene(host: HTMLElement, glass: HTMLElement, onReady: () => void): () => void {
  const board = createBoard(host, { quality: "high", reducedMotion: true, night: isDark.peek(), onReady });
  board.set(heroBattle);
  board.camera("scene");
  board.turn(CAMERA.turn, CAMERA.tilt);
  board.zoom(CAMERA.zoom);
  board.centre(CAMERA.x, CAMERA.y);
  turnByDragging(glass, board);
  return () => board.dispose();
}
