import { describe, expect, it } from "vitest";
import { sha256 } from "./sha256";

describe("the fingerprint of pages that are not secure", () => {
  it("is the browser's own, for every length around a block", async () => {
    for (const length of [0, 1, 3, 32, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
      expect(sha256(bytes)).toEqual(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
    }
  });
});
