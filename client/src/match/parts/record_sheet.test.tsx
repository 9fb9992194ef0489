// The record sheet on the screen: boxes, words at the limits of heat, parts that are off.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { aSheet, face } from "../testing";
import { RecordSheet } from "./record_sheet";

const host = document.createElement("div");
afterEach(() => render(null, host));

function show(sheet = aSheet(), changes: string[] = []): HTMLElement {
  act(() => render(<RecordSheet face={face} sheet={sheet} seat={0} range="short" changes={changes} />, host));
  return host;
}

const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);

it("has a box for each armour point and strikes out what is lost", () => {
  show();
  expect(find("armor")?.querySelectorAll("i")).toHaveLength(23);
  expect(find("armor")?.querySelectorAll(".lost")).toHaveLength(6);
});

it("carries words at the limits of heat, not only hatching", () => {
  show(aSheet({ heat: 6 }));
  expect(find("heat-6")?.textContent).toContain("loses an Armor Point");
  expect(find("heat-8")?.textContent).toContain("Massive Damage");
  expect(host.querySelector(".m-heat .now")?.textContent).toBe("6");
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
