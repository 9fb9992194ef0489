import { afterEach, expect, it } from "vitest";
import { clausesIn, inBattle, rulesFrom, standingOf } from "./in_battle";

const battle = { match: "m1", game: "g", title: "Duel", options: { wind: true, forts: false, mines: "none" }, now: [] };

afterEach(() => {
  inBattle.value = null;
  localStorage.clear();
});

it("gathers every clause something names, each once, in the order it is met", () => {
  const asked = { clause: "a.b", offer: { movers: [{ why: [{ clause: "c.d" }] }], clause: "a.b" }, title: "x" };
  expect(clausesIn(asked)).toEqual(["a.b", "c.d"]);
  expect(clausesIn(null)).toEqual([]);
});

it("knows how a switch stands in the battle the rules were opened from, and nothing without one", () => {
  expect(standingOf("wind")).toBe("");
  inBattle.value = battle;
  expect([standingOf("wind"), standingOf("forts"), standingOf("mines"), standingOf("tides")]).toEqual([
    ...["on", "off", "off", ""],
  ]);
});

it("keeps the battle for the page that is opened from it", () => {
  expect(rulesFrom(null)).toBe("/rules");
  expect(rulesFrom(battle)).toBe("/rules?game=g&battle=m1");
  expect(JSON.parse(localStorage.getItem("brickfield.battle") ?? "")).toMatchObject({ match: "m1" });
});
