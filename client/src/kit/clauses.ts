// The clauses of the rule books: loaded when first needed, found by id or by words.
import { signal } from "@preact/signals";
import type { ClauseCard, Refusal } from "../protocol";
import { api } from "./api";

export type ClauseShelf =
  | { state: "idle" | "loading" }
  | { state: "failed"; refusal: Refusal }
  | { state: "ready"; cards: ClauseCard[]; byId: Map<string, ClauseCard> };

// The first word of a clause id names its book.
const BOOKS: Record<string, string> = {
  mbb: "micro_brick_battle",
  inf: "micro_brick_battle",
  bm: "brick_mech",
  ba: "brick_action",
  sea: "battle_of_the_sea",
};
const FIRST = "micro_brick_battle";

const shelves = new Map<string, ReturnType<typeof signal<ClauseShelf>>>();

/** The game whose book holds a clause. */
function bookOf(clause: string): string {
  return BOOKS[clause.split(".")[0] ?? ""] ?? FIRST;
}

function shelfOf(game: string) {
  let shelf = shelves.get(game);
  if (!shelf) {
    shelf = signal<ClauseShelf>({ state: "idle" });
    shelves.set(game, shelf);
  }
  return shelf;
}

async function load(game: string = FIRST): Promise<void> {
  const shelf = shelfOf(game);
  if (shelf.value?.state === "loading" || shelf.value?.state === "ready") return;
  shelf.value = { state: "loading" };
  const reply = await api.clauses(game);
  shelf.value = reply.ok
    ? { state: "ready", cards: reply.value, byId: new Map(reply.value.map((card) => [card.id, card])) }
    : { state: "failed", refusal: reply.refusal };
}

export const clauses = {
  /** The shelf of a game as it stands; reading it in a view follows its changes. */
  shelf: (game: string = FIRST): ClauseShelf => shelfOf(game).value ?? { state: "idle" },
  load,
  bookOf,
  /** A clause by id, if its book is loaded and has it. */
  find(id: string): ClauseCard | undefined {
    const shelf = clauses.shelf(bookOf(id));
    return shelf.state === "ready" ? shelf.byId.get(id) : undefined;
  },
  /** Empty the shelves: for tests, and after a new version of the server. */
  clear: (): void => {
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
