import { beforeEach, describe, expect, it } from "vitest";
import type { KeptBattle, RoundStep } from "../../protocol";
import {
  activeSeat,
  begin,
  change,
  kept,
  leave,
  onwards,
  secondsOf,
  turnsOf,
  undo,
  withClock,
  withShot,
} from "./battle";
import { codeOf, readCode } from "./handing_over";
import { taleOf, textOf } from "./tale";

const step = (id: string, more: Partial<RoundStep>): RoundStep => ({ id, title: id, text: "", clause: "c", ...more });
const battle = {
  title: "Duel",
  sides: [],
  cards: { tank: { title: "Tank" } },
  marks: { tank: [{ id: "armor", title: "Armor", value: 3, full: 3, style: "boxes", clause: "c", limits: [] }] },
  units: [
    { id: "A1", seat: 0, face: "tank", card: "Tank" },
    { id: "B1", seat: 1, face: "tank", card: "Tank" },
  ],
  steps: [step("weather", {}), step("move", { each_turn: true }), step("late", { each_turn: true, from_round: 2 })],
  lost: "Destroyed",
  lost_clause: "c",
  options: {},
} as unknown as KeptBattle;
const wish = { game: "g", scenario: "s", options: {}, armies: [] };
const now = () => {
  const there = kept.value;
  if (!there) throw new Error("there is no battle");
  return there.now;
};

beforeEach(() => {
  leave();
  begin(wish, "Duel", battle);
});

describe("a battle beside real bricks", () => {
  it("begins with the cards as they are printed, and is there again after the page has gone", () => {
    expect(now().units).toEqual({
      A1: { lost: false, counts: { armor: 3 } },
      B1: { lost: false, counts: { armor: 3 } },
    });
    expect(JSON.parse(localStorage.getItem("brickfield.companion") ?? "").now).toEqual(now());
  });

  it("writes a shot on the cards and takes it back", () => {
    const before = now();
    const after = [{ unit: "B1", lost: true, counts: { armor: 0 } }];
    change((was) => withShot(was, "A1", after, [{ seat: 0, text: "HIT.", odds: 0.25, hit: true }]));
    expect(now().units.B1).toEqual({ lost: true, counts: { armor: 0 } });
    expect(now().fired).toEqual(["A1"]);
    undo();
    expect(now()).toEqual(before);
  });

  it("goes through a round step by step, from who goes first, and later steps come in their round", () => {
    change((was) => ({ ...was, first: 1 }));
    expect(turnsOf(battle, now()).map(({ step: one, seat }) => [one.id, seat])).toEqual([
      ["weather", -1],
      ["move", 1],
      ["move", 0],
    ]);
    for (let i = 0; i < 3; i += 1) change((was, of) => onwards(was, of, 0));
    expect([now().round, now().at]).toEqual([2, 0]);
    expect(turnsOf(battle, now())).toHaveLength(5);
  });

  it("runs the clock of whose turn it is", () => {
    change((was, of) => withClock(was, of, true, 1000));
    change((was, of) => onwards(onwards(was, of, 6000), of, 9000));
    expect(activeSeat(battle, now())).toBe(1);
    expect(secondsOf(battle, now(), 0, 11000)).toBe(8);
    expect(secondsOf(battle, now(), 1, 11000)).toBe(2);
  });

  it("tells how it went, and how the dice fell", () => {
    const after = [{ unit: "B1", lost: true, counts: {} }];
    change((was) =>
      withShot(was, "A1", after, [{ seat: 0, text: "HIT.", clause: "mbb.shoot.hit", odds: 0.25, hit: true }]),
    );
    const there = kept.value;
    if (!there) throw new Error("there is no battle");
    expect(taleOf(there)).toContain("Orange has lost 1 of 1 unit: Tank B1.");
    expect(taleOf(there).at(-1)).toBe("Only Blue is left on the table.");
    expect(textOf(there)).toContain("Round 1. Blue. HIT. [mbb.shoot.hit]");
  });

  it("is handed over by a code, and half of one is none", async () => {
    const there = kept.value;
    if (!there) throw new Error("there is no battle");
    const code = await codeOf(there);
    expect((await readCode(`some words ${code}`))?.now.units).toEqual(now().units);
    expect(await readCode(code.slice(0, -8))).toBeUndefined();
    expect(await readCode("BFC1.%%%")).toBeUndefined();
    expect(await readCode("MBB-1")).toBeUndefined();
  });
});
