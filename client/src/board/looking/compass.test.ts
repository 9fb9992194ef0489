// Where north is on a table that lies turned.
import { describe, expect, it } from "vitest";
import { Compass, northOf } from "./compass";
import { firstLook, lensOf, project } from "./views";

const look = (spin: number) => ({ ...firstLook(), width: 400, height: 800, scale: 4, spin });

describe("the compass", () => {
  it("is not there while north is up", () => {
    const compass = new Compass();
    compass.draw(look(0), false);
    expect(compass.element.style.display).toBe("none");
  });

  it("lies where it says, above the ruler where there is one", () => {
    const compass = new Compass();
    const turned = { ...look(90), margins: { top: 0, right: 0, bottom: 20, left: 10 } };
    expect(compass.place(look(0), false)).toBeNull();
    expect(compass.place(turned, false)).toEqual({ x: 18, y: 736, w: 36, h: 36 });
    expect(compass.place(turned, true)?.y).toBe(698);
  });

  it("points where the north edge lies on the screen", () => {
    for (const [spin, said] of [
      [90, "North is to the right"],
      [180, "North is down"],
      [270, "North is to the left"],
    ] as const) {
      const compass = new Compass();
      compass.draw(look(spin), false);
      expect(compass.element.style.display).toBe("block");
      expect(compass.element.getAttribute("aria-label")).toBe(said);
      const lens = lensOf(look(spin));
      const [x0, y0] = project(lens, look(spin), 0, 0);
      const [x1, y1] = project(lens, look(spin), 0, 10);
      const turned = (Math.atan2(x1 - x0, y0 - y1) * 180) / Math.PI;
      expect((turned + 360) % 360).toBeCloseTo(northOf(look(spin)) ?? -1, 3);
    }
  });
});
