// The record sheet on the screen: boxes, words at the limits of markers, parts that are off.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { aSheet } from "../testing";
import { RecordSheet } from "./record_sheet";

const host = document.createElement("div");
afterEach(() => render(null, host));

function show(sheet = aSheet(), changes: string[] = []): HTMLElement {
  act(() => render(<RecordSheet sheet={sheet} seat={0} range="short" changes={changes} />, host));
  return host;
}

const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);

it("has a box for each armour point and strikes out what is lost", () => {
  show();
  expect(find("boxes-armor")?.querySelectorAll("i")).toHaveLength(23);
  expect(find("boxes-armor")?.querySelectorAll(".lost")).toHaveLength(6);
  expect(find("track-actions")?.textContent).toContain("2 of 3");
});

it("carries words at the limits of markers, not only hatching", () => {
  const sheet = aSheet();
  sheet.tracks = sheet.tracks.map((one) => (one.id === "heat" ? { ...one, value: 6, remark: "−6 to attack" } : one));
  show(sheet);
  expect(find("track-heat")?.parentElement?.textContent).toContain("−6 to attack");
  expect(find("heat-6")?.textContent).toContain("loses an Armor Point");
  expect(find("heat-8")?.textContent).toContain("Massive Damage");
  expect(host.querySelector(".m-gauge .now")?.textContent).toBe("6");
});

it("writes a number as the table says, and parts only where there are some", () => {
  const number = { id: "dodge", title: "dodge", short: "D", value: 2, clause: "bm.x", written: "+2" };
  show(aSheet({ numbers: [number], parts: [], totals: [] }));
  expect(host.querySelector(".m-sheet-numbers dd")?.textContent).toBe("+2");
  expect(host.querySelector(".m-sheet-dice")).toBeNull();
});

it("lights the range of an attack and shows what is off and what is hurt", () => {
  const sheet = aSheet();
  sheet.parts = [
    { slot: "left_arm", title: "left arm", name: "", dice: [0, 0, 0], full: [1, 1, 1] },
    { slot: "right_arm", title: "right arm", name: "Assault Gun", dice: [0, 1, 1], full: [0, 2, 1] },
  ];
  show(sheet, ["Pulse Laser (left arm) is off"]);
  expect(find("part-left_arm")?.className).toBe("off");
  expect(find("part-right_arm")?.querySelector(".lit")?.className).toContain("hurt");
  expect(find("sheet-changes")?.textContent).toContain("Pulse Laser (left arm) is off");
});
