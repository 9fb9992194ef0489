// The service worker: everything is kept at the first visit, and from then on the program starts without a network.
// What it keeps is written above it when the folder is built: `fixed` files have a hash in their name, `others` belong to
// this version. It imports nothing, as it must be one file.

type Kept = { version: string; fixed: string[]; others: string[] };
type Later = Event & { waitUntil(work: Promise<unknown>): void };
type Asked = Later & { request: Request; respondWith(answer: Promise<Response>): void };
type Worker = {
  kept: Kept;
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", hear: (event: Later) => void): void;
  addEventListener(type: "fetch", hear: (event: Asked) => void): void;
  addEventListener(type: "message", hear: (event: MessageEvent) => void): void;
};

const worker = globalThis as unknown as Worker;
const { version, fixed, others } = worker.kept;
const FIXED = "brickfield";
const OTHERS = `brickfield-${version}`;
const addressOf = (name: string): string => new URL(name, worker.registration.scope).href;

/** What the page has fetched already, or an older version has kept, is not fetched again. */
async function install(): Promise<void> {
  const [same, own] = await Promise.all([caches.open(FIXED), caches.open(OTHERS)]);
  for (const name of fixed) {
    const address = addressOf(name);
    if (!(await same.match(address))) await same.add(address);
  }
  await own.addAll(others.map((name) => new Request(addressOf(name), { cache: "reload" })));
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(FIXED) && name !== FIXED && name !== OTHERS) await caches.delete(name);
  }
  const wanted = new Set(fixed.map(addressOf));
  const same = await caches.open(FIXED);
  for (const { url } of await same.keys()) if (!wanted.has(url)) await same.delete(url);
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const address = request.url.replace(/[?#].*/, "").replace(/\/index\.html$/, "/");
  const same = await caches.open(FIXED);
  const own = await caches.open(OTHERS);
  return (await same.match(address)) ?? (await own.match(address)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => {
  if (data === "go on") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(worker.registration.scope)) event.respondWith(answer(event.request));
});

export {};
