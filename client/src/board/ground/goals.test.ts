// Marks of goals on the ground: each sort its own shape, the words beside what they are about.
import { describe, expect, it } from "vitest";
import { placeLabels, type Wish } from "../looking/labels";
import { layersOf } from "../marks";
import { aScene } from "../testing";
import type { Mark, Point } from "../types";

const scene = aScene();
type Goal = Extract<Mark, { kind: "goal" }>;
const goal = (changes: Partial<Goal>): Goal => ({
  ...{ kind: "goal", id: "g", sign: "area", label: "Hold this", side: -1, ...changes },
});
const SQUARE = [4, 4, 8, 4, 8, 8, 4, 8];
const shapeOf = (mark: Goal): string => JSON.stringify(layersOf([mark], scene).under);

describe("marks of goals", () => {
  it("draw another shape for each sort", () => {
    const at: Point = [6, 6];
    const marks = [
      goal({ outline: SQUARE }),
      goal({ edge: "east" }),
      ...(["chest", "port", "flag", "marker", "destroy"] as const).map((sign) => goal({ sign, at })),
      ...(["runner", "protect", "destroy"] as const).map((sign) => goal({ sign, unit: "a1" })),
    ];
    expect(new Set(marks.map(shapeOf)).size).toBe(marks.length);
  });

  it("say their words where they are, and nothing of a unit that is not there", () => {
    const { notes } = layersOf([goal({ id: "way out", edge: "west", label: "Out here" })], scene);
    expect(notes.map((note) => [note.id, note.text, note.tone])).toEqual([["goal way out", "Out here", "goal"]]);
    expect(layersOf([goal({ unit: "a1" })], scene).notes[0]?.unit).toBe("a1");
    expect(layersOf([goal({ unit: "nobody" })], scene).notes).toEqual([]);
  });

  it("have arrows on the edge to leave by, all within the table", () => {
    const points = layersOf([goal({ edge: "north" })], scene).under.flatMap((flat) => flat.points);
    expect(points.length).toBeGreaterThan(10);
    expect(points.every(([x, y]) => x >= 0 && y >= 0 && x <= scene.width && y <= scene.height)).toBe(true);
    expect(Math.max(...points.map(([, y]) => y))).toBe(scene.height);
  });

  it("keep their words off units that stand near", () => {
    const wish: Wish = {
      ...{ id: "goal g", tone: "goal", text: "Hold this", anchor: [100, 100], size: [90, 24], room: 10 },
      ...{ toward: [1, 0], centred: false },
    };
    const busy = { x: 108, y: 80, w: 90, h: 40 };
    const placed = placeLabels([wish], [busy], { x: 0, y: 0, w: 400, h: 400 })[0];
    expect(placed && placed.rect.x + placed.rect.w <= busy.x).toBe(true);
  });
});
