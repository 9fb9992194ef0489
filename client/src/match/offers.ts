// What a question offers, read with care: the wire gives plain data, these are its known shapes.
import type { AimFace, Asked, Refusal } from "../protocol";
import type { Prices } from "./legs";

export type MoveOffer = {
  units: { unit: string; movement_points: number; left: number; spent: number }[];
  enter: string[];
  free: boolean;
  stick: boolean;
  prices: Prices;
};
export type FireOffer = { orderClause: string; units: { unit: string; order: number; aims: AimFace[] }[] };
export type PlaceOffer = {
  units: string[];
  pieces: { piece: number; feature: string; length: number; width: number }[];
  zone: number[];
  heading: number;
  /** by unit, where another heading than the usual one fits it better */
  headings: Record<string, number>;
};
export type Choice = { answer: Record<string, unknown>; title: string; text: string; clause: string };
export type Suggestion = {
  answer: Record<string, unknown>;
  kind: string;
  reason: string;
  clause: string;
  value: number;
};

export type Plain = Record<string, unknown>;

export const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const plain = (value: unknown): Plain => (isPlain(value) ? value : {});
export const list = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : []);
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const number = (value: unknown, or = 0): number =>
  typeof value === "number" && Number.isFinite(value) ? value : or;
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.flat().filter((one): one is number => typeof one === "number") : [];

/** Whether an answer to a preview is a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return isPlain(value) && value.type === "refusal";
}

export function moveOffer(asked: Asked): MoveOffer {
  const prices = plain(asked.offer.prices);
  const clauses = plain(prices.clauses);
  return {
    units: list(asked.offer.units).map((one) => ({
      unit: text(one.unit),
      movement_points: number(one.movement_points),
      left: number(one.left),
      spent: number(one.spent, number(one.movement_points) - number(one.left)),
    })),
    enter: texts(asked.offer.enter),
    free: asked.offer.free_path === true,
    stick: asked.offer.stick === true,
    // A free path has one price, that of its length; turns have none then.
    prices: {
      forward: number(prices.forward, number(prices.slide, 1)),
      reverse: number(prices.reverse, number(prices.slide, 1)),
      degrees_per_point: number(prices.degrees_per_point),
      whole_points: prices.whole_points === true,
      clauses: {
        forward: text(clauses.forward) || text(clauses.slide),
        reverse: text(clauses.reverse) || text(clauses.slide),
        pivot: text(clauses.pivot),
      },
    },
  };
}

export function fireOffer(asked: Asked): FireOffer {
  return {
    orderClause: text(asked.offer.order_clause),
    units: list(asked.offer.units).map((one, i) => ({
      unit: text(one.unit),
      order: number(one.order, i + 1),
      // The server fills these in with its own AimFace type.
      aims: list(one.aims) as unknown as AimFace[],
    })),
  };
}

export function placeOffer(asked: Asked): PlaceOffer {
  return {
    units: texts(asked.offer.units),
    pieces: list(asked.offer.pieces).map((one) => ({
      piece: number(one.piece),
      feature: text(one.feature),
      length: number(one.length),
      width: number(one.width),
    })),
    zone: numbers(asked.offer.zone),
    heading: number(asked.offer.heading, 90),
    headings: Object.fromEntries(
      Object.entries(plain(asked.offer.headings)).map(([unit, heading]) => [unit, number(heading)]),
    ),
  };
}

export function choiceOffer(asked: Asked): Choice[] {
  return list(asked.offer.choices).map((one) => ({
    answer: plain(one.answer),
    title: text(one.title),
    text: text(one.text),
    clause: text(one.clause),
  }));
}

export function suggestionsOf(told: unknown): Suggestion[] {
  return list(told).map((one) => ({
    answer: plain(one.answer),
    kind: text(one.kind),
    reason: text(one.reason),
    clause: text(one.clause),
    value: number(one.value),
  }));
}
