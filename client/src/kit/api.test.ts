import { afterEach, describe, expect, it, vi } from "vitest";
import { api, isRefusal } from "./api";

const refusal = { type: "refusal", code: "no_seat", clause: "", sentence: "No.", data: {}, kind: "invalid" };

function answer(status: number, body: unknown): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(text, { status })),
  );
}

describe("the HTTP side", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    api.forgetGames();
  });

  it("gives the value of an answer", async () => {
    answer(200, { match: "m", seats: [] });
    expect(await api.sitDown("secret")).toEqual({ ok: true, value: { match: "m", seats: [] } });
  });
  it("gives a refusal as a value", async () => {
    answer(404, refusal);
    expect(await api.lookAtLink("x")).toEqual({ ok: false, refusal, status: 404 });
  });
  it("turns a lost connection into a refusal", async () => {
    vi.stubGlobal(
      "fetch",
      vi.fn(() => Promise.reject(new TypeError("failed"))),
    );
    const reply = await api.tables([]);
    expect(reply.ok === false && reply.refusal.code).toBe("unreachable");
  });
  it("does not take a page for an answer", async () => {
    answer(200, "<!doctype html>");
    const reply = await api.games();
    expect(reply.ok === false && reply.refusal.code).toBe("unreadable");
  });
  it("asks for the games once, and again after a failure", async () => {
    answer(500, "");
    expect((await api.games()).ok).toBe(false);
    answer(200, []);
    expect((await api.games()).ok).toBe(true);
    await api.games();
    expect(fetch).toHaveBeenCalledTimes(1);
  });
  it("fetches a replay page by page", async () => {
    const pages: Record<number, number[]> = { 0: [0, 1], 2: [2], 3: [3, 4] };
    const asked: unknown[] = [];
    vi.stubGlobal(
      "fetch",
      vi.fn(async (_: string, init: RequestInit) => {
        const body = JSON.parse(String(init.body));
        asked.push(body);
        return new Response(JSON.stringify({ match: "m", steps: pages[body.start], total: 5 }), { status: 200 });
      }),
    );
    const shares: number[] = [];
    const reply = await api.replay("m", "s", (share) => shares.push(share));
    expect(reply).toEqual({ ok: true, value: { match: "m", steps: [0, 1, 2, 3, 4], total: 5 } });
    expect(asked).toEqual([0, 2, 3].map((start) => ({ secret: "s", start })));
    expect(shares).toEqual([0.4, 0.6]);
    const left = await api.replay("m", "s", (share) => share > 0.5);
    expect([left.ok, asked.length]).toEqual([false, 4]);
  });
  it("never puts a secret into an address", async () => {
    answer(200, { steps: [], total: 0 });
    await api.sitDown("very-secret");
    await api.lookAtLink("very-secret");
    await api.tables(["very-secret"]);
    await api.replay("m", "very-secret");
    await api.rematch("m", "very-secret");
    await api.changeSecret("very-secret", "very-secret");
    await api.freeSeat("m", { secret: "very-secret", seat: 1, give: "nobody" });
    for (const [address, init] of vi.mocked(fetch).mock.calls) {
      expect(String(address)).not.toContain("very-secret");
      expect(String(init?.body)).toContain("very-secret");
    }
  });
  it("knows a refusal when it sees one", () => {
    expect(isRefusal(refusal)).toBe(true);
    expect([isRefusal(null), isRefusal("refusal"), isRefusal({ type: "told" })]).toEqual([false, false, false]);
  });
});
