// What a drawn way looks like on the board: who can act, the way and its ghost, planned ways of others, reach and ring.
import type { Mark, PathLeg, Place, Point, Side } from "../../board";
import { behindBow, bowOf } from "../../board/helm";
import { percent } from "../../kit";
import type { Danger, TurnLimit } from "../../protocol";
import type { Room } from "../room";
import { sideOf } from "../scene";
import { strips, turnsLeft } from "../ways/flights";
import { fromGrain } from "../ways/measure";
import { costly, costWords, shortCost, spareOf } from "../ways/pricing";
import { rimMarks } from "../ways/reaches";
import { amountWords, isPaid } from "../ways/steps";
import { isBlockedTurn, type Leg, meantFor, stopWords } from "../ways/ways";
import { cardOf, lengthWords, thingName } from "../words";
import { coneMark } from "./aim_marks";
import type { PathHand } from "./path_hand";

/** A way of a unit that is not in hand: drawn, not sent, and perhaps no longer possible. */
export type Planned = { unit: string; legs: Leg[]; place: Place; cost: number; refused: boolean };

const at = ([x, y]: Point, heading: number): Place => ({ x, y, heading });

/** How a leg is drawn: a turn in place, a line, or a line against the facing. */
function lookOf({ sort }: Leg): PathLeg["step"] {
  if (sort.motion === "turn") return "pivot";
  if (sort.motion === "straight" && Math.abs(sort.bearing) === 180) return "reverse";
  return sort.motion === "free" || sort.bearing !== 0 ? "slide" : "forward";
}

function legMark(leg: Leg, label: string, refused: boolean): PathLeg {
  const [from, to] = leg.bow
    ? [at(leg.bow.from, leg.from.heading), at(leg.bow.to, leg.to.heading)]
    : [leg.from, meantFor(leg)];
  return { from, to, step: lookOf(leg), label, ...(refused ? { refused: true } : {}) };
}

/** What stands at a leg: how far, what it costs if that is not the same, what is free, and what ends it. */
function labelOf(room: Room, hand: PathHand, leg: Leg, cost: number): string {
  const face = room.face.value;
  if (!face) return "";
  const amount = amountWords(leg.sort, leg.step.amount, face.ruler);
  const paid = isPaid(amount, hand.offer.points) || leg.sort.price === 0 ? "" : ` · ${costWords(hand.offer, cost)}`;
  const spare = spareOf(leg);
  const free = spare > 0 ? ` (${spare} free)` : "";
  const strike = hand.strike.value;
  if (strike && leg === hand.legs.value.at(-1))
    return `${amount}${paid} · ${hand.offer.strike?.title ?? ""} ${thingName(face, strike.target)}`;
  if (hand.leaves.value && leg === hand.legs.value.at(-1)) return `${amount}${paid} · leaves the table`;
  const told = leg === hand.legs.value.at(-1) ? costly(hand.prices.value, 2).map((title) => ` · ${title}`) : [];
  // what stops it may be what it wants: the house it goes into, the edge it gets out by
  const won = leg.hit && leg === hand.legs.value.at(-1) && hand.prices.value.find(({ tone }) => tone === "gain");
  if (won) return `${amount}${paid}${free}${told.join("")} · ${won.title}`;
  const stop = leg.hit ? ` · ${stopWords(face, leg, room.store.view.value?.tokens)}` : "";
  return `${amount}${paid}${free}${told.join("")}${stop}`;
}

function plannedMarks(hand: PathHand, plan: Planned, side: Side): Mark[] {
  const refused = plan.refused ? { refused: true } : {};
  const words = plan.refused ? "closed now" : `planned ${shortCost(hand.offer, plan.cost)}`;
  const legs = plan.legs.map((leg, i) => legMark(leg, i < plan.legs.length - 1 ? "" : words, plan.refused));
  return [
    { kind: "path", unit: plan.unit, side, legs },
    { kind: "ghost", unit: plan.unit, side, place: plan.place, planned: true, ...refused },
  ];
}

/** The way in hand, the ground it passes over, and its ghost. */
function wayMarks(room: Room, hand: PathHand, side: Side): Mark[] {
  const legs = hand.legs.value;
  const last = legs.at(-1);
  const mover = hand.mover.value;
  if (!last || !mover) return [];
  const over = hand.barred.value || hand.total.value > mover.left + 1e-6;
  const strikes = hand.strike.value !== null;
  const stopped = (leg: Leg): boolean =>
    over ||
    leg.fault !== "" ||
    isBlockedTurn(leg) ||
    (!hand.offer.stops && leg.hit !== "" && !(strikes && leg === last));
  const swept = (which: boolean): Point[][] =>
    legs.flatMap((leg) => (leg.swept && stopped(leg) === which ? [leg.swept] : []));
  const costs = hand.costs.value.legs;
  // a way that was found goes by many small corners: its end says enough
  const isSaid = (i: number): boolean => !hand.regrouped.value || i === legs.length - 1;
  const drawn: Mark[] = hand.gait.course
    ? [
        { kind: "swept", outlines: swept(false), side },
        { kind: "swept", outlines: swept(true), side, refused: true },
      ]
    : strips(hand.offer, legs).map((outline) => ({ kind: "swept" as const, outlines: [outline], side }));
  const marks = legs.map((leg, i) =>
    legMark(leg, isSaid(i) ? labelOf(room, hand, leg, costs[i] ?? leg.cost) : "", stopped(leg)),
  );
  const refused = legs.some(stopped) ? { refused: true } : {};
  const beside = hand.regrouped.value ? Object.entries(hand.regrouped.value.beside) : [...hand.apart.offsets.value];
  const moved = beside.map(([id, by]) => [`${mover.unit}/${id}`, by]);
  const apart = moved.length > 0 ? { apart: Object.fromEntries(moved) } : {};
  return [
    ...drawn,
    { kind: "path", unit: mover.unit, side, legs: marks },
    { kind: "ghost", unit: mover.unit, side, place: meantFor(last), ...refused, ...apart },
    ...hand.apart.marks(last.to, side),
    ...dangerMarks(room, hand),
  ];
}

/** Where on the way somebody may act, one mark a place: who, what, and how likely it hurts where it is one alone. */
function dangerMarks(room: Room, hand: PathHand): Mark[] {
  const places = new Map<string, Danger[]>();
  for (const one of hand.worked.value?.dangers ?? []) {
    const key = `${one.pose.x} ${one.pose.y} ${one.short}`;
    places.set(key, [...(places.get(key) ?? []), one]);
  }
  return [...places].map(([id, [first, ...more]]): Mark => {
    const one = first as Danger;
    const odds = more.length === 0 && one.odds > 0 ? ` ${percent(one.odds, 0)}` : "";
    const label = `${[one, ...more].map((each) => each.unit).join(", ")} ${one.short}${odds}`;
    const seat = room.units.value.get(one.unit)?.seat ?? -1;
    return { kind: "danger", id, at: [fromGrain(one.pose.x), fromGrain(one.pose.y)], side: sideOf(seat), label };
  });
}

/** The leg the keys would begin: the hull swung about its bow and a line ahead. */
function helmMarks(hand: PathHand, side: Side, from: Place, length: number): Mark[] {
  const turn = hand.feel.helm.value;
  const unit = hand.mover.value?.unit ?? "";
  if (turn === 0) return [];
  const bow = bowOf(from, length);
  const heading = from.heading + turn;
  const angle = (heading * Math.PI) / 180;
  const tip: Place = { x: bow[0] + Math.cos(angle), y: bow[1] + Math.sin(angle), heading };
  const label = `${Math.abs(turn)}° to the ${turn > 0 ? "left" : "right"}`;
  return [
    { kind: "path", unit: "", side, legs: [{ from: at(bow, heading), to: tip, step: "forward", label }] },
    { kind: "ghost", unit, side, place: behindBow(bow, heading, length), planned: true },
  ];
}

/** Where a way with few turns may still go, and how far it must. */
function wedgeMarks(room: Room, hand: PathHand, turns: TurnLimit, end: Place, rest: number): Mark[] {
  const open = turnsLeft(hand.offer, hand.legs.value) > 0;
  const wedge = { kind: "arc" as const, place: end, degrees: open ? turns.degrees * 2 : 2, dashed: true };
  const ruler = room.face.value?.ruler ?? "";
  const label = `at least ${lengthWords(hand.offer.least, ruler)}`;
  const drawn: Mark[] = rest > 0 && !hand.leaves.value ? [{ ...wedge, reach: rest }] : [];
  return hand.lack.value > 0 ? [...drawn, { ...wedge, reach: hand.lack.value, label }] : drawn;
}

/** Where the points lead, from where it stands and from where the way ends. */
function reachMarks(room: Room, hand: PathHand, side: Side): Mark[] {
  const { offer, gait } = hand;
  const [mover, end] = [hand.mover.value, hand.end.value];
  if (!mover || !end) return [];
  const ahead = gait.course ?? gait.free ?? gait.straight(0);
  const far = (points: number): number => points / (ahead?.price || 1);
  const rest = Math.max(0, far(mover.left - hand.total.value));
  if (offer.turns) return wedgeMarks(room, hand, offer.turns, end, rest);
  return hand.reach.marks(side);
}

export function pathMarks(room: Room, hand: PathHand, side: Side): Mark[] {
  const { offer, isPart } = hand;
  const able = offer.movers.filter((one) => one.left > 0.01 || offer.stay !== "").map((one) => one.unit);
  const drawn: Mark[] = [
    ...(isPart ? [] : [{ kind: "acting" as const, units: able }]),
    ...hand.planned.value.flatMap((plan) => plannedMarks(hand, plan, side)),
  ];
  const entering = hand.entering.value;
  if (entering) return [...drawn, ...entering.marks()];
  const [mover, end, face] = [hand.mover.value, hand.end.value, room.face.value];
  if (!mover || !end || !face) return drawn;
  const length = fromGrain(cardOf(face, mover.unit)?.length ?? 0);
  if (!isPart) drawn.push({ kind: "select", unit: mover.unit });
  const reaches = hand.worked.value?.reaches ?? (hand.legs.value.length === 0 ? mover.circles : []);
  drawn.push(...reachMarks(room, hand, side), ...rimMarks(reaches, face.ruler));
  if (mover.cone && (hand.strike.value || room.tools.arcs.value)) drawn.push(coneMark(mover.cone));
  drawn.push(...wayMarks(room, hand, side), ...helmMarks(hand, side, end, length));
  const turns = hand.gait.turn !== undefined && (mover.left > 0.01 || hand.gait.turn.price === 0);
  if (turns) drawn.push({ kind: "ring", unit: mover.unit, side, place: end });
  return drawn;
}
