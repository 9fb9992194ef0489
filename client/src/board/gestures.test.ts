// Pointers become intents: taps, drags, pans, pinches.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Gestures, type Table } from "./gestures";
import type { Hit } from "./hits";
import type { Intent } from "./types";

type Call = [string, ...unknown[]];

let element: HTMLElement;
let gestures: Gestures;
let told: Intent[];
let calls: Call[];
let standing = false;

/** A unit stands left of 100 px; one pixel is one inch. */
const hit = (px: number, py: number): Hit => ({
  ...(px < 100 ? { unit: "a1" } : {}),
  part: px < 100 ? "hull" : "ground",
  x: px,
  y: -py,
});

beforeEach(() => {
  [told, calls, standing] = [[], [], false];
  element = document.createElement("div");
  document.body.append(element);
  const table: Table = {
    hit,
    ground: (px, py) => [px, -py],
    tell: (intent) => told.push(intent),
    pan: (from, to) => calls.push(["pan", from, to]),
    zoomAt: (factor, px, py) => calls.push(["zoom", factor, px, py]),
    turn: (degrees, tilt) => calls.push(["turn", degrees, tilt]),
    cycled: (hit) => hit,
    loupe: (at) => calls.push(["loupe", at]),
    standing: () => standing,
  };
  gestures = new Gestures(element, table);
});

afterEach(() => {
  gestures.dispose();
  element.remove();
});

function point(type: string, x: number, y: number, more: PointerEventInit = {}, target: Element = element): void {
  target.dispatchEvent(
    new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, pointerType: "mouse", bubbles: true, ...more }),
  );
}

describe("one pointer", () => {
  it("picks what it taps, with the kind of pointer", () => {
    point("pointerdown", 50, 20, { pointerType: "touch" });
    point("pointermove", 53, 21, { pointerType: "touch" });
    point("pointerup", 53, 21, { pointerType: "touch" });
    expect(told).toEqual([{ kind: "pick", unit: "a1", x: 50, y: -20, pointer: "touch" }]);
  });

  it("picks the bare ground without a unit", () => {
    point("pointerdown", 150, 20);
    point("pointerup", 150, 20);
    expect(told).toEqual([{ kind: "pick", x: 150, y: -20, pointer: "mouse" }]);
  });

  it("drags from a unit: start, moves, end, all from where the hand took it", () => {
    point("pointerdown", 50, 20);
    point("pointermove", 80, 30, { buttons: 1 });
    point("pointermove", 120, 40, { buttons: 1, shiftKey: true });
    point("pointerup", 120, 40);
    const drags = told.filter((intent) => intent.kind === "drag");
    expect(drags.map((drag) => drag.phase)).toEqual(["start", "move", "move", "end"]);
    expect(new Set(drags.map((drag) => JSON.stringify(drag.from))).size).toBe(1);
    expect(drags[0]?.from).toEqual({ unit: "a1", part: "hull", x: 50, y: -20 });
    expect(drags.map((drag) => drag.free)).toEqual([false, false, true, false]);
    expect([drags[3]?.x, drags[3]?.y]).toEqual([120, -40]);
    expect(told.some((intent) => intent.kind === "pick")).toBe(false);
  });

  it("cancels a drag that the browser takes away", () => {
    point("pointerdown", 50, 20);
    point("pointermove", 90, 20, { buttons: 1 });
    point("pointercancel", 90, 20);
    expect(told.map((intent) => (intent.kind === "drag" ? intent.phase : intent.kind))).toEqual([
      "start",
      "move",
      "cancel",
    ]);
  });

  it("moves the table when it starts on the ground", () => {
    point("pointerdown", 150, 20);
    point("pointermove", 170, 30, { buttons: 1 });
    point("pointerup", 170, 30);
    expect(calls).toContainEqual(["pan", [150, 20], [170, 30]]);
    expect(told).toEqual([]);
  });

  it("turns the standing scene with the right button and moves the plan with it", () => {
    point("pointerdown", 150, 20, { button: 2 });
    point("pointermove", 160, 20, { buttons: 2 });
    point("pointerup", 160, 20, { button: 2 });
    expect(calls.map((call) => call[0])).toContain("pan");
    standing = true;
    point("pointerdown", 150, 20, { button: 2 });
    point("pointermove", 160, 40, { buttons: 2 });
    expect(calls).toContainEqual(["turn", -3.5, 5]);
  });

  it("reports what the mouse is over, and needs no hover from a finger", () => {
    point("pointermove", 50, 20);
    point("pointermove", 50, 20, { pointerType: "touch" });
    expect(told).toEqual([{ kind: "hover", unit: "a1", x: 50, y: -20 }]);
  });

  it("shows the loupe while a finger drags and hides it after", () => {
    point("pointerdown", 50, 20, { pointerType: "touch" });
    point("pointermove", 90, 20, { pointerType: "touch" });
    expect(calls).toContainEqual(["loupe", [90, 20]]);
    point("pointerup", 90, 20, { pointerType: "touch" });
    expect(calls[calls.length - 1]).toEqual(["loupe", null]);
  });

  it("leaves buttons over the table alone", () => {
    const button = document.createElement("button");
    element.append(button);
    point("pointerdown", 50, 20, {}, button);
    point("pointerup", 50, 20, {}, button);
    expect(told).toEqual([]);
  });

  it("zooms with the wheel about the pointer", () => {
    const wheel = new MouseEvent("wheel", { clientX: 30, clientY: 40, cancelable: true });
    element.dispatchEvent(Object.assign(wheel, { deltaY: -100, deltaMode: 0 }));
    expect(wheel.defaultPrevented).toBe(true);
    const [name, factor, x, y] = calls[0] ?? ["nothing"];
    expect([name, x, y]).toEqual(["zoom", 30, 40]);
    expect(factor).toBeGreaterThan(1);
  });
});

describe("two fingers", () => {
  const touch = { pointerType: "touch" };

  it("zoom and move the plan", () => {
    point("pointerdown", 200, 100, { ...touch, pointerId: 1 });
    point("pointerdown", 300, 100, { ...touch, pointerId: 2 });
    point("pointermove", 400, 100, { ...touch, pointerId: 2 });
    expect(calls).toContainEqual(["zoom", 2, 300, 100]);
    expect(calls).toContainEqual(["pan", [250, 100], [300, 100]]);
    expect(told).toEqual([]);
  });

  it("turn and tilt the scene", () => {
    standing = true;
    point("pointerdown", 200, 100, { ...touch, pointerId: 1 });
    point("pointerdown", 300, 100, { ...touch, pointerId: 2 });
    point("pointermove", 300, 200, { ...touch, pointerId: 2 });
    const turn = calls.find((call) => call[0] === "turn");
    expect(turn?.[1]).toBeCloseTo(45, 6);
    expect(turn?.[2]).toBeCloseTo(12.5, 6);
  });

  it("make a drag free without ending it", () => {
    point("pointerdown", 50, 20, { ...touch, pointerId: 1 });
    point("pointermove", 90, 20, { ...touch, pointerId: 1 });
    point("pointerdown", 300, 300, { ...touch, pointerId: 2 });
    point("pointermove", 95, 20, { ...touch, pointerId: 1 });
    const last = told[told.length - 1];
    expect(last?.kind === "drag" && last.free && last.phase === "move").toBe(true);
    expect(calls.some((call) => call[0] === "zoom")).toBe(false);
  });

  it("tap nothing when they are lifted", () => {
    point("pointerdown", 200, 100, { ...touch, pointerId: 1 });
    point("pointerdown", 300, 100, { ...touch, pointerId: 2 });
    point("pointerup", 200, 100, { ...touch, pointerId: 1 });
    point("pointerup", 300, 100, { ...touch, pointerId: 2 });
    expect(told).toEqual([]);
  });
});
