import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Intent } from "../../board";
import { soon } from "../../kit/testing";
import type { Asked } from "../../protocol";
import { type Laid, layTable, pose, tooDear } from "../testing";

let laid: Laid;
let host: HTMLElement;

const asked = (kind: string, widget: string, offer: Record<string, unknown>): Asked => ({
  seat: 0,
  kind,
  widget,
  title: "A question",
  text: "In a sentence.",
  clause: "mbb.setup.alternate",
  offer,
});
async function open(question: Asked, tell?: (query: string, about: unknown) => unknown): Promise<void> {
  laid = await layTable(question, tell);
  show();
}
const show = (): void => {
  const opened = laid.room.opened.value;
  if (opened) render(opened.panel(), host);
};
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
const press = (action: "commit" | "yes" | "no" | "number" | "forward" | "pivot_left", digit = 0) => {
  const done = laid.room.opened.value?.hand.press({ action, fine: false, digit });
  show();
  return done;
};

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
});
afterEach(() => {
  laid.room.close();
  render(null, host);
  host.remove();
});

describe("placing", () => {
  const zone = [0, 0, 48e6, 0, 48e6, 6e6, 0, 6e6];
  const deploy = asked("deploy_unit", "place", { units: ["A1", "A2"], zone, heading: 90 });
  const fine = (_query: string, about: unknown) => {
    const { unit, x, y, heading } = about as { unit: string; x: number; y: number; heading: number };
    return { thing: unit, pose: pose(x, y, heading), refusal: null, sees: [], seen_by: [] };
  };

  it("a tap in the zone puts the unit there, and Enter sends it", async () => {
    await open(deploy, fine);
    const tap: Intent = { kind: "pick", x: 12.1, y: 3.05, pointer: "touch" };
    laid.room.opened.value?.hand.intent(tap);
    press("pivot_left");
    await soon(() => {
      show();
      expect(find("commit")?.getAttribute("aria-disabled")).not.toBe("true");
    });
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "place", unit: "A1", x: 12, y: 3, heading: 105 }]);
  });

  it("a place that is refused says why and is not sent", async () => {
    await open(deploy, () => ({ thing: "A1", pose: pose(0, 0, 0), refusal: tooDear, sees: [], seen_by: [] }));
    press("forward");
    await soon(() => {
      show();
      expect(find("place-refusal")?.textContent).toContain(tooDear.sentence);
    });
    press("commit");
    expect(laid.answers()).toEqual([]);
  });

  it("places for me what the server suggests", async () => {
    const best = { answer: "place", unit: "A2", x: 5, y: 2, heading: 90 };
    await open(deploy, (query) =>
      query === "suggest" ? [{ answer: best, kind: "line", reason: "", clause: "", value: 1 }] : null,
    );
    find("for-me")?.click();
    await soon(() => expect(laid.answers()).toEqual([best]));
  });
});

describe("choosing", () => {
  const choices = [
    { answer: { answer: "skip", phase: "movement" }, title: "Give up moving", text: "", clause: "mbb.first_turn.rule" },
    {
      answer: { answer: "skip", phase: "shooting" },
      title: "Give up shooting",
      text: "",
      clause: "mbb.first_turn.rule",
    },
  ];

  it("a number marks an answer and Enter gives it", async () => {
    await open(asked("first_turn_choice", "choose", { choices }));
    press("number", 2);
    expect(laid.answers()).toEqual([]);
    press("commit");
    expect(laid.answers()).toEqual([choices[1]?.answer]);
  });

  it("a question nobody knows is answered from the suggestions", async () => {
    const told = [{ answer: { answer: "dance" }, kind: "slow_dance", reason: "Because.", clause: "x.y", value: 1 }];
    await open(asked("dance", "unheard_of", {}), () => told);
    await soon(() => {
      show();
      expect(find("choice-1")?.textContent).toContain("slow dance");
    });
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "dance" }]);
  });
});

describe("a reaction", () => {
  const question = asked("may_react", "yes_no", { trigger: "a shot at A1", offer: "return_fire", clause: "mbb.x" });

  it("is answered by Y or N, never by Enter", async () => {
    await open(question);
    expect(press("commit")).toBe(true);
    expect(laid.answers()).toEqual([]);
    press("no");
    expect(laid.answers()).toEqual([{ answer: "react", yes: false }]);
  });

  it("has two buttons", async () => {
    await open(question);
    expect(find("commit")?.textContent).toContain("return fire");
    find("commit")?.click();
    expect(laid.answers()).toEqual([{ answer: "react", yes: true }]);
  });
});
