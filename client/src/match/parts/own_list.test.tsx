// The list of ships: what each can still do, said once, and its numbers.
import { render } from "preact";
import { describe, expect, it } from "vitest";
import type { Asked, PileFace, SeatTable, Situation } from "../../protocol";
import {
  choice,
  chooseOne,
  type Laid,
  layTable,
  mover,
  path,
  question,
  stepOffer,
  table,
  unit,
  welcome,
} from "../testing";
import { onPage } from "../testing_page";
import { OwnList } from "./own_list";
import { PileCard } from "./pile_card";

let laid: Laid;
let host: HTMLElement;

const pile = (short: string, value: number, full: number): PileFace => ({
  ...{ id: short, title: short, colour: "red", value, full, clause: "x.card", short },
  ...{ large: 0, small: value, worth: 5, pieces: ["", ""], turned_over: 0 },
});
const piles = [pile("F", 0, 0), pile("D", 2, 2), pile("S", 0, 6)];
const ships = ["A1", "A2", "A3"];
const sail = question(
  "command_fleet",
  path([mover("A1", 4)], [stepOffer("ahead", { motion: "course" })], {
    points: "in",
    stay: "Stay here",
    finish: choice({ answer: "end_turn" }, "End turn"),
  }),
);
const fire = question("attack", chooseOne([choice({ answer: "hold" }, "Hold")]));

const open = async (asked: Asked, situation: Partial<Situation> = {}, more: Partial<SeatTable> = {}): Promise<void> => {
  const before = table().situation;
  const all = { ...before, round: 2, piles: Object.fromEntries(ships.map((id) => [id, piles])), ...situation };
  laid = await layTable(
    asked,
    undefined,
    welcome,
    table({ units: ships.map((id, i) => unit(id, 10, 10 * (i + 1), 0)), situation: all, ...more }),
  );
  render(<OwnList room={laid.room} />, host);
};
const row = (id: string): string => host.querySelector(`[data-testid="unit-${id}"] .m-under`)?.textContent ?? "";

onPage(
  (made) => {
    host = made;
  },
  () => laid.room.close(),
);

describe("a ship in the list", () => {
  it("sails, has acted, or cannot move: one that is not asked about has not moved for that", async () => {
    await open(sail, { done: ["A3"] });
    expect([row("A1"), row("A2"), row("A3")]).toEqual(["4 in to move", "cannot move", "has acted"]);
  });

  it("waits for nothing any more when all is over", async () => {
    const units = [unit("A1", 10, 10, 0), unit("A2", 10, 20, 0, "waiting")];
    await open(fire, {}, { units });
    expect(row("A2")).toBe("waiting off the table");
    await open(fire, {}, { units, outcome: { winners: [0], reason: "objective", clause: "x", scores: [] } });
    expect(row("A2")).toBe("off the table");
  });

  it("has not acted yet while another one fires", async () => {
    await open(fire, { done: ["A3"] });
    expect([row("A2"), row("A3")]).toEqual(["not acted yet", "has acted"]);
  });

  it("comes last once it is lost: a strip shows only the first few", async () => {
    const lost = table({ units: ships.map((id, i) => ({ ...unit(id, 10, 10, 0), status: i ? "alive" : "wreck" })) });
    laid = await layTable(sail, undefined, welcome, lost);
    render(<OwnList room={laid.room} />, host);
    const rows = [...host.querySelectorAll("[data-testid^=unit-]")];
    expect(rows.map((one) => one.getAttribute("data-testid"))).toEqual(["unit-A2", "unit-A3", "unit-A1"]);
  });

  it("is without a row for what it never has any of, and what is gone is not struck out", async () => {
    await open(sail);
    expect(host.querySelector('[data-testid="unit-A1"] .m-pile-line')?.textContent).toBe("D2S0");
    render(<PileCard room={laid.room} unit="A1" />, host);
    expect(host.querySelectorAll(".m-pile").length).toBe(2);
    expect(host.textContent).toContain("none left");
    expect(host.querySelector("s")).toBeNull();
  });
});
