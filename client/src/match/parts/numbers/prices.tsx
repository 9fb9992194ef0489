// What a move brings with it, said before it is given: what is given up, what may go wrong, what is won.
import { CircleCheck, CircleSlash, Info, TriangleAlert } from "lucide-preact";
import { ClauseLink } from "../../../kit";
import type { Price } from "../../../protocol";

const ICONS = { loss: CircleSlash, risk: TriangleAlert, gain: CircleCheck, note: Info };

export function Prices({ prices }: { prices: readonly Price[] }) {
  if (prices.length === 0) return null;
  return (
    <ul class="m-prices" data-testid="prices">
      {prices.map(({ title, text, clause, tone }) => {
        const Icon = ICONS[tone];
        return (
          <li key={title + text} class={`k-small m-price ${tone}`} data-tone={tone}>
            <Icon size={16} aria-hidden="true" />
            <span class="k-grow">
              <b>{text}</b> <ClauseLink clause={clause} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
