// How a way is drawn by hand: what drags, taps and keys mean. Which feel it is follows from the motions offered.
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Intent, Place, Point } from "../../board";
import { type Body, bowOf, traced } from "../../board/helm";
import { settings } from "../../kit";
import type { Mover, Path } from "../../protocol";
import type { Pressed } from "../keys";
import { sound } from "../playback/sounds";
import type { Room } from "../room";
import { backTo, drawn, keyed, type Leeway, towards } from "../ways/courses";
import { dragged, extended, FINE, type Gait, nudged, type Snap, type Step, type Strike, swung } from "../ways/steps";
import { lengthWords } from "../words";
import type { Drag, Held, Words } from "./drawing";

export type Pick = Extract<Intent, { kind: "pick" }>;

/** What a feel has in its grip: the way drawn so far, and how more of it is put down. */
export type Grip = {
  room: Room;
  offer: Path;
  gait: Gait;
  mover: ReadonlySignal<Mover | null>;
  steps: ReadonlySignal<Step[]>;
  /** where the way ends, and what of the points is left then */
  end: ReadonlySignal<Place | null>;
  left(): number;
  strike: ReadonlySignal<Strike | null>;
  hull(): Body;
  placeFor(unit: string): Place | null;
  isOwn(unit: string | undefined): boolean;
  draw(next: Step[], at: Point): void;
  /** whether the points pay for a whole way */
  pays(steps: Step[]): boolean;
  /** steps behind those drawn, as far as the points pay for them */
  clamped(more: Step[]): Step[];
  /** steps from a place on, as far as nothing stands in the way */
  cut(from: Place, more: Step[]): Step[];
  /** says something at a point of the table */
  say(words: Words, at: Point): void;
  /** these steps behind those drawn if nothing is wrong with them, else others that lead to the same point, if any do;
   * of those that do not lead there `rest` */
  bent(more: Step[], to: Point, rest?: Step[]): Step[];
  /** what steps behind those drawn come to, drawn at something: they strike it, end before it, or cannot be */
  comesTo(more: Step[], unit: string): "strikes" | "short" | "barred";
  /** says at the hand who is out of reach */
  introduce(unit: string, at: Point): void;
  /** has the server say why a way cannot end in a thing */
  askWhyNot(strike: Strike, at: Point): void;
};

export interface Feel {
  /** degrees the keys have put over for the next leg */
  readonly helm: ReadonlySignal<number>;
  /** what to do first, while nothing is drawn */
  readonly coach: string;
  hold(from: Drag["from"]): Held | null;
  /** a tap on the ground, or on a thing that is not to be taken into the hand; true when it meant something */
  tap(pick: Pick): boolean;
  press(pressed: Pressed): boolean;
  /** takes back what is in the hand and no step yet; false when there is nothing */
  ease(): boolean;
}

export const feelOf = (grip: Grip): Feel => (grip.gait.course ? createHelm(grip) : createWalk(grip));

const TURN = 15;

function walkWords({ offer, gait, room }: Grip): string {
  const ruler = room.face.peek()?.ruler ?? "";
  const way = gait.free ? "anywhere" : gait.straight(90) ? "ahead, back or to the side" : "";
  const whole = offer.steps.some((one) => one.whole && one.motion !== "turn");
  return [
    `Drag a unit${way && ` ${way}`}. The number is what it costs.`,
    offer.turns
      ? "Draw it leg by leg, the turn where you want it."
      : gait.turn?.price === 0
        ? "Turning is free."
        : gait.turn
          ? "Drag its ring to turn."
          : "",
    whole ? `A begun ${ruler} costs a whole one.` : "",
  ].join(" ");
}

/** On the spot, ahead, aside or any way: a drag goes where it points. */
function createWalk(grip: Grip): Feel {
  const { gait, steps, end } = grip;
  const snapOf = (free: boolean): Snap =>
    free ? FINE : { length: settings.snapInches.value, degrees: settings.snapDegrees.value };

  function hold(from: Drag["from"]): Held | null {
    const start = end.peek();
    if (!start) return null;
    const swing = from.part === "ring";
    const read = (drag: Drag): Step[] => {
      const snap = snapOf(drag.free);
      const by = { x: drag.x - from.x, y: drag.y - from.y };
      if (swing) return grip.clamped(swung(gait, start, from, drag, snap));
      const meant = dragged(gait, start, by, snap);
      const done = grip.cut(start, grip.clamped(meant));
      // let go where it leads straight or by a detour; while it is dragged the hand is followed
      return drag.phase === "end" ? grip.bent(meant, [start.x + by.x, start.y + by.y], done) : done;
    };
    return { read, turns: swing };
  }

  /** A key adds to the way what it stands for, or as much of it as the points pay for. */
  function nudge(sort: { step: string } | undefined, amount: number, heading?: number): boolean {
    const at = end.peek();
    if (!at || !sort) return sort !== undefined;
    const step: Step = { step: sort.step, amount, ...(heading === undefined ? {} : { heading }) };
    const next = nudged(gait, steps.peek(), step);
    const less = grip.pays(next) ? [] : grip.clamped([step]);
    grip.draw(less.length > 0 ? extended(gait, steps.peek(), less) : next, [at.x, at.y]);
    return true;
  }

  /** Straight at a bearing: a key goes a whole unit of the ruler, with Shift a snap. */
  function go(bearing: number, fine: boolean): boolean {
    const sort = gait.straight(bearing);
    const amount = fine ? settings.snapInches.peek() || 0.25 : 1;
    if (sort) return nudge(sort, amount);
    const at = end.peek();
    return at !== null && nudge(gait.free, amount, at.heading + bearing);
  }

  function press({ action, fine }: Pressed): boolean {
    const degrees = fine ? 1 : settings.snapDegrees.peek() || TURN;
    if (action === "forward") return go(0, fine);
    if (action === "reverse") return go(180, fine);
    if (action === "side_left") return go(90, fine);
    if (action === "side_right") return go(-90, fine);
    if (action === "left") return nudge(gait.turn, degrees);
    if (action === "right") return nudge(gait.turn, -degrees);
    if (action === "pivot_left") return nudge(gait.turn, TURN);
    return action === "pivot_right" && nudge(gait.turn, -TURN);
  }

  /** Nothing goes to where it is tapped: what to do instead is said there. */
  function tap({ unit, piece, x, y }: Pick): boolean {
    if (unit || piece || steps.peek().length > 0) return false;
    grip.say({ text: "Drag the unit itself to move it.", clause: "" }, [x, y]);
    return true;
  }

  return { helm: signal(0), coach: walkWords(grip), hold, press, tap, ease: () => false };
}

/** Swinging about the front: a drag is the way of the bow, a tap its next corner, keys put the helm over. */
function createHelm(grip: Grip): Feel {
  const { offer, gait, steps, end, strike, mover } = grip;
  const helm = signal(0);
  const leeway = (free = false): Leeway => ({
    shortest: offer.shortest,
    left: grip.left(),
    snap: free ? FINE.length : settings.snapInches.peek(),
    first: steps.peek().length === 0,
  });

  function hold(from: Drag["from"]): Held | null {
    const base = end.peek();
    if (!base || (mover.peek()?.left ?? 0) <= 0) return null;
    helm.value = 0;
    const bow = bowOf(base, grip.hull().length);
    let trail: Point[] = [bow];
    const read = ({ x, y, free, phase }: Drag): Step[] => {
      const to: Point = [x + bow[0] - from.x, y + bow[1] - from.y];
      trail = traced(trail, to, 0.4);
      const legs = drawn(gait, base, trail, leeway(free));
      // a line drawn straight names a place, one with corners is meant as it is drawn
      return phase === "end" && legs.length === 1 ? grip.bent(legs, to) : legs;
    };
    return { read, turns: false };
  }

  function put(more: Step[], at: Point): boolean {
    if (more.length === 0) return false;
    helm.value = 0;
    sound("leg");
    grip.draw(extended(gait, steps.peek(), more), at);
    return true;
  }

  /** Says why a tap draws no leg: what is left is too short for one, or the place is too near. */
  function tooShort(at: Point): void {
    const ruler = grip.room.face.peek()?.ruler ?? "";
    const [left, least] = [lengthWords(grip.left(), ruler), lengthWords(offer.shortest, ruler)];
    const near = `Too near to the bow: a leg needs ${least}.`;
    const text = grip.left() < offer.shortest ? `${left} left; another leg needs ${least}.` : near;
    sound("refuse");
    grip.say({ text, clause: mover.peek()?.bend?.clause ?? offer.length_clause }, at);
  }

  /** A tap is the next corner of the course; behind the stern it backs, on what can be struck it steers at it. */
  function tap({ unit, x, y }: Pick): boolean {
    const from = end.peek();
    const who = mover.peek();
    if (!from || !who) return false;
    if (steps.peek().length === 0 && put(backTo(gait, from, grip.hull(), [x, y], leeway()), [x, y])) return true;
    if (unit === who.unit || strike.peek()) return false;
    const other = unit ? grip.placeFor(unit) : null;
    // one's own that is not to be taken into the hand says itself why not
    if (unit && other) return !grip.isOwn(unit) && steerAt(unit, other, [x, y]);
    const straight = towards(gait, from, grip.hull(), [x, y], leeway());
    if (straight.length === 0) tooShort([x, y]);
    return put(grip.bent(straight, [x, y]), [x, y]);
  }

  /** Steers at something. Where it does not come to a strike it is said who that is: it may be touched to be known. */
  function steerAt(unit: string, place: Place, at: Point): boolean {
    const from = end.peek() ?? place;
    const straight = towards(gait, from, grip.hull(), [place.x, place.y], leeway());
    const manner = grip.comesTo(straight, unit);
    if (manner === "barred") {
      const heading = (Math.atan2(place.y - from.y, place.x - from.x) * 180) / Math.PI;
      grip.askWhyNot({ target: unit, heading }, at);
    } else put(straight, at);
    if (manner === "short") grip.introduce(unit, at);
    return true;
  }

  function press(pressed: Pressed): boolean {
    const at = end.peek();
    const steered = keyed(gait, pressed, {
      ...leeway(),
      steps: steps.peek(),
      heading: at?.heading ?? 0,
      helm: helm.peek(),
      snap: settings.snapInches.peek() || 0.25,
      strikes: strike.peek() !== null,
    });
    if (!steered || !mover.peek()) return false;
    if (steered.steps && at) grip.draw(steered.steps, [at.x, at.y]);
    helm.value = steered.helm;
    return true;
  }

  return {
    helm,
    coach: "Drag a unit, or tap the table: that is the way of its bow. Each tap adds a corner.",
    ...{ hold, tap, press },
    ease() {
      const was = helm.peek() !== 0;
      helm.value = 0;
      return was;
    },
  };
}
