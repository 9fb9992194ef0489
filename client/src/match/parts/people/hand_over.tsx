// Handing the device over: one device with several seats covers the table before a seat with secrets looks at it.
import { effect, useSignal } from "@preact/signals";
import { EyeOff } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, SideMark, sideName } from "../../../kit";
import type { Room } from "../../room";

/** How long the button is held, so that nobody uncovers the table by accident. */
const HOLD_MS = 1000;

/** The seat that must take the device before anything is shown; null when everybody may look. */
function nextHand(room: Room, holder: number): number | null {
  const welcome = room.store.welcome.value;
  const asked = room.store.decision.value;
  if (!welcome || !asked || welcome.yours.length < 2) return null;
  const secretive = welcome.windows.some((window) => window.secret);
  return secretive && asked.seat !== holder ? asked.seat : null;
}

export type Holding = { next: () => number | null; take: (seat: number) => void };

/** Who holds the device. Once a turn has gone on to somebody elsewhere it may lie in anybody's hands again. */
export function useHolder(room: Room): Holding {
  const holder = useSignal(-1);
  useEffect(() => {
    // Not once a frame but for each table shown: a short turn of somebody else counts as well.
    return effect(() => {
      const view = room.store.view.value;
      if (view && view.seat < 0 && view.situation.active !== holder.peek()) holder.value = -1;
    });
  }, [room]);
  return {
    next: () => nextHand(room, holder.value),
    take: (seat) => {
      holder.value = seat;
    },
  };
}

/** The cover: whose turn it is, and a button to hold. A click without a pointer (keyboard, screen reader) is enough. */
export function HandOver({ seat, name, taken }: { seat: number; name: string; taken: () => void }) {
  const held = useSignal(false);
  const timer = useRef(0);
  const letGo = (): void => {
    window.clearTimeout(timer.current);
    held.value = false;
  };
  const hold = (): void => {
    held.value = true;
    timer.current = window.setTimeout(taken, HOLD_MS);
  };
  useEffect(() => letGo, []);
  const side = sideName(seat);
  return (
    <div class="m-handover" role="dialog" aria-modal="true" aria-labelledby="handover-title" data-testid="hand-over">
      <SideMark side={seat} size={56} />
      <h2 id="handover-title">Pass the device to {name && name !== side ? `${name} (${side})` : side}</h2>
      <p>
        <EyeOff size={18} aria-hidden="true" /> Only {side} may look at what comes next.
      </p>
      <Button
        kind="ask"
        big
        class={held.value ? "held" : ""}
        data-testid="take-device"
        onPointerDown={hold}
        onPointerUp={letGo}
        onPointerLeave={letGo}
        onClick={(event) => {
          if (event.detail === 0) taken();
        }}
      >
        I am {side}: hold to look
      </Button>
    </div>
  );
}
