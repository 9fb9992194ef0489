// The desk by keyboard: what is in hand is nudged, turned, copied and taken away; changes are taken back.
import { useLayoutEffect } from "preact/hooks";
import type { Board } from "../../board";
import { copy, take, turn } from "./panels";
import { type Snap, TURN_STEP } from "./stage";
import { movedTo } from "./things";
import type { Editor } from "./use_editor";

const ARROWS: Record<string, readonly [number, number]> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] },
};
/** A nudge where nothing snaps, and by which share it is finer with Shift. */
const FREE_STEP = 0.1;
const FINE = 0.25;

/** Whether a key is somebody's text or choice. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, [role=tablist], [role=radiogroup], dialog") !== null;

function nudge({ document, chosen, change }: Editor, [dx, dy]: readonly [number, number], step: number): boolean {
  if (!document || !chosen) return false;
  change(movedTo(document, chosen, [chosen.x + dx * step, chosen.y + dy * step]));
  return true;
}

type Board_ = { current: Board | undefined };

export function useKeys(editor: Editor, board: Board_, snap: Snap, flip: () => void): void {
  // at once and not after the next frame: the next key may come before it
  useLayoutEffect(() => {
    const acts: Record<string, () => void> = {
      ...{ q: () => turn(editor, TURN_STEP), e: () => turn(editor, -TURN_STEP), d: () => copy(editor) },
      ...{ z: () => editor.history.undo?.(), y: () => editor.history.redo?.(), v: flip },
      ...{ Delete: () => take(editor), Backspace: () => take(editor), Escape: () => editor.choose(undefined) },
      ...{
        "+": () => board.current?.zoom(1.25),
        "-": () => board.current?.zoom(0.8),
        Home: () => board.current?.fit(),
      },
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTyping(event.target)) return;
      const isTold = event.ctrlKey || event.metaKey;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (isTold && key !== "z" && key !== "y") return;
      const way = ARROWS[key];
      const step = (snap.length || FREE_STEP) * (event.shiftKey ? FINE : 1);
      if (way ? nudge(editor, way, step) : acts[key]) event.preventDefault();
      if (!way) (key === "z" && event.shiftKey ? acts.y : acts[key])?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
