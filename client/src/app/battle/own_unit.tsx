// A unit of one's own: a name, its numbers, what it is like, and a price beside the one that is suggested for it.
import { useState } from "preact/hooks";
import { Button, ClauseLink, NumberRow } from "../../kit";
import type { BuiltCard, GameCard, Yard } from "../../protocol";
import { designs, useBuilt } from "../designs";
import { type Draft, optionsOf, scenarioOf } from "./draft";

type Wish = { name: string; numbers: Record<string, number>; kinds: string[]; style: string; price: number };

/** A card as the server reads it. */
export function textOf(wish: Wish): string {
  const numbers = Object.entries(wish.numbers).map(([short, value]) => `${short}${value}`);
  const price = wish.price > 0 ? [`RC${wish.price}`] : [];
  return `${wish.name.trim()}: ${[...numbers, ...wish.kinds, wish.style, ...price].filter(Boolean).join(" ")}`;
}

function Prices({ built, yard }: { built: BuiltCard | undefined; yard: Yard }) {
  return (
    <div class="a-own-prices">
      {built?.notes?.map((note) => (
        <p key={note.id} class="k-row">
          <span class="k-grow">{note.title}</span>
          <b class="k-number">{`${note.written || note.value} ${note.short}`}</b>
        </p>
      ))}
      <details class="a-fold">
        <summary class="k-small">Where the suggestion comes from</summary>
        {yard.pricing?.map((sentence) => (
          <p key={sentence} class="k-small k-muted">
            {sentence}
          </p>
        ))}
        <ClauseLink clause={yard.pricing_clause ?? ""} />
      </details>
    </div>
  );
}

type Props = { game: GameCard; draft: Draft; add: (text: string) => void };

export function OwnUnit({ game, draft, add }: Props) {
  const yard = game.yard;
  const limits = yard?.limits ?? [];
  const [wish, setWish] = useState<Wish>({
    name: "",
    numbers: Object.fromEntries(limits.map((limit) => [limit.short, Math.ceil(limit.value / 3)])),
    kinds: [],
    style: String(yard?.styles?.[0]?.value ?? ""),
    price: 0,
  });
  const text = textOf({ ...wish, name: wish.name.trim() || "Unnamed" });
  const options = { ...scenarioOf(game, draft).options, ...optionsOf(game, draft) };
  const reply = useBuilt({ game: game.id, options }, [text]).get(text);
  if (!yard) return null;
  const built = reply?.ok ? reply.value : undefined;
  const faults = reply && !reply.ok ? [reply.refusal] : (built?.faults ?? []);
  const suggested = built?.notes?.find((note) => note.id === "suggested")?.value ?? 0;
  const ready = wish.name.trim() !== "" && built !== undefined && built.faults.length === 0;
  const take = (event: Event) => {
    event.preventDefault();
    if (!ready || !built) return;
    designs.keepCard(game.id, built.text);
    add(built.text);
    setWish({ ...wish, name: "", price: 0 });
  };
  return (
    <details class="a-fold a-own-unit" data-testid="own-unit">
      <summary>{`A ${yard.noun} of your own`}</summary>
      <form onSubmit={take}>
        <input
          class="k-field"
          aria-label={`Name of your ${yard.noun}`}
          placeholder={`Name of your ${yard.noun}`}
          maxLength={20}
          value={wish.name}
          onInput={(event) => setWish({ ...wish, name: event.currentTarget.value })}
        />
        <div class="a-own-numbers">
          {limits.map((limit) => (
            <div key={limit.id} class="k-row">
              <span class="k-grow" title={limit.title}>
                {limit.short}
              </span>
              <NumberRow
                label={limit.title}
                value={wish.numbers[limit.short] ?? 0}
                min={0}
                max={limit.value}
                step={1}
                onChange={(value) => setWish({ ...wish, numbers: { ...wish.numbers, [limit.short]: value } })}
              />
            </div>
          ))}
          <div class="k-row">
            <span class="k-grow" title={yard.budget.title}>
              {yard.budget.short}
            </span>
            <NumberRow
              label={yard.budget.title}
              value={wish.price || suggested}
              min={1}
              max={yard.budget.value}
              step={1}
              onChange={(price) => setWish({ ...wish, price })}
            />
          </div>
        </div>
        <div class="a-own-words">
          {yard.kinds?.map((kind) => {
            const word = String(kind.value);
            const on = wish.kinds.includes(word);
            const kinds = on ? wish.kinds.filter((one) => one !== word) : [...wish.kinds, word];
            return (
              <button
                key={word}
                type="button"
                class="k-chip a-upgrade"
                aria-pressed={on}
                title={kind.text}
                onClick={() => setWish({ ...wish, kinds })}
              >
                {kind.text}
              </button>
            );
          })}
          <select
            class="k-field"
            aria-label="Size"
            value={wish.style}
            onChange={(event) => setWish({ ...wish, style: event.currentTarget.value })}
          >
            {yard.styles?.map((style) => (
              <option key={String(style.value)} value={String(style.value)}>
                {String(style.value)}
              </option>
            ))}
          </select>
        </div>
        <Prices built={built} yard={yard} />
        {faults.map((fault) => (
          <p key={fault.sentence} class="k-small k-bad" role="alert">
            {fault.sentence} <ClauseLink clause={fault.clause} />
          </p>
        ))}
        <Button type="submit" aria-disabled={!ready}>
          {`Add this ${yard.noun}`}
        </Button>
      </form>
    </details>
  );
}
