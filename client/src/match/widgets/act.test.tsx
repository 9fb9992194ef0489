// A turn of actions and the reactions to it, at a table without a board.
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { soon } from "../../kit/testing";
import type { Asked } from "../../protocol";
import type { Action } from "../keys";
import { aim, type Laid, layTable, noLine, pose, table, tooDear, welcome } from "../testing";
import type { ActHand } from "./act_hand";

let laid: Laid;
let host: HTMLElement;

const prices = {
  forward: 1,
  backward: 2,
  left: 2,
  right: 2,
  degrees_per_point: 90,
  rounding: "per_leg",
  clauses: { forward: "bm.move.forward", backward: "bm.move.backward", left: "s", right: "s", turn: "t" },
};
const actor = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  unit: "A1",
  actions: 0,
  most: 3,
  rush: false,
  movement: 6,
  targets: [aim("A1", "B1", 0.4), aim("A1", "B2", 0, { refusal: noLine })],
  detach: ["left_arm"],
  mount: [{ part: "P1", what: "right Gun Turret with Flamer", side: "right", take: ["all", "shoulder"] }],
  hold: [{ range: "short", arc: "primary" }],
  closed: { move: null, attack: null, scavenge: null },
  ...more,
});
const turn = (...units: Record<string, unknown>[]): Asked => ({
  seat: 0,
  kind: "take_action",
  widget: "act",
  title: "Trooper A1: next action",
  text: "0 of 3 actions used.",
  clause: "bm.action.count",
  offer: { units, prices, rush_heat: 2, clauses: { rush: "bm.action.rush_heat", end: "bm.action.explicit_end" } },
});

const show = (): void => {
  const opened = laid.room.opened.value;
  if (opened) render(opened.panel(), host);
};
async function open(question: Asked, tell?: (query: string, about: unknown) => unknown): Promise<void> {
  laid = await layTable(question, tell);
  show();
}
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
function press(action: Action, digit = 0): void {
  laid.room.opened.value?.hand.press({ action, fine: false, digit });
  show();
}

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
});
afterEach(() => {
  laid.room.close();
  render(null, host);
  host.remove();
});

describe("moving", () => {
  const worked = (_query: string, about: unknown) => {
    const { unit, steps } = about as { unit: string; steps: Record<string, unknown>[] };
    const legs = steps.map((step, i) => ({ ...step, cost: [3, 2][i] }));
    return { unit, legs, cost: 5, left: 1, refusal: null, sees: [], seen_by: [], goal_distance: null };
  };

  it("draws legs by keys, shows the server's prices with the ground, and sends the order", async () => {
    await open(turn(actor()), worked);
    press("forward");
    press("forward");
    press("side_right");
    await soon(() => {
      show();
      expect(find("cost")?.textContent).toBe("5 of 6 MP");
    });
    expect(find("leg-ground")?.textContent).toContain("1 MP of it for the ground");
    press("commit");
    expect(laid.answers()).toEqual([
      {
        answer: "move",
        unit: "A1",
        steps: [
          { step: "forward", bricks: 2 },
          { step: "right", bricks: 1 },
        ],
      },
    ]);
  });

  it("knows the price of rough ground before the server has said a word", async () => {
    const marks = { extra_cost: 2 };
    const marsh = { id: "T1", kind: "Marsh", pose: pose(24, 9, 0), length: 4e6, width: 4e6, group: "T1", seat: -1 };
    const tokens = [{ ...marsh, marks, outline: [] }];
    laid = await layTable(turn(actor()), () => null, welcome, table({ tokens }));
    show();
    const hand = laid.room.opened.value?.hand as ActHand;
    press("forward");
    expect(hand.stride.total.value).toBe(1);
    press("forward");
    expect(hand.stride.total.value).toBe(4);
    await soon(() => expect(find("cost")?.textContent).toBe("4 of 6 MP"));
    expect(find("legs")?.textContent).toContain("4 MP");
    expect(find("leg-ground")?.textContent).toContain("2 MP of it for the ground");
  });

  it("springs back when the server refuses, and says why", async () => {
    await open(turn(actor()), () => ({ ...worked("", { unit: "A1", steps: [] }), refusal: tooDear }));
    press("forward");
    await soon(() => {
      show();
      expect(find("refused-leg")?.textContent).toContain(tooDear.sentence);
    });
    expect(find("coach")).not.toBeNull();
    press("commit");
    expect(laid.answers()).toEqual([]);
  });
});

describe("the other actions", () => {
  it("attacks the best target, and names why another one cannot be", async () => {
    await open(turn(actor()));
    press("act_attack");
    expect(find("target-1")?.getAttribute("aria-pressed")).toBe("true");
    press("number", 2);
    await soon(() => expect(find("target-refusal")?.textContent).toContain(noLine.sentence));
    expect(find("commit")?.getAttribute("aria-disabled")).toBe("true");
    press("commit");
    expect(laid.answers()).toEqual([]);
    press("number", 1);
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "attack", unit: "A1", target: "B1", location: "" }]);
  });

  it("mounts what lies in reach, all of it or a half", async () => {
    await open(turn(actor()));
    press("act_scavenge");
    press("number", 2);
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "mount", unit: "A1", part: "P1", take: "shoulder" }]);
  });

  it("writes a note that only this seat sees", async () => {
    await open(turn(actor()));
    press("act_hold");
    expect(host.textContent).toContain("Only you see this.");
    press("commit");
    expect(laid.answers()).toEqual([
      { answer: "hold_fire", unit: "A1", range: "short", arc: "primary", orders: "ask" },
    ]);
  });

  it("keeps the chosen note when the button of its kind is pressed again", async () => {
    const hold = [
      { range: "short", arc: "primary" },
      { range: "long", arc: "left" },
    ];
    await open(turn(actor({ hold })));
    find("act-hold")?.click();
    press("number", 2);
    // Enter on a button that still has the focus is a click on it
    find("act-hold")?.click();
    press("commit");
    expect(laid.answers()).toMatchObject([{ answer: "hold_fire", range: "long", arc: "left" }]);
  });

  it("warns of the heat of a rush before the third action", async () => {
    await open(turn(actor({ actions: 2, rush: true, hold: [] })));
    expect(find("rush")?.textContent).toContain("2 Heat Markers");
    expect(find("commit")?.textContent).toContain("Rush: move here");
    expect(find("act-hold")).toBeNull();
  });

  it("says why a kind of action is over", async () => {
    await open(turn(actor({ movement: 0, closed: { move: tooDear } })));
    press("act_move");
    expect(find("closed")?.textContent).toContain(tooDear.sentence);
  });

  it("asks once more before a turn without any action ends", async () => {
    await open(turn(actor()));
    press("none");
    expect(laid.answers()).toEqual([]);
    press("none");
    expect(laid.answers()).toEqual([{ answer: "end_turn", unit: "A1" }]);
  });

  it("has one yellow button that ends the turn when nothing else is left", async () => {
    await open(turn(actor({ actions: 3, movement: 0, targets: [], detach: [], mount: [], hold: [] })));
    expect(find("commit")?.textContent).toContain("End turn");
    expect(find("decline")).toBeNull();
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "end_turn", unit: "A1" }]);
  });
});

describe("returning fire", () => {
  const reaction: Asked = {
    ...turn(),
    kind: "return_fire",
    widget: "yes_no",
    title: "Return fire?",
    offer: {
      their_attack: aim("B1", "A1", 0.6),
      your_reply: aim("A1", "B1", 0.4),
      their_attack_then: aim("B1", "A1", 0.75),
      action: 3,
      heat: 2,
      rush: true,
      seconds: 30,
      clause: "bm.option.return.action",
    },
  };

  it("shows both attacks and the price; Enter does nothing, Y answers", async () => {
    await open(reaction);
    expect(find("attack-B1")).not.toBeNull();
    expect(find("attack-A1")).not.toBeNull();
    expect(find("reaction-cost")?.textContent).toContain("3rd action");
    expect(find("reaction-cost")?.textContent).toContain("It is a rush: 2 heat");
    expect(find("their-odds-then")?.textContent).toContain("75 % instead of 60 %");
    press("commit");
    expect(laid.answers()).toEqual([]);
    press("yes");
    expect(laid.answers()).toEqual([{ answer: "react", yes: true }]);
  });

  it("tells heat that is taken back from that of a rush", async () => {
    const { their_attack_then: _, ...offer } = reaction.offer;
    await open({ ...reaction, offer: { ...offer, action: 2, heat: 1, rush: false } });
    expect(find("reaction-cost")?.textContent).toContain("takes back what was cooled off: 1 heat");
    expect(find("their-odds-then")).toBeNull();
  });

  it("cannot fire a held shot that is not what was noted", async () => {
    await open({ ...reaction, offer: { shot: aim("A1", "B1", 0.4), noted: false, pose: pose(0, 0, 0) } });
    expect(find("commit")?.getAttribute("aria-disabled")).toBe("true");
    press("no");
    expect(laid.answers()).toEqual([{ answer: "react", yes: false }]);
  });
});
