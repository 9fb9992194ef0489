// What is set down and turned by hand: a circle that names who is in it, a turret on its dial, the line of a shot.
import { render } from "preact";
import { describe, expect, it } from "vitest";
import { soon } from "../../kit/testing";
import type { Asked, Place } from "../../protocol";
import { choice, chooseOne, type Laid, layTable, pose, question } from "../testing";
import { onPage } from "../testing_page";

let laid: Laid;
let host: HTMLElement;
const show = (): void => {
  const opened = laid.room.opened.value;
  if (opened) render(opened.panel(), host);
};
async function open(asked: Asked, tell?: (query: string, about: unknown) => unknown): Promise<void> {
  laid = await layTable(asked, tell);
  show();
}
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
const hand = () => laid.room.opened.value?.hand;
const press = (action: "commit" | "left" | "number", digit = 0) => hand()?.press({ action, fine: false, digit });
onPage(
  (made) => {
    host = made;
  },
  () => laid.room.close(),
);

describe("a circle that is set down", () => {
  const thing = {
    ...{ id: "barrage", title: "Barrage", heading: 0, answer: { answer: "name_point" } },
    ...{ kind: "", length: 0, width: 0, spread: 2 },
  };
  const zone = [0, 0, 48e6, 0, 48e6, 36e6, 0, 36e6];
  const offer: Place = { offer: "place", things: [thing], zone, clause: "", edge: "" };

  it("is drawn as far as it reaches, names who is in it with the chance, and cannot be turned", async () => {
    await open(question("name_card_point", offer), (_query, about) => {
      const { x, y } = about as { x: number; y: number };
      const caught = [{ unit: "B1", title: "Panzer III B1", odds: 1 / 6, need: "10+" }];
      return { thing: "barrage", pose: pose(x, y, 0), refusal: null, sees: [], seen_by: [], caught };
    });
    hand()?.intent({ kind: "pick", x: 20, y: 24, pointer: "touch" });
    await soon(() => {
      show();
      expect(find("caught")?.textContent).toContain("Panzer III B1lost on 10+16.7 %");
    });
    expect(hand()?.marks()).toMatchObject([
      { kind: "arc", degrees: 360, reach: 2, place: { x: 20, y: 24 } },
      { kind: "spot", x: 20, y: 24 },
      { kind: "tag", unit: "B1", text: "10+", detail: "16.7 %" },
    ]);
    // who is caught is told by name, so names stay on the table
    const enemy = laid.room.units.peek().get("B1");
    expect(enemy && hand()?.dress?.().badge?.(enemy)).toBe("B1");
    expect(host.textContent).not.toContain("Left 15°");
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "name_point", x: 20, y: 24, heading: 0 }]);
  });
});

describe("a turret", () => {
  const cone = { x: 24e6, y: 6e6, heading: 90, half_degrees: 45, distance: 12, title: "gun", clause: "" };
  const dial = {
    unit: "A1",
    answer: { answer: "turn_turret", unit: "A1" },
    cone,
    give: "Turn it here",
    into: "heading",
  };
  const left = choice({ answer: "turn_turret", unit: "A1", heading: 135 }, "Left");
  const asked = question("turn", { ...chooseOne([left]), dial });
  const arc = () =>
    hand()
      ?.marks()
      .find((mark) => mark.kind === "arc");

  it("points where it is until it is turned; a tap turns it there, and that is what is sent", async () => {
    await open(asked);
    expect(arc()).toMatchObject({ degrees: 90, reach: 12, place: { x: 24, y: 6, heading: 90 } });
    press("commit");
    expect(laid.answers()).toEqual([]);
    hand()?.intent({ kind: "pick", x: 14, y: 6, pointer: "touch" });
    expect(arc()).toMatchObject({ place: { heading: 180 } });
    show();
    expect(find("commit")?.textContent).toContain("Turn it here");
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "turn_turret", unit: "A1", heading: 180 }]);
  });

  it("is dragged by its ring and turned by keys; a line of the list is what it says", async () => {
    await open(asked);
    const from = { unit: "A1", part: "ring" as const, x: 24, y: 9 };
    for (const phase of ["start", "move", "end"] as const)
      hand()?.intent({ kind: "drag", phase, from, x: 34, y: 6, free: false });
    expect(arc()).toMatchObject({ place: { heading: 0 } });
    press("left");
    expect(arc()).toMatchObject({ place: { heading: 15 } });
    press("number", 1);
    expect(arc()).toMatchObject({ place: { heading: 135 } });
    press("commit");
    expect(laid.answers()).toEqual([left.answer]);
  });
});
