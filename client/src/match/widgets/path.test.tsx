import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Intent } from "../../board";
import { settings } from "../../kit";
import { soon } from "../../kit/testing";
import type { PathFace } from "../../protocol";
import {
  face,
  type Laid,
  layTable,
  moveOffer,
  mover,
  moveUnits,
  path as pathOffer,
  pose,
  stepOffer,
  table,
  tooDear,
  UNTOLD,
  unit,
  update,
  welcome,
} from "../testing";
import { GRAIN } from "../ways/measure";
import type { PathHand } from "./path_hand";

/** A server that charges by the book and stops nobody; over eight points it refuses. */
function worksOut(_query: string, about: unknown): unknown {
  const { unit, steps } = about as { unit: string; steps: { step: string; inches: number; degrees: number }[] };
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
    return { step: step.step, pose: pose(x, y, heading), amount, cost, clause: "", stopped_by: "", ground: "" };
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
    regrouped: null,
    caution: "",
    dangers: [],
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
  // small steps, so that several make one inch
  fine = action === "forward" || action === "reverse",
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
  await soon(() => expect(laid.socket.of("ask").length).toBeGreaterThan(0));
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
    expect(text("coach")).toContain("Drag a unit. The number is what it costs.");
    expect(host.querySelectorAll(".k-button.ask")).toHaveLength(1);
  });

  it("a drag along the hull, the ring and ahead: 5 in, 90 degrees, 2 in are 8.00 of 8, and it is sent", async () => {
    drag({ unit: "A1", part: "hull", x: 24, y: 6 }, [24.1, 11.05]);
    await settled();
    drag({ unit: "A1", part: "ring", x: 24, y: 13 }, [22, 11]);
    await settled();
    drag({ unit: "A1", part: "ghost", x: 24, y: 11 }, [22, 11]);
    await soon(() => {
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
    await soon(() => {
      show();
      expect(text("cost")).toBe("8.00 of 8 MP");
    });
    press("forward");
    await soon(() => expect(laid.room.bubble.value?.clause).toBe("mbb.move.max"));
    show();
    expect(laid.room.bubble.value?.text).toContain("0.25 MP");
    expect(text("cost")).toBe("8.00 of 8 MP");
  });

  it("half a turn and two inches in reverse show six points", async () => {
    times(12, () => press("pivot_left"));
    times(8, () => press("reverse"));
    await soon(() => {
      show();
      expect(text("cost")).toBe("6.00 of 8 MP");
    });
  });

  it("the rows of a path add up to the number on the bar", async () => {
    // 15 degrees and 6.0375 inches: 0.1667 and 6.0375 MP, together 6.2042
    times(1, () => press("left"));
    settings.snapInches.value = 6.0375;
    press("forward");
    await settled();
    const hand = laid.room.opened.value?.hand as PathHand;
    await soon(() => expect(hand.worked.value?.legs).toHaveLength(2));
    show();
    const rows = [...host.querySelectorAll('[data-testid="legs"] b')].map((row) => row.textContent);
    expect(rows).toEqual(["0.16 MP", "6.04 MP"]);
    expect(text("cost")).toBe("6.20 of 8 MP");
    expect(host.textContent).toContain("1.80 left");
    expect(laid.room.opened.value?.hand.remark?.("A1")).toBe("planned 6.2 MP");
  });

  it("says what Z takes back", () => {
    const undoes = () => laid.room.opened.value?.hand.undoes?.();
    expect(undoes()).toBe("");
    press("forward");
    expect(undoes()).toBe("the last leg");
    press("back");
    expect(undoes()).toBe("");
  });

  it("Z takes the last leg away, then means undo", async () => {
    press("forward");
    press("pivot_left");
    await settled();
    expect(press("back")).toBe(true);
    await soon(() => {
      show();
      expect(text("legs")).toContain("Forward 0.25 in");
      expect(text("legs")).not.toContain("Turn");
    });
    expect(press("back")).toBe(true);
    expect(press("back")).toBe(false);
  });

  it("a drive that meets something ends there", async () => {
    laid.socket.asked = (query, about) => {
      const face = worksOut(query, about) as PathFace;
      const [leg] = face.legs;
      if (leg) face.legs = [{ ...leg, amount: 1.5, cost: 1.5, pose: pose(24, 7.5, 90), stopped_by: "B1" }];
      return { ...face, cost: 1.5 };
    };
    drag({ unit: "A1", part: "hull", x: 24, y: 6 }, [24, 9]);
    await soon(() => {
      show();
      expect(text("cost")).toBe("1.50 of 8 MP");
    });
  });

  it("figures that cannot keep their places go the ways that the server found for them", async () => {
    const answer = { answer: "walk", unit: "A1", ways: [{ figure: "f2", points: [[24, 8]] }] };
    const regrouped = { answer, beside: { f2: [0, -1] as [number, number] }, text: "They close up.", clause: "x.y" };
    laid.socket.asked = (query, about) => ({ ...(worksOut(query, about) as PathFace), regrouped });
    drag({ unit: "A1", part: "hull", x: 24, y: 6 }, [24, 9]);
    await settled();
    const ghost = laid.room.opened.value?.hand.marks().find((mark) => mark.kind === "ghost" && mark.apart);
    expect(ghost).toMatchObject({ unit: "A1", apart: { "A1/f2": [0, -1] } });
    press("commit");
    expect(laid.answers()).toEqual([answer]);
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
    laid.socket.tells({ type: "presence", seats: [], watching: 2, fault: "", pace: "alone", proposals: [] });
    expect(laid.room.opened.value?.hand).toBe(hand);
  });

  it("poses on the wire are in grain", () => {
    expect(laid.room.units.value.get("A1")?.pose?.x).toBe(24 * GRAIN);
  });
});

describe("what stands in the way is seen at once", () => {
  const house = {
    id: "T1",
    seat: -1,
    kind: "House",
    pose: pose(24, 12, 0),
    length: 4 * GRAIN,
    width: 4 * GRAIN,
    group: "T1",
    outline: [],
    marks: {},
  };
  const withHouse = {
    ...face,
    features: {
      House: {
        kind: "House",
        title: "House",
        model: "house",
        text: "",
        clause: "mbb.obst.house",
        hides: true,
        blocks: true,
        extra_cost: 0,
        height: 0,
      },
    },
  };
  const inFront = pose(24, 9.4, 0);

  async function layHouse(units = table().units): Promise<void> {
    laid.room.close();
    // A server that never answers: all that is shown is the client's own preview.
    laid = await layTable(moveUnits, () => UNTOLD, { ...welcome, face: withHouse }, table({ tokens: [house], units }));
    show();
  }
  const draw = (to: [number, number], part: "hull" | "ring" = "hull"): void => {
    const from = { unit: "A1", part, x: 24, y: part === "ring" ? 11 : 6 };
    for (const phase of ["start", "move"] as const)
      laid.room.opened.value?.hand.intent({ kind: "drag", phase, from, x: to[0], y: to[1], free: false });
    show();
  };
  const path = () => laid.room.opened.value?.hand.marks().find((mark) => mark.kind === "path");
  const ghost = () => laid.room.opened.value?.hand.marks().find((mark) => mark.kind === "ghost");

  it("the ghost stops at the house, and the number is of the way really driven", async () => {
    await layHouse();
    draw([24, 13]);
    const mark = ghost();
    expect(mark?.kind === "ghost" && mark.place.y).toBeCloseTo(10 - 1.89 / 2, 5);
    await soon(() => {
      show();
      expect(text("cost")).toBe("3.06 of 8 MP");
    });
    const legs = path();
    expect(legs?.kind === "path" && legs.legs[0]?.label).toContain("stopped by House");
    expect(text("legs")).toContain("stopped by House");
  });

  it("a turn into it is drawn refused and says why at the hand", async () => {
    await layHouse([{ ...unit("A1", 24, 9.4, 0), pose: inFront }, unit("B1", 24, 24, 270)]);
    draw([24, 11], "ring");
    expect(laid.room.bubble.value).toBeNull();
    laid.room.opened.value?.hand.press({ action: "pivot_left", fine: false, digit: 0 });
    for (let i = 0; i < 5; i += 1) laid.room.opened.value?.hand.press({ action: "pivot_left", fine: false, digit: 0 });
    expect(laid.room.bubble.value?.text).toContain("House is in the way");
    expect(laid.room.bubble.value?.clause).toBe("mbb.obst.house");
  });

  it("a drive that cannot even begin says why", async () => {
    const touching = pose(24, 10 - 1.89 / 2, 90);
    await layHouse([{ ...unit("A1", 24, 9, 90), pose: touching }, unit("B1", 24, 24, 270)]);
    drag({ unit: "A1", part: "hull", x: 24, y: 9 }, [24, 11]);
    show();
    expect(laid.room.bubble.value?.text).toBe("No way on here: House is in the way.");
    expect(text("cost")).toBe("0.00 of 8 MP");
  });
});

describe("planning several units", () => {
  const remark = (id: string): string => laid.room.opened.value?.hand.remark?.(id) ?? "";
  const planned = () =>
    laid.room.opened.value?.hand.marks().filter((mark) => mark.kind === "ghost" && mark.planned) ?? [];

  it("a drawn path stays as an outline when another unit is chosen, and comes back with its unit", async () => {
    times(4, () => press("forward"));
    await settled();
    press("next");
    press("pivot_left");
    expect(planned()).toHaveLength(1);
    expect(remark("A1")).toBe("planned 1 MP");
    expect(remark("A2")).toBe("planned 0.17 MP");
    press("next");
    show();
    expect(text("cost")).toBe("1.00 of 8 MP");
  });

  it("is sent one by one: the answer to one leaves the other as it was", async () => {
    press("forward");
    press("next");
    press("forward");
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "move", unit: "A2", steps: [{ step: "forward", inches: 0.25 }] }]);
    const offer = { ...moveOffer, movers: [mover("A1", 8)] };
    laid.socket.tells(update(2, { decision: { ...moveUnits, offer } }));
    await soon(() => expect(laid.room.store.shown.value?.seq).toBe(2));
    show();
    expect(remark("A1")).toBe("planned 0.25 MP");
    expect(remark("A2")).toBe("");
  });

  it("the movement does not end over drawn paths by one touch", () => {
    press("forward");
    press("none");
    expect(laid.answers()).toEqual([]);
    press("none");
    expect(laid.answers()).toEqual([{ answer: "end_movement" }]);
  });

  it("a path refused by the server is not lost", async () => {
    press("forward");
    press("commit");
    const sent = laid.socket.of("command")[0];
    if (sent?.type !== "command") throw new Error("it was sent");
    laid.socket.tells({ type: "refused", id: sent.id, refusal: tooDear });
    await soon(() => {
      show();
      expect(text("cost")).toBe("0.25 of 8 MP");
    });
  });

  it("is shown refused when something has come in its way", async () => {
    times(8, () => press("forward"));
    press("next");
    const units = table().units.map((one) => (one.id === "B1" ? { ...one, pose: pose(24, 8.5, 270) } : one));
    const offer = { ...moveOffer, single: true };
    laid.socket.tells(
      update(2, { view: table({ version: 2, units }), decision: { ...moveUnits, offer }, take_back: "x" }),
    );
    await soon(() => expect(laid.room.store.shown.value?.seq).toBe(2));
    expect(remark("A1")).toContain("closed");
    expect(planned().every((mark) => mark.kind === "ghost" && mark.refused)).toBe(true);
  });
});

describe("reserves", () => {
  beforeEach(async () => {
    laid.room.close();
    const units = [...table().units, { ...unit("A3", 0, 0, 0, "waiting"), pose: null }];
    const thing = { id: "A3", title: "M4 Sherman", heading: 90, kind: "", length: 0, width: 0 };
    const strip = [0, 0, 48, 0, 48, 2, 0, 2].map((one) => one * GRAIN);
    const enter = { offer: "place" as const, clause: "", edge: "south", zone: strip };
    const offer = {
      ...moveOffer,
      enter: { ...enter, things: [{ ...thing, answer: { answer: "enter", unit: "A3" } }] },
    };
    const reserve = { ...face, units: { ...face.units, A3: "sherman" } };
    const told = (query: string, about: unknown) =>
      query === "place"
        ? { thing: "A3", pose: pose(5, 1, 90), refusal: null, sees: [], seen_by: [], about }
        : [
            {
              answer: { answer: "enter", unit: "A3", x: 5, y: 1, heading: 90 },
              kind: "",
              reason: "",
              clause: "",
              value: 1,
            },
          ];
    laid = await layTable({ ...moveUnits, offer }, told, { ...welcome, face: reserve }, table({ units }));
    show();
    const row = host.querySelector<HTMLElement>('[data-testid="enter-A3"]');
    // before the numbers of the unit in hand, below which a phone shows nothing
    const head = host.querySelector(".m-unit");
    expect(head && row && row.compareDocumentPosition(head) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    row?.click();
    show();
  });

  it("a tap anywhere near the own edge sets the unit against it, and Enter brings it on", async () => {
    laid.room.opened.value?.hand.intent({ kind: "pick", x: 12.1, y: 2.2, pointer: "touch" });
    await soon(() => {
      show();
      expect(host.querySelector('[data-testid="commit"]')?.getAttribute("aria-disabled")).not.toBe("true");
    });
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "enter", unit: "A3", x: 12, y: 0.945, heading: 90 }]);
    expect(host.querySelectorAll(".k-button.ask")).toHaveLength(1);
  });

  it("comes on where the server suggests", async () => {
    host.querySelector<HTMLElement>('[data-testid="for-me"]')?.click();
    await soon(() => expect(laid.answers()).toHaveLength(1));
    expect(laid.answers()[0]).toMatchObject({ answer: "enter", unit: "A3" });
  });

  it("Escape puts it back and the move in hand goes on", () => {
    press("drop");
    show();
    expect(text("cost")).toBe("0.00 of 8 MP");
  });
});

describe("ways of other games", () => {
  it("a free way slides where it is dragged and pays its length only", async () => {
    laid.room.close();
    const steps = [
      stepOffer("slide", { title: "Go", motion: "free" }),
      stepOffer("pivot", { title: "Turn", motion: "turn", amount: "degrees", price: 0 }),
    ];
    laid = await layTable({ ...moveUnits, offer: pathOffer([mover("A1", 8)], steps) }, () => UNTOLD);
    show();
    drag({ unit: "A1", part: "hull", x: 24, y: 6 }, [27, 9]);
    press("pivot_left");
    await soon(() => {
      show();
      expect(text("cost")).toBe("4.25 of 8 MP");
    });
    press("commit");
    expect(laid.answers()).toEqual([
      {
        answer: "move",
        unit: "A1",
        steps: [
          { step: "slide", inches: 4.25, heading: 45 },
          { step: "pivot", degrees: 15 },
        ],
      },
    ]);
  });
});
