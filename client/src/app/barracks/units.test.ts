// The text of a unit as it is built, figure by figure.
import { describe, expect, it } from "vitest";
import type { BuiltCard, Yard } from "../../protocol";
import { cleanName, draftOf, partThat, textOf, withCount, withPart } from "./units";

const module = (id: string, fits: string) => ({
  id,
  title: id,
  fits,
  cost: 0,
  numbers: [],
  clause: "",
  own: false,
  feet: 0,
});
const yard = {
  modules: [
    module("regular", "figure"),
    module("smg", "primary"),
    module("carbine", "primary"),
    module("grenade", "item"),
  ],
} as unknown as Yard;

describe("a unit", () => {
  it("counts figures that are alike and stand side by side", () => {
    const figures = [
      ["veteran", "smg", "grenade"],
      ["regular", "smg"],
      ["regular", "smg"],
    ];
    expect(textOf({ name: "Red Foxes", figures, parts: [] })).toBe("Red Foxes: veteran smg grenade, 2 regular smg");
    expect(textOf({ name: "", figures: [["regular", "smg"]], parts: ["heavy_support"] })).toBe(
      "heavy_support, regular smg",
    );
    expect(textOf({ name: "", figures: [], parts: ["M1", "map", "mg"] })).toBe("M1 map mg");
  });

  it("has another weapon in the place of the one before", () => {
    expect(withPart(yard, ["regular", "smg", "grenade"], "primary", "carbine")).toEqual([
      "regular",
      "carbine",
      "grenade",
    ]);
    expect(partThat(yard, ["regular", "smg"], "primary")).toBe("smg");
    expect(withCount(["regular", "grenade", "grenade"], "grenade", -1)).toEqual(["regular", "grenade"]);
  });

  it("keeps the name of a ready-made card when it is changed, and is otherwise called what it was given", () => {
    const card = (text: string, name: string) => ({ text, name, figures: [], parts: [] }) as unknown as BuiltCard;
    expect(draftOf(card("rifle_squad", "Rifle squad"), true).name).toBe("Rifle squad");
    expect(draftOf(card("3 regular smg", "Squad"), false).name).toBe("");
    expect(draftOf(card("Foxes: 3 regular smg", "Foxes"), false).name).toBe("Foxes");
    expect(cleanName("A: b; c, d")).toBe("A b c d");
  });
});
