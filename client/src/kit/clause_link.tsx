// Every number opens its rule: the link with a clause id.
import { signal } from "@preact/signals";

/** The clause that lies open, or "". */
export const openedClause = signal("");

/** Open a clause over the page. */
export function openClause(id: string): void {
  openedClause.value = id;
}

export function closeClause(): void {
  openedClause.value = "";
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
      href={`/rules/${encodeURIComponent(clause)}`}
      onClick={open}
      data-clause={clause}
      aria-label={words === undefined ? `Rule ${clause}` : `${words}, rule ${clause}`}
    >
      {words ?? clause}
    </a>
  );
}
