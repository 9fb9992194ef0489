// The decision panel: title, what is asked, its body, and a foot that always shows the one yellow button.
import { useSignal } from "@preact/signals";
import { ChevronUp } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { ClauseLink, noFling } from "../../kit";
import type { Room } from "../room";
import { DrawOffer } from "./draw_offer";
import { FriendLinks } from "./friend_link";
import { HintButton, HintSaid, WhyNotSaid } from "./hint_card";
import { HintCard } from "./hints";
import { StandIns } from "./stand_ins";
import { TermRow, TermText } from "./terms";
import { TimeRing } from "./time_ring";

export type Stop = "peek" | "half" | "full";
const STOPS: Stop[] = ["peek", "half", "full"];

type AskPanelProps = {
  room: Room;
  title: ComponentChildren;
  aside?: ComponentChildren;
  text?: ComponentChildren;
  clause?: string;
  foot?: ComponentChildren;
  children?: ComponentChildren;
  /** how high the sheet of a phone stands at first */
  stop?: Stop;
  /** lies below the board, over its whole width */
  wide?: boolean;
  /** nothing is done with the board meanwhile: below it, no higher than what it says */
  brief?: boolean;
  /** before the title, such as the side that acts */
  lead?: ComponentChildren;
};

/** The stop nearest to where the finger let go, seen as a share of the height. */
export function stopAt(share: number): Stop {
  if (share < 0.28) return "peek";
  return share < 0.7 ? "half" : "full";
}

/** Pulling the sheet of a phone up and down; a tap goes to the next stop. */
function useSheet(first: Stop) {
  const stop = useSignal<Stop>(first);
  const from = useRef<number | null>(null);
  return {
    stop,
    down: (event: PointerEvent) => {
      from.current = event.clientY;
      (event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId);
    },
    up: (event: PointerEvent) => {
      const moved = from.current === null ? 0 : Math.abs(event.clientY - from.current);
      from.current = null;
      if (moved >= 12) stop.value = stopAt(1 - event.clientY / window.innerHeight);
    },
    next: () => {
      stop.value = STOPS[(STOPS.indexOf(stop.value) + 1) % STOPS.length] ?? "half";
    },
  };
}

export function AskPanel({ room, stop: first = "half", wide = false, brief = false, ...parts }: AskPanelProps) {
  const { title, aside, text, clause, foot, lead, children } = parts;
  // a lesson says above the board what to do, so a way that is drawn on it needs no more than its buttons
  const offer = room.opened.value?.asked.offer.offer;
  const taught = room.store.shown.value?.lesson && (offer === undefined || offer === "path");
  const slim = offer === "path" || offer === "place";
  const sheet = useSheet(taught ? "peek" : first);
  const dragging = room.opened.value?.hand.dragging?.value ?? false;
  const refusal = room.store.refusal.value;
  return (
    <section
      class={`m-ask k-panel ${wide ? "wide" : ""} ${brief ? "brief" : ""} ${slim ? "slim" : ""}`}
      data-panel
      data-stop={dragging ? "peek" : sheet.stop.value}
      aria-label="Decision"
    >
      <button
        type="button"
        class="m-handle"
        onPointerDown={sheet.down}
        onPointerUp={sheet.up}
        onClick={sheet.next}
        {...noFling}
        aria-label={`Panel: ${sheet.stop.value}. Change its height`}
      >
        <ChevronUp size={18} aria-hidden="true" />
      </button>
      <header class="m-ask-head">
        <div class="k-row">
          {lead}
          <TimeRing room={room} />
          <div class="k-grow">
            <h2 data-testid="ask-title">{title}</h2>
            {aside && <span class="k-tiny k-muted">{aside}</span>}
          </div>
          <HintButton room={room} />
        </div>
        {text && (
          <p class="k-small k-muted m-ask-text">
            {typeof text === "string" ? <TermText room={room} text={text} /> : text}{" "}
            {clause && <ClauseLink clause={clause} />}
          </p>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys, also when it holds only text */}
      <div class="m-ask-body" role="group" aria-label="Details" tabIndex={0}>
        <div class="m-ask-inner">
          {refusal && (
            <p class="m-refusal" role="alert" data-testid="refusal">
              {refusal.sentence} {refusal.clause && <ClauseLink clause={refusal.clause} />}
            </p>
          )}
          <DrawOffer room={room} />
          <StandIns room={room} />
          <WhyNotSaid room={room} />
          <HintSaid room={room} />
          {children}
          <HintCard room={room} />
          <TermRow room={room} />
          <FriendLinks room={room} />
        </div>
      </div>
      {foot && <footer class="m-ask-foot">{foot}</footer>}
    </section>
  );
}
