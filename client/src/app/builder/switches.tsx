// What is agreed on: the switches that decide what an army may be made of. They go along into the battle.
import { ClauseLink } from "../../kit";
import type { GameCard } from "../../protocol";
import type { Options } from "../battle/draft";
import { SwitchChoice } from "../battle/switches";

type SwitchesProps = {
  game: GameCard;
  options: Options;
  setOptions: (options: Options) => void;
  /** Only these; all of the builder's without it. */
  only?: readonly string[];
};

export function Switches({ game, options, setOptions, only }: SwitchesProps) {
  const wanted = only ?? game.catalogue.army_switches;
  const cards = game.catalogue.switches.filter((one) => wanted.includes(one.id));
  return (
    <div class="b-switches" data-testid="switches">
      {cards.map((card) => (
        <div key={card.id} class="a-switch">
          <p class="k-row k-wrap">
            <span class="k-strong k-grow">{card.title}</span>
            <ClauseLink clause={card.clause} />
          </p>
          <SwitchChoice
            card={card}
            label={card.title}
            value={options[card.id] ?? card.default}
            set={(value) => setOptions({ ...options, [card.id]: value })}
          />
        </div>
      ))}
    </div>
  );
}

/** What nobody pays for, and what nobody may have more of, each with its clause. */
export function Allowances({ game }: { game: GameCard }) {
  const yard = game.yard;
  const told = yard ? [...(yard.manner === "figures" ? yard.prices : []), ...yard.limits] : [];
  if (told.length === 0) return null;
  return (
    <details class="y-formula">
      <summary>What a unit may have</summary>
      <ul class="b-allowances">
        {told.map((one) => (
          <li key={one.id} class="k-row k-small" data-testid={`allowance-${one.id}`}>
            <b>{one.value}</b> <span class="k-grow">{one.title}</span> <ClauseLink clause={one.clause} />
          </li>
        ))}
      </ul>
    </details>
  );
}
