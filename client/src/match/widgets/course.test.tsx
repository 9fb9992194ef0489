// Ways of a bow: what is drawn becomes the answer, and nothing can be confirmed too early.
import { render } from "preact";
import { describe, expect, it } from "vitest";
import { soon } from "../../kit/testing";
import type { Asked, CardFace, Mover, Path, PileFace, TableFace } from "../../protocol";
import {
  question as asked,
  choice,
  face,
  type Laid,
  layTable,
  mover,
  noLine,
  path as pathOffer,
  pose,
  stepOffer,
  table,
  unit,
  welcome,
} from "../testing";
import { onPage } from "../testing_page";
import type { PathHand } from "./path_hand";

let laid: Laid;
let host: HTMLElement;

const HULL = [-2e6, 666667, -2e6, -666667, 1333333, -666667, 2e6, 0, 1333333, 666667];
const ship: CardFace = {
  ...(face.cards.sherman as CardFace),
  title: "Galleon",
  length: 4e6,
  width: 1333333,
  outline: HULL,
};
const seaFace: TableFace = {
  ...face,
  cards: { galleon: ship },
  units: { A1: "galleon", A2: "galleon", B1: "galleon", B2: "galleon" },
  ground: "sea",
  studs: 3,
  dice: { look: "brick", title: "brick dice", success_from: 3, chance: 0.58, clause: "sea.dice.probability" },
};
const pile = (short: string, value: number): PileFace => ({
  ...{ id: short, title: short, colour: "red", value, full: value, clause: "x.card", short },
  ...{ large: 0, small: value, worth: 5, pieces: ["", ""], turned_over: 0 },
});
const view = table({
  situation: { ...table().situation, piles: { B2: [pile("F", 4), pile("S", 2)] } },
  units: [unit("A1", 10, 10, 0), unit("A2", 10, 20, 0), unit("B1", 18, 10, 90), unit("B2", 30, 30, 0)],
});
const show = (): void => {
  const opened = laid.room.opened.value;
  if (opened) render(opened.panel(), host);
};
const open = async (question: Asked, tell?: (query: string, about: unknown) => unknown): Promise<void> => {
  laid = await layTable(question, tell, { ...welcome, face: seaFace }, view);
  show();
};
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
/** Parts of a panel follow their signals a moment later. */
const drawn = async (): Promise<void> => {
  show();
  await new Promise((done) => setTimeout(done));
};
const click = async (id: string): Promise<void> => {
  find(id)?.click();
  await drawn();
};

onPage(
  (made) => {
    host = made;
  },
  () => laid.room.close(),
);

describe("sailing", () => {
  const sails = (unit: string, speed: number, changes: Partial<Mover>): Mover =>
    mover(unit, speed, { answer: { answer: "sail", unit }, ...changes });
  const steps = [
    stepOffer("ahead", { motion: "course", clause: "sea.move.distance" }),
    stepOffer("astern", { bearing: 180, first: true, clause: "sea.geometry.astern" }),
  ];
  const offer: Path = pathOffer([sails("A1", 6, { strikes: ["B1"] }), sails("A2", 4, {})], steps, {
    points: "in",
    into: "legs",
    strike_into: "ram",
    strike: { title: "Ram", give: "Sail and ram", clause: "sea.ram.nature" },
    give: "Sail here",
    stay: "Stay here",
    shortest: 1 / 3,
    finish: choice({ answer: "end_turn" }, "End turn"),
  });
  const question = asked("command_fleet", offer);
  const bending = (bend: Mover["bend"]): Path => ({ ...offer, movers: offer.movers.map((one) => ({ ...one, bend })) });
  const path = (_query: string, about: unknown) => ({
    unit: "A1",
    legs: [{ step: "ahead", pose: pose(13, 10, 0), amount: 3, cost: 3, clause: "sea.move.distance", stopped_by: "" }],
    cost: 3,
    left: 3,
    refusal: null,
    sees: [],
    seen_by: [],
    dangers: [],
    goal_distance: null,
    impact: (about as { ram?: unknown }).ram
      ? {
          target: "B1",
          pose: pose(13, 10, 0),
          manner: "accurate",
          dice: 8,
          expected: 4.7,
          sums: [],
          clause: "sea.ram.accurate",
        }
      : null,
    reaches: [],
  });
  const drag = (x: number, y: number, phases: readonly ("start" | "move" | "end")[] = ["start", "move", "end"]) => {
    for (const phase of phases)
      laid.room.opened.value?.hand.intent({
        kind: "drag",
        phase,
        from: { unit: "A1", part: "hull", x: 10, y: 10 },
        x: phase === "start" ? 10 : x,
        y: phase === "start" ? 10 : y,
        free: false,
      });
    show();
  };

  it("a drag is the way of the bow, and the order goes on commit", async () => {
    await open(question, path);
    drag(13, 10);
    await soon(() => {
      show();
      expect(find("glimpses")).not.toBeNull();
    });
    // a ship without a gun sees well enough; what it can do is another matter
    expect(find("glimpses")?.textContent).toContain("Can fire at0 of 2 enemies");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "sail", unit: "A1", legs: [{ step: "ahead", heading: 0, inches: 3 }] }]);
  });

  it("a bend too sharp is red and named with its clause while it is dragged, before the server has answered", async () => {
    const bend = { degrees: 45, leg: 1, clause: "sea.move.free_path", swept: false };
    await open(asked("command_fleet", bending(bend)), () => null);
    const redLegs = () =>
      laid.room.opened.value?.hand
        .marks()
        .flatMap((mark) => (mark.kind === "path" ? mark.legs.map((leg) => leg.refused) : []));
    drag(13, 10, ["start", "move"]);
    expect([redLegs(), laid.room.bubble.value]).toEqual([[undefined], null]);
    drag(10, 13, ["move"]);
    expect(redLegs()?.at(-1)).toBe(true);
    expect(laid.room.bubble.value).toMatchObject({
      text: expect.stringContaining("At most 45°"),
      clause: bend.clause,
    });
  });

  it("a tap or a drag to a place in the area draws the bends that lead there", async () => {
    const bend = { degrees: 45, leg: 1, clause: "sea.move.free_path", swept: false };
    await open(asked("command_fleet", bending(bend)), () => null);
    const hand = laid.room.opened.value?.hand as PathHand;
    const headings = () => hand.steps.value.map((one) => one.heading ?? 0);
    // the bow is at 12, 10: seventy degrees off it
    hand.intent({ kind: "pick", x: 13.2, y: 13.3, pointer: "mouse" });
    expect(headings()).toEqual([45, expect.closeTo(78.9, 0)]);
    expect(laid.room.bubble.value).toBeNull();
    // the next corner goes on from there, and round where it must
    hand.intent({ kind: "pick", x: 12.1, y: 14.5, pointer: "mouse" });
    expect(headings().length).toBe(4);
    hand.press({ action: "drop", fine: false, digit: 0 });
    drag(11.2, 13.3);
    expect(headings()).toEqual([45, expect.closeTo(78.9, 0)]);
    // what the area does not hold is asked for as it was drawn, and refused
    hand.press({ action: "drop", fine: false, digit: 0 });
    hand.intent({ kind: "pick", x: 11, y: 17, pointer: "mouse" });
    expect(laid.room.bubble.value?.text).toContain("45°");
  });

  it("a tap that no leg is left for says so", async () => {
    await open(question, () => null);
    const hand = laid.room.opened.value?.hand as PathHand;
    hand.intent({ kind: "pick", x: 12.1, y: 10, pointer: "mouse" });
    expect(laid.room.bubble.value?.text).toBe("Too near to the bow: a leg needs 0.33 in.");
    hand.intent({ kind: "pick", x: 12, y: 15.8, pointer: "mouse" });
    hand.intent({ kind: "pick", x: 15, y: 20, pointer: "mouse" });
    expect(hand.steps.value.length).toBe(1);
    expect(laid.room.bubble.value?.text).toBe("0.2 in left; another leg needs 0.33 in.");
  });

  it("what is dragged is no staying, and is not sent before it is put down", async () => {
    await open(question, path);
    const hand = laid.room.opened.value?.hand as PathHand;
    expect(hand.words.value).toBe("Stay here");
    drag(13, 10, ["start", "move"]);
    expect(hand.words.value).toBe("Sail here");
    hand.press({ action: "commit", fine: false, digit: 0 });
    expect(laid.answers()).toEqual([]);
  });

  it("a leg that meets an enemy is a ram, shown with its dice before it is sent", async () => {
    await open(question, path);
    laid.room.opened.value?.hand.intent({ kind: "pick", unit: "B1", x: 18, y: 10, pointer: "mouse" });
    await soon(() => {
      show();
      expect(find("impact-dice")?.textContent).toBe("8");
    });
    expect(find("commit")?.textContent).toContain("Sail and ram");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "sail", unit: "A1", legs: [], ram: { target: "B1", heading: 0 } }]);
  });

  it("what the server refuses springs back, with the sentence and its clause", async () => {
    await open(question, () => noLine);
    drag(13, 10);
    await soon(() => {
      show();
      expect(find("refused-leg")?.textContent).toContain(noLine.sentence);
    });
    expect(find("legs")).toBeNull();
    expect(laid.answers()).toEqual([]);
  });

  it("a refused course and then Enter does not give the move away", async () => {
    await open(question, () => ({ ...path("path", {}), legs: [], refusal: noLine }));
    drag(13, 10);
    const hand = laid.room.opened.value?.hand as PathHand;
    await soon(() => expect(hand.refused.value).not.toBeNull());
    const enter = () => hand.press({ action: "commit", fine: false, digit: 0 });
    enter();
    expect(laid.answers()).toEqual([]);
    expect(laid.room.bubble.value?.text).toBe(noLine.sentence);
    enter();
    expect(laid.answers()).toMatchObject([{ answer: "sail", unit: "A1", legs: [] }]);
  });

  it("a tap behind the stern goes astern, also where a finger still touches the ship", async () => {
    await open(question, path);
    const hand = laid.room.opened.value?.hand as PathHand;
    hand.intent({ kind: "pick", unit: "A1", x: 7.2, y: 10.1, pointer: "touch" });
    expect(hand.steps.value).toEqual([{ step: "astern", amount: 0.75 }]);
    hand.press({ action: "drop", fine: false, digit: 0 });
    hand.intent({ kind: "pick", x: 6, y: 10, pointer: "touch" });
    expect(hand.steps.value).toEqual([{ step: "astern", amount: 2 }]);
    // beside the ship is no way back, and a tap on the hull only has it in hand
    hand.press({ action: "drop", fine: false, digit: 0 });
    hand.intent({ kind: "pick", x: 7.5, y: 14, pointer: "touch" });
    expect(hand.steps.value[0]?.step).toBe("ahead");
    hand.press({ action: "drop", fine: false, digit: 0 });
    hand.intent({ kind: "pick", unit: "A1", x: 9, y: 10, pointer: "touch" });
    expect(hand.steps.value).toEqual([]);
  });

  it("the list of ships says of a ram what the bar says", async () => {
    const short = { ...path("path", { ram: true }), cost: 1.234 };
    await open(question, () => ({ ...short, legs: [{ ...short.legs[0], amount: 1.234, cost: 1.234 }] }));
    const hand = laid.room.opened.value?.hand as PathHand;
    drag(16, 10);
    // at once, and again when the server has said how far it is to the contact
    expect(hand.remark?.("A1")).not.toBe("planned 6 in");
    await soon(() => expect(hand.worked.value).not.toBeNull());
    show();
    expect(find("cost")?.textContent).toContain("1.23 of 6 in");
    expect(hand.remark?.("A1")).toBe("planned 1.23 in");
    hand.select("A2");
    expect(hand.remark?.("A1")).toBe("planned 1.23 in");
  });

  it("a tap on what cannot be rammed tells the server's reason", async () => {
    await open(question, () => noLine);
    laid.room.opened.value?.hand.intent({ kind: "pick", unit: "B2", x: 30, y: 30, pointer: "mouse" });
    await soon(() => expect(laid.room.bubble.value?.text).toBe(`Galleon B2 (F 4, S 2). Ram it? ${noLine.sentence}`));
    expect(find("legs")).toBeNull();
  });

  it("a tap on who is too far off to be rammed steers at it and says who it is", async () => {
    const far = { ...offer, movers: [sails("A1", 6, { strikes: ["B1", "B2"] })] };
    await open(asked("command_fleet", far), () => null);
    const hand = laid.room.opened.value?.hand as PathHand;
    hand.intent({ kind: "pick", unit: "B2", x: 30, y: 30, pointer: "mouse" });
    expect(hand.steps.value.length).toBe(1);
    expect(laid.room.bubble.value?.text).toBe("Galleon B2 (F 4, S 2): out of reach for a ram.");
  });

  it("a ship that stays is an answer too, and so is the end of the turn", async () => {
    await open(question, path);
    expect(find("commit")?.textContent).toContain("Stay");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "sail", unit: "A1", legs: [] }]);
    expect(laid.room.opened.value?.hand.press({ action: "none", fine: false, digit: 0 })).toBe(true);
  });
});
