// The hand that draws a way: drags, taps and keys become steps, the server works the order out, nothing is sent before commit.
import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Intent, Place, Point } from "../../board";
import { addingUp, isRefusal, settings, toast } from "../../kit";
import type { Choice, Mover, Path, PathFace, Refusal, Regrouped } from "../../protocol";
import { type Answer, isBegunBy, moverIn, stepsIn, strikeIn, strollerIn } from "../answers";
import { keyFor, type Pressed } from "../keys";
import { sound } from "../playback/sounds";
import type { GivingHand, Room } from "../room";
import { NUMBERED, sideOf } from "../scene";
import { comesTo, costIfFree } from "../ways/fairway";
import { hullOf } from "../ways/field";
import { lackOf, lackWords, leavesTable, turnFault } from "../ways/flights";
import { pointsOf } from "../ways/measure";
import { createPlans } from "../ways/plans";
import { costly, shortCost, sumOf } from "../ways/pricing";
import { clamped } from "../ways/reachable";
import { along, extended, type Gait, gaitOf, orderOf, type Step, type Strike } from "../ways/steps";
import {
  asDone,
  asFound,
  asTold,
  isBlockedTurn,
  isStuck,
  type Leg,
  legsOf,
  strikeOf,
  untilContact,
} from "../ways/ways";
import { cardOf, inTheWay, knownAs, stoppedBy } from "../words";
import { type ApartHand, createApart } from "./apart";
import { alsoOf, createChosen } from "./chosen";
import { asPath, createDrawing, type Drag, type Held, type Words } from "./drawing";
import { createGiver, type Giver } from "./giving";
import { createGoers } from "./goers";
import { type Feel, feelOf, type Pick } from "./path_feel";
import { keepingWays } from "./path_kept";
import { type Planned, pathMarks } from "./path_marks";
import { createPrice, type PathPrice } from "./path_price";
import type { PlaceHand } from "./place_hand";
import { createReach, type ReachHand } from "./reach_hand";
import { createReserve } from "./reserve";

export interface PathHand extends GivingHand, PathPrice {
  readonly offer: Path;
  readonly gait: Gait;
  readonly feel: Feel;
  /** the unit in hand, if it can move at all */
  readonly mover: ReadonlySignal<Mover | null>;
  /** the steps put down for it, and the legs of the way with what is being dragged */
  readonly steps: ReadonlySignal<Step[]>;
  readonly legs: ReadonlySignal<Leg[]>;
  readonly strike: ReadonlySignal<Strike | null>;
  readonly total: ReadonlySignal<number>;
  /** what was spent before and each leg, as they are written: together they are the number on the bar */
  readonly costs: ReadonlySignal<{ before: number; legs: number[] }>;
  /** the order as the server worked it out, when it is the one drawn now */
  readonly worked: ReadonlySignal<PathFace | null>;
  /** the server refuses what is drawn now */
  readonly barred: ReadonlySignal<boolean>;
  readonly refused: Signal<Refusal | null>;
  /** how much is missing to the least length of a way; whether the way goes off the table */
  readonly lack: ReadonlySignal<number>;
  readonly leaves: ReadonlySignal<boolean>;
  /** ways of the other units, drawn and not sent */
  readonly planned: ReadonlySignal<Planned[]>;
  /** nobody can move any more */
  readonly spent: boolean;
  /** part of another question, which shows who acts and ends it */
  readonly isPart: boolean;
  /** figures that go other ways than the first; all of them go back into the formation */
  readonly apart: ApartHand;
  /** figures that cannot keep their places on the way drawn now: the server has found ways of their own for them */
  readonly regrouped: ReadonlySignal<Regrouped | null>;
  /** where it can get to */
  readonly reach: ReachHand;
  closeRanks(): void;
  /** something from outside in the hand, to be set down on the table */
  readonly entering: ReadonlySignal<PlaceHand | null>;
  /** where the unit in hand stands now, and where its way ends */
  readonly stand: ReadonlySignal<Place | null>;
  readonly end: ReadonlySignal<Place | null>;
  select(unit: string): void;
  drag(drag: Drag): void;
  lastLeg(): boolean;
  clear(): boolean;
  finish(): void;
  /** what was asked back and is given with the next press */
  readonly asking: Giver["asking"];
  /** what a unit does instead of going on */
  instead(choice: Choice): void;
  bringOn(thing: string): void;
  stay(): void;
}

const LEAST = 0.01;

/** `actor` is the unit it is about where the way is a part of another question. */
export function createPathHand(room: Room, seat: number, offer: Path, actor?: ReadonlySignal<string>): PathHand {
  const side = sideOf(seat);
  const gait = gaitOf(offer);
  const isPart = actor !== undefined;
  const unit = actor ?? room.selected;
  const plans = isPart ? createPlans() : room.plans;
  const round = room.store.view.peek()?.situation.round ?? 0;
  plans.open(
    `${seat} ${round}`,
    offer.movers.map((one) => one.unit),
  );
  const reserve = createReserve(room, seat, offer.enter);
  const give = createGiver(room);
  const isAble = (one: Mover): boolean => one.left > LEAST || offer.stay !== "";
  const spent = !offer.movers.some(isAble);
  /** where the leg in hand begins */
  let base: Place | null = null;
  let warned = false;
  /** the last drag asked for more than the points pay for */
  let limited = false;
  /** what the last drag was cut at, where a way that meets something would be refused */
  let met = "";

  const chosen = createChosen(room, offer.movers, select, offer.movers.filter(isAble));
  const { placeFor } = chosen;
  const moverOf = (name: string): Mover | undefined => offer.movers.find((one) => one.unit === name);
  const mover = computed(() => moverOf(unit.value) ?? null);
  const stand = computed(() => placeFor(unit.value));

  const apart = createApart(room, mover, (at) => draw(steps.peek(), at));

  const goerFor = createGoers(room, offer, placeFor);

  /** The way of a unit over the table as it is shown, worked out at once. */
  function wayOf(name: string, about: readonly Step[]): Leg[] {
    const goer = goerFor(name);
    return goer ? legsOf(about, goer) : [];
  }

  function order(name: string, about: readonly Step[]): Record<string, unknown> {
    const who = moverOf(name);
    if (!who) return {};
    const way = wayOf(name, about);
    const alone = apart.order(who, way);
    if (alone) return alone;
    const struck = who.strikes.length > 0 ? strikeOf(way, who) : null;
    return orderOf(offer, who, struck ? about.slice(0, -1) : about, struck);
  }

  const drawing = createDrawing(room, {
    plans,
    unit,
    joined: (steps, more) => extended(gait, steps, more),
    orderOf: order,
    choose: isPart ? () => false : chosen.take,
    hold,
    foretell,
    // As long as a key is held the server's refusals come late: what costs too much is not even put down.
    isPossible: (next) => {
      const drawn = wayOf(unit.peek(), next);
      if (turnFault(offer, drawn)) return false;
      return gait.course !== undefined || (sumOf(drawn) <= left() + 1e-6 && !drawn.some(isBlockedTurn));
    },
    isBegun: (about) => {
      const drawn = wayOf(unit.peek(), about);
      return !turnFault(offer, drawn) && lackOf(offer, drawn, room.face.peek()) > 0;
    },
    ...(offer.stops ? { asDone: (about, face) => asDone(gait, about, face) } : {}),
    springs: apart.refused,
    settled(face) {
      apart.settled();
      // A way that ends before it begins leaves no leg to look at, so the bubble says what is there.
      const stop = face.legs.at(-1);
      const words = stop?.stopped_by && stop.amount <= 0 ? stopAt(stop.stopped_by) : null;
      if (words) drawing.tell(words);
    },
    released() {
      const asks = settings.confirm.peek();
      // the way of a bow is drawn corner by corner: letting go is not yet the end of it
      if (!isPart && (asks === "never" || (asks === "attacks" && !gait.course))) commit();
    },
  });
  const { steps, all, worked, refused, dragging } = drawing;
  const way = computed(() => wayOf(unit.value, all.value));
  const strike = computed(() => (mover.value ? strikeOf(way.value, mover.value) : null));
  const legs = computed(() => {
    const found = worked.value?.regrouped ? worked.value.legs : [];
    if (found.length > 0 && steps.value.length === all.value.length) return asFound(way.value, found);
    const told = worked.value?.legs.length === all.value.length ? worked.value.legs : [];
    return asTold(way.value, told, strike.value).filter((leg) => !isStuck(leg));
  });
  const regrouped = computed(() => worked.value?.regrouped ?? null);
  const total = computed(() => worked.value?.cost ?? sumOf(legs.value));
  const price = createPrice({ mover, legs, total, worked, goer: () => goerFor(unit.value) });
  const costs = computed(() => {
    const before = Math.max(0, (mover.value?.points ?? 0) - (mover.value?.left ?? 0));
    const [first = 0, ...rows] = addingUp([before, ...legs.value.map((leg) => leg.cost)]);
    return { before: first, legs: rows };
  });
  const end = computed(() => legs.value.at(-1)?.to ?? stand.value);
  const lack = computed(() => lackOf(offer, way.value, room.face.value));
  const leaves = computed(() => room.face.value !== null && leavesTable(offer, way.value, room.face.value));
  const planned = computed(() =>
    [...plans.all.value].flatMap(([name, about]): Planned[] => {
      const able = moverOf(name);
      const drawn = wayOf(name, about);
      const last = drawn.at(-1);
      if (!able || !last || name === unit.value) return [];
      const cost = drawing.costOf(name) ?? sumOf(drawn);
      const stopped = drawn.some((leg) => leg.fault || (leg.hit && !(leg === last && strikeOf(drawn, able))));
      return [{ unit: name, legs: drawn, place: last.to, cost, refused: stopped || cost > able.left + 1e-6 }];
    }),
  );
  const left = (): number => mover.peek()?.left ?? 0;
  const reach = createReach({ goer: () => goerFor(unit.value), begun: () => legs.value, ...{ end, dragging } });

  const feel = feelOf({
    ...{ room, offer, gait, mover, steps, end, strike, placeFor, draw },
    left: () => Math.max(0, left() - sumOf(wayOf(unit.peek(), steps.peek()))),
    comesTo(more, thing) {
      const goer = goerFor(unit.peek());
      return goer ? comesTo(goer, extended(gait, steps.peek(), more), thing) : "barred";
    },
    introduce(thing, at) {
      const deed = offer.strike?.title.toLowerCase();
      drawing.tell({ text: `${nameOf(thing)}: out of reach for a ${deed}.`, clause: offer.strike?.clause ?? "" }, at);
    },
    isOwn: (name) => room.units.peek().get(name ?? "")?.seat === seat,
    hull() {
      const face = room.face.peek();
      return hullOf(face && cardOf(face, unit.peek()));
    },
    pays: (about) => sumOf(wayOf(unit.peek(), about)) <= left() + 1e-6,
    clamped(more) {
      const goer = goerFor(unit.peek());
      const most = goer ? clamped(goer, wayOf(unit.peek(), steps.peek()), more) : more;
      limited = JSON.stringify(most) !== JSON.stringify(more);
      return most;
    },
    cut(from, more) {
      const goer = goerFor(unit.peek());
      if (!goer || offer.stops || goer.mover.apart) return more;
      const free = untilContact(goer, from, more);
      met = free.hit;
      return free.steps;
    },
    say: drawing.tell,
    bent(more, to, rest = more) {
      const goer = goerFor(unit.peek());
      // figures that go apart have ways of their own
      if (!goer || goer.mover.apart) return rest;
      if (costIfFree(goer, extended(gait, steps.peek(), more)) !== null) return more;
      const way = reach.wayTo(to, wayOf(unit.peek(), steps.peek()));
      if (way.length === 0) return rest;
      limited = false;
      met = "";
      return way;
    },
    askWhyNot: (asked, at) => void askWhyNot(asked, at),
  });

  function stopAt(thing: string, words = inTheWay): Words | null {
    const [face, view] = [room.face.peek(), room.store.view.peek()];
    return face && view ? words(face, thing, view.tokens) : null;
  }

  /** What cannot be done is said at the hand at once, before the server has answered. */
  function foretell(about: readonly Step[]): Words | null {
    const drawn = wayOf(unit.peek(), about);
    const last = drawn.at(-1);
    const who = mover.peek();
    const turned = turnFault(offer, drawn);
    if (turned) return turned;
    if (met) return stopAt(met, stoppedBy);
    if (limited && who)
      return { text: `That is as far as ${shortCost(offer, who.left)} go.`, clause: offer.points_clause };
    const bad = drawn.find((leg) => leg.fault);
    if (bad) return { text: bad.fault, clause: who?.bend?.clause ?? "" };
    if (gait.course) {
      const stop = drawn.find((leg) => leg.hit && !(leg === last && who && strikeOf(drawn, who)));
      return stop ? stopAt(stop.hit) : null;
    }
    const stays = last && base && Math.hypot(last.to.x - base.x, last.to.y - base.y) < 0.005;
    return last?.hit && (isBlockedTurn(last) || stays) ? stopAt(last.hit) : null;
  }

  function draw(next: Step[], at: Point): void {
    base = end.peek();
    drawing.draw(next, at);
  }

  function hold(from: Drag["from"]): Held | null {
    base = end.peek();
    limited = false;
    met = "";
    return feel.hold(from);
  }

  const drawnTo = (): Point => [end.peek()?.x ?? 0, end.peek()?.y ?? 0];

  function select(name: string): void {
    reserve.drop();
    apart.figure.value = "";
    feel.ease();
    if (!isPart) room.selected.value = name;
    const at = stand.peek();
    drawing.take(at ? [at.x, at.y] : null);
  }

  async function askWhyNot(asked: Strike, at: Point): Promise<void> {
    const who = mover.peek();
    const drawnNow = (): string => JSON.stringify([unit.peek(), all.peek()]);
    const before = drawnNow();
    const face = who && asPath(await room.preview("path", orderOf(offer, who, steps.peek(), asked)));
    const refusal = isRefusal(face) ? face : face?.refusal;
    // who has drawn on meanwhile no longer wants to know
    if (!refusal || drawnNow() !== before) return;
    sound("refuse");
    refused.value = refusal;
    const deed = offer.strike ? ` ${offer.strike.title} it?` : "";
    drawing.tell({ text: `${nameOf(asked.target)}.${deed} ${refusal.sentence}`, clause: refusal.clause }, at);
  }

  function nameOf(thing: string): string {
    const [face, view] = [room.face.peek(), room.store.view.peek()];
    return face ? knownAs(face, thing, view?.situation.piles[thing]) : thing;
  }

  function commit(): void {
    const name = unit.peek();
    // what is still dragged is not put down: nothing is meant yet
    if (dragging.peek()) return;
    if (steps.peek().length === 0 && !offer.stay) {
      const meaning = offer.finish?.title ?? "";
      if (!spent || !meaning) askForLeg();
      else if (!drawing.warns(meaning)) finish();
      return;
    }
    if (!mover.peek() || drawing.warns(offer.stay)) return;
    if (lack.peek() > 0) {
      sound("refuse");
      drawing.tell(lackWords(lack.peek(), offer, room.face.peek()?.ruler ?? ""));
      return;
    }
    room.bubble.value = null;
    plans.send(name);
    room.answer(regrouped.peek()?.answer ?? order(name, steps.peek()));
  }

  function askForLeg(): void {
    const ends = offer.finish ? ` ${keyFor("none")}: ${offer.finish.title}.` : "";
    toast(`Draw a leg first: drag the unit or press an arrow key.${ends}`);
  }

  /** Ends the moving; ways that would be lost with it are named first, and then nothing else is asked. */
  function finish(): void {
    const unsent = [...plans.all.peek().keys()];
    if (!offer.finish) return;
    if (unsent.length === 0 || warned) give(offer.finish, warned);
    else {
      warned = true;
      toast(`Drawn and not sent: ${unsent.join(", ")}. Once more: ${offer.finish.title}, without them.`);
    }
  }

  /** What a unit does instead; a choice that is closed says why. */
  function instead(choice: Choice): void {
    if (choice.refusal) {
      sound("refuse");
      drawing.tell({ text: choice.refusal.sentence, clause: choice.refusal.clause });
      return;
    }
    room.bubble.value = null;
    give(choice);
  }

  /** Takes back what is no step yet, else a leg or all of them. */
  const back = (cut: () => boolean): boolean => {
    if (feel.ease()) return true;
    if (apart.close()) draw(steps.peek(), drawnTo());
    else return cut();
    return true;
  };

  function press(pressed: Pressed): boolean {
    const { action } = pressed;
    const entering = reserve.hand.peek();
    if (entering && action !== "next" && action !== "previous" && action !== "number") {
      if (entering.press(pressed)) return true;
      if (action === "drop") return reserve.drop();
    }
    limited = false;
    met = "";
    if (apart.press(pressed) || feel.press(pressed)) return true;
    if (action === "commit") commit();
    else if (action === "none" && offer.finish) finish();
    else if (action === "back") return back(drawing.lastLeg);
    else if (action === "drop") return back(drawing.clear);
    else return !isPart && chosen.press(pressed);
    return true;
  }

  function pick(intent: Pick): void {
    room.bubble.value = null;
    const name = intent.unit;
    const may = chosen.isOffered(name) || (name && (alsoOf(offer, name).length > 0 || offer.later.includes(name)));
    if (!isPart && name && may && (name !== unit.peek() || reserve.hand.peek())) select(name);
    else if (name && offer.enter?.things.some((one) => one.id === name)) reserve.take(name);
    else if (reserve.hand.peek()) reserve.hand.peek()?.intent(intent);
    else feel.tap(intent);
  }

  /** The way an answer stands for, drawn as one's own; one that ends in something goes on until it meets that. */
  function adopt(answer: Answer): boolean {
    const entering = offer.enter?.things.find((one) => isBegunBy(one.answer, answer) && "x" in answer);
    if (entering) {
      reserve.take(entering.id);
      return reserve.hand.peek()?.adopt?.(answer) ?? false;
    }
    const alone = strollerIn(offer, answer);
    const who = alone ?? moverIn(offer, answer);
    if (!who) return false;
    if (who.unit !== unit.peek()) select(who.unit);
    if (alone) return apart.adopt(alone, answer, (way) => draw(along(gait, way), drawnTo()));
    apart.close();
    const struck = strikeIn(offer, answer);
    const ahead = gait.course ?? gait.straight(0);
    const last = struck && ahead ? [{ step: ahead.step, amount: left(), heading: struck.heading }] : [];
    draw([...stepsIn(offer, answer), ...last], drawnTo());
    return true;
  }

  const isReady = (one: Mover): boolean => one.left > 0.2 || offer.stay !== "";
  const start =
    offer.movers.find((one) => one.unit === unit.peek() && isReady(one)) ??
    offer.movers.find(isReady) ??
    offer.movers[0];
  select(start?.unit ?? "");
  if (offer.movers.length === 0 && offer.enter?.things[0]) reserve.take(offer.enter.things[0].id);

  const hand: PathHand = {
    ...keepingWays({ offer, plans, unit, apart, reserve, select }),
    ...{ offer, gait, feel, mover, steps, legs, strike, total, costs },
    ...{ worked, refused, planned, spent, isPart, lack, leaves },
    ...price,
    ...{ stand, end, select, commit, finish, instead, press, adopt, asking: give.asking },
    ...{ apart, regrouped, reach, barred: drawing.barred, drag: drawing.drag, clear: drawing.clear },
    closeRanks: () => {
      if (apart.close()) draw(steps.peek(), drawnTo());
    },
    entering: reserve.hand,
    ready: computed(
      () => (mover.value !== null && lack.value === 0 && (steps.value.length > 0 || offer.stay !== "")) || endsNow(),
    ),
    words: computed(() => {
      if (endsNow()) return offer.finish?.title ?? "";
      if (all.value.length === 0 && offer.stay) return offer.stay;
      if (leaves.value) return "Leave the table";
      const words = (strike.value && offer.strike?.give) || offer.give || "Move here";
      return [words, ...costly(price.prices.value)].join(": ");
    }),
    lastLeg: () => back(drawing.lastLeg),
    dragging: computed(() => dragging.value || apart.dragging.value || reserve.hand.value?.dragging?.value === true),
    bringOn: reserve.take,
    stay() {
      reserve.drop();
      if (!mover.peek()) select(start?.unit ?? "");
    },
    marks: () => pathMarks(room, hand, side),
    dress: () => ({ ...NUMBERED, ...reserve.hand.value?.dress?.() }),
    remark(name) {
      const plan = planned.value.find((one) => one.unit === name);
      const cost = plan?.cost ?? (name === unit.value && legs.value.length > 0 ? total.value : 0);
      if (plan?.refused) return "planned, but the way is closed now";
      return cost > 0 || plan ? `planned ${shortCost(offer, cost)}` : "";
    },
    caution: () => (legs.value.length > 0 ? (worked.value?.caution ?? "") : ""),
    undoes: () => (feel.helm.value !== 0 ? "the helm" : steps.value.length > 0 ? "the last leg" : ""),
    intent(intent: Intent) {
      const entering = reserve.hand.peek();
      if (intent.kind === "pick") pick(intent);
      else if (intent.kind !== "drag") return;
      else if (entering && intent.from.unit === entering.chosen.peek()) entering.intent(intent);
      else if (regrouped.peek() || !apart.drag(intent)) drawing.drag(intent);
    },
    about() {
      if (reserve.hand.value) return reserve.hand.value.about();
      return pointsOf(stand.value, dragging.value ? null : end.value);
    },
  };
  /** Nothing is drawn and nobody can move: what is left is to end it. */
  function endsNow(): boolean {
    return spent && steps.value.length === 0 && offer.finish !== null;
  }
  return hand;
}
