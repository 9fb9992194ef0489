// How the client is built: into the server's site folder, with the table and three.js in chunks of their own.
import { defineConfig } from "vite";
import { layouts } from "./layouts_plugin";

const server = process.env.BRICKFIELD_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [layouts],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: process.env.BRICKFIELD_SITE ?? "../brickfield/server/site",
    emptyOutDir: true,
    // The content security policy allows no data: addresses in scripts or fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 1200,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "three", test: /node_modules[\\/]three[\\/]/ },
            { name: "view", test: /node_modules[\\/](preact|@preact)[\\/]/ },
          ],
        },
      },
    },
  },
  server: {
    port: 8400,
    // The credits page is made from the project's NOTICE, one folder up.
    fs: { allow: [".."] },
    proxy: { "/api": server, "/ws": { target: server, ws: true }, "/healthz": server },
  },
});
