// Who may act on a way and who fires at whom from its end: signs on the board, lines in the panel.
import { render } from "preact";
import { expect, it } from "vitest";
import { soon } from "../../kit/testing";
import type { PathFace } from "../../protocol";
import { layTable, moveUnits, pose } from "../testing";

it("marks where on the way somebody may act, and says who fires at whom from its end", async () => {
  const leg = { step: "forward", pose: pose(24, 9, 90), amount: 3, cost: 3, clause: "", stopped_by: "", ground: "" };
  const at = {
    pose: pose(24, 8, 90),
    gone: 2,
    short: "may fire",
    clause: "x.fire",
    dice: 1,
    kind: "reaction" as const,
  };
  const dangers = [
    { ...at, unit: "B1", text: "B1 may fire: one die", odds: 0.5 },
    { ...at, unit: "B2", text: "B2 may fire: one die", odds: 0.25 },
    { ...at, unit: "B2", pose: pose(24, 9, 90), gone: 3, short: "hold", text: "B2 holds", odds: 0, clause: "x.hold" },
  ];
  const seen = { unit: "B1", needed: null, odds: 0.62, hidden: 0, dice: 4, weapon: "", remark: "in hard cover" };
  const rest = {
    refusal: null,
    seen_by: [],
    goal_distance: null,
    impact: null,
    reaches: [],
    regrouped: null,
    caution: "",
  };
  const face: PathFace = { unit: "A1", legs: [leg], cost: 3, left: 5, sees: [seen], dangers, ...rest };
  const laid = await layTable(moveUnits, () => face);
  const host = document.createElement("div");
  const opened = laid.room.opened.value;
  opened?.hand.press({ action: "forward", fine: false, digit: 0 });
  const text = (id: string): string => host.querySelector(`[data-testid="${id}"]`)?.textContent ?? "";
  await soon(() => {
    if (opened) render(opened.panel(), host);
    expect(text("dangers")).toContain("after 2 in");
  });
  const marks = opened?.hand.marks().filter((mark) => mark.kind === "danger") ?? [];
  expect(marks).toMatchObject([
    { at: [24, 8], side: 1, label: "B1, B2 may fire" },
    { at: [24, 9], side: 1, label: "B2 hold" },
  ]);
  // what begins at one place is said once
  expect(text("dangers").split("after 2 in")).toHaveLength(2);
  expect(text("sees")).toContain("B1 in hard cover4 dice, 62 %");
  laid.room.close();
});
