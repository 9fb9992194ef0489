import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { soon } from "../../../kit/testing";
import type { Thinking, Why } from "../../../protocol";
import { type Laid, layTable, moveUnits, update } from "../../testing";
import { WaitingPanel } from "../people/waiting";
import { BotWhyButton, BotWhySheet } from "./bot_why";

let host: HTMLElement;
let laid: Laid | null = null;
const find = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);
const line = (words: string, chance: number, behind: number, tables: number) => ({
  ...{ words, typed: "", clause: "", chance, behind, give_or_take: 0.02, tables },
});
const why: Why = {
  seat: 1,
  seq: 4,
  sentence: "Played 2 other ideas out.",
  changed: true,
  lines: [
    { ...line("close in on A1", 0.61, 0, 16), typed: "sail B2 go 265.405 1" },
    line("stay", 0.54, 0.07, 16),
    { ...line("turn away", 0.5, 0, 2), give_or_take: 1 },
    line("fall back", 0.4, 0, 0),
    line("fall back", 0.4, 0, 0),
  ],
};
const thinks = (share: number, more: Why | null = null): Thinking => ({ type: "thinking", seat: 1, share, why: more });

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
});
afterEach(() => {
  render(null, host);
  host.remove();
  laid?.room.close();
});

describe("a bot that looks ahead", () => {
  it("shows how far it is until its answer comes", async () => {
    laid = await layTable(moveUnits);
    const { store } = laid.room;
    render(<WaitingPanel room={laid.room} />, host);
    expect(find("pondering")).toBeNull();
    store.hear(thinks(0.42));
    await soon(() => expect(find("pondering")?.textContent).toContain("is thinking, 42 %"));
    expect(find("pondering")?.querySelector("progress")?.value).toBeCloseTo(0.42);
    store.hear(update(99));
    await soon(() => expect(find("pondering")).toBeNull());
  });

  it("says why, with what it rejected and the chances", async () => {
    laid = await layTable(moveUnits);
    let opened = 0;
    render(
      <>
        <BotWhyButton room={laid.room} open={() => (opened += 1)} />
        <BotWhySheet room={laid.room} close={() => undefined} />
      </>,
      host,
    );
    expect(find("bot-why")).toBeNull();
    laid.room.store.hear(thinks(1, why));
    await soon(() => expect(find("bot-why")).not.toBeNull());
    find("bot-why")?.click();
    expect(opened).toBe(1);
    const told = find("bot-why-sheet");
    expect(told?.textContent).toContain("Played 2 other ideas out.");
    const ideas = [...(told?.querySelectorAll("li") ?? [])].map((each) => each.textContent ?? "");
    expect(ideas[0]).toContain("Close in on A1");
    expect(ideas[0]).toContain("61 %");
    expect(ideas[1]).toContain("7 % worse, give or take 2 %");
    expect(ideas[2]).toContain("too few tables to compare");
    expect(told?.querySelector("summary")?.textContent).toBe("Not played out: 1 more idea");
    expect(ideas[3]).toBe("Fall back");
    expect(told?.textContent).not.toContain("265.405");
  });

  it("tells what its judgement says where nothing was played out", async () => {
    laid = await layTable(moveUnits);
    const lines = [line("hold the house", 0.52, 0, 0), line("run", 0.516, 0.004, 0), line("wait", 0.52, 0, 0)];
    laid.room.store.hear(thinks(1, { ...why, sentence: "Weighed 2 other ideas.", changed: false, lines }));
    render(<BotWhySheet room={laid.room} close={() => undefined} />, host);
    await soon(() => expect(find("bot-why-sheet")?.textContent).toContain("Weighed 2 other ideas."));
    const told = find("bot-why-sheet");
    const ideas = [...(told?.querySelectorAll("li") ?? [])].map((each) => each.textContent ?? "");
    expect(ideas[0]).toContain("52.0 %");
    expect(ideas[1]).toContain("0.4 % worse by its judgement");
    expect(ideas[2]).toContain("about as good by its judgement");
    expect(told?.textContent).not.toContain("ot played out");
  });
});
