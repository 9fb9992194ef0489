// What an update did to a record sheet, in words.
import { expect, it } from "vitest";
import { aSheet } from "../testing";
import { changesOf, createChanges } from "./changes";

const marked = (values: Record<string, number>) => {
  const sheet = aSheet();
  return { ...sheet, tracks: sheet.tracks.map((one) => ({ ...one, value: values[one.id] ?? one.value })) };
};

it("names rows, numbers and dice that changed, and not the actions that are used up", () => {
  const after = marked({ armor: 12, heat: 2, actions: 1 });
  after.parts[1] = { ...after.parts[1], dice: [0, 1, 1] } as (typeof after.parts)[number];
  expect(changesOf(aSheet(), after)).toEqual(["armor 17 → 12", "heat 0 → 2", "Assault Gun, short dice 2 → 1"]);
});

it("names parts that come off and go on", () => {
  const off = aSheet();
  off.parts[1] = { ...off.parts[1], name: "", dice: [0, 0, 0] } as (typeof off.parts)[number];
  expect(changesOf(aSheet(), off)).toEqual(["Assault Gun (right arm) is off"]);
  expect(changesOf(off, aSheet())).toEqual(["Assault Gun (right arm) is on"]);
});

it("names what somebody carries now, and not what that is worth", () => {
  const mini = { slot: "f2", title: "SMG", name: "Regular", dice: [10], full: [10] };
  const armed = { ...mini, title: "SMG, Grenade", dice: [15] };
  const squad = (part: typeof mini) => ({ ...aSheet(), parts: [part], columns: ["points"] });
  expect(changesOf(squad(mini), squad(armed))).toEqual(["Regular: SMG → SMG, Grenade"]);
});

it("adds up what was done until something new begins", () => {
  const told = createChanges();
  expect(told([aSheet()], false).size).toBe(0);
  expect(told([marked({ armor: 14 })], false).get("A1")).toEqual(["armor 17 → 14"]);
  expect(told([marked({ armor: 9 })], false).get("A1")).toEqual(["armor 17 → 9"]);
  expect(told([marked({ armor: 9, heat: 2 })], true).get("A1")).toEqual(["heat 0 → 2"]);
  expect(told([marked({ armor: 7, heat: 2 })], false).get("A1")).toEqual(["armor 9 → 7", "heat 0 → 2"]);
});

it("has nothing to tell of a sheet that is seen for the first time", () => {
  const told = createChanges();
  told([], false);
  expect(told([aSheet()], true).size).toBe(0);
  expect(told([marked({ armor: 14 })], false).get("A1")).toEqual(["armor 17 → 14"]);
});
