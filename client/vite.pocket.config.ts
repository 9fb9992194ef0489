// How the edition without a server is built: the same pages in a folder of plain files, which may lie anywhere.
import { defineConfig, mergeConfig } from "vite";
import site from "./vite.config";

export default mergeConfig(
  site,
  defineConfig({
    base: "./",
    worker: { format: "es" },
    build: {
      outDir: process.env.BRICKFIELD_POCKET ?? "../dist/pocket",
      rolldownOptions: {
        input: { pocket: "pocket.html", sw: "src/pocket/sw.ts" },
        // the service worker keeps its name: a browser looks for a new one where the old one was
        output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
      },
    },
  }),
);
