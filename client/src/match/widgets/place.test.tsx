import { render } from "preact";
import { describe, expect, it } from "vitest";
import type { Intent } from "../../board";
import { soon } from "../../kit/testing";
import type { Asked, Place } from "../../protocol";
import { type Laid, layTable, pose, question, tooDear } from "../testing";
import { onPage } from "../testing_page";

let laid: Laid;
let host: HTMLElement;

async function open(asked: Asked, tell?: (query: string, about: unknown) => unknown): Promise<void> {
  laid = await layTable(asked, tell);
  show();
}
const show = (): void => {
  const opened = laid.room.opened.value;
  if (opened) render(opened.panel(), host);
};
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
const press = (action: "commit" | "number" | "forward" | "pivot_left", digit = 0) => {
  const done = laid.room.opened.value?.hand.press({ action, fine: false, digit });
  show();
  return done;
};

onPage(
  (made) => {
    host = made;
  },
  () => laid.room.close(),
);

describe("placing", () => {
  const unit = (id: string) => ({
    ...{ id, title: "M4 Sherman", heading: 90, kind: "", length: 0, width: 0 },
    answer: { answer: "place", unit: id },
  });
  const zone = [0, 0, 48e6, 0, 48e6, 6e6, 0, 6e6];
  const offer: Place = { offer: "place", things: [unit("A1"), unit("A2")], zone, clause: "", edge: "" };
  const deploy = question("deploy_unit", offer);
  const fine = (_query: string, about: unknown) => {
    const { unit, x, y, heading } = about as { unit: string; x: number; y: number; heading: number };
    return { thing: unit, pose: pose(x, y, heading), refusal: null, sees: [], seen_by: [] };
  };

  it("a tap in the zone puts the unit there, and Enter sends it", async () => {
    await open(deploy, fine);
    const tap: Intent = { kind: "pick", x: 12.1, y: 3.05, pointer: "touch" };
    laid.room.opened.value?.hand.intent(tap);
    press("pivot_left");
    await soon(() => {
      show();
      expect(find("commit")?.getAttribute("aria-disabled")).not.toBe("true");
    });
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "place", unit: "A1", x: 12, y: 3, heading: 105 }]);
  });

  it("a place that is refused says why and is not sent", async () => {
    await open(deploy, () => ({ thing: "A1", pose: pose(0, 0, 0), refusal: tooDear, sees: [], seen_by: [] }));
    press("forward");
    await soon(() => {
      show();
      expect(find("place-refusal")?.textContent).toContain(tooDear.sentence);
    });
    press("commit");
    expect(laid.answers()).toEqual([]);
  });

  it("places for me what the server suggests", async () => {
    const best = { answer: "place", unit: "A2", x: 5, y: 2, heading: 90 };
    await open(deploy, (query) =>
      query === "suggest" ? [{ answer: best, kind: "line", reason: "", clause: "", value: 1 }] : null,
    );
    find("for-me")?.click();
    await soon(() => expect(laid.answers()).toEqual([best]));
  });

  it.each(["instead", "for-me"])("what may be done instead has its button, and is suggested first: %s", async (id) => {
    const answer = { answer: "lay_anew" };
    const also = [
      { answer, title: "Lay out anew", text: "", clause: "", refusal: null, about: [], careful: "", area: [] },
    ];
    const best = { answer: "place", unit: "A2", x: 5, y: 2, heading: 90 };
    const ideas = [answer, best].map((one) => ({ answer: one, kind: "", reason: "", clause: "", value: 1 }));
    await open({ ...deploy, offer: { ...offer, also } }, (query) => (query === "suggest" ? ideas : null));
    find(id)?.click();
    await soon(() => expect(laid.answers()).toEqual([answer]));
  });

  it("a piece is set down under the name its answer has, with its size in the list and its model in the hand", async () => {
    const piece = { ...unit("3"), title: "House", kind: "House", length: 2.5e6, width: 1e6 };
    const things = [{ ...piece, answer: { answer: "lay_piece", piece: 3 } }];
    await open(question("place_terrain", { ...offer, things }), fine);
    expect(find("tray-3")?.textContent).toContain("2.5 × 1 in");
    laid.room.opened.value?.hand.intent({ kind: "pick", x: 12, y: 3, pointer: "touch" });
    expect(laid.room.opened.value?.hand.dress?.().held?.pieces).toMatchObject([{ length: 2.5, width: 1 }]);
    await soon(() => {
      show();
      expect(find("commit")?.getAttribute("aria-disabled")).not.toBe("true");
    });
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "lay_piece", piece: 3, x: 12, y: 3, heading: 90 }]);
  });
});
