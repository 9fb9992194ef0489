// The army under the agreed points: its units as rows of figures, what they are worth together, what is wrong with it.
import { Copy as CopyIcon, Minus, Plus } from "lucide-preact";
import { Bar, Button, ClauseLink, NumberRow, Panel } from "../../kit";
import type { BuiltCard, CheckedArmy, GameCard, Refusal, Yard } from "../../protocol";
import type { Army, Options } from "../battle/draft";
import { designs, nameOf } from "../designs";
import { YardSwitches } from "../shipyard/fleet";
import { added, counted } from "../shipyard/ships";
import { Faults } from "../yard/faults";
import { Trooper } from "./trooper";

export type ForceProps = {
  game: GameCard;
  yard: Yard;
  force: Army;
  change: (force: Army) => void;
  chosen: number;
  choose: (index: number) => void;
  built: Map<string, BuiltCard>;
  checked: CheckedArmy | Refusal | undefined;
  points: number;
  setPoints: (points: number) => void;
  options: Options;
  setOptions: (options: Options) => void;
};

function Points({ yard, points, setPoints, checked }: Pick<ForceProps, "yard" | "points" | "setPoints" | "checked">) {
  const spent = checked && "points" in checked ? checked.points : 0;
  return (
    <div class="y-points">
      <div class="k-row k-wrap">
        <b class="k-title" data-testid="force-points">
          {spent}
        </b>
        <span class="k-muted k-grow">of</span>
        <NumberRow label="Points agreed on" value={points} min={10} max={2000} step={10} typed onChange={setPoints} />
        <span>points</span>
        <ClauseLink clause={yard.budget.clause} />
      </div>
      <Bar
        share={spent / points}
        label={`${spent} of ${points} points`}
        colour={spent > points ? "var(--bad)" : "var(--side-a)"}
      />
      <p class="k-small k-muted">{spent > points ? `${spent - points} over` : `${points - spent} left`}</p>
    </div>
  );
}

/** What a unit looks like in a line: its figures, or the words of its card. */
function Look({ yard, card }: { yard: Yard; card: BuiltCard | undefined }) {
  if (!card) return null;
  if (!card.figures?.length) return <span class="k-small k-muted">{card.face.traits.join(", ")}</span>;
  return (
    <span class="y-troop" role="img" aria-label={card.figures.map((one) => one.title).join(", ")}>
      {card.figures.map((figure, i) => (
        <Trooper key={`${i}-${figure.parts.join()}`} yard={yard} parts={figure.parts} />
      ))}
    </span>
  );
}

function UnitRow({ yard, force, change, chosen, choose, built, index }: ForceProps & { index: number }) {
  const [text, count] = force[index] ?? ["", 0];
  const card = built.get(text);
  const name = card?.name ?? nameOf(text);
  const twin = () => {
    change([...force.slice(0, index + 1), [text, 1], ...force.slice(index + 1)]);
    choose(index + 1);
  };
  return (
    <li class={`a-unit y-force-row ${index === chosen ? "chosen" : ""}`} data-testid="force-row">
      <button type="button" class="y-pick k-grow" aria-pressed={index === chosen} onClick={() => choose(index)}>
        <span class="k-row">
          <span class="a-unit-count">{`${count}×`}</span>
          <span class="k-strong k-grow">{name}</span>
          <span class="k-strong k-number">{card ? card.face.cost * count : ""}</span>
        </span>
        <Look yard={yard} card={card} />
        {card && card.faults.length > 0 && <span class="k-bad k-small">{card.faults[0]?.sentence}</span>}
      </button>
      <span class="y-force-buttons">
        <Button iconOnly icon={Minus} onClick={() => change(counted(force, index, -1))}>
          {`One ${name} less`}
        </Button>
        <Button iconOnly icon={Plus} onClick={() => change(counted(force, index, 1))}>
          {`One ${name} more`}
        </Button>
        <Button iconOnly icon={CopyIcon} onClick={twin} data-testid="twin">
          {`Another ${name}, to be changed`}
        </Button>
      </span>
    </li>
  );
}

/** On a phone the catalogue is folded up: what is being built comes first. */
const isWide = (): boolean => typeof matchMedia !== "function" || matchMedia("(min-width: 701px)").matches;

/** What a unit can be begun with, the ready-made ones, and those kept in this browser: one click adds one. */
function Catalogue({ game, yard, force, change, choose }: ForceProps) {
  const begin = (text: string) => {
    change([...force, [text, 1]]);
    choose(force.length);
  };
  const ready = Object.entries(game.catalogue.cards).map(([text, { title, cost }]) => ({ text, title, cost }));
  const kept = designs.cards(game.id).map((text) => ({ text, title: nameOf(text), cost: 0 }));
  return (
    <details class="y-formula" open={isWide()}>
      <summary>Add a unit</summary>
      <h3>Begin a new one</h3>
      <div class="y-chips">
        {(yard.begins ?? []).map(({ value, text }) => (
          <Button key={text} icon={Plus} onClick={() => begin(String(value))} data-testid={`begin-${value}`}>
            {text}
          </Button>
        ))}
      </div>
      <h3 class="y-line">Ready-made</h3>
      <div class="y-chips">
        {[...kept, ...ready].map(({ text, title, cost }) => (
          <Button key={text} icon={Plus} onClick={() => change(added(force, text))} data-testid={`add-${text}`}>
            {cost > 0 ? `${title} ${cost}` : title}
          </Button>
        ))}
      </div>
    </details>
  );
}

/** What nobody pays for, and what nobody may have more of, each with its clause. */
export function Allowances({ yard }: { yard: Yard }) {
  return (
    <details class="y-formula">
      <summary>Limits, and what is free</summary>
      <ul class="y-allowances">
        {[...yard.prices, ...yard.limits].map((one) => (
          <li key={one.id} class="k-row" data-testid={`allowance-${one.id}`}>
            <b>{one.value}</b> <span class="k-grow">{one.title}</span> <ClauseLink clause={one.clause} />
          </li>
        ))}
      </ul>
    </details>
  );
}

export function ForcePanel(props: ForceProps) {
  const { yard, force, checked } = props;
  const faults = checked === undefined ? undefined : "faults" in checked ? checked.faults : [checked];
  return (
    <Panel title="Army" class="y-fleet">
      <Points {...props} />
      {force.length === 0 && <p class="k-muted">No units yet. Begin one, or add one that is ready.</p>}
      <ul class="a-units">
        {force.map(([text], index) => (
          <UnitRow key={`${index}-${nameOf(text)}`} {...props} index={index} />
        ))}
      </ul>
      <Faults faults={faults} fine="This army may fight." clause={yard.budget.clause} />
      <Catalogue {...props} />
      <Allowances yard={yard} />
      <YardSwitches {...props} />
    </Panel>
  );
}
