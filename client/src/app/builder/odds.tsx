// Odds before a battle: the chosen unit against an enemy and the usual ones, so far apart. The server works them out.
import { useEffect, useState } from "preact/hooks";
import { api, ClauseLink, NumberRow, percent, type Reply, Segmented } from "../../kit";
import type { Attack, Duel, DuelWish, GameCard, Sum } from "../../protocol";
import type { Options } from "../battle/draft";
import { nameOf } from "../designs";

const GRAIN = 1e6;
const FACINGS = [
  { value: "front", label: "Front" },
  { value: "side", label: "Side" },
  { value: "rear", label: "Rear" },
] as const;
type Facing = (typeof FACINGS)[number]["value"];

/** Where odds are asked for; kept while units are looked through. */
export type Range = { enemy: string; away: number; facing: Facing };

type OddsProps = {
  game: GameCard;
  text: string;
  options: Options;
  range: Range;
  setRange: (range: Range) => void;
  /** Units that can be chosen as the enemy: the catalogue, then one's own. */
  enemies: readonly { text: string; title: string; group: string }[];
};

/** What the server says of a unit and some enemies; asked a moment after the last change. */
function useDuels(wish: DuelWish): Reply<Duel[]> | undefined {
  const [told, setTold] = useState<{ about: string; reply: Reply<Duel[]> }>();
  const about = JSON.stringify(wish);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const reply = await api.duels(wish);
      if (current) setTold({ about, reply });
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [about]);
  return told?.reply;
}

function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <details class="b-why">
      <summary class="k-small">Where this comes from</summary>
      {sums.map((sum) => (
        <ul key={sum.of} class="b-lines">
          {sum.lines.map((line) => (
            <li key={`${line.clause}-${line.reason}`}>
              <b>{line.dice || line.value}</b> <span class="k-grow">{line.reason}</span>{" "}
              <ClauseLink clause={line.clause} />
            </li>
          ))}
          <li class="b-total">
            <b>{sum.total}</b> <span class="k-grow">{`${sum.of} in all`}</span>
          </li>
        </ul>
      ))}
    </details>
  );
}

/** An attack as a bar: what it needs, how likely that is; or why it cannot be. */
function AttackRow({ attack, name, why }: { attack: Attack; name: string; why?: boolean }) {
  const { face } = attack;
  const words = attack.title ? `${name}: ${attack.title}` : name;
  if (face.refusal || face.wasted) {
    return (
      <li class="b-odds">
        <span class="b-odds-name">{words}</span>
        <span class="k-small k-muted b-odds-no">
          {face.refusal?.sentence ?? face.remark} <ClauseLink clause={face.refusal?.clause ?? face.clause} />
        </span>
      </li>
    );
  }
  const share = Math.round(face.odds * 1000) / 10;
  return (
    <li class="b-odds">
      <span class="b-odds-name">{words}</span>
      <span class="k-bar" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <b class="k-number">{face.need}</b>
      <span class="k-number">{percent(face.odds)}</span>
      {why && (
        <span class="b-odds-more k-small">
          {[face.odds_of, face.roll, face.remark].filter(Boolean).join(" · ")}{" "}
          {face.chances.map((chance) => (
            <span key={chance.id} class="b-chance">
              {`${chance.title} ${chance.percent ? percent(chance.value) : chance.value.toFixed(1)}`}
            </span>
          ))}{" "}
          <ClauseLink clause={face.clause} />
          <Sums sums={face.sums} />
        </span>
      )}
    </li>
  );
}

function Enemy({ enemies, range, setRange }: Pick<OddsProps, "enemies" | "range" | "setRange">) {
  const groups = [...new Set(enemies.map((one) => one.group))];
  const options = (group: string) =>
    enemies
      .filter((one) => one.group === group)
      .map((one) => (
        <option key={one.text} value={one.text}>
          {one.title}
        </option>
      ));
  return (
    <label class="b-enemy">
      <span class="k-small k-muted">Against</span>
      <select
        class="k-field"
        value={range.enemy}
        onChange={(event) => setRange({ ...range, enemy: event.currentTarget.value })}
        data-testid="enemy"
      >
        {groups.map((group) =>
          group ? (
            <optgroup key={group} label={group}>
              {options(group)}
            </optgroup>
          ) : (
            options(group)
          ),
        )}
      </select>
    </label>
  );
}

/** Where they stand: how far apart, at which of the game's ranges, and which side the enemy shows. */
function Ground({ game, range, setRange }: Pick<OddsProps, "game" | "range" | "setRange">) {
  const { farthest, ranges, facings } = game.catalogue.duels;
  return (
    <div class="b-ground">
      <div class="k-row k-wrap">
        <span class="k-small k-muted">{`Distance, ${game.ruler === "inch" ? "inches" : `${game.ruler}s`}`}</span>
        <NumberRow
          label="Distance"
          value={range.away}
          min={0}
          max={farthest}
          typed
          onChange={(away) => setRange({ ...range, away })}
        />
      </div>
      {ranges.length > 0 && (
        <div class="k-row k-wrap" data-testid="ranges">
          {ranges.map((one) => (
            <button
              key={one.id}
              type="button"
              class="k-chip b-chip"
              aria-pressed={range.away === one.reach / GRAIN}
              onClick={() => setRange({ ...range, away: one.reach / GRAIN })}
            >
              {/\d/.test(one.title) ? one.title : `${one.title} ${one.reach / GRAIN}`}
            </button>
          ))}
        </div>
      )}
      {facings && (
        <Segmented
          small
          label="The side the enemy shows"
          value={range.facing}
          choices={FACINGS}
          onChange={(facing) => setRange({ ...range, facing })}
          testid="facing"
        />
      )}
    </div>
  );
}

/** The chosen enemy in full, both ways, then the usual ones in a line each. */
export function Odds({ game, text, options, range, setRange, enemies }: OddsProps) {
  const usual = game.catalogue.duels.enemies;
  const asked = [range.enemy, ...usual.filter((one) => one !== range.enemy)];
  const reply = useDuels({
    game: game.id,
    card: text,
    enemies: asked,
    away: range.away,
    facing: range.facing,
    options,
  });
  const [first, ...others] = reply?.ok ? reply.value : [];
  const fault = reply && !reply.ok ? reply.refusal : first?.refusal;
  return (
    <section class="b-odds-box" aria-label="Odds" data-testid="odds">
      <h3 class="y-line">Odds in the open</h3>
      <Enemy enemies={enemies} range={range} setRange={setRange} />
      <Ground game={game} range={range} setRange={setRange} />
      {fault && (
        <p class="k-small k-bad">
          {fault.sentence} {fault.clause && <ClauseLink clause={fault.clause} />}
        </p>
      )}
      {!reply && <p class="k-small k-muted">Working them out.</p>}
      {first && !first.refusal && (
        <ul class="b-odds-list" aria-live="polite" data-testid="odds-first">
          {first.mine.map((attack) => (
            <AttackRow key={`m-${attack.title}`} attack={attack} name={`At ${first.title}`} why />
          ))}
          {first.theirs.map((attack) => (
            <AttackRow key={`t-${attack.title}`} attack={attack} name={`${first.title} at it`} why />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul class="b-odds-list b-usual" data-testid="odds-usual">
          {others.flatMap((duel) =>
            duel.refusal
              ? []
              : duel.mine.map((attack) => (
                  <AttackRow
                    key={`${duel.enemy}-${attack.title}`}
                    attack={attack}
                    name={duel.title || nameOf(duel.enemy)}
                  />
                )),
          )}
        </ul>
      )}
    </section>
  );
}
