// Whether a server stands behind the page. A replay taken home as a file has none: then nothing leads to another page.

let behind = true;

/** Whether there are other pages to go to. */
export const isServed = (): boolean => behind;

/** Said once, before anything is shown. */
export function standAlone(): void {
  behind = false;
}
