// Labels: near their thing, never over one another.
import { describe, expect, it } from "vitest";
import type { Rect } from "../types";
import { overlap, placeLabels, type Wish } from "./labels";

const free: Rect = { x: 0, y: 0, w: 800, h: 600 };
const wish = (id: string, x: number, y: number, more: Partial<Wish> = {}): Wish => ({
  id,
  tone: "plain",
  text: id,
  anchor: [x, y],
  size: [94, 28],
  room: 20,
  toward: [1, 0],
  centred: false,
  ...more,
});

describe("placing labels", () => {
  it("stands where it likes to when there is room", () => {
    const [only] = placeLabels([wish("a", 300, 300)], [], free);
    expect(only?.rect).toEqual({ x: 320, y: 286, w: 94, h: 28 });
    expect(only?.leader).toBeUndefined();
  });

  it("never overlaps, however crowded the place is", () => {
    for (const count of [2, 5, 12, 40]) {
      const placed = placeLabels(
        Array.from({ length: count }, (_, i) => wish(`w${i}`, 400 + (i % 3) * 4, 300 + (i % 5) * 3)),
        [],
        free,
      );
      placed.forEach((a, i) => {
        for (const b of placed.slice(i + 1))
          expect(overlap(a.rect, b.rect), `${a.id} over ${b.id} of ${count}`).toBe(false);
      });
    }
  });

  it("never lies over the compass or the ruler, whatever it likes best", () => {
    const compass = { x: 8, y: 560, w: 36, h: 36 };
    const zone = wish("zone", 30, 580, { tone: "line", centred: true });
    const badge = wish("A1", 30, 580, {
      tone: "badge",
      size: [26, 26],
      centred: true,
      own: { x: 0, y: 570, w: 60, h: 20 },
    });
    for (const { id, rect } of placeLabels([badge, zone], [], free, [compass]))
      expect(overlap(rect, compass), id).toBe(false);
  });

  it("is whole on the screen when what it points at is", () => {
    for (const [px, py] of [
      [4, 300],
      [796, 4],
      [400, 596],
    ] as const) {
      const [bubble] = placeLabels([wish("why", px, py, { tone: "bubble", size: [280, 84] })], [], free);
      const { x, y, w, h } = bubble?.rect ?? { x: -1, y: -1, w: 0, h: 0 };
      expect([x >= 0, y >= 0, x + w <= free.w, y + h <= free.h], `at ${px}, ${py}`).toEqual([true, true, true, true]);
    }
  });

  it("draws a leader line to a label that had to go far away", () => {
    const placed = placeLabels(
      Array.from({ length: 24 }, (_, i) => wish(`w${i}`, 400, 300)),
      [],
      free,
    );
    const far = placed.filter((each) => each.leader);
    expect(far.length).toBeGreaterThan(3);
    expect(far[0]?.leader?.[0]).toEqual([400, 300]);
  });

  it("leaves units uncovered when another side is free", () => {
    const unit: Rect = { x: 316, y: 270, w: 120, h: 60 };
    const [only] = placeLabels([wish("a", 300, 300)], [unit], free);
    expect(only && overlap(only.rect, unit)).toBe(false);
  });

  it("stays inside the free area", () => {
    const [only] = placeLabels([wish("a", 790, 300)], [], free);
    expect((only?.rect.x ?? 999) + 94).toBeLessThanOrEqual(800);
  });

  it("puts a badge on its anchor, and beside it when that is taken", () => {
    const badge = { tone: "badge" as const, size: [26, 26] as [number, number], centred: true, room: 4 };
    const [a, b] = placeLabels([wish("a", 100, 100, badge), wish("b", 104, 100, badge)], [], free);
    expect(a?.rect).toEqual({ x: 87, y: 87, w: 26, h: 26 });
    expect(a && b && overlap(a.rect, b.rect)).toBe(false);
    // whoever had to leave its unit far behind is tied to it
    expect(a?.leader).toBeUndefined();
    const crowd = Array.from({ length: 9 }, (_, i) => wish(`c${i}`, 100, 100, badge));
    expect(placeLabels(crowd, [], free).at(-1)?.leader?.[0]).toEqual([100, 100]);
  });

  it("lays a badge to another side of its unit rather than on a neighbour, and ties it to its unit if it must leave", () => {
    const own: Rect = { x: 90, y: 60, w: 20, h: 40 };
    const behind: Rect = { x: 88, y: 102, w: 24, h: 24 };
    const badge = { tone: "badge" as const, size: [26, 26] as [number, number], centred: true, room: 4, own };
    const also: [number, number][] = [[72, 80]];
    expect(placeLabels([wish("a", 100, 114, { ...badge, also })], [own], free)[0]?.rect).toMatchObject({
      x: 87,
      y: 101,
    });
    const [moved] = placeLabels([wish("a", 100, 114, { ...badge, also })], [own, behind], free);
    expect(moved?.rect).toMatchObject({ x: 59, y: 67 });
    expect(moved?.leader).toBeUndefined();
    const crowd = Array.from({ length: 9 }, (_, i) => wish(`c${i}`, 100, 114, badge));
    expect(placeLabels(crowd, [own], free).at(-1)?.leader?.[0]).toEqual([100, 80]);
  });

  it("puts words on their line, and beside it when a unit stands there", () => {
    const unit = { x: 288, y: 288, w: 24, h: 24 };
    const words = wish("a", 300, 300, { centred: true, room: 4 });
    expect(placeLabels([words], [], free)[0]?.rect).toEqual({ x: 253, y: 286, w: 94, h: 28 });
    const [moved] = placeLabels([words], [unit], free);
    expect(moved && overlap(moved.rect, unit)).toBe(false);
  });
});
