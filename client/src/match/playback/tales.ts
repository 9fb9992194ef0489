// A battle told: what turned it.
import type { Summary } from "../../protocol";

type Swing = Summary["swings"][number];

/** The step that swung a battle most; none where nothing did. */
export function decisive(tale: Summary | null | undefined): Swing | undefined {
  const by = (one: Swing): number => Math.abs(one.after - one.before);
  return [...(tale?.swings ?? [])].sort((one, other) => by(other) - by(one))[0];
}
