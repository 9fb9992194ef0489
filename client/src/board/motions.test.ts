// Motions: along the path, one at a time, never longer than three seconds.
import { describe, expect, it } from "vitest";
import { actsOf, along, momentOf } from "./motions";
import { aScene } from "./testing";
import type { Motion, Place } from "./types";

const at = (x: number, y: number, heading = 0): Place => ({ x, y, heading });

describe("motions", () => {
  it("drive at 12 inches a second and never longer than 1.2 s", () => {
    const drive = (inches: number): Motion => ({ kind: "move", unit: "a1", path: [at(0, 0), at(inches, 0)] });
    expect(actsOf([drive(6)], 1)[0]?.takes).toBeCloseTo(500, 6);
    expect(actsOf([drive(40)], 1)[0]?.takes).toBe(1200);
    expect(actsOf([drive(6)], 2)[0]?.takes).toBeCloseTo(250, 6);
  });

  it("squeeze a long queue into three seconds", () => {
    const many = Array.from({ length: 20 }, (): Motion => ({ kind: "wreck", unit: "a1" }));
    const total = actsOf(many, 1).reduce((sum, act) => sum + act.takes, 0);
    expect(total).toBeCloseTo(3000, 6);
  });

  it("follow the path through its corners and turn the short way", () => {
    const path = [at(0, 0, 350), at(4, 0, 350), at(4, 0, 20), at(4, 4, 20)];
    expect(along(path, 0)).toEqual(at(0, 0, 350));
    const end = along(path, 1);
    expect([end.x, end.y, ((end.heading % 360) + 360) % 360]).toEqual([4, 4, 20]);
    const middle = along(path, 0.5);
    expect(middle.x).toBeCloseTo(4, 6);
    expect(((middle.heading % 360) + 360) % 360).toBeCloseTo(5, 6);
  });

  it("leave a unit where the move before left it", () => {
    const scene = aScene();
    const [drive, fall] = actsOf(
      [
        { kind: "move", unit: "a1", path: [at(6, 4), at(9, 4)] },
        { kind: "wreck", unit: "a1" },
      ],
      1,
    );
    if (!drive || !fall) throw new Error("two motions make two acts");
    const done = momentOf(scene, drive, 1, new Map()).passings;
    const half = momentOf(scene, fall, 0.5, done).passings.get("a1");
    expect([half?.place.x, half?.place.y]).toEqual([9, 4]);
    const down = momentOf(scene, fall, 1, done).passings.get("a1");
    expect([down?.roll, down?.wreck]).toEqual([90, true]);
  });

  it("let soldiers fall one by one: one lies, the others stand, the last takes the plate along", () => {
    const scene = aScene();
    const [first, last] = actsOf(
      [1, 0].map((left) => ({ kind: "thin" as const, unit: "a1", left })),
      1,
    );
    if (!first || !last) throw new Error("two motions make two acts");
    const at = (act: typeof first, share: number) => momentOf(scene, act, share, new Map()).passings.get("a1");
    expect([at(first, 0.1), at(first, 0.9), at(first, 1)]).toMatchObject([
      { soldiers: 1, falls: "stands" },
      { soldiers: 1, falls: "lies" },
      { soldiers: 1 },
    ]);
    expect(at(first, 1)?.gone).toBeUndefined();
    expect(at(last, 1)).toMatchObject({ soldiers: 0, gone: true });
  });

  it("draw a shot as a mark and move nobody", () => {
    const [shot] = actsOf([{ kind: "shot", from: "a1", to: "b1", hit: true }], 1);
    if (!shot) throw new Error("a motion makes an act");
    const moment = momentOf(aScene(), shot, 0.3, new Map());
    expect(moment.passings.size).toBe(0);
    expect(moment.flats.length).toBeGreaterThan(0);
  });

  it("end a shot at a unit or at a piece, a hit with a filled burst and a miss without", () => {
    const scene = aScene();
    const piece = scene.pieces[0]?.id ?? "";
    const end = (to: string, hit: boolean) => {
      const [shot] = actsOf([{ kind: "shot", from: "a1", to, hit }], 1);
      return shot ? momentOf(scene, shot, 1, new Map()).flats : [];
    };
    for (const to of ["b1", piece]) {
      expect(end(to, true).some((flat) => flat.flat === "area")).toBe(true);
      expect(end(to, false).map((flat) => flat.flat)).not.toContain("area");
      expect(end(to, false).length).toBeGreaterThan(0);
    }
    expect(end("nobody", true)).toEqual([]);
  });
});
