// Where a number comes from, line by line: value, words, clause; what was replaced is struck through.
import { ClauseLink } from "../../kit";
import type { Line, Sum } from "../../protocol";

const signed = (value: number, first: boolean): string =>
  first ? String(value) : value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";

function Row({ line, first }: { line: Line; first: boolean }) {
  return (
    <tr
      class={line.counts ? "" : "m-replaced"}
      data-testid="tally-row"
      data-counts={line.counts}
      data-value={line.value}
    >
      <td class="m-value">{line.dice || signed(line.value, first)}</td>
      <td>{line.counts ? line.reason : <s>{line.reason}</s>}</td>
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

/** The sums behind a shot, one under the other. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <table class="m-tally">
      <caption class="k-spoken">Where the numbers come from</caption>
      {sums.map((sum) => (
        <tbody key={sum.of} data-of={sum.of}>
          {sum.lines.map((line, i) => (
            <Row key={`${line.clause}-${line.reason}`} line={line} first={i === 0} />
          ))}
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
