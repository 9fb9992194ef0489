// The first thing that runs in the edition without a server: whoever carries is chosen, then the pages come.
import { render } from "preact";
import { carryBy, here, route } from "../kit";
import { House } from "./house";
import { versionOf } from "./parts";
import { newer, Shell } from "./shell";

const NOT_WHOLE =
  "The pages could not be fetched whole. Load this page again when there is a network: nothing that was kept is lost.";
const base = new URL(".", location.href.replace(/[?#].*/, "")).href;
const house = new House(base, () => new Worker(new URL("./house_worker.ts", import.meta.url), { type: "module" }));
carryBy(house);

/** The page is kept for the next visit; when another version of it lies ready, that is said and nobody is pushed. */
async function keepForLater(): Promise<void> {
  const registered = await navigator.serviceWorker.register(`${base}sw.js`, { scope: base });
  const offer = (): void => {
    const { waiting } = registered;
    if (!waiting || !navigator.serviceWorker.controller) return;
    newer.value = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage("go on");
    };
  };
  offer();
  registered.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", offer));
}

async function show(): Promise<void> {
  const host = document.getElementById("app");
  const below = document.getElementById("shell");
  const [{ App }, found] = await Promise.all([import("../app/app"), versionOf(base).catch(() => undefined)]);
  const whole = Object.values(found?.parts ?? {}).reduce((sum, [, size]) => sum + size, 0);
  host?.replaceChildren();
  if (host) render(<App />, host);
  if (below) render(<Shell house={house} whole={whole} />, below);
}

// Once there is something worth keeping, the browser is asked not to throw it away.
let asked = false;
route.subscribe(({ parts }) => {
  if (parts[0] !== "table" || asked) return;
  asked = true;
  navigator.storage?.persist?.().catch(() => undefined);
});
// What is kept for later is fetched when nobody waits for it any more.
house.standing.subscribe((standing) => {
  if (standing === "open" && "serviceWorker" in navigator) keepForLater().catch(() => undefined);
});
/** A page that could not be fetched whole says so, instead of staying white. */
function say(): void {
  const note = Object.assign(document.createElement("p"), { className: "coming", textContent: NOT_WHOLE });
  const again = Object.assign(document.createElement("button"), { className: "k-button", textContent: "Load again" });
  again.onclick = () => location.reload();
  note.append(" ", again);
  document.getElementById("app")?.replaceChildren(note);
}

show().catch(say);
// whoever only reads the rules needs no server, and may do so beside a tab that plays
if (!here().pathname.startsWith("/rules")) house.begin();
