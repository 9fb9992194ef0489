import { beforeEach, describe, expect, it } from "vitest";
import type { Motion } from "../../board";
import { settings } from "../../kit";
import { soon } from "../../kit/testing";
import type { AnyEvent, Update } from "../../protocol";
import { pose, table, update } from "../testing";
import { act } from "./testing_acts";
import { createTheatre } from "./theatre";

const fell = { label: "shot", seat: 0, faces: [5, 4], title: "Shot", shown: "5 + 4 = 9", against: false };
const lost = { unit: "B1", seat: 1, title: "Panzer III B1 destroyed", text: "destroyed by A1", wreck: true };
const hit = act("shot", 0, { target: "B1", hit: true, title: "HIT", dice: [fell], losses: [lost] });
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
const drive = (seq: number): Update => update(seq, { events: [moved], acts: [act("move", 0)] });
const volley = (seq: number): Update => update(seq, { events, acts: [hit] });

function staged() {
  const told: string[] = [];
  const theatre = createTheatre({
    board: () => ({
      play: (motions: Motion[]) => {
        told.push(...motions.map((one) => one.kind));
        return Promise.resolve();
      },
      skip: () => told.push("skip"),
      glance: (points) => told.push(points ? "glance" : "back"),
    }),
    show: (one: Update) => told.push(`show ${one.seq}`),
    shown: () => table(),
    manners: () => null,
    mine: () => 0,
    sound: () => undefined,
  });
  return { told, theatre };
}

beforeEach(() => {
  settings.motion.value = "full";
  settings.dice.value = "off";
  settings.glance.value = false;
  settings.pace.value = "normal";
});

describe("the theatre", () => {
  it("plays one thing after another and shows the table after it", async () => {
    const { told, theatre } = staged();
    theatre.enter(drive(1));
    theatre.enter(volley(2));
    await soon(() => expect(theatre.playing.value).toBe(false));
    expect(told).toEqual(["move", "show 1", "wreck", "show 2", "back"]);
    expect(theatre.deeds.list.value.map((one) => one.play.act.kind)).toEqual(["move", "shot"]);
    expect(theatre.now.value).toBeNull();
  });

  it("leaves the shots of an update on the table until the next one, also with reduced motion", async () => {
    settings.motion.value = "reduced";
    const { theatre } = staged();
    theatre.enter(volley(1));
    await soon(() => expect(theatre.playing.value).toBe(false));
    expect(theatre.fired.value).toMatchObject([{ kind: "fired", side: 0, hit: true }]);
    theatre.enter(drive(2));
    await soon(() => expect(theatre.playing.value).toBe(false));
    expect(theatre.fired.value).toEqual([]);
  });

  it("an update without events is on the table at once", async () => {
    const { told, theatre } = staged();
    theatre.enter(update(5));
    await soon(() => expect(told[0]).toBe("show 5"));
  });

  it("dice roll beside the shot, and a loss has its moment before the table goes on", async () => {
    settings.dice.value = "short";
    settings.pace.value = "fast";
    const { told, theatre } = staged();
    theatre.enter(volley(1));
    expect(theatre.now.value).toMatchObject({ rolling: true, play: { dice: [{ face: 5 }, { face: 4 }] } });
    await soon(() => expect(theatre.banner.value).toMatchObject({ kind: "loss", title: "Panzer III B1 destroyed" }));
    expect(told).toEqual(["shot", "wreck"]);
    expect(theatre.fired.value).toMatchObject([{ kind: "fired" }, { kind: "verdict", text: "HIT" }]);
    theatre.skip();
    await soon(() => expect(told).toContain("show 1"));
    expect(theatre.banner.value).toBeNull();
    expect(theatre.fired.value).toMatchObject([{ kind: "fired" }]);
  });

  it("looks where something happens only when that is wanted", async () => {
    settings.glance.value = true;
    const { told, theatre } = staged();
    theatre.enter(volley(1));
    await soon(() => expect(theatre.playing.value).toBe(false));
    expect(told).toEqual(["glance", "wreck", "show 1", "back"]);
  });

  it("with reduced motion nothing tumbles", async () => {
    settings.dice.value = "full";
    settings.motion.value = "reduced";
    const { told, theatre } = staged();
    theatre.enter(volley(1));
    expect(theatre.now.value).toMatchObject({ rolling: false });
    theatre.skip(true);
    await soon(() => expect(told).toContain("show 1"));
  });

  it("of a very long queue the older updates are shown without being played", async () => {
    const { told, theatre } = staged();
    for (let seq = 1; seq <= 20; seq += 1) theatre.enter(drive(seq));
    await soon(() => expect(told).toContain("show 20"));
    expect(told.filter((word) => word.startsWith("show"))).toHaveLength(20);
    expect(told.filter((word) => word === "move").length).toBeLessThan(20);
    expect(told.filter((word) => word === "move").length).toBeGreaterThan(5);
  });
});
