// Writes a gzip and a brotli copy beside every file of the built site that gets smaller by it, so that the server
// compresses nothing while people wait. Files that are compressed already (fonts, pictures) are left alone.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXTS = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt", ".map"]);
// A smaller file travels in one packet anyway.
const LEAST_BYTES = 1024;
const client = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const site = resolve(client, process.env.BRICKFIELD_SITE ?? "../brickfield/server/site");

const brotli = (data) =>
  brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });

let before = 0;
let after = 0;
for (const name of readdirSync(site, { recursive: true })) {
  if (!TEXTS.has(extname(name))) continue;
  const data = readFileSync(join(site, name));
  if (data.length < LEAST_BYTES) continue;
  const copies = { ".gz": gzipSync(data, { level: 9 }), ".br": brotli(data) };
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < data.length) writeFileSync(join(site, name + ending), copy);
  }
  before += data.length;
  after += copies[".br"].length;
}
console.log(
  `compressed copies: ${(before / 1000).toFixed(0)} kB of text are ${(after / 1000).toFixed(0)} kB with brotli`,
);
