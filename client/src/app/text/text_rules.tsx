// The rules in text mode: type words or an id, get clauses; a number opens one.
import { useEffect, useState } from "preact/hooks";
import { clauses, go, searchClauses } from "../../kit";
import type { ClauseCard } from "../../protocol";
import { clauseTitle } from "../rules";
import { type TextAnswer, TextPage, type TextPart } from "./text_page";

const MOST = 9;

function clausePart(card: ClauseCard): TextPart {
  const lines = [
    card.text,
    card.ambiguity && `Unclear in the book: ${card.ambiguity}`,
    card.ruling && `Our ruling: ${card.ruling}`,
    card.switch && `Switch: ${card.switch}`,
    card.source,
  ];
  return { heading: `${clauseTitle(card)}, ${card.id}`, lines: lines.filter(Boolean) };
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
  const found = words ? searchClauses(cards, words) : [];
  const hits = found.slice(0, MOST).map(
    (card): TextAnswer => ({
      words: `${clauseTitle(card)}, ${card.id}`,
      act: () => {
        setWords("");
        go(`/rules/${encodeURIComponent(card.id)}`);
      },
    }),
  );
  const told = (() => {
    if (shelf.state === "failed") return shelf.refusal.sentence;
    if (shelf.state !== "ready") return "Fetching the rule book.";
    if (words) return `${found.length} clauses hold "${words}".`;
    return clause && !opened ? `There is no clause "${clause}".` : `${cards.length} clauses.`;
  })();
  return (
    <TextPage
      title="Rules"
      parts={opened && !words ? [clausePart(opened)] : []}
      told={told}
      answers={[...hits, { words: "Front page", act: () => go("/") }]}
      onWords={setWords}
      hint="Type words or a clause id to search for, or the number of an answer"
    />
  );
}
