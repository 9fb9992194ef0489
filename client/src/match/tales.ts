// A battle told: what turned it, and how it was won in a sentence.
import type { Tale } from "../protocol";

type Swing = Tale["swings"][number];

/** The step that swung a battle most; none where nothing did. */
export function decisive(tale: Tale | null | undefined): Swing | undefined {
  const by = (one: Swing): number => Math.abs(one.after - one.before);
  return [...(tale?.swings ?? [])].sort((one, other) => by(other) - by(one))[0];
}

/** How it was won, in a sentence or two: why it is over, and what turned it. */
export function wonWords(ending: string, tale: Tale | null | undefined): string {
  const swing = decisive(tale);
  return swing ? `${ending} What turned it: ${swing.text}` : ending;
}
