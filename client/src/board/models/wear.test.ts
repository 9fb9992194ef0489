import { describe, expect, it } from "vitest";
import type { BoardUnit } from "../types";
import { unitParts } from "./index";

const unit = (model: string, changes: Partial<BoardUnit> = {}): BoardUnit => ({
  id: "A1",
  side: 0,
  model,
  length: 16,
  width: 4,
  place: { x: 0, y: 0, heading: 0 },
  status: "alive",
  ...changes,
});
const colours = (one: BoardUnit): string[] => unitParts(one, 1).map((part) => part.colour);

describe("what a battle does to a model", () => {
  it("scorches more bricks the more it is battered, and those that were black stay black", () => {
    const [whole, some, most] = [0, 0.4, 1].map((wear) => colours(unit("ship.galleon", { wear })));
    const burnt = (now: string[] | undefined) => (now ?? []).flatMap((colour, i) => (colour === whole?.[i] ? [] : [i]));
    expect(burnt(whole)).toEqual([]);
    expect(burnt(some).length).toBeGreaterThan(3);
    expect(burnt(most).length).toBeGreaterThan(burnt(some).length);
    expect(burnt(most)).toEqual(expect.arrayContaining(burnt(some)));
  });

  it("brings sails down one after the other", () => {
    const height = (slack: number): number =>
      unitParts(unit("ship.galleon", { slack }), 1).reduce(
        (sum, part) => sum + (part.sail === undefined ? 0 : part.h),
        0,
      );
    expect(height(0.5)).toBeLessThan(height(0));
    expect(height(1)).toBeLessThan(height(0.5));
  });

  it("lets an arm hang that does not obey any more, and only that one", () => {
    const parts = (hangs: string[]) => unitParts(unit("mech.L2-T2-S2-S4-A3-A6", { length: 8, width: 8, hangs }), 1);
    const [whole, hung] = [parts([]), parts(["left_arm"])];
    const low = (list: typeof whole, limb: string) =>
      Math.min(...list.filter((part) => part.limb === limb).map((part) => part.z));
    expect(low(hung, "left_arm")).toBeLessThan(low(whole, "left_arm"));
    expect(low(hung, "right_arm")).toBe(low(whole, "right_arm"));
  });
});
