// A rematch: who asks waits, who is asked answers; and what is taken away from a battle has a name one can read.
import { render } from "preact";
import { afterEach, describe, expect, it, vi } from "vitest";
import { seats } from "../../../kit";
import { type Laid, layTable, table, welcome } from "../../testing";
import { RematchBox } from "./rematch";
import { fileName, sidesOf } from "./share";

let laid: Laid;
const host = document.createElement("div");
const show = async (): Promise<void> => {
  render(<RematchBox room={laid.room} />, host);
  await new Promise((done) => setTimeout(done));
};
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);

const called = (seat: number, name: string) => ({ ...(welcome.seats[seat] as (typeof welcome.seats)[0]), name });
const people = { ...welcome, yours: [0], seats: [called(0, "Anna"), { ...called(1, "Nadia"), kind: "person" }] };

afterEach(() => {
  render(null, host);
  laid.room.close();
  vi.unstubAllGlobals();
});

describe("a rematch", () => {
  it("is asked of the others, and answered by them", async () => {
    laid = await layTable(null, () => null, people, table());
    seats.set("m1", [{ seat: 0, secret: "s".repeat(24) }]);
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (_path: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return Promise.resolve(new Response(JSON.stringify({ match: "", places: [] })));
    });
    await show();
    expect(find("rematch")?.textContent).toContain("Ask for a rematch");
    laid.room.store.wanted.value = { type: "rematch_asked", wanted: [1], refused: -1 };
    await show();
    expect(find("rematch-asked")?.textContent).toContain("Nadia asks for a rematch, sides changed.");
    find("rematch-no")?.click();
    find("rematch-yes")?.click();
    expect(sent).toMatchObject([{ want: false }, { want: true }]);
    laid.room.store.wanted.value = { type: "rematch_asked", wanted: [0], refused: -1 };
    await show();
    expect(find("rematch-waits")?.textContent).toContain("Nadia is asked");
    laid.room.store.wanted.value = { type: "rematch_asked", wanted: [], refused: 1 };
    await show();
    expect(find("rematch-refused")?.textContent).toContain("Nadia says: no, thanks.");
  });

  it("is no question where only bots play along, and none for who only watches", async () => {
    const bot = { ...called(1, "Orange"), kind: "bot", level: "recruit" };
    laid = await layTable(null, () => null, { ...people, seats: [called(0, "Anna"), bot] }, table());
    await show();
    expect(find("rematch")?.textContent).toContain("Rematch, sides changed");
    laid.room.store.welcome.value = { ...people, yours: [] };
    await show();
    expect(host.textContent).toBe("");
  });
});

it("names who played a side, with the army, and the file by what is in it", async () => {
  laid = await layTable(null, () => null, people, table());
  const bot = { ...called(1, "Orange"), kind: "bot", level: "recruit" };
  expect(sidesOf([{ ...called(0, "Anna"), army: "Old Guard" }, bot]).map((one) => one.name)).toEqual([
    "Anna, Old Guard",
    "Orange, a Recruit bot",
  ]);
  expect(fileName("6 vs 6: Blue wins", new Date(Date.UTC(2026, 10, 18)))).toBe(
    "brickfield-6-vs-6-blue-wins-2026-11-18.png",
  );
});
