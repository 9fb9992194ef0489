// Client tests run in a small DOM without a browser; what needs pixels is tested in Chromium from pytest.
import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // As in vite.config.ts: the credits page is made from the project's NOTICE.
  server: { fs: { allow: [".."] } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./vitest.setup.ts"],
    restoreMocks: true,
    maxWorkers: 2,
    // a bound for what hangs, not a claim about speed: machines are busy at times
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
