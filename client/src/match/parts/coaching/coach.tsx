// The coach of a lesson: which step it is, what to do, how to see it done. It says what the server tells it.
import { Check, GraduationCap, Home, Lightbulb, RotateCcw } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, ButtonLink, ClauseLink, learned } from "../../../kit";
import type { Coaching } from "../../../protocol";
import { coachingOf } from "../../lessons";
import type { Room } from "../../room";
import { useHeight } from "../height";

/** What the coach says: the next step when it is asked for, not while dice still roll and others answer. */
export function useCoach(room: Room): Coaching | null {
  const told = coachingOf(room);
  const said = useRef(told);
  const isOver = told !== null && told.at >= told.steps;
  if (room.store.decision.value !== null || isOver || said.current === null) said.current = told;
  return said.current;
}

function Steps({ step }: { step: Coaching }) {
  return (
    <div class="m-pips" aria-hidden="true">
      {Array.from({ length: step.steps }, (_, i) => (
        <i key={i} class={i < step.at ? "done" : i === step.at ? "now" : ""} />
      ))}
    </div>
  );
}

/** The words of a step in the order they are read: what was done, which step it is, what to do. */
export function CoachWords({ room, step }: { room: Room; step: Coaching }) {
  const over = step.at >= step.steps;
  return (
    <div class="m-lesson-words" aria-live="polite" aria-atomic="true" data-testid="lesson-words">
      {step.done && (
        <p class="m-lesson-done k-small">
          <Check size={16} aria-hidden="true" /> {step.done}
        </p>
      )}
      <h2 data-testid="lesson-title">
        {!over && <span class="k-spoken">{`Step ${step.at + 1} of ${step.steps}: `}</span>}
        {step.heading}
      </h2>
      <p data-testid="lesson-text">{step.text}</p>
      {step.nudge && room.store.decision.value && (
        <p class="m-lesson-nudge k-small" data-testid="lesson-nudge">
          {step.nudge}
        </p>
      )}
    </div>
  );
}

function Buttons({ room, step }: { room: Room; step: Coaching }) {
  const back = room.store.latest.value?.take_back ?? "";
  const asked = room.store.decision.value !== null && !room.busy.value;
  const { answer } = step;
  return (
    <div class="m-lesson-buttons">
      {answer && (
        <Button
          icon={Lightbulb}
          aria-disabled={!asked}
          data-testid="lesson-show"
          onClick={() => asked && room.answer(answer)}
        >
          Show me
        </Button>
      )}
      {back && (
        <Button icon={RotateCcw} kind="quiet" onClick={() => room.undo()} data-testid="lesson-back">
          Back
        </Button>
      )}
      <ButtonLink to="/" icon={Home} kind="quiet" testid="lesson-leave">
        Leave
      </ButtonLink>
    </div>
  );
}

/** The part of the page the coach points at wears an outline while it is there. */
function usePointer(room: Room, step: Coaching): void {
  const { panel } = step;
  const opened = room.opened.value;
  useEffect(() => {
    if (!panel || !opened) return;
    let pointed: Element | null = null;
    // the panel of a question is drawn beside this one, so it is looked for when both stand
    const frame = requestAnimationFrame(() => {
      pointed = document.querySelector(`[data-testid="${panel}"]`);
      pointed?.classList.add("m-pointed");
    });
    return () => {
      cancelAnimationFrame(frame);
      pointed?.classList.remove("m-pointed");
    };
  }, [panel, opened]);
}

function Box({ room, step }: { room: Room; step: Coaching }) {
  const box = useHeight("--lesson-height");
  usePointer(room, step);
  const dragging = room.opened.value?.hand.dragging?.value ?? false;
  const over = step.at >= step.steps;
  useEffect(() => {
    if (over) learned.add(room.match);
  }, [over]);
  return (
    <section
      class={`m-lesson k-panel ${dragging ? "dragging" : ""}`}
      ref={box}
      data-panel
      data-testid="lesson"
      data-step={step.at}
      aria-label="Lesson"
    >
      <header class="m-lesson-head">
        <GraduationCap size={20} aria-hidden="true" />
        <b class="k-grow">{over ? step.title : `Step ${step.at + 1} of ${step.steps}`}</b>
        <Steps step={step} />
      </header>
      <CoachWords room={room} step={step} />
      <div class="m-lesson-foot">
        {step.clauses.length > 0 && (
          <p class="k-tiny m-lesson-clauses">
            {step.clauses.map((clause) => (
              <ClauseLink key={clause} clause={clause} />
            ))}
          </p>
        )}
        <Buttons room={room} step={step} />
      </div>
    </section>
  );
}

export function Coach({ room }: { room: Room }) {
  const step = useCoach(room);
  return step ? <Box room={room} step={step} /> : null;
}
