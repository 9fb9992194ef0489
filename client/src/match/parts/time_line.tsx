// The time of an open reaction window: a line that runs out over the panel, and the seconds in words.
import { Clock3 } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import type { Clock } from "../../protocol";
import type { Room } from "../room";

/** Seconds left, counted down in the browser from what the server said. */
function useLeft(clock: Clock | null, seq: number): number {
  const [left, setLeft] = useState(clock?.left ?? 0);
  useEffect(() => {
    if (!clock) return;
    const start = performance.now();
    const tick = (): void => setLeft(Math.max(0, clock.left - (performance.now() - start) / 1000));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [clock?.left, clock?.seconds, seq]);
  return left;
}

/** Nothing without a clock: against bots and in slow games a question waits. */
export function TimeLine({ room }: { room: Room }) {
  const shown = room.store.shown.value;
  const clock = shown?.clock ?? null;
  const left = useLeft(clock, shown?.seq ?? 0);
  if (!clock) return null;
  const seconds = Math.ceil(left);
  return (
    <div class="m-time" data-testid="time-left" data-seconds={seconds}>
      <div class="m-time-bar" aria-hidden="true">
        <i style={{ width: `${Math.min(1, left / Math.max(1, clock.seconds)) * 100}%` }} />
      </div>
      <span class="k-small" role="timer">
        <Clock3 size={16} aria-hidden="true" /> {seconds} s, then it passes
      </span>
    </div>
  );
}
