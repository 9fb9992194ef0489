// Block 1: which battle. Each scenario with its map, size and length.

import { ClauseLink, Panel } from "../../kit";
import type { GameCard, ScenarioFace } from "../../protocol";
import { type Draft, withScenario } from "./draft";
import { ScenarioMap } from "./map";

/** Size and length in words. */
export function scenarioDetail(scenario: ScenarioFace): string {
  const grain = 1e6;
  const [least, most] = scenario.minutes;
  const minutes = most > 0 ? `${least} to ${most} min` : `${least} min or more`;
  return `${scenario.face.width / grain} × ${scenario.face.height / grain} in · ${minutes}`;
}

type BlockProps = { game: GameCard; draft: Draft; change: (draft: Draft) => void };

export function ScenarioBlock({ game, draft, change }: BlockProps) {
  return (
    <Panel title="1  Battle" aside={game.title}>
      <div class="a-scenarios" role="radiogroup" aria-label="Scenario">
        {game.catalogue.scenarios.map((scenario) => (
          <label key={scenario.id} class="a-scenario">
            <input
              type="radio"
              name="scenario"
              class="k-spoken"
              checked={scenario.id === draft.scenario}
              onChange={() => change(withScenario(game, draft, scenario.id))}
            />
            <ScenarioMap scenario={scenario} />
            <span class="a-scenario-words">
              <span class="k-strong">{scenario.title}</span>
              <span class="k-tiny k-muted">{scenarioDetail(scenario)}</span>
              <span class="k-small">{scenario.goal}</span>
            </span>
          </label>
        ))}
      </div>
      <p class="k-small a-after">
        How to win:{" "}
        <ClauseLink clause={game.catalogue.scenarios.find((one) => one.id === draft.scenario)?.clause ?? ""} />
      </p>
    </Panel>
  );
}
