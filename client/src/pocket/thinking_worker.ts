// A worker of the server of this page: an interpreter of its own for bots, hints and whatever takes its time.
import { type PyObject, startPython } from "./python";

const THINK = "import gc; from brickfield.pocket.thinking import answer; gc.freeze(); answer";

const early: [string, number][] = [];
let answer: PyObject;

const say = (said: string, data: string): void => postMessage([said, data]);

async function start(base: string): Promise<void> {
  try {
    const python = await startPython(base);
    answer = python.runPython(THINK);
    for (const [job, seconds] of early.splice(0)) answer(job, seconds, say);
  } catch {
    // whoever waits for this worker gets another one, or does without
    say("", "");
  }
}

addEventListener("message", ({ data }: MessageEvent<["start", string] | ["ask", string, number]>) => {
  if (data[0] === "start") void start(data[1]);
  else if (answer === undefined) early.push([data[1], data[2]]);
  else answer(data[1], data[2], say);
});
