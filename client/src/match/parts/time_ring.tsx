// The time of an open reaction window: a ring that runs out round the seconds left, told aloud when it grows short.
import { useEffect, useState } from "preact/hooks";
import type { Clock } from "../../protocol";
import type { Room } from "../room";

/** When those who hear the page are told, in seconds; the later one stands until the window closes. */
const TOLD = [10, 5] as const;
const SIZE = 48;
const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;

/** What is said aloud with so many seconds left. */
export function spokenTime(seconds: number): string {
  const told = TOLD.filter((at) => seconds <= at).at(-1);
  return told === undefined || seconds <= 0 ? "" : `${told} seconds left, then it passes.`;
}

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
export function TimeRing({ room }: { room: Room }) {
  const shown = room.store.shown.value;
  const clock = shown?.clock ?? null;
  const left = useLeft(clock, shown?.seq ?? 0);
  if (!clock) return null;
  const seconds = Math.ceil(left);
  const share = Math.min(1, left / Math.max(1, clock.seconds));
  const short = seconds <= TOLD[1];
  return (
    <div class={`m-time ${short ? "short" : ""}`} data-testid="time-left" data-seconds={seconds}>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} aria-hidden="true">
        <circle class="whole" cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} />
        <circle
          class="left"
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          stroke-dasharray={ROUND}
          stroke-dashoffset={ROUND * (1 - share)}
        />
        <text x={SIZE / 2} y={SIZE / 2}>
          {seconds}
        </text>
      </svg>
      <span class="k-tiny k-muted" role="timer" aria-label={`${seconds} seconds left`}>
        then it passes
      </span>
      <span class="k-spoken" role="status" data-testid="time-told">
        {spokenTime(seconds)}
      </span>
    </div>
  );
}
