// Where a number comes from, line by line: value, words, clause; what was replaced is struck through.
import { ClauseLink } from "../../../kit";
import type { Sum, TallyLine } from "../../../protocol";

const signed = (value: number, first: boolean): string =>
  first ? String(value) : value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";

/** The pool as it grows: dice that were there, those this line adds, and those it takes away. */
function Pool({ before, after }: { before: number; after: number }) {
  const dice = Array.from({ length: Math.max(before, after, 0) }, (_, i) =>
    i >= after ? "lost" : i >= before ? "new" : "was",
  );
  return (
    <span class="m-pool" role="img" aria-label={`${after} ${after === 1 ? "die" : "dice"} so far`}>
      {dice.map((kind, i) => (
        <i key={`${i}-${kind}`} class={kind} />
      ))}
    </span>
  );
}

type RowProps = { line: TallyLine; first: boolean; before?: number };

function Row({ line, first, before }: RowProps) {
  return (
    <tr
      class={line.counts ? "" : "m-replaced"}
      data-testid="tally-row"
      data-counts={line.counts}
      data-value={line.value}
    >
      <td class="m-value">{line.dice || signed(line.value, first)}</td>
      <td>
        {line.counts ? line.reason : <s>{line.reason}</s>}
        {before !== undefined && line.counts && <Pool before={before} after={before + line.value} />}
      </td>
      <td class="k-number">
        <ClauseLink clause={line.clause} />
      </td>
    </tr>
  );
}

/** What a sum comes to; dice still to be thrown stand before what is added to them. */
function totalOf(sum: Sum): string {
  const dice = sum.lines.flatMap((line) => line.dice || []).join(" + ");
  if (!dice) return String(sum.total);
  return sum.total ? `${dice} ${signed(sum.total, false)}` : dice;
}

/** A start of nothing, for no reason, is nothing to read. */
const isEmpty = ({ value, clause, dice }: TallyLine): boolean => value === 0 && clause === "" && !dice;

const sumUpTo = ({ lines }: Sum, place: number): number =>
  lines.slice(0, place).reduce((sum, line) => sum + (line.counts ? line.value : 0), 0);

/** The sums behind a shot, one under the other. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <table class="m-tally">
      <caption class="k-spoken">Where the numbers come from</caption>
      {sums.map((sum) => (
        <tbody key={sum.of} data-of={sum.of}>
          {sum.lines.map((line, i) =>
            isEmpty(line) ? null : (
              <Row
                key={`${line.clause}-${line.reason}`}
                line={line}
                first={i === 0}
                {...(sum.dice ? { before: sumUpTo(sum, i) } : {})}
              />
            ),
          )}
          {sum.lines.length > 1 && (
            <tr class="m-total">
              <td class="m-value" data-testid="tally-total">
                {totalOf(sum)}
              </td>
              <td colSpan={2}>{sum.of.replaceAll("_", " ")}</td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
