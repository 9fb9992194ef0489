// The server of this page, seen from the page: requests and sockets go to its worker instead of a network. What never
// changes lies as files beside the page and needs no server, so that it is there while the server is still coming.
import { signal } from "@preact/signals";
import type { Carrier, Wire } from "../kit";
import { NotFetched, wordsOf } from "./faults";
import { forgetFiles } from "./keeping";
import type { FromHouse, ToHouse } from "./post";

/** How far the server is. `elsewhere`: another tab has the battles; `taken`: it has taken them over. */
export type Standing = "asleep" | "coming" | "open" | "elsewhere" | "taken" | "failed" | "broken";

const AWAY = "The server of this page is not there.";
const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;
const LOST = 1006;

class HouseWire implements Wire {
  readyState = CONNECTING;
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;

  constructor(
    private readonly post: (message: ToHouse) => void,
    private readonly number: number,
  ) {}

  send(text: string): void {
    if (this.readyState === OPEN) this.post(["message", this.number, text]);
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.post(["close", this.number, 1000]);
  }

  opened(): void {
    this.readyState = OPEN;
    this.onopen?.(new Event("open"));
  }

  heard(text: string): void {
    if (this.readyState === OPEN) this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  ended(code: number): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.(new CloseEvent("close", { code }));
  }
}

export class House implements Carrier {
  readonly isNetwork = false;
  readonly standing = signal<Standing>("asleep");
  /** bytes of the program that have come */
  readonly loaded = signal(0);
  /** whether battles outlive this tab */
  readonly keeps = signal(true);
  readonly fault = signal("");
  /** battles that were saved from a damaged database, and those that were not */
  readonly saved = signal<[number, number] | null>(null);
  /** whether nothing was kept here when the server came */
  readonly isFresh = signal(false);
  private worker: Worker | undefined;
  private count = 0;
  private readonly waiting = new Map<
    number,
    { resolve: (response: Response) => void; reject: (fault: Error) => void }
  >();
  private said: Promise<Record<string, string>> | undefined;
  private readonly wires = new Map<number, HouseWire>();

  constructor(
    private readonly base: string,
    private readonly make: () => Worker,
  ) {}

  /** Let the server come; `steal` takes the battles away from another tab. */
  begin(steal = false): void {
    this.worker?.terminate();
    this.standing.value = "coming";
    this.fault.value = "";
    this.loaded.value = 0;
    const worker = this.make();
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromHouse>) => this.hear(data);
    // without a word it was never there: its script did not come
    worker.onerror = ({ message }) => this.hear(["failed", wordsOf(message || new NotFetched("no script"))]);
    worker.postMessage(["begin", this.base, steal]);
    this.leave();
  }

  /** Delete all battles; a server that knows of none comes in its place. */
  async forget(): Promise<void> {
    this.worker?.terminate();
    await forgetFiles();
    this.begin();
  }

  async fetch(path: string, init?: RequestInit): Promise<Response> {
    const said = init?.method === "POST" ? undefined : await this.saidBefore(path);
    if (said) return said;
    this.wake();
    if (this.isAway()) throw new TypeError(AWAY);
    this.count += 1;
    const number = this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.post(["request", number, init?.method ?? "GET", path, typeof init?.body === "string" ? init.body : ""]);
    });
  }

  open(url: string): Wire {
    this.wake();
    this.count += 1;
    const wire = new HouseWire((message) => this.post(message), this.count);
    this.wires.set(this.count, wire);
    if (this.isAway()) queueMicrotask(() => wire.ended(LOST));
    else this.post(["open", this.count, new URL(url).pathname]);
    return wire;
  }

  /** An answer that is the same for everybody and every day lies as a file beside the page. */
  private async saidBefore(path: string): Promise<Response | undefined> {
    this.said ??= fetch(`${this.base}said/index.json`).then((found) => found.json());
    const index = await this.said.catch(() => {
      this.said = undefined;
      return {} as Record<string, string>;
    });
    const file = index[path];
    const found = file ? await fetch(this.base + file) : undefined;
    return found?.ok ? found : undefined;
  }

  private wake(): void {
    if (this.standing.peek() === "asleep") this.begin();
  }

  private isAway(): boolean {
    return !["coming", "open", "broken"].includes(this.standing.peek());
  }

  /** Whoever asked a server that has gone is told so: an answer may or may not have been taken. */
  private leave(): void {
    for (const { reject } of this.waiting.values()) reject(new TypeError(AWAY));
    this.waiting.clear();
    for (const number of [...this.wires.keys()]) this.ended(number, LOST);
  }

  private post(message: ToHouse): void {
    this.worker?.postMessage(message);
  }

  private hear(message: FromHouse): void {
    if (message[0] === "response") this.answered(message[1], message[2], message[3], message[4]);
    else if (message[0] === "opened") this.wires.get(message[1])?.opened();
    else if (message[0] === "message") this.wires.get(message[1])?.heard(message[2]);
    else if (message[0] === "closed") this.ended(message[1], message[2]);
    else if (message[0] === "loaded") this.loaded.value += message[1];
    else if (message[0] === "unkept") this.keeps.value = false;
    else if (message[0] === "fresh") this.isFresh.value = true;
    else if (message[0] === "saved") this.saved.value = [message[2], message[3]];
    else if (message[0] === "broken") this.become("broken", message[2]);
    else if (message[0] === "failed") this.become("failed", message[1]);
    else this.become(message[0], "");
  }

  private answered(number: number, status: number, headers: string, text: string): void {
    const waiting = this.waiting.get(number);
    this.waiting.delete(number);
    waiting?.resolve(new Response(text, { status, headers: JSON.parse(headers) as Record<string, string> }));
  }

  private ended(number: number, code: number): void {
    this.wires.get(number)?.ended(code);
    this.wires.delete(number);
  }

  private become(standing: Standing, fault: string): void {
    this.standing.value = standing;
    this.fault.value = fault;
    if (!this.isAway()) return;
    this.worker?.terminate();
    this.worker = undefined;
    this.leave();
  }
}
