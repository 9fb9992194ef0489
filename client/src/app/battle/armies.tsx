// Block 2: what each side fights with. The forces of the scenario, or lists bought for points with a live check.
import { Minus, Plus } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { api, Bar, Button, ClauseLink, NumberRow, Panel, Segmented, SideMark, sideName } from "../../kit";
import type { CardFace, CheckedArmy, GameCard, Refusal } from "../../protocol";
import {
  type Army,
  type Draft,
  optionsOf,
  POINTS_SWITCH,
  scenarioOf,
  usualPoints,
  withPoints,
  withUnits,
} from "./draft";

type BlockProps = { game: GameCard; draft: Draft; change: (draft: Draft) => void };

/** What the server says about an army; asked again when it changes. */
function useCheck(game: GameCard, draft: Draft, army: Army): CheckedArmy | Refusal | undefined {
  const [checked, setChecked] = useState<CheckedArmy | Refusal>();
  const asked = JSON.stringify([army, draft.points, draft.options]);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const reply = await api.checkArmy({ game: game.id, army, limit: draft.points, options: optionsOf(draft) });
      if (current) setChecked(reply.ok ? reply.value : reply.refusal);
    }, 200);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return checked;
}

function Verdict({ checked, limit }: { checked: CheckedArmy | Refusal | undefined; limit: number }) {
  if (!checked) return <p class="k-small k-muted">Adding up.</p>;
  const faults = "faults" in checked ? checked.faults : [checked];
  const points = "points" in checked ? checked.points : 0;
  return (
    <div aria-live="polite">
      <p class="k-row">
        <b class="k-title">{points}</b>
        <span class="k-muted">{`of ${limit} points`}</span>
      </p>
      <Bar
        share={points / limit}
        label={`${points} of ${limit} points`}
        colour={points > limit ? "var(--bad)" : "var(--ink)"}
      />
      {faults.map((fault) => (
        <p key={fault.sentence} class="k-small k-bad a-after">
          {fault.sentence} <ClauseLink clause={fault.clause} />
        </p>
      ))}
    </div>
  );
}

function UnitRow({ card, count, change }: { card: CardFace; count: number; change: (by: number) => void }) {
  return (
    <li class={`a-unit ${count > 0 ? "chosen" : ""}`}>
      <span class="a-unit-count">{count > 0 ? `${count}×` : ""}</span>
      <span class="k-grow">
        <span class="k-strong">{card.title}</span>
        <span class="a-unit-numbers">
          {card.numbers.map((number) => (
            <span key={number.id} title={number.title}>{`${number.short} ${number.value}`}</span>
          ))}
        </span>
      </span>
      <Button iconOnly icon={Minus} aria-disabled={count === 0} onClick={() => change(-1)}>
        {`One ${card.title} less`}
      </Button>
      <Button iconOnly icon={Plus} onClick={() => change(1)}>
        {`One ${card.title} more`}
      </Button>
    </li>
  );
}

type ListProps = BlockProps & { seat: number };

function ArmyEditor({ game, draft, change, seat }: ListProps) {
  const army = draft.armies[seat] ?? [];
  const cards = Object.values(game.catalogue.cards);
  const countries = [...new Set(cards.map((card) => card.country).filter(Boolean))];
  const own = army[0] ? game.catalogue.cards[army[0][0]]?.country : countries[0];
  const [country, setCountry] = useState(own ?? "");
  const checked = useCheck(game, draft, army);
  const countOf = (id: string) => army.find(([name]) => name === id)?.[1] ?? 0;
  const shown = cards.filter((card) => card.country === country || card.country === "" || countOf(card.id) > 0);
  shown.sort((a, b) => countOf(b.id) - countOf(a.id) || a.cost - b.cost);
  return (
    <details class="a-army" open={seat === 0}>
      <summary>
        <SideMark side={seat} quiet />
        <span class="k-strong">{`Army of ${sideName(seat)}`}</span>
        <span class="k-small k-muted">{army.map(([name, count]) => `${count}× ${name}`).join(", ") || "empty"}</span>
      </summary>
      <Verdict checked={checked} limit={draft.points} />
      <label class="k-row a-after">
        <span class="k-small">Country</span>
        <select class="k-field" value={country} onChange={(event) => setCountry(event.currentTarget.value)}>
          {countries.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <ul class="a-units">
        {shown.map((card) => (
          <UnitRow
            key={card.id}
            card={card}
            count={countOf(card.id)}
            change={(by) => change(withUnits(draft, seat, card.id, by))}
          />
        ))}
      </ul>
    </details>
  );
}

function FixedForces({ game, draft }: { game: GameCard; draft: Draft }) {
  const scenario = scenarioOf(game, draft);
  return (
    <ul class="a-forces">
      {scenario.forces.map((force, seat) => (
        <li key={sideName(seat)} class="k-row">
          <SideMark side={seat} />
          <span class="k-grow">
            <span class="k-strong">{force.map(([card, count]) => `${count}× ${card}`).join(", ")}</span>
            <span class="k-small k-muted a-line">{`${scenario.sides[seat] ?? ""} · ${scenario.points[seat] ?? 0} points`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function ArmiesBlock({ game, draft, change }: BlockProps) {
  const bought = draft.points > 0;
  const usual = usualPoints(game, draft);
  return (
    <Panel title="2  Armies">
      <Segmented
        label="Armies"
        value={bought ? "points" : "fixed"}
        choices={[
          { value: "fixed", label: "As the scenario has them" },
          { value: "points", label: "By points" },
        ]}
        onChange={(value) => change(withPoints(game, draft, value === "points" ? usual : 0))}
        testid="armies"
      />
      {!bought && <FixedForces game={game} draft={draft} />}
      {bought && (
        <>
          <div class="k-row k-wrap a-after">
            <span>Points a side</span>
            <NumberRow
              label="Points a side"
              value={draft.points}
              min={10}
              max={500}
              step={10}
              onChange={(points) => change(withPoints(game, draft, points))}
            />
            <ClauseLink clause={game.catalogue.switches.find((one) => one.id === POINTS_SWITCH)?.clause ?? ""} />
          </div>
          {draft.armies.map((_, seat) => (
            <ArmyEditor key={sideName(seat)} game={game} draft={draft} change={change} seat={seat} />
          ))}
        </>
      )}
    </Panel>
  );
}
