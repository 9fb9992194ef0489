// The decision panel: title, what is asked, its body, and a foot that always shows the one yellow button.
import { useSignal } from "@preact/signals";
import { ChevronUp } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { ClauseLink, isLaid, noFling, SideMark, sideName, useIsLaid } from "../../kit";
import type { Room } from "../room";
import { HintButton, HintSaid, WhyNotSaid } from "./coaching/hint_card";
import { HintCard } from "./coaching/hints";
import { TermRow, TermText } from "./numbers/terms";
import { DrawOffer } from "./people/draw_offer";
import { FriendLinks } from "./people/friend_link";
import { StandIns } from "./people/stand_ins";
import { TimeRing } from "./people/time_ring";

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

/** So far a finger goes before it pulls: less is a tap. */
const PULL_PX = 6;
/** The sheet is never pulled so low that its title is gone. */
const LEAST_PX = 88;

/** Pulling the sheet of a phone up and down by its head, as far as the finger goes; let go, it stands at the nearest
 * stop. A tap on its handle goes to the next one. */
function useSheet(first: Stop) {
  const stop = useSignal<Stop>(first);
  const pulled = useSignal<number | null>(null);
  const from = useRef<{ y: number; height: number } | null>(null);
  const hasPulled = useRef(false);
  const share = (): number => (pulled.value ?? 0) / window.innerHeight;
  return {
    stop,
    pulled,
    /** where it stands, or would if it were let go now */
    shown: (): Stop => (pulled.value === null ? stop.value : stopAt(share())),
    down: (event: PointerEvent) => {
      hasPulled.current = false;
      const sheet = (event.currentTarget as HTMLElement).closest<HTMLElement>(".m-ask");
      if (sheet && isLaid("sheet")) from.current = { y: event.clientY, height: sheet.offsetHeight };
    },
    move: (event: PointerEvent) => {
      if (from.current === null) return;
      const up = from.current.y - event.clientY;
      if (pulled.peek() === null && Math.abs(up) < PULL_PX) return;
      if (pulled.peek() === null) (event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId);
      hasPulled.current = true;
      pulled.value = Math.max(LEAST_PX, Math.min(from.current.height + up, window.innerHeight - LEAST_PX));
    },
    up: () => {
      if (pulled.peek() !== null) stop.value = stopAt(share());
      from.current = null;
      pulled.value = null;
    },
    next: () => {
      if (!hasPulled.current) stop.value = STOPS[(STOPS.indexOf(stop.value) + 1) % STOPS.length] ?? "half";
      hasPulled.current = false;
    },
  };
}

/** Why the last answer was not taken: beside the button that gave it, wherever the panel is scrolled to or pulled. */
function Refused({ room }: { room: Room }) {
  const refusal = room.store.refusal.value;
  return refusal ? (
    <p class="m-refusal" role="alert" data-testid="refusal">
      {refusal.sentence} {refusal.clause && <ClauseLink clause={refusal.clause} />}
    </p>
  ) : null;
}

/** At one device with several seats: who of them is asked, where the question is. */
function WhoseTurn({ room }: { room: Room }) {
  const asked = room.store.decision.value;
  if (!asked || (room.store.welcome.value?.yours.length ?? 0) < 2 || room.theatre.now.value) return null;
  return (
    <span class="m-whose" data-testid="whose-turn">
      <SideMark side={asked.seat} size={16} quiet /> {sideName(asked.seat)}, it is your turn
    </span>
  );
}

export function AskPanel({ room, stop: first = "half", wide = false, brief = false, ...parts }: AskPanelProps) {
  const { title, aside, text, clause, foot, lead, children } = parts;
  // a lesson says above the board what to do, so a way that is drawn on it needs no more than its buttons
  const offer = room.opened.value?.asked.offer.offer;
  const taught = room.store.shown.value?.lesson && (offer === undefined || offer === "path");
  const slim = offer === "path" || offer === "place";
  const sheet = useSheet(taught ? "peek" : first);
  // over the whole width there is room for them beside what is asked
  const wordsOnTop = useIsLaid("below");
  const dragging = room.opened.value?.hand.dragging?.value ?? false;
  const hasPulled = sheet.pulled.value !== null;
  const grip = {
    onPointerDown: sheet.down,
    onPointerMove: sheet.move,
    onPointerUp: sheet.up,
    onPointerCancel: sheet.up,
  };
  return (
    <section
      class={`m-ask k-panel ${wide ? "wide" : ""} ${brief ? "brief" : ""} ${slim ? "slim" : ""}`}
      data-panel
      data-stop={dragging ? "peek" : sheet.shown()}
      data-pulled={hasPulled || undefined}
      style={hasPulled ? { height: `${sheet.pulled.value}px` } : undefined}
      aria-label="Decision"
    >
      <button
        type="button"
        class="m-handle"
        {...grip}
        onClick={sheet.next}
        {...noFling}
        aria-label={`Panel: ${sheet.stop.value}. Change its height`}
      >
        <ChevronUp size={18} aria-hidden="true" />
      </button>
      <header class="m-ask-head" {...grip}>
        <div class="k-row">
          {lead}
          <TimeRing room={room} />
          <div class="k-grow">
            <h2 data-testid="ask-title">{title}</h2>
            {aside && <span class="k-tiny k-muted">{aside}</span>}
            <WhoseTurn room={room} />
          </div>
          <HintButton room={room} />
        </div>
        {text && (
          <p class="k-small k-muted m-ask-text">
            {typeof text === "string" ? <TermText room={room} text={text} /> : text}{" "}
            {clause && <ClauseLink clause={clause} />}
          </p>
        )}
        {wordsOnTop && <TermRow room={room} />}
      </header>
      <div class="m-ask-said">
        <WhyNotSaid room={room} />
        <HintSaid room={room} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys, also when it holds only text */}
      <div class="m-ask-body" role="group" aria-label="Details" tabIndex={0}>
        <div class="m-ask-inner">
          <DrawOffer room={room} />
          <StandIns room={room} />
          {children}
          <HintCard room={room} />
          {!wordsOnTop && <TermRow room={room} />}
          <FriendLinks room={room} />
        </div>
      </div>
      {(foot || room.store.refusal.value) && (
        <footer class="m-ask-foot">
          <Refused room={room} />
          {foot}
        </footer>
      )}
    </section>
  );
}
