// The record sheet of a unit as it stands: its rows of boxes, markers and pips, its parts, and what has just changed.
import type { VNode } from "preact";
import { ClauseLink, SideMark } from "../../kit";
import type { PartFace, SheetFace, TrackFace } from "../../protocol";

/** The rows of a sheet in short words; markers only where some lie there. */
export const trackWords = (sheet: SheetFace): string[] =>
  sheet.tracks
    .filter((track) => track.style === "boxes" || (track.style === "markers" && track.value > 0))
    .map((track) => `${track.title.toLowerCase()} ${track.value}${track.full > 0 ? ` of ${track.full}` : ""}`);

/** A box for each of them, struck out from the first. */
function Boxes({ track }: { track: TrackFace }) {
  const lost = Math.max(0, track.full - track.value);
  return (
    <div
      class="m-boxes"
      role="img"
      aria-label={`${track.value} of ${track.full} ${track.title} left`}
      data-testid={`boxes-${track.id}`}
    >
      {Array.from({ length: track.full }, (_, i) => (
        <i key={`${i}-${i < lost}`} class={i < lost ? "lost" : ""} />
      ))}
    </div>
  );
}

/** Markers from none to the last limit and beyond. */
function Markers({ track }: { track: TrackFace }) {
  const limits = track.limits.map(([at]) => at);
  const last = Math.max(track.full, ...limits, 0);
  const first = Math.min(last, ...limits);
  return (
    <ol class="m-gauge" aria-hidden="true">
      {Array.from({ length: last + 1 }, (_, i) => (
        <li
          key={`${track.id}-${i}-${track.value === i}`}
          class={`${Math.min(track.value, last) === i ? "now" : ""} ${i >= first ? "hot" : ""}`}
        >
          {i === last && track.full === 0 ? `${i}+` : i}
        </li>
      ))}
    </ol>
  );
}

/** A row of the sheet with what happens at its limits. */
function Track({ track }: { track: TrackFace }) {
  return (
    <section class="m-sheet-part">
      <div class="k-row k-small">
        <b class="k-grow" data-testid={`track-${track.id}`} data-value={track.value}>
          {track.title} {track.value}
          {track.full > 0 && ` of ${track.full}`}
        </b>
        {track.remark && <span class="k-tiny">{track.remark}</span>}
        <ClauseLink clause={track.clause} />
      </div>
      {track.style === "boxes" ? <Boxes track={track} /> : <Markers track={track} />}
      {track.limits.length > 0 && (
        <p class="k-tiny m-gauge-words">
          {track.limits.map(([at, words, clause]) => (
            <span key={clause} data-testid={`${track.id}-${at}`}>
              {at}: <ClauseLink clause={clause} words={words} />
            </span>
          ))}
        </p>
      )}
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

function Parts({ sheet, range }: { sheet: SheetFace; range: string }) {
  const lit = sheet.columns.indexOf(range);
  const mark = (i: number): string => (i === lit ? "lit" : "");
  return (
    <table class="m-sheet-dice k-small">
      <thead>
        <tr>
          <th scope="col">Part</th>
          {sheet.columns.map((one, i) => (
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
            <td key={sheet.columns[i]} class={mark(i)}>
              {dice || "–"}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

type Props = {
  sheet: SheetFace;
  seat: number;
  picture?: VNode | null;
  range?: string;
  changes?: readonly string[];
};

/** A unit's sheet. `range` lights the column an open attack is in, `changes` says what has just happened to it. */
export function RecordSheet({ sheet, seat, picture, range = "", changes = [] }: Props) {
  const pips = sheet.tracks.filter((track) => track.style === "pips");
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
        {pips.map((track) => (
          <span key={track.id} class="k-tiny" data-testid={`track-${track.id}`} data-value={track.value}>
            {track.title} <b>{track.value}</b> of {track.full}
          </span>
        ))}
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
            <dd>{one.written || one.value}</dd>
            <dt>
              <ClauseLink clause={one.clause} words={one.title} />
            </dt>
          </div>
        ))}
      </dl>
      {sheet.tracks.map((track) => track.style !== "pips" && <Track key={track.id} track={track} />)}
      {sheet.parts.length > 0 && <Parts sheet={sheet} range={range} />}
    </article>
  );
}
