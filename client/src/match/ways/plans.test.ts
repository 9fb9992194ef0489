import { describe, expect, it } from "vitest";
import { createPlans } from "./plans";
import type { Step } from "./steps";

const ahead: Step[] = [{ step: "forward", amount: 2 }];

describe("plans", () => {
  it("stay over the questions of one turn and go with the next", () => {
    const plans = createPlans();
    plans.open("0 3", ["A1", "A2"]);
    plans.put("A1", ahead);
    plans.put("A2", ahead);
    plans.open("0 3", ["A1", "A2"]);
    expect([...plans.all.value.keys()]).toEqual(["A1", "A2"]);
    plans.open("1 3", ["A1", "A2"]);
    expect(plans.all.value.size).toBe(0);
  });

  it("what was sent is dropped with the next question, what cannot move any more too", () => {
    const plans = createPlans();
    plans.open("0 3", ["A1", "A2", "A3"]);
    for (const unit of ["A1", "A2", "A3"]) plans.put(unit, ahead);
    plans.send("A2");
    expect(plans.all.value.has("A2")).toBe(true);
    plans.open("0 3", ["A1", "A2"]);
    expect([...plans.all.value.keys()]).toEqual(["A1"]);
  });

  it("an empty path is no plan", () => {
    const plans = createPlans();
    plans.put("A1", ahead);
    plans.put("A1", []);
    expect(plans.all.value.size).toBe(0);
  });
});
