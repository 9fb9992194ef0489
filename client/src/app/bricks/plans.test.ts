import { describe, expect, it, vi } from "vitest";

const steps = vi.fn();
vi.mock("../../kit", () => ({ api: { steps } }));

const { partLines, plansOf, shownModels, stepLines, stepWords } = await import("./plans");

const TURN = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const SENT = {
  // a plate, a turret of two plates built by itself, which is put on
  models: {
    tank: {
      title: "Tank",
      size: [4, 2, 1],
      parts: [
        [1, 0, 0],
        [16, 4, 4],
        [0, 0, 0],
        [0, 1, 2],
        [0, 0, 0],
        [0, 0.4, 0.8],
      ],
      steps: [
        [0, 0, 0, 1, "", 1],
        [1, 1, 1, 3, "Turret", 2],
        [0, 1, 3, 3, "", 1],
      ],
      module: false,
    },
    arm: { title: "Arm", size: [1, 1, 1], parts: [], steps: [], module: true },
  },
  turns: [TURN],
  looks: {
    "3024": { title: "Plate  1 x  1", shapes: {}, studs: [] },
    "3034": { title: "Plate  2 x  8", shapes: {}, studs: [] },
  },
  paints: { "4": "#b40000" },
  colours: { "4": "Red" },
};

describe("plans of models", () => {
  it("are read from their columns, and say what each step does", async () => {
    steps.mockResolvedValueOnce({ ok: false, refusal: {}, status: 0 });
    expect((await plansOf("mine")).ok).toBe(false);
    // what could not be had is asked for again
    steps.mockResolvedValueOnce({ ok: true, value: SENT });
    const reply = await plansOf("mine");
    if (!reply.ok) throw new Error("no plans");
    const plan = reply.value.models.tank;
    const turret = plan?.steps[1];
    if (!plan || !turret) throw new Error("no tank");
    expect(plan.parts[2]).toEqual(["3024", 4, [1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0.8]]);
    expect(stepLines(reply.value, plan, turret)).toEqual([
      { number: "3024", title: "Plate 1 × 1", colour: 4, count: 4 },
    ]);
    expect([0, 1, 2].map((at) => stepWords(plan, at))).toEqual(["", "Turret, 2 times", "Put on: Turret"]);
    expect(partLines(reply.value, plan.parts).map(({ count }) => count)).toEqual([2, 1]);
    expect(shownModels(reply.value).map(([name]) => name)).toEqual(["tank", "arm"]);
  });
});
