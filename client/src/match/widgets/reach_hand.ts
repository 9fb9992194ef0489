// Where the unit in hand can get to, worked out while its way is drawn: at once as far as it sees from where it stands,
// and round corners as soon as the page has nothing else to do.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Mark, Place, Point, Side } from "../../board";
import { cheapestTo } from "../ways/fairway";
import type { Begun } from "../ways/pricing";
import { fansFrom, type Look, type Outlook } from "../ways/reachable";
import { type Region, regionOf } from "../ways/region";
import type { Step } from "../ways/steps";
import type { Goer, Leg } from "../ways/ways";

export interface ReachHand {
  marks(side: Side): Mark[];
  /** the cheapest legs behind those put down that lead to a point of the area; none where it does not hold it */
  wayTo(point: Point, put: readonly Leg[]): Step[];
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

/** An area with the views it is made of. */
type Area = { views: Outlook[]; region: Region };

function areaFrom(goer: Goer, from: Place, begun: Begun[], look: Look): Area {
  const views = fansFrom(goer, from, begun, look);
  return { views, region: regionOf(views, goer.field.border) };
}

export function createReach({ goer, begun, end, dragging }: Reaching): ReachHand {
  /** the area with what lies round corners, for the table it was worked out for */
  const wide = signal<{ goer: Goer; area: Area } | null>(null);
  let waiting = 0;
  const who = computed(goer);
  const near = computed(() => {
    const now = who.value;
    if (!now || now.mover.left <= 0) return null;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      if (who.peek() !== now) return;
      wide.value = { goer: now, area: areaFrom(now, now.start, [], "round") };
    }, 60);
    return areaFrom(now, now.start, [], "near");
  });
  const whole = computed(() => (wide.value && wide.value.goer === who.value ? wide.value.area : near.value));
  /** what is left from the end of the way, for the way it was worked out for: the server's word is mostly the same way */
  let known: { goer: Goer; way: string; area: Area } | null = null;
  const rest = computed(() => {
    const [now, from, done] = [who.value, end.value, begun()];
    if (!now || !from || done.length === 0) return null;
    const look = dragging.value ? "coarse" : "near";
    const way = JSON.stringify([look, from, done.map((one) => [one.step, one.from])]);
    if (known?.goer !== now || known.way !== way) known = { goer: now, way, area: areaFrom(now, from, done, look) };
    return known.area;
  });
  return {
    marks(side) {
      const [area, further] = [whole.value?.region, rest.value?.region];
      return [
        ...(area && area.parts.length > 0 ? [markOf(area, side, false)] : []),
        ...(further && further.parts.length > 0 ? [markOf(further, side, true)] : []),
      ];
    },
    wayTo(point, put) {
      const [now, from] = [who.peek(), put.at(-1)?.to];
      if (!now) return [];
      const views = from ? fansFrom(now, from, [...put]) : (whole.peek()?.views ?? []);
      return cheapestTo(now, put, views, point);
    },
  };
}
