// Manners at a table: stock phrases by number, muted if one likes, and bots for whoever is away.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settings } from "../../../kit";
import type { SeatCard } from "../../../protocol";
import { type Laid, layTable, welcome } from "../../testing";
import { mayTalk, PhraseList, Said } from "./phrases";
import { awayFor, StandIns } from "./stand_ins";

let host: HTMLElement;
let laid: Laid;
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
const [ann] = welcome.seats as [SeatCard];
const nadia: SeatCard = { ...ann, seat: 1, name: "Nadia", here: false, away: 400 };
const phrases = [
  { id: "luck", text: "Good luck" },
  { id: "ouch", text: "Ouch" },
];

beforeEach(async () => {
  host = document.createElement("div");
  document.body.append(host);
  const greeting = { ...welcome, seats: [ann, nadia], phrases, stand_in: 5, levels: ["recruit", "regular"] };
  laid = await layTable(null, undefined, greeting);
});
afterEach(() => {
  render(null, host);
  host.remove();
  laid.room.close();
  settings.reset();
});
const sent = (type: string) => laid.socket.sent.filter((message) => message.type === type);

describe("phrases", () => {
  it("are said by number, once, and the list closes", async () => {
    let closed = 0;
    await act(() => render(<PhraseList room={laid.room} close={() => (closed += 1)} />, host));
    expect(find("phrase-ouch")?.textContent).toContain("Ouch");
    find("phrases")?.dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true }));
    expect(sent("utter")).toMatchObject([{ seat: 0, phrase: "ouch" }]);
    expect(closed).toBe(1);
  });

  it("are for tables with somebody to hear them", () => {
    expect(mayTalk(laid.room)).toBe(true);
    laid.room.store.seats.value = [ann, { ...nadia, kind: "bot" }];
    expect(mayTalk(laid.room)).toBe(false);
    laid.room.store.watching.value = 1;
    expect(mayTalk(laid.room)).toBe(true);
  });

  it("of others are told politely, or not at all to whoever does not want them", async () => {
    await act(() => render(<Said room={laid.room} />, host));
    expect(find("said")?.getAttribute("aria-live")).toBe("polite");
    await act(() => laid.socket.tells({ type: "uttered", seat: 1, phrase: "ouch", text: "Ouch" }));
    expect(find("said")?.textContent).toContain("Nadia (Orange): Ouch");
    settings.phrases.value = false;
    await act(() => laid.socket.tells({ type: "uttered", seat: 1, phrase: "luck", text: "Good luck" }));
    expect(find("said")?.textContent).toBe("");
    await act(() => laid.socket.tells({ type: "uttered", seat: 0, phrase: "luck", text: "Good luck" }));
    expect(find("said")?.textContent).toContain("You: Good luck");
  });
});

describe("a seat whose player is away", () => {
  it("counts on from what the server said", () => {
    expect(awayFor(nadia, 1000, 3500)).toBe(402.5);
    expect(awayFor(ann, 1000, 3500)).toBe(0);
  });

  it("may be given to a bot that the others want too", async () => {
    await act(() => render(<StandIns room={laid.room} />, host));
    expect(find("away-1")?.textContent).toContain("has been away for 6 minutes");
    find("stand-in-regular")?.click();
    expect(sent("stand_in")).toMatchObject([{ seat: 0, absent: 1, level: "regular" }]);
    const proposals = [{ seat: 1, level: "recruit", by: [2] }];
    await act(() => {
      laid.room.store.proposals.value = proposals;
    });
    expect(find("stand-in-recruit")?.textContent).toContain("Agree to a recruit bot");
    await act(() => {
      laid.room.store.seats.value = [ann, { ...nadia, stand_in: "regular" }];
    });
    expect(find("away-1")).toBeNull();
  });

  it("is taken back by whoever returns", async () => {
    laid.room.store.seats.value = [
      { ...ann, stand_in: "regular" },
      { ...nadia, here: true, away: 0 },
    ];
    await act(() => render(<StandIns room={laid.room} />, host));
    expect(find("stood-in")?.textContent).toContain("A regular bot plays for you.");
    find("take-seat")?.click();
    expect(sent("take_seat")).toMatchObject([{ seat: 0 }]);
  });
});
