import { afterEach, describe, expect, it, vi } from "vitest";
import type { ClauseCard } from "../protocol";
import { clauses } from "./clauses";

function card(id: string, text: string, title = ""): ClauseCard {
  return {
    id,
    text,
    title,
    game: "g",
    chapter: "",
    ruling: "",
    ambiguity: "",
    kind: "rule",
    source: "",
    switch: "",
    in_play: true,
    switch_words: "",
    diagram: "",
  };
}

const cards = [
  card("mbb.move.forward", "Moving forward costs 1 MP per inch.", "Forward"),
  card("mbb.move.reverse", "Reversing costs 2 MP per inch.", "Reverse"),
  card("mbb.shoot.hit", "Reach the number or more: a hit.", "Hit"),
];

describe("the shelf of clauses", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    clauses.clear();
  });

  it("is loaded once and found by id", async () => {
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => new Response(JSON.stringify(cards))),
    );
    await Promise.all([clauses.load(), clauses.load()]);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(clauses.find("mbb.move.reverse")?.title).toBe("Reverse");
    expect(clauses.find("mbb.no.such")).toBeUndefined();
  });
  it("can be filled with what a file brings along, and asks nobody then", async () => {
    vi.stubGlobal("fetch", vi.fn());
    clauses.keep(cards);
    await clauses.load(clauses.bookOf("mbb.shoot.hit"));
    expect(clauses.find("mbb.shoot.hit")?.title).toBe("Hit");
    expect(fetch).not.toHaveBeenCalled();
  });
  it("can be tried again after a failure", async () => {
    vi.stubGlobal(
      "fetch",
      vi.fn(() => Promise.reject(new TypeError("lost"))),
    );
    await clauses.load();
    expect(clauses.shelf().state).toBe("failed");
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => new Response(JSON.stringify(cards))),
    );
    await clauses.load();
    expect(clauses.shelf().state).toBe("ready");
  });
  it("is asked for by the first word of a clause, and stands under its game from then on", async () => {
    const fetched = vi.fn(async (_path: string) => new Response(JSON.stringify(cards)));
    vi.stubGlobal("fetch", fetched);
    expect(clauses.bookOf("mbb.move.reverse")).toBe("mbb");
    await clauses.load(clauses.bookOf("mbb.move.reverse"));
    expect(fetched.mock.calls[0]?.[0]).toContain("game=mbb");
    expect(clauses.bookOf("mbb.move.reverse")).toBe("g");
    await clauses.load("g");
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(clauses.bookOf("bm.damage.cap")).toBe("bm");
  });
});
