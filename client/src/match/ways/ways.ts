// A drawn way over the table as it is shown: leg by leg where it leads, what it meets and what it costs.
// Preview only: the server works the same order out and its word is final.
import type { Place, Point } from "../../board";
import { type Body, type HelmLeg, sailed } from "../../board/helm";
import { BORDER, drive, NOTHING, placeAfter, type RulerStep } from "../../board/ruler";
import type { Bend, LegFace, Mover, Path, PathFace, StepOffer, TableFace, Token } from "../../protocol";
import { lengthWords, thingName } from "../words";
import type { Field } from "./field";
import { folded, placeOf } from "./measure";
import { type Price, pricesOf } from "./pricing";
import { type Gait, gaitOf, type Step, type Strike } from "./steps";

/** A step as far as it can be done; `hit` is what ends it: an id, "edge", or nothing; `fault` why it may not be. */
export type Leg = Price & {
  step: Step;
  sort: StepOffer;
  from: Place;
  to: Place;
  hit: string;
  fault: string;
  /** of a course: the way of the bow, and the water the hull sweeps */
  bow?: { from: Point; to: Point };
  swept?: Point[];
};

type Bare = Omit<Leg, keyof Price>;

/** Who goes where: the unit, its hull, and what stands round it. */
export type Goer = { offer: Path; mover: Mover; start: Place; hull: Body; field: Field; ruler: string };

const named = (field: Field, hit: number): string =>
  hit === NOTHING ? "" : hit === BORDER ? "edge" : (field.things[hit] ?? "");

/** A step for the ruler of the board. */
export function ruled(sort: StepOffer, { amount, heading = 0 }: Step): RulerStep {
  if (sort.motion === "turn") return { motion: "turn", amount };
  if (sort.motion === "free") return { motion: "free", heading, amount };
  return { motion: "straight", bearing: sort.bearing, amount };
}

/** Steps on the spot, ahead, aside: cut where they meet something, if that is where they end. */
function walked(gait: Gait, steps: readonly Step[], { offer, start, field }: Goer): Bare[] {
  const { obstacles: _, border: __, ...size } = field;
  const ground = offer.stops ? field : { ...size, obstacles: [] };
  const ruledSteps = steps.map((step) => ruled(gait.of(step), step));
  return drive(start, ruledSteps, ground).flatMap(({ step: done, hit, ...leg }, i): Bare[] => {
    const step = steps[i];
    if (!step) return [];
    const sort = gait.of(step);
    return [{ ...leg, sort, step: { ...step, amount: done.amount }, hit: named(field, hit), fault: "" }];
  });
}

/** Steps as far as nothing stands in the way, and what does: for those whose whole order would be refused there.
 * A turn is left to the server, who looks only at how it ends. */
export function untilContact(goer: Goer, start: Place, steps: readonly Step[]): { steps: Step[]; hit: string } {
  const gait = gaitOf(goer.offer);
  const free: Step[] = [];
  let from = start;
  for (const step of steps) {
    const sort = gait.of(step);
    const [leg] = sort.motion === "turn" ? [] : drive(from, [ruled(sort, step)], goer.field);
    if (leg && leg.hit !== NOTHING) {
      const amount = Math.floor(leg.step.amount * 100) / 100;
      if (amount > 0) free.push({ ...step, amount });
      return { steps: free, hit: named(goer.field, leg.hit) };
    }
    free.push(step);
    from = placeAfter(from, ruled(sort, step));
  }
  return { steps: free, hit: "" };
}

const helmLeg = (gait: Gait, { amount, heading, ...step }: Step): HelmLeg =>
  gait.of({ ...step, amount }).motion === "course"
    ? { step: "ahead", heading: heading ?? 0, inches: amount }
    : { step: "back", inches: amount };

const DEGREE = 1e-4;

/** What is wrong with the form of a leg where bends are limited: too sharp, or too soon after the one before. */
function faultOf(bend: Bend, from: number, step: Step, isLast: boolean, ruler: string): string {
  const sharp = step.heading === undefined ? 0 : Math.abs(folded(step.heading - from));
  if (sharp > bend.degrees + DEGREE)
    return `At most ${bend.degrees}° at a time; this bend is ${Math.round(sharp * 10) / 10}°. Make several, with a leg between.`;
  if (!isLast && step.amount < bend.leg - DEGREE)
    return `This leg is ${lengthWords(step.amount, ruler)} long; before a bend it needs ${lengthWords(bend.leg, ruler)}.`;
  return "";
}

/** Legs of the bow, the hull behind it. The last one is cut where it strikes. */
function steered(gait: Gait, steps: readonly Step[], goer: Goer): Bare[] {
  const { mover, start, hull, field, ruler } = goer;
  let before = start.heading;
  const helm = steps.map((step) => helmLeg(gait, step));
  const { bend } = mover;
  return sailed(start, helm, hull, { ...field, swept: bend?.swept ?? false }).flatMap(
    ({ leg: _leg, hit, share, swings, ...run }, i): Bare[] => {
      const step = steps[i];
      if (!step) return [];
      const isLast = i === steps.length - 1;
      const fault = bend ? faultOf(bend, before, step, isLast, ruler) : "";
      before = run.to.heading;
      const thing = named(field, hit);
      const leg = { ...run, step, sort: gait.of(step), hit: thing, fault };
      const strikes = isLast && !swings && step.heading !== undefined && mover.strikes.includes(thing);
      return [strikes ? cutAt(leg, share) : leg];
    },
  );
}

/** A leg as far as the contact. */
function cutAt(leg: Bare & { bow: { from: Point; to: Point } }, share: number): Bare {
  const [[x0, y0], [x1, y1]] = [leg.bow.from, leg.bow.to];
  const [dx, dy] = [(x0 - x1) * (1 - share), (y0 - y1) * (1 - share)];
  return {
    ...leg,
    step: { ...leg.step, amount: leg.step.amount * share },
    bow: { from: leg.bow.from, to: [x1 + dx, y1 + dy] },
    to: { ...leg.to, x: leg.to.x + dx, y: leg.to.y + dy },
  };
}

/** The legs of a way, each with its price. */
export function legsOf(steps: readonly Step[], goer: Goer): Leg[] {
  const gait = gaitOf(goer.offer);
  const bare = gait.course ? steered(gait, steps, goer) : walked(gait, steps, goer);
  const prices = pricesOf(goer.offer, bare, goer.mover.left);
  return bare.map((leg, i) => {
    const price = prices[i] ?? { cost: 0, tolls: [], ground: 0, wasted: 0 };
    return isBlockedTurn(leg) ? { ...leg, ...price, cost: 0 } : { ...leg, ...price };
  });
}

/** Legs with what the server says of them: prices, and where nothing swings where they end. */
export function asTold(legs: readonly Leg[], told: readonly LegFace[], strike: Strike | null): Leg[] {
  return legs.map((leg, i) => {
    const face = told[i];
    if (!face) return leg;
    const amount = leg.sort.motion === "turn" ? leg.step.amount : face.amount;
    // ground that is not named takes nothing; what is left of two sums that are the same is nothing, too
    const more = face.ground || leg.ground > 0 ? leg.ground + face.cost - leg.cost : 0;
    const ground = more > 1e-6 ? more : 0;
    const known = { ...leg, step: { ...leg.step, amount }, cost: face.cost, ground };
    const to = placeOf(face.pose);
    if (leg.bow) return strike && i === legs.length - 1 ? { ...known, to } : known;
    const before = told[i - 1];
    const from = before ? placeOf(before.pose) : leg.from;
    return { ...known, from, to, hit: face.stopped_by };
  });
}

/** The legs of a way that was found in place of the one drawn, all alike. */
export function asFound(drawn: readonly Leg[], told: readonly LegFace[]): Leg[] {
  const like = drawn[0];
  if (!like) return [];
  return told.map((face, i): Leg => {
    const before = told[i - 1];
    const [from, to] = [before ? placeOf(before.pose) : like.from, placeOf(face.pose)];
    const step = {
      ...like.step,
      amount: face.amount,
      heading: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
    };
    return { ...like, step, cost: face.cost, tolls: [], ground: 0, wasted: 0, from, to, hit: "", fault: "" };
  });
}

/** A leg that could be begun. */
const isDone = (sort: string, leg: LegFace): boolean => !(leg.stopped_by && (sort === "turn" || leg.amount <= 0));

/** Steps and legs shortened to what the server says can be done, where something stands in the way. */
export function asDone(gait: Gait, steps: readonly Step[], face: PathFace): { steps: Step[]; face: PathFace } {
  const sortOf = (i: number): string => {
    const step = steps[i];
    return step ? gait.of(step).motion : "";
  };
  const done = steps.flatMap((step, i) => {
    const leg = face.legs[i];
    if (!leg?.stopped_by) return [step];
    return isDone(sortOf(i), leg) ? [{ ...step, amount: leg.amount }] : [];
  });
  return { steps: done, face: { ...face, legs: face.legs.filter((leg, i) => isDone(sortOf(i), leg)) } };
}

/** The end of a way in something: its last leg meets one of those it may end in. */
export function strikeOf(legs: readonly Leg[], { strikes }: Mover): Strike | null {
  const last = legs.at(-1);
  if (!last || last.step.heading === undefined || !strikes.includes(last.hit)) return null;
  return { target: last.hit, heading: last.step.heading };
}

/** A turn that cannot be made: it is drawn at the facing it asks for, in red. */
export const isBlockedTurn = (leg: Bare): boolean => leg.sort.motion === "turn" && leg.hit !== "";

/** A way that ends before it begins. */
export const isStuck = (leg: Leg): boolean => leg.sort.motion !== "turn" && leg.hit !== "" && leg.step.amount < 0.005;

/** Where a leg asks to end, whether or not it can. */
export const meantFor = (leg: Leg): Place =>
  isBlockedTurn(leg) ? placeAfter(leg.from, ruled(leg.sort, leg.step)) : leg.to;

/** What stops a leg: "stopped by House" for a way, "House is in the way" for a turn that cannot be made. */
export function stopWords(face: TableFace, leg: Leg, tokens: readonly Token[] = []): string {
  const name = thingName(face, leg.hit, tokens);
  return leg.sort.motion === "turn" ? `${name} is in the way` : `stopped by ${name}`;
}
