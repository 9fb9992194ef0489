import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, go } from "../../kit";
import { answering, clear, press, settle, show } from "../../kit/testing";
import { designs } from "../designs";
import { game } from "../testing";
import { TextYard } from "./text_yards";

const number = (id: string, value: number) => ({ id, title: id, short: id, value, clause: "bm.x" });
const legs = { id: "L1", title: "Strider Legs", fits: "legs", cost: 56, numbers: [], clause: "", own: false };
const yard = {
  manner: "slots",
  noun: "Mech",
  example: "Raider",
  budget: number("budget", 170),
  limits: [],
  prices: [],
  slots: [{ id: "legs", title: "legs", fits: "legs", side: "", clause: "bm.setup.modules" }],
  modules: [legs, { ...legs, id: "L2", title: "Trooper Legs", cost: 49 }],
  points: [],
  kinds: [],
  styles: [],
  switches: [],
  fashion_switch: "",
  fashions: {},
};
const card = { ...Object.values(game.catalogue.cards)[0], cost: 56, numbers: [number("armor", 17)] };
const built = { text: "Duke: L1", name: "Duke", face: card, faults: [], slots: ["L1"], piles: [], notes: [] };
const fault = {
  type: "refusal",
  code: "over_budget",
  clause: "bm.data.cost",
  sentence: "It costs too much.",
  data: {},
  kind: "illegal",
};

function answer(words: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>("ol button")].find((one) =>
    one.textContent?.includes(words),
  );
  if (!found) throw new Error(`no answer says "${words}"`);
  return found;
}

beforeEach(() => {
  designs.forgetAll();
  api.forgetGames();
  go("/workshop");
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

describe("building in words", () => {
  it("changes a slot to the next module and asks the server for the sums", async () => {
    const calls = answering({ "/api/games": [{ ...game, yard }], "/api/cards/build": built });
    show(<TextYard page="workshop" />);
    await settle();
    expect(document.body.textContent).toContain("Duke, 56 points");
    expect(document.body.textContent).toContain("armor 17");
    await press(answer("legs: change to Trooper Legs"));
    expect(calls.at(-1)?.body).toEqual({ game: game.id, text: "Duke: L2" });
    await press(answer("Use in a battle"));
    expect(location.pathname).toBe("/new");
  });
  it("tells what is wrong with its rule instead of going to battle", async () => {
    answering({ "/api/games": [{ ...game, yard, id: "other" }], "/api/cards/build": { ...built, faults: [fault] } });
    show(<TextYard page="workshop" />);
    await settle();
    await press(answer("Use in a battle"));
    expect(location.pathname).toBe("/workshop");
    expect(document.querySelector('[aria-live], [role="status"], [role="alert"]')).not.toBeNull();
    expect(document.body.textContent).toContain("It costs too much. Rule: bm.data.cost.");
  });
  it("says so when the server has no such game", async () => {
    answering({ "/api/games": [game] });
    show(<TextYard page="shipyard" />);
    await settle();
    expect(document.body.textContent).toContain("does not offer the game");
  });
});

describe("an army in words", () => {
  it("tells limits with their rules and odds when they are asked for", async () => {
    const limits = [
      {
        id: "points",
        title: "Resource Points",
        value: 28,
        least: 0,
        most: 20,
        holds: false,
        clause: "mbb.army.points",
      },
    ];
    const aim = { refusal: null, wasted: false, need: "8+", roll: "on two dice", odds: 15 / 36, remark: "" };
    const duel = {
      enemy: "Panzer III",
      title: "Panzer III",
      refusal: null,
      mine: [{ title: "", face: aim }],
      theirs: [],
    };
    const calls = answering({
      "/api/games": [{ ...game, yard: { ...yard, manner: "numbers" } }],
      "/api/armies/check": { points: 28, limit: 20, faults: [], limits, notes: [] },
      "/api/cards/duels": [duel],
    });
    designs.keepBench(game.id, [["M4 Sherman", 2]]);
    go(`/armies/${game.id}`);
    show(<TextYard page="armies" />);
    await settle();
    expect(document.body.textContent).toContain("Resource Points 28, at most 20: not kept. Rule: mbb.army.points.");
    const line = document.querySelector<HTMLInputElement>("[data-testid=text-line]") as HTMLInputElement;
    line.value = "odds panzer iii";
    line.dispatchEvent(new Event("input", { bubbles: true }));
    await settle();
    line.closest("form")?.requestSubmit();
    await settle();
    expect(calls.at(-1)?.body).toMatchObject({ card: "M4 Sherman", enemies: ["Panzer III"], away: 8 });
    expect(document.body.textContent).toContain("At Panzer III: 8+ on two dice, 41.7 %");
  });
});
