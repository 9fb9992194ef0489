import { signal } from "@preact/signals";
import { beforeEach, describe, expect, it } from "vitest";
import { soon } from "../../kit/testing";
import type { SeatCard } from "../../protocol";
import { stirDice } from "./stirring";

const card = (seat: number, kind = "person", stir = "", stirred = false): SeatCard => ({
  ...{ seat, name: `Seat ${seat}`, kind, level: "", taken: true, here: true, stir, stirred, first_roll: -1 },
  ...{ stand_in: "", away: 0, style: "", army: "" },
});

function stirred(cards: SeatCard[], mine: number[], wait: number[] = []) {
  const sent: { seat: number; promise?: string; seed?: string }[] = [];
  const seats = signal(cards);
  const yours = signal(mine);
  const parts = signal(wait);
  const stop = stirDice({ match: "m", seats, yours, parts, send: (seat, part) => sent.push({ seat, ...part }) });
  return { sent, seats, yours, stop };
}

describe("stirring the dice", () => {
  beforeEach(() => localStorage.clear());

  it("promises first, and opens at once where the dice wait for nobody", async () => {
    const { sent, seats, stop } = stirred([card(0), card(1, "open"), card(2, "bot")], [0]);
    await soon(() => expect(sent).toHaveLength(1));
    seats.value = [card(0, "person", sent[0]?.promise), card(1, "open"), card(2, "bot")];
    expect(sent[1]?.seed).toMatch(/^[0-9a-f]{64}$/);
    // it came too late: what was shown is never promised again, not even after a reload
    seats.value = [card(0), card(1, "open"), card(2, "bot")];
    await soon(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.promise).not.toBe(sent[0]?.promise);
    seats.value = [card(0, "person", sent[2]?.promise), card(1, "open"), card(2, "bot")];
    expect(sent[3]?.seed).not.toBe(sent[1]?.seed);
    stop();
    const again = stirred([card(0), card(1, "open"), card(2, "bot")], [0]);
    await soon(() => expect(again.sent).toHaveLength(1));
    expect([sent[0]?.promise, sent[2]?.promise]).not.toContain(again.sent[0]?.promise);
    again.stop();
  });

  it("opens only when every person has promised where the dice wait for all", async () => {
    const { sent, seats, stop } = stirred([card(0), card(1, "open"), card(2, "bot")], [0], [0, 1]);
    await soon(() => expect(sent).toHaveLength(1));
    const promise = sent[0]?.promise ?? "";
    expect(promise).toMatch(/^[0-9a-f]{64}$/);
    seats.value = [card(0, "person", promise), card(1, "person"), card(2, "bot")];
    expect(sent).toHaveLength(1);
    seats.value = [card(0, "person", promise), card(1, "person", "ff"), card(2, "bot")];
    expect(sent).toHaveLength(2);
    const seed = sent[1]?.seed ?? "";
    const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    expect(Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(promise);
    seats.value = [card(0, "person", promise, true), card(1, "person", "ff"), card(2, "bot")];
    expect(sent).toHaveLength(2);
    stop();
  });

  it("a page that comes back opens what was promised before, and says again what may be lost", async () => {
    const first = stirred([card(0)], [0]);
    await soon(() => expect(first.sent).toHaveLength(1));
    first.yours.value = [0];
    await soon(() => expect(first.sent).toHaveLength(2));
    expect(first.sent[1]).toEqual(first.sent[0]);
    first.stop();
    const second = stirred([card(0, "person", first.sent[0]?.promise)], [0]);
    expect(second.sent[0]?.seed).toMatch(/^[0-9a-f]{64}$/);
    second.stop();
  });

  it("a browser that has lost its number promises another only while nobody has shown any", async () => {
    expect(stirred([card(0, "person", "aa")], [0]).sent).toEqual([]);
    expect(stirred([card(0)], []).sent).toEqual([]);
    const waiting = stirred([card(0, "person", "aa"), card(1)], [0], [0, 1]);
    await soon(() => expect(waiting.sent).toHaveLength(1));
    waiting.stop();
    localStorage.clear();
    expect(stirred([card(0, "person", "aa"), card(1, "person", "bb", true)], [0], [0, 1]).sent).toEqual([]);
  });

  it("a page that is not secure adds its part too", async () => {
    const { subtle } = crypto;
    Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
    const { sent, stop } = stirred([card(0)], [0]);
    await soon(() => expect(sent[0]?.promise).toMatch(/^[0-9a-f]{64}$/));
    stop();
    Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
  });
});
