import { render } from "preact";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Laid, layTable, mover, moveUnits, path, stepOffer } from "../testing";
import { onPage } from "../testing_page";

const run = { points: 4, title: "run, no attack", text: "It does not attack.", clause: "inf.move.sprint.noattack" };
const goes = stepOffer("march", { motion: "free", amount: "inches", price: 1 });

let laid: Laid;
let host: HTMLElement;
onPage(
  (made) => {
    host = made;
  },
  () => undefined,
);

/** A squad that has gone so far already is dragged so far ahead. */
async function walks(left: number, inches: number): Promise<{ label: string; said: string | undefined }> {
  const offer = path([mover("A1", 8, { left, beyond: run })], [goes], { points: "in" });
  laid = await layTable({ ...moveUnits, offer });
  const from = { unit: "A1", part: "hull" as const, x: 24, y: 6 };
  for (const phase of ["start", "move"] as const)
    laid.room.opened.value?.hand.intent({ kind: "drag", phase, from, x: 24, y: 6 + inches, free: true });
  const drawn = laid.room.opened.value?.hand.marks().find((mark) => mark.kind === "path");
  const Panel = laid.room.opened.value?.panel;
  if (Panel) render(<Panel />, host);
  const said = host.querySelector("[data-testid=prices]")?.textContent ?? undefined;
  return { label: (drawn?.kind === "path" && drawn.legs.at(-1)?.label) || "", said };
}

describe("a move that takes more points than a walk", () => {
  afterEach(() => laid.room.close());

  it("says at its ghost and in the panel what it is", async () => {
    const { label, said } = await walks(8, 6);
    expect(label).toContain("run, no attack");
    expect(said).toContain("It does not attack.");
  });

  it("counts what was gone before", async () => {
    expect((await walks(5, 2)).label).toContain("run, no attack");
  });

  it("says nothing of a walk", async () => {
    const { label, said } = await walks(8, 4);
    expect(label).not.toContain("run");
    expect(said).toBeUndefined();
  });
});

describe("a way that ends at what stops it", () => {
  afterEach(() => laid.room.close());
  const leg = {
    step: "march",
    pose: { x: 24e6, y: 8e6, heading: 0 },
    amount: 2,
    cost: 2,
    clause: "x",
    stopped_by: "T1",
  };
  const worked = {
    unit: "A1",
    legs: [leg],
    cost: 2,
    left: 6,
    refusal: null,
    sees: [],
    seen_by: [],
    goal_distance: null,
  };
  const enters = { title: "may go into the house", text: "Once it is there.", clause: "inf.move.enter", tone: "gain" };

  it.each([
    [[], "stopped by"],
    [[enters], "may go into the house"],
  ])("says what it gains there instead", async (prices, told) => {
    const offer = path([mover("A1", 8)], [goes], { points: "in" });
    laid = await layTable({ ...moveUnits, offer }, (query) => (query === "path" ? { ...worked, prices } : null));
    const { hand } = laid.room.opened.value ?? {};
    const from = { unit: "A1", part: "hull" as const, x: 24, y: 6 };
    for (const phase of ["start", "move"] as const)
      hand?.intent({ kind: "drag", phase, from, x: 24, y: 12, free: true });
    await vi.waitFor(() => {
      const drawn = hand?.marks().find((mark) => mark.kind === "path");
      expect(drawn?.kind === "path" && drawn.legs.at(-1)?.label).toContain(told);
    });
  });
});
