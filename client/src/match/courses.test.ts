// Courses: what drags and keys mean for a ship, and when a leg is a ram.
import { describe, expect, it } from "vitest";
import type { HelmLeg, Place, Point } from "../board";
import { drawn, lengthened, ramOf, runsOf, towards } from "./courses";
import { type AtHelm, keyLegs } from "./widgets/sail_keys";

const SHIP = { length: 4, width: 4 / 3, outline: [-2, 2 / 3, -2, -2 / 3, 4 / 3, -2 / 3, 2, 0, 4 / 3, 2 / 3] };
const PLACE: Place = { x: 10, y: 10, heading: 0 };
const RULES = { shortest: 1 / 3, left: 6, snap: 0.25, first: true };
const enemy: Point[] = [
  [17, 9],
  [18, 9],
  [18, 11],
  [17, 11],
];
const waters = { obstacles: [enemy], things: ["B1"], border: [0, 0, 35, 35] as [number, number, number, number] };
const ahead = (heading: number, inches: number): HelmLeg => ({ step: "ahead", heading, inches });

describe("a drag", () => {
  it("straight on is a leg on the snaps, no longer than the speed", () => {
    const trail: Point[] = [
      [12, 10],
      [15.1, 10.05],
    ];
    expect(drawn(PLACE, SHIP, trail, RULES)).toEqual([ahead(0, 3)]);
    const far: Point[] = [
      [12, 10],
      [30, 10],
    ];
    expect(drawn(PLACE, SHIP, far, RULES)).toEqual([ahead(0, 6)]);
  });

  it("straight back goes astern, but only as the first leg", () => {
    const back: Point[] = [
      [12, 10],
      [10, 10.2],
    ];
    expect(drawn(PLACE, SHIP, back, RULES)[0]?.step).toBe("astern");
    expect(drawn(PLACE, SHIP, back, { ...RULES, first: false })[0]?.step).toBe("ahead");
  });

  it("of less than a stud is no leg: there is no turn on the spot", () => {
    const short: Point[] = [
      [12, 10],
      [12, 10.2],
    ];
    expect(drawn(PLACE, SHIP, short, RULES)).toEqual([]);
  });

  it("round a corner is bent", () => {
    const bent: Point[] = [
      [12, 10],
      [14, 10],
      [14, 12],
    ];
    const legs = drawn(PLACE, SHIP, bent, RULES);
    expect(legs.map((leg) => (leg.step === "ahead" ? leg.heading : -1))).toEqual([0, 90]);
  });
});

describe("a ram", () => {
  it("is a last leg ahead that meets a ship that may be rammed", () => {
    const runs = runsOf(PLACE, [ahead(0, 6)], SHIP, waters, null);
    expect(ramOf(runs, ["B1"])).toEqual({ target: "B1", heading: 0 });
    expect(ramOf(runs, [])).toBeNull();
    expect(ramOf(runsOf(PLACE, [ahead(0, 3)], SHIP, waters, null), ["B1"])).toBeNull();
  });

  it("is what a tap on an enemy steers at", () => {
    const legs = towards(PLACE, SHIP, [17.5, 10], 1 / 3, 6);
    expect(ramOf(runsOf(PLACE, legs, SHIP, waters, null), ["B1"])?.target).toBe("B1");
  });
});

describe("keys", () => {
  const at: AtHelm = { legs: [], heading: 0, helm: 0, left: 6, shortest: 1 / 3, snap: 0.25, rams: false };
  const key = (action: Parameters<typeof keyLegs>[0]["action"], more: Partial<AtHelm> = {}) =>
    keyLegs({ action, fine: false, digit: 0 }, { ...at, ...more });

  it("begin a leg with its shortest length and let it grow by snaps", () => {
    expect(key("forward")?.legs).toEqual([ahead(0, 0.5)]);
    expect(key("forward", { legs: [ahead(0, 0.5)] })?.legs).toEqual([ahead(0, 0.75)]);
    expect(key("forward", { legs: [ahead(0, 5.9)], left: 0.1 })?.legs).toEqual([ahead(0, 6)]);
  });

  it("put the helm over for the next leg and turn nothing on the spot", () => {
    const steered = key("left");
    expect(steered).toEqual({ helm: 15 });
    expect(key("forward", { helm: 15 })?.legs).toEqual([ahead(15, 0.5)]);
  });

  it("make the last leg shorter, and go astern when there is none", () => {
    expect(key("reverse", { legs: [ahead(0, 1)] })?.legs).toEqual([ahead(0, 0.75)]);
    expect(key("reverse", { legs: [ahead(0, 0.5)] })?.legs).toEqual([]);
    expect(key("reverse")?.legs).toEqual([{ step: "astern", inches: 0.5 }]);
  });

  it("do not go on behind a ram, and leave other keys alone", () => {
    expect(key("forward", { rams: true })?.legs).toBeUndefined();
    expect(key("commit")).toBeNull();
  });
});

describe("legs", () => {
  it("in one direction are one leg", () => {
    expect(lengthened([ahead(90, 1)], [ahead(90, 0.5)])).toEqual([ahead(90, 1.5)]);
    expect(lengthened([ahead(90, 1)], [ahead(91, 0.5)])).toHaveLength(2);
  });
});

it("with limited turning a leg that bends too sharply, or too soon, is at fault and the others are not", () => {
  const limited = { degrees: 45, leg: 1, clause: "sea.move.free_path" };
  const free = { obstacles: [], things: [], border: waters.border };
  const faults = (...legs: HelmLeg[]) => runsOf(PLACE, legs, SHIP, free, limited).map((run) => run.fault);
  expect(faults(ahead(45, 1), ahead(0, 0.5))).toEqual(["", ""]);
  expect(faults(ahead(0, 2), ahead(60, 2))).toEqual(["", "This bend is 60°; at most 45° were agreed."]);
  expect(faults(ahead(315, 0.5), ahead(0, 2))[0]).toContain("before a bend it needs 1 in");
  expect(faults({ step: "astern", inches: 2 }, ahead(170, 2))[1]).toContain("170°");
  expect(runsOf(PLACE, [ahead(170, 2)], SHIP, free, null)[0]?.fault).toBe("");
});
