// Prints what the page of a replay weighs, and fails when it could not stand inside an HTML file or asks for a neighbour.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const client = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const site = resolve(client, process.env.BRICKFIELD_REPLAY ?? "../brickfield/replay_viewer/site");
const files = readdirSync(site).sort();
const [style, script] = ["replay.css", "replay.js"].map((name) => readFileSync(join(site, name), "utf8"));

const faults = [
  [files.join() !== "replay.css,replay.js", `there are other files: ${files.join(", ")}`],
  [/<\/?(script|!--)/i.test(script), "the script has a word that ends or opens its element"],
  [/<\/style/i.test(style), "the style sheet has a word that ends its element"],
  [/url\((?!["']?(data:font|#))/.test(style), "the style sheet asks for a file"],
].flatMap(([isWrong, words]) => (isWrong ? [words] : []));
console.log(`replay: script ${(script.length / 1000).toFixed(0)} kB, styles ${(style.length / 1000).toFixed(0)} kB`);
if (faults.length > 0) {
  console.error(`The page of a replay cannot be one file: ${faults.join("; ")}.`);
  process.exit(1);
}
