// The army: what it costs, its rows with pictures and counts, and every limit as it stands, with its clause.
import { Check, Copy as CopyIcon, Flag, Trash2 } from "lucide-preact";
import { Bar, Button, ClauseLink, NumberRow, plural } from "../../kit";
import type { BuiltCard, CheckedArmy, GameCard, Refusal, UpgradeFace } from "../../protocol";
import type { Army } from "../battle/draft";
import { nameOf } from "../designs";
import { OWN, PIECES } from "./filters";
import { boundsOf } from "./limits";
import { Picture } from "./picture";

// seen on the light page and on the dark one
const SHADES = ["#0a5ca8", "#3b7fc0", "#7ba8d8", "#5c666c", "#9aa4ab", "#b98a55", "#c9d3da"];
const MOST = 99;

export type ArmyProps = {
  game: GameCard;
  army: Army;
  built: ReadonlyMap<string, BuiltCard>;
  checked: CheckedArmy | Refusal | undefined;
  points: number;
  setPoints: (points: number) => void;
  chosen: number;
  choose: (index: number) => void;
  count: (index: number, count: number) => void;
  drop: (index: number) => void;
  twin: (index: number) => void;
  upgrade: (index: number, written: string) => void;
};

const faceIn = ({ game, built }: Pick<ArmyProps, "game" | "built">, text: string) =>
  built.get(text)?.face ?? game.catalogue.cards[text] ?? game.catalogue.pieces[text];

/** What is spent on each class, in the order of the rows. */
export function sharesOf(props: Pick<ArmyProps, "game" | "built" | "army">): [string, number][] {
  const { cards, pieces, sorts, upgrades } = props.game.catalogue;
  const shares = new Map<string, number>();
  for (const [text, count] of props.army) {
    if (text in pieces) continue;
    const on = upgrades.find((one) => text.endsWith(one.written));
    const plain = on ? text.slice(0, -on.written.length) : text;
    const face = faceIn(props, text);
    const sort =
      sorts[plain] ?? (plain in cards ? (face?.title ?? text) : Object.keys(sorts).length ? OWN : nameOf(text));
    shares.set(sort, (shares.get(sort) ?? 0) + (face?.cost ?? 0) * count);
  }
  return [...shares].filter(([, cost]) => cost > 0);
}

/** What an army costs; what the rules do not let into the battle has its cost all the same. */
export function spentOn(props: Pick<ArmyProps, "game" | "built" | "army" | "checked">): number {
  const { checked } = props;
  return checked && "points" in checked ? checked.points : sharesOf(props).reduce((sum, [, cost]) => sum + cost, 0);
}

function Points(props: ArmyProps) {
  const { game, points, setPoints, checked } = props;
  const shares = sharesOf(props);
  const spent = spentOn(props);
  const clause = game.catalogue.switches.find((one) => one.id === game.catalogue.points_switch);
  const whole = Math.max(points, spent, 1);
  const left = points - spent;
  return (
    <div class="b-points">
      <div class="k-row k-wrap">
        <b class="k-title" data-testid="points">
          {spent}
        </b>
        <span class="k-muted">of</span>
        <NumberRow
          label="Points agreed on"
          value={points}
          min={1}
          max={clause?.highest || 2000}
          step={10}
          typed
          onChange={setPoints}
        />
        <span class="k-grow">points</span>
        <ClauseLink clause={clause?.clause ?? game.yard?.budget.clause ?? ""} />
      </div>
      <div class="b-shares" role="img" aria-label={`${spent} of ${points} points`}>
        {shares.map(([sort, cost], at) => (
          <i key={sort} style={{ width: `${(100 * cost) / whole}%`, background: SHADES[at % SHADES.length] }} />
        ))}
      </div>
      <p class="k-small b-legend">
        {shares.map(([sort, cost], at) => (
          <span key={sort}>
            <i style={{ background: SHADES[at % SHADES.length] }} />
            {`${sort} ${cost}`}
          </span>
        ))}
        <b class={left < 0 ? "k-bad" : ""} data-testid="left">
          {left < 0 ? `${-left} over` : `${left} left`}
        </b>
      </p>
      {checked && "pool" in checked && checked.pool_limit > 0 && (
        <>
          <p class="k-small">{`${checked.pool} of ${checked.pool_limit} points for terrain`}</p>
          <Bar
            share={checked.pool / checked.pool_limit}
            label={`${checked.pool} of ${checked.pool_limit} points for terrain`}
            colour={checked.pool > checked.pool_limit ? "var(--bad)" : "var(--ink2)"}
          />
        </>
      )}
    </div>
  );
}

/** What a row may have on top: what it has already, else what nobody of the army has yet. */
function upgradeFor({ game, army }: ArmyProps, text: string): { face: UpgradeFace; on: boolean } | undefined {
  const { upgrades, cards } = game.catalogue;
  const has = upgrades.find((one) => text.endsWith(one.written));
  if (has) return { face: has, on: true };
  const taken = (one: UpgradeFace) =>
    army.reduce((sum, [known, count]) => sum + (known.endsWith(one.written) ? count : 0), 0) >= one.most;
  const free = upgrades.find((one) => (one.cards.includes(text) || !(text in cards)) && !taken(one));
  return free && !(text in game.catalogue.pieces) ? { face: free, on: false } : undefined;
}

function ArmyRow({ index, ...props }: ArmyProps & { index: number }) {
  const { game, army, built, chosen } = props;
  const [text, count] = army[index] ?? ["", 0];
  const face = faceIn(props, text);
  const card = built.get(text);
  const name = card?.name || face?.title || nameOf(text);
  const upgrade = upgradeFor(props, text);
  const fault = card?.faults[0];
  return (
    <li class={`b-row ${index === chosen ? "chosen" : ""} ${count === 0 ? "none" : ""}`} data-testid="army-row">
      <button type="button" class="b-pick" aria-pressed={index === chosen} onClick={() => props.choose(index)}>
        <Picture game={game} face={face} piece={text in game.catalogue.pieces} />
        <span class="b-pick-words">
          <span class="k-strong">{name}</span>
          <span class="k-tiny k-muted">
            {card?.figures?.length
              ? plural(card.figures.length, "mini")
              : text in game.catalogue.pieces
                ? PIECES
                : (face?.traits ?? []).join(", ")}
          </span>
          {fault && <span class="k-tiny k-bad">{fault.sentence}</span>}
        </span>
      </button>
      <span class="b-cost k-small k-muted">{face ? `${count} × ${face.cost}` : ""}</span>
      <b class="b-sum k-number">{face ? face.cost * count : ""}</b>
      <Button kind="quiet" iconOnly icon={Trash2} onClick={() => props.drop(index)} data-testid="drop">
        {`Take ${name} off the list`}
      </Button>
      <span class="b-row-buttons">
        <NumberRow label={name} value={count} min={0} max={MOST} typed onChange={(next) => props.count(index, next)} />
        {upgrade && count > 0 && (
          <button
            type="button"
            class="k-chip b-chip"
            aria-pressed={upgrade.on}
            title={upgrade.face.text}
            onClick={() => props.upgrade(index, upgrade.face.written)}
          >
            {upgrade.on ? `without ${upgrade.face.title}` : `+ ${upgrade.face.title} ${upgrade.face.cost}`}
          </button>
        )}
        {(game.yard?.manner ?? "numbers") !== "numbers" && (
          <Button kind="quiet" iconOnly icon={CopyIcon} onClick={() => props.twin(index)} data-testid="twin">
            {`Another ${name}, to be changed`}
          </Button>
        )}
      </span>
    </li>
  );
}

/** How long a battle takes against an army like this one, in words. */
export function lengthWords([least, most]: [number, number]): string {
  if (least === 0) return "";
  return most > 0 ? `about ${least} to ${most} minutes` : `${least} minutes or more`;
}

function Length({ checked }: Pick<ArmyProps, "checked">) {
  if (!checked || !("minutes" in checked) || checked.points === 0) return null;
  const words = lengthWords(checked.minutes);
  if (!words) return null;
  return (
    <p class="k-small b-length" data-testid="battle-length">
      {`A battle against an army like it takes ${words}. `}
      {checked.minutes_clause && <ClauseLink clause={checked.minutes_clause} />}
    </p>
  );
}

function Limits({ checked }: Pick<ArmyProps, "checked">) {
  const limits = checked && "limits" in checked ? (checked.limits ?? []) : [];
  const faults = checked === undefined ? [] : "faults" in checked ? checked.faults : [checked];
  return (
    <section class="b-limits" aria-label="Limits">
      <h3>Limits</h3>
      <ul aria-live="polite" data-testid="limits">
        {!checked && <li class="k-muted">Adding up.</li>}
        {limits.map((limit) => (
          <li key={limit.id} class={limit.holds ? "" : "k-bad"} data-limit={limit.id} data-holds={limit.holds}>
            {limit.holds ? <Check size={16} aria-hidden="true" /> : <Flag size={16} aria-hidden="true" />}
            <span class="k-grow">
              {limit.title} <b>{limit.value}</b>
              <span class="k-muted">{boundsOf(limit) && `, ${boundsOf(limit)}`}</span>
              {!limit.holds && <span class="k-spoken">: not kept</span>}
            </span>
            <ClauseLink clause={limit.clause} />
          </li>
        ))}
      </ul>
      {faults.length > 0 && (
        <ul class="b-faults" data-testid="faults">
          {faults.map((fault) => (
            <li key={fault.sentence} class="k-bad">
              <span class="k-grow">{fault.sentence}</span> {fault.clause && <ClauseLink clause={fault.clause} />}
            </li>
          ))}
        </ul>
      )}
      {checked && faults.length === 0 && (
        <p class="k-small" data-testid="fine">
          This army may fight.
        </p>
      )}
      {checked && "notes" in checked && (checked.notes ?? []).length > 0 && (
        <details class="a-fold">
          <summary class="k-small">{`Good to know: ${plural(checked.notes.length, "note")} on these units`}</summary>
          {checked.notes.map((note) => (
            <p key={note.text} class="k-small k-muted">
              {note.text} <ClauseLink clause={note.clause} />
            </p>
          ))}
        </details>
      )}
    </section>
  );
}

export function ArmyList(props: ArmyProps) {
  const { army } = props;
  return (
    <>
      <Points {...props} />
      {army.length === 0 && <p class="a-pad k-muted">No units yet. Add one from the catalogue.</p>}
      <ul class="b-rows" data-testid="army">
        {army.map(([text], index) => (
          <ArmyRow key={`${index}-${nameOf(text)}`} {...props} index={index} />
        ))}
      </ul>
      <Limits {...props} />
      <Length {...props} />
    </>
  );
}
