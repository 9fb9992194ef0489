// Why something cannot be: the server's sentence with its clause.
import { ClauseLink } from "../../kit";
import type { Refusal } from "../../protocol";

/** Seen where it is, told in its turn. */
export function RefusalLine({ refusal, testid }: { refusal: Refusal; testid: string }) {
  return (
    <p class="m-refusal" role="status" data-testid={testid}>
      {refusal.sentence} <ClauseLink clause={refusal.clause} />
    </p>
  );
}

/** Seen in the bubble at the hand; here for those who hear the page. */
export function RefusedLeg({ refusal }: { refusal: Refusal | null }) {
  return refusal ? (
    <p class="k-spoken" role="alert" data-testid="refused-leg">
      {refusal.sentence} <ClauseLink clause={refusal.clause} />
    </p>
  ) : null;
}
