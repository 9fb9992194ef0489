// The list of units as a strip: it shows few of them, and the one that is asked about is among these.

import { isLaid } from "../../kit";

/** Moves the list to a row of it, a strip only along itself; nothing round the list is moved. */
export function comeIntoView(row: HTMLElement | null): void {
  const [list, strip] = [row?.closest<HTMLElement>(".m-own"), row?.closest<HTMLElement>(".m-rows")];
  if (!row || !list || !strip) return;
  // what stands over a strip, such as the cards in hand, stays in sight
  if (!isLaid("narrow")) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
  strip.scrollLeft = row.offsetLeft - (strip.clientWidth - row.offsetWidth) / 2;
}
