import { describe, expect, it } from "vitest";
import { momentOf } from "./motions";
import { diceAt, roomFor, tumbling } from "./throws";
import type { BoardScene, BoardUnit, Die } from "./types";

const tank = (id: string, x: number, y: number): BoardUnit => ({
  id,
  side: 0,
  model: "tank.medium",
  length: 2,
  width: 1,
  place: { x, y, heading: 0 },
  status: "alive",
});
const scene: BoardScene = {
  width: 48,
  height: 36,
  studsPerUnit: 3.175,
  ground: "fields",
  seed: "t",
  units: [tank("A1", 24, 6), tank("B1", 24, 20), tank("B2", 26, 20), tank("B3", 0.5, 0.5)],
  pieces: [],
  zones: [],
};
const dice: Die[] = [3, 5, 6].map((face) => ({ look: "cube", face, hit: false, side: 0 }));

describe("dice on the table", () => {
  it("come to lie beside the place, on no unit and not over the edge", () => {
    for (const near of [
      [24, 20],
      [0.5, 0.5],
      [48, 36],
    ] as [number, number][]) {
      const spots = roomFor(scene, near, 12);
      expect(spots).toHaveLength(12);
      for (const { x, y } of spots) {
        expect(x > 0 && y > 0 && x < scene.width && y < scene.height).toBe(true);
        for (const { place } of scene.units) expect(Math.hypot(place.x - x, place.y - y)).toBeGreaterThan(1.1);
      }
    }
  });

  it("show on top what fell, and lie still when they have tumbled", () => {
    const lying = diceAt(scene, [24, 20], dice);
    expect(lying.map((die) => die.model)).toEqual(["die.cube.3", "die.cube.5", "die.cube.6"]);
    const [first] = lying;
    if (!first) throw new Error("no die");
    expect(tumbling(first, [24, 6], 1 / 3.175, 0.3).pitch).not.toBe(0);
    expect(tumbling(first, [24, 6], 1 / 3.175, 1)).toMatchObject({ place: first.place, pitch: 0, lift: 0 });
  });

  it("a shot is a hit only when its dice lie", () => {
    const shot = { kind: "shot", from: "A1", to: "B1", hit: true, dice } as const;
    const at = (share: number) => momentOf(scene, { motion: { ...shot, dice }, takes: 900 }, share, new Map());
    const bursts = (share: number) => at(share).flats.filter((flat) => flat.flat === "area").length;
    expect(at(0.2).dice).toHaveLength(3);
    expect(bursts(0.7)).toBe(0);
    expect(bursts(1)).toBeGreaterThan(1);
  });

  it("what is struck at close quarters has no line", () => {
    const blow = { kind: "shot", from: "A1", to: "B1", hit: true, close: true } as const;
    const lines = momentOf(scene, { motion: blow, takes: 400 }, 1, new Map()).flats.filter(
      (flat) => flat.flat === "line",
    );
    expect(lines.every((flat) => flat.flat === "line" && flat.closed)).toBe(true);
  });
});
