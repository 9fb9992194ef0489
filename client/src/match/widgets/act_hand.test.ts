// Who has the hand of a turn of actions.
import { expect, it } from "vitest";
import type { Actor } from "../../protocol";
import { choice, type Laid, layTable, question } from "../testing";
import { createActHand } from "./act_hand";

it("after a reaction of another seat at the same device the hand goes back to who was acting", async () => {
  const actors: Actor[] = ["A1", "A2", "A3"].map((unit) => ({
    ...{ unit, remark: "", actions: [], finish: choice({ answer: "end_turn", unit }, "End turn") },
  }));
  const offer = { offer: "act" as const, actors };
  const laid: Laid = await layTable(question("take_action", offer));
  const before = createActHand(laid.room, 0, offer);
  before.turnTo("A2");
  before.close?.();
  laid.room.selected.value = "B1";
  const after = createActHand(laid.room, 0, offer);
  expect(laid.room.selected.value).toBe("A2");
  after.close?.();
  laid.room.close();
});
