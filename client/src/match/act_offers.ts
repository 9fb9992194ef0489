// What an acting unit may do, read with care from the question: moves, attacks, parts to take, notes to write.
import type { AimFace, Asked, Refusal } from "../protocol";
import { isRefusal, list, number, plain, text, texts } from "./offers";
import type { Rates } from "./strides";

export type Kind = "move" | "attack" | "scavenge" | "hold";
export type Mountable = { part: string; what: string; side: string; take: string[] };

export type Actor = {
  unit: string;
  actions: number;
  most: number;
  rush: boolean;
  movement: number;
  targets: AimFace[];
  detach: string[];
  mount: Mountable[];
  hold: { range: string; arc: string }[];
  /** why a kind of action is over for this round */
  closed: Partial<Record<Kind, Refusal>>;
};

export type ActOffer = { units: Actor[]; rates: Rates; rushHeat: number; clauses: Record<string, string> };

const words = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(plain(value)).map(([key, one]) => [key, text(one)]));

function closedOf(value: unknown): Actor["closed"] {
  const found: Actor["closed"] = {};
  for (const kind of ["move", "attack", "scavenge", "hold"] as const) {
    const one = plain(value)[kind];
    if (isRefusal(one)) found[kind] = one;
  }
  return found;
}

function actorOf(one: Record<string, unknown>): Actor {
  return {
    unit: text(one.unit),
    actions: number(one.actions),
    most: number(one.most),
    rush: one.rush === true,
    movement: number(one.movement),
    // The server fills these in with its own AimFace type.
    targets: list(one.targets) as unknown as AimFace[],
    detach: texts(one.detach),
    mount: list(one.mount).map((each) => ({
      part: text(each.part),
      what: text(each.what),
      side: text(each.side),
      take: texts(each.take),
    })),
    hold: list(one.hold).map((each) => ({ range: text(each.range), arc: text(each.arc) })),
    closed: closedOf(one.closed),
  };
}

export function actOffer(asked: Asked): ActOffer {
  const prices = plain(asked.offer.prices);
  const clauses = words(prices.clauses);
  return {
    units: list(asked.offer.units).map(actorOf),
    rushHeat: number(asked.offer.rush_heat),
    clauses: words(asked.offer.clauses),
    rates: {
      forward: number(prices.forward, 1),
      backward: number(prices.backward, 1),
      left: number(prices.left, 1),
      right: number(prices.right, 1),
      degrees_per_point: number(prices.degrees_per_point, 90),
      together: prices.rounding === "per_action",
      always: number(prices.always_possible),
      clauses: {
        forward: clauses.forward ?? "",
        backward: clauses.backward ?? "",
        left: clauses.left ?? "",
        right: clauses.right ?? "",
        turn: clauses.turn ?? "",
      },
    },
  };
}
