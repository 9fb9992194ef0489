// The page of a replay taken home as one file: a single classic script and a single style sheet, fonts inside.
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { layouts } from "./layouts_plugin";

// Whoever passes the file on passes these on too.
const CARRIED = ["three", "preact", "@preact/signals", "@preact/signals-core", "lucide-preact"];
const licences = CARRIED.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`);
const banner = `/*! Brickfield; it carries these libraries:\n\n${licences.join("\n\n").replaceAll("*/", "* /")}\n*/`;

/** Faces for letters that few names have are left to the system: they would be half of the fonts. */
const latinOnly: Plugin = {
  name: "latin-only",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("/fonts.css") ? code.replace(/@font-face \{[^}]*latin-ext[^}]*\}\n/g, "") : undefined,
};

export default defineConfig({
  plugins: [latinOnly, layouts],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  publicDir: false,
  build: {
    outDir: process.env.BRICKFIELD_REPLAY ?? "../brickfield/replay_viewer/site",
    emptyOutDir: true,
    // A file has no neighbours: its fonts lie in the style sheet. Its policy lets fonts do that, and nothing else.
    assetsInlineLimit: () => true,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: "src/match/replay/replay_file.tsx",
      output: {
        format: "iife",
        codeSplitting: false,
        entryFileNames: "replay.js",
        assetFileNames: "replay[extname]",
        postBanner: banner,
      },
    },
  },
});
