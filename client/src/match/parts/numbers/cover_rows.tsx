// Who of a unit sees whom of another: how many may shoot, and the cover of each target with the clause that gives it.
import { ClauseLink } from "../../../kit";
import type { SightLines } from "../../../protocol";
import type { Lines } from "../../widgets/sight_lines";

const numberOf = (figure: string): string => figure.replace(/^.*\/f?/, "");

function Shooters({ lines }: { lines: SightLines }) {
  const all = new Set(lines.threads.map((one) => one.shooter)).size;
  const able = lines.shooters.length;
  return (
    <p class="k-small" data-testid="eligible">
      {all > 1 && (
        <>
          <b>{able}</b> of {all} may shoot: {able === 1 ? "it is" : "they are"} ringed.{" "}
        </>
      )}
      <ClauseLink clause={lines.clause} />
    </p>
  );
}

/** A row for each mini that is shot at: touching it shows its threads alone. */
export function CoverRows({ lines }: { lines: Lines }) {
  const shown = lines.shown.value;
  if (!shown) return null;
  return (
    <>
      <Shooters lines={shown} />
      <ul class="m-covers" data-testid="covers">
        {shown.covers.map(({ figure, cover, title, clause }) => (
          <li key={figure}>
            <button
              type="button"
              class={`m-cover-chip ${cover}`}
              aria-pressed={lines.chosen.value === figure}
              onClick={() => lines.tell(figure)}
              data-testid={`cover-${figure}`}
            >
              <i aria-hidden="true" /> {numberOf(figure)}: {title}
            </button>
            <ClauseLink clause={clause} />
          </li>
        ))}
      </ul>
    </>
  );
}
