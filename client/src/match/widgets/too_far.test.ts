import { afterEach, describe, expect, it } from "vitest";
import { soon } from "../../kit/testing";
import type { PathFace, Refusal } from "../../protocol";
import { type Laid, layTable, mover, moveUnits, path, pose, stepOffer } from "../testing";
import { asFarAs } from "./drawing";
import type { PathHand } from "./path_hand";

const go = (amount: number) => ({ step: "go", amount, heading: 90 });
const tooFar = (most: unknown, code = "too_far"): Refusal =>
  ({
    type: "refusal",
    code,
    clause: "ba.move.hard_half",
    sentence: "8, not 12.",
    data: { most },
    kind: "illegal",
  }) as Refusal;

describe("a way that is too long", () => {
  let laid: Laid | null = null;
  afterEach(() => laid?.room.close());

  it("is cut to as far as the refusal says, leg by leg", () => {
    expect(asFarAs([go(12)], tooFar(8))).toEqual([go(8)]);
    expect(asFarAs([go(6), go(6)], tooFar(8))).toEqual([go(6), go(2)]);
    expect(asFarAs([go(6), go(6)], tooFar(4.567))).toEqual([go(4.56)]);
  });

  it("is left alone where nothing is said of how far", () => {
    expect(asFarAs([go(12)], tooFar(undefined))).toBeNull();
    expect(asFarAs([go(12)], tooFar(0))).toBeNull();
    expect(asFarAs([go(12)], tooFar(8, "blocked"))).toBeNull();
    // turns have no length
    expect(asFarAs([{ step: "pivot", amount: 45 }, go(12)], tooFar(8))).toBeNull();
  });

  it("let go over such ground ends where it may, and says why", async () => {
    const tell = (_query: string, about: unknown): unknown => {
      const { unit, steps } = about as { unit: string; steps: { inches: number }[] };
      const far = steps.reduce((sum, one) => sum + one.inches, 0);
      if (far > 8) return tooFar(8);
      const leg = {
        step: "go",
        pose: pose(24, 6 + far, 90),
        amount: far,
        cost: far,
        clause: "",
        stopped_by: "",
        ground: "",
      };
      const none = {
        refusal: null,
        sees: [],
        seen_by: [],
        goal_distance: null,
        impact: null,
        reaches: [],
        dangers: [],
      };
      return { unit, legs: [leg], cost: far, left: 16 - far, ...none, regrouped: null } as unknown as PathFace;
    };
    const offer = path([mover("A1", 16)], [stepOffer("go", { motion: "free", amount: "inches", price: 1 })]);
    laid = await layTable({ ...moveUnits, offer }, tell);
    const { room } = laid;
    const hand = room.opened.value?.hand as PathHand;
    const from = { unit: "A1", part: "hull" as const, x: 24, y: 6 };
    for (const phase of ["start", "move", "end"] as const)
      hand.intent({ kind: "drag", phase, from, x: 24, y: 18, free: true });
    await soon(() => expect(hand.worked.value?.cost).toBe(8));
    expect(room.bubble.value?.text).toBe("8, not 12.");
    hand.commit();
    expect(laid.answers()).toMatchObject([{ unit: "A1", steps: [{ step: "go", inches: 8 }] }]);
  });
});
