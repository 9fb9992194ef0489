import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../kit";
import { conditionOf } from "../../kit/layouts";
import { soon } from "../../kit/testing";
import { act } from "../playback/testing_acts";
import { type Laid, layTable, moveUnits, table, update } from "../testing";
import { DeedsPanel } from "./deeds";
import { KeysSheet } from "./keys_sheet";
import { DrawOffer, offersOf } from "./people/draw_offer";

let host: HTMLElement;
const find = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
});
afterEach(() => {
  render(null, host);
  host.remove();
  settings.keys.value = {};
});

describe("the list of keys", () => {
  const hit = (id: string, key: string): void => {
    find(id)?.click();
    find(id)?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  };

  it("takes another key for a line, and says why one cannot be", async () => {
    render(<KeysSheet close={() => undefined} />, host);
    hit("key-table.log", "c");
    await soon(() => expect(find("key-refusal")?.textContent).toContain("already means: card of the unit"));
    find("key-table.log")?.dispatchEvent(new KeyboardEvent("keydown", { key: ",", bubbles: true, cancelable: true }));
    await soon(() => expect(find("key-table.log")?.textContent).toBe(","));
    expect(find("key-refusal")).toBeNull();
    find("keys-usual")?.click();
    await soon(() => expect(find("key-table.log")?.textContent).toBe("L"));
  });
});

describe("an offer of a draw", () => {
  let laid: Laid | null = null;
  afterEach(() => laid?.room.close());

  it("is read from the facts of the table", () => {
    expect(offersOf({ facts: { draw0: 0, draw1: 1, round: 3 } })).toEqual([1]);
    expect(offersOf(null)).toEqual([]);
  });

  it("of the other side can be agreed to", async () => {
    laid = await layTable(moveUnits, undefined, undefined, table({ facts: { draw1: 1 } }));
    render(<DrawOffer room={laid.room} />, host);
    expect(find("draw-offer")?.textContent).toContain("Orange offers a draw.");
    find("agree-draw")?.click();
    expect(laid.answers()).toEqual([{ answer: "offer_draw" }]);
  });

  it("of one's own only stands there, and goes with the offer", async () => {
    laid = await layTable(moveUnits, undefined, undefined, table({ facts: { draw0: 1 } }));
    render(<DrawOffer room={laid.room} />, host);
    expect(find("draw-offer")?.textContent).toContain("You offer a draw.");
    expect(find("agree-draw")).toBeNull();
    laid.socket.tells(update(2, { view: table({ version: 2 }) }));
    await soon(() => expect(find("draw-offer")).toBeNull());
  });
});

describe("what they did", () => {
  let laid: Laid | null = null;
  afterEach(() => laid?.room.close());

  it.each([
    ["handheld", 1],
    ["columns", 0],
  ] as const)("a line goes to its place, in a window that is %s from under the list", async (layout, closed) => {
    const asked = (query: string) => ({ matches: query === conditionOf(layout) }) as MediaQueryList;
    vi.spyOn(window, "matchMedia").mockImplementation(asked);
    laid = await layTable(moveUnits);
    const play = { act: act("move", 0, { seat: 1 }), motions: [], sounds: [], sums: [], dice: [] };
    laid.room.theatre.deeds.add([{ play, marks: [], verdict: null, points: [[10, 10]] }], 0);
    let times = 0;
    const close = (): void => {
      times += 1;
    };
    render(<DeedsPanel room={laid.room} isOpen close={close} />, host);
    find("deed")?.click();
    expect(laid.room.theatre.deeds.chosen.value?.play).toBe(play);
    expect(times).toBe(closed);
  });
});
