// The layouts of the table: every window has exactly one, and the names of style sheets mean what the code means.
import { describe, expect, it } from "vitest";
import { conditionOf, withConditions } from "./layouts";

const FIVE = ["columns", "beside", "lying", "below", "sheet"] as const;

/** Whether a window of this size meets a condition of widths, heights and shapes, as a browser reads it. */
function meets(condition: string, width: number, height: number): boolean {
  const one = (part: string): boolean => {
    const [, which, what, value = ""] = /\((min|max)-(width|height|aspect-ratio): ([\d/]+)/.exec(part) ?? [];
    const [over = 0, under = 1] = value.split("/").map(Number);
    const is = what === "width" ? width : what === "height" ? height : width / height;
    return which === "min" ? is >= over / under : is <= over / under;
  };
  return condition.split(", ").some((way) => way.split(" and ").every(one));
}

const layoutsAt = (width: number, height: number): string[] =>
  FIVE.filter((name) => meets(conditionOf(name), width, height));

describe("the layout of a window", () => {
  it.each([
    [1440, 900, "columns"],
    [1366, 768, "columns"],
    [1200, 1600, "columns"],
    [1440, 600, "beside"],
    [1180, 820, "beside"],
    [1024, 600, "beside"],
    [900, 500, "lying"],
    [844, 390, "lying"],
    [740, 360, "lying"],
    [568, 320, "lying"],
    [820, 1180, "below"],
    [390, 844, "sheet"],
    [360, 640, "sheet"],
  ])("of %i by %i is %s", (width, height, name) => {
    expect(layoutsAt(width, height)).toEqual([name]);
  });

  it("is one of the five, whatever the window", () => {
    for (let width = 280; width < 1700; width += 20)
      for (let height = 280; height < 1300; height += 20)
        expect([width, height, layoutsAt(width, height).length]).toEqual([width, height, 1]);
  });
});

describe("a style sheet", () => {
  it("names layouts, and gets their conditions", () => {
    expect(withConditions("@media (--sheet) { a {} }")).toBe(`@media ${conditionOf("sheet")} { a {} }`);
    expect(withConditions("@media (pointer: fine) { a {} }")).toBe("@media (pointer: fine) { a {} }");
  });

  it("cannot name what is none", () => {
    expect(() => withConditions("@media (--sheat) { a {} }")).toThrow("sheat");
  });
});
