// A drawn way over the table: what drags and keys make of it, where it leads, what stands in the way.
import { describe, expect, it } from "vitest";
import type { Path } from "../../protocol";
import { DRIVES, mover, path, stepOffer } from "../testing";
import type { Field } from "./field";
import { sumOf } from "./pricing";
import { dragged, extended, gaitOf, nudged, orderOf, type Step, stepWords, swung } from "./steps";
import { isBlockedTurn, isStuck, legsOf, meantFor, untilContact } from "./ways";

const start = { x: 24, y: 6, heading: 90 };
const open: Field = { length: 1.89, width: 0.945, obstacles: [], things: [], border: [0, 0, 48, 36] };
const tank = mover("A1", 8);
const offer = path([tank], DRIVES, { stops: true });
const gait = gaitOf(offer);
const free = path([tank], [stepOffer("slide", { motion: "free" }), stepOffer("pivot", { motion: "turn", price: 0 })]);
const WALKS = [
  stepOffer("forward", { amount: "bricks" }),
  stepOffer("backward", { amount: "bricks", bearing: 180, price: 2 }),
  stepOffer("left", { amount: "bricks", bearing: 90, title: "Sideways left" }),
  stepOffer("right", { amount: "bricks", bearing: -90 }),
  stepOffer("turn", { motion: "turn", amount: "degrees", price: 1 / 90 }),
];
const walk = gaitOf(path([tank], WALKS));
const hull = { length: 1.89, width: 0.945, outline: [] };
const legs = (steps: Step[], field = open, from = start, about: Path = offer) =>
  legsOf(steps, { offer: about, mover: tank, start: from, hull, field, ruler: "inch" });
const sum = (steps: Step[], about = offer): number => sumOf(legs(steps, open, start, about));
const go = (step: string, amount: number): Step => ({ step, amount });
const snap = { length: 0.25, degrees: 15 };

describe("what a move costs", () => {
  it("five inches, a quarter turn and two inches are eight points", () => {
    const steps = [go("forward", 5), go("pivot", 90), go("forward", 2)];
    expect(sum(steps)).toBe(8);
    const end = legs(steps).at(-1)?.to;
    expect(end?.x).toBeCloseTo(22);
    expect(end?.y).toBeCloseTo(11);
    expect(end?.heading).toBe(180);
  });

  it("half a turn and two inches in reverse are six points", () => {
    expect(sum([go("pivot", 180), go("reverse", 2)])).toBe(6);
  });

  it("a free way pays its length and not the turns", () => {
    expect(sum([{ ...go("slide", 3.5), heading: 45 }, go("pivot", 170)], free)).toBe(3.5);
  });

  it("ahead, back, square to the side and on the spot lead where they should", () => {
    const steps = [go("forward", 2), go("left", 1), go("turn", 90), go("backward", 1)];
    const ends = legs(steps, open, { x: 10, y: 10, heading: 90 }, path([tank], WALKS)).map((leg) => leg.to);
    const close = (x: number, y: number) => ({ x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) });
    expect(ends[0]).toMatchObject(close(10, 12));
    expect(ends[1]).toMatchObject(close(9, 12));
    expect(ends[2]).toMatchObject({ ...close(9, 12), heading: 180 });
    expect(ends[3]).toMatchObject(close(10, 12));
  });
});

describe("a drag into something where such an order is refused", () => {
  const wall: Field = {
    ...open,
    obstacles: [
      [
        [20, 10],
        [28, 10],
        [28, 11],
        [20, 11],
      ],
    ],
    things: ["T3"],
  };
  const goer = { offer: path([tank], WALKS), mover: tank, start, hull, field: wall, ruler: "brick" };
  const cut = (...steps: Step[]) => untilContact(goer, start, steps);

  it("goes as far as nothing is in the way, and says what is", () => {
    expect(cut(go("forward", 8))).toEqual({ steps: [go("forward", 3.05)], hit: "T3" });
    expect(cut(go("forward", 3))).toEqual({ steps: [go("forward", 3)], hit: "" });
    expect(cut(go("turn", 90), go("forward", 40))).toMatchObject({ hit: "edge" });
    expect(cut(go("forward", 3.05), go("forward", 1))).toEqual({ steps: [go("forward", 3.05)], hit: "T3" });
  });
});

describe("what a drag means", () => {
  it("along the hull is a drive, forward or back, in quarters of an inch", () => {
    expect(dragged(gait, start, { x: 0.2, y: 3.3 }, snap)).toEqual([go("forward", 3.25)]);
    expect(dragged(gait, start, { x: 0.1, y: -2.1 }, snap)).toEqual([go("reverse", 2)]);
  });

  it("anywhere else is a turn towards it and a drive", () => {
    expect(dragged(gait, start, { x: 3, y: 3 }, snap)).toEqual([go("pivot", -45), go("forward", 4.25)]);
  });

  it("where all may go aside it is the nearest of the four directions, or a turn and ahead between them", () => {
    expect(dragged(walk, start, { x: 0.1, y: 3 }, snap)).toEqual([go("forward", 3)]);
    expect(dragged(walk, start, { x: 0, y: -2 }, snap)).toEqual([go("backward", 2)]);
    expect(dragged(walk, start, { x: 2, y: 0.2 }, snap)).toEqual([go("right", 2)]);
    expect(dragged(walk, start, { x: -2, y: 2 }, snap)).toEqual([go("turn", 45), go("forward", 2.75)]);
  });

  it("on a free way slides there", () => {
    const slide = [{ step: "slide", heading: 45, amount: 4.25 }];
    expect(dragged(gaitOf(free), start, { x: 3, y: 3 }, snap)).toEqual(slide);
  });

  it("on the ring turns by the angle between the two directions", () => {
    expect(swung(gait, start, { x: 24, y: 8 }, { x: 26, y: 6.1 }, snap)).toEqual([go("pivot", -90)]);
    expect(swung(gait, start, { x: 22, y: 5.9 }, { x: 22, y: 6.1 }, snap)).toEqual([]);
  });

  it("of nothing means nothing", () => {
    expect(dragged(gait, start, { x: 0.05, y: 0.05 }, snap)).toEqual([]);
  });
});

describe("adding legs", () => {
  it("joins drives in one direction and turns, and strikes out what comes to nothing", () => {
    expect(extended(gait, [go("forward", 1)], [go("forward", 0.25)])).toEqual([go("forward", 1.25)]);
    expect(extended(gait, [go("pivot", 15)], [go("pivot", -15)])).toEqual([]);
    const there = extended(gait, [go("forward", 1), go("pivot", 30)], [go("pivot", -30), go("forward", 1)]);
    expect(there).toEqual([go("forward", 2)]);
  });

  it("keeps a drive forward and a drive back apart, since both are paid", () => {
    expect(extended(gait, [go("forward", 1)], [go("reverse", 1)])).toHaveLength(2);
  });

  it("a key against the last leg takes from it", () => {
    expect(nudged(gait, [go("forward", 0.5)], go("reverse", 0.25))).toEqual([go("forward", 0.25)]);
    expect(nudged(gait, [go("forward", 0.5)], go("reverse", 0.5))).toEqual([]);
    expect(nudged(walk, [go("left", 1)], go("right", 2))).toEqual([go("right", 1)]);
  });

  it("is written down in the fields the offer names", () => {
    const order = orderOf(path([tank], WALKS, { into: "legs" }), tank, [go("left", 2), go("turn", -45)], null);
    expect(order).toEqual({
      answer: "move",
      unit: "A1",
      legs: [
        { step: "left", bricks: 2 },
        { step: "turn", degrees: -45 },
      ],
    });
  });
});

it("says a leg in the words of the offer", () => {
  const words = (step: Step) => stepWords(walk.of(step), step, "brick", "MP");
  expect(words(go("left", 1))).toBe("Sideways left 1 brick");
  expect(words(go("turn", -45))).toBe("Turn right 45°");
});

describe("what stands in the way", () => {
  const house: [number, number][] = [
    [22, 10],
    [26, 10],
    [26, 14],
    [22, 14],
  ];
  const field: Field = { ...open, obstacles: [house], things: ["T1"] };

  it("ends a drive at the first contact, and only the way driven is paid", () => {
    const [leg] = legs([go("forward", 8)], field);
    expect(leg?.hit).toBe("T1");
    expect(leg?.to.y).toBeCloseTo(10 - 1.89 / 2, 5);
    expect(leg?.cost).toBeCloseTo(4 - 1.89 / 2, 5);
  });

  it("where a way does not stop at things it is left to the server to refuse it", () => {
    const [leg] = legs([go("forward", 8)], field, start, { ...offer, stops: false });
    expect([leg?.hit, leg?.to.y]).toEqual(["", 14]);
  });

  it("a drive against something touched already is stuck", () => {
    const stuck = legs([go("forward", 8), go("forward", 1)], field);
    expect(stuck.map(isStuck)).toEqual([false, true]);
    expect(sumOf(stuck)).toBeCloseTo(4 - 1.89 / 2, 5);
  });

  it("a turn that would overlap is not made, costs nothing, ends the order and is shown where it was meant", () => {
    const near = { x: 24, y: 9.4, heading: 0 };
    const all = legs([go("pivot", 90), go("forward", 1)], field, near);
    expect(all).toHaveLength(1);
    const [leg] = all;
    if (!leg) throw new Error("there is a leg");
    expect(isBlockedTurn(leg)).toBe(true);
    expect(leg.cost).toBe(0);
    expect(leg.to.heading).toBe(0);
    expect(meantFor(leg).heading).toBe(90);
  });

  it("the edge of the table stops as well", () => {
    const [leg] = legs([go("reverse", 9)], field);
    expect(leg?.hit).toBe("edge");
    expect(leg?.to.y).toBeCloseTo(1.89 / 2, 5);
  });
});
