// What is wrong with something being built, each with its clause; or that nothing is.
import { Check, Flag } from "lucide-preact";
import { ClauseLink } from "../../kit";
import type { Refusal } from "../../protocol";

type FaultsProps = { faults: readonly Refusal[] | undefined; fine: string; clause: string };

export function Faults({ faults, fine, clause }: FaultsProps) {
  return (
    <ul class="y-checks" aria-live="polite" data-testid="faults">
      {!faults && <li class="k-muted">Adding up.</li>}
      {faults?.length === 0 && (
        <li>
          <Check size={18} aria-hidden="true" />
          <span class="k-grow">{fine}</span>
          <ClauseLink clause={clause} />
        </li>
      )}
      {faults?.map((fault) => (
        <li key={fault.sentence} class="k-bad">
          <Flag size={18} aria-hidden="true" />
          <span class="k-grow">{fault.sentence}</span>
          <ClauseLink clause={fault.clause} />
        </li>
      ))}
    </ul>
  );
}
