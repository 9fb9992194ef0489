// Runs a Python file in the engine as it is shipped: node shipped.mjs FOLDER SCRIPT [NAME=FOLDER ...] [-- WORDS ...]
// FOLDER is the built one. Everything is read from it as a page reads it; `words` are given, `result` is written out.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";

const [folder, script, ...rest] = process.argv.slice(2);
const cut = rest.includes("--") ? rest.indexOf("--") : rest.length;
const { python: scripts, parts, packs } = JSON.parse(readFileSync(`${folder}/engine/version.json`, "utf8"));
// unpacked by the very package that pages use
const { XzReadableStream } = createRequire(new URL("../../client/package.json", import.meta.url))("xz-decompress");
const part = async ([place]) => {
  const packed = new Blob([readFileSync(`${folder}/${place}`)]).stream();
  return new Uint8Array(await new Response(new XzReadableStream(packed)).arrayBuffer());
};

// In Node the interpreter reads its own files from the disk: the packed ones are laid out beside it for the moment.
const laid = mkdtempSync(`${tmpdir()}/pocket-`);
cpSync(`${folder}/${scripts}`, laid, { recursive: true });
writeFileSync(`${laid}/pyodide.asm.wasm`, await part(parts.wasm));
writeFileSync(`${laid}/python_stdlib.zip`, await part(parts.library));
const { loadPyodide } = await import(pathToFileURL(`${laid}/pyodide.mjs`).href);
const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14.2", version: "0" };
const python = await loadPyodide({ indexURL: laid, lockFileContents: JSON.stringify({ info, packages: {} }) });
rmSync(laid, { recursive: true });
for (const place of [parts.packages, parts.core, ...Object.values(packs)]) {
  const archive = await part(place);
  const length = new DataView(archive.buffer, archive.byteOffset).getUint32(0, true);
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(archive.subarray(4, at)))) {
    python.FS.mkdirTree(`/app/${name}`.slice(0, `/app/${name}`.lastIndexOf("/")));
    python.FS.writeFile(`/app/${name}`, archive.subarray(at, at + size));
    at += size;
  }
}
python.runPython("import sys; sys.path.insert(0, '/app'); sys.dont_write_bytecode = True");
for (const pair of rest.slice(0, cut)) {
  const [name, path] = pair.split("=");
  python.mountNodeFS(`/${name}`, path);
}
const names = python.toPy({ __name__: "__main__", words: rest.slice(cut + 1), result: "" });
await python.runPythonAsync(readFileSync(script, "utf8"), { globals: names, filename: script });
process.stdout.write(String(names.get("result")));
