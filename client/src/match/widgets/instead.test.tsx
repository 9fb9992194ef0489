import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Choice, Refusal } from "../../protocol";
import { type Laid, layTable, mover, moveUnits, path as pathOffer, stepOffer, tooDear } from "../testing";

let laid: Laid;
let host: HTMLElement;
const show = (): void => render(laid.room.opened.value?.panel() ?? null, host);

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
});

afterEach(() => {
  laid.room.close();
  host.remove();
});

describe("what units do instead of moving", () => {
  const also = (refusal: Refusal | null = null): Choice => ({
    answer: { answer: "do_it", unit: "A1" },
    title: "A1: do something else",
    text: "It stays where it is.",
    clause: "x.y",
    refusal,
    about: ["A1", "T1"],
    careful: "",
    area: [],
  });
  const offering = async (choice: Choice): Promise<void> => {
    const offer = pathOffer([mover("A1", 8)], [stepOffer("forward")], { also: [choice] });
    laid = await layTable({ ...moveUnits, offer }, () => tooDear);
    show();
  };
  const row = (): HTMLElement | null => host.querySelector('[data-testid="instead-A1-T1"]');

  it("is a row of its own and is answered with one click", async () => {
    await offering(also());
    expect(row()?.textContent).toContain("do something else");
    row()?.click();
    expect(laid.answers()).toEqual([{ answer: "do_it", unit: "A1" }]);
  });

  it("says why it is closed and is not answered then", async () => {
    await offering(also(tooDear));
    row()?.click();
    expect(laid.answers()).toEqual([]);
    expect(laid.room.bubble.value?.clause).toBe(tooDear.clause);
  });
});
