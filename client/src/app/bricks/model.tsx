// One model: its building steps, one at a time, or all of them on paper.
import { ArrowLeft, ArrowRight, Printer } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, ButtonLink, Link, plural } from "../../kit";
import { Downloads } from "./downloads";
import { Paper } from "./paper";
import { PartLines } from "./part_lines";
import { type Plan, type Plans, partLines, sizeWords, stepLines, stepWords } from "./plans";
import { Turned } from "./views";

type ModelProps = { game: string; name: string; plan: Plan; plans: Plans };

/** How far a finger goes for the next step, in pixels, and how much further than up or down. */
const SWIPE = 48;
const SIDEWAYS = 1.5;

/** Swiping and the arrow keys lead from step to step. */
function useStepping(count: number) {
  const [at, setAt] = useState(0);
  const start = useRef<{ x: number; y: number }>();
  // from where it stands by then: two presses may come before the page has drawn one
  const go = (by: number) => setAt((from) => Math.min(count, Math.max(0, from + by)));
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const inField =
        event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [role=radio]");
      if (inField || event.altKey || event.ctrlKey || event.metaKey) return;
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      go(by);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [count]);
  const swipe = {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!touch || !start.current) return;
      const [dx, dy] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = undefined;
      if (Math.abs(dx) > SWIPE && Math.abs(dx) > SIDEWAYS * Math.abs(dy)) go(dx < 0 ? 1 : -1);
    },
  };
  return { at, go, swipe };
}

function Steps({ plan, plans }: ModelProps) {
  const count = plan.steps.length;
  const { at, go, swipe } = useStepping(count);
  const step = plan.steps[at];
  const words = step ? stepWords(plan, at) : `${plan.title} is done`;
  const title = step ? `Step ${at + 1} of ${count}` : "All done";
  return (
    <div class="br-steps">
      <Turned plans={plans} plan={plan} index={at} label={`${title}. ${words}`} />
      <section class="br-step" aria-label="The step" {...swipe}>
        <div class="br-buttons">
          <Button icon={ArrowLeft} onClick={() => go(-1)} disabled={at === 0} data-testid="step-back">
            Back
          </Button>
          <h2 aria-live="polite" data-testid="step-title">
            {title}
          </h2>
          <Button kind="ask" icon={ArrowRight} onClick={() => go(1)} disabled={at === count} data-testid="step-next">
            Next
          </Button>
        </div>
        {words && <p class="br-words">{words}</p>}
        <PartLines plans={plans} lines={step ? stepLines(plans, plan, step) : partLines(plans, plan.parts)} />
        {step && step.new === step.end && <p class="k-small k-muted">No new parts in this step.</p>}
        <p class="k-small k-muted br-hint">
          Drag the picture to turn it. Swipe here, or press the arrow keys, for the next step.
        </p>
      </section>
    </div>
  );
}

export function Model(props: ModelProps) {
  const { game, name, plan, plans } = props;
  const [onPaper, setOnPaper] = useState(false);
  return (
    <>
      <p class="br-way">
        <Link to={`/bricks?game=${encodeURIComponent(game)}`}>All models</Link>
      </p>
      <h1>{plan.title}</h1>
      <p class="br-lead">
        {`${plural(plan.parts.length, "part")}, ${plural(plan.steps.length, "step")}. ${sizeWords(plan)}.`}
      </p>
      {onPaper ? (
        <Paper plan={plan} plans={plans} leave={() => setOnPaper(false)} />
      ) : (
        <>
          <Steps {...props} />
          <section class="br-more">
            <h2>Take it home</h2>
            <Button icon={Printer} onClick={() => setOnPaper(true)} data-testid="to-paper">
              Steps on paper
            </Button>
            <Downloads game={game} wishes={{ [name]: 1 }} />
            <ButtonLink kind="quiet" to={`/bricks/owned?${new URLSearchParams({ game, models: name })}`}>
              Do I have these parts?
            </ButtonLink>
            <details>
              <summary>{`All ${plan.parts.length} parts`}</summary>
              <PartLines plans={plans} lines={partLines(plans, plan.parts)} />
            </details>
          </section>
        </>
      )}
    </>
  );
}
