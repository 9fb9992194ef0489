import { expect, it } from "vitest";
import type { Act } from "../protocol";
import { actionIn, fits, isBegunBy, isSame, moverIn, stepsIn, strikeIn } from "./answers";
import { choice, moveOffer } from "./testing";

it("says the same whatever the order of fields, and what is left out is nothing", () => {
  expect(isSame({ a: 1, b: [{ c: "x", d: null }] }, { b: [{ c: "x" }], a: 1 })).toBe(true);
  expect(isSame({ a: 1 }, { a: 2 })).toBe(false);
  expect(isSame([1, 2], [1])).toBe(false);
});

it("goes on with what was started", () => {
  expect(isBegunBy({ answer: "move", unit: "A1" }, { answer: "move", unit: "A1", steps: [] })).toBe(true);
  expect(isBegunBy({ answer: "move", unit: "A2" }, { answer: "move", unit: "A1", steps: [] })).toBe(false);
});

it("reads a way back by the names the offer gives its steps", () => {
  const sort = moveOffer.steps.find((one) => one.motion === "straight");
  if (!sort) throw new Error("an offer with steps");
  const answer = { answer: "move", unit: "A2", steps: [{ step: sort.step, [sort.amount]: 3.5 }, { step: "unknown" }] };
  expect(moverIn(moveOffer, answer)?.unit).toBe("A2");
  expect(stepsIn(moveOffer, answer)).toEqual([{ step: sort.step, amount: 3.5 }]);
  expect(strikeIn(moveOffer, answer)).toBeNull();
  expect(strikeIn({ ...moveOffer, strike_into: "hit" }, { hit: { target: "B1", heading: 45 } })).toEqual({
    target: "B1",
    heading: 45,
  });
  expect(fits(moveOffer, answer)).toBe(true);
  expect(fits(moveOffer, { ...answer, unit: "Z9" })).toBe(false);
});

it("finds the action an answer belongs to", () => {
  const choices = [choice({ answer: "rest", unit: "A2" }, "Rest")];
  const offer = { offer: "choose", choices, style: "list", unit: "", exhibits: [], notes: [], give: "" } as const;
  const action = { id: "rest", title: "Rest", clause: "", text: "", closed: null, warning: "", offer };
  const actor = (unit: string) => ({ unit, remark: "", finish: null, actions: [action] });
  const act = { offer: "act", actors: [actor("A1"), actor("A2")] } as unknown as Act;
  expect(actionIn(act, { answer: "rest", unit: "A2" })).toEqual({ unit: "A2", action: "rest" });
  expect(actionIn(act, { answer: "go", unit: "A2" })).toBeNull();
});
