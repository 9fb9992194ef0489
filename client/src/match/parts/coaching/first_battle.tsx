// The coach of a first battle: a loud word before a move into several guns, what the other side did and why it worked,
// and one sentence of advice a turn. Every sentence is the server's; one press switches the coach off for good.
import { useSignal } from "@preact/signals";
import { GraduationCap, Lightbulb, RotateCcw, TriangleAlert, X } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, ClauseLink, coached, isRefusal, settings, textMode, toast } from "../../../kit";
import type { HintFace, TableFace } from "../../../protocol";
import { goalOf } from "../../goals";
import { coachingOf } from "../../lessons";
import type { Deed } from "../../playback/deeds";
import type { Room } from "../../room";
import { seatName, thingName } from "../../words";
import { useHeight } from "../height";

/** Whether this battle is coached: a first one, until its player has had enough. */
export function isCoached(room: Room): boolean {
  const playing = !room.store.spectator.value && room.store.view.value?.outcome === null;
  return settings.advice.value && playing && coachingOf(room) === null && coached.has(room.match);
}

/** What of the others' last turn is worth a word: what hit first, then what was fired, then anything they did. */
export function worthAWord(deeds: readonly Deed[], mine: number): Deed | null {
  const theirs = deeds.filter((one) => !one.own && one.play.act.seat >= 0 && one.play.act.seat !== mine);
  const fired = theirs.filter(({ play: { act } }) => act.kind === "shot" || act.kind === "blow");
  return fired.find((one) => one.play.act.hit) ?? fired.at(-1) ?? theirs.at(-1) ?? null;
}

/** What counted in its sums besides the printed numbers: why it worked. */
export function whyOf({ play }: Deed): string {
  const lines = play.sums.flatMap((sum) => sum.lines.slice(1));
  const counted = lines.filter((line) => line.counts !== false && line.value !== 0).map((line) => line.reason);
  return counted.length > 0 ? `What counted: ${[...new Set(counted)].join(", ")}.` : "";
}

/** What it was, in one plain sentence: of a shot who fired at whom and what came of it, without the sums of the log. */
export function plainWords({ play: { act } }: Deed, face: TableFace | null): string {
  if (act.kind !== "shot" || !act.unit || !act.target || !face) return act.words;
  const [who, whom] = [act.unit, act.target].map((unit) => thingName(face, unit));
  return `${who} fired at ${whom}: ${[act.title.toLowerCase(), act.text].filter(Boolean).join(", ")}.`;
}

/** What the others did; before they have done anything, what is to be done here. */
function TheirTurn({ room }: { room: Room }) {
  const { value: seat } = room.store.seat;
  const deed = worthAWord(room.theatre.deeds.list.value, seat);
  const goal = goalOf(room.face.value, seat);
  if (!deed) return goal && <p class="k-small">{goal.sentence}</p>;
  const { seat: theirs } = deed.play.act;
  return (
    <p class="k-small" data-testid="advice-theirs">
      <b>{seatName(room.store.seats.value, theirs)}:</b> {plainWords(deed, room.face.value)} {whyOf(deed)}
    </p>
  );
}

/** One idea a turn, asked for when the turn comes; once something was answered it is old. */
function useAdvice(room: Room): HintFace | null {
  const told = useSignal<{ seq: number; hint: HintFace | null }>({ seq: -1, hint: null });
  const advised = useRef("");
  const asked = room.store.decision.value;
  const situation = room.store.view.value?.situation;
  const turn = asked && situation?.active === asked.seat ? `${situation.round} ${asked.seat}` : "";
  const seq = room.store.shown.value?.seq ?? 0;
  useEffect(() => {
    if (!turn || advised.current === turn) return;
    advised.current = turn;
    void room.preview("hint", { n: 1 }).then((found) => {
      if (isRefusal(found) || !Array.isArray(found)) return;
      told.value = { seq, hint: (found[0] as HintFace) ?? null };
    });
  }, [turn]);
  return asked && told.value.seq === seq ? told.value.hint : null;
}

/** Who is to do it, where the reason does not say so, and why. */
export function ideaWords({ answer, reason }: Pick<HintFace, "answer" | "reason">): string {
  const unit = "unit" in answer && typeof answer.unit === "string" ? answer.unit : "";
  return unit && !reason.includes(unit) ? `${unit}: ${reason}` : reason;
}

/** What the coach says now, here and in text mode. */
export function AdviceWords({ room }: { room: Room }) {
  const advice = useAdvice(room);
  const caution = room.opened.value?.hand.caution?.() ?? "";
  const asked = room.store.decision.value !== null;
  return (
    <div class="m-lesson-words" aria-live="polite">
      {caution && (
        <p class="m-caution m-loud" role="alert" data-testid="caution">
          <TriangleAlert size={20} aria-hidden="true" /> <b>{caution}</b>
        </p>
      )}
      {!caution && asked && <TheirTurn room={room} />}
      {!caution && advice && (
        <p data-testid="advice-said">
          <b>Idea:</b> {ideaWords(advice)} <ClauseLink clause={advice.clause} />
        </p>
      )}
      {!caution && !advice && asked && (
        <p class="k-small k-muted m-advice-more">
          {/* a phone has room for the bulb alone on the button that is meant */}
          <Lightbulb class="m-inline" size={15} aria-hidden="true" /> Show me has an idea for every question.
        </p>
      )}
      {!asked && <p class="k-small k-muted">Watch what the other side does.</p>}
    </div>
  );
}

/** One press, and nobody is coached on this device any more. */
export function NoAdvice() {
  const stop = (): void => {
    settings.advice.value = false;
    toast("No more advice. Settings has the switch.");
  };
  return (
    <Button kind="quiet" icon={X} onClick={stop} data-testid="advice-off">
      No advice
    </Button>
  );
}

function Box({ room }: { room: Room }) {
  const box = useHeight("--lesson-height");
  const asked = room.store.decision.value !== null;
  const back = room.store.latest.value?.take_back ?? "";
  return (
    <section class="m-lesson m-advice k-panel" ref={box} data-panel data-testid="advice" aria-label="Advice">
      <header class="m-lesson-head">
        <GraduationCap size={20} aria-hidden="true" />
        <b class="k-grow">Your coach</b>
      </header>
      <AdviceWords room={room} />
      <div class="m-lesson-foot">
        <div class="m-lesson-buttons">
          {asked && (
            <Button icon={Lightbulb} onClick={() => void room.hint.ask()} data-testid="advice-show">
              Show me
            </Button>
          )}
          {back && (
            <Button kind="quiet" icon={RotateCcw} onClick={() => room.undo()} data-testid="advice-back">
              Back
            </Button>
          )}
          <NoAdvice />
        </div>
      </div>
    </section>
  );
}

export function FirstBattle({ room }: { room: Room }) {
  // in text mode the same is said there
  return isCoached(room) && !textMode.value ? <Box room={room} /> : null;
}
