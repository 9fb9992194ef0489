// The rules in text mode: type a question, get its answer and the rules behind it; a number opens one.
import { useEffect, useState } from "preact/hooks";
import { clauses, go, useFound } from "../../kit";
import type { ClauseCard } from "../../protocol";
import { type TextAnswer, TextPage, type TextPart } from "./text_page";

const MOST = 9;

function clausePart(card: ClauseCard): TextPart {
  const lines = [
    card.text,
    card.ambiguity && `Unclear in the book: ${card.ambiguity}`,
    card.ruling && `Our ruling: ${card.ruling}`,
    card.switch_words && `To agree on: ${card.switch_words}`,
    card.source,
  ];
  return { heading: card.title, lines: lines.filter(Boolean) };
}

export function TextRules({ clause }: { clause: string }) {
  const [words, setWords] = useState("");
  const book = clauses.bookOf(clause);
  const shelf = clauses.shelf(book);
  useEffect(() => {
    clauses.load(book);
  }, [book]);
  const cards = shelf.state === "ready" ? shelf.cards : [];
  const opened = cards.find((card) => card.id === clause);
  const search = useFound(book, cards, words);
  const found = search.cards ?? [];
  const hits = found.slice(0, MOST).map(
    (card): TextAnswer => ({
      words: `${card.title}, of ${card.chapter}`,
      act: () => {
        setWords("");
        go(`/rules/${encodeURIComponent(card.id)}`);
      },
    }),
  );
  const told = (() => {
    if (shelf.state === "failed") return shelf.refusal.sentence;
    if (shelf.state !== "ready") return "Fetching the rule book.";
    if (words && search.refusal) return search.refusal.sentence;
    if (words && search.words !== words) return `Looking for "${words}".`;
    if (words && found.length === 0) return `No rule answers "${words}".`;
    if (words) return search.answer?.sentence || `Rules about "${words}", best first.`;
    return clause && !opened ? `There is no clause "${clause}".` : `${cards.length} rules.`;
  })();
  return (
    <TextPage
      title="Rules"
      parts={opened && !words ? [clausePart(opened)] : []}
      told={told}
      answers={[...hits, { words: "Front page", act: () => go("/") }]}
      onWords={setWords}
      hint="Type what you want to know in your own words, or the number of an answer"
    />
  );
}
