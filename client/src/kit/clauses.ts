// The clauses of the rule books: loaded when first needed, found by id or by words.
import { signal } from "@preact/signals";
import type { ClauseCard, Refusal } from "../protocol";
import { api } from "./api";

export type ClauseShelf =
  | { state: "idle" | "loading" }
  | { state: "failed"; refusal: Refusal }
  | { state: "ready"; cards: ClauseCard[]; byId: Map<string, ClauseCard> };

// The server opens a book by its game or by the first word of its clauses; no word at all is the first book.
const FIRST = "";

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
  /** Empty the shelves: for tests, and after a new version of the server. */
  clear: (): void => {
    owners.clear();
    for (const shelf of shelves.values()) shelf.value = { state: "idle" };
  },
};

const plain = (text: string) => text.toLowerCase();

/** How well one word fits a clause: its id counts most, then title, text and the rest. */
function weigh(card: ClauseCard, word: string): number {
  if (card.id === word) return 100;
  if (card.id.startsWith(word)) return 30;
  const inWords = (text: string) => {
    const found = plain(text);
    const at = found.indexOf(word);
    if (at < 0) return 0;
    return at === 0 || /\W/.test(found[at - 1] ?? " ") ? 2 : 1;
  };
  return (
    6 * inWords(card.id) +
    5 * inWords(card.title) +
    3 * inWords(card.text) +
    inWords(card.ruling) +
    inWords(card.chapter)
  );
}

/** Clauses that hold every word, best first. No words: all, in the order of the book. */
export function searchClauses(cards: readonly ClauseCard[], words: string): ClauseCard[] {
  const wanted = plain(words)
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (wanted.length === 0) return [...cards];
  const scored = cards.flatMap((card, order) => {
    const parts = wanted.map((word) => weigh(card, word));
    return parts.some((part) => part === 0) ? [] : [{ card, order, sum: parts.reduce((a, b) => a + b, 0) }];
  });
  return scored.sort((a, b) => b.sum - a.sum || a.order - b.order).map((one) => one.card);
}
