// What players agree on beside the rules: sentences of their own, written down before the battle.
import { Plus, X } from "lucide-preact";
import { Button } from "../../kit";

/** As the server takes them. */
export const MOST_HOUSE_RULES = 12;
const MOST_LETTERS = 200;

type HouseRulesProps = { rules: readonly string[]; set: (rules: string[]) => void };

/** The sentences that say something. */
export const written = (rules: readonly string[]): string[] => rules.map((rule) => rule.trim()).filter(Boolean);

export function HouseRules({ rules, set }: HouseRulesProps) {
  return (
    <div class="a-house-rules" role="group" aria-label="House rules" data-testid="house-rules">
      {rules.map((rule, at) => (
        <div key={at} class="k-row">
          <input
            class="k-field"
            aria-label={`House rule ${at + 1}`}
            placeholder="Trees fall over when somebody drives through."
            value={rule}
            maxLength={MOST_LETTERS}
            onInput={(event) => set(rules.with(at, event.currentTarget.value))}
          />
          <Button kind="quiet" iconOnly icon={X} onClick={() => set(rules.toSpliced(at, 1))}>
            {`Take house rule ${at + 1} away`}
          </Button>
        </div>
      ))}
      {rules.length < MOST_HOUSE_RULES && (
        <Button icon={Plus} onClick={() => set([...rules, ""])} data-testid="add-house-rule">
          Add a house rule
        </Button>
      )}
    </div>
  );
}
