// A turn of actions, at a table without a board: each action is drawn as what it offers.
import { render } from "preact";
import { describe, expect, it } from "vitest";
import { soon } from "../../kit/testing";
import type { Action as ActionOffer, Actor, Asked, Coaching, Path, Rough } from "../../protocol";
import { pressKey, undoWords } from "../keyboard";
import type { Action } from "../keys";
import { composed, orderPart } from "../playback/testing_acts";
import {
  aim,
  aims,
  choice,
  chooseOne,
  type Laid,
  layTable,
  mover,
  noLine,
  path,
  pose,
  question,
  stepOffer,
  table,
  tooDear,
  update,
  welcome,
} from "../testing";
import { onPage } from "../testing_page";
import { across } from "./act";
import type { ActHand } from "./act_hand";
import type { PathHand } from "./path_hand";

let laid: Laid;
let host: HTMLElement;

const walks = (rough: Rough[] = []): Path => {
  const whole = { amount: "bricks", whole: true };
  const steps = [
    stepOffer("forward", whole),
    stepOffer("backward", { ...whole, bearing: 180, price: 2 }),
    stepOffer("left", { ...whole, bearing: 90, price: 2 }),
    stepOffer("right", { ...whole, bearing: -90, price: 2 }),
    stepOffer("turn", { motion: "turn", amount: "degrees", price: 1 / 90, per: 90, whole: true }),
  ];
  return path([mover("A1", 6)], steps, { rough, sure: 1 });
};
const does = (
  id: string,
  title: string,
  offer: ActionOffer["offer"],
  more: Partial<ActionOffer> = {},
): ActionOffer => ({
  ...{ id, title, offer, clause: `bm.${id}`, text: "", closed: null, warning: "", by_name: false },
  ...more,
});
const targets = [aim("A1", "B1", 0.4, { range: "short" }), aim("A1", "B2", 0, { refusal: noLine })];
const attack = aims([{ unit: "A1", order: 0, aims: targets }], {
  ...{ plan: false, give: "" },
  answer: { answer: "attack", unit: "A1" },
});
const parts = chooseOne([
  choice({ answer: "mount", unit: "A1", part: "P1", take: "all" }, "Mount a turret", { about: ["P1"] }),
  choice({ answer: "mount", unit: "A1", part: "P1", take: "shoulder" }, "Mount its shoulder", { about: ["P1"] }),
]);
const notes = composed({
  unit: "A1",
  sentence: "at {range} range, {arc} arc",
  parts: [orderPart("range", ["short", "long"]), orderPart("arc", ["primary", "left"])],
  answer: { answer: "hold_fire", unit: "A1" },
  spots: [{ picks: { range: "long", arc: "left" }, outline: [0, 0, 4e6, 0, 4e6, 4e6, 0, 4e6] }],
  notes: [{ text: "Only you see this.", clause: "bm.option.hold.secret" }],
});
const ends = (careful = ""): Actor["finish"] => choice({ answer: "end_turn", unit: "A1" }, "End turn", { careful });
const usual = (): ActionOffer[] => [
  does("move", "Move", walks()),
  does("attack", "Attack", attack),
  does("scavenge", "Parts", parts),
  does("hold", "Hold fire", notes),
];
const turn = (actions: ActionOffer[] = usual(), finish = ends("No action taken yet.")): Asked =>
  question("take_action", { offer: "act", actors: [{ unit: "A1", remark: "1 of 3 actions used", actions, finish }] });

const show = (): void => {
  const opened = laid.room.opened.value;
  if (opened) render(opened.panel(), host);
};
async function open(asked: Asked, tell?: (query: string, about: unknown) => unknown): Promise<void> {
  laid = await layTable(asked, tell);
  show();
}
const lesson: Coaching = {
  ...{ lesson: "first_mechs", at: 1, steps: 3, title: "", text: "", nudge: "", done: "", heading: "", panel: "" },
  ...{ answer: null, battle: null, clauses: [], place: [], units: [] },
};
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
function press(action: Action, digit = 0): void {
  laid.room.opened.value?.hand.press({ action, fine: false, digit });
  show();
}

onPage(
  (made) => {
    host = made;
  },
  () => laid.room.close(),
);

const actHand = (): ActHand => laid.room.opened.value?.hand as ActHand;
/** Parts of a panel follow their signals a moment later. */
const drawn = async (): Promise<void> => {
  show();
  await new Promise((done) => setTimeout(done));
};

/** A letter on the keyboard, as the page hears it. */
async function type(key: string): Promise<void> {
  const idle = () => undefined;
  const page = { hide: idle, log: idle, card: idle, keys: idle, phrases: idle, text: idle, close: () => false };
  pressKey(laid.room, page, new KeyboardEvent("keydown", { key, shiftKey: /[A-Z]/.test(key) }));
  await drawn();
}

describe("moving", () => {
  const worked = (_query: string, about: unknown) => {
    const { unit, steps } = about as { unit: string; steps: { step: string; bricks?: number }[] };
    const leg = { pose: pose(24, 8, 90), clause: "", stopped_by: "", ground: "" };
    const legs = steps.map(({ step, bricks = 0 }, i) => ({
      ...{ ...leg, step, amount: bricks, cost: [3, 2][i] },
      ...(i === 0 ? { ground: "Rubble T3 +1" } : {}),
    }));
    return { unit, legs, cost: 5, left: 1, refusal: null, sees: [], seen_by: [], goal_distance: null, dangers: [] };
  };

  it("draws legs by keys, shows the server's prices with the ground, and sends the order", async () => {
    await open(turn(), worked);
    press("forward");
    press("forward");
    press("side_right");
    await soon(() => {
      show();
      expect(find("cost")?.textContent).toBe("5 of 6 MP");
    });
    expect(find("leg-ground")?.textContent).toContain("Rubble T3 +1 MP for the ground");
    expect(find("commit")?.textContent).toContain("Move here");
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
    const outline = [22, 7, 26, 7, 26, 11, 22, 11].map((one) => one * 1e6);
    const marsh = { outline, price: 2, title: "Marsh", clause: "bm.move.terrain" };
    await open(turn([does("move", "Move", walks([marsh]))]), () => null);
    const hand = actHand().part.value?.hand as PathHand;
    press("forward");
    expect(hand.total.value).toBe(1);
    press("forward");
    expect(hand.total.value).toBe(4);
    await soon(() => expect(find("cost")?.textContent).toBe("4 of 6 MP"));
    expect(find("legs")?.textContent).toContain("4 MP");
    expect(find("leg-ground")?.textContent).toContain("Marsh +2 MP");
  });

  it("springs back when the server refuses, and says why", async () => {
    await open(turn(), () => ({ ...worked("", { unit: "A1", steps: [] }), refusal: tooDear }));
    press("forward");
    await soon(() => {
      show();
      expect(find("refused-leg")?.textContent).toContain(tooDear.sentence);
    });
    expect(find("coach")).not.toBeNull();
    press("commit");
    expect(laid.answers()).toEqual([]);
  });

  it("shows what else a move can be before its numbers, where a phone has room for one row", async () => {
    const also = [choice({ answer: "walk", unit: "A1" }, "Go in: cottage T1", { about: ["T1"] })];
    await open(turn([does("move", "Move", { ...walks(), also }), does("attack", "Attack", attack)]));
    const [row, cost] = [find("instead-T1"), find("cost")];
    expect(row?.textContent).toContain("Go in: cottage T1");
    expect(find("instead")?.querySelector("h3"), "the verb in hand is its heading").toBeNull();
    expect((row as Node).compareDocumentPosition(cost as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("a unit that is dragged moves, whatever was in hand", async () => {
    await open(turn());
    await type("k");
    const from = { unit: "A1", part: "hull" as const, x: 24, y: 6 };
    for (const phase of ["start", "move", "end"] as const)
      laid.room.opened.value?.hand.intent({ kind: "drag", phase, from, x: 24, y: 8, free: false });
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "move", unit: "A1", steps: [{ step: "forward", bricks: 2 }] }]);
  });
});

describe("the other actions", () => {
  it("are chosen by the key of their verb, which stands on the button", async () => {
    await open(turn());
    const buttons = [...host.querySelectorAll(".m-kinds kbd")].map((one) => one.textContent);
    expect(buttons).toEqual(["M", "K", "⇧G", "O"]);
    await type("G");
    expect(find("act-scavenge")?.getAttribute("aria-checked")).toBe("true");
  });

  it("attacks the best target, and names why another one cannot be", async () => {
    await open(turn());
    await type("k");
    expect(find("target-1")?.getAttribute("aria-pressed")).toBe("true");
    expect(laid.room.lit.value).toBe("short");
    press("number", 2);
    await soon(() => expect(find("target-refusal")?.textContent).toContain(noLine.sentence));
    expect(find("commit")?.getAttribute("aria-disabled")).toBe("true");
    press("commit");
    expect(laid.answers()).toEqual([]);
    press("number", 1);
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "attack", unit: "A1", target: "B1" }]);
  });

  it("aims at a part that is named, with the odds of that", async () => {
    const arm = aim("A1", "B1", 0.4, { locations: ["left_arm"] });
    const located = { ...attack, shooters: [{ unit: "A1", order: 0, aims: [arm] }] };
    await open(turn([does("attack", "Attack", located)]), (_query, about) =>
      aim("A1", "B1", 0.1, { locations: ["left_arm"], remark: JSON.stringify(about) }),
    );
    await drawn();
    const field = find("location") as HTMLSelectElement;
    field.value = "left_arm";
    field.dispatchEvent(new Event("change", { bubbles: true }));
    await soon(() => expect(laid.socket.of("ask").at(-1)).toMatchObject({ about: { location: "left_arm" } }));
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "attack", unit: "A1", target: "B1", location: "left_arm" }]);
  });

  it("touching a thing on the table means the action that is about it", async () => {
    const token = { id: "P1", kind: "part", pose: pose(25, 6, 0), length: 1e6, width: 1e6, group: "", seat: -1 };
    const view = table({ tokens: [{ ...token, marks: {}, outline: [] }] });
    laid = await layTable(turn(), () => null, welcome, view);
    show();
    const touch = (more: object) =>
      laid.room.opened.value?.hand.intent({ kind: "pick", x: 0, y: 0, pointer: "mouse", ...more });
    touch({ unit: "B2" });
    await drawn();
    expect(find("target-2")?.getAttribute("aria-pressed")).toBe("true");
    touch({ piece: "P1" });
    press("commit");
    expect(laid.answers()).toMatchObject([{ answer: "mount", part: "P1" }]);
  });

  const waits = (unit: string): ActionOffer => {
    const named = { ...orderPart("named", ["B1", "B2"]), title: "Which enemy?" };
    named.words = named.words.map((word) => ({ ...word, about: [word.value] }));
    const parts = [named, orderPart("trigger", ["moves", "attacks"]), orderPart("response", ["fire", "smoke"])];
    const answer = { answer: "place_hold", unit };
    const hold = composed({ unit, sentence: "when {named} {trigger}, {response}", parts, answer, give: "Hold" });
    return does("hold", "Hold", { ...hold, barred: [{ named: "B2", response: "smoke" }] }, { by_name: true });
  };
  const touchEnemy = () =>
    laid.room.opened.value?.hand.intent({ kind: "pick", x: 0, y: 0, pointer: "mouse", unit: "B1" });

  it("touching an enemy never means what is only taken by its name; what is closed says why", async () => {
    const hidden = aims([{ unit: "A1", order: 0, aims: [aim("A1", "B1", 0, { refusal: noLine })] }], { plan: false });
    await open(
      turn([does("move", "Move", walks()), waits("A1"), does("attack", "Attack", hidden, { closed: tooDear })]),
    );
    touchEnemy();
    await drawn();
    expect(find("act-attack")?.getAttribute("aria-checked")).toBe("true");
    expect(find("closed")?.textContent).toContain(tooDear.sentence);
    expect(laid.room.bubble.value?.text).toBe(noLine.sentence);
    await type("o");
    expect(find("act-hold")?.getAttribute("aria-checked")).toBe("true");
    expect(find("commit")?.textContent).toContain("Hold: when … …, …");
    touchEnemy();
    await drawn();
    expect(find("act-hold")?.getAttribute("aria-checked")).toBe("true");
    expect(find("commit")?.textContent).toContain("Hold: when B1 …, …");
  });

  it("touching an enemy means the weapon that reaches it", async () => {
    const blind = aims([{ unit: "A1", order: 0, aims: [aim("A1", "B1", 0, { refusal: noLine })] }], { plan: false });
    await open(turn([does("move", "Move", walks()), does("gun", "Gun", blind), does("attack", "Attack", attack)]));
    touchEnemy();
    await drawn();
    expect(find("act-attack")?.getAttribute("aria-checked")).toBe("true");
  });

  it("what is only taken by its name is not kept for another unit", async () => {
    const actors = ["A1", "A2"].map((unit) => ({
      unit,
      remark: "",
      actions: [...usual().slice(0, 1), waits(unit)],
      finish: ends(),
    }));
    await open(question("take_action", { offer: "act", actors }));
    await type("o");
    actHand().turnTo("A2");
    await drawn();
    expect(find("act-move")?.getAttribute("aria-checked")).toBe("true");
  });

  it("mounts what lies in reach, all of it or a half", async () => {
    await open(turn());
    await type("G");
    press("number", 2);
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "mount", unit: "A1", part: "P1", take: "shoulder" }]);
  });

  it("arrows go through a list", async () => {
    await open(turn());
    await type("G");
    press("reverse");
    press("commit");
    expect(laid.answers()).toMatchObject([{ take: "shoulder" }]);
  });

  it("puts an order together part by part, and gives it once nothing is missing", async () => {
    await open(turn([does("move", "Move", walks()), waits("A1")]));
    await type("o");
    expect(find("commit")?.getAttribute("aria-disabled")).toBe("true");
    press("number", 2);
    press("number", 1);
    await drawn();
    // what B2 forbids is not offered, and the one word that is left is said
    expect(find("commit")?.textContent).toContain("Hold: when B2 moves, fire");
    expect(laid.room.opened.value?.hand.marks().some((mark) => mark.kind === "wait")).toBe(true);
    find("order-trigger")?.click();
    await drawn();
    find("word-attacks")?.click();
    press("commit");
    const order = { answer: "place_hold", unit: "A1", named: "B2", trigger: "attacks", response: "fire" };
    expect(laid.answers()).toEqual([order]);
  });

  it("takes the last word of an order back, and drops what an earlier word forbids", async () => {
    await open(turn([waits("A1")]));
    for (const digit of [1, 1, 2]) press("number", digit);
    await drawn();
    expect(find("commit")?.textContent).toContain("when B1 moves, smoke");
    find("order-named")?.click();
    await drawn();
    find("word-B2")?.click();
    await drawn();
    expect(find("commit")?.textContent).toContain("when B2 moves, fire");
    expect(undoWords(laid.room)).toBe('"B2"');
    press("back");
    await drawn();
    expect(find("commit")?.textContent).toContain("when … moves, fire");
  });

  it("writes a note that only this seat sees: a piece of the table says two words, whoever stands there", async () => {
    const arc = { id: "primary", title: "primary", start: -45, end: 45, clause: "" };
    const banded = { ...welcome.face, ranges: [{ id: "short", title: "short", reach: 4e6, clause: "" }], arcs: [arc] };
    laid = await layTable(turn(), () => null, { ...welcome, face: banded });
    show();
    await type("o");
    expect(host.textContent).toContain("Only you see this.");
    laid.room.opened.value?.hand.intent({ kind: "pick", x: 2, y: 2, pointer: "touch", unit: "B1" });
    await drawn();
    expect(find("act-hold")?.getAttribute("aria-checked")).toBe("true");
    const kinds = laid.room.opened.value?.hand.marks().map((mark) => mark.kind);
    expect(kinds).toEqual(expect.arrayContaining(["bands", "zone"]));
    // Enter on a button that still has the focus is a click on it
    find("act-hold")?.click();
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "hold_fire", unit: "A1", range: "long", arc: "left" }]);
  });

  it("warns of what an action burdens", async () => {
    await open(turn([does("move", "Rush", walks(), { warning: "2 Heat Markers are placed first." })]));
    expect(find("warning")?.textContent).toContain("2 Heat Markers");
    expect(find("commit")?.textContent).toContain("Rush here");
  });

  it("offers an attack that can do nothing as one that is made anyway", async () => {
    const vain = aim("A1", "B1", 0, { range: "long", wasted: true });
    await open(turn([does("attack", "Attack", { ...attack, shooters: [{ unit: "A1", order: 0, aims: [vain] }] })]));
    expect(find("commit")?.textContent).toContain("Attack anyway");
  });

  it("says what it does in the verb the action has for its button", async () => {
    const shooters = [{ unit: "A1", order: 0, aims: [aim("A1", "B1", 0.4)] }];
    await open(turn([does("bomb", "Bomb (2 left)", { ...attack, shooters, give: "Drop a bomb" })]));
    expect(find("commit")?.textContent).toContain("Drop a bomb");
    expect(find("commit")?.textContent).not.toContain("left");
  });

  it("draws a deed done to an enemy as an attack is drawn: its line, and how likely it does something", async () => {
    const deeds = chooseOne([
      choice({ answer: "throw", unit: "A1", target: "B1" }, "A grenade at B1", { about: ["B1"], odds: 0.65 }),
      choice({ answer: "smoke", unit: "A1" }, "Smoke", { about: ["B1"] }),
    ]);
    await open(turn([does("items", "Items", deeds)]));
    const drawn = () => laid.room.opened.value?.hand.marks() ?? [];
    expect(drawn()).toContainEqual(expect.objectContaining({ kind: "tag", unit: "B1", text: "65 %" }));
    expect(drawn()).toContainEqual(expect.objectContaining({ kind: "sightline" }));
    press("number", 2);
    expect(drawn().map((one) => one.kind)).not.toContain("tag");
  });

  it("names all areas that lie apart, and of areas that overlap or are small only the marked one", async () => {
    const square = (x: number, side: number) => [x, 0, x + side, 0, x + side, side, x, side];
    const named = async (at: number[], side = 5e6): Promise<string[]> => {
      const places = at.map((x) => choice({ answer: "smoke", x }, `At ${x / 1e6}`, { area: square(x, side) }));
      await open(turn([does("smoke", "Smoke", chooseOne(places))]));
      const drawn = laid.room.opened.value?.hand.marks() ?? [];
      const labels = drawn.flatMap((one) => (one.kind === "zone" && one.label ? [one.label] : []));
      laid.room.close();
      return labels;
    };
    expect(await named([0, 6e6])).toEqual(["At 0", "At 6"]);
    expect(await named([0, 3e6])).toEqual(["At 0"]);
    expect(await named([0, 6e6], 1e6)).toEqual(["At 0"]);
    await open(turn());
  });

  it("names whom it attacks where there are several", async () => {
    const two = [aim("A1", "B1", 0.4), aim("A1", "B2", 0.2, { wasted: true })];
    await open(turn([does("attack", "Attack", { ...attack, shooters: [{ unit: "A1", order: 0, aims: two }] })]));
    expect(find("commit")?.textContent).toContain("Attack: B1 · 40 %");
    press("number", 2);
    await soon(() => expect(find("commit")?.textContent).toContain("Attack anyway: B2"));
    expect(find("commit")?.textContent, "what can do nothing has no chances").not.toContain("%");
  });

  it("has rows of actions in which each can be read", () => {
    expect([1, 3, 4, 5, 7, 8, 11].map((count) => across(count, 4))).toEqual([1, 3, 4, 3, 4, 4, 4]);
    expect([5, 6, 10, 11].map((count) => across(count, 5))).toEqual([5, 3, 5, 4]);
  });

  it("has no row of actions where there is only one", async () => {
    await open(turn());
    expect(host.querySelector(".m-kinds")).not.toBeNull();
    laid.room.close();
    await open(turn([does("attack", "Attack", attack)]));
    expect(host.querySelector(".m-kinds")).toBeNull();
    expect(find("target-1")).not.toBeNull();
  });

  it("says why a kind of action is over", async () => {
    await open(turn([does("attack", "Attack", attack), does("move", "Move", null, { closed: tooDear })]));
    await type("m");
    expect(find("closed")?.textContent).toContain(tooDear.sentence);
    expect(find("commit")?.getAttribute("aria-disabled")).toBe("true");
  });

  it("asks once more before a turn ends that should not lightly", async () => {
    await open(turn());
    expect(find("decline")?.textContent).toContain("End turn");
    press("none");
    expect(laid.answers()).toEqual([]);
    await soon(() => expect(find("decline")?.textContent).toContain("Yes, end turn"));
    press("none");
    expect(laid.answers()).toEqual([{ answer: "end_turn", unit: "A1" }]);
  });

  it("ends a turn of a lesson at once: what the step is not about is refused anyway", async () => {
    await open(turn());
    laid.socket.tells(update(2, { decision: turn(), lesson }));
    await soon(() => expect(laid.room.store.shown.value?.lesson?.at).toBe(1));
    press("none");
    expect(laid.answers()).toEqual([{ answer: "end_turn", unit: "A1" }]);
  });

  it("hands over to a unit that can do something, from one that has done all it can", async () => {
    const closed = does("dismount", "Dismount", null, { closed: tooDear });
    const actors = [
      { unit: "A1", remark: "", actions: [closed], finish: null },
      { unit: "A2", remark: "", actions: [does("parts", "Parts", parts)], finish: null },
    ];
    await open(question("take_action", { offer: "act", actors }));
    expect(laid.room.selected.value).toBe("A2");
    expect(find("act-dismount")).toBeNull();
  });

  it("has one yellow button that ends the turn when nothing else is left", async () => {
    await open(turn([does("move", "Move", null, { closed: tooDear }), does("parts", "Parts", chooseOne([]))], ends()));
    expect(find("commit")?.textContent).toContain("End turn");
    expect(find("decline")).toBeNull();
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "end_turn", unit: "A1" }]);
  });
});
