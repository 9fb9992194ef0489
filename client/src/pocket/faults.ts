// What kept the server of this page from coming, in one sentence that says what is left and what to do.

/** A part of the program did not come, or not whole. */
export class NotFetched extends Error {}

const NO_WEB_ASSEMBLY =
  "this browser has WebAssembly switched off, and the referee needs it. Switch it on for this page, or play at a server.";
const NOT_FETCHED =
  "the program could not be fetched whole. What came is kept; try again when there is a network. No battle is touched.";
const NO_SPACE =
  "there is no space left on this device. Nothing that was kept is lost; make some space, then try again.";
const NO_MEMORY = "this device has too little memory free. Close other tabs, then try again. No battle is touched.";

/** A script that did not come, as browsers say it. */
const NO_SCRIPT = /dynamically imported module|Importing a module script failed/;
/** What Python says last is what was meant for people, where it is one of ours. */
const OURS = /FromTheFuture: (.+)\s*$/;

export function wordsOf(fault: unknown): string {
  const { name, message = String(fault) } = (fault ?? {}) as { name?: string; message?: string };
  if (fault instanceof NotFetched || NO_SCRIPT.test(message)) return NOT_FETCHED;
  if (/WebAssembly is not defined/.test(message)) return NO_WEB_ASSEMBLY;
  if (name === "QuotaExceededError" || /disk is full|No space left/.test(message)) return NO_SPACE;
  if (name === "RangeError" || /out of memory|memory allocation|MemoryError/i.test(message)) return NO_MEMORY;
  return OURS.exec(message)?.[1] ?? message.trim().split("\n").at(-1) ?? message;
}
