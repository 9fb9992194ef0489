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
  it("never puts a secret into an address", async () => {
    answer(200, []);
    await api.sitDown("very-secret");
    await api.lookAtLink("very-secret");
    await api.tables(["very-secret"]);
    await api.replay("m", "very-secret");
    await api.rematch("m", "very-secret");
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
