// The player's own tools: what they draw is what the server measured.
import { afterEach, describe, expect, it } from "vitest";
import { soon } from "../kit/testing";
import type { CardFace } from "../protocol";
import { aim, face, type Laid, layTable, moveUnits, welcome } from "./testing";

let laid: Laid;
afterEach(() => laid.room.close());

describe("the ruler", () => {
  const tap = (x: number, y: number, unit?: string) =>
    laid.room.tools.intent(laid.room, { kind: "pick", x, y, pointer: "mouse", ...(unit ? { unit } : {}) });
  const drawn = () => laid.room.tools.marks(laid.room).filter((mark) => mark.kind === "ruler");

  it("shows between two units the length and the line of the server, and nothing until it has spoken", async () => {
    const told = aim("A1", "B1", 0.4, { distance: 16.11, between: [24, 6.945, 24, 23.055] });
    laid = await layTable(moveUnits, (query) => (query === "aim" ? told : null));
    laid.room.tools.ruler.value = true;
    tap(24.3, 5.9, "A1");
    tap(23.8, 24.2, "B1");
    expect(drawn()).toEqual([]);
    await soon(() => expect(drawn()).toHaveLength(1));
    expect(drawn()[0]).toMatchObject({ from: [24, 6.945], to: [24, 23.055], label: "16.11 in" });
  });

  it("shows nothing between two units where nobody may measure beforehand", async () => {
    laid = await layTable(moveUnits, (query) => (query === "aim" ? aim("A1", "B1", 0, { distance: 0 }) : null));
    laid.room.tools.ruler.value = true;
    tap(24, 6, "A1");
    tap(24, 24, "B1");
    await soon(() => expect(laid.room.tools.sight.value?.there).not.toBeNull());
    expect(drawn()).toEqual([]);
  });

  it("measures from point to point by itself", async () => {
    laid = await layTable(moveUnits);
    laid.room.tools.ruler.value = true;
    tap(1, 1);
    tap(4, 5);
    expect(drawn()[0]).toMatchObject({ label: "5 in" });
  });
});

describe("arcs", () => {
  it("are those of the card: a fixed gun's is narrow, a turret's goes all round", async () => {
    const gun = { id: "gun", title: "fixed gun", start: -22.5, end: 22.5, clause: "mbb.geometry.arc.fixed" };
    const cards = {
      sherman: { ...(face.cards.sherman as CardFace), arcs: [{ ...gun, start: -180, end: 180 }] },
      panzer: { ...(face.cards.panzer as CardFace), arcs: [gun] },
    };
    laid = await layTable(moveUnits, undefined, { ...welcome, face: { ...face, cards } });
    laid.room.tools.arcs.value = true;
    const degrees = (unit: string) => {
      laid.room.selected.value = unit;
      const arcs = laid.room.tools.marks(laid.room).filter((mark) => mark.kind === "arc");
      return arcs.map((mark) => mark.degrees);
    };
    expect(degrees("B1")).toEqual([45]);
    expect(degrees("A1")).toEqual([360]);
  });
});
