// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";

async function edition(name: string) {
  vi.resetModules();
  document.documentElement.dataset.edition = name;
  return import("./place");
}

afterEach(() => {
  delete document.documentElement.dataset.edition;
  history.replaceState(null, "", "/");
});

test("a server knows every page by its path", async () => {
  const { here, hrefOf, addressOf, heard } = await edition("");
  history.replaceState(null, "", "/new?game=g#x");
  expect([here().pathname, here().search, here().hash]).toEqual(["/new", "?game=g", "#x"]);
  expect(hrefOf("/table/m")).toBe("/table/m");
  expect(addressOf("/join#secret")).toBe(`${location.origin}/join#secret`);
  heard();
  expect(location.href).toBe(`${location.origin}/new`);
});

test("in a folder of plain files a page is what stands behind the #, wherever the folder lies", async () => {
  const { here, hrefOf, addressOf, heard } = await edition("pocket");
  history.replaceState(null, "", "/games/brickfield/index.html?quality=low#/join?a=1#secret");
  expect([here().pathname, here().searchParams.get("a"), here().hash]).toEqual(["/join", "1", "#secret"]);
  expect(hrefOf("/table/m")).toBe("#/table/m");
  expect(addressOf("/table/m")).toBe(`${location.origin}/games/brickfield/index.html#/table/m`);
  heard();
  expect(location.href).toBe(`${location.origin}/games/brickfield/index.html?quality=low#/join`);
});

test("what leads to a place on this page leaves it where it is", async () => {
  const { here } = await edition("pocket");
  history.replaceState(null, "", "/#/rules/a.b");
  expect(here().pathname).toBe("/rules/a.b");
  history.replaceState(null, "", "/#page");
  expect(here().pathname).toBe("/rules/a.b");
  history.replaceState(null, "", "/");
  expect(here().pathname).toBe("/");
});
