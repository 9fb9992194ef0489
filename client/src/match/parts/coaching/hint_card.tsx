// The hint in words: what to do and why, with its rule; one press takes it into the hand, another shows the next idea.
import { ChevronRight, CircleHelp, Lightbulb, X } from "lucide-preact";
import { Button, ClauseLink } from "../../../kit";
import { keyFor } from "../../keys";
import { coachingOf } from "../../lessons";
import type { Room } from "../../room";

/** Beside the title of a question. */
export function HintButton({ room }: { room: Room }) {
  const { hint } = room;
  if (room.store.decision.value === null || room.store.spectator.value || hint.now.value) return null;
  // in a lesson the coach says what to do
  if (coachingOf(room) !== null) return null;
  return (
    <>
      <Button
        kind="quiet"
        iconOnly
        icon={Lightbulb}
        aria-disabled={hint.busy.value}
        onClick={() => void hint.ask()}
        data-testid="ask-hint"
      >
        {`Hint (${keyFor("hint")})`}
      </Button>
      <Button
        kind="quiet"
        iconOnly
        icon={CircleHelp}
        aria-pressed={room.whyNot.on.value}
        onClick={room.whyNot.flip}
        data-testid="why-not"
      >
        {`Why not? Then touch what you ask about (${keyFor("why_not")})`}
      </Button>
    </>
  );
}

/** While somebody is about to ask why not, what to do next. */
export function WhyNotSaid({ room }: { room: Room }) {
  if (!room.whyNot.on.value) return null;
  return (
    <p class="k-box k-small" role="status" data-testid="why-not-said">
      Why not? Touch the unit, target or thing you ask about.
    </p>
  );
}

/** What the hint says. */
export function HintSaid({ room }: { room: Room }) {
  const { hint } = room;
  const now = hint.now.value;
  if (!now) return null;
  const count = hint.found.value.length;
  return (
    <aside class="k-box m-idea" aria-label="Hint" data-testid="idea">
      <div class="k-row">
        <Lightbulb size={18} aria-hidden="true" />
        <b class="k-grow" role="status">
          {now.reason}
        </b>
        <Button kind="quiet" iconOnly icon={X} onClick={() => hint.drop()}>
          Close hint
        </Button>
      </div>
      <p class="k-small">
        <ClauseLink clause={now.clause} />
      </p>
      <div class="k-row k-wrap">
        <Button onClick={hint.take} data-testid="take-hint">
          {hint.atOnce.value ? "Do it now" : "Take it"}
        </Button>
        {count > 1 && (
          <Button kind="quiet" icon={ChevronRight} onClick={() => void hint.ask()} data-testid="next-hint">
            {`Another idea (${hint.at.value + 1} of ${count})`}
          </Button>
        )}
      </div>
    </aside>
  );
}
