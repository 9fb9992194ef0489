// Questions about ships: what is drawn becomes the answer, and nothing can be confirmed too early.
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { soon } from "../../kit/testing";
import type { Asked, CardFace, PileFace, TableFace } from "../../protocol";
import { aim, face, type Laid, layTable, noLine, pose, table, unit, welcome } from "../testing";
import { laidOut } from "./allocate";
import type { SailHand } from "./sail_hand";

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
const pile = (id: string, value: number, colour: string): PileFace => ({
  id,
  title: id === "base" ? "base durability" : id,
  colour,
  value,
  full: value,
  large: Math.floor(value / 5),
  small: value % 5,
  clause: "sea.card.cone",
});
const piles = [pile("firepower", 10, "red"), pile("base", 2, "green"), pile("speed", 4, "blue")];
const view = table({
  units: [unit("A1", 10, 10, 0), unit("A2", 10, 20, 0), unit("B1", 18, 10, 90), unit("B2", 30, 30, 0)],
  situation: { ...table().situation, piles: { A1: piles } },
});
const asked = (kind: string, widget: string, offer: Record<string, unknown>): Asked => ({
  seat: 0,
  kind,
  widget,
  title: "A question",
  text: "",
  clause: "sea.game.turn",
  offer,
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
const isOff = (): boolean => find("commit")?.getAttribute("aria-disabled") === "true";

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
});
afterEach(() => {
  laid.room.close();
  render(null, host);
  host.remove();
});

describe("sailing", () => {
  const offer = {
    units: [
      { unit: "A1", speed: 6, why: [] },
      { unit: "A2", speed: 4, why: [] },
    ],
    drawn: { A1: { circles: [], cone: null, rams: ["B1"] }, A2: { circles: [], cone: null, rams: [] } },
    shortest: 1 / 3,
    turning: null as null | object,
    clauses: {
      ahead: "sea.move.distance",
      astern: "sea.geometry.astern",
      ram: "sea.ram.nature",
      length: "",
      speed: "",
    },
  };
  const question = asked("command_fleet", "sail", offer);
  const path = (_query: string, about: unknown) => ({
    unit: "A1",
    legs: [{ step: "ahead", pose: pose(13, 10, 0), amount: 3, cost: 3, clause: "sea.move.distance", stopped_by: "" }],
    cost: 3,
    left: 3,
    refusal: null,
    sees: [],
    seen_by: [],
    goal_distance: null,
    impact: (about as { ram: unknown }).ram
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
    await click("commit");
    expect(laid.answers()).toEqual([
      { answer: "sail", unit: "A1", legs: [{ step: "ahead", heading: 0, inches: 3 }], ram: null },
    ]);
  });

  it("a bend too sharp is red and named with its clause while it is dragged, before the server has answered", async () => {
    const turning = { degrees: 45, leg: 1, clause: "sea.move.free_path" };
    await open(asked("command_fleet", "sail", { ...offer, turning }), () => null);
    const redLegs = () =>
      laid.room.opened.value?.hand
        .marks()
        .flatMap((mark) => (mark.kind === "path" ? mark.legs.map((leg) => leg.refused) : []));
    drag(13, 10, ["start", "move"]);
    expect([redLegs(), laid.room.bubble.value]).toEqual([[undefined], null]);
    drag(10, 13, ["move"]);
    expect(redLegs()?.at(-1)).toBe(true);
    expect(laid.room.bubble.value).toMatchObject({
      text: expect.stringContaining("at most 45°"),
      clause: turning.clause,
    });
  });

  it("a leg that meets an enemy is a ram, shown with its dice before it is sent", async () => {
    await open(question, path);
    laid.room.opened.value?.hand.intent({ kind: "pick", unit: "B1", x: 18, y: 10, pointer: "mouse" });
    await soon(() => {
      show();
      expect(find("ram-dice")?.textContent).toBe("8");
    });
    expect(find("commit")?.textContent).toContain("ram");
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
    await open(question, () => ({ ...path("path", { ram: null }), legs: [], refusal: noLine }));
    drag(13, 10);
    const hand = laid.room.opened.value?.hand as SailHand;
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
    const hand = laid.room.opened.value?.hand as SailHand;
    hand.intent({ kind: "pick", unit: "A1", x: 7.2, y: 10.1, pointer: "touch" });
    expect(hand.legs.value).toEqual([{ step: "astern", inches: 0.75 }]);
    hand.press({ action: "drop", fine: false, digit: 0 });
    hand.intent({ kind: "pick", x: 6, y: 10, pointer: "touch" });
    expect(hand.legs.value).toEqual([{ step: "astern", inches: 2 }]);
    // beside the ship is no way back, and a tap on the hull only has it in hand
    hand.press({ action: "drop", fine: false, digit: 0 });
    hand.intent({ kind: "pick", x: 7.5, y: 14, pointer: "touch" });
    expect(hand.legs.value[0]?.step).toBe("ahead");
    hand.press({ action: "drop", fine: false, digit: 0 });
    hand.intent({ kind: "pick", unit: "A1", x: 9, y: 10, pointer: "touch" });
    expect(hand.legs.value).toEqual([]);
  });

  it("the list of ships says of a ram what the bar says", async () => {
    const short = { ...path("path", { ram: true }), cost: 1.234 };
    await open(question, () => ({ ...short, legs: [{ ...short.legs[0], amount: 1.234, cost: 1.234 }] }));
    const hand = laid.room.opened.value?.hand as SailHand;
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
    await soon(() => expect(laid.room.bubble.value?.text).toBe(noLine.sentence));
    expect(find("legs")).toBeNull();
  });

  it("a ship that stays is an answer too, and so is the end of the turn", async () => {
    await open(question, path);
    expect(find("commit")?.textContent).toContain("Stay");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "sail", unit: "A1", legs: [], ram: null }]);
    expect(laid.room.opened.value?.hand.press({ action: "none", fine: false, digit: 0 })).toBe(true);
  });
});

describe("dividing fire", () => {
  const odds = (most: number) =>
    Array.from({ length: most }, (_, i) => ({ dice: i + 1, expected: (i + 1) * 0.58, at_least_one: 0.9, sinks: 0 }));
  const offer = {
    unit: "A1",
    firepower: 10,
    long_range: 2,
    aims: [
      aim("A1", "B1", 0.9, { range: "normal", title: "Cutter B1" }),
      aim("A1", "B2", 0.8, { range: "long", title: "Galleon B2" }),
      aim("A1", "A2", 0, { refusal: noLine, title: "Brig B3" }),
    ],
    odds: { B1: odds(10), B2: odds(2) },
    circles: [],
    treasures: [{ token: "G1", weight: 2 }],
    room: 4,
    unload: false,
    clauses: { dice: "sea.fire.dice", long: "", split: "", load: "sea.gold.load", unload: "" },
  };
  const question = asked("attack", "split", offer);

  it("gives no target more than reaches it and no more than there is", async () => {
    await open(question);
    expect(isOff()).toBe(true);
    for (let i = 0; i < 4; i++) await click("more-B2");
    expect(find("dice-B2")?.textContent).toBe("2");
    for (let i = 0; i < 12; i++) await click("more-B1");
    expect(find("dice-B1")?.textContent).toBe("8");
    expect(find("free-dice")?.textContent).toContain("0 of 10");
    await click("fewer-B1");
    await click("commit");
    expect(laid.answers()).toEqual([
      {
        answer: "fire",
        shots: [
          { target: "B2", dice: 2 },
          { target: "B1", dice: 7 },
        ],
      },
    ]);
  });

  it("shows why a target cannot be fired at", async () => {
    await open(question);
    await click("target-3");
    expect(find("target-refusal")?.textContent).toContain(noLine.clause);
    expect(find("more-A2")).toBeNull();
  });

  it("takes treasure aboard instead, with the one yellow button", async () => {
    await open(question);
    await click("treasure-G1");
    expect(find("commit")?.textContent).toContain("Take aboard");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "take_aboard", treasures: ["G1"] }]);
  });

  it("is held by keys: a number takes all dice, 0 holds fire", async () => {
    await open(question);
    const press = (action: "number" | "none" | "more" | "fewer", digit = 0) =>
      laid.room.opened.value?.hand.press({ action, fine: false, digit });
    press("number", 1);
    press("fewer");
    await drawn();
    expect(find("dice-B1")?.textContent).toBe("9");
    press("none");
    expect(laid.answers()).toEqual([{ answer: "hold_fire" }]);
  });
});

describe("laying counters", () => {
  const question = asked("allocate_hits", "allocate", {
    unit: "A1",
    hits: 3,
    left: { firepower: 10, speed: 4, base: 2 },
    default: { firepower: 2, speed: 1, base: 0 },
    vital: "base",
    clauses: { choice: "sea.damage.choice", auto: "sea.damage.default_choice", sink: "sea.damage.sink" },
  });

  it("cannot be confirmed before every hit is placed, and foretells sinking", async () => {
    await open(question);
    expect(isOff()).toBe(true);
    await click("more-base");
    await click("more-base");
    expect(find("sinks")).not.toBeNull();
    expect(isOff()).toBe(true);
    await click("commit");
    expect(laid.answers()).toEqual([]);
    await click("fewer-base");
    expect(find("sinks")).toBeNull();
    await click("more-speed");
    await click("pea-speed");
    expect(isOff()).toBe(false);
    await click("more-speed");
    expect(find("left-speed")?.textContent).toBe("2");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "remove_markers", firepower: 0, base: 1, speed: 2 }]);
  });

  it("a cone gives as many as are in hand; Auto is the server's own choice", async () => {
    await open(question);
    host.querySelector<HTMLElement>('[aria-label^="Cone of firepower"]')?.click();
    await drawn();
    expect(find("left-firepower")?.textContent).toBe("7");
    await click("clear");
    await click("auto");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "remove_markers", firepower: 2, base: 0, speed: 1 }]);
  });

  it("breaks cones into peas as markers go", () => {
    expect(laidOut(10, 5, 0)).toEqual({ large: 2, small: 0, lost: 0 });
    expect(laidOut(10, 5, 3)).toEqual({ large: 1, small: 2, lost: 3 });
  });
});

describe("too much cargo", () => {
  const question = asked("drop_cargo", "cargo", { unit: "A1", over: 2, cargo: [3, 1, 1], capacity: 3, least: [1, 1] });

  it("is thrown overboard until it is enough; the least is one press away", async () => {
    await open(question);
    expect(isOff()).toBe(true);
    await click("item-2");
    expect(isOff()).toBe(true);
    await click("auto");
    expect(find("overboard")?.textContent).toBe("2");
    await click("commit");
    expect(laid.answers()).toEqual([{ answer: "jettison", items: [1, 1] }]);
  });

  it("sinking with it is asked for twice", async () => {
    await open(question);
    await click("decline");
    expect(laid.answers()).toEqual([]);
    await click("decline");
    expect(laid.answers()).toEqual([{ answer: "go_down" }]);
  });
});
