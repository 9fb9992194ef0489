// Acts for the tests of this room.
import type { Happening } from "../protocol";

/** Something that happened, as the server says it. */
export const act = (kind: Happening["kind"], first: number, changes: Partial<Happening> = {}): Happening => ({
  kind,
  first,
  ...{ seat: 0, unit: "A1", target: "", title: "", need: "", rolled: "", text: "", words: "It happened.", clause: "" },
  ...changes,
});
