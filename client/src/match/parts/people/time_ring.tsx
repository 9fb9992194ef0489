// The time of the open question, of a reaction window or as the table has agreed: a ring that runs out round what is
// left, told aloud when it grows short.
import { useEffect, useState } from "preact/hooks";
import type { Clock } from "../../../protocol";
import { sound } from "../../playback/sounds";
import type { Room } from "../../room";

/** When those who hear the page are told, in seconds; the later one stands until the time is over. */
const TOLD = { window: [10, 5], agreed: [60, 30, 10] } as const;
/** from so many seconds on the ring warns */
const SHORT = { window: 5, agreed: 30 } as const;
const SIZE = 48;
const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

type Sort = keyof typeof TOLD;
const sortOf = (clock: Clock): Sort => (clock.agreed ? "agreed" : "window");

/** What is said aloud with so many seconds left. */
export function spokenTime(seconds: number, sort: Sort = "window", then = "it passes"): string {
  const told = TOLD[sort].filter((at) => seconds <= at).at(-1);
  return told === undefined || seconds <= 0 ? "" : `${told} seconds left, then ${then}.`;
}

/** Time as it stands in the ring: seconds, minutes, hours or days, as short as can be. */
export function shortTime(seconds: number): string {
  if (seconds < 100) return `${seconds}`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
  return seconds < 2 * DAY ? `${Math.round(seconds / HOUR)} h` : `${Math.round(seconds / DAY)} d`;
}

/** The same in words, for those who hear it. */
export function timeWords(seconds: number): string {
  if (seconds < 100) return `${seconds} seconds left`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} minutes left`;
  return seconds < 2 * DAY ? `${Math.round(seconds / HOUR)} hours left` : `${Math.round(seconds / DAY)} days left`;
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

/** What happens when the time is over: to a window, to whoever is asked, or to somebody else. */
function thenWords(room: Room, clock: Clock): string {
  if (!clock.agreed) return "it passes";
  const yours = room.store.welcome.value?.yours ?? [];
  if (clock.seats.some((seat) => yours.includes(seat))) return clock.after || "the table answers";
  return "the table answers";
}

/** Once, when the own time grows short: the ring that turns red is the twin of the sound. */
function useWarning(short: boolean, own: boolean): void {
  useEffect(() => {
    if (short && own) sound("clock");
  }, [short, own]);
}

/** Nothing without a clock: against bots, and where none was agreed on, a question waits. */
export function TimeRing({ room }: { room: Room }) {
  const shown = room.store.shown.value;
  const clock = shown?.clock ?? null;
  const left = useLeft(clock, shown?.seq ?? 0);
  const yours = room.store.welcome.value?.yours ?? [];
  const isShort = clock !== null && clock.agreed !== "" && Math.ceil(left) <= SHORT.agreed;
  useWarning(isShort, clock?.seats.some((seat) => yours.includes(seat)) ?? false);
  if (!clock) return null;
  const [seconds, sort, then] = [Math.ceil(left), sortOf(clock), thenWords(room, clock)];
  const share = Math.min(1, left / Math.max(1, clock.seconds));
  const short = seconds <= SHORT[sort];
  return (
    <div class={`m-time ${sort} ${short ? "short" : ""}`} data-testid="time-left" data-seconds={seconds}>
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
        <text x={SIZE / 2} y={SIZE / 2} class={seconds < 100 ? "" : "long"}>
          {shortTime(seconds)}
        </text>
      </svg>
      <span class="k-tiny k-muted m-time-then" role="timer" aria-label={timeWords(seconds)} title={`then ${then}`}>
        then {sort === "agreed" ? <b>{then}</b> : then}
      </span>
      <span class="k-spoken" role="status" data-testid="time-told">
        {spokenTime(seconds, sort, then)}
      </span>
    </div>
  );
}
