// Short words: found in what is read, opened where they stand and in a row for those on buttons.

import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import type { Asked, Term } from "../../../protocol";
import type { Room } from "../../room";
import { cutAtTerms } from "../../terms";
import { choice, chooseOne, type Laid, layTable, question } from "../../testing";
import { onPage } from "../../testing_page";
import { TermRow, TermText } from "./terms";

let laid: Laid | undefined;
let host: HTMLElement;
onPage(
  (made) => {
    host = made;
  },
  () => laid?.room.close(),
);

const term = (short: string, title: string): Term => ({ short, title, text: `What ${short} is.`, clause: "x.y" });
const TERMS = [term("AP", "Attack Points"), term("MAP", "medium gun"), term("D6", "a die"), term("M", "Melee")];

it("cuts a text at whole short words only", () => {
  const cut = cutAtTerms("MAP has 2 AP, 3D6; APs and M do not count.", TERMS);
  expect(cut.map((one) => (typeof one === "string" ? one : `<${one.short}>`)).join("")).toBe(
    "<MAP> has 2 <AP>, 3<D6>; APs and M do not count.",
  );
});

async function open(asked: Asked): Promise<Room> {
  const now = await layTable(asked);
  laid = now;
  const welcome = now.room.store.welcome.value;
  if (!welcome) throw new Error("a table is laid");
  now.room.store.welcome.value = { ...welcome, face: { ...welcome.face, terms: TERMS, units: {} } };
  return now.room;
}
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);

it("opens in the text and, for words on buttons, in a row; a second press closes it", async () => {
  const room = await open(question("fire", chooseOne([choice({ answer: "fire" }, "Fire the MAP")])));
  await act(() =>
    render([<TermText key="t" room={room} text="It has 2 AP." />, <TermRow key="r" room={room} />], host),
  );
  expect([...host.querySelectorAll(".m-terms .m-term")].map((one) => one.textContent)).toEqual(["MAP"]);
  await act(() => find("term-AP")?.click());
  expect(find("term-said")?.textContent).toContain("AP: Attack Points. What AP is.");
  await act(() => find("term-AP")?.click());
  expect(find("term-said")).toBeNull();
  await act(() => find("term-MAP")?.click());
  expect(find("term-said")?.textContent).toContain("medium gun");
});
