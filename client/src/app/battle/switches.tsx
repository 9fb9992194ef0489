// Rules of one's own: every switch with its sentence, by what it is about, found by words.
import { Search, X } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button, ClauseLink, NumberRow, plural, SideMark, sideName } from "../../kit";
import type { GameCard, SwitchCard } from "../../protocol";
import { type Found, isUnusual, switchesAbout } from "./chapters";
import { type Draft, isChanged, scenarioOf, switchValue } from "./draft";
import { SketchPicture } from "./sketch";

type BlockProps = { game: GameCard; draft: Draft; change: (draft: Draft) => void };

/** Ranges wider than this are typed rather than stepped through. */
const WIDE = 20;

type ValueProps = { card: SwitchCard; value: unknown; label: string; set: (value: unknown) => void };

export function SwitchChoice({ card, value, label, set }: ValueProps) {
  if (card.choices.length === 0) {
    return (
      <NumberRow
        label={label}
        value={Number(value)}
        min={card.lowest}
        max={card.highest || 999}
        step={1}
        typed={card.highest - card.lowest > WIDE}
        onChange={set}
      />
    );
  }
  // Values may be words, numbers or yes and no: the place in the list stands for them.
  const at = card.choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(value));
  return (
    <select
      class="k-field"
      aria-label={label}
      value={at}
      onChange={(event) => set(card.choices[Number(event.currentTarget.value)]?.value)}
    >
      {card.choices.map((choice, index) => (
        <option key={choice.text} value={index}>
          {choice.text}
        </option>
      ))}
    </select>
  );
}

function SwitchRow({ card, game, draft, change }: BlockProps & { card: SwitchCard }) {
  const seats = draft.seats.length;
  const base = scenarioOf(game, draft).options;
  const value = switchValue(card, draft.options, seats, base);
  const set = (next: unknown) => change({ ...draft, options: { ...draft.options, [card.id]: next } });
  const setSeat = (list: unknown[], seat: number, next: unknown) =>
    set(list.map((old, i) => (i === seat ? next : old)));
  const changed = isChanged(card, draft.options, seats, base);
  const byScenario = card.id in base && !(card.id in draft.options);
  return (
    <li class="a-switch" data-testid={`switch-${card.id}`}>
      <div class="k-row">
        {changed && <span class="k-dot" role="img" aria-label="changed" />}
        <span class="k-strong k-grow">{card.title}</span>
        <ClauseLink clause={card.clause} />
      </div>
      <p class="k-small k-muted">
        {card.text}
        {byScenario && <b> The scenario plays it so.</b>}
      </p>
      {Array.isArray(value) ? (
        value.map((one: unknown, seat) => (
          <div key={sideName(seat)} class="k-row a-after">
            <SideMark side={seat} />
            <SwitchChoice
              card={card}
              value={one}
              label={`${card.title}, ${sideName(seat)}`}
              set={(next) => setSeat(value, seat, next)}
            />
          </div>
        ))
      ) : (
        <SwitchChoice card={card} value={value} label={card.title} set={set} />
      )}
    </li>
  );
}

/** What some switches are about: folded, unless somebody looks for them or has changed one of them. */
function ThemeFold({ found, open, ...block }: BlockProps & { found: Found; open: boolean }) {
  const { theme, cards } = found;
  const { game, draft } = block;
  const changed = cards.filter((card) => isUnusual(game, draft, card)).length;
  return (
    <details class="a-theme" open={open || changed > 0} data-testid={`theme-${theme.id}`}>
      <summary>
        <SketchPicture strokes={theme.sketch} />
        <span class="k-grow">
          <b>{theme.title}</b>
          <span class="k-small k-muted a-line">{theme.text}</span>
        </span>
        <span class="k-small a-count">{changed > 0 ? `${changed} changed` : plural(cards.length, "rule")}</span>
      </summary>
      <ul>
        {cards.map((card) => (
          <SwitchRow key={card.id} card={card} {...block} />
        ))}
      </ul>
    </details>
  );
}

export function OwnRules(block: BlockProps) {
  const [wanted, look] = useState("");
  const found = switchesAbout(block.game, wanted);
  const count = found.reduce((sum, one) => sum + one.cards.length, 0);
  return (
    <div class="a-own" data-testid="own-rules">
      <div class="k-row a-rule-search">
        <Search size={18} aria-hidden="true" />
        <input
          class="k-field k-grow"
          type="search"
          aria-label="Search the rules"
          placeholder="Search: fog, hedge, last round"
          value={wanted}
          onInput={(event) => look(event.currentTarget.value)}
          data-testid="search-rules"
        />
        {wanted && (
          <Button kind="quiet" iconOnly icon={X} onClick={() => look("")}>
            Show all rules
          </Button>
        )}
      </div>
      <p class="k-small k-muted" role="status">
        {wanted &&
          (count === 0 ? "No rule of this game says that. Try another word." : `${plural(count, "rule")} found.`)}
      </p>
      {found.map((one) => (
        <ThemeFold key={`${one.theme.id} ${wanted !== ""}`} found={one} open={wanted !== ""} {...block} />
      ))}
    </div>
  );
}
