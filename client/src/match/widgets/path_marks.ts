// What a move looks like on the board: who can act, the path and its ghost, planned paths of others, reach and ring.
import type { Mark, Place, Side } from "../../board";
import { isBlockedTurn, type Leg, meantFor } from "../legs";
import type { Room } from "../room";
import { legLabel, stopWords } from "../words";
import type { PathHand } from "./path_hand";

/** A path of a unit that is not in hand: drawn, not sent, and perhaps no longer possible. */
export type Planned = { unit: string; legs: Leg[]; place: Place; cost: number; refused: boolean };

function label(room: Room, leg: Leg, cost: number): string {
  const face = room.face.value;
  if (!face) return "";
  const stop = leg.hit ? ` · ${stopWords(face, leg, room.store.view.value?.tokens)}` : "";
  return `${legLabel(leg.step, cost, face.ruler)}${stop}`;
}

function plannedMarks(plan: Planned, side: Side): Mark[] {
  const refused = plan.refused ? { refused: true } : {};
  const legs = plan.legs.map((leg, i) => ({
    from: leg.from,
    to: meantFor(leg),
    step: leg.step.step,
    label: i < plan.legs.length - 1 ? "" : plan.refused ? "closed now" : `planned ${plan.cost.toFixed(2)} MP`,
    ...refused,
  }));
  return [
    { kind: "path", unit: plan.unit, side, legs },
    { kind: "ghost", unit: plan.unit, side, place: plan.place, planned: true, ...refused },
  ];
}

/** The path in hand, its ghost, and the ground it could still cover. */
function drawnMarks(room: Room, hand: PathHand, side: Side, stand: Place): Mark[] {
  const unit = room.selected.value;
  const legs = hand.legs.value;
  if (legs.length === 0) return [];
  const over = hand.barred.value || hand.total.value > hand.left.value + 1e-6;
  const last = legs.at(-1);
  const blocked = last !== undefined && isBlockedTurn(last);
  const rest = Math.max(0, hand.left.value - hand.total.value) / hand.offer.prices.forward;
  const costs = hand.costs.value.legs;
  return [
    {
      kind: "path",
      unit,
      side,
      legs: legs.map((leg, i) => ({
        from: leg.from,
        to: meantFor(leg),
        step: leg.step.step,
        label: label(room, leg, costs[i] ?? leg.cost),
        ...(over || isBlockedTurn(leg) ? { refused: true } : {}),
      })),
    },
    { kind: "ghost", unit, side, place: last ? meantFor(last) : stand, ...(over || blocked ? { refused: true } : {}) },
    { kind: "reach", x: stand.x, y: stand.y, radius: rest, side, left: true },
  ];
}

export function pathMarks(room: Room, hand: PathHand, side: Side): Mark[] {
  const { offer } = hand;
  const drawn: Mark[] = [
    { kind: "acting", units: offer.units.filter((one) => one.left > 0.01).map((one) => one.unit) },
    ...hand.planned.value.flatMap((plan) => plannedMarks(plan, side)),
  ];
  const entering = hand.entering.value;
  if (entering) return [...drawn, ...entering.marks()];
  const unit = offer.units.find((one) => one.unit === room.selected.value);
  const at = hand.legs.value[0]?.from ?? hand.stand();
  if (!at || !unit) return drawn;
  const stand = hand.legs.value.at(-1)?.to ?? at;
  drawn.push({ kind: "select", unit: unit.unit });
  drawn.push({ kind: "reach", x: at.x, y: at.y, radius: hand.left.value / offer.prices.forward, side });
  drawn.push(...drawnMarks(room, hand, side, stand));
  if (hand.left.value > 0.01 || offer.free) drawn.push({ kind: "ring", unit: unit.unit, side, place: stand });
  return drawn;
}
