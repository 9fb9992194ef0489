import { describe, expect, it } from "vitest";
import type { Update } from "../../protocol";
import { moveUnits, update, welcome } from "../testing";
import { createStore } from "./store";

function opened(): { store: ReturnType<typeof createStore>; staged: Update[] } {
  const staged: Update[] = [];
  const store = createStore((one) => staged.push(one));
  store.hear(welcome);
  return { store, staged };
}

const line = (text: string) => ({ text, clauses: [], unit: "", sort: "other" });

describe("the store", () => {
  it("shows nothing before the stage has played it", () => {
    const { store, staged } = opened();
    store.hear(update(1));
    expect(store.latest.value?.seq).toBe(1);
    expect(store.view.value).toBeNull();
    expect(store.decision.value).toBeNull();
    store.show(staged[0] as Update);
    expect(store.decision.value).toEqual(moveUnits);
    expect(store.seat.value).toBe(0);
  });

  it("asks nothing while the table is behind", () => {
    const { store, staged } = opened();
    store.hear(update(1));
    store.show(staged[0] as Update);
    store.hear(update(2));
    expect(store.decision.value).toBeNull();
    store.show(staged[1] as Update);
    expect(store.decision.value).not.toBeNull();
  });

  it("asks nothing any more in a window the server has let go of", () => {
    const { store, staged } = opened();
    store.hear(update(1));
    store.show(staged[0] as Update);
    store.lost("closed", 1);
    expect(store.decision.value).toBeNull();
    expect(store.view.value).not.toBeNull();
  });

  it("takes the view as the truth whatever the events say", () => {
    const { store, staged } = opened();
    const moved = { event: "unit_destroyed", unit: "A1", by: "B1", leaves_wreck: true, clause: "" } as const;
    store.hear(update(1, { events: [moved] }));
    store.show(staged[0] as Update);
    expect(store.view.value?.units[0]?.status).toBe("alive");
  });

  it("puts earlier pages of the log before those it came with, and begins anew when it has missed too much", () => {
    const { store, staged } = opened();
    store.hear(update(9, { story: [line("nine")] }));
    store.show(staged[0] as Update);
    store.earlier.value = 8;
    store.recall({ lines: [line("seven"), line("eight")], earlier: 6 });
    expect(store.story.value.map((one) => one.text).slice(0, 2)).toEqual(["seven", "eight"]);
    expect([store.earlier.value, store.before.value]).toEqual([6, 2]);
    store.hear({ ...welcome, story: [line("late")], earlier: 60 });
    store.hear(update(70, { version: 70 }));
    store.show(staged[1] as Update);
    expect(store.story.value.map((one) => one.text)).toEqual(["late"]);
    expect([store.earlier.value, store.before.value]).toEqual([60, 0]);
  });

  it("leaves out an update it already has", () => {
    const { store, staged } = opened();
    store.hear(update(4));
    store.hear(update(4));
    store.hear(update(3));
    expect(staged).toHaveLength(1);
  });

  it("tells the story once, also after a reconnect", () => {
    const { store, staged } = opened();
    store.hear(update(1));
    store.show(staged[0] as Update);
    store.hear(update(2, { story: [line("A1 moved.")] }));
    store.show(staged[1] as Update);
    store.hear({ ...welcome, story: [...welcome.story, line("A1 moved."), line("A2 moved.")] });
    store.hear(update(3, { story: [line("A2 moved.")], events: [{ event: "turn_ended", seat: 0, clause: "" }] }));
    store.show(staged[2] as Update);
    expect(store.story.value.map((one) => one.text)).toEqual(["Round 3.", "A1 moved.", "A2 moved."]);
  });

  it("takes the whole story when it was away for long", () => {
    const { store, staged } = opened();
    store.hear(update(1));
    store.show(staged[0] as Update);
    store.hear({ ...welcome, story: [...welcome.story, line("Much happened.")] });
    store.hear(update(60));
    store.show(staged[1] as Update);
    expect(store.story.value.at(-1)?.text).toBe("Much happened.");
  });

  it("keeps a refusal until the next update", () => {
    const { store } = opened();
    store.pending.value = { id: "c1", sent: true, message: { type: "take_back", id: "c1", seat: 0, seq: 1 } };
    const refusal = {
      type: "refusal",
      code: "x",
      clause: "mbb.move.max",
      sentence: "No.",
      data: {},
      kind: "illegal",
    } as const;
    store.hear({ type: "refused", id: "other", refusal });
    expect(store.refusal.value).toBeNull();
    store.hear({ type: "refused", id: "c1", refusal });
    expect(store.refusal.value?.clause).toBe("mbb.move.max");
    store.hear(update(2));
    expect(store.refusal.value).toBeNull();
  });

  it("counts the time of a loss from its beginning", () => {
    const { store } = opened();
    store.lost("open", 0);
    store.lost("lost", 1000);
    store.lost("connecting", 3000);
    expect(store.lostAt.value).toBe(1000);
    store.lost("open", 4000);
    expect(store.lostAt.value).toBe(0);
  });

  it("knows a spectator by having no seat", () => {
    const { store } = opened();
    expect(store.spectator.value).toBe(false);
    store.hear({ ...welcome, yours: [] });
    expect(store.spectator.value).toBe(true);
  });
});
