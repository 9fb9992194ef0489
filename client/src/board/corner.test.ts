// The small plan in the scene: it lies where it hides the fewest units, and does not jump about.
import { describe, expect, it } from "vitest";
import { clearest, loupeAt } from "./corner";
import { overlap } from "./labels";
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
  const free = { x: 0, y: 230, w: 390, h: 480 };
  const boxOf = ([x, y]: readonly [number, number]) => ({ x, y, w: 120, h: 120 });

  it("lies above the finger", () => {
    expect(loupeAt([200, 500], free, [])).toEqual([140, 320]);
  });

  it("goes below where there is no room above, and stays within the board", () => {
    expect(loupeAt([40, 300], free, [])).toEqual([6, 360]);
  });

  it("never lies on a sentence while there is room elsewhere", () => {
    for (const [x, y] of [
      [60, 400],
      [300, 420],
      [200, 600],
    ] as const) {
      const above = { x: 5, y: y - 180, w: 280, h: 84 };
      const box = boxOf(loupeAt([x, y], free, [above]));
      expect(overlap(box, above)).toBe(false);
      expect(box.y).toBeGreaterThanOrEqual(free.y);
    }
  });
});
