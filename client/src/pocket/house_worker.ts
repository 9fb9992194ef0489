// The server of this page: the interpreter with the engine and the server in it, its disk, and the lock that keeps a
// second tab from opening the same battles.
import { Disk } from "./disk";
import { wordsOf } from "./faults";
import { DATABASE, keptFiles } from "./keeping";
import type { FromHouse, ToHouse } from "./post";
import { type PyObject, type Started, startPython } from "./python";

const LOCK = "brickfield";
const LETTING_GO_MS = 2000;
const DATA = "/data";
const OPEN = "from brickfield.pocket.house import open_house; open_house";

const tell = (...message: FromHouse): void => postMessage(message);
const early: ToHouse[] = [];
let house: PyObject;
let disk: Disk | undefined;

/** Have the battles for this tab alone, until it goes or another tab takes over. */
function held(steal: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    let had = false;
    const hold = (): Promise<void> => {
      had = true;
      resolve(true);
      return new Promise(() => undefined);
    };
    // a page that was just loaded again may still be letting go
    const wish = steal ? { steal } : { signal: AbortSignal.timeout(LETTING_GO_MS) };
    navigator.locks.request(LOCK, wish, hold).catch(() => {
      if (!had) return resolve(false);
      // another tab has taken over: what was acknowledged is flushed, so letting go at once loses nothing
      disk?.close();
      tell("taken");
      close();
    });
  });
}

/** A worker beside this one. */
function helper(base: string, { packs, given: start }: Started) {
  return (hear: PyObject) => {
    const heard = hear.copy();
    const given = new Set<string>();
    const worker = new Worker(new URL("./thinking_worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: [said, worked] }) => heard(said, worked);
    worker.onerror = () => heard("", "");
    worker.postMessage(["start", base, start]);
    return {
      ask: (job: string, seconds: number) => {
        // what has come here need not be fetched there
        for (const [name, packed] of packs.here) if (!given.has(name)) worker.postMessage(["pack", name, packed]);
        for (const name of packs.here.keys()) given.add(name);
        worker.postMessage(["ask", job, seconds]);
      },
      end: () => {
        worker.terminate();
        heard.destroy();
      },
    };
  };
}

async function opened(base: string, started: Started): Promise<PyObject> {
  const { python } = started;
  const kept = await keptFiles();
  disk = new Disk(python.FS, kept);
  disk.mount(DATA);
  if (kept.size === 0) tell("unkept");
  else if (kept.get(DATABASE)?.getSize() === 0) tell("fresh");
  const keep = async (): Promise<void> => disk?.flush();
  return await python.runPython(OPEN)(`${DATA}/${DATABASE}`, keep, helper(base, started), tell);
}

async function begin(base: string, steal: boolean): Promise<void> {
  try {
    if (!(await held(steal))) return tell("elsewhere");
    house = await opened(base, await startPython(base, (bytes) => tell("loaded", bytes)));
    tell("open");
    for (const message of early.splice(0)) pass(message);
  } catch (fault) {
    disk?.close();
    tell("failed", wordsOf(fault));
  }
}

function pass(message: ToHouse): void {
  const [kind, ...rest] = message;
  house.bridge[kind](...rest);
}

addEventListener("message", ({ data }: MessageEvent<["begin", string, boolean] | ToHouse>) => {
  if (data[0] === "begin") void begin(data[1], data[2]);
  else if (house === undefined) early.push(data);
  else pass(data);
});
