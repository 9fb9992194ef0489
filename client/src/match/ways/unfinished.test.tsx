// A move stopped in the middle: its rest on the board and in words, for whoever watches.
import { render } from "preact";
import { expect, it } from "vitest";
import { TextMode } from "../parts/text_mode";
import { layTable, pose, table, welcome } from "../testing";
import { restMarks } from "./unfinished";

const leg = (step: string, at: ReturnType<typeof pose>, amount: number) => {
  return { step, pose: at, amount, cost: 0, clause: "bm.move.forward", stopped_by: "", ground: "" };
};
const stopped = (unit: string) => {
  const legs = [leg("forward", pose(24, 9, 90), 3), leg("turn", pose(24, 9, 45), -45)];
  const text = "Trooper A1 has stopped on its way; still to come: forward 3 Bricks.";
  const unfinished = [{ unit, legs, text, clause: "bm.option.hold.interrupt" }];
  return table({ seat: 1, situation: { ...table().situation, unfinished } });
};

it("leads from where the unit is to the end of its order", () => {
  expect(restMarks(stopped("A1"))).toEqual([
    {
      kind: "rest",
      unit: "A1",
      way: [
        [24, 6],
        [24, 9],
        [24, 9],
      ],
      place: { x: 24, y: 9, heading: 45 },
      label: "still to come",
    },
  ]);
  expect(restMarks(stopped("gone"))).toEqual([]);
  expect(restMarks(table())).toEqual([]);
});

it("is said in text mode to a seat that is asked nothing", async () => {
  const { room } = await layTable(null, () => null, welcome, stopped("A1"));
  const host = document.createElement("div");
  render(<TextMode room={room} close={() => undefined} />, host);
  expect(host.querySelector('[data-testid="unfinished"]')?.textContent).toContain("still to come: forward 3 Bricks.");
  render(null, host);
  room.close();
});
