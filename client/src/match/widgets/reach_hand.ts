// Where the unit in hand can get to, worked out while its way is drawn: at once as far as it sees from where it stands,
// and round corners as soon as the page has nothing else to do.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Mark, Place, Side } from "../../board";
import type { Begun } from "../pricing";
import { fansFrom } from "../reachable";
import { type Region, regionOf } from "../region";
import type { Goer } from "../ways";

export interface ReachHand {
  marks(side: Side): Mark[];
}

type Reaching = {
  /** who goes, over the table as it is shown; null when nobody can */
  goer(): Goer | null;
  /** what is drawn already, and where it ends */
  begun(): Begun[];
  end: ReadonlySignal<Place | null>;
  dragging: ReadonlySignal<boolean>;
};

const markOf = ({ parts, rim }: Region, side: Side, left: boolean): Mark => ({
  kind: "reach",
  ...{ parts, rim, side },
  ...(left ? { left } : {}),
});

export function createReach({ goer, begun, end, dragging }: Reaching): ReachHand {
  /** the area with what lies round corners, for the table it was worked out for */
  const wide = signal<{ goer: Goer; region: Region } | null>(null);
  let waiting = 0;
  const who = computed(goer);
  const near = computed(() => {
    const now = who.value;
    if (!now || now.mover.left <= 0) return null;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      if (who.peek() !== now) return;
      wide.value = { goer: now, region: regionOf(fansFrom(now, now.start, [], "round"), now.field.border) };
    }, 60);
    return regionOf(fansFrom(now, now.start, []), now.field.border);
  });
  const whole = computed(() => (wide.value && wide.value.goer === who.value ? wide.value.region : near.value));
  /** what is left from the end of the way, for the way it was worked out for: the server's word is mostly the same way */
  let known: { goer: Goer; way: string; region: Region } | null = null;
  const rest = computed(() => {
    const [now, from, done] = [who.value, end.value, begun()];
    if (!now || !from || done.length === 0) return null;
    const look = dragging.value ? "coarse" : "near";
    const way = JSON.stringify([look, from, done.map((one) => [one.step, one.from])]);
    if (known?.goer !== now || known.way !== way)
      known = { goer: now, way, region: regionOf(fansFrom(now, from, done, look), now.field.border) };
    return known.region;
  });
  return {
    marks(side) {
      const [area, further] = [whole.value, rest.value];
      return [
        ...(area && area.parts.length > 0 ? [markOf(area, side, false)] : []),
        ...(further && further.parts.length > 0 ? [markOf(further, side, true)] : []),
      ];
    },
  };
}
