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

  it("of the unit in hand comes before its card, of others after it", async () => {
    const first = { ...also(), title: "A2: do it there", about: ["A2", "T1"] };
    const offer = pathOffer([mover("A1", 8), mover("A2", 8)], [stepOffer("forward")], { also: [first, also()] });
    laid = await layTable({ ...moveUnits, offer }, () => tooDear);
    const order = () => [...host.querySelectorAll("[data-testid^=instead-A], .m-unit")].map((one) => one.textContent);
    laid.room.selected.value = "A1";
    show();
    expect(order().map((words) => words?.includes("do something else"))).toEqual([true, false, false]);
    laid.room.selected.value = "A2";
    show();
    expect(order().map((words) => words?.includes("do it there"))).toEqual([true, false, false]);
  });

  it("is found by touching a unit whose turn to move comes later, and what it waits for is said", async () => {
    const later = { ...also(), title: "A2: go along", about: ["A2", "A1"] };
    const finish = { ...also(), title: "On to infantry", about: [] };
    const offer = pathOffer([mover("A1", 8)], [stepOffer("forward")], { also: [later], later: ["A2"], finish });
    laid = await layTable({ ...moveUnits, offer }, () => tooDear);
    const touch = (unit: string) =>
      laid.room.opened.value?.hand.intent({ kind: "pick", unit, x: 30, y: 6, pointer: "touch" });
    touch("A2");
    show();
    expect(host.querySelector("[data-testid=instead-own]")?.textContent).toContain("go along");
    expect(host.querySelector("[data-testid=moves-later]")?.textContent).toContain("On to infantry");
    touch("A1");
    show();
    expect(host.querySelector("[data-testid=instead-own]")).toBeNull();
    expect(host.querySelector("[data-testid=moves-later]")).toBeNull();
  });

  it("says why it is closed and is not answered then", async () => {
    await offering(also(tooDear));
    expect(row()?.textContent).toContain(tooDear.sentence);
    row()?.click();
    expect(laid.answers()).toEqual([]);
    expect(laid.room.bubble.value?.clause).toBe(tooDear.clause);
  });
});
