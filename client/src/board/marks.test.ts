// Marks taken apart into layers, and flats turned into triangles.
import { describe, expect, it } from "vitest";
import { ASK, BAD, FAINT, INK, SIDES } from "./colours";
import { CORNER, flatMesh } from "./ground/flatmesh";
import { area, type Flat, hull, line } from "./ground/flats";
import { layersOf, stretches } from "./marks";
import { aScene } from "./testing";
import type { Mark, Place, Point } from "./types";

const scene = aScene();
const at = (x: number, y: number, heading = 0): Place => ({ x, y, heading });
const colours = (flats: Flat[]) => new Set(flats.map((flat) => flat.colour));
const lines = (flats: Flat[]) => flats.filter((flat) => flat.flat === "line");

describe("layers", () => {
  it("draws nothing for no marks", () => {
    const { under, over, notes, ghosts, rings } = layersOf([], scene);
    expect([under, over, notes, ghosts, rings].map((list) => list.length)).toEqual([0, 0, 0, 0, 0]);
  });

  it("uses yellow only for units that are asked", () => {
    const quiet: Mark[] = [
      { kind: "select", unit: "a1" },
      {
        kind: "reach",
        parts: [
          [
            [1, 4],
            [11, 4],
            [6, 9],
          ],
        ],
        rim: [
          [
            [1, 4],
            [11, 4],
            [6, 9],
          ],
        ],
        side: 0,
      },
      { kind: "ring", unit: "a1", side: 0, place: at(6, 4) },
      { kind: "ghost", unit: "a1", side: 0, place: at(7, 4) },
      { kind: "shot", from: [6, 4], to: [18, 14], side: 0, state: "planned" },
    ];
    const { under, over } = layersOf(quiet, scene);
    expect(colours([...under, ...over]).has(ASK)).toBe(false);
    expect(colours(layersOf([{ kind: "acting", units: ["a1"] }], scene).under).has(ASK)).toBe(true);
  });

  it("marks a path with one tick an inch, two in reverse", () => {
    const ticks = (step: "forward" | "reverse") => {
      const legs = [{ from: at(6, 4), to: at(9.4, 4), step, label: "3.4 in" }];
      return lines(layersOf([{ kind: "path", unit: "a1", side: 0, legs }], scene).over).filter(
        (flat) => flat.colour === INK,
      );
    };
    expect(ticks("forward")).toHaveLength(3);
    expect(ticks("reverse")).toHaveLength(6);
  });

  it("draws the rest of a stopped way grey and dashed, with the outline at its end", () => {
    const way: Point[] = [
      [6, 4],
      [9, 4],
    ];
    const { over, notes } = layersOf(
      [{ kind: "rest", unit: "a1", way, place: at(9, 4), label: "still to come" }],
      scene,
    );
    const grey = lines(over).filter((flat) => flat.colour === FAINT);
    expect(grey.map((flat) => flat.stroke)).toEqual(["dashed", "dashed", "dashed"]);
    expect(colours(over).has(SIDES[0].colour)).toBe(false);
    expect(notes.map((note) => note.text)).toEqual(["still to come"]);
  });

  it("writes each leg's words once and a refused leg in red", () => {
    const legs = [
      { from: at(6, 4), to: at(8, 4), step: "forward" as const, label: "2 in" },
      { from: at(8, 4), to: at(8, 4, 90), step: "pivot" as const, label: "90°", refused: true },
    ];
    const { notes, over } = layersOf([{ kind: "path", unit: "a1", side: 0, legs }], scene);
    expect(notes.map((note) => note.text)).toEqual(["2 in", "90°"]);
    expect(colours(over).has(BAD)).toBe(true);
  });

  it("turns a pivot's arc the short way across north", () => {
    const legs = [{ from: at(6, 4, 350), to: at(6, 4, 20), step: "pivot" as const, label: "" }];
    const { over } = layersOf([{ kind: "path", unit: "a1", side: 0, legs }], scene);
    const arc = over.find((flat) => flat.flat === "line");
    const headings = (arc?.points ?? []).map(([x, y]) => (Math.atan2(y - 4, x - 6) * 180) / Math.PI);
    expect(Math.min(...headings)).toBeCloseTo(-10, 6);
    expect(Math.max(...headings)).toBeCloseTo(20, 6);
  });

  it("makes a planned ghost an outline only and a tried one a copy", () => {
    const of = (planned: boolean) =>
      layersOf([{ kind: "ghost", unit: "a1", side: 0, place: at(7, 5), planned }], scene);
    expect(of(true).ghosts).toHaveLength(0);
    expect(of(false).ghosts).toEqual([{ unit: "a1", side: 0, place: at(7, 5), refused: false }]);
    expect(of(true).over.length).toBeGreaterThan(0);
  });

  it("draws exactly the hidden stretch of the measured side in red", () => {
    const mark: Mark = { kind: "wedge", eye: [0, 0], side: [10, 0, 10, 4], hidden: [[0.25, 0.5]], label: "10 in" };
    const { over } = layersOf([mark], scene);
    const thick = lines(over).filter((flat) => flat.width.px === 6);
    expect(thick.filter((flat) => flat.colour === BAD).map((flat) => flat.points)).toEqual([
      [
        [10, 1],
        [10, 2],
      ],
    ]);
    expect(thick).toHaveLength(3);
    expect(over.filter((flat) => flat.flat === "area" && flat.hatch)).toHaveLength(1);
  });

  it("ignores marks of units that are not on the table", () => {
    const marks: Mark[] = [
      { kind: "select", unit: "gone" },
      { kind: "acting", units: ["gone"] },
      { kind: "ring", unit: "gone", side: 0, place: at(0, 0) },
      { kind: "tag", unit: "gone", text: "7+", tone: "ask" },
    ];
    const { under, over, notes } = layersOf(marks, scene);
    expect(under.length + over.length + notes.length).toBe(0);
  });

  it("gives each side its own line", () => {
    const strokes = ([0, 1, 2, 3] as const).map((side) => SIDES[side].stroke);
    expect(new Set(strokes).size).toBe(4);
    expect(new Set(([0, 1, 2, 3] as const).map((side) => SIDES[side].shape)).size).toBe(4);
  });
});

describe("stretches of a side", () => {
  it("cover it from end to end, whatever the hidden parts", () => {
    const hidden: [number, number][] = [
      [0.6, 0.8],
      [-0.2, 0.1],
      [0.7, 1.4],
    ];
    const parts = stretches(hidden);
    expect(parts[0]?.from).toBe(0);
    expect(parts[parts.length - 1]?.to).toBe(1);
    parts.slice(1).forEach((part, i) => {
      expect(part.from).toBe(parts[i]?.to);
    });
    const sum = parts.filter((part) => part.hidden).reduce((total, part) => total + part.to - part.from, 0);
    expect(sum).toBeCloseTo(0.5, 9);
  });

  it("is all free or all hidden at the ends", () => {
    expect(stretches([])).toEqual([{ from: 0, to: 1, hidden: false }]);
    expect(stretches([[0, 1]])).toEqual([{ from: 0, to: 1, hidden: true }]);
  });
});

describe("flats as triangles", () => {
  it("gives a closed square four quads with square corners", () => {
    const points: [number, number][] = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ];
    const { corners, indices } = flatMesh([line(points, { closed: true })], 1);
    expect(indices).toHaveLength(4 * 6);
    expect(corners.length).toBe(5 * 2 * CORNER);
    for (let i = 0; i < corners.length; i += CORNER) {
      expect(Math.hypot(corners[i + 3] ?? 0, corners[i + 4] ?? 0)).toBeCloseTo(Math.SQRT2, 5);
    }
  });

  it("keeps a straight joint at the line's own width", () => {
    const { corners } = flatMesh(
      [
        line(
          [
            [0, 0],
            [1, 0],
            [2, 0],
          ],
          {},
        ),
      ],
      1,
    );
    for (let i = 0; i < corners.length; i += CORNER) expect(Math.abs(corners[i + 4] ?? 0)).toBeCloseTo(1, 6);
  });

  it("fills an area with a fan and drops what is no area or line", () => {
    const square = area(
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      INK,
      0.5,
      0.2,
    );
    expect(flatMesh([square], 2).indices).toHaveLength(6);
    expect(
      flatMesh(
        [
          area(
            [
              [0, 0],
              [1, 1],
            ],
            INK,
            1,
            0,
          ),
          line([[1, 1]], {}),
          line(
            [
              [1, 1],
              [1, 1],
            ],
            {},
          ),
        ],
        1,
      ).indices,
    ).toHaveLength(0);
  });

  it("measures in studs, y of the table away from the eye", () => {
    const { corners } = flatMesh(
      [
        line(
          [
            [2, 3],
            [4, 3],
          ],
          { height: 0.4 },
        ),
      ],
      3,
    );
    expect([...corners.slice(0, 3)]).toEqual([6, expect.closeTo(0.4, 6), -9]);
  });
});

describe("hull", () => {
  it("wraps points without the inner ones", () => {
    const points: [number, number][] = [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [1, 1],
    ];
    expect(hull(points)).toHaveLength(4);
  });
});
