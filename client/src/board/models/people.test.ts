// People: every weapon and rank is told apart, plates show how many are left, who lies is low, markers lie beside.
import { describe, expect, it } from "vitest";
import { people } from "../demo_models";
import { opened } from "../looking/levels";
import { pieceBatches } from "../standing";
import { aUnit } from "../testing";
import type { BoardUnit } from "../types";
import { isKnown, pieceParts, unitHeight, unitParts } from "./index";
import { type Part, PLATE } from "./part";

const one = (model: string, more: Partial<BoardUnit> = {}): Part[] =>
  unitParts(aUnit("u", 0, 0, 0, { model, length: 2, width: 2, round: true, ...more }), 1);
const shape = (parts: Part[]): string => JSON.stringify(parts);
const top = (parts: Part[]): number => Math.max(...parts.map((part) => (part.z + part.h) * PLATE));
const heads = (parts: Part[]): number => parts.filter((part) => part.colour === "#e9c46a").length;

describe("figures", () => {
  const WEAPONS =
    "rifle repeater battle_rifle carbine smg shotgun sniper_rifle support rocket flamer mortar pistol grenade";
  const RANKS = "leader officer commander commando medic radio veteran spotter engineer";

  it("are told apart by their weapon and by their rank", () => {
    const models = [
      ...WEAPONS.split(" ").map((word) => `figure.${word}`),
      ...RANKS.split(" ").map((word) => `figure.none.${word}`),
      "figure.none",
    ];
    for (const model of models) expect(isKnown(model), model).toBe(true);
    expect(new Set(models.map((model) => shape(one(model)))).size).toBe(models.length);
  });

  it("are as large as their plate", () => {
    const [small, large] = [one("figure.rifle"), one("figure.rifle", { length: 4, width: 4 })];
    expect(top(large)).toBeCloseTo(2 * top(small), 0);
  });

  it("carry a rifle when nobody knows the weapon", () => {
    expect(shape(one("figure.halberd"))).toBe(shape(one("figure.rifle")));
  });

  it("lie low, for the eye and for the hand", () => {
    expect(top(one("figure.support", { prone: true }))).toBeLessThan(top(one("figure.support")) / 2);
    const unit = aUnit("u", 0, 0, 0, { model: "figure.rifle", length: 2, width: 2 });
    expect(unitHeight({ ...unit, prone: true }, 1)).toBeLessThan(unitHeight(unit, 1) / 2);
  });

  it("cost few bricks", () => {
    for (const unit of people.units) expect(unitParts(unit, 1).length, unit.model).toBeLessThanOrEqual(60);
  });
});

describe("a plate of soldiers", () => {
  it.each([1, 2, 3, 4, 5, 6])("has as many heads as there are markers: %i", (soldiers) => {
    expect(heads(one("soldiers", { length: 4, width: 4, soldiers }))).toBe(soldiers);
  });

  it("has one lying beside those who stand while somebody falls", () => {
    const plate = { length: 4, width: 4, soldiers: 3 };
    const [four, lies] = [one("soldiers", { ...plate, soldiers: 4 }), one("soldiers", { ...plate, falls: "lies" })];
    expect(lies).toHaveLength(four.length);
    expect(one("soldiers", { ...plate, falls: "stands" })).toEqual(four);
    const upright = (parts: typeof four) => parts.filter((part) => part.kind === "tube").length;
    expect(upright(lies)).toBeLessThan(upright(four));
  });

  it("has small plates of their paint under the first markers", () => {
    const bare = one("soldiers", { length: 4, width: 4, soldiers: 2 });
    const red = one("soldiers.red-red", { length: 4, width: 4, soldiers: 2 });
    expect(red.filter((part) => part.colour === "#c4281b")).toHaveLength(2);
    expect(bare.filter((part) => part.colour === "#c4281b")).toHaveLength(0);
  });

  it("keeps its markers on the plate", () => {
    for (const soldiers of [2, 4, 6])
      for (const part of one("soldiers.green", { length: 4, width: 4, soldiers }).filter(
        (each) => each.kind === "tube",
      ))
        expect(Math.hypot(part.x + part.l / 2, part.y + part.w / 2) + part.l / 2).toBeLessThanOrEqual(2.01);
  });
});

describe("markers", () => {
  it("lie beside the foot, each shape another brick", () => {
    const shapes = (["round", "flag", "cross", "bar", "ring"] as const).map((look) =>
      shape(one("figure.rifle", { markers: [{ id: "m", text: "M", shape: look, paint: "red" }] })),
    );
    expect(new Set(shapes).size).toBe(5);
    const parts = one("figure.rifle", { markers: [{ id: "m", text: "M", shape: "round", paint: "blue" }] });
    expect(parts.filter((part) => part.colour === "#2f6fb0").every((part) => part.x + part.l <= -1 + 1e-9)).toBe(true);
  });
});

describe("a thing of one piece with somebody inside", () => {
  it("is whole up to the knees, see-through above, and flies the flag of its holder", () => {
    const shown = opened(people, "");
    const home = shown.pieces.find((piece) => piece.id === "home");
    expect(home).toMatchObject({ open: 0, holder: 0 });
    expect(shown.pieces.find((piece) => piece.id === "empty")).not.toHaveProperty("open");
    const { faded } = pieceBatches({ ...shown, pieces: shown.pieces.filter((piece) => piece.id === "home") });
    const above = pieceParts({ ...people.pieces[0], id: "home" } as (typeof people.pieces)[number], 1);
    expect(faded.box.count + faded.wedge.count + faded.tube.count).toBe(above.filter((part) => part.z >= 3).length);
  });
});

describe("vehicles of bricks", () => {
  it("keep their shape at any size", () => {
    const model = "vehicle.medium.turret.tank.4-4-8.box.tracks";
    const [small, large] = [6, 18].map((length) => one(model, { length, width: length / 2, round: false }));
    expect(large?.map((part) => part.kind)).toEqual(small?.map((part) => part.kind));
    expect(top(large ?? [])).toBeCloseTo(3 * top(small ?? []), 5);
  });
});
