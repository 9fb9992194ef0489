// The whole board without a graphics card: the SVG plan, its layers, its hand, its frames.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBoard } from "./index";
import { overlap } from "./looking/labels";
import { aPiece, aScene, aUnit } from "./testing";
import type { Board, Intent, Mark } from "./types";

let host: HTMLElement;
let board: Board;
let told: Intent[];

const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

beforeEach(async () => {
  host = document.createElement("div");
  document.body.append(host);
  // Nothing is laid out here: the host says how large it is.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function size(this: Element) {
    return this.hasAttribute("data-note") ? new DOMRect() : new DOMRect(0, 0, 960, 720);
  });
  board = createBoard(host, { quality: "low", reducedMotion: true });
  told = [];
  board.on((intent) => told.push(intent));
  board.set(aScene());
  await drawn();
});

afterEach(() => {
  board.dispose();
  host.remove();
});

function tap(x: number, y: number): void {
  const root = host.firstElementChild as Element;
  const about = { clientX: x, clientY: y, pointerId: 1, pointerType: "mouse", bubbles: true };
  root.dispatchEvent(new PointerEvent("pointerdown", about));
  root.dispatchEvent(new PointerEvent("pointerup", about));
}

describe("without GL", () => {
  it("draws the plan as SVG with every unit where the maths puts it", () => {
    const probe = board.probe();
    expect(probe.renderer).toBe("svg");
    expect(host.querySelectorAll("polygon[data-unit]")).toHaveLength(2);
    const [a, b] = probe.units;
    expect((b?.now[0] ?? 0) - (a?.now[0] ?? 0)).toBeCloseTo(12 * probe.scale, 6);
    expect((a?.now[1] ?? 0) - (b?.now[1] ?? 0)).toBeCloseTo(10 * probe.scale, 6);
    expect(a?.now).toEqual(a?.plan);
  });

  it("stays in plan when the scene is asked for", async () => {
    board.camera("scene");
    await drawn();
    expect(board.probe().mode).toBe("plan");
  });

  it("picks the unit under the hand, and its place on the table", () => {
    const [x, y] = board.probe().units[0]?.now ?? [0, 0];
    tap(x, y);
    const pick = told[0];
    expect(pick).toMatchObject({ kind: "pick", unit: "a1", pointer: "mouse" });
    expect(pick?.kind === "pick" && Math.hypot(pick.x - 6, pick.y - 4)).toBeLessThan(1e-6);
  });

  it("picks a piece, and bare ground", () => {
    const [ax, ay] = board.probe().units[0]?.now ?? [0, 0];
    const scale = board.probe().scale;
    tap(ax + 6 * scale, ay - 5 * scale);
    tap(ax + 6 * scale, ay);
    expect(told[0]).toMatchObject({ kind: "pick", piece: "house" });
    expect(told[1]).toEqual({ kind: "pick", x: expect.closeTo(12, 6), y: expect.closeTo(4, 6), pointer: "mouse" });
  });

  it("takes a ghost before the unit and the ring beside it", async () => {
    const place = { x: 9, y: 6, heading: 0 };
    board.mark([
      { kind: "ghost", unit: "a1", side: 0, place },
      { kind: "ring", unit: "a1", side: 0, place },
    ]);
    await drawn();
    const root = host.firstElementChild as Element;
    const [ax, ay] = board.probe().units[0]?.now ?? [0, 0];
    const scale = board.probe().scale;
    const drag = (x: number, y: number) => {
      const about = { pointerId: 1, pointerType: "mouse", bubbles: true };
      root.dispatchEvent(new PointerEvent("pointerdown", { ...about, clientX: x, clientY: y }));
      root.dispatchEvent(new PointerEvent("pointermove", { ...about, clientX: x + 30, clientY: y, buttons: 1 }));
      root.dispatchEvent(new PointerEvent("pointerup", { ...about, clientX: x + 30, clientY: y }));
    };
    drag(ax + 3 * scale, ay - 2 * scale);
    const radius = Math.hypot(1.89, 0.945) / 2 + 0.945 * 0.45;
    drag(ax + 3 * scale, ay - (2 + radius) * scale);
    const parts = told
      .filter((intent) => intent.kind === "drag" && intent.phase === "start")
      .map((intent) => intent.kind === "drag" && intent.from.part);
    expect(parts).toEqual(["ghost", "ring"]);
  });

  it("shows labels that do not overlap and tells the clause of a bubble", async () => {
    const marks: Mark[] = [
      { kind: "tag", unit: "b1", text: "7+", detail: "58.3 %", tone: "ask" },
      { kind: "tag", unit: "a1", text: "–", detail: "no line", tone: "none" },
      { kind: "bubble", x: 6, y: 4, text: "Cannot reverse 5 in: 10 MP, 8 left.", clause: "mbb.move.reverse" },
    ];
    board.mark(marks);
    await drawn();
    const { labels } = board.probe();
    expect(labels.map((label) => label.text)).toContain("7+ 58.3 %");
    labels.forEach((a, i) => {
      for (const b of labels.slice(i + 1)) expect(overlap(a.rect, b.rect)).toBe(false);
    });
    host.querySelector("button")?.click();
    expect(told).toEqual([{ kind: "clause", clause: "mbb.move.reverse" }]);
  });

  it("writes the number of hit markers on a piece", async () => {
    board.set(aScene({ pieces: [aPiece("house", "house", 12, 9, { marks: 2 })] }));
    await drawn();
    expect(board.probe().labels).toContainEqual(expect.objectContaining({ id: "hits house", text: "2" }));
  });

  it("keeps the number of a wreck beside it, burnt", async () => {
    const wreck = aUnit("b1", 1, 18, 14, { status: "wreck", badge: "1" });
    board.set(
      aScene({ units: [wreck, aUnit("b2", 1, 6, 4, { status: "wreck" }), aUnit("b3", 1, 9, 9, { badge: "3" })] }),
    );
    await drawn();
    const { labels } = board.probe();
    expect(labels).toContainEqual(expect.objectContaining({ id: "badge b1", text: "1" }));
    expect(labels.map((label) => label.id)).not.toContain("badge b2");
    const fill = (id: string) => host.querySelector(`[data-note="badge ${id}"] path`)?.getAttribute("fill");
    expect(fill("b1")).not.toBe(fill("b3"));
  });

  it("writes words as text, never as markup", async () => {
    board.mark([{ kind: "tag", unit: "a1", text: "<img src=x>", tone: "plain" }]);
    await drawn();
    expect(host.querySelector("img")).toBeNull();
    expect(board.probe().labels.map((label) => label.text)).toContain("<img src=x>");
  });
});

describe("drawing on demand", () => {
  it("draws nothing while nothing changes, and once for several changes", async () => {
    const before = board.probe().frames;
    await drawn();
    await drawn();
    expect(board.probe().frames).toBe(before);
    board.zoom(1.1);
    board.pan(3, 4);
    board.mark([]);
    await drawn();
    expect(board.probe().frames).toBe(before + 1);
    expect(board.probe().idle).toBe(true);
  });

  it("plays motions to their end and forgets them with the next table", async () => {
    board.dispose();
    board = createBoard(host, { quality: "low", reducedMotion: false });
    board.set(aScene());
    await drawn();
    const done = board.play(
      [
        {
          kind: "move",
          unit: "a1",
          path: [
            { x: 6, y: 4, heading: 90 },
            { x: 6, y: 7, heading: 90 },
          ],
        },
      ],
      { reduced: false, speed: 1 },
    );
    board.skip();
    await done;
    await drawn();
    const shape = () => host.querySelector('polygon[data-unit="a1"]')?.getAttribute("points");
    const moved = shape();
    board.set(aScene({ units: [aUnit("a1", 0, 6, 7)] }));
    await drawn();
    expect(shape()).toBe(moved);
    board.set(aScene());
    await drawn();
    expect(shape()).not.toBe(moved);
  });

  it("keeps units in the free area beside the panels", async () => {
    board.margins({ top: 60, right: 350, bottom: 60, left: 260 });
    board.zoom(4);
    board.keepInView([
      [6, 4],
      [18, 14],
    ]);
    await drawn();
    for (const { now } of board.probe().units) {
      expect(now[0]).toBeGreaterThan(260);
      expect(now[0]).toBeLessThan(960 - 350);
      expect(now[1]).toBeGreaterThan(60);
      expect(now[1]).toBeLessThan(720 - 60);
    }
  });

  it("leaves the host empty when it is disposed", () => {
    board.dispose();
    expect(host.childElementCount).toBe(0);
  });
});
