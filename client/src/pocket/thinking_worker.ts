// A worker of the server of this page: an interpreter of its own for bots, hints and whatever takes its time.
import type { Packs } from "./parts";
import { type Given, type PyObject, startPython } from "./python";

type Asked = ["start", string, Given] | ["pack", string, Uint8Array] | ["ask", string, number];

const THINK = "import gc; from brickfield.pocket.thinking import answer; gc.freeze(); answer";

const early: Asked[] = [];
let answer: PyObject;
let packs: Packs;

const say = (said: string, data: string): void => postMessage([said, data]);

async function start(base: string, given: Given): Promise<void> {
  try {
    const started = await startPython(base, given);
    answer = started.python.runPython(THINK);
    packs = started.packs;
    for (const asked of early.splice(0)) hear(asked);
  } catch {
    // whoever waits for this worker gets another one, or does without
    say("", "");
  }
}

function hear(asked: Asked): void {
  if (asked[0] === "start") void start(asked[1], asked[2]);
  else if (answer === undefined) early.push(asked);
  else if (asked[0] === "pack") packs.take(asked[1], asked[2]);
  else answer(asked[1], asked[2], say);
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => hear(data));
