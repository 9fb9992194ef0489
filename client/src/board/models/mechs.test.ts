// Mechs as bricks: every module differs, what is off is not built, loose parts lie on the ground.
import { describe, expect, it } from "vitest";
import { aPiece, aUnit } from "../testing";
import { pieceParts, unitParts } from "./index";
import { type Part, PLATE } from "./part";

const K = 4;
const mech = (model: string, more = {}) => unitParts(aUnit("u", 0, 0, 0, { model, length: 2, width: 2, ...more }), K);
const built = (parts: readonly Part[]): string => JSON.stringify(parts);

describe("a Mech", () => {
  it("looks different for every module of every slot", () => {
    const slots = ["L2", "T2", "S2", "S4", "A3", "A6"];
    const families = [
      ["L1", "L2", "L3", "L4", "L5"],
      ["T1", "T2", "T3", "T4", "T5"],
      ["S0", "S1", "S2", "S3", "S4", "S5", "S6"],
      ["S0", "S1", "S2", "S3", "S4", "S5", "S6"],
      ["A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"],
      ["A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"],
    ];
    families.forEach((modules, slot) => {
      const all = modules.map((module) => built(mech(`mech.${slots.with(slot, module).join("-")}`)));
      expect(new Set(all).size).toBe(modules.length);
    });
  });

  it("stands as high as the rule measures it", () => {
    const top = Math.max(...mech("mech.L2-T2-S3-S3-A3-A6").map((part) => (part.z + part.h) * PLATE));
    expect(top).toBeGreaterThan(11.5);
    expect(top).toBeLessThan(12.6);
  });

  it("loses the bricks of what has come off, on its own side", () => {
    const whole = mech("mech.L2-T2-S2-S4-A3-A6");
    const bare = mech("mech.L2-T2-S2-S4-A3-");
    expect(bare.length).toBeLessThan(whole.length);
    const right = (parts: readonly Part[]) => parts.filter((part) => part.y + part.w / 2 < -2).length;
    const left = (parts: readonly Part[]) => parts.filter((part) => part.y + part.w / 2 > 2).length;
    expect(right(bare)).toBeLessThan(right(whole));
    expect(left(bare)).toBe(left(whole));
  });

  it("carries a plate for each glowing marker, and a closed note", () => {
    const cold = mech("mech.L2-T2-S2-S4-A3-A6").length;
    expect(mech("mech.L2-T2-S2-S4-A3-A6", { glow: 9 }).length).toBe(cold + 9);
    expect(mech("mech.L2-T2-S2-S4-A3-A6", { note: true }).length).toBe(cold + 3);
  });

  it("wears the colour of its side on the shoulders", () => {
    const paints = ([0, 1, 2, 3, 4, 5] as const).map((side) =>
      built(unitParts(aUnit("u", side, 0, 0, { model: "mech.L2-T2-S2-S4-A3-A6", length: 2, width: 2 }), K)),
    );
    expect(new Set(paints).size).toBe(6);
  });
});

describe("a vehicle", () => {
  const build = ["V1", "U1", "S2", "S5", "A6", "A3"];
  const vehicle = (slot = 0, module = "V1") => mech(`mech.${build.with(slot, module).join("-")}`);

  it("looks different for every running gear and turret, and from every Mech", () => {
    const gears = ["V1", "V2", "V3"].map((module) => built(vehicle(0, module)));
    const turrets = ["U1", "U2", "U3"].map((module) => built(vehicle(1, module)));
    expect(new Set([...gears, ...turrets, built(mech("mech.L2-T2-S2-S5-A6-A3"))]).size).toBe(6);
  });

  it("turns its turret with all that hangs on it, and nothing of the hull", () => {
    const turning = (parts: readonly Part[]) => parts.filter((part) => part.turret).length;
    expect(turning(mech("mech.L2-T2-S2-S5-A6-A3"))).toBe(0);
    const bare = vehicle(4, "");
    expect(turning(bare)).toBeLessThan(turning(vehicle()));
    expect(bare.length - turning(bare)).toBe(vehicle().length - turning(vehicle()));
    expect(Math.min(...vehicle().flatMap((part) => (part.turret ? [part.z] : [])))).toBeGreaterThan(6);
  });

  it("stands within its base and as high as the rule measures it", () => {
    for (const gear of ["V1", "V2", "V3"]) {
      const parts = vehicle(0, gear);
      const top = Math.max(...parts.map((part) => (part.z + part.h) * PLATE));
      expect(top).toBeGreaterThan(11.5);
      expect(top).toBeLessThan(12.6);
      // what lies across is written as it would stand
      const hull = parts.filter((part) => !part.turret && part.roll === 0);
      expect(Math.max(...hull.map((part) => part.x + part.l))).toBeLessThanOrEqual(4.01);
      expect(Math.max(...hull.map((part) => part.y + part.w))).toBeLessThanOrEqual(4.2);
    }
  });
});

describe("a loose part", () => {
  it.each(["part.left-S2-A3", "part.right--A6", "part.left-S4-"])("lies on the ground: %s", (model) => {
    const parts = pieceParts(aPiece("P1", model, 0, 0, { side: 1 }), K);
    const low = Math.min(...parts.map((part) => (part.z + part.h / 2) * PLATE - part.w / 2));
    expect(low).toBeCloseTo(0, 6);
    expect(parts.every((part) => Math.abs(part.roll) >= 90)).toBe(true);
  });
});

describe("the yard", () => {
  it("builds obstacles as high as they are measured", () => {
    for (const model of ["building", "tower", "rock", "wall", "tree"]) {
      const parts = pieceParts(aPiece("T1", model, 0, 0, { length: 2, width: 2, height: 3.5 }), K);
      const top = Math.max(...parts.map((part) => (part.z + part.h) * PLATE));
      expect(top, model).toBeCloseTo(14, 0);
    }
  });
});
