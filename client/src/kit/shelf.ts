// Under which names this browser keeps things for us. The edition without a server may lie under a server's own address:
// each edition has names of its own, so that neither forgets or overwrites what the other keeps.
import { isPocket } from "./place";

const SERVED = "brickfield.";
/** What all names of this edition begin with. */
export const SHELF = isPocket ? "brickfield-pocket." : SERVED;
/** Not one of them, so that it stays when everything is forgotten. */
const PARTED = "brickfield-pocket:parted";

export const named = (name: string): string => SHELF + name;

/** Before the editions had names of their own they shared all: what was kept then belongs to both. */
function part(): void {
  try {
    if (localStorage.getItem(PARTED) !== null) return;
    for (const key of Object.keys(localStorage)) {
      const own = named(key.slice(SERVED.length));
      const shared = key.startsWith(SERVED) ? localStorage.getItem(key) : null;
      if (shared !== null && localStorage.getItem(own) === null) localStorage.setItem(own, shared);
    }
    localStorage.setItem(PARTED, "1");
  } catch {
    // where nothing is kept nothing has to be parted
  }
}

if (isPocket) part();
