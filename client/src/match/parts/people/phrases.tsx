// Six things that can be said at a table, by button and by key, and what others have said. There is no other talk.
import { useSignal } from "@preact/signals";
import { MessageCircle, X } from "lucide-preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Button, Keys, SideMark, settings } from "../../../kit";
import type { Utter } from "../../../protocol";
import { keyFor } from "../../keys";
import type { Room } from "../../room";
import { seatName } from "../../words";

const SHOWN_MS = 6000;

/** Whether this browser may say something: it plays, and there is somebody to hear it. */
export const mayTalk = (room: Room): boolean =>
  !room.store.spectator.value && (room.store.welcome.value?.phrases.length ?? 0) > 0 && hasCompany(room);

const hasCompany = (room: Room): boolean => {
  const yours = room.store.welcome.value?.yours ?? [];
  const others = room.store.seats.value.some((card) => card.kind === "person" && !yours.includes(card.seat));
  return others || room.store.watching.value > 0;
};

/** The phrases as buttons under the numbers; said once, the list is closed. */
export function PhraseList({ room, close }: { room: Room; close: () => void }) {
  const host = useRef<HTMLDivElement>(null);
  // before the page is drawn, so that no key is lost between
  useLayoutEffect(() => host.current?.querySelector("button")?.focus(), []);
  const phrases = room.store.welcome.value?.phrases ?? [];
  const say = (phrase: string): void => {
    room.utter(phrase as Utter["phrase"]);
    close();
  };
  const press = (event: KeyboardEvent): void => {
    const chosen = phrases[Number(event.key) - 1];
    if (chosen) say(chosen.id);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="m-phrases k-panel"
      role="group"
      aria-label="Say something"
      ref={host}
      onKeyDown={press}
      data-testid="phrases"
    >
      {phrases.map((one, i) => (
        <Button key={one.id} keys={String(i + 1)} onClick={() => say(one.id)} data-testid={`phrase-${one.id}`}>
          {one.text}
        </Button>
      ))}
      <Button kind="quiet" iconOnly icon={X} onClick={close}>
        Close
      </Button>
    </div>
  );
}

/** In the strip below: opens the list. */
export function SayButton({ room, open }: { room: Room; open: () => void }) {
  if (!mayTalk(room)) return null;
  return (
    <button type="button" class="m-log-key" onClick={open} data-testid="say">
      <MessageCircle size={16} aria-hidden="true" /> Say <Keys keys={keyFor("phrases")} />
    </button>
  );
}

/** What was said last: shown for a while, told politely, not at all to whoever does not want it. */
export function Said({ room }: { room: Room }) {
  const said = room.store.uttered.value;
  const gone = useSignal(0);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => {
      gone.value = said.number;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said?.number]);
  const yours = room.store.welcome.value?.yours ?? [];
  const own = said !== null && yours.includes(said.seat);
  const shown = said !== null && gone.value !== said.number && (own || settings.phrases.value);
  return (
    <div class="m-said-place" role="status" aria-live="polite" data-testid="said">
      {shown && (
        <p class="m-said k-panel" key={said.number}>
          <SideMark side={said.seat} size={18} />{" "}
          <span>{own ? "You" : seatName(room.store.seats.value, said.seat)}:</span> <b>{said.text}</b>
        </p>
      )}
    </div>
  );
}
