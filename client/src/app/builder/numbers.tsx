// A unit of one's own by its numbers: within limits, what it is like, and a price beside the one that is suggested.
import { ClauseLink, NumberRow } from "../../kit";
import type { BuiltCard, Yard } from "../../protocol";
import { type Own, readOwn, writeOwn } from "./own";
import type { WorkProps } from "./shop";

function Prices({ built, yard }: { built: BuiltCard | undefined; yard: Yard }) {
  return (
    <div class="a-own-prices">
      {built?.notes.map((note) => (
        <p key={note.id} class="k-row">
          <span class="k-grow">{note.title}</span>
          <b class="k-number">{`${note.written || note.value} ${note.short}`}</b>
        </p>
      ))}
      <details class="a-fold">
        <summary class="k-small">Where the suggestion comes from</summary>
        {yard.pricing.map((sentence) => (
          <p key={sentence} class="k-small k-muted">
            {sentence}
          </p>
        ))}
        <ClauseLink clause={yard.pricing_clause} />
      </details>
    </div>
  );
}

function Kinds({ yard, own, set }: { yard: Yard; own: Own; set: (own: Own) => void }) {
  return (
    <div class="a-own-words">
      {yard.kinds.map((kind) => {
        const word = String(kind.value);
        const on = own.kinds.includes(word);
        const kinds = on ? own.kinds.filter((one) => one !== word) : [...own.kinds, word];
        return (
          <button
            key={word}
            type="button"
            class="k-chip b-chip"
            aria-pressed={on}
            onClick={() => set({ ...own, kinds })}
          >
            {kind.text}
          </button>
        );
      })}
      <select
        class="k-field"
        aria-label="Size"
        value={own.style}
        onChange={(event) => set({ ...own, style: event.currentTarget.value })}
      >
        {yard.styles.map((style) => (
          <option key={String(style.value)} value={String(style.value)}>
            {String(style.value)}
          </option>
        ))}
      </select>
    </div>
  );
}

export function NumbersEditor({ yard, text, built, change }: WorkProps) {
  const own = readOwn(yard, text);
  const suggested = built?.notes.find((note) => note.id === "suggested")?.value ?? 0;
  const set = (next: Own) => change(writeOwn(next));
  return (
    <div class="b-own">
      <label class="y-name">
        <span class="k-small k-muted">Name</span>
        <input
          class="k-field"
          maxLength={20}
          value={own.name}
          onInput={(event) => set({ ...own, name: event.currentTarget.value.replace(/[:;\n]/g, "") })}
          data-testid="unit-name"
        />
      </label>
      <div class="a-own-numbers">
        {yard.limits.map((limit) => (
          <div key={limit.id} class="k-row k-wrap">
            <span class="k-grow">
              {limit.title} <ClauseLink clause={limit.clause} />
            </span>
            <NumberRow
              label={limit.title}
              value={own.numbers[limit.short] ?? 0}
              min={0}
              max={limit.value}
              typed
              onChange={(value) => set({ ...own, numbers: { ...own.numbers, [limit.short]: value } })}
            />
          </div>
        ))}
        <div class="k-row k-wrap">
          <span class="k-grow">{yard.budget.title}</span>
          <NumberRow
            label={yard.budget.title}
            value={own.price || suggested}
            min={1}
            max={yard.budget.value}
            typed
            onChange={(price) => set({ ...own, price })}
          />
        </div>
      </div>
      <Kinds yard={yard} own={own} set={set} />
      <Prices built={built} yard={yard} />
    </div>
  );
}
