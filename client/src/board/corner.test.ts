// The small plan in the scene: it lies where it hides the fewest units, and does not jump about.
import { describe, expect, it } from "vitest";
import { clearest, Loupe } from "./corner";
import { firstLook } from "./views";

const look = { ...firstLook(), width: 1440, height: 900, margins: { top: 70, right: 372, bottom: 80, left: 0 } };
const LOW_RIGHT = { x: "right", y: "bottom" } as const;

describe("the corner of the small plan", () => {
  it("is the usual one while nobody is there", () => {
    expect(clearest(look, [[500, 400]], LOW_RIGHT)).toEqual(LOW_RIGHT);
  });

  it("is another one when somebody would be hidden, and stays there", () => {
    const up = clearest(look, [[900, 760]], LOW_RIGHT);
    expect(up).toEqual({ x: "right", y: "top" });
    expect(clearest(look, [[500, 400]], up)).toEqual(up);
  });

  it("is the one with the fewest where somebody is everywhere", () => {
    const crowd: [number, number][] = [
      [900, 760],
      [950, 760],
      [900, 150],
      [100, 150],
      [100, 760],
      [120, 760],
    ];
    expect(clearest(look, crowd, LOW_RIGHT)).toEqual({ x: "right", y: "top" });
  });
});

describe("the loupe", () => {
  it("lies above the finger, but not under the panels at the top", () => {
    const [loupe, free] = [new Loupe(), { x: 4, y: 140, w: 382, h: 340 }];
    expect(loupe.box(free)).toBeNull();
    loupe.show([200, 400]);
    expect(loupe.box(free)).toMatchObject({ x: 140, y: 220 });
    loupe.show([200, 250]);
    expect(loupe.box(free)).toMatchObject({ x: 140, y: 310 });
    loupe.show([20, 400]);
    expect(loupe.box(free)).toMatchObject({ x: 10 });
  });
});
