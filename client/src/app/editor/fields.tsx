// Fields of the forms: a number, a text, one of several, the units of an army, the switches a battle is played with.
import { Minus, Plus, X } from "lucide-preact";
import { useId, useState } from "preact/hooks";
import { Button, ClauseLink, SideMark, sideName } from "../../kit";
import type { SwitchCard } from "../../protocol";
import { SwitchChoice } from "../battle/switches";
import { costOf, rowsOf, unitTitle } from "./costs";
import { isPlain, type Plain } from "./document";
import type { About, Form } from "./form_types";

type NumberProps = {
  label: string;
  value: number;
  set: (value: number) => void;
  form?: Form;
  step?: number;
  unit?: string;
};

/** A number as it is typed; one on its way, such as "1." or nothing, waits until the field is left. */
export function NumberField({ label, value, set, form = {}, step, unit }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWhole = form.type === "integer";
  const type = (text: string) => {
    setTyped(text);
    const read = Number(text.replace(",", "."));
    if (text.trim() !== "" && Number.isFinite(read) && (!isWhole || Number.isInteger(read))) set(read);
  };
  return (
    <label class="e-field">
      <span class="k-small">{unit ? `${label} (${unit})` : label}</span>
      <input
        class="k-field"
        type="number"
        inputMode={isWhole ? "numeric" : "decimal"}
        step={step || (isWhole ? 1 : "any")}
        min={form.minimum}
        max={form.maximum}
        value={typed ?? Math.round(value * 1000) / 1000}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

type TextProps = { label: string; value: string; set: (value: string) => void; most?: number | undefined };

export function TextField({ label, value, set, most = 600 }: TextProps) {
  const isLong = most > 80;
  const id = useId();
  const shared = { id, class: "k-field", value, maxLength: most };
  return (
    <div class={`e-field ${isLong ? "wide" : ""}`}>
      <label class="k-small" for={id}>
        {label}
      </label>
      {isLong ? (
        <textarea {...shared} rows={value.length > 90 ? 4 : 2} onInput={(event) => set(event.currentTarget.value)} />
      ) : (
        <input {...shared} onInput={(event) => set(event.currentTarget.value)} />
      )}
    </div>
  );
}

type PickProps = {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, words: string])[];
  set: (value: string) => void;
};

export function PickField({ label, value, choices, set }: PickProps) {
  const isKnown = choices.some(([each]) => each === value);
  return (
    <label class="e-field">
      <span class="k-small">{label}</span>
      <select class="k-field" value={value} onChange={(event) => set(event.currentTarget.value)}>
        {!isKnown && <option value={value}>{value || "Choose"}</option>}
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

export const cardChoices = ({ game }: About): [string, string][] =>
  Object.entries(game.catalogue.cards).map(([name, card]) => [name, `${card.title} (${card.cost})`]);

/** The forces of a document, to be named. */
export function seatChoices({ desk, document }: About): [string, string][] {
  const forces = document[desk.data.forces];
  return (Array.isArray(forces) ? forces : []).map((force: unknown, seat) => {
    const side = isPlain(force) ? String(force.side ?? "") : "";
    return [String(seat), side ? `${sideName(seat)}: ${side}` : sideName(seat)];
  });
}

// --- the units of an army: a list of names, or rows of a card and how many of it ---

/** The list with one more or one fewer of a card; the order of all others stays. */
export function withUnit(value: unknown, at: number, by: 1 | -1): unknown[] {
  const list = Array.isArray(value) ? [...value] : [];
  const row = rowsOf(list)[at];
  if (!row) return list;
  const isCounted = list.some(isPlain);
  if (isCounted) {
    const count = row[1] + by;
    if (count < 1) return list.toSpliced(at, 1);
    return list.with(at, { ...(list[at] as Plain), count });
  }
  const last = list.lastIndexOf(row[0]);
  return by > 0 ? list.toSpliced(last + 1, 0, row[0]) : list.toSpliced(last, 1);
}

const joined = (value: unknown, card: string, isCounted: boolean): unknown[] => [
  ...(Array.isArray(value) ? value : []),
  isCounted ? { card, count: 1 } : card,
];

type UnitsProps = { about: About; label: string; value: unknown; form: Form; set: (value: unknown[]) => void };

export function UnitsField({ about, label, value, form, set }: UnitsProps) {
  const isCounted = Boolean(form.items && (form.items.$ref || form.items.properties));
  return (
    <div class="e-units wide" role="group" aria-label={label}>
      <span class="k-small">{`${label}: ${costOf(about.game, value)} points`}</span>
      <ul>
        {rowsOf(value).map(([card, count], at) => (
          <li key={card} class="k-row">
            <span class="k-grow">{unitTitle(about.game, card)}</span>
            <Button kind="quiet" iconOnly icon={Minus} onClick={() => set(withUnit(value, at, -1))}>
              {`One ${unitTitle(about.game, card)} fewer`}
            </Button>
            <b>{count}</b>
            <Button kind="quiet" iconOnly icon={Plus} onClick={() => set(withUnit(value, at, 1))}>
              {`One ${unitTitle(about.game, card)} more`}
            </Button>
          </li>
        ))}
      </ul>
      <select
        class="k-field"
        aria-label={`Add to ${label.toLowerCase()}`}
        value=""
        onChange={(event) => {
          const card = event.currentTarget.value;
          const at = rowsOf(value).findIndex(([name]) => name === card);
          if (card) set(at < 0 ? joined(value, card, isCounted) : withUnit(value, at, 1));
          event.currentTarget.value = "";
        }}
      >
        <option value="">Add a unit</option>
        {cardChoices(about).map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

// --- switches ---

type SwitchesProps = { about: About; label: string; value: unknown; set: (value: Plain | undefined) => void };

/** The rules that stand otherwise than in the book, and a list of all others. */
export function SwitchesField({ about, label, value, set }: SwitchesProps) {
  const { switches } = about.game.catalogue;
  const chosen = isPlain(value) ? value : {};
  const seats = seatChoices(about).length;
  const known = switches.filter((card) => card.id in chosen);
  const drop = (id: string) => {
    const { [id]: _, ...others } = chosen;
    set(Object.keys(others).length > 0 ? others : undefined);
  };
  return (
    <div class="e-switches wide" role="group" aria-label={label}>
      <ul>
        {known.map((card) => (
          <li key={card.id} class="k-box">
            <div class="k-row">
              <b class="k-grow">{card.title}</b>
              <ClauseLink clause={card.clause} />
              <Button kind="quiet" iconOnly icon={X} onClick={() => drop(card.id)}>
                {`${card.title}: as in the book`}
              </Button>
            </div>
            <SwitchValues
              card={card}
              seats={seats}
              value={chosen[card.id]}
              set={(next) => set({ ...chosen, [card.id]: next })}
            />
          </li>
        ))}
      </ul>
      <select
        class="k-field"
        aria-label="A rule to be played otherwise"
        value=""
        onChange={(event) => {
          const card = switches.find(({ id }) => id === event.currentTarget.value);
          if (card)
            set({
              ...chosen,
              [card.id]: card.choices.find((one) => one.value !== card.default)?.value ?? card.default,
            });
          event.currentTarget.value = "";
        }}
      >
        <option value="">Play a rule otherwise</option>
        {switches
          .filter((card) => !(card.id in chosen))
          .map((card) => (
            <option key={card.id} value={card.id}>
              {card.title}
            </option>
          ))}
      </select>
    </div>
  );
}

type ValuesProps = { card: SwitchCard; seats: number; value: unknown; set: (value: unknown) => void };

function SwitchValues({ card, seats, value, set }: ValuesProps) {
  if (!Array.isArray(value)) return <SwitchChoice card={card} value={value} label={card.title} set={set} />;
  return (
    <>
      {Array.from({ length: seats }, (_, seat) => (
        <div key={sideName(seat)} class="k-row a-after">
          <SideMark side={seat} />
          <SwitchChoice
            card={card}
            value={value[seat] ?? value.at(-1)}
            label={`${card.title}, ${sideName(seat)}`}
            set={(next) =>
              set(Array.from({ length: seats }, (__, at) => (at === seat ? next : (value[at] ?? value.at(-1)))))
            }
          />
        </div>
      ))}
    </>
  );
}
