// The interpreter: what is used of it, and how it is started with the engine in it.
import { free, Packs, part, type Version, versionOf } from "./parts";
import { forgetSnapshots, keepSnapshot, loadCompiled, type Machine, type Snapshot, snapshotOf } from "./snapshot";

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
  makeMemorySnapshot(): Uint8Array;
}

type Load = (options: Record<string, unknown>) => Promise<Python>;
type Make = (settings: Settings) => Promise<Machine>;
type Settings = {
  preRun: ((machine: Machine) => void)[];
  onRuntimeInitialized?: () => void;
  API: { config: { _loadSnapshot?: Uint8Array } };
};

/** What an interpreter is started with: one worker may give it to another. */
export type Given = {
  version: Version;
  wasm: WebAssembly.Module;
  library: Uint8Array;
  archives: Uint8Array[];
};

const APP = "/app";
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14.2", version: "0" },
  packages: {},
};

/** The files of an archive: the length of a list, the list of names and sizes, then the files. */
function* filesOf(archive: Uint8Array): Generator<[string, Uint8Array]> {
  const length = new DataView(archive.buffer, archive.byteOffset).getUint32(0, true);
  const names = JSON.parse(new TextDecoder().decode(archive.subarray(4, 4 + length))) as [string, number][];
  let at = 4 + length;
  for (const [name, size] of names) {
    yield [name, archive.subarray(at, at + size)];
    at += size;
  }
}

function unpack(fs: FileSystem, archive: Uint8Array, folder: string): void {
  const made = new Set<string>();
  for (const [name, data] of filesOf(archive)) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) fs.mkdirTree(parent);
    made.add(parent);
    fs.writeFile(path, data, { canOwn: true });
  }
}

/** While the interpreter loads, what it fetches and compiles by itself is here already. */
async function answering<T>({ wasm, library }: Given, work: () => Promise<T>): Promise<T> {
  const [fetch, streaming] = [globalThis.fetch, WebAssembly.instantiateStreaming];
  globalThis.fetch = async (input, init) => {
    const name = String(input instanceof Request ? input.url : input);
    if (name.endsWith("pyodide.asm.wasm")) return new Response();
    return name.endsWith("python_stdlib.zip") ? new Response(library as BufferSource) : fetch(input, init);
  };
  WebAssembly.instantiateStreaming = async (_source, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = streaming;
  }
}

/** Everything an interpreter is started with. `heard` is told of every piece that comes. */
async function given(base: string, heard?: (loaded: number) => void): Promise<Given> {
  const version = await versionOf(base);
  const [wasm, library, ...archives] = (await Promise.all(
    (["wasm", "library", "packages", "core"] as const).map((what) => part(base, what, heard)),
  )) as [Uint8Array, Uint8Array, ...Uint8Array[]];
  const compiled = await WebAssembly.compile(wasm as BufferSource);
  free(wasm);
  return { version, wasm: compiled, library, archives };
}

const READY = `
import sys
sys.path.insert(0, ${JSON.stringify(APP)})
sys.dont_write_bytecode = True
import brickfield.pocket.house, brickfield.pocket.thinking`;
// two that start from one memory must not throw the same dice
const APART = "import random; random.seed()";
const INSTALL = `
from brickfield.pocket.packs import install
lambda names, bring: install(${JSON.stringify(APP)}, names.to_py(), lambda name: bring(name).to_bytes())`;

type Begun = { python: Python; places: string };
/** An interpreter with the engine in it, and what is needed for another one. */
export type Started = { python: Python; packs: Packs; given: Given };

/** An interpreter in which the engine has been imported, or one that starts from the memory of such a one. */
async function begun(base: string, given: Given, from?: Snapshot): Promise<Begun> {
  const scripts = new URL(given.version.python, base).href;
  const [{ loadPyodide }, { default: make }] = (await Promise.all([
    import(/* @vite-ignore */ `${scripts}pyodide.mjs`),
    import(/* @vite-ignore */ `${scripts}pyodide.asm.mjs`),
  ])) as [{ loadPyodide: Load }, { default: Make }];
  const compiled = new Map(
    given.archives.flatMap((archive) =>
      [...filesOf(archive)].filter(([name]) => name.endsWith(".so")).map(([name, data]) => [`${APP}/${name}`, data]),
    ),
  );
  let places = "";
  let config: Settings["API"]["config"] = {};
  const createPyodideModule: Make = (settings) => {
    let machine: Machine;
    config = settings.API.config;
    const { onRuntimeInitialized } = settings;
    settings.preRun.push((found) => {
      machine = found;
    });
    settings.onRuntimeInitialized = () => {
      onRuntimeInitialized?.();
      places = loadCompiled(machine, compiled);
    };
    return make(settings).then((made) => {
      if (from && from.places !== places) throw new Error("compiled modules lie in other places");
      return made;
    });
  };
  const start = from ? { _loadSnapshot: from.memory } : { _makeSnapshot: true };
  const options = { indexURL: scripts, createPyodideModule, lockFileContents: JSON.stringify(NO_PACKAGES), ...start };
  const python = await answering(given, () => loadPyodide(options));
  // it has been copied, and would be held as long as the interpreter lives
  delete config._loadSnapshot;
  if (from) free(from.memory);
  for (const archive of given.archives) unpack(python.FS, archive, APP);
  python.runPython(from ? APART : READY);
  return { python, places };
}

/** A name for everything a memory consists of. */
const nameOf = ({ python, parts }: Version): string =>
  [python, ...Object.values(parts).map(([place]) => place)].map((place) => place.replace(/\W+/g, "-")).join();

/** From the memory that is kept, if there is one it can be started from. */
async function fromMemory(base: string, given: Given): Promise<Begun | undefined> {
  const from = await snapshotOf(base, nameOf(given.version));
  try {
    return from && (await begun(base, given, from));
  } catch {
    // of another browser, or damaged: the plain start makes a new one
    await forgetSnapshots(base).catch(() => undefined);
    return undefined;
  }
}

/** The plain start; what its memory is then is kept for the next one. */
async function fromNothing(base: string, given: Given): Promise<Begun> {
  const started = await begun(base, given);
  try {
    if (!started.places) return started;
    const memory = started.python.makeMemorySnapshot();
    keepSnapshot(base, nameOf(given.version), { memory, places: started.places })
      .catch(() => undefined)
      .then(() => free(memory));
  } catch {
    // this interpreter is as good without one
  }
  return started;
}

/** Starts an interpreter that can import the engine. `base` is the folder of the program. */
export async function startPython(base: string, from: Given | ((loaded: number) => void)): Promise<Started> {
  const all = typeof from === "function" ? await given(base, from) : from;
  const { python } = (await fromMemory(base, all)) ?? (await fromNothing(base, all));
  const packs = new Packs(base, all.version.packs);
  python.runPython(INSTALL)(packs.names, packs.bring);
  return { python, packs, given: all };
}
