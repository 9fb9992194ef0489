// Sets of rules and the chapters laid over them: one press each, and nothing of the old set stays behind.
import { describe, expect, it } from "vitest";
import type { GameCard, Preset } from "../../protocol";
import { game as plain } from "../testing";
import { addedTo, asOwn, isAdded, presetOf, switchesAbout, withAdded, withoutAdded, withSet } from "./chapters";
import { newDraft, optionsOf } from "./draft";
import { summaryOf } from "./summary";

const short = plain.catalogue.presets.find((one) => one.id === "short") as Preset;
const planes: Preset = { ...short, id: "planes", title: "Planes", options: {}, scenarios: ["crossroads"] };
const game: GameCard = {
  ...plain,
  catalogue: { ...plain.catalogue, presets: [...plain.catalogue.presets, planes] },
};
const draft = newDraft(game);
const book = game.catalogue.presets.find((one) => one.id === "book") as Preset;

describe("rules in one press", () => {
  it("quick rules do not stay behind at the seats", () => {
    expect(presetOf(game, draft)).toBe("quick");
    for (const next of [withSet(game, draft, book), asOwn(game, draft), withAdded(game, draft, short)])
      expect(optionsOf(game, next)).not.toHaveProperty("rules_level");
  });
  it("a chapter is added, told and taken away again", () => {
    const added = withAdded(game, draft, short);
    expect(isAdded(game, added, short)).toBe(true);
    expect(presetOf(game, added)).toBe("book");
    expect(addedTo(game, added)).toEqual([short]);
    expect(summaryOf(game, added)).toBe("6 vs 6, book rules with short: me against the Cadet bot");
    expect(withoutAdded(game, added, short).options).toEqual({});
  });
  it("stays where another set is chosen that it can stand over, and goes with one it cannot", () => {
    const added = withAdded(game, draft, short);
    expect(withSet(game, added, book).options).toEqual(short.options);
    const quick = game.catalogue.presets.find((one) => one.id === "quick") as Preset;
    expect(withSet(game, added, quick).options).toEqual(quick.options);
  });
  it("takes the battle to a scenario that has it, and back", () => {
    const there = withAdded(game, draft, planes);
    expect(there.scenario).toBe("crossroads");
    expect(isAdded(game, there, planes)).toBe(true);
    expect(withoutAdded(game, there, planes).scenario).toBe("six_v_six");
  });
});

describe("every rule", () => {
  it("is found by words of its own, of its values and of what it is about", () => {
    const found = (words: string) => switchesAbout(game, words).flatMap(({ cards }) => cards.map((one) => one.id));
    expect(found("")).toEqual(["rules_level", "round_limit"]);
    expect(found("Seats")).toEqual(["rules_level"]);
    expect(found("the END")).toEqual(["round_limit"]);
    expect(found("submarine")).toEqual([]);
  });
});
