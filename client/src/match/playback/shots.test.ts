import { describe, expect, it } from "vitest";
import { pose, table } from "../testing";
import { type Play, playsOf } from "./acts";
import { shortened, shotMarks, tracesOf } from "./shots";
import { act } from "./testing_acts";

const play = (one: Play["act"], motions: Play["motions"] = [], dice: Play["dice"] = []): Play => ({
  act: one,
  motions,
  sounds: [],
  sums: [],
  dice,
});
const fired = (to: string, hit = true): Play["motions"] => [{ kind: "shot", from: "A1", to, hit }];

describe("what acts leave on the table", () => {
  it("a line from where the shooter stood then, and beside the target what came of it", () => {
    const drive = play(act("move", 0), [
      {
        kind: "move",
        unit: "A1",
        path: [
          { x: 24, y: 6, heading: 90 },
          { x: 24, y: 12, heading: 90 },
        ],
      },
    ]);
    const said = { target: "B1", hit: true, title: "HIT", need: "needs 8+", rolled: "9", text: "5 less" };
    const die = { look: "cube", face: 5, hit: false, side: 0 } as const;
    const [gone, shot] = tracesOf([drive, play(act("shot", 1, said), fired("B1"), [die])], table());
    expect(gone?.marks).toEqual([
      {
        kind: "driven",
        way: [
          [24, 6],
          [24, 12],
        ],
        side: 0,
      },
    ]);
    expect(shot?.marks).toEqual([{ kind: "fired", from: [24, 12], to: [24, 24], side: 0, hit: true }]);
    expect(shot?.verdict).toMatchObject({
      kind: "verdict",
      unit: "B1",
      tone: "hit",
      text: "HIT, 5 less",
      detail: "needs 8+ · 9",
      dice: [die],
    });
    expect(shot?.points).toEqual([
      [24, 12],
      [24, 24],
    ]);
    expect(shotMarks([gone, shot].filter((one) => one !== undefined))).toHaveLength(1);
  });

  it("a shot between figures goes from who sees to who fell, also where that is not the first of them", () => {
    const before = table();
    const [own, foe] = ["A1", "B1"].map((id) => before.units.find((one) => one.id === id));
    if (!own?.pose || !foe?.pose) throw new Error("two units stand there");
    const figure = (id: string, x: number, y: number) => ({
      ...{ id, card: "", status: "alive", marks: {}, inside: "", level: 0, pose: pose(x, y, 0) },
    });
    const squads = table({
      units: [
        { ...own, figures: [figure("f1", 24, 6), figure("f2", 26, 6)] } as never,
        { ...foe, figures: [figure("f1", 24, 24), figure("f2", 28, 24), figure("f3", 30, 24)] } as never,
      ],
    });
    const lines: [string, string][] = [
      ["A1/f2", "B1/f3"],
      ["A1/f1", "B1/f2"],
    ];
    const told = { events: [], acts: [act("shot", 0, { target: "B1", hit: true, title: "HIT", lines })], sums: [] };
    const [trace] = tracesOf(playsOf(told, squads, null), squads);
    expect(trace?.marks).toMatchObject([
      { kind: "fired", from: [26, 6], to: [30, 24] },
      { kind: "fired", from: [24, 6], to: [28, 24] },
    ]);
    expect(trace?.play.motions[0]).toMatchObject({ from: "A1/f2", to: "B1/f3", beside: [["A1", "B1/f2"]] });
    expect(trace?.verdict).toMatchObject({ at: [30, 24] });
  });

  it("what is shot at may be a piece, and dice without a place are told in the panel alone", () => {
    const wall = {
      id: "T1",
      kind: "wall",
      pose: pose(10, 10, 0),
      length: 1,
      width: 1,
      group: "",
      seat: -1,
      marks: {},
      outline: [],
      cut: "",
      round: false,
    };
    const before = table({ tokens: [wall as never] });
    const [shot, dice] = tracesOf(
      [play(act("shot", 0, { target: "T1" }), fired("T1")), play(act("dice", 1, { unit: "", title: "First" }))],
      before,
    );
    expect(shot?.marks).toMatchObject([{ to: [10, 10] }]);
    expect(dice?.verdict).toBeNull();
  });
});

it("counts effects that are left out as effects, and not as more of the armor before them", () => {
  const done = "5 armor, legs struck, servo stuck, feed jammed, destroyed";
  expect(shortened(done, true)).toBe("5 armor, legs struck, 2 other effects, destroyed");
  expect(shortened("a 1, b 2, c 3, d 4, e 5", false)).toBe("a 1, b 2, ..., e 5");
});
