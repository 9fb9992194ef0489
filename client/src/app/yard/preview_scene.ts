// One model on a small table, drawn by the board. It can be turned by dragging and does nothing by itself.
import { type Board, type BoardScene, createBoard } from "../../board";
import { isDark } from "../../kit";
import "../as_built";

const DEGREES_PER_PIXEL = 0.5;
/** How many times as wide as the model the table is. */
const ROOM = 4;
const TURN = 30;
const TILT = -14;
const MODEL = "bench";

export type Wish = {
  studsPerUnit: number;
  ground: BoardScene["ground"];
  onReady: () => void;
};

function turnByDragging(host: HTMLElement, board: Board): () => void {
  let last: number | undefined;
  const glass = document.createElement("div");
  glass.className = "y-glass";
  host.append(glass);
  glass.addEventListener("pointerdown", (event) => {
    last = event.clientX;
    glass.setPointerCapture(event.pointerId);
  });
  glass.addEventListener("pointermove", (event) => {
    if (last === undefined) return;
    board.turn((event.clientX - last) * DEGREES_PER_PIXEL);
    // the eye goes round the model, not round the place it looks at
    board.closeUp(MODEL);
    last = event.clientX;
  });
  const end = () => {
    last = undefined;
  };
  glass.addEventListener("pointerup", end);
  glass.addEventListener("pointercancel", end);
  return () => glass.remove();
}

/** Put a model into a host; another one can be shown in its place. */
export function showModel(host: HTMLElement, { studsPerUnit, ground, onReady }: Wish) {
  const board = createBoard(host, { quality: "high", reducedMotion: true, night: isDark.peek(), onReady });
  const unturn = turnByDragging(host, board);
  let first = true;
  const show = (model: string, length: number, width: number) => {
    const side = ROOM * Math.max(length, width);
    board.set({
      width: side,
      height: side,
      studsPerUnit,
      ground,
      seed: "bench",
      units: [
        {
          id: MODEL,
          side: 0,
          model,
          length,
          width,
          place: { x: side / 2, y: side / 2, heading: 270 },
          status: "alive",
        },
      ],
      pieces: [],
      zones: [],
      bare: true,
    });
    if (first) {
      board.camera("scene");
      board.turn(TURN, TILT);
      first = false;
    }
    // what stands tall, such as masts, is seen to its head
    board.closeUp(MODEL);
  };
  return {
    show,
    dispose: () => {
      unturn();
      board.dispose();
    },
  };
}
