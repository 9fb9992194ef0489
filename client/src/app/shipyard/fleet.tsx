// The fleet under the agreed level: its ships, what they are worth together, and what is wrong with it.
import { Minus, Pencil, Plus } from "lucide-preact";
import { Bar, Button, ClauseLink, NumberRow, Panel } from "../../kit";
import type { BuiltCard, CheckedArmy, GameCard, Refusal, Yard } from "../../protocol";
import type { Army, Options } from "../battle/draft";
import { SwitchChoice } from "../battle/rules";
import { designs, nameOf } from "../designs";
import { Faults } from "../yard/faults";
import { added, counted } from "./ships";

type FleetProps = {
  game: GameCard;
  yard: Yard;
  fleet: Army;
  change: (fleet: Army) => void;
  chosen: number;
  choose: (index: number) => void;
  built: Map<string, BuiltCard>;
  checked: CheckedArmy | Refusal | undefined;
  level: number;
  setLevel: (level: number) => void;
};

function Level({ yard, level, setLevel, checked }: Pick<FleetProps, "yard" | "level" | "setLevel" | "checked">) {
  const points = checked && "points" in checked ? checked.points : 0;
  return (
    <div class="y-points">
      <div class="k-row k-wrap">
        <b class="k-title" data-testid="fleet-points">
          {points}
        </b>
        <span class="k-muted k-grow">of</span>
        <NumberRow label="Level in points" value={level} min={1} max={1000} step={10} typed onChange={setLevel} />
        <span>points</span>
        <ClauseLink clause={yard.budget.clause} />
      </div>
      <Bar
        share={points / level}
        label={`${points} of ${level} points`}
        colour={points > level ? "var(--bad)" : "var(--side-a)"}
      />
      <p class="k-small k-muted">{points > level ? `${points - level} over` : `${level - points} left`}</p>
    </div>
  );
}

function ShipRow({ fleet, change, chosen, choose, built, index }: FleetProps & { index: number }) {
  const [text, count] = fleet[index] ?? ["", 0];
  const card = built.get(text);
  const name = card?.name ?? nameOf(text);
  return (
    <li class={`a-unit ${index === chosen ? "chosen" : ""}`} data-testid="fleet-row">
      <span class="a-unit-count">{`${count}×`}</span>
      <button type="button" class="y-pick k-grow" aria-pressed={index === chosen} onClick={() => choose(index)}>
        <span class="k-strong">{name}</span>
        <span class="a-unit-numbers">
          {card?.face.numbers.map((number) => (
            <span key={number.id} title={number.title}>{`${number.short} ${number.value}`}</span>
          ))}
          {card && card.faults.length > 0 && <span class="k-bad">has a fault</span>}
        </span>
      </button>
      <span class="k-strong k-number">{card ? card.face.cost * count : ""}</span>
      <Button iconOnly icon={Minus} onClick={() => change(counted(fleet, index, -1))}>
        {`One ${name} less`}
      </Button>
      <Button iconOnly icon={Plus} onClick={() => change(counted(fleet, index, 1))}>
        {`One ${name} more`}
      </Button>
    </li>
  );
}

/** Example ships and those kept in this browser: one click adds one. */
function Examples({ game, yard, fleet, change, options }: FleetProps & SwitchesProps) {
  const era = options[yard.fashion_switch];
  const forward = typeof era === "string" ? yard.fashions[era] : undefined;
  const offered = Object.entries(game.catalogue.cards).filter(([text]) => !forward || forward.includes(text));
  const cards = offered.map(([text, card]) => ({
    text,
    title: card.title,
    cost: card.cost,
  }));
  const kept = designs.cards(game.id).map((text) => ({ text, title: nameOf(text), cost: 0 }));
  return (
    <div class="y-chips">
      {[...kept, ...cards].map(({ text, title, cost }) => (
        <Button key={text} icon={Plus} onClick={() => change(added(fleet, text))} data-testid={`add-${text}`}>
          {cost > 0 ? `${title} ${cost}` : title}
        </Button>
      ))}
    </div>
  );
}

type SwitchesProps = { game: GameCard; yard: Yard; options: Options; setOptions: (options: Options) => void };

/** The switches that decide what may be built, taken along into the battle. */
export function YardSwitches({ game, yard, options, setOptions }: SwitchesProps) {
  const cards = game.catalogue.switches.filter((one) => yard.switches.includes(one.id));
  return (
    <details class="y-formula">
      <summary>What is agreed on</summary>
      {cards.map((card) => (
        <div key={card.id} class="a-switch">
          <p class="k-row">
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
    </details>
  );
}

export function FleetPanel(props: FleetProps & SwitchesProps) {
  const { yard, fleet, change, choose, checked } = props;
  const faults = checked === undefined ? undefined : "faults" in checked ? checked.faults : [checked];
  const launch = () => {
    change([...fleet, [`New ship ${fleet.length + 1} 10: 4-2-4`, 1]]);
    choose(fleet.length);
  };
  return (
    <Panel title="Fleet" class="y-fleet">
      <Level {...props} />
      {fleet.length === 0 && <p class="k-muted">No ships yet. Add an example or build one.</p>}
      <ul class="a-units">
        {fleet.map(([text], index) => (
          <ShipRow key={`${index}-${nameOf(text)}`} {...props} index={index} />
        ))}
      </ul>
      <p class="a-after">
        <Button icon={Pencil} onClick={launch} data-testid="new-ship">
          Build a new ship
        </Button>
      </p>
      <Faults faults={faults} fine="The fleet may sail." clause={yard.budget.clause} />
      <h3 class="y-line">Add a ship</h3>
      <Examples {...props} />
      <YardSwitches {...props} />
    </Panel>
  );
}
