import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, clauses, go, seats, settings, textMode } from "../kit";
import { answering, byId, byWords, clear, press, settle, show } from "../kit/testing";
import { NewBattlePage } from "./battle/page";
import { CreditsPage, creditParts, readNotice } from "./credits";
import { HomePage } from "./home";
import { JoinPage } from "./join";
import { LostPage } from "./lost";
import { RulesPage } from "./rules";
import { CHOICES, SettingsPage, SWITCHES } from "./settings";
import { sortTables, tableDetail, tablePlace, turnWords } from "./tables";
import { game, invited, made, refusal, SECRET } from "./testing";

const line = {
  match: "m1",
  seat: 0,
  title: "Crossroads",
  game: "micro_brick_battle",
  round: 3,
  step: "Declare targets",
  turn: "yours",
  others: ["Nadia"],
  result: "",
  at: 5,
  lesson: "",
  asked: [],
  rematch: "",
};
const card = (id: string, text: string) => ({
  id,
  text,
  title: "",
  game: "micro_brick_battle",
  chapter: id.split(".")[1] ?? "",
  ruling: "",
  ambiguity: "",
  kind: "rule",
  source: "",
  switch: "",
  in_play: true,
});
const link = {
  status: "open",
  match: "m2",
  seat: 1,
  title: "6 vs 6",
  game: "micro_brick_battle",
  scenario: "six_v_six",
  code: "MBB-1",
  changed: [],
  house_rules: ["Trees fall over."],
  host: "Nadia",
};

beforeEach(() => {
  seats.forgetAll();
  api.forgetGames();
  clauses.clear();
  textMode.value = false;
  go("/");
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

describe("the front page", () => {
  it("is at a table in one click, with the seat kept", async () => {
    const calls = answering({ "/api/games": [game], "/api/matches": made });
    show(<HomePage />);
    await settle();
    await press(byId("play-now"));
    expect(calls.find((one) => one.path === "/api/matches")?.body).toEqual({
      game: "micro_brick_battle",
      scenario: "six_v_six",
      seats: [{ kind: "me" }, { kind: "bot", level: "cadet" }],
      options: { rules_level: ["quick", "quick"] },
      ready: true,
    });
    expect(location.pathname).toBe("/table/m1");
    expect(seats.of("m1")).toEqual([{ seat: 0, secret: SECRET }]);
  });
  it("has a link to copy after one click on Invite a friend", async () => {
    answering({ "/api/games": [game], "/api/matches": invited, "/api/tables": [] });
    show(<HomePage />);
    await settle();
    await press(byId("invite-friend"));
    expect(byId("invite").querySelector<HTMLInputElement>(".a-links input")?.value).toBe(
      `${location.origin}/join#${"f".repeat(32)}`,
    );
    await press(byId("open-table"));
    expect(location.pathname).toBe("/table/m2");
  });
  it("says what was refused and stays", async () => {
    answering({ "/api/games": [game], "/api/matches": [429, refusal] });
    show(<HomePage />);
    await settle();
    await press(byId("play-now"));
    expect(document.body.textContent).toContain(refusal.sentence);
    expect(location.pathname).toBe("/");
  });
  it("shows the games that exist, each to be set up, learnt and played at once", async () => {
    const other = { ...game, id: "brick_mech", title: "BrickMech" };
    const calls = answering({ "/api/games": [game, other], "/api/matches": made });
    show(<HomePage />);
    await settle();
    expect(document.querySelectorAll(".a-game")).toHaveLength(2);
    expect(byId("set-up-brick_mech").getAttribute("href")).toBe("/new?game=brick_mech");
    expect(document.querySelectorAll(".k-button.ask")).toHaveLength(1);
    await press(byId("play-brick_mech"));
    expect(calls.find((one) => one.path === "/api/matches")?.body).toMatchObject({ game: "brick_mech" });
    expect(location.pathname).toBe("/table/m1");
  });
  it("has a sentence where tables will be, and never asks the server for none", async () => {
    const calls = answering({ "/api/games": [game] });
    show(<HomePage />);
    await settle();
    expect(byId("your-tables").textContent).toContain("Finish a game and its replay lands here.");
    expect(calls.some((one) => one.path === "/api/tables")).toBe(false);
  });
  it("marks the tables where it is my turn", async () => {
    seats.set("m1", [{ seat: 0, secret: SECRET }]);
    answering({
      "/api/games": [game],
      "/api/tables": [{ ...line, match: "m9", turn: "over", result: "Won in round 8" }, line],
    });
    show(<HomePage />);
    await settle();
    const rows = [...document.querySelectorAll<HTMLAnchorElement>(".a-table")];
    expect(rows.map((row) => row.getAttribute("href"))).toEqual(["/table/m1", "/replay/m9"]);
    expect(rows.map((row) => row.classList.contains("asked"))).toEqual([true, false]);
  });
});

describe("lines of the list of tables", () => {
  it("puts my turn first, then the newest", () => {
    const lines = [
      { ...line, turn: "over", at: 9 },
      { ...line, turn: "theirs", at: 1 },
      { ...line, turn: "theirs", at: 2 },
      line,
    ];
    expect(sortTables(lines).map((one) => [one.turn, one.at])).toEqual([
      ["yours", 5],
      ["theirs", 2],
      ["theirs", 1],
      ["over", 9],
    ]);
  });
  it("says where the battle stands", () => {
    expect(tableDetail(line)).toBe("Round 3, declare targets · against Nadia");
    expect(tableDetail({ ...line, turn: "over", result: "Lost in round 4" })).toBe("Lost in round 4 · against Nadia");
    const asked = { ...line, turn: "over", result: "Lost", rematch: "Nadia" };
    expect([tableDetail(asked), turnWords(asked), tablePlace(asked)]).toEqual([
      "Nadia asks for a rematch · Lost · against Nadia",
      "Your answer",
      "/table/m1",
    ]);
    expect(turnWords({ ...line, turn: "theirs", asked: ["Nadia"] })).toBe("Nadia's turn");
  });
});

describe("joining by a link", () => {
  it("seats the friend with one click and takes the secret out of the address", async () => {
    history.replaceState(null, "", `/join#${SECRET}`);
    const fresh = seats.freshFor(SECRET);
    const sat = { match: "m2", seats: [{ seat: 1, kind: "link", secret: fresh }] };
    const calls = answering({ "/api/links/look": link, "/api/links/sit": sat, "/api/games": [game] });
    show(<JoinPage />);
    await settle();
    expect(location.hash).toBe("");
    expect(document.body.textContent).toContain("Nadia invites you to 6 vs 6. You play Orange.");
    expect(document.body.textContent).toContain("Quick rules");
    await press(byId("sit-down"));
    expect(calls.at(-1)).toEqual({ path: "/api/links/sit", body: { secret: SECRET, name: "", fresh } });
    expect(location.pathname).toBe("/table/m2");
    expect(seats.of("m2")).toEqual([{ seat: 1, secret: fresh }]);
    expect(seats.isSitting(SECRET)).toBe(false);
  });
  it("opens one's own seat by its own link without any exchange, or lets watch", async () => {
    history.replaceState(null, "", `/join#${SECRET}`);
    const sat = { match: "m2", seats: [{ seat: 1, kind: "link", secret: SECRET }] };
    const calls = answering({
      "/api/links/look": { ...link, status: "yours" },
      "/api/links/sit": sat,
      "/api/games": [game],
    });
    show(<JoinPage />);
    await settle();
    expect(byWords("Only watch").getAttribute("href")).toBe("/watch/m2");
    expect(byId("sit-down").textContent).toBe("Open my seat here");
    await press(byId("sit-down"));
    expect(calls.at(-1)?.body).toEqual({ secret: SECRET, name: "", fresh: "" });
  });
  it("leads whoever sat down here by this invitation back, and tells everybody else that it was used", async () => {
    const used = { "/api/links/look": { ...link, status: "used" }, "/api/games": [game] };
    history.replaceState(null, "", `/join#${SECRET}`);
    answering(used);
    show(<JoinPage />);
    await settle();
    expect(byId("used").textContent).toContain("Open the menu of the table there");
    expect(byWords("Watch the battle").getAttribute("href")).toBe("/watch/m2");
    seats.set("m2", [{ seat: 1, secret: "n".repeat(32) }]);
    history.replaceState(null, "", `/join#${SECRET}`);
    show(<JoinPage />);
    await settle();
    expect(byId("back-to-seat").getAttribute("href")).toBe("/table/m2");
  });
  it("sends an exchange whose answer was lost once more, and tells who came too late", async () => {
    const fresh = seats.freshFor(SECRET);
    history.replaceState(null, "", `/join#${SECRET}`);
    const late = { ...refusal, code: "invitation_used", sentence: "Used." };
    const calls = answering({
      "/api/links/look": { ...link, status: "used" },
      "/api/links/sit": [409, late],
      "/api/games": [game],
    });
    show(<JoinPage />);
    await settle();
    await press(byId("sit-down"));
    expect(calls.at(-1)?.body).toEqual({ secret: SECRET, name: "", fresh });
    expect(byId("used").textContent).toContain("each works once");
    expect(seats.isSitting(SECRET)).toBe(false);
  });
  it("says when an invitation has run out, and whom to ask", async () => {
    history.replaceState(null, "", `/join#${SECRET}`);
    answering({ "/api/links/look": { ...link, status: "expired" } });
    show(<JoinPage />);
    await settle();
    expect(byId("used").textContent).toContain("Ask Nadia for a new one.");
  });
  it("leads to the replay when the battle is over", async () => {
    history.replaceState(null, "", `/join#${SECRET}`);
    answering({ "/api/links/look": { ...link, status: "over" } });
    show(<JoinPage />);
    await settle();
    expect(byWords("Watch the replay").getAttribute("href")).toBe("/replay/m2");
  });
  it("says what to do with a wrong link and with none", async () => {
    history.replaceState(null, "", `/join#${SECRET}`);
    answering({ "/api/links/look": [404, refusal] });
    show(<JoinPage />);
    await settle();
    expect(document.body.textContent).toContain(refusal.sentence);
    expect(document.body.textContent).toContain("Ask for the link again");
    const calls = answering({});
    show(<JoinPage />);
    await settle();
    expect(document.body.textContent).toContain("Ask for the link again");
    expect(calls).toEqual([]);
  });
});

describe("new battle", () => {
  it("starts at once with what is filled in", async () => {
    answering({ "/api/games": [game], "/api/rules": { code: "MBB-1", options: {} }, "/api/matches": made });
    show(<NewBattlePage />);
    await settle();
    await press(byId("start"));
    expect(location.pathname).toBe("/table/m1");
  });
  it("shows the links before it leaves for the table", async () => {
    go("/new?invite=1");
    const calls = answering({
      "/api/games": [game],
      "/api/rules": { code: "MBB-1", options: {} },
      "/api/matches": invited,
    });
    show(<NewBattlePage />);
    await settle();
    await press(byId("start"));
    expect(byId("invite").querySelector<HTMLInputElement>(".a-links input")?.value).toContain("/join#");
    expect(calls.find((one) => one.path === "/api/matches")?.body).toMatchObject({
      seats: [{ kind: "me" }, { kind: "link" }],
    });
  });
  it("shows every switch with its clause under My own, found by words, and a dot where it is changed", async () => {
    answering({ "/api/games": [game], "/api/rules": { code: "MBB-1", options: {} } });
    show(<NewBattlePage />);
    await settle();
    await press(byWords("My own"));
    const rows = [...document.querySelectorAll(".a-switch")];
    expect(rows.map((row) => row.querySelector(".k-clause")?.textContent)).toEqual([
      "mbb.young.mix",
      "mbb.win.stalemate",
    ]);
    const changed = () =>
      [...document.querySelectorAll(".a-switch")].map((row) => row.querySelector(".k-dot") !== null);
    expect(changed()).toEqual([false, false]);
    await press(byId("add-short"));
    expect(byId("add-short").getAttribute("aria-pressed")).toBe("true");
    expect(changed()).toEqual([false, true]);
    const search = byId("search-rules") as HTMLInputElement;
    search.value = "seats";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    await settle();
    expect(changed()).toEqual([false]);
  });
  it("shows the refusal of the server with its clause", async () => {
    answering({
      "/api/games": [game],
      "/api/rules": { code: "", options: {} },
      "/api/matches": [400, { ...refusal, clause: "mbb.army.points" }],
    });
    show(<NewBattlePage />);
    await settle();
    await press(byId("start"));
    expect(document.querySelector(".a-start")?.textContent).toContain(refusal.sentence);
    expect(document.querySelector(".a-start .k-clause")?.textContent).toBe("mbb.army.points");
  });
  it("leaves the units of an army where they are while they are bought", async () => {
    const { catalogue } = game;
    const sherman = catalogue.cards["M4 Sherman"];
    const cards = {
      ...catalogue.cards,
      Stuart: { ...sherman, title: "Stuart" },
      Jumbo: { ...sherman, title: "Jumbo" },
    };
    answering({
      "/api/games": [{ ...game, id: "lists", catalogue: { ...catalogue, cards } }],
      "/api/rules": { code: "", options: {} },
    });
    show(<NewBattlePage />);
    await settle();
    await press(byWords("By points"));
    const titles = () =>
      [...(document.querySelector(".a-army")?.querySelectorAll(".a-unit .k-strong") ?? [])].map(
        (one) => one.textContent,
      );
    const before = titles();
    expect(before).toEqual(["M4 Sherman", "Stuart", "Jumbo"]);
    for (let bought = 0; bought < 7; bought += 1) await press(byWords("One Jumbo more"));
    for (let gone = 0; gone < 6; gone += 1) await press(byWords("One M4 Sherman less"));
    expect(titles()).toEqual(before);
  });
  it("has exactly one yellow button", async () => {
    answering({ "/api/games": [game], "/api/rules": { code: "", options: {} } });
    show(<NewBattlePage />);
    await settle();
    expect(document.querySelectorAll(".k-button.ask")).toHaveLength(1);
  });
});

describe("rules, settings, credits, not found", () => {
  /** Clauses that only fit some words. */
  const told = (ids: string[]) => ({ sentence: "", direct: false, cited: [], clauses: ids });
  const book = [
    card("mbb.move.forward", "Forward costs 1."),
    card("mbb.move.reverse", "Reversing costs 2."),
    card("mbb.win.goal", "Hold it."),
  ];
  it("opens the chapter of a deep link and marks the clause", async () => {
    answering({ "/api/clauses": book });
    show(<RulesPage clause="mbb.move.reverse" />);
    await settle();
    expect([...document.querySelectorAll(".a-clause")].map((one) => one.id)).toEqual([
      "mbb.move.forward",
      "mbb.move.reverse",
    ]);
    expect(document.querySelector(".a-clause.marked")?.id).toBe("mbb.move.reverse");
  });
  it("searches over all chapters", async () => {
    answering({ "/api/clauses": book, "/api/clauses/found": told(["mbb.win.goal", "mbb.gone"]) });
    show(<RulesPage clause="" />);
    await settle();
    const field = byId("rules-search") as HTMLInputElement;
    field.value = "hold";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await vi.waitFor(() => expect(document.querySelectorAll(".a-clause")).toHaveLength(1));
    expect([...document.querySelectorAll(".a-clause")].map((one) => one.id)).toEqual(["mbb.win.goal"]);
  });
  it("answers a question with one sentence, the rules it cites and the others behind a press", async () => {
    const found = { sentence: "Hold it.", direct: true, cited: ["mbb.win.goal"] };
    answering({
      "/api/clauses": book,
      "/api/clauses/found": { ...told(["mbb.win.goal", "mbb.move.reverse"]), ...found },
    });
    show(<RulesPage clause="" />);
    await settle();
    const field = byId("rules-search") as HTMLInputElement;
    field.value = "how do I win?";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await vi.waitFor(() => expect(byId("rule-answer").textContent).toBe("Hold it."));
    const shown = () => [...document.querySelectorAll(".a-clause")].map((one) => one.id);
    expect(shown()).toEqual(["mbb.win.goal"]);
    await press(byWords("More rules about it (1)"));
    expect(shown()).toEqual(["mbb.win.goal", "mbb.move.reverse"]);
  });
  it("what no rule of a book answers is asked of another one with the same words", async () => {
    const other = { ...game, id: "brick_mech", title: "BrickMech" };
    answering({ "/api/games": [game, other], "/api/clauses": book, "/api/clauses/found": told([]) });
    show(<RulesPage clause="" />);
    await settle();
    const field = byId("rules-search") as HTMLInputElement;
    field.value = "too hot";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await vi.waitFor(() => expect(byId("other-books")).not.toBeNull());
    const links = [...(byId("other-books")?.querySelectorAll("a") ?? [])];
    expect(links.map((one) => one.getAttribute("href"))).toEqual(["/rules?game=brick_mech&words=too+hot"]);
  });
  it("says so when a deep link leads to no clause", async () => {
    answering({ "/api/clauses": book });
    show(<RulesPage clause="mbb.no.such" />);
    await settle();
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('no clause "mbb.no.such"');
  });
  it("applies a setting at once", async () => {
    show(<SettingsPage />);
    await press(byWords("130 %"));
    expect(document.documentElement.style.getPropertyValue("--text-scale")).toBe("1.3");
    settings.reset();
  });
  it("has every setting there is in text mode, too", () => {
    const page = show(<SettingsPage />).textContent ?? "";
    const words = [...Object.values(CHOICES).map((one) => one.title), ...Object.values(SWITCHES)];
    expect(words.filter((one) => !page.includes(one))).toEqual([]);
  });
  it("asks before it deletes what is kept", async () => {
    seats.set("m1", [{ seat: 0, secret: SECRET }]);
    show(<SettingsPage />);
    await press(byWords("Delete my data"));
    expect(seats.list.value).toHaveLength(1);
    const confirm = [...document.querySelectorAll<HTMLElement>("dialog .k-button.danger")][0];
    if (!confirm) throw new Error("the dialog asks nothing");
    await press(confirm);
    expect(seats.list.value).toEqual([]);
  });
  it("credits what the notice credits", () => {
    const host = show(<CreditsPage />);
    expect(host.textContent).toContain("Tomasz");
    expect(host.querySelector('a[href="http://creativecommons.org/licenses/by-sa/3.0/"]')).not.toBeNull();
    expect(creditParts.flatMap((part) => part.credits).length).toBeGreaterThan(6);
    expect(host.textContent).toContain("Omnibus-Type");
  });
  it("reads headings, works and words from a notice", () => {
    const text = "Name\nMore.\n\nGames\n-----\nSome words:\n\nA game\n    By Ann,\n    licence X.\n";
    expect(readNotice(text)).toEqual([
      { heading: "", lines: ["Name", "More."], credits: [] },
      { heading: "Games", lines: ["Some words:"], credits: [{ title: "A game", text: "By Ann, licence X." }] },
    ]);
  });
  it("names the address that leads nowhere", () => {
    go("/nowhere");
    expect(show(<LostPage />).textContent).toContain("/nowhere");
  });
});
