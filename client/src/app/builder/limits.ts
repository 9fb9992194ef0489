// Limits of an army in words.
import type { LimitFace } from "../../protocol";

/** How much of something there may be. */
export function boundsOf({ least, most }: LimitFace): string {
  if (most === null) return least > 0 ? `at least ${least}` : "";
  return least > 0 ? `${least} to ${most}` : most === 0 ? "none" : `at most ${most}`;
}
