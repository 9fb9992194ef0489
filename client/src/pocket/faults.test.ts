import { expect, test } from "vitest";
import { NotFetched, wordsOf } from "./faults";

test("every fault is one sentence that says what is left", () => {
  expect(wordsOf(new NotFetched("engine.xz: 404"))).toContain("What came is kept");
  expect(wordsOf(new TypeError("Failed to fetch dynamically imported module: http://x"))).toContain(
    "What came is kept",
  );
  expect(wordsOf(new DOMException("", "QuotaExceededError"))).toContain("no space left");
  expect(wordsOf(new Error("sqlite3.OperationalError: database or disk is full"))).toContain("no space left");
  expect(wordsOf(new RangeError("WebAssembly.Memory(): could not allocate memory"))).toContain("too little memory");
  expect(wordsOf("Uncaught ReferenceError: WebAssembly is not defined")).toContain("WebAssembly switched off");
  const python = "Traceback:\n  File x\nbrickfield.server.store.migrations.FromTheFuture: Written by a newer one.\n";
  expect(wordsOf(new Error(python))).toBe("Written by a newer one.");
  expect(wordsOf(new Error("Traceback:\n  File x\nKeyError: 3\n"))).toBe("KeyError: 3");
  expect(wordsOf("gone")).toBe("gone");
});
