// Parts with their counts, colours and numbers.
import { colourName, type PartLine, type Plans, paintOf } from "./plans";

export function PartLines({ plans, lines }: { plans: Plans; lines: readonly PartLine[] }) {
  return (
    <ul class="br-parts" data-testid="part-lines">
      {lines.map((line) => (
        <li key={`${line.number} ${line.colour}`}>
          <b>{line.count}×</b>
          <i class="br-paint" style={{ background: paintOf(plans, line.colour) }} aria-hidden="true" />
          <span>
            {line.title}, {colourName(plans, line.colour)} <span class="k-muted">{line.number}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
