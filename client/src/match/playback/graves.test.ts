// Where people lie who fell: read from the events of a step, without those on whom somebody stands.
import { describe, expect, it } from "vitest";
import type { AnyEvent, Grave, Model, SeatTable, TableFace, Token } from "../../protocol";
import { face as plain, pose, table, unit } from "../testing";
import { bodiesOf, fallenIn, graveMarks, thingMarks } from "./graves";

const man = (id: string, x: number, y: number): Model =>
  ({ id, card: "man", pose: pose(x, y, 90), status: "alive", marks: {}, inside: "", level: 0 }) as Model;
const squad = (id: string, ...men: Model[]) => ({ ...unit(id, men[0]?.pose ? 10 : 0, 10, 90), figures: men });

const before = { ...table(), units: [squad("B1", man("f1", 10, 10), man("f2", 13, 10))] } as SeatTable;
const face = {
  ...plain,
  cards: { ...plain.cards, man: { ...plain.cards.sherman, id: "man", model: "figure.smg", length: 2_000_000 } },
} as TableFace;
const lost = (figure: string, leaves_body = false): AnyEvent =>
  ({ event: "figure_lost", unit: "B1", figure, by: "A1", leaves_body, clause: "" }) as AnyEvent;
const went = { event: "figures_moved", unit: "B1", poses: [["f2", pose(13, 14, 90)]] } as unknown as AnyEvent;
const gone = { event: "unit_destroyed", unit: "B1", by: "A1", leaves_wreck: false, clause: "" } as AnyEvent;

describe("people who fell", () => {
  const fallen = fallenIn([lost("f1"), went, lost("f2"), gone], before, face);

  it("lie where they stood when they fell, and not where the table keeps a body anyway", () => {
    expect(fallen.map(({ figure, x, y }) => [figure, x / 1e6, y / 1e6])).toEqual([
      ["f1", 10, 10],
      ["f2", 13, 14],
      ["", 10, 10],
    ]);
    expect(fallenIn([lost("f1", true)], before, face)).toEqual([]);
  });

  it("are small, flat, of nobody's list, and not under the feet of the living", () => {
    const over = { ...before, units: [squad("A1", man("f1", 13.5, 14))] } as SeatTable;
    const bodies = bodiesOf(fallen, over, face);
    expect(bodies).toMatchObject([{ id: "fallen B1/f1", model: "figure.smg.fallen", prone: true }]);
    expect(bodies[0]?.length).toBeLessThan(2);
    expect(bodiesOf(fallen, before, face).map(({ id }) => id)).toEqual(["fallen B1/f2"]);
  });

  it("make the cross of their unit needless: its name is enough", () => {
    expect(graveMarks(fallen)).toMatchObject([{ kind: "grave", id: "B1", bare: true }]);
    const alone: Grave[] = fallen.filter(({ figure }) => figure === "");
    expect(graveMarks(alone)[0]).not.toHaveProperty("bare");
  });

  it("leave things that are named while a unit near them is in hand", () => {
    const token = { id: "dropped_B1_f1", kind: "dropped", pose: pose(12, 12, 0), seat: -1 } as Token;
    const thing = { title: "SMG", model: "dropped.smg", text: "", clause: "" };
    const lies = {
      ...before,
      tokens: [token],
      situation: { ...before.situation, things: { [token.id]: thing } },
    } as SeatTable;
    expect(thingMarks(lies, face, "B1")).toMatchObject([{ label: "SMG", at: [12, 12], bare: true }]);
    expect(thingMarks(lies, face, "")).toEqual([]);
  });
});
