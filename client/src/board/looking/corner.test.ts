// The small plan in the scene: it lies where it hides the fewest units, and does not jump about.
import { describe, expect, it } from "vitest";
import type { Point, Rect } from "../types";
import { clearest, Loupe, loupeAt } from "./corner";
import { firstLook } from "./views";

const look = { ...firstLook(), width: 1440, height: 900, margins: { top: 70, right: 372, bottom: 80, left: 0 } };
const LOW_RIGHT = { x: "right", y: "bottom" } as const;

const units = (...all: Point[]) => ({ watched: [], units: all });
const box = (x: number, y: number): Rect => ({ x, y, w: 30, h: 40 });

describe("the corner of the small plan", () => {
  it("never hides what is looked at, whoever stands in the other corners", () => {
    const crowd: Point[] = [
      [900, 150],
      [950, 150],
      [100, 150],
    ];
    const seen = { watched: [box(880, 700), box(60, 690)], units: crowd };
    expect(clearest(look, seen, LOW_RIGHT)).toEqual({ x: "left", y: "top" });
  });

  it("is none where all of them hide something that is looked at", () => {
    const watched = [box(880, 700), box(60, 690), box(60, 120), box(880, 120)];
    expect(clearest(look, { watched, units: [] }, LOW_RIGHT)).toBeNull();
  });

  it("is the usual one while nobody is there", () => {
    expect(clearest(look, units([500, 400]), LOW_RIGHT)).toEqual(LOW_RIGHT);
  });

  it("is another one when somebody would be hidden, and stays there", () => {
    const up = { x: "right", y: "top" } as const;
    expect(clearest(look, units([900, 760]), LOW_RIGHT)).toEqual(up);
    expect(clearest(look, units([500, 400]), up)).toEqual(up);
  });

  it("is the one with the fewest where somebody is everywhere", () => {
    const crowd: Point[] = [
      [900, 760],
      [950, 760],
      [900, 150],
      [100, 150],
      [100, 760],
      [120, 760],
    ];
    expect(clearest(look, units(...crowd), LOW_RIGHT)).toEqual({ x: "right", y: "top" });
  });
});

describe("the loupe", () => {
  const free = { x: 0, y: 230, w: 390, h: 480 };

  it("lies above the finger", () => {
    expect(loupeAt([200, 500], free)).toEqual([140, 320]);
  });

  it("goes below where a panel lies above, and stays within the board", () => {
    expect(loupeAt([40, 300], free)).toEqual([6, 360]);
  });

  it("leaves the place to a sentence", () => {
    const loupe = new Loupe();
    const picture = document.createElement("canvas");
    loupe.show([200, 500]);
    loupe.draw(picture, 390, free, true);
    expect(loupe.element.style.display).toBe("none");
    loupe.draw(picture, 390, free, false);
    expect(loupe.element.style.display).toBe("block");
  });
});
