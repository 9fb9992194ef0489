// Acts and orders for the tests of this room.
import type { Compose, Happening, Part } from "../../protocol";

/** Something that happened, as the server says it. */
export const act = (kind: Happening["kind"], first: number, changes: Partial<Happening> = {}): Happening => ({
  kind,
  first,
  ...{ seat: 0, unit: "A1", target: "", title: "", need: "", rolled: "", text: "", words: "It happened.", clause: "" },
  ...changes,
});

/** A part of an order whose words are said as they are. */
export const orderPart = (field: string, values: string[]): Part => ({
  ...{ field, title: `${field}?`, usual: "", gap: "" },
  words: values.map((value) => ({ value, title: value, says: "", text: "", clause: "", about: [] })),
});

export const composed = (changes: Partial<Compose>): Compose => ({
  ...{ offer: "compose", unit: "A1", sentence: "", parts: [], answer: {}, give: "Hold fire", clause: "" },
  ...{ barred: [], spots: [], notes: [] },
  ...changes,
});
