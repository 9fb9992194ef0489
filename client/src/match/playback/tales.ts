// A battle told: what turned it.
import type { Summary } from "../../protocol";

type Swing = Summary["swings"][number];

/** The steps that swung a battle, the greatest first; none where nothing did. */
export function bySize(tale: Summary | null | undefined): Swing[] {
  const by = (one: Swing): number => Math.abs(one.after - one.before);
  return [...(tale?.swings ?? [])].sort((one, other) => by(other) - by(one));
}
