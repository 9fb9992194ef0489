// The steps of a model on paper: three beside each other, as many rows as a page holds, the parts at the end.
import { ArrowLeft, Printer } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button, plural, Toggle } from "../../kit";
import { PartLines } from "./part_lines";
import { type Plan, type Plans, partLines, sizeWords, stepLines, stepWords } from "./plans";
import { Still } from "./views";

const PICTURE = { width: 330, height: 200 };
const IN_A_ROW = 3;

function rowsOf(count: number): number[][] {
  const all = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: Math.ceil(count / IN_A_ROW) }, (_, row) =>
    all.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW),
  );
}

type PaperProps = { plan: Plan; plans: Plans; leave: () => void };

export function Paper({ plan, plans, leave }: PaperProps) {
  const [isLean, setLean] = useState(false);
  const ink = isLean ? "lean" : "colour";
  const [drawn, setDrawn] = useState<Record<string, number>>({});
  const count = plan.steps.length + 1;
  const isReady = (drawn[ink] ?? 0) >= count;
  const onDrawn = () => setDrawn((before) => ({ ...before, [ink]: (before[ink] ?? 0) + 1 }));
  return (
    <>
      <div class="br-bar">
        <Button icon={ArrowLeft} onClick={leave} data-testid="from-paper">
          Back to the steps
        </Button>
        <Toggle label="Save ink" on={isLean} onChange={setLean} testid="paper-lean" />
        <Button kind="ask" icon={Printer} onClick={() => print()} aria-disabled={!isReady} data-testid="paper-print">
          {isReady ? "Print" : "Drawing the steps"}
        </Button>
      </div>
      <div class={isLean ? "br-paper lean" : "br-paper"} data-testid="step-paper" data-ready={isReady}>
        <header>
          <h2>{plan.title}</h2>
          <p>{`${plural(plan.parts.length, "part")}, ${plural(plan.steps.length, "step")}. ${sizeWords(plan)}.`}</p>
        </header>
        {rowsOf(count).map((row) => (
          <div class="br-row" key={row[0]}>
            {row.map((index) => {
              const step = plan.steps[index];
              const lines = step ? stepLines(plans, plan, step) : [];
              const words = step ? stepWords(plan, index) : "Done";
              return (
                <figure key={index}>
                  <Still {...{ plans, plan, index, ink, onDrawn }} size={PICTURE} alt={words} always />
                  <figcaption>
                    <b>{step ? index + 1 : ""}</b> {words}
                    <PartLines plans={plans} lines={lines} />
                  </figcaption>
                </figure>
              );
            })}
          </div>
        ))}
        <section class="br-paper-parts">
          <h3>{`All ${plan.parts.length} parts`}</h3>
          <PartLines plans={plans} lines={partLines(plans, plan.parts)} />
        </section>
      </div>
    </>
  );
}
