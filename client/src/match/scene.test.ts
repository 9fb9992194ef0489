import { describe, expect, it } from "vitest";
import type { Token } from "../protocol";
import { sceneOf } from "./scene";
import { face, pose, table, unit } from "./testing";

const house = (id: string): Token => ({
  id,
  kind: "house",
  pose: pose(20, 20, 90),
  length: 2_520_000,
  width: 2_520_000,
  group: "",
  seat: -1,
  marks: {},
  outline: [],
});

describe("the scene of a table", () => {
  it("has units at their places in inches, with model, side and size", () => {
    const scene = sceneOf(table(), face, { badge: (one) => one.id });
    expect(scene).toMatchObject({ width: 48, height: 36 });
    expect(scene.units[0]).toMatchObject({
      id: "A1",
      side: 0,
      model: "tank.medium",
      place: { x: 24, y: 6, heading: 90 },
      length: 1.89,
      badge: "A1",
      palette: "green",
    });
  });

  it("leaves out units that wait or are gone, keeps wrecks and their numbers", () => {
    const units = [unit("A1", 1, 1, 0, "waiting"), unit("A2", 1, 1, 0, "wreck"), unit("B1", 1, 1, 0, "gone")];
    const scene = sceneOf(table({ units }), face, { badge: (one) => one.id });
    expect(scene.units.map((one) => [one.id, one.status, one.badge])).toEqual([["A2", "wreck", "A2"]]);
  });

  it("draws what flies above the table, with its number", () => {
    const [plane] = sceneOf(table({ units: [unit("A1", 1, 1, 0, "flying")] }), face, { badge: (one) => one.id }).units;
    expect(plane).toMatchObject({ id: "A1", status: "alive", badge: "A1" });
    expect(plane?.lift).toBeCloseTo(1.89 * 0.7);
  });

  it("shows hit markers only of damaged pieces and of the marked one", () => {
    const tokens = [house("t1"), house("t2"), house("t3")];
    const seen = (markers: number) => ({ markers, full: 3, level: 0, height: 2_000_000 });
    const situation = { ...table().situation, pieces: { t1: seen(3), t2: seen(2), t3: seen(3) } };
    const pieces = (marked: string) => sceneOf(table({ tokens, situation }), face, { marked }).pieces;
    const marks = (marked: string) => pieces(marked).map((piece) => piece.marks);
    expect(pieces("")[0]).toMatchObject({ height: 2 });
    expect(marks("")).toEqual([undefined, 2, undefined]);
    expect(marks("t3")).toEqual([undefined, 2, 3]);
  });

  it("lays loose things of one place side by side, and the steps of a hill on each other", () => {
    const made = { title: "", text: "", clause: "", hides: false, blocks: false, height: 0, extra_cost: 0 };
    const features = {
      house: { ...made, kind: "house", model: "tank_trap" },
      hill: { ...made, kind: "hill", model: "plateau" },
    };
    const places = (kind: string) =>
      sceneOf(table({ tokens: ["t1", "t2"].map((id) => ({ ...house(id), kind })) }), { ...face, features }, {}).pieces;
    const [first, second] = places("house");
    expect(second?.place).not.toEqual(first?.place);
    expect(places("hill")[1]?.place).toEqual(places("hill")[0]?.place);
  });

  it("dresses units and single figures as they look now", () => {
    const marker = { id: "s", title: "suppressed", short: "S", clause: "x.y", shape: "ring", paint: "red" } as const;
    const look = { model: "", soldiers: 0, prone: false, markers: [], inside: "", wear: 0, slack: 0, hangs: [] };
    const figures = ["f1", "f2"].map((id, i) => ({
      ...{ id, card: "", pose: pose(20 + i, 20, 0), status: "alive", marks: {}, inside: "", level: 0 },
    }));
    const units = [{ ...unit("A1", 20, 20, 0), figures }, unit("A2", 30, 20, 0)];
    const looks = {
      A1: { ...look, markers: [marker] },
      "A1/f2": { ...look, prone: true },
      A2: { ...look, model: "soldiers.green", soldiers: 3, wear: 40, slack: 25, hangs: ["left"] },
    };
    const shown = sceneOf(table({ units, situation: { ...table().situation, looks } }), face).units;
    expect(shown[0]).toMatchObject({ id: "A1", markers: [{ text: "S", shape: "ring", paint: "red" }] });
    expect(shown[0]).not.toHaveProperty("prone");
    expect(shown[1]).toMatchObject({ of: "A1", prone: true });
    expect(shown[1]).not.toHaveProperty("markers");
    expect(shown[2]).toMatchObject({ model: "soldiers.green", soldiers: 3, wear: 0.4, slack: 0.25, hangs: ["left"] });
  });

  it("lies on the ground the table names, else on fields", () => {
    const ground = (word: string) => sceneOf(table(), { ...face, ground: word }).ground;
    expect([ground("roads"), ground("sea"), ground(""), ground("lava")]).toEqual(["roads", "sea", "fields", "fields"]);
  });

  it("names zones by whose they are, and by their own words where they have some", () => {
    const zone = (title: string, seat: number) => ({ id: `${title}${seat}`, title, seat, outline: [], clause: "" });
    const zones = [
      zone("deployment zone", 0),
      zone("deployment zone", 1),
      zone("minefield", -1),
      zone("Goal: hold", 1),
    ];
    const { situation } = table();
    const scene = sceneOf(table({ situation: { ...situation, zones } }), face);
    expect(scene.zones.map((one) => one.label)).toEqual([
      "Your deployment zone",
      "Orange's deployment zone",
      "Minefield",
      "Goal: hold",
    ]);
  });
});
