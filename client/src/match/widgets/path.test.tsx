import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Intent } from "../../board";
import { settings } from "../../kit";
import type { PathFace } from "../../protocol";
import type { Step } from "../legs";
import { GRAIN } from "../measure";
import { type Laid, layTable, moveUnits, pose, tooDear } from "../testing";

/** A server that charges by the book and stops nobody; over eight points it refuses. */
function worksOut(_query: string, about: unknown): unknown {
  const { unit, steps } = about as { unit: string; steps: Step[] };
  let { x, y, heading } = { x: unit === "A1" ? 24 : 30, y: 6, heading: 90 };
  let spent = 0;
  const legs = steps.map((step) => {
    let amount = 0;
    let cost = 0;
    if (step.step === "pivot") {
      amount = step.degrees;
      cost = Math.abs(amount) / 90;
      heading += amount;
    } else {
      amount = step.inches;
      cost = amount * (step.step === "reverse" ? 2 : 1);
      const way = step.step === "reverse" ? -amount : amount;
      x += way * Math.cos((heading * Math.PI) / 180);
      y += way * Math.sin((heading * Math.PI) / 180);
    }
    spent += cost;
    return { step: step.step, pose: pose(x, y, heading), amount, cost, clause: "", stopped_by: "" };
  });
  if (spent > 8 + 1e-6) return tooDear;
  const face: PathFace = {
    unit,
    legs,
    cost: spent,
    left: 8 - spent,
    refusal: null,
    sees: [],
    seen_by: [],
    goal_distance: null,
    impact: null,
    reaches: [],
  };
  return face;
}

let laid: Laid;
let host: HTMLElement;

const show = (): void => {
  const opened = laid.room.opened.value;
  if (opened) render(opened.panel(), host);
};
const text = (id: string): string => host.querySelector(`[data-testid="${id}"]`)?.textContent ?? "";
const press = (
  action: Parameters<NonNullable<typeof laid.room.opened.value>["hand"]["press"]>[0]["action"],
  fine = false,
) => laid.room.opened.value?.hand.press({ action, fine, digit: 0 });
const times = (count: number, action: () => void): void => {
  for (let i = 0; i < count; i += 1) action();
};

function drag(
  from: { unit: string; part: "hull" | "ring" | "ghost"; x: number; y: number },
  to: [number, number],
): void {
  const send = (phase: "start" | "move" | "end"): void =>
    laid.room.opened.value?.hand.intent({ kind: "drag", phase, from, x: to[0], y: to[1], free: false } as Intent);
  for (const phase of ["start", "move", "end"] as const) send(phase);
}

const settled = async (): Promise<void> => {
  await vi.waitFor(() => expect(laid.socket.of("ask").length).toBeGreaterThan(0));
  await Promise.resolve();
  show();
};

beforeEach(async () => {
  settings.snapInches.value = 0.25;
  settings.snapDegrees.value = 15;
  laid = await layTable(moveUnits, worksOut);
  host = document.createElement("div");
  document.body.append(host);
  show();
});

afterEach(() => {
  laid.room.close();
  host.remove();
});

describe("moving a unit", () => {
  it("begins with the first unit that can move and coaches", () => {
    expect(laid.room.selected.value).toBe("A1");
    expect(text("coach")).toContain("Drag a tank. The number is what it costs.");
    expect(host.querySelectorAll(".k-button.ask")).toHaveLength(1);
  });

  it("a drag along the hull, the ring and ahead: 5 in, 90 degrees, 2 in are 8.00 of 8, and it is sent", async () => {
    drag({ unit: "A1", part: "hull", x: 24, y: 6 }, [24.1, 11.05]);
    await settled();
    drag({ unit: "A1", part: "ring", x: 24, y: 13 }, [22, 11]);
    await settled();
    drag({ unit: "A1", part: "ghost", x: 24, y: 11 }, [22, 11]);
    await vi.waitFor(() => {
      show();
      expect(text("cost")).toBe("8.00 of 8 MP");
    });
    host.querySelector<HTMLElement>('[data-testid="commit"]')?.click();
    expect(laid.answers()).toEqual([
      {
        answer: "move",
        unit: "A1",
        steps: [
          { step: "forward", inches: 5 },
          { step: "pivot", degrees: 90 },
          { step: "forward", inches: 2 },
        ],
      },
    ]);
  });

  it("a quarter inch too many is refused with clause and amount, and the pose springs back", async () => {
    times(32, () => press("forward"));
    await vi.waitFor(() => {
      show();
      expect(text("cost")).toBe("8.00 of 8 MP");
    });
    press("forward");
    await vi.waitFor(() => expect(laid.room.bubble.value?.clause).toBe("mbb.move.max"));
    show();
    expect(laid.room.bubble.value?.text).toContain("0.25 MP");
    expect(text("cost")).toBe("8.00 of 8 MP");
  });

  it("half a turn and two inches in reverse show six points", async () => {
    times(12, () => press("pivot_left"));
    times(8, () => press("reverse"));
    await vi.waitFor(() => {
      show();
      expect(text("cost")).toBe("6.00 of 8 MP");
    });
  });

  it("Z takes the last leg away, then means undo", async () => {
    press("forward");
    press("pivot_left");
    await settled();
    expect(press("back")).toBe(true);
    show();
    expect(text("legs")).toContain("Forward 0.25 in");
    expect(text("legs")).not.toContain("Turn");
    expect(press("back")).toBe(true);
    expect(press("back")).toBe(false);
  });

  it("a drive that meets something ends there", async () => {
    laid.socket.asked = (query, about) => {
      const face = worksOut(query, about) as PathFace;
      const [leg] = face.legs;
      if (leg) face.legs = [{ ...leg, amount: 1.5, cost: 1.5, pose: pose(24, 7.5, 90), stopped_by: "B1" }];
      return face;
    };
    drag({ unit: "A1", part: "hull", x: 24, y: 6 }, [24, 9]);
    await vi.waitFor(() => {
      show();
      expect(text("cost")).toBe("1.50 of 8 MP");
    });
  });

  it("draws the path, the ghost and the ring for the unit in hand", async () => {
    press("forward");
    await settled();
    const kinds = laid.room.opened.value?.hand.marks().map((mark) => mark.kind) ?? [];
    expect(kinds).toEqual(expect.arrayContaining(["acting", "select", "path", "ghost", "ring", "reach"]));
  });

  it("0 ends the movement", () => {
    press("none");
    expect(laid.answers()).toEqual([{ answer: "end_movement" }]);
  });

  it("Enter without a leg sends nothing", () => {
    press("commit");
    expect(laid.answers()).toEqual([]);
  });

  it("the same question asked again keeps the drawn legs", async () => {
    press("forward");
    await settled();
    const hand = laid.room.opened.value?.hand;
    laid.socket.tells({ type: "presence", seats: [], watching: 2 });
    expect(laid.room.opened.value?.hand).toBe(hand);
  });

  it("brings a unit on from reserve where the server suggests", async () => {
    const enter = { answer: "enter", unit: "A3", x: 5, y: 1, heading: 90 };
    laid.room.close();
    const offer = { ...moveUnits.offer, enter: ["A3"] };
    laid = await layTable({ ...moveUnits, offer }, (query) =>
      query === "suggest" ? [{ answer: enter, kind: "enter", reason: "", clause: "", value: 1 }] : null,
    );
    show();
    host.querySelector<HTMLElement>('[data-testid="enter-A3"]')?.click();
    await vi.waitFor(() => expect(laid.answers()).toEqual([enter]));
  });

  it("poses on the wire are in grain", () => {
    expect(laid.room.units.value.get("A1")?.pose?.x).toBe(24 * GRAIN);
  });
});
