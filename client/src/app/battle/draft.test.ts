import { describe, expect, it } from "vitest";
import { groupOf } from "../chapters";
import { game } from "../testing";
import {
  isChanged,
  newDraft,
  optionsOf,
  orderOf,
  presetOf,
  summaryOf,
  switchGroups,
  usualPoints,
  withOptions,
  withPoints,
  withScenario,
  withUnits,
} from "./draft";

const draft = newDraft(game);

describe("a battle being agreed on", () => {
  it("can be started at once: me against the recruit by the quick rules", () => {
    expect(orderOf(game, draft)).toEqual({
      game: "micro_brick_battle",
      scenario: "six_v_six",
      seats: [{ kind: "me" }, { kind: "bot", level: "recruit" }],
      options: { rules_level: ["quick", "quick"] },
      ready: true,
    });
    expect(summaryOf(game, draft)).toBe("6 vs 6, quick rules: me against the Recruit bot");
  });
  it("has a link on the second seat when a friend is invited", () => {
    expect(orderOf(game, newDraft(game, { invite: true })).seats[1]).toEqual({ kind: "link" });
  });
  it("takes the asked scenario, or the first when there is no such", () => {
    expect(newDraft(game, { scenario: "crossroads" }).scenario).toBe("crossroads");
    expect(newDraft(game, { scenario: "moon" }).scenario).toBe("six_v_six");
    expect(withScenario(game, draft, "crossroads").seats).toEqual(draft.seats);
  });
  it("knows which preset the switches are", () => {
    expect(presetOf(game, draft)).toBe("quick");
    expect(presetOf(game, { ...draft, options: {} })).toBe("book");
    expect(presetOf(game, { ...draft, options: { rules_level: ["base", "base"] } })).toBe("book");
    expect(presetOf(game, { ...draft, options: { round_limit: 8 } })).toBe("own");
  });
  it("marks switches that differ from the book, also when written out", () => {
    const [level, limit] = game.catalogue.switches;
    if (!level || !limit) throw new Error("the game of the tests has switches");
    expect(isChanged(level, draft.options, 2)).toBe(true);
    expect(isChanged(level, { rules_level: ["base", "base"] }, 2)).toBe(false);
    expect(isChanged(limit, { round_limit: 0 }, 2)).toBe(false);
  });
  it("groups switches by chapter and leaves the points to the armies", () => {
    expect(switchGroups(game, groupOf).map(([group, cards]) => [group, cards.map((one) => one.id)])).toEqual([
      ["young", ["rules_level"]],
      ["win", ["round_limit"]],
    ]);
  });
  it("buys armies that begin as the forces of the scenario", () => {
    const bought = withPoints(game, draft, usualPoints(game, draft));
    expect(bought.points).toBe(100);
    expect(orderOf(game, bought).armies).toEqual([[["M4 Sherman", 6]], [["Panzer III", 6]]]);
    expect(optionsOf(game, bought)).toEqual({ rules_level: ["quick", "quick"], point_limit: 100 });
    expect(orderOf(game, withPoints(game, bought, 0)).armies).toBeUndefined();
  });
  it("adds and takes away units without touching the other army", () => {
    const bought = withPoints(game, draft, 100);
    const more = withUnits(withUnits(bought, 0, "Panzer III", 1), 0, "M4 Sherman", -1);
    expect(more.armies).toEqual([
      [
        ["M4 Sherman", 5],
        ["Panzer III", 1],
      ],
      [["Panzer III", 6]],
    ]);
    expect(withUnits(more, 0, "Panzer III", -1).armies[0]).toEqual([["M4 Sherman", 5]]);
    expect(withUnits(bought, 0, "Tiger I", -1).armies).toEqual(bought.armies);
  });
  it("takes the points of a code into the armies", () => {
    const coded = withOptions(game, draft, { point_limit: 60, round_limit: 8 });
    expect([coded.points, coded.options]).toEqual([60, { round_limit: 8 }]);
    expect(withOptions(game, coded, { point_limit: 0 }).points).toBe(0);
  });
});
