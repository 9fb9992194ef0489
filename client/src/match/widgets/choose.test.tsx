// Choosing: lists, cards and buttons answer with what the offer says, and nothing is given by habit or by accident.
import { render } from "preact";
import { describe, expect, it } from "vitest";
import { soon } from "../../kit/testing";
import type { Asked } from "../../protocol";
import { HABIT, pressKey } from "../keyboard";
import type { Action } from "../keys";
import { aim, choice, chooseOne, type Laid, layTable, noLine, question, table } from "../testing";
import { onPage } from "../testing_page";

let laid: Laid;
let host: HTMLElement;

const show = (): void => {
  const opened = laid.room.opened.value;
  if (opened) render(opened.panel(), host);
};
async function open(asked: Asked, tell?: (query: string, about: unknown) => unknown): Promise<void> {
  laid = await layTable(asked, tell);
  show();
}
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
const press = (action: Action, digit = 0) => {
  const done = laid.room.opened.value?.hand.press({ action, fine: false, digit });
  show();
  return done;
};
/** Touches something; parts of a panel follow their signals a moment later. */
const pick = async (what: { unit?: string; piece?: string }): Promise<void> => {
  laid.room.opened.value?.hand.intent({ kind: "pick", x: 0, y: 0, pointer: "touch", ...what });
  await new Promise((done) => setTimeout(done));
};

onPage(
  (made) => {
    host = made;
  },
  () => laid.room.close(),
);

describe("choosing", () => {
  const first = choice({ answer: "skip", phase: "movement" }, "Give up moving", { about: ["B1"] });
  const second = choice({ answer: "skip", phase: "shooting" }, "Give up shooting", { about: ["B1", "T1"] });
  const skip = question("first_turn_choice", chooseOne([first, second]));

  it("has none in hand where the first would be a loss nobody asked for", async () => {
    await open(question("pick", chooseOne([first, second], { unmarked: true })));
    expect(find("commit")?.textContent).toContain("Choose one");
    press("commit");
    expect(laid.answers()).toEqual([]);
    press("number", 2);
    press("commit");
    expect(laid.answers()).toEqual([second.answer]);
  });

  it("touching an area of the table marks the answer that is about it, and the areas are drawn with their names", async () => {
    const square = (x: number) => [x, 0, x + 6, 0, x + 6, 6, x, 6].map((part) => part * 1_000_000);
    const [a1, b1] = ["A1", "B1"].map((name, i) =>
      choice({ answer: "write", square: name }, name, { area: square(6 * i) }),
    ) as [ReturnType<typeof choice>, ReturnType<typeof choice>];
    await open(question("write_minefield", chooseOne([a1, b1], { give: "Write it down" })));
    expect(find("commit")?.textContent).toContain("Write it down");
    laid.room.opened.value?.hand.intent({ kind: "pick", x: 7, y: 3, pointer: "touch" });
    const zones = laid.room.opened.value?.hand.marks().filter((mark) => mark.kind === "zone");
    expect(zones).toMatchObject([
      { label: "A1", centred: true, side: -1 },
      { label: "B1", centred: true, strong: true, outline: [6, 0, 12, 0, 12, 6, 6, 6] },
    ]);
    press("commit");
    expect(laid.answers()).toEqual([b1.answer]);
  });

  it("of a whole grid only the marked square says its name: it would look like an army", async () => {
    const squares = Array.from({ length: 12 }, (_, i) =>
      choice({ answer: "write", square: i }, `Square A${i}`, {
        area: [i, 0, i + 1, 0, i + 1, 1].map((at) => at * 1e6),
      }),
    );
    await open(question("write_minefield", chooseOne(squares)));
    const labels = laid.room.opened.value?.hand.marks().flatMap((mark) => (mark.kind === "zone" ? [mark.label] : []));
    expect(labels?.filter((label) => label !== "")).toEqual(["Square A0"]);
    expect(host.querySelectorAll(".m-rows .k-clause")).toHaveLength(0);
  });

  it("a number marks an answer and Enter gives it", async () => {
    await open(skip);
    press("number", 2);
    expect(laid.answers()).toEqual([]);
    press("commit");
    expect(laid.answers()).toEqual([second.answer]);
  });

  it("touching what an answer is about marks it, each touch the next of them", async () => {
    await open(skip);
    await pick({ unit: "B1" });
    expect(find("choice-2")?.getAttribute("aria-pressed")).toBe("true");
    await pick({ unit: "B1" });
    expect(find("choice-1")?.getAttribute("aria-pressed")).toBe("true");
    await pick({ piece: "T1" });
    expect(find("choice-2")?.getAttribute("aria-pressed")).toBe("true");
    expect(laid.room.opened.value?.hand.marks()).toContainEqual({ kind: "select", unit: "B1" });
    expect(laid.answers()).toEqual([]);
  });

  it("a closed answer says why and is not given", async () => {
    const shut = choice({ answer: "one" }, "One", { refusal: noLine });
    await open(question("pick", chooseOne([shut, second])));
    expect(find("choice-2")?.getAttribute("aria-pressed")).toBe("true");
    press("number", 1);
    expect(find("choice-1")?.textContent).toContain(noLine.sentence);
    expect(find("commit")?.getAttribute("aria-disabled")).toBe("true");
    press("commit");
    expect(laid.answers()).toEqual([]);
  });

  it("an answer worth a second thought is asked back once", async () => {
    const last = choice({ answer: "go_down" }, "Go down", { careful: "All is lost then." });
    await open(question("pick", chooseOne([last])));
    press("commit");
    expect(laid.answers()).toEqual([]);
    press("commit");
    expect(laid.answers()).toEqual([last.answer]);
  });

  it("cards are chosen like lines", async () => {
    await open(question("play_card", chooseOne([first, second], { style: "cards" })));
    expect(host.querySelector(".m-choice-cards")?.children).toHaveLength(2);
    find("choice-2")?.click();
    find("commit")?.click();
    expect(laid.answers()).toEqual([second.answer]);
  });

  it("a card says what it changes, beside the shot it is asked about", async () => {
    const change = { of: "Hit", without: 15 / 36, with_it: 21 / 36, percent: true };
    const points = { of: "Movement Points", without: 6, with_it: 10, percent: false };
    const card = { ...choice({ answer: "play_card" }, "Play Special Ammunition"), weighed: [change, points] };
    const shot = { title: "Cromwell A4 at Panzer IV B4", aim: aim("A1", "B1", 15 / 36), notes: [] };
    await open(question("play_cards", chooseOne([first, card], { style: "cards", exhibits: [shot] })));
    expect(find("attack-A1")?.textContent).toContain("41.7 %");
    expect(laid.room.opened.value?.hand.marks().some((mark) => mark.kind === "sightline")).toBe(true);
    const said = [...(find("choice-2")?.querySelectorAll("[data-testid=weighed]") ?? [])].map((one) =>
      one.textContent?.replace(/\s+/g, " "),
    );
    expect(said).toEqual(["Hit 41.7 % → becomes 58.3 %", "Movement Points 6 → becomes 10"]);
  });

  it("an offer nobody knows is answered from the suggestions", async () => {
    const told = [{ answer: { answer: "dance" }, kind: "slow_dance", reason: "Because.", clause: "x.y", value: 1 }];
    await open(question("dance", { offer: "unheard_of" } as unknown as Asked["offer"]), () => told);
    await soon(() => {
      show();
      expect(find("choice-1")?.textContent).toContain("slow dance");
    });
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "dance" }]);
  });
});

const idle = () => undefined;

describe("a reaction", () => {
  const yes = choice({ answer: "react", yes: true }, "Return fire", {
    text: "Costs your 3rd action: 2 heat.",
    clause: "bm.option.return.action",
  });
  const no = choice({ answer: "react", yes: false }, "Let it pass");
  const exhibits = [
    {
      title: "Their attack on you",
      aim: aim("B1", "A1", 0.6),
      notes: [{ text: "75 % instead of 60 % if you answer.", clause: "x.y" }],
    },
    { title: "Your reply", aim: aim("A1", "B1", 0.4), notes: [] },
  ];
  const buttons = chooseOne([yes, no], { style: "buttons", unit: "A1", exhibits, usual: 1 });

  it("shows both attacks and the price, and Y answers", async () => {
    await open(question("return_fire", buttons));
    expect(find("attack-B1")?.textContent).toContain("Their attack on you");
    expect(find("notes-B1")?.textContent).toContain("75 % instead of 60 %");
    expect(find("attack-A1")).not.toBeNull();
    expect(find("meaning")?.textContent).toContain("3rd action: 2 heat");
    press("yes");
    expect(laid.answers()).toEqual([yes.answer]);
  });

  it("says beside a button what it changes", async () => {
    const drop = { ...yes, weighed: [{ of: "At least one falls", without: 0.5, with_it: 0.25, percent: true }] };
    await open(question("may_drop", { ...buttons, choices: [drop, no], exhibits: [] }));
    expect(find("weighed")?.textContent?.replace(/\s+/g, " ")).toBe("At least one falls 50.0 % → becomes 25.0 %");
  });

  it("names a rule once, however many answers are under it", async () => {
    const both = [yes, no].map((one) => ({
      ...one,
      text: `What ${one.title} does.`,
      clause: "bm.option.return.action",
    }));
    await open(question("return_fire", { ...buttons, choices: both, exhibits: [] }));
    const meanings = [...document.querySelectorAll("[data-testid=meaning]")];
    expect(meanings.map((one) => one.querySelectorAll(".k-clause").length)).toEqual([1, 0]);
  });

  it("has one yellow button that acts, one plain that passes, and Enter for neither", async () => {
    // a habit does not fire, and does not forgo; yellow says that somebody is asked, and twice it says nothing
    await open(question("return_fire", buttons));
    const [fires, passes] = [find("commit"), find("decline")];
    expect([fires, passes].map((one) => one?.classList.contains("ask"))).toEqual([true, false]);
    expect([fires, passes].map((one) => one?.classList.contains("big"))).toEqual([true, true]);
    expect([fires, passes].map((one) => one?.querySelector("kbd")?.textContent)).toEqual(["Y", "N"]);
    press("commit");
    expect(laid.answers()).toEqual([]);
    press("yes");
    expect(laid.answers()).toEqual([yes.answer]);
  });

  it("takes no Enter that was meant for what lay there before", async () => {
    HABIT.ms = 400;
    await open(question("pick_edge", { ...buttons, usual: 0 }));
    const page = {
      ...{ hide: idle, log: idle, card: idle, keys: idle, phrases: idle, text: idle },
      close: () => false,
    };
    const enter = (): boolean => pressKey(laid.room, page, new KeyboardEvent("keydown", { key: "Enter" }));
    expect(enter()).toBe(true);
    expect(laid.answers()).toEqual([]);
    HABIT.ms = 0;
    expect(enter()).toBe(true);
    expect(laid.answers()).toEqual([yes.answer]);
  });

  it("has two buttons with the server's words, and N for the last", async () => {
    await open(question("return_fire", buttons));
    expect([find("commit")?.textContent, find("decline")?.textContent]).toEqual([
      expect.stringContaining("Return fire"),
      expect.stringContaining("Let it pass"),
    ]);
    press("no");
    expect(laid.answers()).toEqual([no.answer]);
  });

  it("draws the line of the first attack and selects the unit that is asked", async () => {
    await open(question("return_fire", buttons));
    const marks = laid.room.opened.value?.hand.marks() ?? [];
    const [from, to] = [table().units[2]?.pose, table().units[0]?.pose];
    expect(laid.room.selected.value).toBe("A1");
    expect(marks).toContainEqual(
      expect.objectContaining({
        kind: "sightline",
        from: [(from?.x ?? 0) / 1e6, (from?.y ?? 0) / 1e6],
        to: [(to?.x ?? 0) / 1e6, (to?.y ?? 0) / 1e6],
      }),
    );
  });

  it("cannot be answered with what is closed", async () => {
    const shut = { ...yes, refusal: noLine };
    await open(question("held_shot", { ...buttons, choices: [shut, no] }));
    expect(find("commit")?.getAttribute("aria-disabled")).toBe("true");
    expect(find("closed")?.textContent).toContain(noLine.sentence);
    expect(find("decline")?.className).toContain("ask");
    press("yes");
    expect(laid.answers()).toEqual([]);
    press("no");
    expect(laid.answers()).toEqual([no.answer]);
  });

  it("what is touched on the table becomes the yellow one, and Enter gives it", async () => {
    const square = (x: number) => [x, 0, x + 6, 0, x + 6, 6, x, 6].map((part) => part * 1_000_000);
    const [south, north] = ["south", "north"].map((edge, i) =>
      choice({ answer: "zone", edge }, `The ${edge} edge`, { area: square(6 * i) }),
    ) as [ReturnType<typeof choice>, ReturnType<typeof choice>];
    await open(question("zone", chooseOne([south, north], { style: "buttons" })));
    expect(find("commit")?.className).toContain("ask");
    laid.room.opened.value?.hand.intent({ kind: "pick", x: 7, y: 3, pointer: "touch" });
    show();
    expect(find("decline")?.querySelector("kbd")?.textContent).toContain("Enter");
    expect(find("commit")?.className).not.toContain("ask");
    press("commit");
    expect(laid.answers()).toEqual([north.answer]);
  });

  it("of three buttons the middle one is a number", async () => {
    const middle = choice({ answer: "duck" }, "Duck");
    await open(question("pick", { ...buttons, choices: [yes, middle, no] }));
    press("number", 2);
    expect(laid.answers()).toEqual([middle.answer]);
  });
});
