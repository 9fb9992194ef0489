// Where we are and how the addresses of our pages look. A server knows every page by its path. A folder of plain files
// knows only its one page, wherever it lies: there the address of a page of ours stands behind the #.

/** Whether this is the edition without a server: the page itself says so. */
export const isPocket: boolean = globalThis.document?.documentElement.dataset.edition === "pocket";

let last = "/";

/** Where we are, as a server would know it. */
export function here(): URL {
  if (!isPocket) return new URL(location.href);
  // what else stands behind a # leads somewhere on this page
  if (location.hash.startsWith("#/")) last = location.hash.slice(1);
  else if (location.hash === "") last = "/";
  return new URL(last, location.origin);
}

/** How a page of ours is written in a link. */
export const hrefOf = (to: string): string => (isPocket ? `#${to}` : to);

/** The whole address of a page of ours, to be given away. */
export const addressOf = (to: string): string => new URL(hrefOf(to), location.href.replace(/[?#].*/, "")).href;

/** What the address of this page asked for was heard: now it is plain, so that loading the page again asks no more. */
export function heard(): void {
  history.replaceState(null, "", hrefOf(here().pathname));
}
