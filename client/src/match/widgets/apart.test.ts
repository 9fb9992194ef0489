// Ways of single figures: as the first goes, the last corner set aside, cut into steps of which all have as many.
import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import type { Point } from "../../board";
import type { Model, Mover } from "../../protocol";
import { mover, pose } from "../testing";
import type { Leg } from "../ways/ways";
import { createApart, strides, waysOf } from "./apart";

const figure = (id: string, x: number, y: number): Model => ({
  ...{ id, card: "rifle", pose: pose(x, y, 0), status: "alive", marks: {}, inside: "", level: 0 },
});
const SQUAD = [figure("f0", 10, 10), figure("f1", 12, 10), figure("f2", 14, 10)];
const leg = (x0: number, y0: number, x1: number, y1: number): Leg =>
  ({ from: { x: x0, y: y0, heading: 0 }, to: { x: x1, y: y1, heading: 0 } }) as Leg;
const LEGS = [leg(10, 10, 10, 14), leg(10, 14, 13, 14)];

function handOf(apart: Partial<NonNullable<Mover["apart"]>> = {}) {
  const way = { answer: { answer: "walk" }, clause: "x.y", into: "ways", corners: "points", as_poses: false };
  const who = mover("s0", 12, { apart: { ...way, stride: 0, within: 0, ...apart } });
  const asked: Point[] = [];
  const room = { units: signal(new Map([["s0", { figures: SQUAD }]])), face: signal(null) } as never;
  return { who, asked, hand: createApart(room, signal(who), (at) => asked.push(at)) };
}

const dragOf = (phase: "start" | "move" | "end", x: number, y: number, part: "ghost" | "hull" = "ghost") =>
  ({ kind: "drag", phase, from: { unit: "s0", figure: "s0/f2", part, x: 17, y: 14 }, x, y, free: false }) as const;

describe("ways", () => {
  it("keep the formation up to the last corner", () => {
    const ways = waysOf(SQUAD, LEGS, new Map([["f2", [0, 1]]]));
    expect(ways.get("f1")).toEqual([
      [12, 10],
      [12, 14],
      [15, 14],
    ]);
    expect(ways.get("f2")).toEqual([
      [14, 10],
      [14, 14],
      [17, 15],
    ]);
  });

  it("are cut by the longest of them, so that all have as many steps", () => {
    const cut = strides(waysOf(SQUAD, LEGS, new Map([["f2", [2, 0]]])), 3);
    expect([...cut.values()].map((way) => way.length)).toEqual([4, 4, 4]);
    expect(cut.get("f2")?.at(-1)).toEqual([19, 14]);
    expect([...strides(waysOf(SQUAD, LEGS, new Map()), 0).values()].map((way) => way.length)).toEqual([2, 2, 2]);
  });
});

describe("a figure", () => {
  it("is taken by its ghost alone and set beside its place", () => {
    const { hand, who, asked } = handOf();
    expect(hand.drag(dragOf("start", 17, 14, "hull"))).toBe(false);
    expect(hand.order(who, LEGS)).toBeNull();
    expect(hand.drag(dragOf("start", 17, 14))).toBe(true);
    hand.drag(dragOf("move", 17.5, 14));
    expect(asked).toEqual([]);
    hand.drag(dragOf("end", 18, 15));
    expect(asked).toEqual([[18, 15]]);
    expect(hand.offsets.value.get("f2")).toEqual([1, 1]);
    expect(hand.order(who, LEGS)).toEqual({
      answer: "walk",
      ways: [
        {
          figure: "f0",
          points: [
            [10, 14],
            [13, 14],
          ],
        },
        {
          figure: "f1",
          points: [
            [12, 14],
            [15, 14],
          ],
        },
        {
          figure: "f2",
          points: [
            [14, 14],
            [18, 15],
          ],
        },
      ],
    });
  });

  it("goes back to where it was allowed when the server refuses, and into the formation when all do", () => {
    const { hand } = handOf();
    hand.drag(dragOf("start", 17, 14));
    hand.drag(dragOf("end", 18, 14));
    hand.settled();
    hand.drag(dragOf("start", 17, 14));
    hand.drag(dragOf("end", 30, 14));
    hand.refused();
    expect(hand.offsets.value.get("f2")).toEqual([1, 0]);
    expect(hand.close()).toBe(true);
    expect(hand.close()).toBe(false);
  });

  it("is moved by the arrow keys once it is chosen, and written as poses where those are wanted", () => {
    const { hand, who } = handOf({ as_poses: true, corners: "poses", stride: 3, within: 3 });
    const key = (action: "forward" | "drop") => hand.press({ action, fine: false, digit: 0 } as never);
    expect(key("forward")).toBe(false);
    hand.figure.value = "f1";
    expect(key("forward")).toBe(true);
    const order = hand.order(who, LEGS) as { ways: { figure: string; poses: { x: number; heading: number }[] }[] };
    expect(order.ways[0]?.poses).toHaveLength(4);
    expect(order.ways[0]?.poses[0]).toEqual({ x: 10_000_000, y: 12_000_000, heading: 90_000_000 });
    // f2 stands four apart where three are allowed
    expect(hand.marks({ x: 13, y: 14, heading: 0 }, 0)).toMatchObject([{ kind: "sightline", refused: true }]);
    expect(key("drop")).toBe(true);
    expect(hand.figure.value).toBe("");
  });

  it("goes as a whole order says that was taken over, until something else is drawn", () => {
    const { hand, who } = handOf();
    const answer = {
      answer: "walk",
      ways: [
        {
          figure: "f0",
          points: [
            [10, 14],
            [13, 14],
          ],
        },
        { figure: "f1", points: [[16, 14.5]] },
      ],
    };
    const drawn: Point[][] = [];
    expect(hand.adopt(who, answer, (way) => drawn.push([...way]))).toBe(true);
    expect(drawn).toEqual([
      [
        [10, 10],
        [10, 14],
        [13, 14],
      ],
    ]);
    // each is drawn where the order leads it; who has no way in it stays where he is
    expect([...hand.offsets.value]).toEqual([
      ["f1", [1, 0.5]],
      ["f2", [-3, -4]],
    ]);
    expect(hand.order(who, LEGS)).toBe(answer);
    expect(hand.order(who, LEGS.slice(0, 1))).not.toBe(answer);
    hand.close();
    expect(hand.order(who, LEGS)).toBeNull();
    expect(hand.adopt(who, { answer: "walk", ways: [] }, () => undefined)).toBe(false);
  });
});
