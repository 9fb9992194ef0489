// Writes src/protocol/types.ts from docs/protocol.schema.json, which the server's tests keep fresh.
// --check only compares, and fails when the types are stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const client = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const schemaFile = resolve(client, "../docs/protocol.schema.json");
const target = join(client, "src/protocol/types.ts");

const HEAD = "// Made by `npm run types` from docs/protocol.schema.json, the server's own types. Do not edit.\n\n";

/** What the client means, where the schema can only say something wider. */
function soften(node) {
  if (Array.isArray(node)) return node.map(soften);
  if (node === null || typeof node !== "object") return node;
  const copy = {};
  for (const [key, value] of Object.entries(node)) {
    // Bounds of lists would become unions of tuples.
    if (key === "minItems" || key === "maxItems" || key === "discriminator") continue;
    copy[key] = key === "description" && typeof value === "string" ? value.replace(/\n\s+/g, "\n") : soften(value);
  }
  // A pair like [x, y] has its parts in prefixItems; the generator knows it as an array of items.
  if (copy.prefixItems) {
    copy.items = copy.prefixItems;
    copy.minItems = copy.prefixItems.length;
    copy.maxItems = copy.prefixItems.length;
    delete copy.prefixItems;
  }
  // Without named fields an object is open: its values are narrowed where they are used.
  if (copy.type === "object" && copy.additionalProperties === undefined) copy.additionalProperties = !copy.properties;
  return copy;
}

/** Fields the server always sends are there, also when the schema calls them optional because of a default. */
function alwaysSent(definitions) {
  for (const definition of Object.values(definitions)) {
    // What the server takes in refuses unknown fields; there a default really means "may be left out".
    const takenIn = definition.additionalProperties === false;
    if (!definition.properties || takenIn) continue;
    // A field that is neither demanded nor has a default is one that is left out where there is nothing to say.
    const mayBeMissing = ([name, field]) => !definition.required?.includes(name) && field.default === undefined;
    definition.required = Object.entries(definition.properties)
      .filter((entry) => !mayBeMissing(entry))
      .map(([name]) => name);
  }
}

/** The events have no name of their own in the schema: they are what an update and a step of a replay list. */
function nameEvents(definitions) {
  const { anyOf } = definitions.Update.properties.events.items;
  definitions.AnyEvent = { anyOf: [...anyOf].sort((one, other) => one.$ref.localeCompare(other.$ref)) };
  for (const lists of [definitions.Update, definitions.ReplayStep]) {
    lists.properties.events.items = { $ref: "#/$defs/AnyEvent" };
  }
}

async function make() {
  const { $defs } = JSON.parse(readFileSync(schemaFile, "utf8"));
  alwaysSent($defs);
  nameEvents($defs);
  const names = Object.keys($defs).sort();
  const wire = {
    title: "Wire",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
    required: names,
    $defs: soften($defs),
  };
  const options = { bannerComment: "", additionalProperties: false, unknownAny: true, style: { printWidth: 120 } };
  const made = await compile(wire, "Wire", options);
  const body = made
    .replace(/export interface Wire \{[\s\S]*?\n\}\n/, "")
    .replace(/ *\/\*\*\n( *\* @(min|max)Items \d+\n)+ *\*\/\n/g, "");
  return `${HEAD}${body.trim()}\n`;
}

const text = await make();
if (!process.argv.includes("--check")) {
  writeFileSync(target, text);
  console.log(`src/protocol/types.ts: ${text.match(/^export /gm)?.length} types`);
} else if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
  console.error("src/protocol/types.ts is stale: run  npm run types  in client/ and commit it.");
  process.exit(1);
}
