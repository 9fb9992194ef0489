import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, clauses, go, seats, settings, textMode } from "../../kit";
import { answering, byId, clear, press, settle, show, soon } from "../../kit/testing";
import { App } from "../app";
import { game, invited, made, SECRET } from "../testing";
import { nextSeat } from "./text_battle";
import { answerNumber } from "./text_page";
import { nextChoice } from "./text_settings";

const book = ["forward", "reverse"].map((word) => ({
  id: `mbb.move.${word}`,
  text: `Costs of ${word}.`,
  title: "",
  game: "micro_brick_battle",
  chapter: "",
  ruling: "",
  ambiguity: "",
  kind: "rule",
  source: "",
  switch: "",
  in_play: true,
}));

async function type(line: string): Promise<void> {
  const field = byId("text-line") as HTMLInputElement;
  field.value = line;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await settle(1);
  field.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await settle();
}

beforeEach(() => {
  seats.forgetAll();
  api.forgetGames();
  clauses.clear();
  textMode.value = false;
  go("/");
  answering({
    "/api/clauses/found": { sentence: "", direct: false, cited: [], clauses: ["mbb.move.reverse"] },
    "/api/games": [game],
    "/api/matches": made,
    "/api/clauses": book,
    "/api/rules": { code: "", options: {} },
  });
});
afterEach(() => {
  clear();
  settings.reset();
  vi.unstubAllGlobals();
});

describe("text mode", () => {
  it("comes and goes by Alt and T", async () => {
    show(<App />);
    const toggle = () => dispatchEvent(new KeyboardEvent("keydown", { altKey: true, code: "KeyT", key: "†" }));
    toggle();
    await settle();
    expect(byId("text-page").querySelector("h1")?.textContent).toBe("Brickfield");
    toggle();
    await settle();
    expect(document.querySelector('[data-testid="text-page"]')).toBeNull();
  });
  it("starts a game with answer 1", async () => {
    textMode.value = true;
    show(<App />);
    await settle();
    expect(byId("answer-1").textContent).toContain("Play now");
    await type("1");
    expect(location.pathname).toBe("/table/m1");
  });
  it("answers a number that is not offered with a sentence", async () => {
    textMode.value = true;
    show(<App />);
    await settle();
    await type("99");
    expect(byId("text-page").textContent).toContain('There is no answer "99"');
    expect(location.pathname).toBe("/");
  });
  it("searches the rules by words and opens a clause by number", async () => {
    textMode.value = true;
    go("/rules");
    show(<App />);
    await soon(() => byId("text-line"));
    await settle();
    await type("reverse");
    await vi.waitFor(() => expect(byId("text-page").textContent).toContain('Rules about "reverse", best first.'));
    await type("1");
    expect(byId("text-page").textContent).toContain("Costs of reverse.");
  });
  it("changes a setting by its number and takes a name", async () => {
    textMode.value = true;
    go("/settings");
    show(<App />);
    await settle();
    await type("1");
    expect(settings.dice.value).toBe("short");
    await type("Nadia");
    expect(settings.name.value).toBe("Nadia");
  });
  it("sets up a battle: seat of Orange to the next bot, then start", async () => {
    textMode.value = true;
    go("/new");
    const calls = answering({ "/api/games": [game], "/api/matches": made });
    show(<App />);
    await soon(() => byId("answer-1"));
    await settle();
    await type("5");
    await type("1");
    const order = calls.find((one) => one.path === "/api/matches")?.body;
    expect(order).toMatchObject({ seats: [{ kind: "me" }, { kind: "bot", level: "recruit" }] });
  });
  it("withdraws an invitation that it has made", async () => {
    textMode.value = true;
    go("/new");
    const freed = { match: "m2", seats: [{ seat: 1, kind: "link", secret: "", invitation: "", until: 0 }] };
    const calls = answering({ "/api/games": [game], "/api/matches": invited, "/api/matches/m2/free": freed });
    show(<App />);
    await soon(() => byId("answer-1"));
    await settle();
    await type("1");
    expect(seats.linksOf("m2")).toHaveLength(1);
    expect(byId("answer-2").textContent).toContain("Withdraw the invitation for Orange");
    expect(byId("answer-3").textContent).toContain("Make a new link for Orange");
    await type("2");
    expect(calls.find((one) => one.path === "/api/matches/m2/free")?.body).toMatchObject({ seat: 1, give: "nobody" });
    expect(seats.linksOf("m2")).toHaveLength(0);
    expect(byId("text-page").textContent).toContain("is withdrawn");
    expect(byId("text-page").textContent).not.toContain("Withdraw the invitation");
  });
  it("makes a new link for an invitation", async () => {
    textMode.value = true;
    go("/new");
    const fresh = "n".repeat(32);
    const freed = { match: "m2", seats: [{ seat: 1, kind: "link", secret: "", invitation: fresh, until: 0 }] };
    const calls = answering({ "/api/games": [game], "/api/matches": invited, "/api/matches/m2/free": freed });
    show(<App />);
    await soon(() => byId("answer-1"));
    await settle();
    await type("1");
    await type("3");
    expect(calls.find((one) => one.path === "/api/matches/m2/free")?.body).toMatchObject({ seat: 1, give: "link" });
    expect(byId("text-page").textContent).toContain(`#${fresh}`);
  });
  it("chooses a style for a bot that plans, and a clock and a stand-in between people", async () => {
    textMode.value = true;
    go("/new");
    const clocks = [{ id: "minute", title: "A minute a decision", text: "Then.", scope: "decision", seconds: 60 }];
    const calls = answering({ "/api/games": [{ ...game, clocks }], "/api/matches": made });
    show(<App />);
    await soon(() => byId("answer-1"));
    await settle();
    const said = (words: string) => {
      const at = [...document.querySelectorAll('[data-testid^="answer-"]')].findIndex((one) =>
        one.textContent?.includes(words),
      );
      expect(at, words).toBeGreaterThanOrEqual(0);
      return type(String(at + 1));
    };
    await said("Seat of Orange: change to recruit bot");
    await said("Seat of Orange: change to regular bot");
    await said("Style of Orange: change to bold");
    expect(byId("text-page").textContent).toContain("the bold Regular bot");
    await said("Seat of Blue: change to cadet bot");
    await said("Seat of Blue: change to recruit bot");
    await said("Seat of Blue: change to regular bot");
    await said("Seat of Blue: change to a player on this device");
    await said("Seat of Blue: change to link");
    await said("Clock: change to a minute a decision");
    await said("A bot for whoever is away: change to after 15 minutes");
    await type("1");
    expect(calls.find((one) => one.path === "/api/matches")?.body).toMatchObject({
      seats: [{ kind: "link" }, { kind: "bot", level: "regular", style: "bold" }],
      clock: "minute",
      stand_in: 15,
    });
  });
  it("sits down by a link", async () => {
    textMode.value = true;
    history.replaceState(null, "", `/join#${SECRET}`);
    go(`/join#${SECRET}`, { replace: true });
    const link = {
      status: "open",
      match: "m2",
      seat: 1,
      title: "6 vs 6",
      game: game.id,
      scenario: "",
      code: "",
      changed: [],
      house_rules: [],
      host: "",
    };
    answering({
      "/api/links/look": link,
      "/api/links/sit": { match: "m2", seats: [{ seat: 1, kind: "link", secret: SECRET }] },
    });
    show(<App />);
    await settle();
    await press(byId("answer-1"));
    expect(location.pathname).toBe("/table/m2");
  });
});

describe("answers", () => {
  it("counts from 1 to the last", () => {
    expect(["1", " 3 ", "0", "4", "-1", "2x", "1.5"].map((line) => answerNumber(line, 3))).toEqual([
      1,
      3,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
  it("goes round the choices of a setting", () => {
    const choices = [
      ["a", "A"],
      ["b", "B"],
    ] as const;
    expect([nextChoice(choices, "a")[0], nextChoice(choices, "b")[0], nextChoice(choices, "?")[0]]).toEqual([
      "b",
      "a",
      "a",
    ]);
  });
  it("goes round all who may sit down", () => {
    const kinds = ["me", "bot cadet", "bot recruit", "bot regular", "here", "link", "me"];
    let now = { kind: "me" as const, level: "" } as Parameters<typeof nextSeat>[1];
    const seen = kinds.map(() => {
      const name = now.kind === "bot" ? `bot ${now.level}` : now.kind;
      now = nextSeat(game, now);
      return name;
    });
    expect(seen).toEqual(kinds);
  });
});
