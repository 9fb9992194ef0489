// What the server suggests when it is asked for answers.
export type Suggestion = {
  answer: Record<string, unknown>;
  kind: string;
  reason: string;
  clause: string;
  value: number;
};

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Suggestions read with care: an answer to a question of the page may also be a refusal, or nothing. */
export function suggestionsOf(told: unknown): Suggestion[] {
  if (!Array.isArray(told)) return [];
  return told.filter(isPlain).map((one) => ({
    answer: isPlain(one.answer) ? one.answer : {},
    kind: text(one.kind),
    reason: text(one.reason),
    clause: text(one.clause),
    value: typeof one.value === "number" ? one.value : 0,
  }));
}
