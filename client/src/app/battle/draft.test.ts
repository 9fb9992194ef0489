import { describe, expect, it } from "vitest";
import { game } from "../testing";
import { isOn, listSwitches, sellsPieces } from "./army_switches";
import { presetOf } from "./chapters";
import {
  anotherNumber,
  forceOf,
  isChanged,
  newDraft,
  numberSwitch,
  optionsOf,
  orderOf,
  switchValue,
  titleOf,
  usualPoints,
  withArmy,
  withNumber,
  withOptions,
  withPoints,
  withScenario,
  withStyle,
  withUnits,
  withUpgrade,
} from "./draft";
import { textOf } from "./own_unit";
import { summaryOf } from "./summary";

const draft = newDraft(game);
const [first] = game.catalogue.scenarios;
if (!first) throw new Error("the game of the tests has scenarios");
const six = { ...first, id: "six", title: "Six", seats: 6 };

describe("a battle being agreed on", () => {
  it("can be started at once: me against the first bot by the quick rules", () => {
    expect(orderOf(game, draft)).toEqual({
      game: "micro_brick_battle",
      scenario: "six_v_six",
      seats: [{ kind: "me" }, { kind: "bot", level: "cadet" }],
      options: { rules_level: ["quick", "quick"] },
      ready: true,
    });
    expect(summaryOf(game, draft)).toBe("6 vs 6, quick rules: me against the Cadet bot");
  });
  it("names the style of a bot that plans, and of no other", () => {
    const seats = (level: string) => draft.seats.map((old, i) => (i === 1 ? { ...old, level, style: "bold" } : old));
    const bold = { ...draft, seats: seats("regular") };
    expect(orderOf(game, bold).seats[1]).toEqual({ kind: "bot", level: "regular", style: "bold" });
    expect(summaryOf(game, bold)).toBe("6 vs 6, quick rules: me against the bold Regular bot");
    expect(orderOf(game, { ...draft, seats: seats("recruit") }).seats[1]).toEqual({ kind: "bot", level: "recruit" });
    expect(withStyle(game, { kind: "bot", level: "regular", style: "bold" }, "even").style).toBeUndefined();
  });
  it("lets the dice wait for everybody only where that was wished", () => {
    expect(orderOf(game, draft).parts).toBeUndefined();
    expect(orderOf(game, { ...draft, parts: true }).parts).toBe(true);
  });

  it("is slow only where people at two devices may have to react", () => {
    const invited = { ...newDraft(game, { invite: true }), slow: true };
    expect(orderOf({ ...game, reactions: true }, invited).slow).toBe(true);
    expect(orderOf(game, invited).slow).toBeUndefined();
    expect(orderOf({ ...game, reactions: true }, { ...draft, slow: true }).slow).toBeUndefined();
  });
  it("says how long a live table waits for a secret, where somebody may have to react", () => {
    const reacting = { ...game, reactions: true };
    const invited = newDraft(game, { invite: true });
    expect(orderOf(reacting, invited).secret_seconds).toBe(15);
    expect(orderOf(reacting, { ...invited, secretSeconds: 5 }).secret_seconds).toBe(5);
    expect(orderOf(reacting, { ...invited, slow: true }).secret_seconds).toBeUndefined();
    expect(orderOf(game, invited).secret_seconds).toBeUndefined();
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
    expect(presetOf(game, { ...draft, options: { round_limit: 9 } })).toBe("own");
  });
  it("calls units as their cards do, never by a name of the data", () => {
    const { catalogue } = game;
    const squad = { ...catalogue.cards["M4 Sherman"], title: "Rifle squad" } as NonNullable<
      (typeof catalogue.cards)[string]
    >;
    const other = { ...game, catalogue: { ...catalogue, cards: { rifle_squad: squad } } };
    expect(titleOf(other, "rifle_squad")).toBe("Rifle squad");
    expect(titleOf(game, "M4 Sherman with Captain")).toBe("M4 Sherman with Captain");
  });
  it("marks switches that differ from the book, also when written out", () => {
    const [level, limit] = game.catalogue.switches;
    if (!level || !limit) throw new Error("the game of the tests has switches");
    expect(isChanged(level, draft.options, 2)).toBe(true);
    expect(isChanged(level, { rules_level: ["base", "base"] }, 2)).toBe(false);
    expect(isChanged(limit, { round_limit: 0 }, 2)).toBe(false);
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
  it("says what a code means where new battles open otherwise", () => {
    const { catalogue } = game;
    const turning = { ...catalogue.switches[1], id: "turning", default: "free" } as (typeof catalogue.switches)[0];
    const limited = { ...catalogue.presets[0], id: "book", options: { turning: "limited" } };
    const sea = { ...game, catalogue: { ...catalogue, switches: [turning], presets: [limited] } } as typeof game;
    expect(newDraft(sea).options).toEqual({ turning: "limited" });
    expect(withOptions(sea, newDraft(sea), { turning: "free" }).options).toEqual({ turning: "free" });
  });
  it("has as many seats as the scenario, and says so in one line", () => {
    const crowd = { ...game, catalogue: { ...game.catalogue, scenarios: [...game.catalogue.scenarios, six] } };
    const many = newDraft(crowd, { scenario: "six" });
    expect(many.seats.map((seat) => seat.kind)).toEqual(["me", "bot", "bot", "bot", "bot", "bot"]);
    expect(summaryOf(crowd, many)).toBe("Six, quick rules: me against the Cadet bot ×5");
    expect(orderOf(crowd, many).options).toEqual({ rules_level: Array.from({ length: 6 }, () => "quick") });
    expect(withScenario(crowd, many, "six_v_six").seats).toHaveLength(2);
  });
  it("lets the scenario have its own switches until somebody agrees otherwise", () => {
    const limit = game.catalogue.switches[1];
    if (!limit) throw new Error("the game of the tests has switches");
    expect(switchValue(limit, {}, 2, { round_limit: 8 })).toBe(8);
    expect(switchValue(limit, { round_limit: 5 }, 2, { round_limit: 8 })).toBe(5);
    expect(isChanged(limit, {}, 2, { round_limit: 8 })).toBe(true);
  });
  it("brings an army of one's own for my seat, within the asked points", () => {
    const brought = newDraft(game, { army: [["Duke: L1", 1]], points: 60 });
    expect([brought.points, brought.armies]).toEqual([60, [[["Duke: L1", 1]], [["Panzer III", 6]]]]);
    expect(summaryOf(game, brought)).toBe("6 vs 6, quick rules: me with Duke against the Cadet bot");
    expect(withScenario(game, brought, "crossroads").armies[0]).toEqual([["Duke: L1", 1]]);
  });
  it("calls an army by its name, else by what it is made of, never by what the scenario has there", () => {
    const named = newDraft(game, { army: [["Duke: L1", 1]], armyName: "Old Guard", points: 60 });
    expect(forceOf(game, named, 0)).toBe("Old Guard");
    expect(orderOf(game, named).army_names).toEqual(["Old Guard", ""]);
    expect(forceOf(game, withScenario(game, named, "crossroads"), 0)).toBe("Old Guard");
    expect(summaryOf(game, named)).toContain("me with Old Guard");
    const germans = withArmy(game, draft, 0, [["Panzer III", 2]]);
    expect(forceOf(game, germans, 0)).toBe(game.catalogue.cards["Panzer III"]?.country || "An army of its own");
    expect(orderOf(game, germans).army_names).toBeUndefined();
    expect(forceOf(game, withPoints(game, named, 0), 0)).toBe(first.sides[0]);
  });
});

describe("what an army is made of", () => {
  const pool = { ...(game.catalogue.switches[1] ?? ({} as never)), id: "terrain_points", clause: "mbb.obst.pool" };
  const planes = { ...pool, id: "planes", clause: "mbb.air.table", default: false };
  const switches = [...game.catalogue.switches, pool, planes];
  const rich = { ...game, catalogue: { ...game.catalogue, switches, piece_switches: ["terrain_points"] } };
  it("gives one unit something on top and takes it away again", () => {
    const bought = withPoints(game, draft, 100);
    const led = withUpgrade(bought, 0, "M4 Sherman", " with Captain");
    expect(led.armies[0]).toEqual([
      ["M4 Sherman", 5],
      ["M4 Sherman with Captain", 1],
    ]);
    expect(withUpgrade(led, 0, "M4 Sherman with Captain", " with Captain").armies[0]).toEqual([["M4 Sherman", 6]]);
  });
  it("shows the switches that decide about lists beside them, not the points themselves", () => {
    expect(listSwitches(rich).map((card) => card.id)).toEqual(["terrain_points", "planes"]);
    expect(sellsPieces(rich, { ...draft, options: { terrain_points: 20 } })).toBe(true);
    expect(sellsPieces(rich, { ...draft, options: { terrain_points: 0 } })).toBe(false);
    expect(isOn(rich, draft, "planes")).toBe(false);
    expect(isOn(rich, { ...draft, options: { planes: true } }, "planes")).toBe(true);
  });
  it("writes a unit of one's own as an army list takes it", () => {
    const numbers = { AP: 4, DP: 3, MP: 10 };
    expect(textOf({ name: " Lynx ", numbers, kinds: ["fixed"], style: "light", price: 0 })).toBe(
      "Lynx: AP4 DP3 MP10 fixed light",
    );
    expect(textOf({ name: "Lynx", numbers, kinds: [], style: "", price: 15 })).toBe("Lynx: AP4 DP3 MP10 RC15");
  });
});

describe("a table from a number", () => {
  const number = { ...(game.catalogue.switches[1] ?? ({} as never)), id: "table", lowest: 1, highest: 9 };
  const drawn = { ...first, id: "drawn", number_switch: "table" };
  const catalogue = { ...game.catalogue, scenarios: [drawn], switches: [...game.catalogue.switches, number] };
  const random = { ...game, catalogue };
  it("is asked for where a scenario draws its table, and nowhere else", () => {
    expect(numberSwitch(game, draft)).toBeUndefined();
    const mine = newDraft(random);
    expect(numberSwitch(random, mine)?.id).toBe("table");
    expect(orderOf(random, withNumber(random, mine, 7)).options).toMatchObject({ table: 7 });
    expect(withNumber(game, draft, 7)).toBe(draft);
  });
  it("is never the same again, and always one there is", () => {
    const found = [0, 0.2, 0.5, 0.99, 1].map((one) => anotherNumber(number, 5, () => one));
    expect(found).not.toContain(5);
    expect(Math.min(...found)).toBe(1);
    expect(Math.max(...found)).toBe(9);
  });
});
