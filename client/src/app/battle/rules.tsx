// Block 3: by which rules. A whole set, chapters laid over it, the switches one by one, and the code that stands for all.
import { Check, Plus } from "lucide-preact";
import { useState } from "preact/hooks";
import { Link, Panel, Segmented } from "../../kit";
import type { GameCard, Preset } from "../../protocol";
import { additions, asOwn, isAdded, presetOf, wholeSets, withAdded, withoutAdded, withSet } from "./chapters";
import { type Draft, scenarioOf } from "./draft";
import { HouseRules } from "./house_rules";
import { CodeRow } from "./rule_code";
import { SketchPicture } from "./sketch";
import { OwnRules } from "./switches";

type BlockProps = { game: GameCard; draft: Draft; change: (draft: Draft) => void };

/** Where a chapter is played that needs units of its own. */
function whereOf(game: GameCard, draft: Draft, { scenarios }: Preset): string {
  const first = game.catalogue.scenarios.find((one) => one.id === scenarios[0]);
  if (!first) return "";
  return scenarios.includes(draft.scenario)
    ? `Played in ${scenarioOf(game, draft).title}.`
    : `Takes you to ${first.title}.`;
}

/** A chapter: one press lays it over the rules, another takes it away. */
function Chapter({ game, draft, change, chapter }: BlockProps & { chapter: Preset }) {
  const on = isAdded(game, draft, chapter);
  const where = whereOf(game, draft, chapter);
  const press = () => change(on ? withoutAdded(game, draft, chapter) : withAdded(game, draft, chapter));
  return (
    <button type="button" class="a-extra" aria-pressed={on} onClick={press} data-testid={`add-${chapter.id}`}>
      <SketchPicture strokes={chapter.sketch} />
      <span class="a-extra-words">
        <b class="k-row">
          {on ? <Check size={16} aria-hidden="true" /> : <Plus size={16} aria-hidden="true" />}
          <span>{chapter.title}</span>
        </b>
        <span class="k-small k-muted">
          {chapter.text}
          {where && <b> {where}</b>}
        </span>
      </span>
    </button>
  );
}

export function RulesBlock({ game, draft, change }: BlockProps) {
  const sets = wholeSets(game);
  const now = presetOf(game, draft);
  const [own, setOwn] = useState(false);
  const shown = own || now === "own";
  const set = sets.find((one) => one.id === now);
  const choose = (id: string) => {
    setOwn(id === "own");
    const wanted = sets.find((one) => one.id === id);
    change(wanted ? withSet(game, draft, wanted) : asOwn(game, draft));
  };
  const chapters = additions(game);
  return (
    <Panel title="3  Rules">
      <Segmented
        label="Rules"
        value={shown ? "own" : now}
        choices={[...sets.map((one) => ({ value: one.id, label: one.title })), { value: "own", label: "My own" }]}
        onChange={choose}
        testid="presets"
      />
      <div class="a-set">
        {set && <SketchPicture strokes={set.sketch} />}
        <p>
          {shown && set && `Begins as ${set.title}. `}
          {set?.text ?? "Your own choice of rules."}
        </p>
      </div>
      {chapters.length > 0 && (
        <>
          <h3 class="a-rule-head">Add to it</h3>
          <div class="a-extras">
            {chapters.map((one) => (
              <Chapter key={one.id} game={game} draft={draft} change={change} chapter={one} />
            ))}
          </div>
        </>
      )}
      {shown && (
        <>
          <h3 class="a-rule-head">Every rule</h3>
          <OwnRules game={game} draft={draft} change={change} />
        </>
      )}
      {shown && game.own_dice && (
        <p class="k-small a-after">
          Your own brick dice? <Link to="/brick-die">Try them out and use what you found.</Link>
        </p>
      )}
      <details class="a-fold" open={draft.houseRules.length > 0}>
        <summary>House rules</summary>
        <p class="k-small k-muted">
          What you agree on beside the rules. Everybody reads it before they sit down, and at the table; keeping to it
          is up to you.
        </p>
        <HouseRules rules={draft.houseRules} set={(houseRules) => change({ ...draft, houseRules })} />
      </details>
      <CodeRow game={game} draft={draft} change={change} />
    </Panel>
  );
}
