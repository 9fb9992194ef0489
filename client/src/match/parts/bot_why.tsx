// Why a bot did what it did last: its choice, what it rejected, and the chances it saw.
import { BrainCircuit } from "lucide-preact";
import { Button, ClauseLink, Sheet, SideMark } from "../../kit";
import type { WhyLine } from "../../protocol";
import type { Room } from "../room";
import { seatName } from "../words";

const percent = (share: number): string => `${Math.round(100 * share)} %`;
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

function Idea({ line, chosen }: { line: WhyLine; chosen: boolean }) {
  const played = line.tables > 0;
  return (
    <li class={`m-why-idea ${chosen ? "chosen" : ""}`}>
      <div class="k-row">
        <b class="k-grow">{capital(line.words)}</b>
        <span class="m-why-chance">{played ? percent(line.chance) : "not played out"}</span>
      </div>
      {played && <meter min={0} max={1} value={line.chance} aria-hidden="true" />}
      <p class="k-tiny k-muted">
        {line.typed && `${line.typed} · `}
        {!chosen && played && `${percent(line.behind)} worse, give or take ${percent(line.give_or_take)} · `}
        {line.clause && <ClauseLink clause={line.clause} />}
      </p>
    </li>
  );
}

export function BotWhySheet({ room, close }: { room: Room; close: () => void }) {
  const why = room.store.why.value;
  const name = why ? seatName(room.store.seats.value, why.seat) : "";
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
            {why.lines.map((line, i) => (
              <Idea key={`${why.seq}-${i}`} line={line} chosen={i === 0} />
            ))}
          </ol>
        </>
      ) : (
        <p>No bot has said why yet.</p>
      )}
    </Sheet>
  );
}
