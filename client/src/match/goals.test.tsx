// Goals at the table: whose marks are drawn, what the sheet says, and when the notice goes.
import { render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import type { Goal, GoalMark, SeatTable } from "../protocol";
import { goalMarks, goalOf, marksFor, spotsOf } from "./goals";
import { GoalSheet, TaskNotice } from "./parts/goals";
import { face, type Laid, layTable, moveUnits, table, welcome } from "./testing";
import { onPage } from "./testing_page";

const mark = (id: string, changes: Partial<GoalMark>): GoalMark => ({
  ...{
    id,
    kind: "area",
    label: id,
    at: null,
    outline: [],
    edge: "",
    unit: "",
    figure: "",
    piece: "",
    seat: -1,
    value: 0,
  },
  seats: [],
  ...changes,
});
const goal = (seat: number, sentence: string): Goal => ({
  ...{ id: `goal${seat}`, seats: [seat], sentence, clause: "mbb.win.scenario", by_round: 9, more: "More." },
});
const goals = [goal(0, "Bring gold home by the end of round 9."), goal(1, "Keep the gold until the end of round 9.")];
const laidFace = {
  ...face,
  goals,
  marks: [
    mark("P1", { kind: "port", label: "Their port", at: [5_000_000, 6_000_000], seat: 0, seats: [1] }),
    mark("own P1", {
      kind: "port",
      label: "Your port: bring gold here",
      at: [5_000_000, 6_000_000],
      seat: 0,
      seats: [0],
    }),
    mark("way out", { kind: "edge", edge: "east" }),
  ],
};
const carrier = mark("carrier A1", { kind: "carrier", label: "Carries 2 gold", unit: "A1", seat: 0, value: 2 });
const stands = [
  { goal: "goal0", words: "2 of 7 gold ashore", value: 2, full: 7 },
  { goal: "goal1", words: "1 of 7 gold ashore", value: 1, full: 7 },
];
const seen = (changes: Partial<SeatTable> = {}): SeatTable => {
  const { situation } = table();
  return table({ situation: { ...situation, round: 1, goals: stands, marks: [carrier] }, ...changes });
};

let laid: Laid;
let host: HTMLElement;
onPage(
  (made) => {
    host = made;
  },
  () => laid?.room.close(),
);
const lay = async (view: SeatTable): Promise<void> => {
  laid = await layTable(moveUnits, () => null, { ...welcome, face: laidFace }, view);
};

describe("marks", () => {
  it("are those of the seat, and for who watches each thing once", () => {
    expect(marksFor(seen(), laidFace).map((one) => one.id)).toEqual(["own P1", "way out", "carrier A1"]);
    expect(marksFor(seen({ seat: 1 }), laidFace).map((one) => one.id)).toEqual(["P1", "way out", "carrier A1"]);
    expect(marksFor(seen({ seat: -1 }), laidFace).map((one) => one.id)).toEqual(["P1", "way out", "carrier A1"]);
  });

  it("are drawn by their sort; what somebody has in his colour, and what is asked for stands out", () => {
    const drawn = goalMarks(seen(), laidFace, "own P1");
    expect(drawn.map((one) => one.kind === "goal" && [one.sign, one.side, one.strong ?? false])).toEqual([
      ["port", 0, true],
      ["edge", -1, false],
      ["carrier", 0, false],
    ]);
    expect(goalOf(laidFace, -1)).toBeNull();
  });

  it("are where their unit stands, at their point, or at their edge", () => {
    expect(marksFor(seen(), laidFace).map((one) => spotsOf(one, seen(), laidFace))).toEqual([
      [[5, 6]],
      [[48, 18]],
      [[24, 6]],
    ]);
  });
});

describe("the goal in words", () => {
  it("says the own task in full, how all stand, and lights what is pressed", async () => {
    await lay(seen());
    act(() => render(<GoalSheet room={laid.room} close={() => undefined} />, host));
    const own = document.querySelector('[data-testid="goal-own"]')?.textContent ?? "";
    expect(own).toContain("Bring gold home by the end of round 9.");
    expect(own).toContain("2 of 7 gold ashore");
    expect(document.querySelector('[data-testid="goal-other"]')?.textContent).toContain("The task of Orange");
    const row = document.querySelector<HTMLElement>('[data-testid="goal-mark-carrier"]');
    expect(row?.textContent).toBe("M4 Sherman A1: Carries 2 gold");
    act(() => row?.click());
    expect(laid.room.goalLight.lit.value).toBe("carrier A1");
  });

  it("is put before who begins, and goes with the first answer", async () => {
    await lay(seen());
    act(() => render(<TaskNotice room={laid.room} />, host));
    expect(host.textContent).toContain("Bring gold home by the end of round 9.");
    act(() => laid.room.answer({ answer: "end_movement" }));
    expect(host.textContent).toBe("");
  });

  it("is no news in a later round, nor to who watches", async () => {
    const { situation } = seen();
    for (const view of [seen({ situation: { ...situation, round: 2 } }), seen({ seat: -1 })]) {
      await lay(view);
      act(() => render(<TaskNotice room={laid.room} />, host));
      expect(host.textContent).toBe("");
    }
  });
});
