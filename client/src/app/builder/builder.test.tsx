// The army builder: filters derived from cards, rows that stay where they are, limits and odds as the server says them.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, go } from "../../kit";
import { answering, byId, clear, press, settle, show, soon } from "../../kit/testing";
import type { CardFace, LimitFace, Yard } from "../../protocol";
import { designs } from "../designs";
import { game } from "../testing";
import { lengthWords, sharesOf, spentOn } from "./army";
import { choicesOf, EVERYTHING, groupsOf, isSought, offersOf } from "./filters";
import { boundsOf } from "./limits";
import { readOwn, writeOwn } from "./own";
import { BuilderPage } from "./page";
import { countOf, freeName, manned, twinned, withCount, withOneMore, withUpgrade } from "./rows";

const sherman = game.catalogue.cards["M4 Sherman"] as CardFace;
const face = (id: string, more: Partial<CardFace>): CardFace => ({ ...sherman, id, title: id, ...more });
const catalogue = {
  ...game.catalogue,
  cards: {
    "M4 Sherman": face("M4 Sherman", { country: "United States", traits: ["turret"], cost: 14 }),
    Wespe: face("Wespe", { country: "Germany", traits: ["fixed gun", "spg"], cost: 13 }),
    "Staff Car": face("Staff Car", { country: "", traits: ["spotter"], cost: 3 }),
    Stuka: face("Stuka", { country: "Germany", traits: ["airplane"], cost: 30 }),
  },
  sorts: { "M4 Sherman": "Medium", Wespe: "Light", "Staff Car": "Cars", Stuka: "Planes" },
  trait_switches: { airplane: "airplanes" },
  switches: [
    ...game.catalogue.switches,
    { ...(game.catalogue.switches[0] as (typeof game.catalogue.switches)[0]), id: "airplanes", default: false },
  ],
};

describe("what is looked for", () => {
  const offers = offersOf(catalogue, ["Lynx: AP4"], {});
  const found = (sought: object) =>
    offers.filter((one) => isSought(one, { ...EVERYTHING, ...sought })).map((one) => one.text);
  it("offers one's own first, and nothing that is not agreed on", () => {
    expect(offers.map((one) => one.text)).toEqual(["Lynx: AP4", "M4 Sherman", "Wespe", "Staff Car"]);
    expect(offersOf(catalogue, [], { airplanes: true }).map((one) => one.text)).toContain("Stuka");
  });
  it("has the filters that the cards tell apart", () => {
    const { countries, sorts, traits } = choicesOf(offers);
    expect(countries).toEqual(["United States", "Germany"]);
    expect(sorts).toEqual(["Your own", "Medium", "Light", "Cars"]);
    expect(traits).toContain("spg");
    expect(choicesOf(offers.slice(1, 2))).toEqual({ countries: [], sorts: [], traits: [] });
  });
  it("finds by word, country, class, trait and price; who serves with all is always there", () => {
    expect(found({ words: "m4" })).toEqual(["M4 Sherman"]);
    expect(found({ words: "germany spg" })).toEqual(["Wespe"]);
    expect(found({ country: "Germany" })).toEqual(["Lynx: AP4", "Wespe", "Staff Car"]);
    expect(found({ sort: "Light" })).toEqual(["Wespe"]);
    expect(found({ trait: "turret" })).toEqual(["M4 Sherman"]);
    expect(found({ most: 13, words: "e" })).toEqual(["Wespe", "Staff Car"]);
    expect(groupsOf(offers).map(([sort]) => sort)).toEqual(["Your own", "Medium", "Light", "Cars"]);
  });
});

describe("the rows of an army", () => {
  const army: [string, number][] = [
    ["M4 Sherman", 2],
    ["Wespe", 1],
  ];
  it("stay where they are, also when there is none of one left", () => {
    expect(withCount(army, 0, 0)).toEqual([
      ["M4 Sherman", 0],
      ["Wespe", 1],
    ]);
    expect(manned(withCount(army, 0, 0))).toEqual([["Wespe", 1]]);
    expect(withOneMore(army, "M4 Sherman")).toEqual({ army: withCount(army, 0, 3), index: 0 });
    expect(withOneMore(army, "Stuka").army.at(-1)).toEqual(["Stuka", 1]);
    expect(countOf(twinned(army, 1), "Wespe")).toBe(2);
  });
  it("give one of them something on top and take it off again", () => {
    const led = withUpgrade(army, 0, " with Commander");
    expect(led.army).toEqual([
      ["M4 Sherman", 1],
      ["M4 Sherman with Commander", 1],
      ["Wespe", 1],
    ]);
    expect(withUpgrade(led.army, 1, " with Commander").army[0]).toEqual(["M4 Sherman", 2]);
    expect(withUpgrade([["Wespe", 1]], 0, " with Commander").army).toEqual([["Wespe with Commander", 1]]);
  });
  it("are spent on classes", () => {
    const own = { ...game, catalogue };
    expect(sharesOf({ game: own, built: new Map(), army })).toEqual([
      ["Medium", 28],
      ["Light", 13],
    ]);
    // an army the rules refuse as a whole has its cost all the same
    const refused = { kind: "invalid", code: "x", clause: "", sentence: "No.", data: {}, type: "refusal" } as never;
    expect(spentOn({ game: own, built: new Map(), army, checked: refused })).toBe(41);
  });
  it("have a name nobody has taken when they are duplicated", () => {
    expect(freeName("Ridge", [])).toBe("Ridge");
    expect(freeName("Ridge", ["Ridge", "Ridge 2"])).toBe("Ridge 3");
    expect(freeName("Ridge 2", ["Ridge 2"])).toBe("Ridge 3");
  });
  it("have limits in words", () => {
    const limit = (least: number, most: number | null) => boundsOf({ least, most } as LimitFace);
    expect([limit(0, 4), limit(1, null), limit(1, 6), limit(0, 0), limit(0, null)]).toEqual([
      ...["at most 4", "at least 1", "1 to 6", "none", ""],
    ]);
  });
  it("write and read a unit of one's own", () => {
    const number = (short: string) => ({ id: short, title: short, short, value: 9, clause: "", written: "" });
    const yard = {
      limits: [number("AP"), number("MP")],
      budget: number("RC"),
      kinds: [{ value: "spg", text: "" }],
      styles: [
        { value: "light", text: "" },
        { value: "heavy", text: "" },
      ],
    } as unknown as Yard;
    const text = "Lynx: AP4 MP10 spg heavy RC12";
    expect(writeOwn(readOwn(yard, text))).toBe(text);
    expect(readOwn(yard, "M4 Sherman").numbers).toEqual({ AP: 0, MP: 0 });
  });
});

const limits: LimitFace[] = [
  { id: "points", title: "Resource Points", value: 28, least: 0, most: 20, holds: false, clause: "mbb.army.points" },
];
const aim = {
  ...{ unit: "A", target: "B", title: "Panzer III", remark: "in the open", refusal: null, needed: 8, need: "8+" },
  ...{
    roll: "on two dice",
    odds: 15 / 36,
    ways: [15, 36],
    sums: [],
    chances: [],
    clause: "mbb.shoot.table",
    wasted: false,
  },
};
const duel = { enemy: "Panzer III", title: "Panzer III", mine: [{ title: "", face: aim }], theirs: [], refusal: null };

describe("the page", () => {
  beforeEach(() => {
    designs.forgetAll();
    api.forgetGames();
  });
  afterEach(() => {
    clear();
    vi.unstubAllGlobals();
  });
  const open = async () => {
    const built = {
      text: "M4 Sherman",
      name: "M4 Sherman",
      face: sherman,
      faults: [],
      slots: [],
      piles: [],
      tracks: [],
      notes: [],
    };
    const checked = {
      points: 28,
      limit: 20,
      faults: [],
      limits,
      notes: [],
      pool: 0,
      pool_limit: 0,
      minutes: [20, 45],
      minutes_clause: "mbb.army.time",
    };
    const calls = answering({
      "/api/games": [game],
      "/api/cards/build": built,
      "/api/armies/check": checked,
      "/api/cards/duels": [duel],
      "/api/rules": { code: "MBB-1", options: {} },
    });
    go(`/armies/${game.id}?army=${encodeURIComponent("2x M4 Sherman")}`);
    show(<BuilderPage />);
    await settle();
    await soon(() => expect(byId("odds-first").textContent).toContain("8+"));
    return calls;
  };
  const count = () => byId("army-row").querySelector("input") as HTMLInputElement;

  it("says how long a battle takes, and which bricks the army is built from", async () => {
    await open();
    await soon(() => expect(byId("battle-length").textContent).toContain("about 20 to 45 minutes"));
    expect(lengthWords([60, 0])).toBe("60 minutes or more");
    await soon(() => expect(byId("parts-fold").textContent).toMatch(/Parts list: \d+ bricks/));
    expect(byId("paper-parts").textContent).toContain("olive");
  });

  it("shows limits with their clause, odds from the server, and takes typed counts", async () => {
    const calls = await open();
    const limit = () => byId("limits").querySelector("[data-limit=points]");
    await soon(() => expect(limit()?.textContent).toContain("Resource Points 28, at most 20"));
    const told = limit();
    expect(told?.getAttribute("data-holds")).toBe("false");
    expect(told?.querySelector("[data-clause]")?.getAttribute("data-clause")).toBe("mbb.army.points");
    await soon(() => expect(byId("odds-first").textContent).toContain("41.7 %"));
    const asked = calls.find((one) => one.path.includes("duels"))?.body;
    expect(asked).toMatchObject({ card: "M4 Sherman", enemies: ["Panzer III"], away: 8, facing: "front" });
    count().value = "12";
    count().dispatchEvent(new Event("input", { bubbles: true }));
    await soon(() => expect(designs.bench(game.id)).toEqual([["M4 Sherman", 12]]));
  });

  it("saves, duplicates and opens armies, and prints a card for each unit", async () => {
    await open();
    await press(byId("save"));
    await press(byId("duplicate"));
    expect(Object.keys(designs.armies(game.id))).toEqual(["My army", "My army 2"]);
    await soon(() => expect(document.querySelectorAll(".y-paper-card")).toHaveLength(2));
    expect(byId("paper-cards").textContent).toContain("MBB-1");
    const sides = [...document.querySelectorAll(".y-paper-card [data-testid=paper-side]")];
    expect(sides.map((one) => one.textContent)).toEqual(["Side1", "Side2"]);
    expect(sides[0]?.querySelectorAll("svg")).toHaveLength(4);
  });
});
