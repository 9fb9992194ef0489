// The memory of an interpreter in which the engine has just been imported, kept on this device: the next one starts from
// it instead of importing everything again. It belongs to exactly one version of the program.
import type { FileSystem } from "./python";

/** The little of the interpreter's machine that is used here. */
export interface Machine {
  FS: FileSystem;
  wasmTable: WebAssembly.Table;
  loadDynamicLibrary(name: string, options: object, scope: object): unknown;
  _malloc(size: number): number;
}

/** A memory, and where what is compiled lay beside it: it can only be used where that lies in the same places. */
export type Snapshot = { memory: Uint8Array; places: string };

/** Not among the names which the service worker clears away. */
const SHELF = "snapshot of brickfield";
const PLACES = "x-places";
const SIZE = "x-size";

/** Load compiled modules before the interpreter begins, so that they lie in the same places at every start. */
export function loadCompiled(machine: Machine, files: ReadonlyMap<string, Uint8Array>): string {
  for (const [name, data] of files) {
    machine.FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
    machine.FS.writeFile(name, data);
    machine.loadDynamicLibrary(name, { global: false, nodelete: true, loadAsync: false }, {});
  }
  // whatever is reserved next follows what they have reserved
  return `${machine._malloc(1)} ${machine.wasmTable.length}`;
}

const addressOf = (base: string, version: string): string => new URL(`snapshot/${version}`, base).href;

/** The snapshot of this version, if there is one. */
export async function snapshotOf(base: string, version: string): Promise<Snapshot | undefined> {
  try {
    const found = await (await caches.open(SHELF)).match(addressOf(base, version));
    const places = found?.headers.get(PLACES);
    if (!found?.body || !places) return undefined;
    const memory = new Uint8Array(Number(found.headers.get(SIZE)));
    let at = 0;
    // piece by piece: the whole is there once, and can be given back at once
    const reader = found.body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      memory.set(next.value, at);
      at += next.value.length;
    }
    return at === memory.length ? { memory, places } : undefined;
  } catch {
    return undefined;
  }
}

/** Keep one, and no other; where there is no space for it the next start takes a little longer. */
export async function keepSnapshot(base: string, version: string, { memory, places }: Snapshot): Promise<void> {
  await forgetSnapshots(base);
  const shelf = await caches.open(SHELF);
  const headers = { [PLACES]: places, [SIZE]: String(memory.length) };
  await shelf.put(addressOf(base, version), new Response(memory as BufferSource, { headers }));
}

export async function forgetSnapshots(base: string): Promise<void> {
  const shelf = await caches.open(SHELF);
  for (const { url } of await shelf.keys()) if (url.startsWith(addressOf(base, ""))) await shelf.delete(url);
}
