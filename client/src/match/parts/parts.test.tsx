import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settings } from "../../kit";
import { soon } from "../../kit/testing";
import { type Laid, layTable, moveUnits, table, update } from "../testing";
import { DrawOffer, offersOf } from "./draw_offer";
import { KeysSheet } from "./keys_sheet";

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
    find("key-table.log")?.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true, cancelable: true }));
    await soon(() => expect(find("key-table.log")?.textContent).toBe("K"));
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
