// Courses: what drags and keys mean for what goes where its bow looks, and when a leg ends in something.
import { describe, expect, it } from "vitest";
import type { Place, Point } from "../../board";
import { mover, path, stepOffer } from "../testing";
import { type AtHelm, drawn, keyed, towards } from "./courses";
import type { Field } from "./field";
import { extended, gaitOf, orderOf, type Step } from "./steps";
import { type Goer, legsOf, strikeOf } from "./ways";

const SHIP = { length: 4, width: 4 / 3, outline: [-2, 2 / 3, -2, -2 / 3, 4 / 3, -2 / 3, 2, 0, 4 / 3, 2 / 3] };
const PLACE: Place = { x: 10, y: 10, heading: 0 };
const LEEWAY = { shortest: 1 / 3, left: 6, snap: 0.25, first: true };
const SAILS = [stepOffer("ahead", { motion: "course" }), stepOffer("astern", { bearing: 180, first: true })];
const offer = path([], SAILS, { points: "in", into: "legs", strike_into: "ram" });
const gait = gaitOf(offer);
const enemy: Point[] = [
  [17, 9],
  [18, 9],
  [18, 11],
  [17, 11],
];
const border: Field["border"] = [0, 0, 35, 35];
const waters: Field = { length: 4, width: 4 / 3, obstacles: [enemy], things: ["B1"], border };
const ship = (...strikes: string[]) => mover("A1", 6, { strikes, answer: { answer: "sail", unit: "A1" } });
const ahead = (heading: number, amount: number): Step => ({ step: "ahead", heading, amount });
const astern = (amount: number): Step => ({ step: "astern", amount });
const runs = (steps: Step[], changes: Partial<Goer> = {}) =>
  legsOf(steps, { offer, mover: ship("B1"), start: PLACE, hull: SHIP, field: waters, ruler: "inch", ...changes });

describe("a drag", () => {
  it("straight on is a leg on the snaps, no longer than what is left", () => {
    const trail: Point[] = [
      [12, 10],
      [15.1, 10.05],
    ];
    expect(drawn(gait, PLACE, trail, LEEWAY)).toEqual([ahead(0, 3)]);
    const far: Point[] = [
      [12, 10],
      [30, 10],
    ];
    expect(drawn(gait, PLACE, far, LEEWAY)).toEqual([ahead(0, 6)]);
  });

  it("straight back goes astern, but only where the offer has it: as the first leg", () => {
    const back: Point[] = [
      [12, 10],
      [10, 10.2],
    ];
    expect(drawn(gait, PLACE, back, LEEWAY)[0]?.step).toBe("astern");
    expect(drawn(gait, PLACE, back, { ...LEEWAY, first: false })[0]?.step).toBe("ahead");
    expect(drawn(gaitOf(path([], SAILS.slice(0, 1))), PLACE, back, LEEWAY)[0]?.step).toBe("ahead");
  });

  it("with a hook at its end or its beginning is the way without it: a ship is not turned about by a trembling hand", () => {
    const end: Point[] = [
      [12, 10],
      [16, 12],
      [15.6, 11.3],
    ];
    expect(drawn(gait, PLACE, end, LEEWAY)).toEqual([ahead(expect.closeTo(19.9), 3.75)]);
    const begun: Point[] = [
      [12, 10],
      [11.4, 9.7],
      [15, 12],
    ];
    expect(drawn(gait, PLACE, begun, LEEWAY)).toHaveLength(1);
    // a corner that is meant stays one
    const corner: Point[] = [
      [12, 10],
      [14, 10],
      [14, 12],
    ];
    expect(drawn(gait, PLACE, corner, LEEWAY).map((leg) => leg.heading)).toEqual([0, 90]);
  });

  it("of less than the shortest leg is none: there is no turn on the spot", () => {
    const short: Point[] = [
      [12, 10],
      [12, 10.2],
    ];
    expect(drawn(gait, PLACE, short, LEEWAY)).toEqual([]);
  });

  it("round a corner is bent", () => {
    const bent: Point[] = [
      [12, 10],
      [14, 10],
      [14, 12],
    ];
    expect(drawn(gait, PLACE, bent, LEEWAY).map((leg) => leg.heading)).toEqual([0, 90]);
  });
});

describe("a strike", () => {
  it("is a last leg ahead that meets something a way may end in, and is paid as far as the contact", () => {
    const legs = runs([ahead(0, 6)]);
    expect(strikeOf(legs, ship("B1"))).toEqual({ target: "B1", heading: 0 });
    expect(legs[0]?.cost).toBeCloseTo(5, 1);
    expect(strikeOf(runs([ahead(0, 6)], { mover: ship() }), ship())).toBeNull();
    expect(strikeOf(runs([ahead(0, 3)]), ship("B1"))).toBeNull();
  });

  it("is what a tap on an enemy steers at", () => {
    const legs = towards(gait, PLACE, SHIP, [17.5, 10], LEEWAY);
    expect(strikeOf(runs(legs), ship("B1"))?.target).toBe("B1");
  });

  it("is written into the field the offer names", () => {
    const order = orderOf(offer, ship("B1"), [ahead(90, 1)], { target: "B1", heading: 0 });
    expect(order).toEqual({
      answer: "sail",
      unit: "A1",
      legs: [{ step: "ahead", heading: 90, inches: 1 }],
      ram: { target: "B1", heading: 0 },
    });
  });
});

describe("keys", () => {
  const at: AtHelm = { steps: [], heading: 0, helm: 0, left: 6, shortest: 1 / 3, snap: 0.25, strikes: false };
  const key = (action: Parameters<typeof keyed>[1]["action"], more: Partial<AtHelm> = {}) =>
    keyed(gait, { action, fine: action === "forward" || action === "reverse", digit: 0 }, { ...at, ...more });

  it("begin a leg with its shortest length and let it grow by snaps", () => {
    expect(key("forward")?.steps).toEqual([ahead(0, 0.5)]);
    expect(key("forward", { steps: [ahead(0, 0.5)] })?.steps).toEqual([ahead(0, 0.75)]);
    expect(key("forward", { steps: [ahead(0, 5.9)], left: 0.1 })?.steps).toEqual([ahead(0, 6)]);
  });

  it("put the helm over for the next leg and turn nothing on the spot", () => {
    expect(key("left")).toEqual({ helm: 15 });
    expect(key("forward", { helm: 15 })?.steps).toEqual([ahead(15, 0.5)]);
  });

  it("make the last leg shorter, and go astern when there is none", () => {
    expect(key("reverse", { steps: [ahead(0, 1)] })?.steps).toEqual([ahead(0, 0.75)]);
    expect(key("reverse", { steps: [ahead(0, 0.5)] })?.steps).toEqual([]);
    expect(key("reverse")?.steps).toEqual([astern(0.5)]);
  });

  it("do not go on behind a strike, and leave other keys alone", () => {
    expect(key("forward", { strikes: true })?.steps).toBeUndefined();
    expect(key("commit")).toBeNull();
  });
});

it("legs in one direction are one leg", () => {
  expect(extended(gait, [ahead(90, 1)], [ahead(90, 0.5)])).toEqual([ahead(90, 1.5)]);
  expect(extended(gait, [ahead(90, 1)], [ahead(91, 0.5)])).toHaveLength(2);
});

it("with limited bends a leg that bends too sharply, or too soon, is at fault and the others are not", () => {
  const bend = { degrees: 45, leg: 1, clause: "sea.move.free_path", swept: false };
  const field: Field = { ...waters, obstacles: [], things: [] };
  const faults = (...legs: Step[]) => runs(legs, { mover: { ...ship(), bend }, field }).map((leg) => leg.fault);
  expect(faults(ahead(45, 1), ahead(0, 0.5))).toEqual(["", ""]);
  expect(faults(ahead(0, 2), ahead(60, 2))).toEqual([
    "",
    expect.stringContaining("At most 45° at a time; this bend is 60°."),
  ]);
  expect(faults(ahead(315, 0.5), ahead(0, 2))[0]).toContain("before a bend it needs 1 in");
  expect(faults(astern(2), ahead(170, 2))[1]).toContain("170°");
  expect(runs([ahead(170, 2)], { field })[0]?.fault).toBe("");
});

it("where the whole swing counts a hull stops at what its stern passes over, and needs its own leg before a bend", () => {
  // the bow lies at 12, 10 with the hull behind it; at 22 degrees to the left its stern is over a rock, at 0 and 45 it is not
  const [x, y] = [12 - 4 * Math.cos((22 * Math.PI) / 180), 10 - 4 * Math.sin((22 * Math.PI) / 180)];
  const rock: Point[] = [
    [x - 0.15, y - 0.15],
    [x + 0.15, y - 0.15],
    [x + 0.15, y + 0.15],
    [x - 0.15, y + 0.15],
  ];
  const field: Field = { ...waters, obstacles: [rock], things: ["R1"] };
  const bend = { degrees: 45, leg: 1.667, clause: "sea.move.by_length", swept: true };
  const swung = (swept: boolean, heading: number) =>
    runs([ahead(heading, 2)], { mover: { ...ship(), bend: { ...bend, swept } }, field })[0]?.hit;
  expect([swung(true, 45), swung(false, 45), swung(true, 315)]).toEqual(["R1", "", ""]);
  const brief = runs([ahead(0, 1), ahead(20, 1)], { mover: { ...ship(), bend }, field });
  expect(brief[0]?.fault).toContain("before a bend it needs 1.67 in");
});
