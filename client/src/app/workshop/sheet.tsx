// The record sheet: every number summed from the parts, on screen and on paper.
import { ClauseLink, clauses } from "../../kit";
import type { BuiltCard, NumberFace, TrackFace, Yard } from "../../protocol";
import { PaperSide } from "../yard/paper_side";
import { columns, moduleIn, numberOf } from "./bench";

/** A number as the table writes it; nothing where a part adds none of it. */
export const shown = (numbers: readonly NumberFace[], id: string): string => {
  const number = numbers.find((one) => one.id === id);
  return number ? number.written || String(number.value) : "";
};

function Numbers({ yard, built }: { yard: Yard; built: BuiltCard }) {
  const own = columns(yard).own.map((one) => one.id);
  const numbers = built.face.numbers.filter((one) => own.includes(one.id));
  return (
    <dl class="y-numbers">
      {numbers.map((number) => (
        <div key={number.id} data-number={number.id}>
          <dt>
            {number.title} <ClauseLink clause={number.clause} />
          </dt>
          <dd>{number.written || number.value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Boxes({ label, count }: { label: string; count: number }) {
  return (
    <div class="y-boxes" role="img" aria-label={`${label}: ${count} boxes`}>
      {Array.from({ length: count }, (_, n) => (
        <i key={n} />
      ))}
    </div>
  );
}

/** Parts in rows, what each adds in columns, the sums below. */
export function PartsTable({ yard, built }: { yard: Yard; built: BuiltCard }) {
  const { own, dice } = columns(yard);
  const all = [...own, ...dice];
  return (
    <div class="y-scroll">
      <table class="y-parts" data-testid="record-sheet">
        <thead>
          <tr>
            <th scope="col">Part</th>
            {all.map((one) => (
              <th key={one.id} scope="col" class="k-number" title={one.title}>
                {one.short}
              </th>
            ))}
            <th scope="col" class="k-number">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {yard.slots.map((slot, index) => {
            const module = moduleIn(yard, built.slots[index] ?? "");
            return (
              <tr key={slot.id}>
                <th scope="row">
                  {module?.title ?? "empty"} <span class="k-small k-muted">{slot.title}</span>
                </th>
                {all.map((one) => {
                  const value = module ? numberOf(module.numbers, one.id) : 0;
                  return (
                    <td key={one.id} class="k-number">
                      {value === 0 ? "–" : shown(module?.numbers ?? [], one.id)}
                    </td>
                  );
                })}
                <td class="k-number">{module?.cost ?? 0}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {all.map((one) => (
              <td key={one.id} class="k-number" data-total={one.id}>
                {shown(built.face.numbers, one.id)}
              </td>
            ))}
            <td class="k-number" data-total="cost">
              {built.face.cost}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The sheet beside the bench. */
export function RecordSheet({ yard, built }: { yard: Yard; built: BuiltCard }) {
  return (
    <div class="y-sheet">
      <Numbers yard={yard} built={built} />
      {built.tracks.map(
        (track) =>
          track.style === "boxes" && (
            <section key={track.id}>
              <h3 class="y-line">
                {`${track.title} ${track.full}`} <ClauseLink clause={track.clause} />
              </h3>
              <Boxes label={track.title} count={track.full} />
            </section>
          ),
      )}
      <section>
        <h3 class="y-line">
          All parts <ClauseLink clause={built.face.clause} />
        </h3>
        <PartsTable yard={yard} built={built} />
      </section>
    </div>
  );
}

/** A row on paper: boxes to cross out, or counts from none to the last at which something happens. */
function PaperTrack({ track }: { track: TrackFace }) {
  const last = Math.max(0, ...track.limits.map(([at]) => at));
  if (track.style === "boxes")
    return (
      <>
        <h2>{`${track.title}: ${track.full}`}</h2>
        <Boxes label={track.title} count={track.full} />
      </>
    );
  return (
    <>
      <h2>{track.title}</h2>
      <div class="y-boxes">
        {Array.from({ length: (track.full || last) + 1 }, (_, n) => (
          <i key={n} class={track.limits.some(([at]) => at === n) ? "y-limit" : ""}>
            {n}
          </i>
        ))}
      </div>
      {track.limits.map(([at, words, clause]) => (
        <p key={at} class="y-limit-words">
          <b>{`at ${at}`}</b> {`${words} · ${clauses.nameOf(clause)}`}
        </p>
      ))}
    </>
  );
}

type PaperProps = {
  yard: Yard;
  built: BuiltCard;
  army: string;
  code: string;
  /** which of its army it is */
  number?: number;
};

/** The same sheet on one page of paper, with room for what a battle does to it. */
export function PaperSheet({ yard, built, army, code, number }: PaperProps) {
  const { own, dice } = columns(yard);
  const outer = yard.slots.flatMap((slot, index) => (slot.side ? [{ slot, index }] : []));
  return (
    <article class="y-paper" data-testid="paper-sheet">
      <header>
        <h1>{built.face.title}</h1>
        {number && <PaperSide number={number} />}
        <p>{`${built.face.cost} of ${yard.budget.value} points · ${clauses.nameOf(yard.budget.clause)}`}</p>
      </header>
      <dl class="y-numbers">
        {built.face.numbers
          .filter((one) => !dice.some((die) => die.id === one.id))
          .map((number) => (
            <div key={number.id}>
              <dt>{`${number.title} · ${clauses.nameOf(number.clause)}`}</dt>
              <dd>{number.written || number.value}</dd>
            </div>
          ))}
      </dl>
      {built.tracks.map((track) => (
        <PaperTrack key={track.id} track={track} />
      ))}
      <h2>{`Parts · ${clauses.nameOf(built.face.clause)}`}</h2>
      <PartsTable yard={yard} built={built} />
      <p class="y-limit-words" data-testid="paper-short">
        {[...own, ...dice].map((one) => `${one.short} ${one.title}`).join(", ")}
      </p>
      <h2>Dice left of each part</h2>
      <table class="y-left">
        <thead>
          <tr>
            <th scope="col">Part</th>
            {dice.map((die) => (
              <th key={die.id} scope="col">{`${die.title} · ${clauses.nameOf(die.clause)}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outer.map(({ slot, index }) => {
            const module = moduleIn(yard, built.slots[index] ?? "");
            return (
              <tr key={slot.id}>
                <th scope="row">{`${slot.title}: ${module?.title ?? "empty"}`}</th>
                {dice.map((die) => (
                  <td key={die.id}>
                    <Boxes label={die.title} count={module ? numberOf(module.numbers, die.id) : 0} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <footer>
        <span>
          <b>{army}</b> <span class="k-mono">{`${built.face.title}: ${built.slots.join("-")}`}</span>
        </span>
        <span>{[code, "Brickfield"].filter(Boolean).join(" · ")}</span>
      </footer>
    </article>
  );
}
