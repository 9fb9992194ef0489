// A drop inside the drawn area is gone to: on tracks, on legs and on foot, round what stands in the way, and as far as the
// ground leaves points for it.
import { describe, expect, it } from "vitest";
import type { Point } from "../../board";
import type { Path } from "../../protocol";
import { DRIVES, face, mover, path, stepOffer, table } from "../testing";
import { cheapestTo, costIfFree } from "./fairway";
import { type Field, fieldOf } from "./field";
import { clamped, fansFrom } from "./reachable";
import { depthAt } from "./region";
import { allowanceOf, slowedOn } from "./slowing";
import { type Goer, legsOf } from "./ways";

const GRAIN = 1_000_000;
const box = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];
const sent = (shape: Point[]): number[] => shape.flat().map((part) => part * GRAIN);
const HOUSE = box(10, 11, 13, 13);
const field = (length: number, width: number): Field => ({
  ...{ length, width, obstacles: [HOUSE], things: ["T1"], border: [0, 0, 24, 24] },
});

function goer(offer: Path, size: [number, number], start: [number, number, number]): Goer {
  const [x, y, heading] = start;
  const [who] = offer.movers;
  if (!who) throw new Error("nobody moves");
  const hull = { length: size[0], width: size[1], outline: [] };
  return { offer, mover: who, start: { x, y, heading }, hull, field: field(...size), ruler: "inch" };
}

const straight = (step: string, bearing: number, price: number, whole = false) =>
  stepOffer(step, { bearing, price, amount: "bricks", whole });
const MECH = [
  straight("forward", 0, 1, true),
  straight("backward", 180, 2, true),
  straight("left", 90, 2, true),
  stepOffer("turn", { motion: "turn", amount: "degrees", price: 1 / 90, whole: true, per: 90 }),
];
const TANK = [
  straight("ahead", 0, 1),
  straight("reverse", 180, 2),
  stepOffer("pivot", { motion: "turn", amount: "degrees", price: 0 }),
];
const WALK = [stepOffer("march", { motion: "free" })];
const mud = { outline: sent(box(2, 14, 20, 15)), kind: "mud", points: 3, walk: 1 };

const GOERS: [string, Goer][] = [
  ["a tank before a house", goer(path([mover("A1", 8)], DRIVES, { stops: true }), [1.9, 0.95], [11, 9, 90])],
  [
    "a tank that pays for mud",
    goer(path([mover("A1", 8, { slows: [mud] })], DRIVES, { stops: true }), [2, 1], [6, 9, 60]),
  ],
  ["a truck with its back to the edge", goer(path([mover("A1", 9, { turning: 90 })], TANK), [4, 2], [6, 2, 90])],
  ["a Mech", goer(path([mover("A1", 6)], MECH), [2, 2], [8, 12, 0])],
  [
    "a squad by a house",
    goer(path([mover("A1", 8, { slows: [mud] })], WALK, { stops: true }), [1.2, 1.2], [11.5, 9, 0]),
  ],
];

describe("a drop inside the area", () => {
  it.each(GOERS)("of %s: legs lead to it that are free and paid for", (_who, who) => {
    const area = fansFrom(who, who.start, [], "round");
    let places = 0;
    for (let i = 0; i < 400; i++) {
      // places all over, by a sequence that fills the square evenly
      const at: Point = [(i * 0.754877666) % 1, (i * 0.569840291) % 1].map((part) => part * 22 + 1) as Point;
      if (depthAt(area, at) < 0.15 || Math.hypot(at[0] - who.start.x, at[1] - who.start.y) < 0.3) continue;
      places += 1;
      const steps = cheapestTo(who, [], area, at);
      expect(steps, `${at}`).not.toEqual([]);
      expect(costIfFree(who, steps), `${at}`).not.toBeNull();
      const end = legsOf(steps, who).at(-1)?.to;
      expect(Math.hypot((end?.x ?? 0) - at[0], (end?.y ?? 0) - at[1])).toBeLessThan(0.05);
    }
    expect(places).toBeGreaterThan(10);
  });

  it("that turns more than it may is no way", () => {
    const truck = GOERS[2]?.[1] as Goer;
    expect(costIfFree({ ...truck, start: { x: 12, y: 6, heading: 90 } }, [{ step: "pivot", amount: 91 }])).toBeNull();
    expect(costIfFree({ ...truck, start: { x: 12, y: 6, heading: 90 } }, [{ step: "pivot", amount: 90 }])).toBe(0);
  });
});

describe("ground that slows", () => {
  const who = GOERS[4]?.[1] as Goer;
  const north = (amount: number) => [{ step: "march", amount, heading: 90 }];
  const from = { ...who, start: { x: 5, y: 9, heading: 0 } };

  it("takes its points as soon as it is touched, once", () => {
    expect(slowedOn(from, legsOf(north(4), from))).toEqual({ points: 0, walk: 0 });
    expect(slowedOn(from, legsOf(north(4.5), from))).toEqual({ points: 3, walk: 1 });
    const twice = { ...from, mover: { ...from.mover, slows: [mud, { ...mud, outline: sent(box(2, 12, 20, 13)) }] } };
    expect(slowedOn(twice, legsOf(north(6), twice)).points).toBe(3);
    expect(allowanceOf(from, legsOf(north(4.5), from))).toBe(5);
  });

  it("ends a way that it leaves no points for", () => {
    expect(clamped(from, [], north(4.8))).toEqual(north(4.8));
    expect(clamped(from, [], north(7))[0]?.amount).toBeCloseTo(5, 1);
  });
});

describe("what is in the way", () => {
  it("is what the offer says of this unit, not what the table says of everybody", () => {
    const wall = { id: "T1", kind: "wall", pose: { x: 9e6, y: 9e6, heading: 0 }, length: 3e6, width: 1e6 };
    const token = { ...wall, group: "", seat: -1, marks: {}, outline: [], cut: "", round: false };
    const laid = table({ tokens: [token as never] });
    const closed = { ...face, features: { wall: { ...Object.values(face.features)[0], blocks: true } as never } };
    expect(fieldOf(laid, closed, "A1").things).toContain("T1");
    expect(fieldOf(laid, closed, "A1", ["B1"]).things).toEqual(["B1"]);
  });
});
