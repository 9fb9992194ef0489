// Block 1: which game and which battle. Each scenario with its map, size, players and length.

import { ClauseLink, Panel, plural, Segmented } from "../../kit";
import type { GameCard, ScenarioFace } from "../../protocol";
import { type Draft, scenarioOf, withScenario } from "./draft";
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
function ChosenScenario({ scenario, laid }: { scenario: ScenarioFace; laid: AllowedTable | undefined }) {
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
      <ChosenScenario scenario={scenarioOf(game, draft)} laid={laid} />
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
