// Hints and "Why not?": what is taken goes into the hand, what cannot be held says so before it is sent.
import { afterEach, describe, expect, it } from "vitest";
import { soon } from "../kit/testing";
import type { Asked, HintFace } from "../protocol";
import {
  choice,
  chooseOne,
  type Laid,
  layTable,
  mover,
  moveUnits,
  noLine,
  path,
  question,
  stepOffer,
  table,
  update,
} from "./testing";

let laid: Laid;
afterEach(() => laid.room.close());

const idea = (answer: Record<string, unknown>): HintFace => ({
  ...{ answer, reason: "Because.", typed: "", clause: "x.y", ways: [], lines: [], about: [], area: [] },
});

async function hinted(asked: Asked, answer: Record<string, unknown>): Promise<Laid["room"]> {
  laid = await layTable(asked, (query) => (query === "hint" ? [idea(answer)] : null));
  await laid.room.hint.ask();
  return laid.room;
}

describe("taking a hint", () => {
  it("marks the button it means and sends nothing", async () => {
    const [yes, no] = [choice({ answer: "react", yes: true }, "Fire"), choice({ answer: "react", yes: false }, "Pass")];
    const buttons = chooseOne([yes, no], { style: "buttons", usual: 1 });
    const room = await hinted(question("react", buttons), { ...(yes.answer as object) });
    expect(room.hint.atOnce.value).toBe(false);
    room.hint.take();
    expect(room.hint.now.value).toBeNull();
    expect(laid.answers()).toEqual([]);
    room.opened.value?.hand.press({ action: "commit", fine: false, digit: 0 });
    expect(laid.answers()).toEqual([yes.answer]);
  });

  it("draws a way that is given figure by figure, and the yellow button sends it as it was", async () => {
    const apart = {
      ...{ answer: { answer: "walk", unit: "A1" }, clause: "x.y", into: "ways", corners: "points" },
      ...{ as_poses: false, stride: 0, within: 0 },
    };
    const free = stepOffer("go", { motion: "free", amount: "studs", price: 1 });
    const offer = path([mover("A1", 16, { apart })], [free]);
    const squad = table();
    const [first] = squad.units;
    if (!first?.pose) throw new Error("a unit on the table");
    const { x, y } = first.pose;
    first.figures = [{ id: "f1", card: "rifle", pose: first.pose, status: "alive", marks: {}, inside: "", level: 0 }];
    const answer = {
      answer: "walk",
      unit: "A1",
      ways: [{ figure: "f1", points: [[x / 1e6 + 3, y / 1e6 + 1]], level: 1 }],
    };
    laid = await layTable(
      question("move", offer),
      (query) => (query === "hint" ? [idea(answer)] : null),
      undefined,
      squad,
    );
    const { room } = laid;
    await room.hint.ask();
    room.hint.take();
    expect(laid.answers()).toEqual([]);
    expect(room.opened.value?.hand.marks().some((mark) => mark.kind === "ghost")).toBe(true);
    room.opened.value?.hand.press({ action: "commit", fine: false, digit: 0 });
    expect(laid.answers()).toEqual([answer]);
  });

  it("of what no hand can hold says before that it is done at once", async () => {
    const room = await hinted(moveUnits, { answer: "end_movement" });
    expect(room.hint.atOnce.value).toBe(true);
    room.hint.take();
    expect(laid.answers()).toEqual([{ answer: "end_movement" }]);
  });
});

describe("why not", () => {
  it("ends with the question it was about", async () => {
    laid = await layTable(moveUnits);
    const { room, socket } = laid;
    room.whyNot.flip();
    expect(room.whyNot.on.value).toBe(true);
    const other = question("pick", chooseOne([choice({ answer: "one" }, "One")]));
    socket.tells(update(2, { decision: other }));
    await soon(() => expect(room.store.decision.value?.kind).toBe("pick"));
    expect(room.whyNot.on.value).toBe(false);
  });

  it("is told of an own unit that is tapped or dragged when its turn to move comes later", async () => {
    const offer = path([mover("A1", 8)], [stepOffer("forward")], { later: ["A2"] });
    const asked: unknown[] = [];
    laid = await layTable(question("move_units", offer), (query, about) => {
      if (query === "why_not") asked.push(about);
      return query === "why_not" ? noLine : null;
    });
    const { room } = laid;
    const pick = { kind: "pick", unit: "A2", x: 0, y: 0, pointer: "mouse" } as const;
    const from = { unit: "A2", part: "hull", x: 0, y: 0 } as const;
    room.whyNot.untaken(pick);
    room.whyNot.untaken({ kind: "drag", phase: "start", from, x: 1, y: 1, free: false });
    room.whyNot.untaken({ kind: "drag", phase: "move", from, x: 1, y: 1, free: false });
    await soon(() => expect(room.bubble.value?.text).toBe(noLine.sentence));
    expect(asked).toEqual([{ unit: "A2" }, { unit: "A2" }]);
  });
});
