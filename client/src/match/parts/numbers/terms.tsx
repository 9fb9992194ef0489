// Short words that open their meaning: inside a text, and all of a question's in a row, by touch, pointer and keys.
import { useEffect, useRef, useState } from "preact/hooks";
import { ClauseLink } from "../../../kit";
import type { Term } from "../../../protocol";
import type { Room } from "../../room";
import { cutAtTerms, termsOf } from "../../terms";

type WordProps = { term: Term; open: boolean; press: () => void };

function Word({ term, open, press }: WordProps) {
  return (
    <button
      type="button"
      class="m-term"
      title={`${term.title}: ${term.text}`}
      aria-expanded={open}
      onClick={press}
      data-testid={`term-${term.short}`}
    >
      <span>{term.short}</span>
    </button>
  );
}

function Meaning({ term }: { term: Term | undefined }) {
  const said = useRef<HTMLSpanElement>(null);
  // it must not open under the fold
  useEffect(() => said.current?.scrollIntoView?.({ block: "nearest" }), [term]);
  if (!term) return null;
  return (
    <span ref={said} class="m-term-said" role="status" data-testid="term-said">
      <b>
        {term.short}: {term.title}.
      </b>{" "}
      {term.text} <ClauseLink clause={term.clause} />
    </span>
  );
}

/** At most one word is open. */
function useOpened(terms: readonly Term[]) {
  const [short, setShort] = useState("");
  return {
    term: terms.find((one) => one.short === short),
    press: (term: Term) => setShort(term.short === short ? "" : term.short),
  };
}

/** A text whose short words can be opened where they stand. */
export function TermText({ room, text }: { room: Room; text: string }) {
  const terms = room.face.value?.terms ?? [];
  const opened = useOpened(terms);
  return (
    <>
      {cutAtTerms(text, terms).map((part, i) =>
        typeof part === "string" ? (
          part
        ) : (
          <Word key={`${i} ${part.short}`} term={part} open={opened.term === part} press={() => opened.press(part)} />
        ),
      )}
      <Meaning term={opened.term} />
    </>
  );
}

/** All short words of the question and of the cards: those on buttons, which cannot be opened there, too. */
export function TermRow({ room }: { room: Room }) {
  const face = room.face.value;
  const asked = room.opened.value?.asked;
  const terms = face && asked ? termsOf(asked, face) : [];
  const opened = useOpened(terms);
  if (terms.length === 0) return null;
  return (
    <div class="m-terms" data-testid="terms">
      <span class="k-small k-muted">Short words</span>
      {terms.map((term) => (
        <Word key={term.short} term={term} open={opened.term === term} press={() => opened.press(term)} />
      ))}
      <Meaning term={opened.term} />
    </div>
  );
}
