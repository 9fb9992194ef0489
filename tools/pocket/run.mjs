// Runs a Python file in the interpreter that is shipped: node run.mjs PYODIDE SCRIPT [NAME=FOLDER ...] [-- WORDS ...]
// Each folder is seen as /NAME. The result is what the file leaves in `result`, written to standard output.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, script, ...rest] = process.argv.slice(2);
const cut = rest.includes("--") ? rest.indexOf("--") : rest.length;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { HOME: "/tmp", PYTHONHASHSEED: "0" } });
for (const pair of rest.slice(0, cut)) {
  const [name, path] = pair.split("=");
  python.mountNodeFS(`/${name}`, path);
}
const words = python.toPy(["script", ...rest.slice(cut + 1)]);
const names = python.toPy({ __name__: "__main__", words, result: "" });
await python.runPythonAsync(readFileSync(script, "utf8"), { globals: names, filename: script });
process.stdout.write(String(names.get("result")));
