// The hand that draws a ship's course: the way of the bow by drag, tap or keys; the hull follows; an enemy ahead is a ram.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { bowOf, type HelmLeg, type Intent, type Place, type Point, type Ship, traced } from "../../board";
import { addingUp, settings } from "../../kit";
import type { Asked, PathFace, Refusal } from "../../protocol";
import { backTo, drawn, lengthened, lengthOf, type Run, ramOf, runsOf, shipOf, towards, watersOf } from "../courses";
import type { Pressed } from "../keys";
import { pointsOf } from "../measure";
import { isRefusal } from "../offers";
import type { Hand, Room } from "../room";
import { NUMBERED, sideOf } from "../scene";
import { type SailOffer, type SailUnit, sailOffer } from "../sea_offers";
import { sound } from "../sounds";
import { cardOf, inTheWay, lengthWords } from "../words";
import { createChosen } from "./chosen";
import { asPath, createDrawing, type Drag, type Held, type Words } from "./drawing";
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
  /** the inches of each leg as they are written: together they are the number on the bar */
  readonly inches: ReadonlySignal<number[]>;
  /** the course as the server worked it out, when it is the one drawn now */
  readonly worked: ReadonlySignal<PathFace | null>;
  /** the server refuses what is drawn now */
  readonly barred: ReadonlySignal<boolean>;
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

export function createSailHand(room: Room, asked: Asked): SailHand {
  const offer = sailOffer(asked);
  const { courses } = room;
  const round = room.store.view.peek()?.situation.round ?? 0;
  courses.open(
    `${asked.seat} ${round}`,
    offer.units.map((one) => one.unit),
  );
  const helm = signal(0);
  const chosen = createChosen(room, offer.units, select);
  const { unit: ship, place, placeFor } = chosen;
  const shape = (unit: string): Ship => shipOf(room.face.value ? cardOf(room.face.value, unit) : null);
  const speed = computed(() => ship.value?.speed ?? 0);

  function runsFor(unit: string, about: readonly HelmLeg[]): Run[] {
    const from = placeFor(unit);
    const [view, face] = [room.store.view.value, room.face.value];
    return from && view && face ? runsOf(from, about, shape(unit), watersOf(view, face, unit), offer.turning) : [];
  }

  function orderOf(unit: string, about: readonly HelmLeg[]): Order {
    const rams = offer.units.find((one) => one.unit === unit)?.rams ?? [];
    const ram = ramOf(runsFor(unit, about), rams);
    return { answer: "sail", unit, legs: ram ? about.slice(0, -1) : [...about], ram };
  }

  const drawing = createDrawing<HelmLeg, Order>(room, {
    plans: courses,
    unit: room.selected,
    joined: lengthened,
    orderOf,
    choose: chosen.take,
    hold,
    foretell,
    released() {
      if (settings.confirm.peek() === "never") commit();
    },
  });
  const { steps: legs, all, worked, barred, refused, dragging } = drawing;
  const runs = computed(() => runsFor(room.selected.value, all.value));
  const ram = computed(() => ramOf(runs.value, ship.value?.rams ?? []));
  /** What a course takes of the speed: the server's word, until then the way to where it ends or rams. */
  function lengthFor(unit: string, about: readonly HelmLeg[], told: number | null | undefined): number {
    if (typeof told === "number") return told;
    const rams = offer.units.find((one) => one.unit === unit)?.rams ?? [];
    const sailed = runsFor(unit, about);
    const last = sailed.at(-1);
    const short = ramOf(sailed, rams) && last ? last.leg.inches * (1 - last.share) : 0;
    return lengthOf(about) - short;
  }
  const length = computed(() => lengthFor(room.selected.value, all.value, worked.value?.cost));
  const inches = computed(() => {
    const told = worked.value?.legs.length === all.value.length ? worked.value.legs : null;
    if (told) return addingUp(told.map((leg) => leg.amount));
    const short = lengthOf(all.value) - length.value;
    return addingUp(all.value.map((leg, i) => leg.inches - (i === all.value.length - 1 ? short : 0)));
  });
  const end = computed(() => runs.value.at(-1)?.to ?? place.value);
  const planned = computed(() =>
    [...courses.all.value]
      .filter(([unit]) => unit !== room.selected.value)
      .map(([unit, about]) => ({ unit, runs: runsFor(unit, about) })),
  );

  /** What stands in the way, or bends too sharply, is named at once, before the server has answered. */
  function foretell(about: readonly HelmLeg[]): Words | null {
    const sailed = runsFor(room.selected.peek(), about);
    const rams = ramOf(sailed, ship.peek()?.rams ?? []) !== null;
    const stop = sailed.find((run, i) => run.fault || (run.hit && !(rams && i === sailed.length - 1)));
    if (stop?.fault) return { text: stop.fault, clause: offer.turning?.clause ?? "" };
    const [face, view] = [room.face.peek(), room.store.view.peek()];
    return stop && face && view ? inTheWay(face, stop.hit, view.tokens) : null;
  }

  function draw(next: HelmLeg[], at: Point): void {
    helm.value = 0;
    drawing.draw(next, at);
  }

  function select(unit: string): void {
    room.selected.value = unit;
    helm.value = 0;
    const at = place.peek();
    drawing.take(at ? [at.x, at.y] : null);
  }

  const left = (): number => Math.max(0, speed.peek() - lengthOf(legs.peek()));
  const snap = (free: boolean): number => (free ? 0.01 : settings.snapInches.peek());

  function hold(from: Drag["from"]): Held<HelmLeg> | null {
    const base = end.peek();
    if (!base || speed.peek() <= 0) return null;
    helm.value = 0;
    const hull = shape(room.selected.peek());
    const bow = bowOf(base, hull.length);
    let trail: Point[] = [bow];
    const read = ({ x, y, free }: Drag): HelmLeg[] => {
      trail = traced(trail, [x + bow[0] - from.x, y + bow[1] - from.y], 0.4);
      const rules = { shortest: offer.shortest, left: left(), snap: snap(free), first: legs.peek().length === 0 };
      return drawn(base, hull, trail, rules);
    };
    return { read, turns: false };
  }

  /** The server says why something cannot be rammed. */
  async function askWhyNot(target: string, foe: Place, from: Place, at: Point): Promise<void> {
    const heading = (Math.atan2(foe.y - from.y, foe.x - from.x) * 180) / Math.PI;
    const drawnNow = (): string => JSON.stringify([room.selected.peek(), all.peek()]);
    const before = drawnNow();
    const order = { ...orderOf(room.selected.peek(), legs.peek()), ram: { target, heading } };
    const face = asPath(await room.preview("path", order));
    const refusal = isRefusal(face) ? face : face?.refusal;
    // who has drawn on meanwhile no longer wants to know
    if (!refusal || drawnNow() !== before) return;
    sound("refuse");
    refused.value = refusal;
    drawing.tell({ text: refusal.sentence, clause: refusal.clause }, at);
  }

  /** A tap on the water is the next corner of the course; a tap on an enemy steers at it. */
  function pick(intent: Extract<Intent, { kind: "pick" }>): void {
    room.bubble.value = null;
    if (chosen.isOffered(intent.unit) && intent.unit !== room.selected.peek()) {
      select(intent.unit);
      return;
    }
    if (goAstern([intent.x, intent.y]) || chosen.isOffered(intent.unit)) return;
    const from = end.peek();
    if (!from || !ship.peek() || ram.peek()) return;
    const foe = intent.unit ? placeFor(intent.unit) : null;
    if (intent.unit && foe && !ship.peek()?.rams.includes(intent.unit)) {
      void askWhyNot(intent.unit, foe, from, [intent.x, intent.y]);
      return;
    }
    const to: Point = foe ? [foe.x, foe.y] : [intent.x, intent.y];
    const more = towards(from, shape(room.selected.peek()), to, offer.shortest, left());
    if (more.length === 0) return;
    sound("leg");
    draw(lengthened(legs.peek(), more), [intent.x, intent.y]);
  }

  /** A tap behind the stern backs the ship to there; it may be as near as a finger is thick. */
  function goAstern(at: Point): boolean {
    const from = end.peek();
    if (!from || !ship.peek() || legs.peek().length > 0 || left() < offer.shortest) return false;
    const more = backTo(from, shape(room.selected.peek()), at, {
      shortest: offer.shortest,
      left: left(),
      snap: snap(false),
    });
    if (more.length === 0) return false;
    sound("leg");
    draw(more, at);
    return true;
  }

  function commit(): void {
    const unit = room.selected.peek();
    if (!ship.peek()) return;
    if (drawing.warns("the ship stays where it is")) return;
    room.bubble.value = null;
    courses.send(unit);
    room.answer(orderOf(unit, legs.peek()));
  }

  function finish(): void {
    room.answer({ answer: "end_turn" });
  }

  /** Takes the helm back if it was put over, else a leg or all of them. */
  function back(cut: () => boolean): boolean {
    const turned = helm.peek() !== 0;
    helm.value = 0;
    return turned || cut();
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
      if (steered.legs && at) draw(steered.legs, [at.x, at.y]);
      helm.value = steered.helm;
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
        return back(drawing.lastLeg);
      case "drop":
        return back(drawing.clear);
      default:
        return chosen.press(pressed);
    }
  }

  const start = ship.peek() ?? offer.units[0];
  select(start?.unit ?? "");

  const hand: SailHand = {
    ...{ offer, ship, legs: all, runs, ram, length, inches, speed, worked, barred, refused, helm, planned, dragging },
    ...{ select, commit, press, end: finish },
    lastLeg: () => back(drawing.lastLeg),
    stand: () => place.value,
    marks: () => sailMarks(room, hand, sideOf(asked.seat)),
    dress: () => NUMBERED,
    remark(unit) {
      const about = courses.all.value.get(unit);
      if (!about || about.length === 0) return "";
      return `planned ${lengthWords(lengthFor(unit, about, drawing.costOf(unit)), room.face.value?.ruler ?? "")}`;
    },
    undoes: () => (helm.value !== 0 ? "the helm" : legs.value.length > 0 ? "the last leg" : ""),
    intent(intent) {
      if (intent.kind === "drag") drawing.drag(intent);
      else if (intent.kind === "pick") pick(intent);
    },
    about() {
      return pointsOf(place.value, dragging.value ? null : end.value);
    },
  };
  return hand;
}
