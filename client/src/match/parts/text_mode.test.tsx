// Text mode counts who can be fired at: units, and what else lies on the table by itself.
import { render } from "preact";
import { expect, it } from "vitest";
import { aim, aims, layTable, noLine, question } from "../testing";
import { TextMode } from "./text_mode";

it("counts units as targets, each once, and terrain by itself", async () => {
  const walls = ["T1.1", "T1.2", "T2"].map((wall) => aim("A1", wall, 1));
  const asked = question(
    "declare_targets",
    aims([
      { unit: "A1", order: 1, aims: [aim("A1", "B1", 0.3), aim("A1", "B1", 0.2), ...walls] },
      { unit: "A2", order: 2, aims: [aim("A2", "B1", 0.3), aim("A2", "B2", 0, { refusal: noLine })] },
    ]),
  );
  const { room } = await layTable(asked);
  const host = document.createElement("div");
  render(<TextMode room={room} close={() => undefined} />, host);
  expect(host.textContent).toContain("A1: 1 possible target, and 3 pieces of terrain");
  expect(host.textContent).toMatch(/A2: 1 possible target(?!,)/);
  render(null, host);
  room.close();
});
