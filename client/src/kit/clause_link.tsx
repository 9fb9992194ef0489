// Every number opens its rule: the link with the title of a clause.
import { signal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { clauses } from "./clauses";
import { hrefOf } from "./place";
import { isServed } from "./served";

/** The clause that lies open, or "". */
export const openedClause = signal("");

/** Open a clause over the page. */
export function openClause(id: string): void {
  openedClause.value = id;
}

export function closeClause(): void {
  openedClause.value = "";
}

/** An id that breaks at its dots where the line is too short. */
function Broken({ id }: { id: string }) {
  return (
    <span>
      {id.split(".").map((part, index) => (
        <Fragment key={`${index}${part}`}>
          {index > 0 && (
            <>
              .<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

/** What a clause is called: its title, or its id as long as nobody knows the title. */
export function ClauseName({ clause }: { clause: string }) {
  useEffect(() => {
    void clauses.loadTitles();
  }, []);
  const title = clauses.titleOf(clause);
  return title ? <span>{title}</span> : <Broken id={clause} />;
}

/** A clause by its title that opens its text; as a page address it also works in a new tab. */
export function ClauseLink({ clause, words }: { clause: string; words?: string }) {
  if (clause === "") return null;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    openClause(clause);
  };
  const title = clauses.titleOf(clause) || clause;
  return (
    <a
      class="k-clause"
      href={isServed() ? hrefOf(`/rules/${encodeURIComponent(clause)}`) : `#${clause}`}
      onClick={open}
      data-clause={clause}
      title={clause}
      aria-label={words === undefined ? `Rule: ${title}` : `${words}, rule: ${title}`}
    >
      {words ?? <ClauseName clause={clause} />}
    </a>
  );
}
