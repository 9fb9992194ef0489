// Short words of a game: which of them stand in a question and on its units, and where in a text.
import type { Asked, TableFace, Term } from "../protocol";

/** What of a question people read; the rest are names of things and numbers. */
const READ = new Set(["title", "text", "remark", "roll", "points", "give", "stay", "warning", "of", "reason", "range"]);

function* readIn(value: unknown, key = ""): Generator<string> {
  if (typeof value === "string") {
    if (READ.has(key)) yield value;
  } else if (Array.isArray(value)) for (const one of value) yield* readIn(one, key);
  else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value)) yield* readIn(one, name);
}

/** A short word is one where no letter stands before it, nor a letter or a digit behind: "3D6" has D6. */
const pattern = (terms: readonly Term[]): RegExp | null => {
  // a single letter is a word of its own only where a card says so
  const words = terms.map((one) => one.short).filter((short) => /^[A-Z][A-Z0-9]+$/.test(short));
  return words.length > 0 ? new RegExp(`(?<![A-Za-z])(${words.join("|")})(?![A-Za-z0-9])`, "g") : null;
};

/** A text cut at its short words. */
export function cutAtTerms(text: string, terms: readonly Term[]): (string | Term)[] {
  const words = pattern(terms);
  if (!words) return [text];
  return text
    .split(words)
    .map((part, i) => (i % 2 === 1 ? (terms.find((one) => one.short === part) ?? part) : part))
    .filter((part) => part !== "");
}

/** The short words of a question and of the cards on the table, in the order of the glossary. */
export function termsOf(asked: Asked, face: TableFace): Term[] {
  const words = pattern(face.terms);
  const said = new Set(words ? [...readIn(asked)].flatMap((text) => text.match(words) ?? []) : []);
  for (const id of new Set(Object.values(face.units)))
    for (const one of face.cards[id]?.numbers ?? []) said.add(one.short);
  return face.terms.filter((one) => said.has(one.short));
}
