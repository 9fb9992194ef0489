import { beforeEach, describe, expect, it } from "vitest";
import { armyCode, armyNameIn, battleWith, designs, nameOf, readArmyCode } from "./designs";

beforeEach(() => designs.forgetAll());

describe("designs of one's own", () => {
  it("writes an army as a code that reads back", () => {
    const army: [string, number][] = [
      ["Sea Wolf 12: 4-2-6 oars", 2],
      ["Cutter", 1],
    ];
    expect(armyCode(army)).toBe("2x Sea Wolf 12: 4-2-6 oars; Cutter");
    expect(readArmyCode(armyCode(army))).toEqual(army);
    expect(readArmyCode(" 3 × Galleon \n; ; Cutter;")).toEqual([
      ["Galleon", 3],
      ["Cutter", 1],
    ]);
    expect(battleWith("sea", [["Cutter", 1]])).toBe("/new?game=sea&army=Cutter");
  });
  it("gives an army's name away with its code, and nothing where it has none", () => {
    const named = armyCode([["Cutter", 2]], "Old; [Guard]");
    expect(named).toBe("[Old Guard] 2x Cutter");
    expect(armyNameIn("[Old Guard] 2x Cutter")).toBe("Old Guard");
    expect(readArmyCode("[Old Guard] 2x Cutter; Galleon")).toEqual(readArmyCode("2x Cutter; Galleon"));
    expect(armyNameIn("2x Cutter")).toBe("");
    designs.keepCalled("sea", "Old Guard");
    designs.reload();
    expect(designs.called("sea")).toBe("Old Guard");
  });
  it("keeps the newest card of a name first, and forgets", () => {
    designs.keepCard("mech", "Duke: L1-T1");
    designs.keepCard("mech", "Baron: L2-T2");
    designs.keepCard("mech", "Duke: L3-T3");
    expect(designs.cards("mech")).toEqual(["Duke: L3-T3", "Baron: L2-T2"]);
    expect(designs.cards("sea")).toEqual([]);
    designs.reload();
    expect(designs.cards("mech")).toHaveLength(2);
    designs.dropCard("mech", "Baron: L2-T2");
    expect(designs.cards("mech")).toEqual(["Duke: L3-T3"]);
  });
  it("keeps armies by name", () => {
    designs.keepArmy("sea", "Home fleet", [["Galleon", 2]]);
    expect(designs.armies("sea")).toEqual({ "Home fleet": [["Galleon", 2]] });
    designs.dropArmy("sea", "Home fleet");
    expect(designs.armies("sea")).toEqual({});
  });
  it("finds the name before the colon", () => {
    expect(nameOf("Duke: L1-T1")).toBe("Duke");
    expect(nameOf("Galleon")).toBe("Galleon");
    expect(nameOf("Sea Wolf 12: 4-2-6 oars")).toBe("Sea Wolf");
    expect(nameOf("Duke 2: L1-T1")).toBe("Duke 2");
  });
});
