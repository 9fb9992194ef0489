// Answers held back until somebody has done something else: what people did last counts.
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, go } from "../kit";
import { byId, byWords, clear, press, settle, show, soon } from "../kit/testing";
import { NewBattlePage } from "./battle/page";
import { BuilderPage } from "./builder/page";
import { designs } from "./designs";
import { playNow } from "./start";
import { game, made } from "./testing";
import { TextYard } from "./text/text_yards";

type Body = { text: string; army: [string, number][]; code: string };
type Answer = (body: Body) => unknown;
type Held = { path: string; body: Body; answer: () => Promise<void> };

/** Answers that wait; each is let go by the test. */
let held: Held[];
/** Paths whose answers are held back. */
let slow: string[];

function serve(answers: Record<string, Answer>): void {
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const path = String(input).split("?")[0] ?? "";
    const body = JSON.parse(String(init?.body ?? "{}")) as Body;
    const response = () =>
      new Response(JSON.stringify(answers[path]?.(body) ?? (path.endsWith("/duels") ? [] : {})), { status: 200 });
    if (!slow.includes(path)) return Promise.resolve(response());
    return new Promise<Response>((resolve) => {
      const answer = async () => {
        resolve(response());
        await settle();
      };
      held.push({ path, body, answer });
    });
  });
}

const BUILD = "/api/cards/build";
const CHECK = "/api/armies/check";
const number = (id: string, value: number) => ({ id, title: id, short: id, value, clause: "bm.x" });
const legs = (id: string) => ({ id, title: `Legs ${id}`, fits: "legs", cost: 50, numbers: [], clause: "", own: false });
const yard = {
  manner: "slots",
  noun: "Mech",
  example: "Raider",
  budget: number("budget", 170),
  limits: [],
  prices: [],
  slots: [{ id: "legs", title: "legs", fits: "legs", side: "", clause: "bm.setup.modules" }],
  modules: [legs("L1"), legs("L2"), legs("L3")],
  points: [],
  kinds: [],
  styles: [],
  switches: [],
  fashion_switch: "",
  fashions: {},
};
const face = Object.values(game.catalogue.cards)[0];

/** What a server makes of "Duke: L1". */
function built({ text }: Body) {
  const [name = "", slot = "L1"] = text.includes(": ") ? text.split(": ") : [text];
  return { text: `${name}: ${slot}`, name, face, faults: [], slots: [slot], piles: [], tracks: [], notes: [] };
}

const fine = { points: 9, limit: 170, faults: [] };

beforeEach(() => {
  [held, slow] = [[], []];
  designs.forgetAll();
  api.forgetGames();
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const typed = async (field: HTMLElement, words: string): Promise<void> => {
  act(() => {
    (field as HTMLInputElement).value = words;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await settle();
};

describe("the builder", () => {
  // cards are kept while the page lives, so each test has a game of its own
  const open = async (id: string, whole: object = yard): Promise<void> => {
    serve({ "/api/games": () => [{ ...game, id, yard: whole }], [BUILD]: built, [CHECK]: () => fine });
    go("/workshop");
    show(<BuilderPage />);
    await settle();
    slow = [BUILD];
  };
  const mount = (id: string): Promise<void> =>
    press(document.querySelector<HTMLElement>(`[data-module=${id}] button`) as HTMLElement);
  const answerAll = async (): Promise<void> => {
    for (const one of held) await one.answer();
  };

  it("lets nothing be changed before the first Mech lies on the bench", async () => {
    slow = [BUILD];
    await open("w0");
    expect(document.body.textContent).toContain("Bringing the Mech to the bench.");
    expect(document.querySelector("[data-testid=unit-name]")).toBeNull();
    await answerAll();
    expect((byId("unit-name") as HTMLInputElement).value).toBe("Raider");
  });

  it("takes into battle and keeps what lies on the bench, not what the server spoke of last", async () => {
    await open("w1");
    slow = [BUILD, CHECK];
    await mount("L3");
    await press(byId("save"));
    await press(byId("use"));
    expect(location.pathname).toBe("/workshop");
    await soon(() => expect(held.map((one) => one.path)).toContain(CHECK));
    await answerAll();
    expect(designs.armies("w1")).toEqual({ "My army": [["Raider: L3", 1]] });
    expect(location.search).toContain(encodeURIComponent("Raider: L3"));
  });

  it("puts a module of another sort into its own slot and leaves the one in hand alone", async () => {
    const torso = { ...legs("T1"), fits: "torso" };
    const slots = [...yard.slots, { id: "torso", title: "torso", fits: "torso", side: "", clause: "bm.setup.modules" }];
    const both = { ...yard, slots, modules: [...yard.modules, torso] };
    const whole = (body: Body) => ({ ...built(body), slots: (body.text.split(": ")[1] ?? "L1-").split("-") });
    serve({ "/api/games": () => [{ ...game, id: "w6", yard: both }], [BUILD]: whole, [CHECK]: () => fine });
    go("/workshop");
    show(<BuilderPage />);
    await settle();
    await press(
      [...byId("sorts").querySelectorAll("button")].find((one) => one.textContent === "Torso") as HTMLElement,
    );
    await mount("T1");
    expect(byId("slot-legs").textContent).toContain("Legs L1");
    expect(byId("slot-torso").textContent).toContain("Legs T1");
    expect(byId("slot-torso").getAttribute("aria-pressed")).toBe("true");
  });

  it("leaves a name alone that was typed while a code was looked at", async () => {
    await open("w2");
    await typed(
      document.querySelector<HTMLElement>('[aria-label="A code of an army you were given"]') as HTMLElement,
      "Duke: L2",
    );
    await press(byWords("Open it"));
    await typed(byId("unit-name"), "Iron Duke");
    await answerAll();
    expect((byId("unit-name") as HTMLInputElement).value).toBe("Iron Duke");
  });

  it("goes to battle as soon as this very army is judged, when the button was pressed before", async () => {
    const sea = { ...game, id: "s1", yard: { ...yard, manner: "points", example: "Cutter", slots: [], modules: [] } };
    serve({ "/api/games": () => [sea], [BUILD]: built, [CHECK]: () => fine });
    slow = [CHECK];
    go("/armies/s1");
    show(<BuilderPage />);
    await settle();
    await soon(() => expect(held).toHaveLength(1));
    await held[0]?.answer();
    await press(byId("add-M4 Sherman"));
    await press(byId("use"));
    expect(location.pathname).toBe("/armies/s1");
    await soon(() => expect(held).toHaveLength(2));
    await held[1]?.answer();
    expect(location.pathname).toBe("/new");
    expect(location.search).toContain(encodeURIComponent("M4 Sherman"));
  });
});

describe("a new battle", () => {
  it("by a code keeps the scenario that was chosen meanwhile", async () => {
    const rules = { code: "MBB-9", options: { round_limit: 7 }, changed: [] };
    serve({ "/api/games": () => [game], "/api/rules": () => rules });
    go("/new");
    show(<NewBattlePage />);
    await settle();
    slow = ["/api/rules"];
    const field = document.querySelector<HTMLElement>('[aria-label="A code you were given"]') as HTMLElement;
    await typed(field, "MBB-9");
    await press(byWords("Use it"));
    const asked = held.findIndex((one) => one.body.code === "MBB-9");
    const card = [...document.querySelectorAll<HTMLElement>(".a-scenario input")][1] as HTMLElement;
    await press(card);
    await held[asked]?.answer();
    expect(document.querySelector(".a-start")?.textContent).toContain("Crossroads, my own rules");
  });

  it("set up at once does not fetch people back who have gone elsewhere", async () => {
    serve({ "/api/games": () => [game], "/api/matches": () => made });
    slow = ["/api/matches"];
    go("/");
    const begun = playNow();
    await settle();
    go("/rules");
    await held[0]?.answer();
    expect(await begun).toBeUndefined();
    expect(location.pathname).toBe("/rules");
  });
});

describe("the yards in words", () => {
  it("add a ship to the fleet as it has become", async () => {
    const sea = { ...game, id: "t1", yard: { ...yard, manner: "points", slots: [], modules: [] } };
    serve({ "/api/games": () => [sea], [BUILD]: built, [CHECK]: () => fine });
    go("/shipyard");
    show(<TextYard page="shipyard" />);
    await settle();
    slow = [BUILD];
    await typed(byId("text-line"), "Sea Wolf: 4");
    act(() => {
      byId("text-line").closest("form")?.requestSubmit();
    });
    await settle();
    await press(byWords("Add M4 Sherman"));
    await held[0]?.answer();
    expect(designs.bench("t1")).toEqual([
      ["M4 Sherman", 1],
      ["Sea Wolf: 4", 1],
    ]);
  });
});
