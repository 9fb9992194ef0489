// Keys to actions: what the page does itself, what the board does, what the open question does.

import type { Board } from "../board";
import { openClause, toast } from "../kit";
import { meaningOf, type Pressed, type Where } from "./keys";
import { bookmarks } from "./playback/bookmarks";
import type { Opened, Room } from "./room";

/** What only the page can do. */
export type PageActions = {
  hide: () => void;
  log: () => void;
  card: () => void;
  keys: () => void;
  phrases: () => void;
  text: () => void;
  /** closes the topmost thing; false when nothing was open */
  close: () => boolean;
};

/** Answers of the open question that are chosen now. */
const CHOSEN = [
  '.m-ask [role="radio"][aria-checked="true"]',
  '.m-ask .m-row[aria-pressed="true"]',
  '.m-ask .m-target[aria-pressed="true"]',
].join();

const PRESSABLE = "button, a, summary";

/** What a pointer has pressed keeps the focus, though nobody who then presses Enter means it: that is the yellow button. */
let clicked: Element | null = null;

/** Remembers what the pointer presses, until somebody goes on by Tab. */
export function watchPointer(): () => void {
  const down = ({ target }: PointerEvent): void => {
    clicked = target instanceof Element ? target.closest(PRESSABLE) : null;
  };
  const tabbed = ({ key }: KeyboardEvent): void => {
    if (key === "Tab") clicked = null;
  };
  window.addEventListener("pointerdown", down, true);
  window.addEventListener("keydown", tabbed, true);
  return () => {
    clicked = null;
    window.removeEventListener("pointerdown", down, true);
    window.removeEventListener("keydown", tabbed, true);
  };
}

/** Whether a key belongs to what has the focus: text being typed, a button under Enter or Space, a dialog. */
export function isTaken(event: KeyboardEvent, playing: boolean): boolean {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (event.ctrlKey || event.metaKey) return true;
  if (target?.closest("input, textarea, select, [contenteditable]")) return !event.altKey;
  if (target?.closest("dialog")) return true;
  // Enter on what is chosen already goes on to the yellow button, as it does from a radio button of a form.
  if (event.key === "Enter" && target?.closest(CHOSEN)) return false;
  const focused = target?.closest(PRESSABLE) ?? null;
  if (event.key === "Enter") return focused !== null && focused !== clicked;
  return event.key === " " && !playing && focused !== null;
}

const PAN_PX = 80;

/** Enter answers no question that came onto the table so shortly before that nobody can have read it. */
export const HABIT = { ms: 400 };

const isAnswering = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(".m-ask-foot button") !== null;

/** Whether a question is there long enough for Enter to be meant for it. */
export const isSettled = (opened: Opened | null): boolean => performance.now() - (opened?.since ?? 0) >= HABIT.ms;

/** Moving the eye over the board: the same keys at the table and in a replay. */
export function lookAction(board: Board | null, { action }: Pressed): boolean {
  switch (action) {
    case "zoom_in":
      board?.zoom(1.25);
      return true;
    case "zoom_out":
      board?.zoom(0.8);
      return true;
    case "pan_up":
      board?.pan(0, PAN_PX);
      return true;
    case "pan_down":
      board?.pan(0, -PAN_PX);
      return true;
    case "pan_left":
      board?.pan(PAN_PX, 0);
      return true;
    case "pan_right":
      board?.pan(-PAN_PX, 0);
      return true;
    case "fit":
      board?.fit();
      return true;
    default:
      return false;
  }
}

function boardAction(room: Room, pressed: Pressed): boolean {
  const board = room.board.peek();
  switch (pressed.action) {
    case "camera":
      room.camera.value = room.camera.peek() === "plan" ? "scene" : "plan";
      return true;
    case "centre": {
      const pose = room.units.peek().get(room.selected.peek())?.pose;
      if (pose) board?.centre(pose.x / 1e6, pose.y / 1e6);
      return true;
    }
    default:
      return lookAction(board, pressed);
  }
}

function toolAction(room: Room, { action }: Pressed): boolean {
  const { tools } = room;
  switch (action) {
    case "ruler":
      if (tools.ruler.peek()) tools.drop();
      else tools.ruler.value = true;
      return true;
    case "field":
      tools.field.value = !tools.field.peek();
      return true;
    case "arcs":
      tools.arcs.value = !tools.arcs.peek();
      return true;
    case "hint":
      void room.hint.ask();
      return true;
    case "take_hint":
      room.hint.take();
      return true;
    case "why_not":
      room.whyNot.flip();
      return true;
    case "ranges":
      tools.ranges.value = !tools.ranges.peek();
      return true;
    default:
      return false;
  }
}

function pageAction(room: Room, page: PageActions, { action }: Pressed): boolean {
  switch (action) {
    case "hide":
    case "log":
    case "card":
    case "keys":
    case "phrases":
    case "text":
      page[action]();
      return true;
    case "skip":
      room.theatre.skip();
      return true;
    case "bookmark":
      mark(room);
      return true;
    case "rules": {
      const clause = ruleOf(room);
      if (clause) openClause(clause);
      return true;
    }
    default:
      return false;
  }
}

/** Marks the table as it is shown, to be found again in the replay. */
function mark(room: Room): void {
  const version = room.store.view.peek()?.version;
  if (version === undefined) return;
  const on = bookmarks.flip(room.match, version);
  toast(on ? "Bookmarked. The replay shows it on its timeline." : "Bookmark taken away.");
}

/** The clause of the marked line: of the marked target, else of the question. */
function ruleOf(room: Room): string {
  const focused = document.activeElement?.querySelector?.("[data-clause]")?.getAttribute("data-clause");
  return focused ?? room.opened.peek()?.asked.clause ?? room.face.peek()?.clause ?? "";
}

/** Does what a key means; true when it meant something. */
export function pressKey(room: Room, page: PageActions, event: KeyboardEvent): boolean {
  const opened = room.opened.peek();
  // the yellow button may have kept the focus from the question before
  if (event.key === "Enter" && !isSettled(opened) && isAnswering(event.target)) return true;
  if (isTaken(event, room.theatre.playing.peek())) return false;
  const where: Where[] = opened ? ["table", opened.where] : ["table"];
  const pressed = meaningOf(event, where);
  if (!pressed) return false;
  if (pressed.action === "drop" && (page.close() || room.whyNot.drop() || room.tools.drop() || room.hint.drop()))
    return true;
  if (pageAction(room, page, pressed) || boardAction(room, pressed) || toolAction(room, pressed)) return true;
  if (pressed.action === "back") {
    stepBack(room);
    return true;
  }
  if (pressed.action === "commit" && !isSettled(opened)) return true;
  return opened?.hand.press(pressed) ?? false;
}

/** What "back" takes back now: of the question in hand, else the last answer while that can be taken back. */
export function undoWords(room: Room): string {
  if (room.store.spectator.value) return "";
  return room.opened.value?.hand.undoes?.() || room.passing.words.value;
}

/** The key and the button do the same, and nothing but what the button names. */
export function stepBack(room: Room): void {
  const { opened } = room;
  if (!opened.peek()?.hand.undoes?.()) room.undo();
  else opened.peek()?.hand.press({ action: "back", fine: false, digit: 0 });
}
