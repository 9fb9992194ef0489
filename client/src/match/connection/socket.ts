// The line to a match: one socket that comes back by itself, and at most one answer on its way.
import type { Wire } from "../../kit";
import { type AnswerMessage, type AnyDown, type AnyUp, PROTOCOL, type TakeBack, type Utter } from "../../protocol";

export type Reach = "connecting" | "open" | "lost" | "closed";

/** An answer on its way: `sent` once it left this browser, cleared when the server has written it down or refused. */
export type Pending = { id: string; message: AnswerMessage | TakeBack; sent: boolean };

export type LineOptions = {
  url: string;
  match: string;
  secrets: readonly string[];
  /** the last update this browser has */
  last: () => number;
  hear: (message: AnyDown) => void;
  reach: (reach: Reach) => void;
  pending: (pending: Pending | null) => void;
  open: (url: string) => Wire;
};

export interface Line {
  command(seat: number, seq: number, answer: Record<string, unknown>): boolean;
  takeBack(seat: number, seq: number): boolean;
  ask(seat: number, query: string, about: Record<string, unknown>): Promise<unknown>;
  say(seat: number, seq: number, line: string): Promise<unknown>;
  /** the page of the log that ends with this update */
  earlier(before: number): Promise<unknown>;
  leaveOrders(seat: number, orders: Record<string, string>): boolean;
  /** one of the stock phrases; what comes of it is told as a refusal or not at all */
  utter(seat: number, phrase: Utter["phrase"]): void;
  /** a bot for somebody who is away: proposed, or agreed to */
  standIn(seat: number, absent: number, level: string): Promise<unknown>;
  /** the own seat back from the bot that plays for it */
  takeSeat(seat: number): Promise<unknown>;
  /** adds to the dice; lost when the line is down, and said again after the next welcome */
  stir(seat: number, part: { promise: string } | { seed: string }): void;
  close(): void;
}

/** What an ask gives when the line was cut before the answer came. */
export const UNHEARD = Symbol("unheard");

export const PING_MS = 1000;
/** after so long without a word people are told; after DEAD_MS the socket is given up */
export const SILENCE_MS = 1900;
export const DEAD_MS = 6000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** reasons after which the server would only refuse again */
const FINAL = new Set(["taken_over", "not_yours"]);

/** A fresh id for a message. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** How long to wait before the next try: doubling, with jitter so that a crowd does not return at once. */
export function waitBefore(attempt: number, chance: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(longest * (0.5 + chance / 2));
}

class SocketLine implements Line {
  private socket: Wire | null = null;
  private state: Reach = "connecting";
  private attempt = 0;
  private heard = Date.now();
  private ticked = Date.now();
  private closed = false;
  private answer: Pending | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly pulse: ReturnType<typeof setInterval>;
  private readonly waiting = new Map<string, (result: unknown) => void>();
  private readonly offline = (): void => this.lose();
  private readonly online = (): void => this.connect();

  constructor(private readonly options: LineOptions) {
    this.pulse = setInterval(() => this.beat(), PING_MS);
    window.addEventListener("offline", this.offline);
    window.addEventListener("online", this.online);
    this.connect();
  }

  command(seat: number, seq: number, answer: Record<string, unknown>): boolean {
    return this.submit({ type: "command", id: freshId(), seat, seq, answer });
  }

  takeBack(seat: number, seq: number): boolean {
    return this.submit({ type: "take_back", id: freshId(), seat, seq });
  }

  ask(seat: number, query: string, about: Record<string, unknown>): Promise<unknown> {
    return this.expect({ type: "ask", id: freshId(), seat, query, about });
  }

  say(seat: number, seq: number, line: string): Promise<unknown> {
    return this.expect({ type: "say", id: freshId(), seat, seq, line });
  }

  earlier(before: number): Promise<unknown> {
    return this.expect({ type: "earlier", id: freshId(), before });
  }

  /** False while the line is down: orders are not kept for later, the list still shows those that stand. */
  leaveOrders(seat: number, orders: Record<string, string>): boolean {
    if (this.state !== "open") return false;
    this.put({ type: "leave_orders", id: freshId(), seat, orders });
    return true;
  }

  utter(seat: number, phrase: Utter["phrase"]): void {
    this.put({ type: "utter", id: freshId(), seat, phrase });
  }

  standIn(seat: number, absent: number, level: string): Promise<unknown> {
    return this.expect({ type: "stand_in", id: freshId(), seat, absent, level });
  }

  takeSeat(seat: number): Promise<unknown> {
    return this.expect({ type: "take_seat", id: freshId(), seat });
  }

  stir(seat: number, part: { promise: string } | { seed: string }): void {
    this.put({ type: "stir", id: freshId(), seat, ...part });
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pulse);
    clearTimeout(this.retry);
    window.removeEventListener("offline", this.offline);
    window.removeEventListener("online", this.online);
    this.drop();
    this.become("closed");
  }

  private submit(message: AnswerMessage | TakeBack): boolean {
    if (this.answer !== null || this.closed) return false;
    this.keep({ id: message.id, message, sent: false });
    if (this.state === "open") this.transmit();
    return true;
  }

  /** Sends the answer on its way; after each return once more, as its id makes a repeat harmless. */
  private transmit(): void {
    if (this.answer === null) return;
    this.keep({ ...this.answer, sent: true });
    this.put(this.answer.message);
  }

  private keep(pending: Pending | null): void {
    this.answer = pending;
    this.options.pending(pending);
  }

  private expect(message: Extract<AnyUp, { id: string }>): Promise<unknown> {
    if (this.state !== "open") return Promise.resolve(UNHEARD);
    return new Promise((resolve) => {
      this.waiting.set(message.id, resolve);
      this.put(message);
    });
  }

  private put(message: AnyUp): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    if (this.closed || this.socket !== null) return;
    clearTimeout(this.retry);
    const socket = this.options.open(this.options.url);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      const { match, secrets, last } = this.options;
      this.put({ type: "hello", protocol: PROTOCOL, match, secrets: [...secrets], last: last() });
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(String(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private receive(text: string): void {
    this.heard = Date.now();
    if (this.state === "lost") this.become("open");
    const message = JSON.parse(text) as AnyDown;
    if (message.type === "welcome") {
      this.attempt = 0;
      this.become("open");
    }
    this.options.hear(message);
    this.settle(message);
  }

  private settle(message: AnyDown): void {
    if (message.type === "told") {
      this.waiting.get(message.id)?.(message.result);
      this.waiting.delete(message.id);
    } else if (message.type === "refused" && this.waiting.has(message.id)) {
      this.waiting.get(message.id)?.(message.refusal);
      this.waiting.delete(message.id);
    } else if ((message.type === "accepted" || message.type === "refused") && message.id === this.answer?.id) {
      this.keep(null);
    } else if (message.type === "bye" && FINAL.has(message.reason)) {
      this.close();
    } else if (message.type === "welcome") {
      this.transmit();
    }
  }

  private beat(): void {
    const now = Date.now();
    // A page that was asleep or busy has not read its post yet: silence counts only while we listened.
    const asleep = now - this.ticked > PING_MS * 2;
    this.ticked = now;
    if (asleep) this.heard = now;
    if (this.socket === null) return;
    this.put({ type: "ping" });
    if (now - this.heard > DEAD_MS) this.lose();
    else if (now - this.heard > SILENCE_MS && this.state === "open") this.become("lost");
  }

  private lose(): void {
    this.drop();
    if (this.closed) return;
    this.become("lost");
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), waitBefore(this.attempt, Math.random()));
    this.attempt += 1;
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    for (const resolve of this.waiting.values()) resolve(UNHEARD);
    this.waiting.clear();
    socket?.close();
  }

  private become(state: Reach): void {
    if (state === this.state) return;
    this.state = state;
    this.options.reach(state);
  }
}

/** Opens the line to a match and keeps it. */
export function openLine(options: LineOptions): Line {
  return new SocketLine(options);
}
