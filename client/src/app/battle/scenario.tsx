// Block 1: which game and which battle. Each scenario with its map, size, players and length.

import { Button, ClauseLink, NumberRow, Panel, plural, Segmented } from "../../kit";
import type { GameCard, ScenarioFace } from "../../protocol";
import { anotherNumber, type Draft, numberSwitch, scenarioOf, switchValue, withNumber, withScenario } from "./draft";
import type { AllowedTable } from "./laying";
import { rulerWord, TableMap } from "./map";

const GRAIN = 1e6;

/** Players, size and length in words. */
export function scenarioDetail(scenario: ScenarioFace): string {
  const [least, most] = scenario.minutes;
  const minutes = most > 0 ? `${least} to ${most} min` : `${least} min or more`;
  const { width, height, ruler } = scenario.face;
  const size = `${width / GRAIN} × ${height / GRAIN} ${rulerWord(ruler)}`;
  return `${plural(scenario.seats, "player")} · ${size} · ${minutes}`;
}

type CardProps = { scenario: ScenarioFace; chosen: boolean; choose: () => void };

function ScenarioCard({ scenario, chosen, choose }: CardProps) {
  return (
    <label class="a-scenario">
      <input type="radio" name="scenario" class="k-spoken" checked={chosen} onChange={choose} />
      <TableMap title={scenario.title} face={scenario.face} tokens={scenario.tokens} />
      <span class="a-scenario-words">
        <span class="k-strong">{scenario.title}</span>
        <span class="k-tiny k-muted">{plural(scenario.seats, "player")}</span>
      </span>
    </label>
  );
}

/** The chosen battle in full: the table as the switches have it, islands drawn from a number included. */
type ChosenProps = {
  game: GameCard;
  draft: Draft;
  change: (draft: Draft) => void;
  scenario: ScenarioFace;
  laid: AllowedTable | undefined;
};

/** The number a table is drawn from, to be typed, stepped through or drawn. */
function TableNumber({ game, draft, change }: Omit<ChosenProps, "scenario" | "laid">) {
  const card = numberSwitch(game, draft);
  if (!card) return null;
  const now = Number(switchValue(card, draft.options, draft.seats.length));
  return (
    <div class="k-row k-wrap a-after" data-testid="table-number">
      <span>{card.title}</span>
      <NumberRow
        label={card.title}
        value={now}
        min={card.lowest}
        max={card.highest}
        step={1}
        typed
        onChange={(number) => change(withNumber(game, draft, number))}
      />
      <Button onClick={() => change(withNumber(game, draft, anotherNumber(card, now)))}>Another table</Button>
    </div>
  );
}

function ChosenScenario({ game, draft, change, scenario, laid }: ChosenProps) {
  const table = laid ?? scenario;
  return (
    <div class="a-chosen" data-testid="chosen-scenario">
      <TableMap title={scenario.title} face={table.face} tokens={table.tokens} />
      <div>
        <h3>{scenario.title}</h3>
        <p class="k-small k-muted">{scenarioDetail(scenario)}</p>
        <p class="a-after">
          {scenario.goal} <ClauseLink clause={scenario.clause} />
        </p>
        <TableNumber game={game} draft={draft} change={change} />
      </div>
    </div>
  );
}

type GameChoiceProps = { games: readonly GameCard[]; game: GameCard; choose: (id: string) => void };

type BlockProps = GameChoiceProps & {
  draft: Draft;
  change: (draft: Draft) => void;
  laid: AllowedTable | undefined;
};

export function ScenarioBlock({ games, game, choose, draft, change, laid }: BlockProps) {
  const { scenarios } = game.catalogue;
  return (
    <Panel title="1  Game and scenario">
      {games.length > 1 && (
        <div class="a-game-choice">
          <Segmented
            label="Game"
            value={game.id}
            choices={games.map((one) => ({ value: one.id, label: one.title }))}
            onChange={choose}
            testid="games"
          />
          <p class="k-small k-muted">{`${game.catalogue.line}. ${game.catalogue.detail}`}</p>
        </div>
      )}
      <ChosenScenario game={game} draft={draft} change={change} scenario={scenarioOf(game, draft)} laid={laid} />
      <div class="a-scenarios" role="radiogroup" aria-label="Scenario" data-testid="scenarios">
        {scenarios.map((scenario) => (
          <ScenarioCard
            key={scenario.id}
            scenario={scenario}
            chosen={scenario.id === draft.scenario}
            choose={() => change(withScenario(game, draft, scenario.id))}
          />
        ))}
      </div>
    </Panel>
  );
}
