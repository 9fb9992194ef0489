import { describe, expect, it } from "vitest";
import {
  COARSE,
  dragged,
  driven,
  extended,
  type Field,
  isBlockedTurn,
  isStuck,
  meantFor,
  nudged,
  type Prices,
  type Step,
  swung,
  totalOf,
} from "./legs";

const prices: Prices = {
  forward: 1,
  reverse: 2,
  degrees_per_point: 90,
  whole_points: false,
  clauses: { forward: "mbb.move.forward", reverse: "mbb.move.reverse", pivot: "mbb.move.turn" },
};
const start = { x: 24, y: 6, heading: 90 };
const open: Field = { length: 1.89, width: 0.945, obstacles: [], things: [], border: [0, 0, 48, 36] };
const sum = (steps: Step[], at = prices): number => totalOf(driven(start, steps, at, open));

describe("what a move costs", () => {
  it("five inches, a quarter turn and two inches are eight points", () => {
    const steps: Step[] = [
      { step: "forward", inches: 5 },
      { step: "pivot", degrees: 90 },
      { step: "forward", inches: 2 },
    ];
    expect(sum(steps)).toBe(8);
    const end = driven(start, steps, prices, open).at(-1)?.to;
    expect(end?.x).toBeCloseTo(22);
    expect(end?.y).toBeCloseTo(11);
    expect(end?.heading).toBe(180);
  });

  it("half a turn and two inches in reverse are six points", () => {
    expect(
      sum([
        { step: "pivot", degrees: 180 },
        { step: "reverse", inches: 2 },
      ]),
    ).toBe(6);
  });

  it("by the house rule every quarter turn begun is a whole point", () => {
    const whole = { ...prices, whole_points: true };
    expect(sum([{ step: "pivot", degrees: -15 }], whole)).toBe(1);
    expect(sum([{ step: "pivot", degrees: 90 }], whole)).toBe(1);
  });

  it("a free path pays the way and not the turns", () => {
    expect(
      sum(
        [
          { step: "slide", heading: 45, inches: 3.5 },
          { step: "pivot", degrees: 170 },
        ],
        { ...prices, reverse: 1, degrees_per_point: 0 },
      ),
    ).toBe(3.5);
  });
});

describe("what a drag means", () => {
  it("along the hull is a drive, forward or back, in quarters of an inch", () => {
    expect(dragged(start, { x: 0.2, y: 3.3 }, COARSE, false)).toEqual([{ step: "forward", inches: 3.25 }]);
    expect(dragged(start, { x: 0.1, y: -2.1 }, COARSE, false)).toEqual([{ step: "reverse", inches: 2 }]);
  });

  it("anywhere else is a turn towards it and a drive", () => {
    expect(dragged(start, { x: 3, y: 3 }, COARSE, false)).toEqual([
      { step: "pivot", degrees: -45 },
      { step: "forward", inches: 4.25 },
    ]);
  });

  it("on a free path slides there", () => {
    expect(dragged(start, { x: 3, y: 3 }, COARSE, true)).toEqual([{ step: "slide", heading: 45, inches: 4.25 }]);
  });

  it("on the ring turns by the angle between the two directions", () => {
    expect(swung(start, { x: 24, y: 8 }, { x: 26, y: 6.1 }, COARSE)).toEqual([{ step: "pivot", degrees: -90 }]);
    expect(swung(start, { x: 22, y: 5.9 }, { x: 22, y: 6.1 }, COARSE)).toEqual([]);
  });

  it("of nothing means nothing", () => {
    expect(dragged(start, { x: 0.05, y: 0.05 }, COARSE, false)).toEqual([]);
  });
});

describe("adding legs", () => {
  it("joins drives in one direction and turns", () => {
    const steps = extended([{ step: "forward", inches: 1 }], [{ step: "forward", inches: 0.25 }]);
    expect(steps).toEqual([{ step: "forward", inches: 1.25 }]);
    expect(extended([{ step: "pivot", degrees: 15 }], [{ step: "pivot", degrees: -15 }])).toEqual([]);
  });

  it("keeps a drive forward and a drive back apart, since both are paid", () => {
    expect(extended([{ step: "forward", inches: 1 }], [{ step: "reverse", inches: 1 }])).toHaveLength(2);
  });

  it("an arrow key against the last leg takes from it", () => {
    const last: Step[] = [{ step: "forward", inches: 0.5 }];
    expect(nudged(last, { step: "reverse", inches: 0.25 })).toEqual([{ step: "forward", inches: 0.25 }]);
    expect(nudged(last, { step: "reverse", inches: 0.5 })).toEqual([]);
  });
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
    const [leg] = driven(start, [{ step: "forward", inches: 8 }], prices, field);
    expect(leg?.hit).toBe("T1");
    expect(leg?.to.y).toBeCloseTo(10 - 1.89 / 2, 5);
    expect(leg?.cost).toBeCloseTo(4 - 1.89 / 2, 5);
  });

  it("a drive against something touched already is stuck", () => {
    const steps: Step[] = [
      { step: "forward", inches: 8 },
      { step: "forward", inches: 1 },
    ];
    const legs = driven(start, steps, prices, field);
    expect(legs.map(isStuck)).toEqual([false, true]);
    expect(totalOf(legs)).toBeCloseTo(4 - 1.89 / 2, 5);
  });

  it("a turn that would overlap is not made, costs nothing, ends the order and is shown where it was meant", () => {
    const near = { x: 24, y: 9.4, heading: 0 };
    const steps: Step[] = [
      { step: "pivot", degrees: 90 },
      { step: "forward", inches: 1 },
    ];
    const legs = driven(near, steps, prices, field);
    expect(legs).toHaveLength(1);
    const [leg] = legs;
    if (!leg) throw new Error("there is a leg");
    expect(isBlockedTurn(leg)).toBe(true);
    expect(leg.cost).toBe(0);
    expect(leg.to.heading).toBe(0);
    expect(meantFor(leg).heading).toBe(90);
  });

  it("the edge of the table stops as well", () => {
    const [leg] = driven(start, [{ step: "reverse", inches: 9 }], prices, field);
    expect(leg?.hit).toBe("edge");
    expect(leg?.to.y).toBeCloseTo(1.89 / 2, 5);
  });
});
