// The dice of a unit as steps: how many it rolls at each distance, and on a touch where they come from.
import { useState } from "preact/hooks";
import { ClauseLink } from "../../kit";
import type { PoolStep } from "../../protocol";

const signed = (value: number, first: boolean): string => (first || value < 0 ? `${value}` : `+${value}`);

function Lines({ step }: { step: PoolStep }) {
  return (
    <ul class="y-pool-lines" data-testid="pool-lines">
      {step.sum.lines.map((line, i) => (
        <li key={`${line.clause}-${line.reason}`}>
          <b>{signed(line.value, i === 0)}</b> <span class="k-grow">{line.reason}</span>{" "}
          <ClauseLink clause={line.clause} />
        </li>
      ))}
    </ul>
  );
}

function Chart({ title, steps }: { title: string; steps: readonly PoolStep[] }) {
  const [open, setOpen] = useState(0);
  const shown = steps[open];
  return (
    <section class="y-pools" aria-label={title || "Dice by distance"}>
      {title && <h4>{title}</h4>}
      <div class="y-pool-steps">
        {steps.map((step, i) => (
          <button
            key={step.reach}
            type="button"
            aria-pressed={i === open}
            onClick={() => setOpen(i)}
            data-testid={`pool-${step.reach}`}
            data-dice={step.sum.total}
          >
            <span class="y-pool-dice" aria-hidden="true">
              {Array.from({ length: step.sum.total }, (_, die) => (
                <i key={die} />
              ))}
            </span>
            <b>{step.sum.total}</b>
            <span class="k-small">{step.reach} studs</span>
          </button>
        ))}
      </div>
      {shown && shown.sum.total > 0 && <Lines step={shown} />}
    </section>
  );
}

/** One chart for all figures together, or one for each battery of a vehicle. */
export function Pools({ pools }: { pools: readonly PoolStep[] }) {
  const titles = [...new Set(pools.map((one) => one.title))];
  if (pools.length === 0) return <p class="k-small k-muted">It has nothing to fire with.</p>;
  return (
    <>
      {titles.map((title) => (
        <Chart key={title} title={title} steps={pools.filter((one) => one.title === title)} />
      ))}
    </>
  );
}
