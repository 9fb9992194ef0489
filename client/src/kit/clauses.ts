// The clauses of the rule books: loaded when first needed, found by id; and what clauses are called.
import { signal } from "@preact/signals";
import type { ClauseCard, Refusal } from "../protocol";
import { api } from "./api";
import { isServed } from "./served";

export type ClauseShelf =
  | { state: "idle" | "loading" }
  | { state: "failed"; refusal: Refusal }
  | { state: "ready"; cards: ClauseCard[]; byId: Map<string, ClauseCard> };

// The server opens a book by its game or by the first word of its clauses; no word at all is the first book.
const FIRST = "";

// What clauses are called, of all books; null until somebody has asked for one.
const titles = signal<Readonly<Record<string, string>> | null>(null);
let asking = false;

/** Fetches the titles of all books, once; without them clauses go by their ids, and the next one asks again. */
async function loadTitles(): Promise<void> {
  if (asking || titles.peek() !== null || !isServed()) return;
  asking = true;
  const reply = await api.clauseTitles();
  asking = false;
  if (reply.ok) titles.value = reply.value;
}

const shelves = new Map<string, ReturnType<typeof signal<ClauseShelf>>>();
// whose book a first word belongs to, as far as books are loaded
const owners = new Map<string, string>();

const firstWord = (clause: string): string => clause.split(".")[0] ?? FIRST;

/** The book that holds a clause: its game, or before it is loaded the first word of its clauses. */
function bookOf(clause: string): string {
  return owners.get(firstWord(clause)) ?? firstWord(clause);
}

function shelfOf(game: string) {
  let shelf = shelves.get(game);
  if (!shelf) {
    shelf = signal<ClauseShelf>({ state: "idle" });
    shelves.set(game, shelf);
  }
  return shelf;
}

async function load(book: string = FIRST): Promise<void> {
  const shelf = shelfOf(book);
  if (shelf.value?.state === "loading" || shelf.value?.state === "ready") return;
  shelf.value = { state: "loading" };
  const reply = await api.clauses(book);
  if (!reply.ok) {
    shelf.value = { state: "failed", refusal: reply.refusal };
    return;
  }
  keep(reply.value, book);
}

/** Puts the clauses of a book on its shelf. */
function keep(cards: ClauseCard[], book = FIRST): void {
  const ready: ClauseShelf = { state: "ready", cards, byId: new Map(cards.map((card) => [card.id, card])) };
  const game = cards[0]?.game ?? book;
  const words = new Set([game, book, ...cards.map((card) => firstWord(card.id))]);
  // all owners first: whoever sees a shelf change asks anew whose it is
  for (const word of words) owners.set(word, game);
  for (const word of words) shelfOf(word).value = ready;
}

export const clauses = {
  /** The shelf of a book as it stands; reading it in a view follows its changes. */
  shelf: (book: string = FIRST): ClauseShelf => shelfOf(book).value ?? { state: "idle" },
  load,
  keep,
  bookOf,
  /** A clause by id, if its book is loaded and has it. */
  find(id: string): ClauseCard | undefined {
    const shelf = clauses.shelf(bookOf(id));
    return shelf.state === "ready" ? shelf.byId.get(id) : undefined;
  },
  loadTitles,
  /** What a clause is called; "" while nobody knows. Reading it in a view follows its changes. */
  titleOf: (id: string): string => titles.value?.[id] ?? clauses.find(id)?.title ?? "",
  /** What a clause is called, or its id while nobody knows. */
  nameOf: (id: string): string => clauses.titleOf(id) || id,
  /** Empty the shelves: for tests, and after a new version of the server. */
  clear: (): void => {
    owners.clear();
    titles.value = null;
    for (const shelf of shelves.values()) shelf.value = { state: "idle" };
  },
};
