// The record sheet of a unit as it stands: armour boxes, heat, dice by part and range, and what has just changed.
import type { VNode } from "preact";
import { ClauseLink, SideMark } from "../../kit";
import type { NumberFace, PartFace, SheetFace, TableFace } from "../../protocol";
import { cardOf } from "../words";

/** Numbers that are bonuses are written with their sign. */
const BONUSES = new Set(["dodge", "targeting", "initiative"]);
const signed = (one: NumberFace): string =>
  BONUSES.has(one.id) && one.value > 0 ? `+${one.value}` : String(one.value).replace("-", "−");

/** A box for each Armor Point, struck out from the first. */
function Armour({ sheet, clause }: { sheet: SheetFace; clause: string }) {
  const lost = Math.max(0, sheet.full_armor - sheet.armor);
  return (
    <section class="m-sheet-part">
      <div class="k-row k-small">
        <b class="k-grow">
          Armor {sheet.armor} of {sheet.full_armor}
        </b>
        <ClauseLink clause={clause} />
      </div>
      <div
        class="m-armour"
        role="img"
        aria-label={`${sheet.armor} of ${sheet.full_armor} armor points left`}
        data-testid="armor"
        data-left={sheet.armor}
      >
        {Array.from({ length: sheet.full_armor }, (_, i) => (
          <i key={`${i}-${i < lost}`} class={i < lost ? "lost" : ""} />
        ))}
      </div>
    </section>
  );
}

/** Heat from nothing to the last limit and beyond; the limits carry their words. */
function Heat({ sheet }: { sheet: SheetFace }) {
  const last = Math.max(0, ...sheet.heat_limits.map(([at]) => at));
  const first = Math.min(last, ...sheet.heat_limits.map(([at]) => at));
  return (
    <section class="m-sheet-part">
      <div class="k-row k-small">
        <b class="k-grow" data-testid="heat" data-heat={sheet.heat}>
          Heat {sheet.heat}
        </b>
        {sheet.heat > 0 && <span class="k-tiny">−{sheet.heat} to attack and defense</span>}
      </div>
      <ol class="m-heat" aria-hidden="true">
        {Array.from({ length: last + 1 }, (_, i) => (
          <li
            key={`heat-${i}-${sheet.heat === i}`}
            class={`${Math.min(sheet.heat, last) === i ? "now" : ""} ${i >= first ? "hot" : ""}`}
          >
            {i === last ? `${i}+` : i}
          </li>
        ))}
      </ol>
      <p class="k-tiny m-heat-words">
        {sheet.heat_limits.map(([at, words, clause]) => (
          <span key={clause} data-testid={`heat-${at}`}>
            {at}: <ClauseLink clause={clause} words={words} />
          </span>
        ))}
      </p>
    </section>
  );
}

function PartRow({ part, lit }: { part: PartFace; lit: number }) {
  const off = part.name === "";
  return (
    <tr class={off ? "off" : ""} data-testid={`part-${part.slot}`} data-name={part.name}>
      <th scope="row">
        {off ? <s>{part.title}</s> : part.name} <span class="k-tiny k-muted">{off ? "off" : part.title}</span>
      </th>
      {part.dice.map((dice, i) => (
        <td
          key={`${part.slot}-${i}-${dice}`}
          class={`${i === lit ? "lit" : ""} ${dice < (part.full[i] ?? 0) ? "hurt" : ""}`}
        >
          {dice || "–"}
        </td>
      ))}
    </tr>
  );
}

function Dice({ sheet, range }: { sheet: SheetFace; range: string }) {
  const lit = sheet.ranges.indexOf(range);
  const mark = (i: number): string => (i === lit ? "lit" : "");
  return (
    <table class="m-sheet-dice k-small">
      <thead>
        <tr>
          <th scope="col">Attack dice</th>
          {sheet.ranges.map((one, i) => (
            <th key={one} scope="col" class={mark(i)}>
              {one}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.parts.map((part) => (
          <PartRow key={part.slot} part={part} lit={lit} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {sheet.totals.map((dice, i) => (
            <td key={sheet.ranges[i]} class={mark(i)}>
              {dice || "–"}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

type Props = {
  face: TableFace;
  sheet: SheetFace;
  seat: number;
  picture?: VNode | null;
  range?: string;
  changes?: readonly string[];
};

/** A unit's sheet. `range` lights the band an open attack is in, `changes` says what has just happened to it. */
export function RecordSheet({ face, sheet, seat, picture, range = "", changes = [] }: Props) {
  const card = cardOf(face, sheet.unit);
  const armour = card?.numbers.find((one) => one.id === "armor");
  return (
    <article
      class="m-sheet"
      data-testid="record-sheet"
      data-unit={sheet.unit}
      aria-label={`Record sheet of ${sheet.title}`}
    >
      <header class="k-row m-sheet-head">
        <SideMark side={seat} />
        <h2 class="k-grow">
          {sheet.title} <span class="k-tiny k-muted">{sheet.unit}</span>
        </h2>
        <span class="k-tiny">
          action <b>{sheet.actions}</b> of {sheet.most_actions} used
        </span>
      </header>
      {changes.length > 0 && (
        <p class="m-sheet-changes k-small" role="status" data-testid="sheet-changes">
          <b>Changed:</b> {changes.join(", ")}
        </p>
      )}
      {sheet.states.length > 0 && (
        <p class="m-states">
          {sheet.states.map((state) => (
            <span key={state} class="m-state">
              {state}
            </span>
          ))}
        </p>
      )}
      {picture}
      <dl class="m-sheet-numbers">
        {sheet.numbers.map((one) => (
          <div key={one.id}>
            <dd>
              {signed(one)}
              {one.id === "defense_dice" && "D"}
            </dd>
            <dt>
              <ClauseLink clause={one.clause} words={one.title.replace(" dice", "")} />
            </dt>
          </div>
        ))}
      </dl>
      <Armour sheet={sheet} clause={armour?.clause ?? sheet.clause} />
      <Heat sheet={sheet} />
      <Dice sheet={sheet} range={range} />
    </article>
  );
}
