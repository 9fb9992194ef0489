// Prints what the site weighs, gzipped, and fails when the first screen's scripts are over their limit.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT_KB = 250;
const client = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const site = resolve(client, process.env.BRICKFIELD_SITE ?? "../brickfield/server/site");
const manifestFile = join(site, ".vite/manifest.json");
if (!existsSync(manifestFile)) {
  console.error("There is no built site: run  npm run build  first.");
  process.exit(2);
}

const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
const entry = Object.keys(manifest).find((name) => manifest[name].isEntry);
const weigh = (file) => gzipSync(readFileSync(join(site, file)), { level: 9 }).length / 1000;

/** A chunk and all it imports before it can run; what it loads later is not counted. */
function needed(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const other of manifest[name].imports ?? []) needed(other, seen);
  return seen;
}

const first = needed(entry);
const scripts = Object.keys(manifest).filter((name) => manifest[name].file.endsWith(".js"));
for (const name of scripts.sort((a, b) => weigh(manifest[b].file) - weigh(manifest[a].file))) {
  const mark = first.has(name) ? "first screen" : "later";
  console.log(`${weigh(manifest[name].file).toFixed(1).padStart(8)} kB gz  ${manifest[name].file}  (${mark})`);
}
const styles = new Set([...first].flatMap((name) => manifest[name].css ?? []));
const sum = [...first].reduce((total, name) => total + weigh(manifest[name].file), 0);
const looks = [...styles].reduce((total, file) => total + weigh(file), 0);
console.log(`first screen: scripts ${sum.toFixed(1)} kB gz of ${LIMIT_KB}, styles ${looks.toFixed(1)} kB gz`);
if (sum > LIMIT_KB) {
  console.error("The first screen is too heavy: load what it does not need later.");
  process.exit(1);
}
