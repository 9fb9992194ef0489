// Why a bot did what it did last: its choice, what it rejected, and the chances it saw.
import { BrainCircuit } from "lucide-preact";
import { Button, ClauseLink, plural, Sheet, SideMark } from "../../../kit";
import type { WhyLine } from "../../../protocol";
import type { Room } from "../../room";
import { seatName } from "../../words";

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const finely = (share: number): string => `${(100 * share).toFixed(1)} %`;
/** From so much on a difference says nothing. */
const VAGUE = 0.3;
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Beside the log, once a bot has said why. */
export function BotWhyButton({ room, open }: { room: Room; open: () => void }) {
  const why = room.store.why.value;
  if (why === null) return null;
  return (
    <Button
      kind="quiet"
      icon={BrainCircuit}
      onClick={open}
      data-testid="bot-why"
      title={`Why did ${seatName(room.store.seats.value, why.seat)} do that?`}
    >
      Why?
    </Button>
  );
}

/** How far behind the choice it was; after a table or two nobody can say. */
const behindWords = ({ behind, give_or_take }: WhyLine): string =>
  give_or_take < VAGUE
    ? `${percent(behind)} worse, give or take ${percent(give_or_take)}`
    : "too few tables to compare";

/** The same where the judgement alone has compared them: small differences count, because nothing of it is luck. */
const judgedWords = ({ behind }: WhyLine): string =>
  behind < 0.001 ? "about as good by its judgement" : `${finely(behind)} worse by its judgement`;

/** What was not looked at, each idea once: many ways to do the same are one idea to who reads them. */
function Unplayed({ lines }: { lines: readonly WhyLine[] }) {
  const words = [...new Set(lines.map((line) => capital(line.words)))];
  if (words.length === 0) return null;
  return (
    <details class="k-small m-unplayed">
      <summary>{`Not played out: ${plural(words.length, "more idea", "more ideas")}`}</summary>
      <ul>
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </details>
  );
}

/** `judged`: nothing was played out, so the chances are those of its judgement. */
function Idea({ line, chosen, judged }: { line: WhyLine; chosen: boolean; judged: boolean }) {
  const told = line.tables > 0 || judged;
  return (
    <li class={`m-why-idea ${chosen ? "chosen" : ""}`}>
      <div class="k-row">
        <b class="k-grow">{capital(line.words)}</b>
        <span class="m-why-chance">{told ? (judged ? finely : percent)(line.chance) : "not played out"}</span>
      </div>
      {told && <meter min={0} max={1} value={line.chance} aria-hidden="true" />}
      <p class="k-tiny k-muted">
        {!chosen && told && `${judged ? judgedWords(line) : behindWords(line)} · `}
        {line.clause && <ClauseLink clause={line.clause} />}
      </p>
    </li>
  );
}

export function BotWhySheet({ room, close }: { room: Room; close: () => void }) {
  const why = room.store.why.value;
  const name = why ? seatName(room.store.seats.value, why.seat) : "";
  const judged = why?.lines.every((line) => line.tables === 0) ?? false;
  return (
    <Sheet title={why ? `Why, ${name}?` : "Why?"} onClose={close} testid="bot-why-sheet">
      {why ? (
        <>
          <p class="k-row k-small">
            <SideMark side={why.seat} size={18} quiet />
            <span class="k-grow">{why.sentence}</span>
          </p>
          <p class="k-tiny k-muted">The figures are its own chances to win as it saw them, an idea to a line.</p>
          <ol class="m-why">
            {why.lines.map((line, i) =>
              i > 0 && line.tables === 0 && !judged ? null : (
                <Idea key={`${why.seq}-${i}`} line={line} chosen={i === 0} judged={judged} />
              ),
            )}
          </ol>
          {!judged && <Unplayed lines={why.lines.slice(1).filter((line) => line.tables === 0)} />}
        </>
      ) : (
        <p>No bot has said why yet.</p>
      )}
    </Sheet>
  );
}
