// Block 2: what each side fights with. The forces of the scenario, or lists bought for points with a live check.
import { Minus, Plus } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, Bar, Button, ButtonLink, ClauseLink, NumberRow, Panel, Segmented, SideMark, sideName } from "../../kit";
import type { CardFace, CheckedArmy, GameCard, Refusal } from "../../protocol";
import { designs, nameOf, readArmyCode, useBuilt } from "../designs";
import { yardPlace } from "../yard_places";
import {
  type Army,
  type Draft,
  optionsOf,
  pointsSwitch,
  scenarioOf,
  usualPoints,
  withArmy,
  withPoints,
  withUnits,
} from "./draft";

type BlockProps = { game: GameCard; draft: Draft; change: (draft: Draft) => void };

/** What the server says about an army; asked again when it changes. */
function useCheck(game: GameCard, draft: Draft, army: Army): CheckedArmy | Refusal | undefined {
  const [checked, setChecked] = useState<CheckedArmy | Refusal>();
  const options = { ...scenarioOf(game, draft).options, ...optionsOf(game, draft) };
  const asked = JSON.stringify([army, draft.points, options]);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const reply = await api.checkArmy({ game: game.id, army, limit: draft.points, options });
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

type RowProps = {
  title: string;
  card: CardFace | undefined;
  own: boolean;
  count: number;
  change: (by: number) => void;
};

function UnitRow({ title, card, own, count, change }: RowProps) {
  return (
    <li class={`a-unit ${count > 0 ? "chosen" : ""}`}>
      <span class="a-unit-count">{count > 0 ? `${count}×` : ""}</span>
      <span class="k-grow">
        <span class="k-strong">{title}</span> {own && <span class="k-chip">yours</span>}
        <span class="a-unit-numbers">
          {card?.numbers.map((number) => (
            <span key={number.id} title={number.title}>{`${number.short} ${number.value}`}</span>
          ))}
        </span>
      </span>
      {card && <span class="k-small k-number">{card.cost}</span>}
      <Button iconOnly icon={Minus} aria-disabled={count === 0} onClick={() => change(-1)}>
        {`One ${title} less`}
      </Button>
      <Button iconOnly icon={Plus} onClick={() => change(1)}>
        {`One ${title} more`}
      </Button>
    </li>
  );
}

type ListProps = BlockProps & { seat: number };

function CountryChoice({ countries, now, set }: { countries: string[]; now: string; set: (one: string) => void }) {
  return (
    <label class="k-row a-after">
      <span class="k-small">Country</span>
      <select class="k-field" value={now} onChange={(event) => set(event.currentTarget.value)}>
        {countries.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A kept army, or one that came as a code, instead of clicking it together. */
function OwnArmies({ game, draft, change, seat }: ListProps) {
  const [typed, setTyped] = useState("");
  const kept = Object.entries(designs.armies(game.id));
  const place = yardPlace(game);
  if (!place) return null;
  const take = (event: Event) => {
    event.preventDefault();
    const army = readArmyCode(typed);
    if (army.length > 0) change(withArmy(game, draft, seat, army));
    setTyped("");
  };
  return (
    <div class="a-own-armies">
      {kept.length > 0 && (
        <select
          class="k-field"
          aria-label={`Kept army for ${sideName(seat)}`}
          value=""
          onChange={(event) => {
            const army = designs.armies(game.id)[event.currentTarget.value];
            if (army) change(withArmy(game, draft, seat, army));
          }}
        >
          <option value="">A kept army</option>
          {kept.map(([name]) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <form class="k-row k-grow" onSubmit={take}>
        <input
          class="k-field k-mono"
          aria-label={`Army code for ${sideName(seat)}`}
          placeholder="An army code you were given"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">Use it</Button>
      </form>
      <ButtonLink to={place.path} kind="quiet">
        {`Build your own ${game.yard?.noun ?? "unit"}`}
      </ButtonLink>
    </div>
  );
}

/** Rows stay where they are while units come and go; only another country, or an army brought along, lays them anew. */
function useListed(wanted: readonly string[], country: string): string[] {
  const kept = useRef<{ country: string; rows: string[] }>({ country, rows: [] });
  if (kept.current.country !== country) kept.current = { country, rows: [] };
  const come = wanted.filter((text) => !kept.current.rows.includes(text));
  if (come.length > 0) kept.current.rows = [...come, ...kept.current.rows];
  return kept.current.rows;
}

function ArmyEditor({ game, draft, change, seat }: ListProps) {
  const army = draft.armies[seat] ?? [];
  const cards = Object.entries(game.catalogue.cards);
  const known = (text: string) => text in game.catalogue.cards;
  const countries = [...new Set(cards.map(([, card]) => card.country).filter(Boolean))];
  const mine = army[0] ? game.catalogue.cards[army[0][0]]?.country : countries[0];
  const [country, setCountry] = useState(mine ?? "");
  const countOf = (id: string) => army.find(([name]) => name === id)?.[1] ?? 0;
  const own = [...new Set([...army.map(([text]) => text), ...designs.cards(game.id)])].filter((text) => !known(text));
  const offered = cards.filter(([text, card]) => card.country === country || card.country === "" || countOf(text) > 0);
  const wanted = [...own, ...offered.map(([text]) => text)].sort((a, b) => countOf(b) - countOf(a));
  const listed = useListed(wanted, country);
  const built = useBuilt(
    { game: game.id },
    listed.filter((text) => !known(text)),
  );
  const checked = useCheck(game, draft, army);
  const rows = listed.map((text) => {
    const card = game.catalogue.cards[text];
    if (card) return { text, title: card.title, card, own: false };
    const reply = built.get(text);
    return { text, title: nameOf(text), card: reply?.ok ? reply.value.face : undefined, own: true };
  });
  return (
    <details class="a-army" open={seat === 0}>
      <summary>
        <SideMark side={seat} quiet />
        <span class="k-strong">{`Army of ${sideName(seat)}`}</span>
        <span class="k-small k-muted k-grow">
          {army.map(([name, count]) => `${count}× ${nameOf(name)}`).join(", ") || "empty"}
        </span>
      </summary>
      <Verdict checked={checked} limit={draft.points} />
      {countries.length > 1 && <CountryChoice countries={countries} now={country} set={setCountry} />}
      <OwnArmies game={game} draft={draft} change={change} seat={seat} />
      <ul class="a-units">
        {rows.map((row) => (
          <UnitRow
            key={row.text}
            {...row}
            count={countOf(row.text)}
            change={(by) => change(withUnits(draft, seat, row.text, by))}
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
  const limit = pointsSwitch(game);
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
              min={1}
              max={limit?.highest || 500}
              step={10}
              typed
              onChange={(points) => change(withPoints(game, draft, points))}
            />
            <ClauseLink clause={limit?.clause ?? ""} />
          </div>
          {draft.armies.map((_, seat) => (
            <ArmyEditor key={sideName(seat)} game={game} draft={draft} change={change} seat={seat} />
          ))}
        </>
      )}
    </Panel>
  );
}
