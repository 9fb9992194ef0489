import { afterEach, expect, test, vi } from "vitest";

async function edition(name: string) {
  vi.resetModules();
  document.documentElement.dataset.edition = name;
  return import("./shelf");
}

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.edition;
});

test("each edition keeps things under names of its own", async () => {
  expect((await edition("")).named("seats")).toBe("brickfield.seats");
  const pocket = await edition("pocket");
  expect(pocket.named("seats")).toBe("brickfield-pocket.seats");
  // what one of them clears away by its beginning is not the other's
  expect(pocket.named("seats").startsWith("brickfield.")).toBe(false);
});

test("what was shared before is there for both, once", async () => {
  localStorage.setItem("brickfield.designs", "mine");
  localStorage.setItem("brickfield.settings", "old");
  localStorage.setItem("brickfield-pocket.settings", "new");
  localStorage.setItem("another.page", "not ours");
  await edition("pocket");
  expect(localStorage.getItem("brickfield.designs")).toBe("mine");
  expect(localStorage.getItem("brickfield-pocket.designs")).toBe("mine");
  expect(localStorage.getItem("brickfield-pocket.settings")).toBe("new");
  localStorage.removeItem("brickfield-pocket.designs");
  await edition("pocket");
  expect(localStorage.getItem("brickfield-pocket.designs")).toBeNull();
});
