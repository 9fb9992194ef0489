import { beforeEach, describe, expect, it } from "vitest";
import type { Motion } from "../board";
import { settings } from "../kit";
import { soon } from "../kit/testing";
import type { AnyEvent, Update } from "../protocol";
import { pose, table, update } from "./testing";
import { createTheatre } from "./theatre";

const events: AnyEvent[] = [
  {
    event: "shot_resolved",
    unit: "A1",
    target: "B1",
    needed: 8,
    rolled: 9,
    hit: true,
    tallies: [],
    clause: "",
    throws: [{ label: "shot", seat: 0, faces: [5, 4] }],
  },
  { event: "unit_destroyed", unit: "B1", by: "A1", leaves_wreck: true, clause: "" },
];
const moved: AnyEvent = {
  event: "unit_moved",
  unit: "A1",
  pose: pose(24, 9, 90),
  step: "forward",
  amount: 3,
  spent: 3,
  stopped_by: "",
  clause: "",
};

function staged() {
  const told: string[] = [];
  const theatre = createTheatre({
    board: () => ({
      play: (motions: Motion[]) => {
        told.push(...motions.map((one) => one.kind));
        return Promise.resolve();
      },
      skip: () => told.push("skip"),
    }),
    show: (one: Update) => told.push(`show ${one.seq}`),
    shown: () => table(),
    manners: () => null,
    sound: () => undefined,
  });
  return { told, theatre };
}

beforeEach(() => {
  settings.motion.value = "full";
  settings.dice.value = "off";
});

describe("the theatre", () => {
  it("plays one thing after another and shows the table after it", async () => {
    const { told, theatre } = staged();
    theatre.enter(update(1, { events: [moved] }));
    theatre.enter(update(2, { events }));
    await soon(() => expect(theatre.playing.value).toBe(false));
    expect(told).toEqual(["move", "show 1", "shot", "wreck", "show 2"]);
    expect(theatre.tray.value).toMatchObject({ rolling: false, throws: [{ faces: [5, 4], hit: true }] });
  });

  it("leaves the shots of an update on the table until the next one, also with reduced motion", async () => {
    settings.motion.value = "reduced";
    const { theatre } = staged();
    theatre.enter(update(1, { events }));
    await soon(() => expect(theatre.playing.value).toBe(false));
    expect(theatre.fired.value).toMatchObject([{ kind: "fired", side: 0, hit: true }]);
    theatre.enter(update(2, { events: [moved] }));
    await soon(() => expect(theatre.playing.value).toBe(false));
    expect(theatre.fired.value).toEqual([]);
    theatre.enter(update(3, { events }));
    await soon(() => expect(theatre.fired.value).toHaveLength(1));
    theatre.clear();
    expect(theatre.fired.value).toEqual([]);
  });

  it("an update without events is on the table at once", async () => {
    const { told, theatre } = staged();
    theatre.enter(update(5));
    await soon(() => expect(told).toEqual(["show 5"]));
  });

  it("dice roll as long as set, and a skip ends them with the same result", async () => {
    settings.dice.value = "full";
    const { told, theatre } = staged();
    theatre.enter(update(1, { events }));
    expect(theatre.tray.value.rolling).toBe(true);
    expect(told).toEqual([]);
    theatre.skip();
    await soon(() => expect(told).toEqual(["skip", "show 1"]));
    expect(theatre.tray.value).toMatchObject({ rolling: false, throws: [{ rolled: 9, needed: 8, hit: true }] });
  });

  it("with reduced motion nothing tumbles", async () => {
    settings.dice.value = "full";
    settings.motion.value = "reduced";
    const { told, theatre } = staged();
    theatre.enter(update(1, { events }));
    expect(theatre.tray.value.rolling).toBe(false);
    await soon(() => expect(told.at(-1)).toBe("show 1"));
  });

  it("older updates of a long queue are shown without being played", async () => {
    const { told, theatre } = staged();
    for (let seq = 1; seq <= 6; seq += 1) theatre.enter(update(seq, { events: [moved] }));
    await soon(() => expect(told.at(-1)).toBe("show 6"));
    expect(told.filter((word) => word.startsWith("show"))).toHaveLength(6);
    expect(told.filter((word) => word === "move").length).toBeLessThan(6);
  });
});
