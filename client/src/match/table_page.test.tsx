import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { seats, settings, textMode } from "../kit";
import { soon } from "../kit/testing";
import type { AnyDown, Update, Welcome } from "../protocol";
import { tabTitle } from "./connection/calling";
import { isTaken, watchPointer } from "./keyboard";
import { act } from "./playback/testing_acts";
import { FakeSocket, moveUnits, table, update, welcome } from "./testing";

vi.mock("../board", () => ({
  bringDrawings: () => undefined,
  onLacking: () => undefined,
  createBoard: () =>
    new Proxy(
      {},
      {
        get: (_target, name) =>
          name === "on" ? () => () => undefined : name === "probe" ? () => null : () => undefined,
      },
    ),
}));

const { TablePage } = await import("./table_page");
let host: HTMLElement;
let socket: FakeSocket;

const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
const tells = async (message: AnyDown): Promise<void> => {
  socket.tells(message);
  await soon(() => expect(window.__brickfield?.state().playing).toBe(false));
};

beforeEach(() => {
  vi.stubGlobal(
    "WebSocket",
    class extends FakeSocket {
      static OPEN = 1;
      constructor() {
        super();
        socket = this;
      }
    },
  );
  // The end asks for the replay; here nobody answers.
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server here")));
  seats.set("m1", [{ seat: 0, secret: "s".repeat(22) }]);
  host = document.createElement("div");
  document.body.append(host);
  render(<TablePage match="m1" mode="play" />, host);
});

afterEach(() => {
  render(null, host);
  host.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the table page", () => {
  it("says that the table is being laid, without yellow", async () => {
    expect(find("ask-title")?.textContent).toBe("The table is being laid");
    expect(host.querySelectorAll(".ask")).toHaveLength(0);
  });

  it("goes on in words when text mode was switched on at another page", async () => {
    textMode.value = true;
    await soon(() => expect(find("text-mode")).not.toBeNull());
    textMode.value = false;
    await soon(() => expect(find("text-mode")).toBeNull());
  });

  it("says once that there is no such table, asks nothing and shows the way home", async () => {
    socket.opens();
    socket.tells({ type: "bye", reason: "not_yours", sentence: "There is no such battle here." });
    await soon(() => expect(find("bye")?.textContent).toContain("There is no such battle here."));
    expect(host.textContent?.match(/There is no such battle here/g)).toHaveLength(1);
    expect(find("ask-title")).toBeNull();
    expect(find("bye")?.querySelector('a[href="/"]')).not.toBeNull();
  });

  it("shows step, question and one yellow button when asked, none when not", async () => {
    socket.opens();
    await tells(welcome);
    await tells(update(1));
    await soon(() => expect(find("ask-title")?.textContent).toBe("Move your units"));
    expect(host.querySelectorAll(".k-button.ask")).toHaveLength(1);
    expect(find("step-bar")?.querySelector(".asked")?.textContent).toContain("Move");
    await tells(update(2, { decision: null, view: table({ waiting_for: [1] }) }));
    await soon(() => expect(find("ask-title")?.textContent).toBe("Waiting for Orange (bot, recruit)"));
    expect(host.querySelectorAll(".k-button.ask, .asked")).toHaveLength(0);
  });

  it("shows the own hand with what is written on it, and how many cards the others hold", async () => {
    const written = { smoke: { title: "Smoke Screen", text: "At the start of your turn: lay it.", clause: "x.y" } };
    const piles = {
      hand0: { seat: 0, count: 1, cards: ["smoke"] },
      hand1: { seat: 1, count: 2 },
      deck: { seat: -2, count: 3 },
    };
    socket.opens();
    await tells({ ...welcome, face: { ...welcome.face, written } });
    await tells(update(1, { view: table({ piles }) }));
    await soon(() => expect(find("own-hand")?.textContent).toContain("At the start of your turn: lay it."));
    expect(find("hand-1")?.textContent).toContain("Orange holds 2 cards");
    expect(host.querySelectorAll(".m-hands > *")).toHaveLength(2);
  });

  it("says whose turn it is when two share a device", async () => {
    socket.opens();
    await tells({ ...welcome, yours: [0, 1] });
    await tells(update(1, { decision: { ...moveUnits, seat: 1 } }));
    await soon(() => expect(find("whose-turn")?.textContent).toContain("Orange, it is your turn"));
  });

  it("says what the server cannot do until it can", async () => {
    socket.opens();
    await tells(welcome);
    await tells(update(1, { decision: null }));
    await tells({
      type: "presence",
      seats: welcome.seats,
      watching: 0,
      fault: "A bot cannot go on.",
      pace: "alone",
      proposals: [],
    });
    await soon(() => expect(find("fault")?.textContent).toContain("A bot cannot go on."));
    await tells({ type: "presence", seats: welcome.seats, watching: 0, fault: "", pace: "alone", proposals: [] });
    await soon(() => expect(find("fault")).toBeNull());
  });

  it("a spectator is told so and asked nothing", async () => {
    socket.opens();
    await tells({ ...welcome, yours: [] });
    await tells(update(1, { decision: null }));
    await soon(() => expect(find("watching")).not.toBeNull());
    expect(find("commit")).toBeNull();
  });

  it("reads earlier pages of the log when they are wanted", async () => {
    const line = (text: string) => ({ text, clauses: [], unit: "", sort: "other" });
    socket.opens();
    await tells({ ...welcome, story: [line("Later.")], earlier: 40 });
    await tells(update(41));
    find("log")?.click();
    await soon(() => expect(find("earlier")).not.toBeNull());
    find("earlier")?.click();
    const asked = socket.sent.find((one) => one.type === "earlier") as { id: string; before: number };
    expect(asked.before).toBe(40);
    socket.tells({ type: "told", id: asked.id, result: { lines: [line("At first.")], earlier: 0 } });
    await soon(() => expect(find("earlier")).toBeNull());
    const told = [...(find("log-sheet")?.querySelectorAll(".m-story > li") ?? [])].map((one) =>
      one.textContent?.trim(),
    );
    expect(told).toEqual(["At first.", "Later."]);
  });

  it("opens the table anew with the new link when the link of the seat was changed", async () => {
    socket.opens();
    await tells(welcome);
    await tells(update(1));
    const old = socket;
    const changed = { match: "m1", seats: [{ seat: 0, kind: "me", secret: "n".repeat(32), invitation: "", until: 0 }] };
    const fetched = vi.fn(async (_: string, __: RequestInit) => new Response(JSON.stringify(changed), { status: 200 }));
    vi.stubGlobal("fetch", fetched);
    find("menu")?.click();
    await soon(() => expect(find("own-link")).not.toBeNull());
    const more = find("own-link")?.querySelector("details");
    if (more) more.open = true;
    more?.dispatchEvent(new Event("toggle"));
    await soon(() => expect(find("change-link")).not.toBeNull());
    find("change-link")?.click();
    await soon(() => expect(find("change-link-yes")).not.toBeNull());
    find("change-link-yes")?.click();
    await soon(() => expect(socket).not.toBe(old));
    const body = JSON.parse(String(fetched.mock.calls.findLast(([, sent]) => sent.body)?.[1].body));
    expect(body.secret).toBe("s".repeat(22));
    expect(seats.of("m1")).toEqual([{ seat: 0, secret: body.fresh }]);
    socket.opens();
    expect(socket.sent[0]).toMatchObject({ type: "hello", secrets: [body.fresh] });
  });

  it("offers undo with what it undoes", async () => {
    socket.opens();
    await tells(welcome);
    await tells(update(1, { take_back: "M4 Sherman A1's move", take_back_seat: 1 }));
    await soon(() => expect(find("undo")?.textContent).toContain("M4 Sherman A1's move"));
    find("undo")?.click();
    // at a shared device it need not be the seat that is asked
    expect(socket.of("take_back")).toMatchObject([{ seat: 1 }]);
  });

  it("the button and the key undo the same: what is drawn first, then the last answer", async () => {
    socket.opens();
    await tells(welcome);
    await tells(update(1, { decision: moveUnits, take_back: "M4 Sherman A2's move", take_back_seat: 0 }));
    await soon(() => expect(find("undo")?.textContent).toContain("M4 Sherman A2's move"));
    const key = (name: string) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    key("ArrowUp");
    await soon(() => expect(find("undo")?.textContent).toContain("the last leg"));
    find("undo")?.click();
    expect(socket.of("take_back")).toEqual([]);
    await soon(() => expect(find("undo")?.textContent).toContain("M4 Sherman A2's move"));
    key("z");
    await soon(() => expect(socket.of("take_back")).toHaveLength(1));
  });

  it("nobody is told to wait for himself while an update is played", async () => {
    settings.dice.value = "full";
    socket.opens();
    await tells(welcome);
    await tells(update(1, { decision: moveUnits, take_back: "M4 Sherman A1's move", take_back_seat: 0 }));
    await soon(() => expect(find("undo")).not.toBeNull());
    const dice = { event: "dice_rolled" as const, seat: 0, label: "first", faces: [1, 2], clause: "" };
    const thrown = { ...dice, title: "First turn", shown: "3", against: false };
    const acts = [act("dice", 0, { title: "First turn", text: "Blue 3", dice: [thrown] })];
    // what is played is over after a second: a busy machine would look too late, so the clock goes on only while we look
    vi.useFakeTimers();
    socket.tells(update(2, { events: [dice], acts, decision: moveUnits, version: 2, view: table({ version: 2 }) }));
    await soon(() => expect(find("ask-title")?.textContent).toBe("First turn"));
    expect(find("undo")).toBeNull();
    await soon(() => expect(find("dice")?.textContent).toContain("Blue 3"));
    find("skip-all")?.click();
    await soon(() => expect(find("ask-title")?.textContent).toBe(moveUnits.title));
    vi.useRealTimers();
  });

  it("a shared device lies with nobody while others play, and is taken again for the next turn", async () => {
    const windows = [{ kind: "hold", title: "Hold Fire", secret: true, orders: [] }] as unknown as Welcome["windows"];
    const asked = (seq: number, seat: number) => update(seq, { decision: { ...moveUnits, seat } });
    const between = (seq: number, active: number): Update => {
      const { situation } = table();
      const view = table({ seat: -1, waiting_for: [2], situation: { ...situation, active } });
      return update(seq, { view, decision: null });
    };
    const take = (): void => find("take-device")?.click();
    socket.opens();
    await tells({ ...welcome, yours: [0, 1], windows });
    await tells(asked(1, 0));
    await soon(() => expect(find("hand-over")?.textContent).toContain("Blue"));
    take();
    await soon(() => expect(find("hand-over")).toBeNull());
    await tells(between(2, 0));
    await tells(asked(3, 0));
    expect(find("hand-over")).toBeNull();
    await tells(between(4, 2));
    expect(window.__brickfield?.state().seat).toBe(-1);
    await tells(asked(5, 0));
    await soon(() => expect(find("hand-over")).not.toBeNull());
  });

  it("tells the end, who and why", async () => {
    socket.opens();
    await tells(welcome);
    const outcome = { winners: [0], reason: "elimination", clause: "mbb.win.elimination", scores: [84, 13] };
    await tells(
      update(1, { decision: null, view: table({ outcome, ending: "Only one side is left.", waiting_for: [] }) }),
    );
    await soon(() => expect(find("win")?.textContent).toBe("You win"));
    expect(host.textContent).toContain("Only one side is left.");
    expect(host.querySelector('[data-clause="mbb.win.elimination"]')).not.toBeNull();
  });

  it("tells that the line is lost and that the last move was received", async () => {
    socket.opens();
    await tells(welcome);
    await tells(update(1));
    socket.breaks();
    await soon(() => expect(find("connection")?.textContent).toContain("Your last move was received."));
  });

  it("Alt and T opens text mode, whose line goes to the server", async () => {
    socket.opens();
    await tells(welcome);
    await tells(update(1));
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "t", code: "KeyT", altKey: true }));
    await soon(() => expect(find("text-mode")).not.toBeNull());
    const field = find("text-input") as HTMLInputElement;
    field.value = "where A1";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await soon(() => expect(socket.of("say")).toMatchObject([{ line: "where A1", seat: 0, seq: 1 }]));
  });

  it("keeps secrets out of what tests can read", async () => {
    socket.opens();
    await tells(welcome);
    await tells(update(1, { view: table({ secrets: { mine: [3, 4] } }) }));
    const state = JSON.stringify(window.__brickfield?.state());
    expect(state).not.toContain("mine");
    expect(state).not.toContain("ssss");
  });
});

describe("one device with several seats and secrets", () => {
  const shared = {
    ...welcome,
    yours: [0, 1],
    windows: [{ kind: "held_shot", title: "Held shot", clause: "x", secret: true, orders: [] }],
  };

  it("covers the table until the asked seat has the device, and again for the next one", async () => {
    socket.opens();
    await tells(shared);
    await tells(update(1, { decision: moveUnits }));
    await soon(() => expect(find("hand-over")?.textContent).toContain("Pass the device to"));
    expect(find("ask-title")).toBeNull();
    expect(host.querySelectorAll(".ask")).toHaveLength(1);
    find("take-device")?.click();
    await soon(() => expect(find("ask-title")).not.toBeNull());
    expect(find("hand-over")).toBeNull();
    await tells(update(2, { decision: { ...moveUnits, seat: 1 } }));
    await soon(() => expect(find("hand-over")).not.toBeNull());
  });

  it("covers nothing where nobody has a secret", async () => {
    socket.opens();
    await tells({ ...shared, windows: [] });
    await tells(update(1, { decision: moveUnits }));
    await soon(() => expect(find("ask-title")).not.toBeNull());
    expect(find("hand-over")).toBeNull();
  });
});

describe("keys and focus", () => {
  const event = (target: HTMLElement, key: string): KeyboardEvent => {
    const made = new KeyboardEvent("keydown", { key });
    Object.defineProperty(made, "target", { value: target });
    return made;
  };

  it("text being typed and pressed buttons keep their keys", () => {
    expect(isTaken(event(document.createElement("input"), "t"), false)).toBe(true);
    expect(isTaken(event(document.createElement("button"), "Enter"), false)).toBe(true);
    expect(isTaken(event(document.createElement("button"), "t"), false)).toBe(false);
    expect(isTaken(event(document.createElement("button"), " "), true)).toBe(false);
    expect(isTaken(event(document.body, "Enter"), false)).toBe(false);
  });

  it("Enter is the yellow button's after a click on another one, until somebody goes on by Tab", () => {
    const button = document.createElement("button");
    document.body.append(button);
    const unwatch = watchPointer();
    button.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(isTaken(event(button, "Enter"), false)).toBe(false);
    expect(isTaken(event(document.createElement("button"), "Enter"), false)).toBe(true);
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" }));
    expect(isTaken(event(button, "Enter"), false)).toBe(true);
    unwatch();
    button.remove();
  });

  it("Enter on an answer that is chosen already goes on to the yellow button; on any other it chooses", () => {
    const panel = document.createElement("div");
    panel.className = "m-ask";
    panel.innerHTML = `
      <button role="radio" aria-checked="true"></button><button role="radio" aria-checked="false"></button>
      <button class="m-row" aria-pressed="true"></button><button class="m-row" aria-pressed="false"></button>
      <button role="switch" aria-checked="true"></button>`;
    const taken = [...panel.querySelectorAll("button")].map((one) => isTaken(event(one, "Enter"), false));
    expect(taken).toEqual([false, true, false, true, true]);
  });
});

describe("the tab", () => {
  it("says whose turn it is before anything else", () => {
    expect(tabTitle("Crossroads", null)).toBe("Crossroads");
    expect(tabTitle("Crossroads", "Move your units")).toBe("Your turn: Move your units · Crossroads");
  });
});
