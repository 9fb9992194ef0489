// The interpreter: what is used of it, and how it is started with the engine in it.
import { Packs, part, versionOf } from "./parts";

/** A file of the interpreter that is open. */
export type Stream = { node: FsNode; position: number };
export type FsNode = { id: number; name: string; mode: number; parent: FsNode; node_ops: object; stream_ops: object };

/** The little of Emscripten's file system that is used here. */
export interface FileSystem {
  ErrnoError: new (errno: number) => Error;
  createNode(parent: FsNode | null, name: string, mode: number, dev: number): FsNode;
  isDir(mode: number): boolean;
  mkdirTree(path: string): void;
  mount(type: object, options: object, path: string): void;
  writeFile(path: string, data: Uint8Array, options?: { canOwn?: boolean }): void;
  readFile(path: string): Uint8Array;
}

/** Something of Python's that is called from here. */
// biome-ignore lint/suspicious/noExplicitAny: what stands behind it only Python knows
export type PyObject = any;

export interface Python {
  FS: FileSystem;
  runPython(code: string): PyObject;
  toPy(value: unknown): PyObject;
}

type Load = (options: Record<string, unknown>) => Promise<Python>;

const APP = "/app";
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14.2", version: "0" },
  packages: {},
};

/** Lays the files of an archive out: the length of a list, the list of names and sizes, then the files. */
export function unpack(fs: FileSystem, archive: Uint8Array, folder: string): void {
  const length = new DataView(archive.buffer, archive.byteOffset).getUint32(0, true);
  const names = JSON.parse(new TextDecoder().decode(archive.subarray(4, 4 + length))) as [string, number][];
  const made = new Set<string>();
  let at = 4 + length;
  for (const [name, size] of names) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) fs.mkdirTree(parent);
    made.add(parent);
    fs.writeFile(path, archive.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** While the interpreter loads, what it fetches by itself is answered with parts that are here already. */
async function answering<T>(given: Record<string, [Uint8Array, string]>, work: () => Promise<T>): Promise<T> {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const name =
      String(input instanceof Request ? input.url : input)
        .split("/")
        .at(-1) ?? "";
    const found = given[name];
    if (!found) return real(input, init);
    return new Response(found[0] as BufferSource, { headers: { "content-type": found[1] } });
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = real;
  }
}

const INSTALL = `
import sys
sys.path.insert(0, ${JSON.stringify(APP)})
sys.dont_write_bytecode = True
from brickfield.pocket.packs import install
lambda names, bring: install(${JSON.stringify(APP)}, names.to_py(), lambda name: bring(name).to_bytes())`;

/** Starts an interpreter that can import the engine. `base` is the folder of the program. */
export async function startPython(
  base: string,
  heard?: (loaded: number) => void,
): Promise<{ python: Python; packs: Packs }> {
  const { python: folder, packs: places } = await versionOf(base);
  const scripts = new URL(folder, base).href;
  const [wasm, library, ...archives] = (await Promise.all(
    (["wasm", "library", "packages", "core"] as const).map((what) => part(base, what, heard)),
  )) as [Uint8Array, Uint8Array, ...Uint8Array[]];
  const [{ loadPyodide }, { default: createPyodideModule }] = (await Promise.all([
    import(/* @vite-ignore */ `${scripts}pyodide.mjs`),
    import(/* @vite-ignore */ `${scripts}pyodide.asm.mjs`),
  ])) as [{ loadPyodide: Load }, { default: unknown }];
  const given: Record<string, [Uint8Array, string]> = {
    "pyodide.asm.wasm": [wasm, "application/wasm"],
    "python_stdlib.zip": [library, "application/zip"],
  };
  const options = { indexURL: scripts, createPyodideModule, lockFileContents: JSON.stringify(NO_PACKAGES) };
  const python = await answering(given, () => loadPyodide(options));
  for (const archive of archives) unpack(python.FS, archive, APP);
  const packs = new Packs(base, places);
  python.runPython(INSTALL)(packs.names, packs.bring);
  return { python, packs };
}
