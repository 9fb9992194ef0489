import { describe, expect, it } from "vitest";
import { createDeeds } from "./deeds";
import type { Traced } from "./shots";
import { act } from "./testing_acts";

const trace = (seat: number, words: string, kind: "move" | "shot" | "chapter" | "dice" = "move"): Traced => ({
  play: { act: act(kind, 0, { seat, words }), motions: [], sounds: [], sums: [], dice: [] },
  marks: [],
  verdict: null,
  points: [],
});
const words = (deeds: ReturnType<typeof createDeeds>): string[] => deeds.list.value.map((one) => one.play.act.words);

describe("what they did", () => {
  it("is the last turn of the others, with what was done here since", () => {
    const deeds = createDeeds();
    deeds.add([trace(1, "one"), trace(1, "two")], 0);
    deeds.add([trace(0, "mine")], 0);
    expect(words(deeds)).toEqual(["one", "two", "mine"]);
    expect(deeds.list.value.map((one) => one.own)).toEqual([false, false, true]);
    deeds.add([trace(-1, "wind", "dice"), trace(1, "three")], 0);
    expect(words(deeds)).toEqual(["wind", "three"]);
    deeds.add([trace(2, "third side")], 0);
    expect(words(deeds)).toEqual(["wind", "three", "third side"]);
  });

  it("keeps an attack that was answered at once when the next one comes", () => {
    const deeds = createDeeds();
    deeds.add([trace(1, "attack", "shot"), trace(0, "return fire", "shot")], 0);
    deeds.add([trace(1, "second attack", "shot")], 0);
    expect(words(deeds)).toEqual(["attack", "return fire", "second attack"]);
  });

  it("leaves the calendar out, and for those who only watch it is the last turn of anybody", () => {
    const deeds = createDeeds();
    deeds.add([trace(1, "turn", "chapter"), trace(1, "one")], -1);
    deeds.add([trace(0, "two"), trace(0, "three")], -1);
    expect(words(deeds)).toEqual(["two", "three"]);
  });
});
