// What a way costs, from the prices of the offer alone.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Point } from "../../board";
import type { Path, StepOffer } from "../../protocol";
import { DRIVES, path, stepOffer } from "../testing";
import { GRAIN } from "./measure";
import { costWords, pricesOf, sumOf } from "./pricing";
import { gaitOf, type Step } from "./steps";

const whole = (step: string, changes: Partial<StepOffer>): StepOffer =>
  stepOffer(step, { amount: "bricks", whole: true, ...changes });
const WALKS = [
  whole("forward", {}),
  whole("backward", { bearing: 180, price: 2 }),
  whole("left", { bearing: 90, price: 2 }),
  whole("right", { bearing: -90, price: 2 }),
  whole("turn", { motion: "turn", amount: "degrees", price: 1 / 90, per: 90 }),
];
const walk = path([], WALKS, { sure: 1 });
const area = (outline: Point[], price: number) => ({
  outline: outline.flat().map((one) => one * GRAIN),
  price,
  title: "Marsh",
  clause: "x.marsh",
});
const square = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];
const at = { x: 10, y: 10, heading: 90 };
const go = (step: string, amount: number): Step => ({ step, amount });

/** Steps priced where they begin; in these tests only the first of them goes anywhere that matters. */
function priced(offer: Path, steps: Step[], left = 9, froms = steps.map(() => at)) {
  const gait = gaitOf(offer);
  const begun = steps.map((step, i) => ({ step, sort: gait.of(step), from: froms[i] ?? at }));
  const prices = pricesOf(offer, begun, left);
  return begun.map((one, i) => ({ ...one, ...(prices[i] as (typeof prices)[number]) }));
}

const FILE = resolve(dirname(fileURLToPath(import.meta.url)), "../../../../tests/vectors/ruler.json");
type Told = { step: string; inches?: number; degrees?: number; heading?: number };
type Prices = {
  forward?: number;
  reverse?: number;
  slide?: number;
  degrees_per_point: number | null;
  whole_points?: boolean;
};
type Order = { prices: Prices; steps: Told[]; cost: number };
type Over = { from: [number, number, number]; bricks: number; areas: Point[][]; extra: number[] };
const vectors = JSON.parse(readFileSync(FILE, "utf-8")) as { orders: Order[]; grounds: Over[] };

it.each(vectors.orders.map((row, i) => [i, row] as const))("order %i costs what the engine says", (_, row) => {
  const { degrees_per_point: per, whole_points = false } = row.prices;
  const offer = path(
    [],
    [
      stepOffer("forward", { price: row.prices.forward ?? 0 }),
      stepOffer("reverse", { bearing: 180, price: row.prices.reverse ?? 0 }),
      stepOffer("slide", { motion: "free", price: row.prices.slide ?? 0 }),
      stepOffer("pivot", { motion: "turn", price: per ? 1 / per : 0, per: per ?? 1, whole: whole_points }),
    ],
  );
  const steps = row.steps.map(({ step, inches, degrees }) => go(step, inches ?? degrees ?? 0));
  expect(sumOf(priced(offer, steps))).toBeCloseTo(row.cost, 6);
});

describe("begun units", () => {
  it("cost whole ones, and what is wasted is said", () => {
    const legs = priced(walk, [go("forward", 2.1), go("left", 0.5), go("turn", -100)]);
    expect(legs.map((leg) => leg.cost)).toEqual([3, 2, 2]);
    expect(legs[0]?.wasted).toBeCloseTo(0.9, 9);
    expect(sumOf(legs)).toBe(7);
  });

  it("are rounded together where that is agreed, left and right being one", () => {
    const kinds: Record<string, string> = { left: "aside", right: "aside" };
    const together = path(
      [],
      WALKS.map((one) => ({ ...one, together: kinds[one.step] ?? one.step })),
    );
    const steps = [go("left", 0.5), go("forward", 1.5), go("right", 0.5), go("forward", 0.5)];
    expect(sumOf(priced(together, steps))).toBe(2 + 2);
  });

  it("are written without a fraction, others with one", () => {
    expect(costWords(walk, 3)).toBe("3 MP");
    expect(costWords(path([], DRIVES, { points: "in" }), 3)).toBe("3.00 in");
  });
});

describe("rough ground", () => {
  const marsh = area(square(9, 12, 11, 20), 2);
  const froms = [at, { ...at, y: 13 }, { ...at, y: 13, heading: 180 }];
  const steps = [go("forward", 3), go("turn", 90), go("left", 1)];

  it("is paid for each begun unit in it, by the leg that leads through it, and not for turns", () => {
    const legs = priced({ ...walk, rough: [marsh] }, steps, 9, froms);
    expect(legs.map((leg) => [leg.cost, leg.ground])).toEqual([
      [5, 2],
      [1, 0],
      [4, 2],
    ]);
    expect(legs[0]?.tolls).toEqual([{ title: "Marsh", clause: "x.marsh", points: 2 }]);
    expect(sumOf(legs)).toBe(10);
  });

  it("is not rounded together with anything", () => {
    const together = WALKS.map((one) => ({ ...one, together: one.step }));
    expect(sumOf(priced(path([], together, { rough: [marsh] }), steps, 9, froms))).toBe(10);
  });

  it("never keeps a unit in it for good", () => {
    const [leg] = priced({ ...walk, rough: [marsh, marsh] }, [go("forward", 1)], 3, [{ ...at, y: 14 }]);
    expect(leg).toMatchObject({ cost: 3, ground: 2 });
  });

  it("is measured as the engine measures it", () => {
    for (const row of vectors.grounds) {
      const [x, y, heading] = row.from;
      const extra = row.areas.map((shape) => {
        const offer = { ...walk, sure: 0, rough: [area(shape, 1)] };
        return priced(offer, [go("forward", row.bricks)], 99, [{ x, y, heading }])[0]?.ground;
      });
      expect(extra).toEqual(row.extra);
    }
  });
});
