// Block 2: what each side fights with. The forces of the scenario, or lists bought for points with a live check.
import { useEffect, useRef, useState } from "preact/hooks";
import {
  api,
  Bar,
  Button,
  ButtonLink,
  ClauseLink,
  NumberRow,
  Panel,
  plural,
  Segmented,
  SideMark,
  sideName,
} from "../../kit";
import type { CardFace, CheckedArmy, GameCard, Refusal } from "../../protocol";
import { armyNameIn, designs, readArmyCode, useBuilt } from "../designs";
import { yardPlace } from "../yard_places";
import { type Row, UnitRow } from "./army_rows";
import { ArmySwitches, isOn, sellsPieces } from "./army_switches";
import {
  type Army,
  type Draft,
  optionsOf,
  plainOf,
  pointsSwitch,
  scenarioOf,
  titleOf,
  upgradeOf,
  usualPoints,
  withArmy,
  withPoints,
  withUnits,
  withUpgrade,
} from "./draft";
import { OwnUnit } from "./own_unit";

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
  const army = "faults" in checked ? checked : undefined;
  const faults = army ? army.faults : [checked as Refusal];
  const points = army?.points ?? 0;
  const pool = army?.pool_limit ?? 0;
  const spent = army?.pool ?? 0;
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
      {pool > 0 && (
        <>
          <p class="k-row k-small">
            <b>{spent}</b>
            <span class="k-muted">{`of ${pool} points for terrain`}</span>
          </p>
          <Bar
            share={spent / pool}
            label={`${spent} of ${pool} points for terrain`}
            colour={spent > pool ? "var(--bad)" : "var(--ink2)"}
          />
        </>
      )}
      {faults.map((fault) => (
        <p key={fault.sentence} class="k-small k-bad a-after">
          {fault.sentence} <ClauseLink clause={fault.clause} />
        </p>
      ))}
      {!!army?.notes?.length && (
        <details class="a-fold a-army-notes">
          <summary class="k-small">{`Good to know: ${plural(army.notes.length, "note")} on these units`}</summary>
          {army.notes.map((note) => (
            <p key={note.text} class="k-small k-muted">
              {note.text} <ClauseLink clause={note.clause} />
            </p>
          ))}
        </details>
      )}
    </div>
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
  const take = (event: Event) => {
    event.preventDefault();
    const army = readArmyCode(typed);
    if (army.length > 0) change(withArmy(game, draft, seat, army, armyNameIn(typed)));
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
            const name = event.currentTarget.value;
            const army = designs.armies(game.id)[name];
            if (army) change(withArmy(game, draft, seat, army, name));
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
      {place && (
        <ButtonLink to={place.path} kind="quiet">
          {`Build your own ${game.yard?.noun ?? "unit"}`}
        </ButtonLink>
      )}
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

/** Pieces of terrain bought for a side, from its pool or with the army's points. */
function Pieces({ game, draft, change, seat }: ListProps) {
  const pieces = Object.entries(game.catalogue.pieces ?? {});
  const army = draft.armies[seat] ?? [];
  const countOf = (id: string) => army.find(([name]) => name === id)?.[1] ?? 0;
  const bought = pieces.some(([name]) => countOf(name) > 0);
  if (pieces.length === 0 || (!sellsPieces(game, draft) && !bought)) return null;
  return (
    <details class="a-fold a-pieces" open={bought} data-testid={`pieces-${seat}`}>
      <summary>
        <span class="k-strong">Terrain and obstacles</span>
      </summary>
      <ul class="a-units">
        {pieces.map(([name, card]) => (
          <UnitRow
            key={name}
            text={name}
            title={card.title}
            card={card}
            own={false}
            count={countOf(name)}
            change={(by) => change(withUnits(draft, seat, name, by))}
          />
        ))}
      </ul>
    </details>
  );
}

/** Whether units of one's own are let in by the switches of their yard. */
function ownAllowed(game: GameCard, draft: Draft): boolean {
  return (game.yard?.switches ?? []).every((id) => isOn(game, draft, id));
}

/** What a text of the list is called and what it costs: a card, a card with something on top, or one's own. */
function rowOf(game: GameCard, draft: Draft, seat: number, text: string, own: CardFace | undefined): Row {
  const { cards, upgrades = [] } = game.catalogue;
  const army = draft.armies[seat] ?? [];
  const has = upgrades.find((one) => text.endsWith(one.written));
  const plain = has ? text.slice(0, -has.written.length) : text;
  const card = cards[plain];
  const face = card ?? own;
  const count = has ? army.filter(([name]) => name.endsWith(has.written)).reduce((sum, [, n]) => sum + n, 0) : 0;
  const free = upgrades.find(
    (one) => (one.cards.includes(plain) || !card) && !army.some(([name]) => name.endsWith(one.written)),
  );
  const upgrade = has && count > 0 ? { face: has, on: true } : free ? { face: free, on: false } : undefined;
  const shown = card && has && face ? { ...face, cost: face.cost + has.cost } : face;
  return { text, title: titleOf(game, text), card: shown, own: !card, upgrade };
}

/** The texts of a list that no printed card or piece stands for. */
function useOwn(game: GameCard, draft: Draft, texts: readonly string[]) {
  const { cards, pieces = {} } = game.catalogue;
  const options = { ...scenarioOf(game, draft).options, ...optionsOf(game, draft) };
  const own = texts.filter((text) => !(text in cards) && !(text in pieces) && !(plainOf(game, text) in cards));
  return useBuilt({ game: game.id, options }, own);
}

function ArmyEditor({ game, draft, change, seat }: ListProps) {
  const army = draft.armies[seat] ?? [];
  const { pieces = {}, trait_switches: switches = {} } = game.catalogue;
  const units = army.filter(([text]) => !(text in pieces));
  const cards = Object.entries(game.catalogue.cards);
  const countries = [...new Set(cards.map(([, card]) => card.country).filter(Boolean))];
  const first = units.map(([text]) => game.catalogue.cards[plainOf(game, text)]?.country).find(Boolean);
  const [country, setCountry] = useState(first ?? countries[0] ?? "");
  const countOf = (id: string) => army.find(([name]) => name === id)?.[1] ?? 0;
  const letIn = (card: CardFace) =>
    (card.traits ?? []).every((trait) => !switches[trait] || isOn(game, draft, switches[trait]));
  const offered = cards.filter(
    ([text, card]) => countOf(text) > 0 || ((card.country === country || card.country === "") && letIn(card)),
  );
  const known = new Set(offered.map(([text]) => text));
  const kept = game.yard?.manner === "numbers" && !ownAllowed(game, draft) ? [] : designs.cards(game.id);
  const others = [...new Set([...units.map(([text]) => text), ...kept])].filter((text) => !known.has(text));
  const wanted = [...others, ...known].sort((a, b) => countOf(b) - countOf(a));
  const listed = useListed(wanted, country);
  const built = useOwn(game, draft, listed);
  const checked = useCheck(game, draft, army);
  const rows = listed
    .filter((text) => countOf(text) > 0 || !upgradeOf(game, text))
    .map((text) => {
      const reply = built.get(text);
      return rowOf(game, draft, seat, text, reply?.ok ? reply.value.face : undefined);
    });
  return (
    <details class="a-army" open={seat === 0}>
      <summary>
        <SideMark side={seat} quiet />
        <span class="k-strong">
          {draft.armyNames[seat] ? `${draft.armyNames[seat]} (${sideName(seat)})` : `Army of ${sideName(seat)}`}
        </span>
        <span class="k-small k-muted k-grow">
          {army.map(([name, count]) => `${count}× ${titleOf(game, name)}`).join(", ") || "empty"}
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
            toggle={() => row.upgrade && change(withUpgrade(draft, seat, row.text, row.upgrade.face.written))}
          />
        ))}
      </ul>
      {game.yard?.manner === "numbers" && ownAllowed(game, draft) && (
        <OwnUnit game={game} draft={draft} add={(text) => change(withUnits(draft, seat, text, 1))} />
      )}
      <Pieces game={game} draft={draft} change={change} seat={seat} />
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
            <span class="k-strong">{force.map(([card, count]) => `${count}× ${titleOf(game, card)}`).join(", ")}</span>
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
          <ArmySwitches game={game} draft={draft} change={change} />
          {draft.armies.map((_, seat) => (
            <ArmyEditor key={sideName(seat)} game={game} draft={draft} change={change} seat={seat} />
          ))}
        </>
      )}
    </Panel>
  );
}
