// The first thing that runs.
import { render } from "preact";
import { App } from "./app";

const host = document.getElementById("app");
if (host) render(<App />, host);
