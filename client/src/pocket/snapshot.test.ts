// The memory that is kept: of one version, whole or not at all.
import { beforeEach, expect, test, vi } from "vitest";
import { forgetSnapshots, keepSnapshot, loadCompiled, type Machine, snapshotOf } from "./snapshot";

const BASE = "http://localhost/games/";
const kept = new Map<string, Response>();

beforeEach(() => {
  kept.clear();
  const shelf = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async (url: string) => kept.delete(url),
  };
  vi.stubGlobal("caches", { open: async () => shelf });
});

test("a memory comes back as it was, for its own version alone", async () => {
  await keepSnapshot(BASE, "one", { memory: new Uint8Array([1, 2, 3]), places: "16 4" });
  expect(await snapshotOf(BASE, "one")).toEqual({ memory: new Uint8Array([1, 2, 3]), places: "16 4" });
  expect(await snapshotOf(BASE, "two")).toBeUndefined();
  kept.set("http://localhost/another/snapshot/x", new Response());
  await keepSnapshot(BASE, "two", { memory: new Uint8Array([4]), places: "16 4" });
  expect(await snapshotOf(BASE, "one")).toBeUndefined();
  // what lies at the same host in another folder is not ours
  expect([...kept.keys()]).toEqual(["http://localhost/another/snapshot/x", `${BASE}snapshot/two`]);
  await forgetSnapshots(BASE);
  expect(await snapshotOf(BASE, "two")).toBeUndefined();
});

test("half of a memory is none, and so is one nobody can read", async () => {
  await keepSnapshot(BASE, "one", { memory: new Uint8Array([1, 2, 3]), places: "16 4" });
  const [[url, { headers }]] = [...kept] as [[string, Response]];
  kept.set(url, new Response(new Uint8Array([1, 2]), { headers }));
  expect(await snapshotOf(BASE, "one")).toBeUndefined();
  vi.stubGlobal("caches", { open: () => Promise.reject(new Error("a private window")) });
  expect(await snapshotOf(BASE, "one")).toBeUndefined();
});

test("where compiled modules lie depends on all of them", () => {
  const loaded: string[] = [];
  const machine = {
    FS: { mkdirTree: () => undefined, writeFile: () => undefined },
    wasmTable: { length: 7 },
    loadDynamicLibrary: (name: string) => loaded.push(name),
    _malloc: () => 100 + loaded.length,
  } as unknown as Machine;
  expect(loadCompiled(machine, new Map([["/app/a.so", new Uint8Array()]]))).toBe("101 7");
  expect(loadCompiled(machine, new Map([["/app/b.so", new Uint8Array()]]))).toBe("102 7");
  expect(loaded).toEqual(["/app/a.so", "/app/b.so"]);
});
