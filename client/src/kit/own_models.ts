// Models that players bring for their units: a card's text names one by a word, "8x4x3.3#0123456789abcdef". What was told
// of those that were brought here is kept in this browser, so that they travel on with an army.
import { signal } from "@preact/signals";
import type { NewMatch, ToldModel } from "../protocol";
import { api, type Reply } from "./api";
import { route } from "./route";

const KEY = "brickfield.models";
const MOST = 40;
const WORD = /(^|\s)(\d{1,3}(?:\.\d)?x\d{1,3}(?:\.\d)?x\d{1,3}(?:\.\d)?#([0-9a-f]{16}))(?=\s|$)/;
const FOLDER = "own_";

/** What is kept of a model: everything that was told of it but its drawing, and the game it was brought to. */
export type OwnModel = Omit<ToldModel, "text" | "drawing"> & { game: string };

function read(): OwnModel[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

const shelf = signal<OwnModel[]>(read());
const drawings = new Map<string, unknown>();

function write(next: OwnModel[]): void {
  shelf.value = next;
  // where there is no room for all of them the oldest go; until the page is left all of them are here
  for (let most = next.length; most > 0; most = Math.floor(most / 2)) {
    try {
      localStorage.setItem(KEY, JSON.stringify(next.slice(0, most)));
      return;
    } catch {
      // fewer, then
    }
  }
}

/** The text of a unit without the word of its model, that word ("" for none), and the name of the model. */
export function splitModel(text: string): { plain: string; word: string; name: string } {
  const found = WORD.exec(text);
  if (!found) return { plain: text, word: "", name: "" };
  const plain = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    .replace(/\s+/g, " ")
    .trim();
  return { plain, word: found[2] ?? "", name: found[3] ?? "" };
}

/** A text with the word of a model behind it. */
export const withModel = (text: string, word: string): string => (word ? `${text} ${word}` : text);

export const ownModels = {
  /** What is known here of a model; reading it in a view follows its coming. */
  of: (name: string): OwnModel | undefined => shelf.value.find((one) => one.name === name),
  /** Keep a model, the newest first. */
  keep(game: string, { text: _text, drawing, ...told }: ToldModel): void {
    drawings.set(told.name, drawing);
    write([{ ...told, game }, ...shelf.value.filter((one) => one.name !== told.name)].slice(0, MOST));
  },
  /** The forms of the models that some units name, as far as they are here. */
  forms: (texts: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      texts.flatMap((text) => {
        const model = ownModels.of(splitModel(text).name);
        return model ? [[model.name, model.form] as const] : [];
      }),
    ),
  /** Forget all: for "delete my data". */
  forgetAll: (): void => {
    drawings.clear();
    shelf.value = [];
    localStorage.removeItem(KEY);
  },
};

/** The folder a board asks for a model by. */
export const folderOfModel = (name: string): string => `${FOLDER}${name}`;
/** The model whose folder this is; "" for one of our own. */
export const modelOfFolder = (folder: string): string => (folder.startsWith(FOLDER) ? folder.slice(FOLDER.length) : "");

const TABLES = ["table", "watch", "replay"];

/** A form as a file is sent. */
const asFile = (form: string): string => btoa(form);

/** A form that came with an army, told of again and kept. */
export async function takeForm(game: string, form: string): Promise<Reply<ToldModel>> {
  const reply = await api.ownModel({ game, file: asFile(form) });
  if (reply.ok) ownModels.keep(game, reply.value);
  return reply;
}

/** How a model is drawn: as it was told when it was brought, else as the table shows it that this page is of. */
export async function drawingOfModel(name: string): Promise<unknown> {
  const known = drawings.get(name);
  if (known !== undefined) return known;
  const [page = "", match = ""] = route.peek().parts;
  if (TABLES.includes(page) && match) {
    const reply = await api.modelOf(match, { name });
    if (reply.ok) return reply.value;
  }
  const kept = ownModels.of(name);
  if (!kept) return undefined;
  const reply = await takeForm(kept.game, kept.form);
  return reply.ok ? reply.value.drawing : undefined;
}

/** Sets a battle up; models that its armies name go with it. */
export function newMatch(wish: NewMatch) {
  const models = ownModels.forms((wish.armies ?? []).flat().map(([text]) => text));
  return Object.keys(models).length > 0
    ? api.newMatchWithModels({ wish: JSON.stringify(wish), models })
    : api.newMatch(wish);
}
