// The strip below: undo with what it undoes, the last sentences, and the whole log when opened.
import { Undo2 } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, ClauseLink, Keys, Sheet } from "../../kit";
import type { Sentence } from "../../protocol";
import { stepBack, undoWords } from "../keyboard";
import { keyFor } from "../keys";
import type { Room } from "../room";
import { BotWhyButton } from "./coaching/bot_why";
import { DeedsButton } from "./deeds";
import { SayButton } from "./people/phrases";

export function LogLine({ line }: { line: Sentence }) {
  return (
    <span class="m-log-line" data-testid="log-line" data-sort={line.sort}>
      <span class="m-log-words">{line.text}</span> {/* the sentence comes first: its other clauses stand in the log */}
      {line.clauses[0] && <ClauseLink clause={line.clauses[0]} />}
    </span>
  );
}

/** The units a sentence is about come into view. */
function lookAt(room: Room, line: Sentence): void {
  const pose = room.units.peek().get(line.unit)?.pose;
  if (pose) room.board.peek()?.keepInView([[pose.x / 1e6, pose.y / 1e6]]);
}

type StripProps = {
  room: Room;
  open: () => void;
  keys: () => void;
  deeds: () => void;
  why: () => void;
  say: () => void;
};

export function LogStrip({ room, open, keys, deeds, why, say }: StripProps) {
  const { store } = room;
  const last = store.story.value.slice(-2);
  const undo = undoWords(room);
  return (
    <footer class="m-log k-panel" data-panel>
      {undo && (
        <Button
          kind="quiet"
          icon={Undo2}
          keys={keyFor("back")}
          onClick={() => stepBack(room)}
          data-testid="undo"
          title={`Undo ${undo}`}
        >
          Undo <span class="m-undo-what">{undo}</span>
        </Button>
      )}
      <div class="m-log-lines" aria-live="polite" aria-atomic="false">
        {last.map((line, i) => (
          <p key={`${store.story.value.length}-${i}`} class={i === last.length - 1 ? "" : "k-muted"}>
            <LogLine line={line} />
          </p>
        ))}
        {last.length === 0 && <p class="k-muted">Nothing has happened yet.</p>}
      </div>
      {room.store.pending.value && (
        <span class="k-tiny" data-testid="unsaved">
          not saved yet
        </span>
      )}
      <BotWhyButton room={room} open={why} />
      <DeedsButton room={room} open={deeds} />
      <SayButton room={room} open={say} />
      <button type="button" class="m-log-key" onClick={open} data-testid="log">
        Log <Keys keys={keyFor("log")} />
      </button>
      <button type="button" class="m-log-key m-wide-only" onClick={keys}>
        Keys <Keys keys={keyFor("keys")} />
      </button>
    </footer>
  );
}

/** The way to what happened before: read when it comes into view, or when it is pressed. */
function EarlierLines({ room, read }: { room: Room; read: () => void }) {
  const place = useRef<HTMLLIElement>(null);
  const earlier = room.store.earlier.value;
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === "undefined") return;
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) read();
    });
    seen.observe(place.current);
    return () => seen.disconnect();
  }, [earlier]);
  return (
    <li ref={place} class="m-story-earlier">
      <Button kind="quiet" onClick={read} data-testid="earlier">
        Show what happened before
      </Button>
    </li>
  );
}

export function LogSheet({ room, close }: { room: Room; close: () => void }) {
  const end = useRef<HTMLLIElement>(null);
  const top = useRef<HTMLLIElement>(null);
  const { store } = room;
  const story = store.story.value;
  const newest = story.at(-1);
  useEffect(() => end.current?.scrollIntoView?.({ block: "end" }), [newest]);
  const read = (): void => {
    // the line that was on top stays where it is
    const kept = top.current;
    void room.recall().then(() => kept?.scrollIntoView?.({ block: "start" }));
  };
  return (
    <Sheet title="Log" onClose={close} testid="log-sheet">
      <ol class="m-story">
        {store.earlier.value > 0 && <EarlierLines room={room} read={read} />}
        {story.map((line, i) => (
          <li key={i - store.before.value} class={line.sort} ref={i === story.length - 1 ? end : i === 0 ? top : null}>
            {line.unit ? (
              <button type="button" class="m-story-line" onClick={() => lookAt(room, line)}>
                {line.text}
              </button>
            ) : (
              <span>{line.text}</span>
            )}{" "}
            {line.clauses.map((clause) => (
              <ClauseLink key={clause} clause={clause} />
            ))}
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
