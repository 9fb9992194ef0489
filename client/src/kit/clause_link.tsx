// Every number opens its rule: the link with a clause id.
import { signal } from "@preact/signals";
import { Fragment } from "preact";
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

/** A clause id that opens its clause; as a page address it also works in a new tab. */
export function ClauseLink({ clause, words }: { clause: string; words?: string }) {
  if (clause === "") return null;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    openClause(clause);
  };
  return (
    <a
      class="k-clause"
      href={isServed() ? `/rules/${encodeURIComponent(clause)}` : `#${clause}`}
      onClick={open}
      data-clause={clause}
      aria-label={words === undefined ? `Rule ${clause}` : `${words}, rule ${clause}`}
    >
      {words ?? <Broken id={clause} />}
    </a>
  );
}
