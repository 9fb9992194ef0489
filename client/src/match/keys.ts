// Every key of the table as data: what it does, where, and the words for the list under "?". People may choose others.
import { settings } from "../kit";
import verbs from "./verbs.json";

/** Where a key has its meaning: everywhere at the table, or while one sort of question is open. */
export type Where = "table" | "path" | "act" | "place" | "targets" | "split" | "list" | "yes_no" | "replay";

export type Action =
  | "hide"
  | "next"
  | "previous"
  | "number"
  | "none"
  | "commit"
  | "drop"
  | "back"
  | "forward"
  | "reverse"
  | "left"
  | "right"
  | "pivot_left"
  | "pivot_right"
  | "side_left"
  | "side_right"
  | "verb"
  | "hint"
  | "take_hint"
  | "why_not"
  | "ruler"
  | "field"
  | "arcs"
  | "ranges"
  | "camera"
  | "zoom_in"
  | "zoom_out"
  | "pan_up"
  | "pan_left"
  | "pan_down"
  | "pan_right"
  | "fit"
  | "centre"
  | "log"
  | "card"
  | "rules"
  | "yes"
  | "no"
  | "more"
  | "fewer"
  | "skip"
  | "keys"
  | "phrases"
  | "bookmark"
  | "text"
  | "step_on"
  | "step_back"
  | "turn_on"
  | "turn_back"
  | "first"
  | "last"
  | "play";

export type KeyLine = {
  action: Action;
  keys: string[];
  where: Where[];
  words: string;
  fine?: boolean;
  /** the actions of units, by id, that the key chooses */
  acts?: string[];
};

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

const FIXED: readonly KeyLine[] = [
  { action: "next", keys: ["T"], where: ["table"], words: "next unit that can act" },
  { action: "previous", keys: ["Shift+T"], where: ["table"], words: "previous unit that can act" },
  { action: "number", keys: DIGITS, where: ["table"], words: "target, unit or answer with this number" },
  { action: "none", keys: ["0"], where: ["table"], words: "none: no shot, the end of moving or of a turn" },
  { action: "commit", keys: ["Enter"], where: ["table"], words: "do what the yellow button says" },
  { action: "drop", keys: ["Escape"], where: ["table"], words: "drop the preview, close what is open" },
  { action: "back", keys: ["Z"], where: ["table"], words: "undo: what the button below names" },
  {
    action: "forward",
    keys: ["ArrowUp"],
    where: ["path", "place", "act"],
    words: "ahead one unit of the ruler, Shift a snap",
    fine: true,
  },
  {
    action: "reverse",
    keys: ["ArrowDown"],
    where: ["path", "place", "act"],
    words: "back one unit of the ruler, Shift a snap",
    fine: true,
  },
  {
    action: "left",
    keys: ["ArrowLeft"],
    where: ["path", "place", "act"],
    words: "turn left one snap, Shift fine",
    fine: true,
  },
  {
    action: "right",
    keys: ["ArrowRight"],
    where: ["path", "place", "act"],
    words: "turn right one snap, Shift fine",
    fine: true,
  },
  { action: "pivot_left", keys: ["Q"], where: ["path", "place", "act"], words: "turn left 15 degrees" },
  { action: "pivot_right", keys: ["E"], where: ["path", "place", "act"], words: "turn right 15 degrees" },
  { action: "side_left", keys: ["["], where: ["path", "act"], words: "step to the left" },
  { action: "side_right", keys: ["]"], where: ["path", "act"], words: "step to the right" },
  { action: "next", keys: ["ArrowDown"], where: ["targets", "list", "split"], words: "next line" },
  { action: "previous", keys: ["ArrowUp"], where: ["targets", "list", "split"], words: "previous line" },
  { action: "more", keys: ["ArrowRight"], where: ["split"], words: "one more on this line" },
  { action: "fewer", keys: ["ArrowLeft"], where: ["split"], words: "one fewer on this line" },
  { action: "yes", keys: ["Y"], where: ["yes_no"], words: "yes" },
  { action: "no", keys: ["N"], where: ["yes_no"], words: "no" },
  { action: "skip", keys: ["Space"], where: ["table"], words: "skip dice and moves being shown" },
  { action: "camera", keys: ["V"], where: ["table", "replay"], words: "plan or scene" },
  { action: "zoom_in", keys: ["+", "="], where: ["table", "replay"], words: "nearer" },
  { action: "zoom_out", keys: ["-"], where: ["table", "replay"], words: "farther" },
  { action: "pan_up", keys: ["W"], where: ["table", "replay"], words: "look up the table" },
  { action: "pan_left", keys: ["A"], where: ["table", "replay"], words: "look left" },
  { action: "pan_down", keys: ["S"], where: ["table", "replay"], words: "look down the table" },
  { action: "pan_right", keys: ["D"], where: ["table", "replay"], words: "look right" },
  { action: "fit", keys: ["Home"], where: ["table"], words: "the whole table" },
  { action: "centre", keys: ["."], where: ["table"], words: "centre the unit" },
  { action: "hint", keys: ["I"], where: ["table"], words: "a hint; again: another idea" },
  { action: "take_hint", keys: ["Shift+I"], where: ["table"], words: "take the hint into the hand" },
  { action: "why_not", keys: ["U"], where: ["table"], words: "why not? then touch a unit" },
  { action: "ruler", keys: ["R"], where: ["table"], words: "ruler: two taps measure" },
  { action: "field", keys: ["F"], where: ["table"], words: "what the unit sees" },
  { action: "arcs", keys: ["X"], where: ["table"], words: "arcs of fire" },
  { action: "ranges", keys: ["G"], where: ["table"], words: "distances round the unit" },
  { action: "log", keys: ["L"], where: ["table"], words: "the log" },
  { action: "card", keys: ["C"], where: ["table"], words: "card of the unit" },
  { action: "rules", keys: ["J"], where: ["table"], words: "rule of the marked line" },
  { action: "bookmark", keys: ["B"], where: ["table", "replay"], words: "bookmark this moment for the replay" },
  { action: "phrases", keys: ["Shift+P"], where: ["table"], words: "say something to the others" },
  { action: "hide", keys: ["H"], where: ["table"], words: "hide all panels" },
  { action: "keys", keys: ["?"], where: ["table", "replay"], words: "this list" },
  { action: "text", keys: ["Alt+T"], where: ["table", "replay"], words: "text mode" },
  { action: "step_on", keys: ["ArrowRight"], where: ["replay"], words: "one step on" },
  { action: "step_back", keys: ["ArrowLeft"], where: ["replay"], words: "one step back" },
  { action: "turn_on", keys: ["Shift+ArrowRight"], where: ["replay"], words: "one turn on" },
  { action: "turn_back", keys: ["Shift+ArrowLeft"], where: ["replay"], words: "one turn back" },
  { action: "first", keys: ["Home"], where: ["replay"], words: "to the start" },
  { action: "last", keys: ["End"], where: ["replay"], words: "to the end" },
  { action: "play", keys: ["Space"], where: ["replay"], words: "play or pause" },
];

/** What units do: one key for each verb in every game and every turn. A new verb of a game is a line in `verbs.json`. */
const VERBS = verbs.map(
  ({ key, words, acts }): KeyLine => ({ action: "verb", keys: [key], where: ["act"], words, acts }),
);

export const KEYS: readonly KeyLine[] = [...FIXED, ...VERBS];

/** The keys that mean something here; a table key gives way to the same key of the open question. */
export function keysFor(where: readonly Where[]): KeyLine[] {
  return KEYS.filter((line) => line.where.some((one) => where.includes(one)));
}

/** The name of a line in the settings: an action can have one key at the table and another in a list. */
export const idOf = (line: KeyLine): string =>
  line.acts ? `verb.${line.acts[0]}` : `${line.where[0] ?? ""}.${line.action}`;

/** The keys of a line as they are now: the chosen one, else the usual ones. */
export function keysOf(line: KeyLine): string[] {
  const chosen = settings.keys.value[idOf(line)];
  return chosen ? [chosen] : line.keys;
}

/** A key as it is printed on a button. */
export const printed = (key: string): string =>
  key.replace("Arrow", "").replace("Escape", "Esc").replaceAll("+", " ").trim() || "+";

/** The key that does something now, as it is printed on a button. */
export function keyFor(action: Action): string {
  const line = KEYS.find((one) => one.action === action);
  return line ? printed(keysOf(line)[0] ?? "") : "";
}

/** The key of an action of a unit, as it stands on its button; "" for one that has none. */
export function keyOfAct(act: string): string {
  const line = KEYS.find((one) => one.acts?.includes(act));
  return line ? (keysOf(line)[0] ?? "").replace("Shift+", "⇧") : "";
}

/** Whether two lines can have a meaning at the same moment. */
function meets(one: KeyLine, other: KeyLine): boolean {
  const both = (a: Where, b: Where): boolean =>
    a === b || (a === "table" && b !== "replay") || (b === "table" && a !== "replay");
  return one.where.some((a) => other.where.some((b) => both(a, b)));
}

/** Why a key cannot be given to a line, as a sentence; empty when it can. */
export function conflictOf(line: KeyLine, name: string): string {
  if (DIGITS.includes(name)) return `${name} always takes the target, unit or answer with this number.`;
  if (/(^|\+)Tab$/.test(name)) return "Tab always goes from one control to the next.";
  const plain = name.replace(/^Shift\+/, "");
  const clash = KEYS.find((other) => {
    if (other === line || !meets(line, other)) return false;
    const keys = keysOf(other);
    const shifted = line.fine ? keys.includes(`Shift+${plain}`) : false;
    return keys.includes(name) || shifted || (other.fine === true && keys.includes(plain));
  });
  return clash ? `${printed(name)} already means: ${clash.words}. Give that another key first.` : "";
}

/** Gives a line another key, or says why not. Its usual key takes the choice back. */
export function giveKey(line: KeyLine, name: string): string {
  const refusal = conflictOf(line, name);
  if (refusal) return refusal;
  const { [idOf(line)]: _before, ...rest } = settings.keys.peek();
  settings.keys.value = line.keys.includes(name) ? rest : { ...rest, [idOf(line)]: name };
  return "";
}

/** The name of a pressed key as the table of keys writes it. */
export function nameOf(event: Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "code">): string {
  if (event.altKey) return `Alt+${event.code.replace(/^Key/, "")}`;
  if (event.key === " ") return "Space";
  const letter = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const shifted = event.shiftKey && (letter.length > 1 || /[A-Z]/.test(letter));
  return shifted ? `Shift+${letter}` : letter;
}

export type Pressed = { action: Action; fine: boolean; digit: number; acts?: readonly string[] };

/** What a pressed key means here, or nothing. */
export function meaningOf(
  event: Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "code">,
  where: readonly Where[],
): Pressed | null {
  const name = nameOf(event);
  const plain = name.replace(/^Shift\+/, "");
  for (const line of keysFor(where)) {
    const keys = keysOf(line);
    if (keys.includes(name) || (line.fine && keys.includes(plain)))
      return {
        ...{ action: line.action, fine: name !== plain, digit: Number(plain) || 0 },
        ...(line.acts ? { acts: line.acts } : {}),
      };
  }
  return null;
}
