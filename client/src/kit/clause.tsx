// The sheet with a clause, shown over whatever is there.
import { BookOpen } from "lucide-preact";
import { useEffect } from "preact/hooks";
import type { ClauseCard } from "../protocol";
import { ButtonLink } from "./button";
import { ClauseLink, closeClause, openedClause } from "./clause_link";
import { clauses } from "./clauses";
import { standingOf } from "./in_battle";
import { ErrorBox, Skeleton } from "./parts";
import { isServed } from "./served";
import { Sheet } from "./sheet";

/** Where the clause stands in its book; the number of the book in the ledger means nothing to players. */
function sourceOf(card: ClauseCard): string {
  return card.source.replace(/^\d+\s*\/\s*/, "");
}

// A full stop at the end of a sentence belongs to the sentence, not to the id.
const CLAUSE_ID = /\b([a-z]+(?:\.[a-z0-9_]+)+)\b/;

/** Words in which the ids of known clauses are links; an id that no book has stays plain. */
function Words({ text }: { text: string }) {
  return (
    <>
      {text
        .split(CLAUSE_ID)
        .map((piece, index) =>
          index % 2 === 1 && clauses.find(piece) ? <ClauseLink key={`${index}${piece}`} clause={piece} /> : piece,
        )}
    </>
  );
}

/** The parts of a clause one under the other; used by the sheet and by the rules page. */
export function ClauseText({ card }: { card: ClauseCard }) {
  const standing = standingOf(card.switch);
  return (
    <>
      <p>
        <Words text={card.text} />
      </p>
      {card.ambiguity && (
        <p>
          <b>Unclear in the book: </b>
          <Words text={card.ambiguity} />
        </p>
      )}
      {card.ruling && (
        <p>
          <b>Our ruling: </b>
          <Words text={card.ruling} />
        </p>
      )}
      {card.switch_words && (
        <p>
          <b>To agree on: </b>
          {card.switch_words}
          {standing && <b data-testid="standing">{` In this battle it is ${standing}.`}</b>}
        </p>
      )}
      <p class="k-small k-muted">
        {sourceOf(card)}
        {card.in_play ? "" : " · not used in play yet"}
      </p>
    </>
  );
}

function SheetBody({ id }: { id: string }) {
  const game = clauses.bookOf(id);
  const shelf = clauses.shelf(game);
  useEffect(() => {
    clauses.load(game);
  }, [game]);
  if (shelf.state === "failed") {
    return <ErrorBox sentence={shelf.refusal.sentence} retry={() => clauses.load(game)} />;
  }
  if (shelf.state !== "ready") return <Skeleton rows={3} awaiting="Fetching the rule book." />;
  const card = shelf.byId.get(id);
  if (!card)
    return <p>{`There is no clause "${id}" in this rule book. The link is wrong; nothing in play hangs on it.`}</p>;
  return (
    <div class="k-column" style={{ gap: "var(--s3)" }} data-testid="clause-text">
      <p class="k-small k-muted">{card.chapter}</p>
      <ClauseText card={card} />
      {isServed() && (
        <ButtonLink to={`/rules/${encodeURIComponent(id)}`} kind="quiet" icon={BookOpen}>
          Show it in the rule book
        </ButtonLink>
      )}
    </div>
  );
}

/** The sheet with the opened clause; mounted once by the app, shown over any page. */
export function ClauseSheet() {
  const id = openedClause.value;
  if (id === "") return null;
  const title = clauses.nameOf(id);
  return (
    <Sheet key={id} title={title} onClose={closeClause} testid="clause-sheet">
      <SheetBody id={id} />
    </Sheet>
  );
}
