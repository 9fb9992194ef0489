/** Numbers that look random and are the same for the same word, so that a hedge keeps its leaves. */

/** A stream of numbers from 0 up to 1, set by a word. */
export function stream(word: string): () => number {
  let s = 2166136261;
  for (const letter of word) s = Math.imul(s ^ letter.charCodeAt(0), 16777619);
  return () => {
    s = (Math.imul(s ^ (s >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((s ^ (s >>> 13)) >>> 0) / 4294967296;
  };
}

/** One of a list, drawn from a stream. */
export function pick<T>(list: readonly T[], next: () => number): T {
  const at = Math.min(list.length - 1, Math.floor(next() * list.length));
  return list[at] as T;
}
