import { beforeEach, describe, expect, it } from "vitest";
import type { Replay } from "../../protocol";
import { stepOf } from "../replay/timeline";
import { table } from "../testing";
import { bookmarks } from "./bookmarks";

beforeEach(() => localStorage.clear());

describe("bookmarks", () => {
  it("are kept for each match in order, and taken away by marking again", () => {
    expect(bookmarks.flip("m1", 7)).toBe(true);
    expect(bookmarks.flip("m1", 3)).toBe(true);
    expect(bookmarks.flip("m2", 5)).toBe(true);
    expect(bookmarks.of("m1")).toEqual([3, 7]);
    expect(JSON.parse(localStorage.getItem("brickfield.bookmarks") ?? "")).toEqual({ m1: [3, 7], m2: [5] });
    expect(bookmarks.flip("m1", 3)).toBe(false);
    expect(bookmarks.of("m1")).toEqual([7]);
  });

  it("lead to the step that shows the marked table", () => {
    const steps = [2, 3, 6].map((version) => ({ view: table({ version }) }));
    const replay = { steps } as unknown as Replay;
    expect([1, 2, 5, 6, 9].map((version) => stepOf(replay, version))).toEqual([0, 0, 1, 2, 2]);
  });
});
