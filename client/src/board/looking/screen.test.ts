// Words on the screen: those of a zone stand inside of it, however the table is turned.
import { describe, expect, it } from "vitest";
import { layersOf } from "../marks";
import { aScene } from "../testing";
import type { Mark } from "../types";
import { screenNotes, watchedBoxes } from "./screen";
import { firstLook, fitted, lensOf, project } from "./views";

const ZONE = { id: "z", label: "Your zone", side: 0 as const, outline: [0, 0, 24, 0, 24, 4, 0, 4] };

function shotOf(spin: 0 | 90 | 180 | 270, marks: Mark[] = []) {
  const scene = aScene({ zones: [ZONE] });
  const look = fitted({ ...firstLook(), width: 800, height: 600, spin }, scene);
  return { scene, layers: layersOf(marks, scene), passings: new Map(), look, lens: lensOf(look) };
}

describe("the words of a zone", () => {
  it.each([0, 90, 180, 270] as const)("begin at its lowest edge of a table turned by %i, and go into it", (spin) => {
    const shot = shotOf(spin);
    const k = shot.scene.studsPerUnit;
    const corners = [0, 24].flatMap((x) => [0, 4].map((y) => project(shot.lens, shot.look, x * k, y * k)));
    const [xs, ys] = [corners.map((p) => p[0]), corners.map((p) => p[1])];
    const [x, y] = screenNotes(shot).find((note) => note.text === "Your zone")?.px ?? [0, 0];
    expect(y).toBeCloseTo(Math.max(...ys), 0);
    expect(x).toBeCloseTo((Math.min(...xs) + Math.max(...xs)) / 2, 0);
  });
});

describe("what is looked at", () => {
  it("is what is chosen and where it would go, and nobody else", () => {
    const select: Mark = { kind: "select", unit: "a1" };
    const ghost: Mark = { kind: "ghost", unit: "a1", side: 0, place: { x: 12, y: 4, heading: 90 } };
    expect(watchedBoxes(shotOf(0), [])).toEqual([]);
    const chosen = watchedBoxes(shotOf(0, [select]), [select]);
    expect(chosen).toHaveLength(1);
    expect(watchedBoxes(shotOf(0, [select, ghost]), [select, ghost]).length).toBeGreaterThan(1);
  });
});
