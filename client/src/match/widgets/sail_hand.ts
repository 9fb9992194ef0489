// The hand that draws a ship's course: the way of the bow by drag, tap or keys; the hull follows; an enemy ahead is a ram.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { bowOf, type HelmLeg, type Intent, type Place, type Point, type Ship, traced } from "../../board";
import { settings } from "../../kit";
import type { Asked, PathFace, Refusal } from "../../protocol";
import { drawn, lengthened, lengthOf, type Run, ramOf, runsOf, shipOf, towards, watersOf } from "../courses";
import type { Pressed } from "../keys";
import { placeOf } from "../measure";
import { newestOnly } from "../newest";
import { isRefusal } from "../offers";
import { type Hand, type Room, wasHeard } from "../room";
import { NUMBERED, sideOf } from "../scene";
import { type SailOffer, type SailUnit, sailOffer } from "../sea_offers";
import { sound } from "../sounds";
import { cardOf, inTheWay } from "../words";
import { keyLegs } from "./sail_keys";
import { sailMarks } from "./sail_marks";

export type Order = {
  answer: "sail";
  unit: string;
  legs: HelmLeg[];
  ram: { target: string; heading: number } | null;
};

export interface SailHand extends Hand {
  readonly offer: SailOffer;
  readonly ship: ReadonlySignal<SailUnit | null>;
  readonly legs: ReadonlySignal<HelmLeg[]>;
  readonly runs: ReadonlySignal<Run[]>;
  readonly ram: ReadonlySignal<{ target: string; heading: number } | null>;
  /** inches of the drawn course, and of the speed */
  readonly length: ReadonlySignal<number>;
  readonly speed: ReadonlySignal<number>;
  /** the course as the server worked it out, when it is the one drawn now */
  readonly worked: ReadonlySignal<PathFace | null>;
  readonly refused: Signal<Refusal | null>;
  /** degrees the keys have put the helm over for the next leg */
  readonly helm: ReadonlySignal<number>;
  readonly planned: ReadonlySignal<{ unit: string; runs: Run[] }[]>;
  stand(): Place | null;
  select(unit: string): void;
  commit(): void;
  lastLeg(): boolean;
  end(): void;
}

const NONE: HelmLeg[] = [];
const asPath = (told: unknown): PathFace | Refusal | null => {
  if (!wasHeard(told)) return null;
  if (isRefusal(told)) return told;
  return typeof told === "object" && told !== null && "legs" in told ? (told as PathFace) : null;
};

export function createSailHand(room: Room, asked: Asked): SailHand {
  const offer = sailOffer(asked);
  const { courses } = room;
  const round = room.store.view.peek()?.situation.round ?? 0;
  courses.open(
    `${asked.seat} ${round}`,
    offer.units.map((one) => one.unit),
  );
  const draft = signal<HelmLeg[]>([]);
  const helm = signal(0);
  const answer = signal<{ key: string; face: PathFace } | null>(null);
  const refused = signal<Refusal | null>(null);
  const dragging = signal(false);
  const good = new Map(courses.all.peek());
  let grip: { trail: Point[]; offset: Point; base: Place } | null = null;
  let pointer: Point = [0, 0];
  let wanted = "";

  const ship = computed(() => offer.units.find((one) => one.unit === room.selected.value) ?? null);
  const shape = (unit: string): Ship => shipOf(room.face.value ? cardOf(room.face.value, unit) : null);
  const placeFor = (unit: string): Place | null => {
    const pose = room.units.value.get(unit)?.pose;
    return pose ? placeOf(pose) : null;
  };
  const place = computed(() => placeFor(room.selected.value));
  const legs = computed(() => courses.all.value.get(room.selected.value) ?? NONE);
  const all = computed(() => lengthened(legs.value, draft.value));
  const speed = computed(() => ship.value?.speed ?? 0);

  function runsFor(unit: string, about: readonly HelmLeg[]): Run[] {
    const from = placeFor(unit);
    const [view, face] = [room.store.view.value, room.face.value];
    return from && view && face ? runsOf(from, about, shape(unit), watersOf(view, face, unit)) : [];
  }

  function orderOf(unit: string, about: readonly HelmLeg[]): Order {
    const rams = offer.units.find((one) => one.unit === unit)?.rams ?? [];
    const ram = ramOf(runsFor(unit, about), rams);
    return { answer: "sail", unit, legs: ram ? about.slice(0, -1) : [...about], ram };
  }

  const runs = computed(() => runsFor(room.selected.value, all.value));
  const ram = computed(() => ramOf(runs.value, ship.value?.rams ?? []));
  const worked = computed(() => {
    const known = answer.value;
    return known && known.key === JSON.stringify(orderOf(room.selected.value, all.value)) ? known.face : null;
  });
  const length = computed(() => {
    if (worked.value) return worked.value.cost;
    const last = runs.value.at(-1);
    const short = ram.value && last ? last.leg.inches * (1 - last.share) : 0;
    return lengthOf(all.value) - short;
  });
  const end = computed(() => runs.value.at(-1)?.to ?? place.value);
  const planned = computed(() =>
    [...courses.all.value]
      .filter(([unit]) => unit !== room.selected.value)
      .map(([unit, about]) => ({ unit, runs: runsFor(unit, about) })),
  );

  const ask = newestOnly(
    ({ order }: { order: Order; settle: boolean }) => room.preview("path", order),
    (told, { order, settle }) => {
      const face = asPath(told);
      if (!face || order.unit !== room.selected.peek()) return;
      const key = JSON.stringify(order);
      const refusal = isRefusal(face) ? face : face.refusal;
      if (!refusal && !isRefusal(face)) {
        answer.value = { key, face };
        if (settle && key === wanted) good.set(order.unit, legs.peek());
      } else if (refusal && settle && key === wanted) springBack(refusal);
      else if (refusal && dragging.peek() && key === JSON.stringify(orderOf(order.unit, all.peek()))) say(refusal);
    },
  );

  function say(refusal: Refusal): void {
    room.bubble.value = { x: pointer[0], y: pointer[1], text: refusal.sentence, clause: refusal.clause };
  }

  /** Back to the last course the server let pass, with the reason at the hand. */
  function springBack(refusal: Refusal): void {
    sound("refuse");
    const unit = room.selected.peek();
    courses.put(unit, good.get(unit) ?? []);
    refused.value = refusal;
    say(refusal);
  }

  /** What stands in the way is named at once, before the server has answered. */
  function foretell(): void {
    const stop = runs.peek().find((run, i) => run.hit && !(ram.peek() && i === runs.peek().length - 1));
    const [face, view] = [room.face.peek(), room.store.view.peek()];
    if (!stop || !face || !view) return;
    room.bubble.value = { x: pointer[0], y: pointer[1], ...inTheWay(face, stop.hit, view.tokens) };
  }

  function draw(next: HelmLeg[], at: Point): void {
    pointer = at;
    helm.value = 0;
    room.bubble.value = null;
    refused.value = null;
    const unit = room.selected.peek();
    courses.put(unit, next);
    if (next.length === 0) {
      good.delete(unit);
      answer.value = null;
      return;
    }
    const order = orderOf(unit, next);
    wanted = JSON.stringify(order);
    ask({ order, settle: true });
  }

  function select(unit: string): void {
    room.selected.value = unit;
    draft.value = [];
    helm.value = 0;
    room.bubble.value = null;
    refused.value = null;
    const at = place.peek();
    if (at) pointer = [at.x, at.y];
    if (legs.peek().length === 0) return;
    const order = orderOf(unit, legs.peek());
    wanted = JSON.stringify(order);
    ask({ order, settle: true });
  }

  const left = (): number => Math.max(0, speed.peek() - lengthOf(legs.peek()));
  const snap = (free: boolean): number => (free ? 0.01 : settings.snapInches.peek());

  function begin(intent: Extract<Intent, { kind: "drag" }>): void {
    const { unit, part, x, y } = intent.from;
    if (unit && unit !== room.selected.peek()) {
      if (!offer.units.some((one) => one.unit === unit)) return;
      select(unit);
    }
    if (part === "ground") return;
    // A drag that starts at the hull draws the course anew, one that starts at the ghost goes on.
    if (part === "hull" && legs.peek().length > 0) draw([], [x, y]);
    const base = end.peek();
    if (!base || speed.peek() <= 0) return;
    sound("pick_up");
    const bow = bowOf(base, shape(room.selected.peek()).length);
    grip = { trail: [bow], offset: [bow[0] - x, bow[1] - y], base };
    dragging.value = true;
    room.bubble.value = null;
    refused.value = null;
  }

  function drag(intent: Extract<Intent, { kind: "drag" }>): void {
    if (intent.phase === "start") begin(intent);
    if (!grip || intent.phase === "start") return;
    pointer = [intent.x, intent.y];
    if (intent.phase === "cancel") draft.value = [];
    else {
      grip.trail = traced(grip.trail, [intent.x + grip.offset[0], intent.y + grip.offset[1]], 0.4);
      const rules = {
        shortest: offer.shortest,
        left: left(),
        snap: snap(intent.free),
        first: legs.peek().length === 0,
      };
      const next = drawn(grip.base, shape(room.selected.peek()), grip.trail, rules);
      if (JSON.stringify(next) !== JSON.stringify(draft.peek())) {
        draft.value = next;
        room.bubble.value = null;
        foretell();
        if (intent.phase === "move" && next.length > 0)
          ask({ order: orderOf(room.selected.peek(), all.peek()), settle: false });
      }
    }
    if (intent.phase !== "move") release();
  }

  function release(): void {
    const next = all.peek();
    const added = draft.peek().length > 0;
    grip = null;
    draft.value = [];
    dragging.value = false;
    if (!added) return;
    sound("leg");
    draw(next, pointer);
    foretell();
    if (settings.confirm.peek() === "never") commit();
  }

  /** The server says why something cannot be rammed. */
  async function askWhyNot(target: string, foe: Place, from: Place): Promise<void> {
    const heading = (Math.atan2(foe.y - from.y, foe.x - from.x) * 180) / Math.PI;
    const order = { ...orderOf(room.selected.peek(), legs.peek()), ram: { target, heading } };
    const face = asPath(await room.preview("path", order));
    const refusal = isRefusal(face) ? face : face?.refusal;
    if (!refusal) return;
    sound("refuse");
    refused.value = refusal;
    say(refusal);
  }

  /** A tap on the water is the next corner of the course; a tap on an enemy steers at it. */
  function pick(intent: Extract<Intent, { kind: "pick" }>): void {
    room.bubble.value = null;
    if (intent.unit && offer.units.some((one) => one.unit === intent.unit)) {
      if (intent.unit !== room.selected.peek()) select(intent.unit);
      return;
    }
    const from = end.peek();
    if (!from || !ship.peek() || ram.peek()) return;
    const foe = intent.unit ? placeFor(intent.unit) : null;
    if (intent.unit && foe && !ship.peek()?.rams.includes(intent.unit)) {
      pointer = [intent.x, intent.y];
      void askWhyNot(intent.unit, foe, from);
      return;
    }
    const to: Point = foe ? [foe.x, foe.y] : [intent.x, intent.y];
    const more = towards(from, shape(room.selected.peek()), to, offer.shortest, left());
    if (more.length === 0) return;
    sound("leg");
    draw(lengthened(legs.peek(), more), [intent.x, intent.y]);
    foretell();
  }

  function commit(): void {
    const unit = room.selected.peek();
    if (!ship.peek()) return;
    room.bubble.value = null;
    courses.send(unit);
    room.answer(orderOf(unit, legs.peek()));
  }

  function finish(): void {
    room.answer({ answer: "end_turn" });
  }

  function lastLeg(): boolean {
    if (legs.peek().length === 0) return false;
    draw(legs.peek().slice(0, -1), pointer);
    return true;
  }

  function next(by: 1 | -1): void {
    const count = offer.units.length;
    const from = offer.units.findIndex((one) => one.unit === room.selected.peek());
    const to = offer.units[(from + by + count) % Math.max(1, count)];
    if (to) select(to.unit);
  }

  function press(pressed: Pressed): boolean {
    const steered = keyLegs(pressed, {
      legs: legs.peek(),
      heading: end.peek()?.heading ?? 0,
      helm: helm.peek(),
      left: left(),
      shortest: offer.shortest,
      snap: settings.snapInches.peek() || 0.25,
      rams: ram.peek() !== null,
    });
    if (steered && ship.peek()) {
      const at = end.peek();
      if (steered.legs) draw(steered.legs, at ? [at.x, at.y] : pointer);
      helm.value = steered.helm;
      if (steered.legs) foretell();
      return true;
    }
    switch (pressed.action) {
      case "commit":
        commit();
        return true;
      case "none":
        finish();
        return true;
      case "back":
        return lastLeg();
      case "drop":
        if (legs.peek().length === 0 && helm.peek() === 0) return false;
        draw([], pointer);
        return true;
      case "next":
      case "previous":
        next(pressed.action === "next" ? 1 : -1);
        return true;
      case "number": {
        const unit = offer.units[pressed.digit - 1];
        if (unit) select(unit.unit);
        return unit !== undefined;
      }
      default:
        return false;
    }
  }

  const start = offer.units.find((one) => one.unit === room.selected.peek()) ?? offer.units[0];
  select(start?.unit ?? "");

  const hand: SailHand = {
    ...{ offer, ship, legs: all, runs, ram, length, speed, worked, refused, helm, planned, dragging },
    ...{ select, commit, lastLeg, press, end: finish },
    stand: () => place.value,
    marks: () => sailMarks(room, hand, sideOf(asked.seat)),
    dress: () => NUMBERED,
    remark(unit) {
      const about = courses.all.value.get(unit);
      if (!about || about.length === 0) return "";
      return `planned ${Math.round(lengthOf(about) * 100) / 100} in`;
    },
    intent(intent) {
      if (intent.kind === "drag") drag(intent);
      else if (intent.kind === "pick") pick(intent);
    },
    about() {
      const points: Point[] = [];
      if (place.value) points.push([place.value.x, place.value.y]);
      if (end.value && !dragging.value) points.push([end.value.x, end.value.y]);
      return points;
    },
  };
  return hand;
}
