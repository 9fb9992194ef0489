import { h } from "preact";
import { describe, expect, it } from "vitest";
import { clear, show } from "../../kit/testing";
import type { BuiltCard, ModuleFace, NumberFace, Yard } from "../../protocol";
import { lineOf } from "../brick_die/curve";
import { battleWithDice } from "../brick_die/throws";
import { added, counted, replaced, shipOf, textOf as shipText, spent, withWord } from "../shipyard/ships";
import { cleanName, columns, moduleIn, slotFor, textOf, withSlot, written } from "../workshop/bench";
import { MechDrawing } from "../workshop/drawing";

const number = (id: string, value: number): NumberFace => ({
  id,
  title: id,
  short: id,
  value,
  clause: "c",
  written: "",
});
const arm: ModuleFace = {
  id: "A1",
  title: "Claw",
  fits: "arm",
  cost: 8,
  numbers: [number("melee", 2)],
  clause: "c",
  own: false,
  feet: 0,
};
const legs: ModuleFace = { ...arm, id: "L1", title: "Legs", fits: "legs", numbers: [number("movement", 8)] };
const slot = (id: string, fits: string, side: string) => ({ id, title: id, fits, side, clause: "c" });
const workshop: Yard = {
  manner: "slots",
  noun: "Mech",
  example: "Raider",
  budget: number("budget", 170),
  limits: [],
  prices: [],
  slots: [slot("legs", "legs", ""), slot("left_arm", "arm", "left")],
  modules: [legs, arm],
  points: [],
  kinds: [],
  styles: [],
  switches: [],
  fashion_switch: "",
  fashions: {},
  pricing: [],
  pricing_clause: "",
};
const shipyard: Yard = {
  ...workshop,
  manner: "points",
  points: [number("firepower", 1), number("base", 1), number("speed", 1)],
  kinds: [{ value: "oars", text: "rowed" }],
  styles: [
    { value: "galleon", text: "galleon" },
    { value: "steamer", text: "steamer" },
  ],
};

describe("the bench of the workshop", () => {
  it("writes a name and what is in each slot", () => {
    const bench = withSlot({ name: " Duke ", slots: ["", ""] }, 0, "L1");
    expect(textOf(bench)).toBe("Duke: L1-");
    expect(textOf({ ...bench, name: "" })).toBe("L1-");
  });
  it("names the version where there is a left and a right one", () => {
    expect(written(arm, "right")).toBe("A1.right");
    expect(written(legs, "")).toBe("L1");
    expect(moduleIn(workshop, "A1.right")).toBe(arm);
    expect(moduleIn(workshop, "")).toBeUndefined();
  });
  it("stands on as many feet as its legs have, two on each side of a quad", () => {
    const feet = (module: ModuleFace) => {
      const drawing = h(MechDrawing, { yard: workshop, modules: [module, undefined], title: "Mech" });
      return [...show(drawing).querySelectorAll<SVGElement>("[data-foot]")].map((one) => Number(one.dataset.foot));
    };
    expect(feet({ ...legs, feet: 2 })).toEqual([-34, 34]);
    const quad = feet({ ...legs, feet: 4 });
    expect(quad.filter((off) => off < 0)).toHaveLength(2);
    expect(quad.filter((off) => off > 0)).toHaveLength(2);
    clear();
  });
  it("finds the slot for a sort of module: an empty one, then that of the side looked at", () => {
    const slots = [...workshop.slots, slot("right_arm", "arm", "right")];
    const both = { ...workshop, slots };
    expect(slotFor(both, { name: "", slots: ["L1", "A1.left", ""] }, "arm", "left")).toBe(2);
    expect(slotFor(both, { name: "", slots: ["L1", "A1.left", "A1.right"] }, "arm", "left")).toBe(1);
    expect(slotFor(both, { name: "", slots: ["L1", "", ""] }, "legs", "left")).toBe(0);
  });
  it("keeps what parts a code out of names", () => {
    expect(cleanName("a: b; c")).toBe("a b c");
    expect(cleanName("x".repeat(40))).toHaveLength(24);
  });
  it("tells dice from the numbers of the whole, and signs a bonus", () => {
    expect(columns(workshop).dice.map((one) => one.id)).toEqual(["melee"]);
    expect(columns(workshop).own.map((one) => one.id)).toEqual(["movement"]);
  });
});

describe("the slipway", () => {
  const ship = { name: "Sea Wolf", length: 12, points: { firepower: 4, base: 2, speed: 6 }, words: ["oars"] };
  it("writes a ship as a fleet list has it and reads what the server understood", () => {
    expect(shipText(shipyard, ship)).toBe("Sea Wolf 12: 4-2-6 oars");
    const face = {
      cost: 12,
      numbers: [number("firepower", 4), number("base", 2), number("speed", 6)],
      traits: ["oars", "x"],
    };
    expect(shipOf(shipyard, { name: "Sea Wolf", face } as unknown as BuiltCard)).toEqual(ship);
    expect(spent(ship)).toBe(12);
  });
  it("has one look at a time and leaves the kinds alone", () => {
    const galleon = withWord(ship, shipyard.styles, "galleon");
    expect(withWord(galleon, shipyard.styles, "steamer").words).toEqual(["oars", "steamer"]);
    expect(withWord(galleon, shipyard.styles, "").words).toEqual(["oars"]);
  });
  it("counts ships of a fleet, the last one taken off goes", () => {
    const fleet = added(added([], "Cutter"), "Cutter");
    expect(fleet).toEqual([["Cutter", 2]]);
    expect(replaced(fleet, 0, "Brig")).toEqual([["Brig", 2]]);
    expect(counted(counted(fleet, 0, -1), 0, -1)).toEqual([]);
  });
});

describe("the brick die", () => {
  it("draws a curve from end to end, its highest point on top", () => {
    expect(lineOf([0, 2, 0], 2)).toBe("M10.0 190.0L300.0 20.0L590.0 190.0");
  });
  it("asks for a battle in which everybody throws these dice", () => {
    const tried = { dice_switch: "dice", chance_switch: "brick_permille", chance_value: 735 };
    const die = { id: "brick", title: "", chance: 0.58, ways: [0, 0] as [number, number], clause: "" };
    const asked = (own: boolean) =>
      JSON.parse(
        new URLSearchParams(battleWithDice("sea", tried as never, die, own).split("?")[1]).get("options") ?? "",
      );
    expect(asked(true)).toEqual({ dice: "brick", brick_permille: 735 });
    expect(asked(false)).toEqual({ dice: "brick", brick_permille: 0 });
  });
});
