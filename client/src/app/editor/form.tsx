// A part of a document as a form, drawn from its schema: one form for the scenarios of every game.
import { Plus, Trash2 } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { Button, Toggle } from "../../kit";
import { HouseRules } from "../battle/house_rules";
import { isPlain, type Path, type Plain, writePath } from "./document";
import { cardChoices, NumberField, PickField, SwitchesField, seatChoices, TextField, UnitsField } from "./fields";
import { type About, CARD, type Form, fresh, optional, resolved, sortsOf } from "./form_types";
import { sizeOf } from "./things";
import { isHidden, labelOf } from "./words";

export type Set = (path: Path, value: unknown, as?: string) => void;
type PartProps = { about: About; form: Form; value: unknown; path: Path; set: Set };

const SEATS = new Set(["seat", "owner", "attacker", "holder"]);

const keyOf = (path: Path): string => String([...path].reverse().find((step) => typeof step === "string") ?? "");

/** What a text may be where it names something of the game. */
function namesFor(about: About, key: string): [string, string][] | undefined {
  if (CARD.has(key)) return cardChoices(about);
  if (["feature", "features", "works", "lasting"].includes(key))
    return Object.values(about.desk.faces).map((face) => [face.kind, face.title]);
  return key === "edge" ? edgesOf(about) : undefined;
}

/** The edges of the table as documents write them. */
function edgesOf({ desk, document }: About): [string, string][] {
  const [width, depth] = sizeOf(desk, document);
  return [
    ["y=0", "the lower edge"],
    [`y=${depth}`, "the upper edge"],
    ["x=0", "the left edge"],
    [`x=${width}`, "the right edge"],
  ];
}

function Seat({ about, form, value, path, set }: PartProps) {
  const mayBeNobody = (form.minimum ?? 0) < 0;
  const choices: [string, string][] = [
    ...(mayBeNobody ? [["-1", "nobody"] as [string, string]] : []),
    ...seatChoices(about),
  ];
  return (
    <PickField
      label={labelOf(keyOf(path), about.desk)}
      value={String(value ?? form.default ?? 0)}
      choices={choices}
      set={(next) => set(path, Number(next))}
    />
  );
}

function Single(part: PartProps) {
  const { about, form, value, path, set } = part;
  const key = keyOf(path);
  const label = labelOf(key, about.desk);
  const as = `type ${writePath(path)}`;
  const shown = value ?? form.default;
  if (form.enum || form.const !== undefined) {
    const name = key === "side" ? "Which side of it" : label;
    const choices = (form.enum ?? [form.const]).map((each): [string, string] => [
      String(each),
      each === "" ? "as usual" : labelOf(String(each), about.desk),
    ]);
    const found = (text: string) => (form.enum ?? [form.const]).find((each) => String(each) === text);
    return (
      <PickField label={name} value={String(shown ?? "")} choices={choices} set={(next) => set(path, found(next))} />
    );
  }
  if (form.type === "boolean")
    return (
      <div class="wide">
        <Toggle on={shown === true} onChange={(on) => set(path, on)} label={label} />
      </div>
    );
  if (SEATS.has(key) && form.type === "integer") return <Seat {...part} />;
  if (form.type === "number" || form.type === "integer")
    return <NumberField label={label} value={Number(shown ?? 0)} form={form} set={(next) => set(path, next, as)} />;
  const names = namesFor(about, key);
  if (names)
    return <PickField label={label} value={String(shown ?? "")} choices={names} set={(next) => set(path, next)} />;
  return (
    <TextField
      label={label}
      value={String(shown ?? "")}
      most={form.maxLength ?? (key === "side" || key === "called" ? 60 : undefined)}
      set={(next) => set(path, next, as)}
    />
  );
}

/** What may be left out: with a button that brings it. */
function Left(part: PartProps) {
  const { about, form, path, set } = part;
  const key = keyOf(path);
  return (
    <div class="wide">
      <Button icon={Plus} onClick={() => set(path, fresh(about, key, form))}>
        {`Add: ${labelOf(key, about.desk).toLowerCase()}`}
      </Button>
    </div>
  );
}

function Boxed({
  title,
  drop,
  children,
}: {
  title: string;
  drop?: (() => void) | undefined;
  children: ComponentChildren;
}) {
  return (
    <fieldset class="e-box wide">
      <legend class="k-strong">{title}</legend>
      <div class="e-fields">{children}</div>
      {drop && (
        <Button kind="quiet" icon={Trash2} onClick={drop}>
          {`Take away: ${title.toLowerCase()}`}
        </Button>
      )}
    </fieldset>
  );
}

/** What an entry of a list is called: by what it is, or by its number. */
function entryTitle(about: About, key: string, entry: unknown, at: number): string {
  if (isPlain(entry)) {
    for (const name of ["goal", "side", "feature", "card"])
      if (typeof entry[name] === "string") return `${at + 1}. ${labelOf(entry[name], about.desk)}`;
  }
  return `${labelOf(key, about.desk)}, number ${at + 1}`;
}

/** One more force: like the last one, at a seat and an edge of its own. */
function anotherForce(about: About, forces: readonly unknown[]): unknown {
  const last = forces.at(-1);
  const number = forces.length;
  if (!isPlain(last)) return {};
  const edges = edgesOf(about);
  return {
    ...last,
    ...("seat" in last && { seat: number }),
    ...("edge" in last && { edge: edges[number % edges.length]?.[0] }),
    side: `Side ${number + 1}`,
  };
}

function List(part: PartProps) {
  const { about, form, value, path, set } = part;
  const { desk } = about;
  const key = keyOf(path);
  const items = form.items ? resolved(desk, form.items) : {};
  const list: unknown[] = Array.isArray(value) ? value : [];
  const isForces = path.length === 1 && key === desk.data.forces;
  const add = (one: Form) => set(path, [...list, isForces ? anotherForce(about, list) : fresh(about, key, one)]);
  const drop = (at: number) => set(path, list.length === 1 ? undefined : list.toSpliced(at, 1));
  const sorts = sortsOf(desk, items);
  const isFull = list.length >= (form.maxItems ?? 60);
  return (
    <div class="e-list wide" role="group" aria-label={labelOf(key, about.desk)}>
      {list.map((entry, at) => {
        const here = [...path, at];
        const sort = sorts.find((each) => isPlain(entry) && entry[each.key] === each.word);
        const one = sort?.form ?? items;
        if (!one.properties)
          return (
            <div key={at} class="e-fields">
              <Part {...part} form={one} value={entry} path={here} />
              <Button kind="quiet" icon={Trash2} onClick={() => drop(at)}>
                {`Take away number ${at + 1}`}
              </Button>
            </div>
          );
        return (
          <Boxed key={at} title={entryTitle(about, key, entry, at)} drop={() => drop(at)}>
            <Parts {...part} form={one} value={entry} path={here} skip={sort ? [sort.key] : isForces ? ["seat"] : []} />
          </Boxed>
        );
      })}
      {!isFull && sorts.length > 0 && (
        <select
          class="k-field"
          aria-label={`Add to ${labelOf(key, about.desk).toLowerCase()}`}
          value=""
          onChange={(event) => {
            const sort = sorts.find(({ word }) => word === event.currentTarget.value);
            if (sort) add(sort.form);
            event.currentTarget.value = "";
          }}
        >
          <option value="">{`Add to ${labelOf(key, about.desk).toLowerCase()}`}</option>
          {sorts.map(({ word }) => (
            <option key={word} value={word}>
              {labelOf(word, about.desk)}
            </option>
          ))}
        </select>
      )}
      {!isFull && sorts.length === 0 && (
        <Button icon={Plus} onClick={() => add(items)}>
          {`Add: ${labelOf(key, about.desk).toLowerCase()}`}
        </Button>
      )}
    </div>
  );
}

/** One part by its form. */
export function Part(part: PartProps): ComponentChildren {
  const { about, value, path, set } = part;
  const { desk } = about;
  const { form, isOptional } = optional(desk, part.form);
  const key = keyOf(path);
  const label = labelOf(key, about.desk);
  const isAway = value === undefined || value === null;
  if (key === desk.data.switches && path.length === 1)
    return <SwitchesField about={about} label={label} value={value} set={(next) => set(path, next)} />;
  if (key === desk.data.units && Array.isArray(value) && path[0] === desk.data.forces && path.length === 3)
    return <UnitsField about={about} label={label} value={value} form={form} set={(next) => set(path, next)} />;
  if (key === "house_rules") {
    const rules = (Array.isArray(value) ? value : []).map(String);
    const write = (next: string[]) => set(path, next.length > 0 ? next : undefined, `type ${key}`);
    return (
      <div class="wide">
        <p class="k-small">House rules: what is agreed on beside the rules, a sentence each</p>
        <HouseRules rules={rules} set={write} />
      </div>
    );
  }
  if (isOptional && isAway) return <Left {...part} form={form} />;
  if (form.prefixItems) {
    const pair = Array.isArray(value) ? value : Array.isArray(form.default) ? form.default : [0, 0];
    return form.prefixItems.map((each, at) => (
      <NumberField
        key={at}
        label={`${label}, ${at === 0 ? "first" : "second"}`}
        value={Number(pair[at] ?? 0)}
        form={resolved(desk, each)}
        set={(next) => set(path, pair.with(at, next), `type ${writePath(path)}`)}
      />
    ));
  }
  if (form.type === "array") return <List {...part} form={form} />;
  if (form.properties) {
    const drop = isOptional ? () => set(path, undefined) : undefined;
    const now = isPlain(value) ? value : ((form.default as Plain | undefined) ?? {});
    return (
      <Boxed title={label} drop={drop}>
        <Parts {...part} form={form} value={now} />
      </Boxed>
    );
  }
  if (form.type === "object") return null;
  return <Single {...part} form={form} />;
}

/** All parts of an entry; what need not be there stands folded below what must. */
export function Parts({
  skip = [],
  only,
  ...part
}: PartProps & { skip?: readonly string[]; only?: (key: string) => boolean }) {
  const { form, path } = part;
  const value = isPlain(part.value) ? part.value : {};
  const within = path.length === 0 ? "scenario" : "entry";
  const keys = Object.entries(form.properties ?? {}).filter(
    ([key]) => !isHidden(key, within) && !skip.includes(key) && (only?.(key) ?? true),
  );
  const must = new Set(form.required ?? []);
  const isShown = ([key]: [string, Form]) => must.has(key) || key in value || within === "scenario";
  const drawn = (entries: [string, Form][]) =>
    entries.map(([key, one]) => <Part key={key} {...part} form={one} value={value[key]} path={[...path, key]} />);
  const more = keys.filter((entry) => !isShown(entry));
  return (
    <>
      {drawn(keys.filter(isShown))}
      {more.length > 0 && (
        <details class="e-more wide">
          <summary>More</summary>
          <div class="e-fields">{drawn(more)}</div>
        </details>
      )}
    </>
  );
}
