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
