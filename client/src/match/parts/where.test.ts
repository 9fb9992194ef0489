import { expect, it } from "vitest";
import { table } from "../testing";
import { shortWhere } from "./top_bar";

it("a phone is told the round, and the goal or the score", () => {
  const { situation } = table();
  const goal = "points 2 – 1, in the square 1 – 0";
  expect(shortWhere({ ...situation, goal }, 10)).toBe(`round 3 of 10 · ${goal}`);
  const scored = situation.standings.map((one, i) => ({ ...one, score: 57 - i, counts: "markers" }));
  expect(shortWhere({ ...situation, standings: scored, order: [1, 0] }, 0)).toBe("round 3 · 56 – 57 markers");
  const last = scored.map((one, i) => ({ ...one, score: i + 1, counts: i ? "markers" : "marker" }));
  expect(shortWhere({ ...situation, standings: last, order: [0, 1] }, 0)).toBe("round 3 · 1 – 2 markers");
  expect(shortWhere({ ...situation, round: 0 }, 10)).toBe("setting up");
});
