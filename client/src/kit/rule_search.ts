// Questions about the rules: the server knows how people ask, the page shows what it answers.
import { useEffect, useState } from "preact/hooks";
import type { ClauseCard, Refusal, RuleAnswer } from "../protocol";
import { api } from "./api";

/** `cards` is null while nothing is asked, or nothing has been answered yet; the first `cited` are what the answer cites. */
export type Found = { words: string; cards: ClauseCard[] | null; answer?: RuleAnswer; refusal?: Refusal };

const NOTHING: Found = { words: "", cards: null };
const PAUSE = 120;

/** What a book answers to some words, asked a moment after the last letter; what was found before stays meanwhile. */
export function useFound(game: string, cards: readonly ClauseCard[], words: string): Found {
  const wanted = words.trim();
  const [found, setFound] = useState<Found>(NOTHING);
  useEffect(() => {
    if (!wanted) {
      setFound(NOTHING);
      return;
    }
    let current = true;
    const timer = setTimeout(async () => {
      const reply = await api.askRules(game, wanted);
      if (!current) return;
      if (!reply.ok) setFound({ words: wanted, cards: [], refusal: reply.refusal });
      else setFound({ words: wanted, cards: inOrder(cards, reply.value.clauses), answer: reply.value });
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [game, wanted, cards]);
  return wanted ? found : NOTHING;
}

function inOrder(cards: readonly ClauseCard[], ids: readonly string[]): ClauseCard[] {
  const known = new Map(cards.map((card) => [card.id, card]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
