// What the area promises is kept: a way of legs within the agreement leads to every place in it.
import { describe, expect, it } from "vitest";
import type { Point } from "../../board";
import { behindBow, bowOf } from "../../board/helm";
import { mover, path, stepOffer } from "../testing";
import { cheapestTo, costIfFree } from "./fairway";
import type { Field } from "./field";
import { fansFrom } from "./reachable";
import { depthAt } from "./region";
import { type Goer, legsOf } from "./ways";

const HULL = { length: 6, width: 1.6, outline: [-3, -0.8, 2, -0.8, 3, 0, 2, 0.8, -3, 0.8] };
const ISLAND: Point[] = [
  [11, 9],
  [13, 9],
  [13, 11],
  [11, 11],
];
const SAIL = [
  stepOffer("ahead", { motion: "course", amount: "inches" }),
  stepOffer("astern", { bearing: 180, amount: "inches", first: true }),
];

/** A long ship in the corner of the table: its stern swings over the edge, or into an island. */
function ship(speed: number, bow: Point, heading: number): Goer {
  const bend = { degrees: 45, leg: 1, clause: "sea.move.free_path", swept: false };
  const offer = path([mover("A1", speed, { bend })], SAIL, { shortest: 1 / 3 });
  const field: Field = { length: 6, width: 1.6, obstacles: [ISLAND], things: ["T1"], border: [0, 0, 36, 36] };
  const start = behindBow(bow, heading, HULL.length);
  return { offer, mover: offer.movers[0] as Goer["mover"], start, hull: HULL, field, ruler: "inch" };
}

/** Places well inside an area, on a grid. */
function placesIn(goer: Goer, area: ReturnType<typeof fansFrom>): Point[] {
  const [bx, by] = bowOf(goer.start, HULL.length);
  const offs = Array.from({ length: 25 }, (_, i) => (i - 12) / 2);
  return offs
    .flatMap((dx) => offs.map((dy): Point => [bx + dx, by + dy]))
    .filter((at) => depthAt(area, at) > 0.1 && Math.hypot(at[0] - bx, at[1] - by) > 0.5);
}

describe("a place in the area", () => {
  it.each([
    ["in the corner", ship(4, [5.2, 5.2], 45)],
    ["along the edge", ship(6, [10, 1.2], 0)],
    ["before an island", ship(6, [9.5, 8], 20)],
    ["in the open", ship(5, [25, 25], 90)],
  ])("%s: there are legs to it, and they end there", (_where, goer) => {
    const area = fansFrom(goer, goer.start, [], "round");
    const places = placesIn(goer, area);
    expect(places.length).toBeGreaterThan(20);
    const missed = places.filter((to) => {
      const steps = cheapestTo(goer, [], area, to);
      const end = legsOf(steps, goer).at(-1)?.to;
      const [x, y] = end ? bowOf(end, HULL.length) : [99, 99];
      return costIfFree(goer, steps) === null || Math.hypot(x - to[0], y - to[1]) > 0.05;
    });
    expect(missed.length / places.length).toBeLessThan(0.03);
  });

  it("is reached by sailing on first where the stern would swing off the table", () => {
    const goer = ship(4, [5.2, 5.2], 45);
    const area = fansFrom(goer, goer.start, [], "round");
    const to: Point = [6.3, 8.3];
    expect(costIfFree(goer, [{ step: "ahead", heading: 71, amount: 3.2 }])).toBeNull();
    const steps = cheapestTo(goer, [], area, to);
    expect(steps.map((one) => one.heading)).toEqual([45, expect.closeTo(89, -1)]);
  });

  it("is reached by as few inches as there are, and none leads to what lies outside", () => {
    const goer = ship(5, [25, 25], 0);
    const area = fansFrom(goer, goer.start, [], "round");
    expect(cheapestTo(goer, [], area, [28, 25])).toEqual([{ step: "ahead", heading: 0, amount: 3 }]);
    // sixty degrees off the bow: an inch at the sharpest bend, then on
    const round = cheapestTo(goer, [], area, [27, 28.464]);
    expect(round.map((one) => one.step)).toEqual(["ahead", "ahead"]);
    expect(round[0]).toMatchObject({ heading: 45, amount: 1 });
    expect(cheapestTo(goer, [], area, [25, 31])).toEqual([]);
  });

  it("goes on behind what is drawn already", () => {
    const goer = ship(5, [25, 25], 0);
    const begun = legsOf([{ step: "ahead", heading: 0, amount: 1 }], goer);
    const area = fansFrom(goer, begun[0]?.to ?? goer.start, begun);
    const more = cheapestTo(goer, begun, area, [27, 28]);
    expect(more[0]).toMatchObject({ heading: 45, amount: 1 });
    expect(costIfFree(goer, [{ step: "ahead", heading: 0, amount: 1 }, ...more])).toBeLessThanOrEqual(5);
  });
});
