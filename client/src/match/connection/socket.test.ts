import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnswerMessage, AnyDown, Hello } from "../../protocol";
import { FakeSocket } from "../testing";
import { DEAD_MS, type Line, openLine, type Pending, type Reach, UNHEARD, waitBefore } from "./socket";

const welcome = { type: "welcome" } as AnyDown;
let reach: Reach[];
let pending: (Pending | null)[];
let heard: AnyDown[];
let line: Line;

const newest = (): FakeSocket => FakeSocket.made.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  FakeSocket.silent = true;
  reach = [];
  pending = [];
  heard = [];
  line = openLine({
    url: "ws://table/ws",
    match: "m1",
    secrets: ["s".repeat(22)],
    last: () => 7,
    hear: (message) => heard.push(message),
    reach: (state) => reach.push(state),
    pending: (one) => pending.push(one),
    open: () => new FakeSocket() as unknown as WebSocket,
  });
  newest().opens();
  newest().tells(welcome);
});

afterEach(() => {
  line.close();
  FakeSocket.silent = false;
  vi.useRealTimers();
});

describe("the line to a match", () => {
  it("says hello with the last update it has", () => {
    const hello = newest().sent[0] as Hello;
    expect(hello).toMatchObject({ type: "hello", protocol: 1, match: "m1", last: 7 });
    expect(reach).toEqual(["open"]);
  });

  it("keeps an answer until the server has written it down", () => {
    expect(line.command(0, 7, { answer: "end_movement" })).toBe(true);
    const [command] = newest().of("command") as AnswerMessage[];
    expect(pending.at(-1)?.sent).toBe(true);
    newest().tells({ type: "accepted", id: command?.id ?? "", seq: 8, first_roll: -1 });
    expect(pending.at(-1)).toBeNull();
  });

  it("takes one answer at a time", () => {
    expect(line.command(0, 7, { answer: "end_movement" })).toBe(true);
    expect(line.command(0, 7, { answer: "concede" })).toBe(false);
    expect(newest().of("command")).toHaveLength(1);
  });

  it("sends an unacknowledged answer again once after each return, with the same id", () => {
    line.command(0, 7, { answer: "end_movement" });
    const first = newest().of("command")[0] as AnswerMessage;
    newest().breaks();
    expect(reach.at(-1)).toBe("lost");
    vi.advanceTimersByTime(300);
    expect(FakeSocket.made).toHaveLength(2);
    newest().opens();
    expect(newest().of("command")).toHaveLength(0);
    newest().tells(welcome);
    expect(newest().of("command")).toEqual([first]);
    newest().tells({ type: "accepted", id: first.id, seq: 8, first_roll: -1 });
    newest().breaks();
    vi.advanceTimersByTime(300);
    newest().opens();
    newest().tells(welcome);
    expect(newest().of("command")).toHaveLength(0);
  });

  it("queues one answer given while the line was down and sends it once", () => {
    newest().breaks();
    expect(line.command(0, 7, { answer: "end_movement" })).toBe(true);
    expect(pending.at(-1)?.sent).toBe(false);
    expect(line.command(0, 7, { answer: "concede" })).toBe(false);
    vi.advanceTimersByTime(9000);
    newest().opens();
    newest().tells(welcome);
    expect(newest().of("command")).toHaveLength(1);
  });

  it("tells within two seconds that nothing is heard any more", () => {
    for (let second = 0; second < 2; second += 1) vi.advanceTimersByTime(1000);
    expect(reach.at(-1)).toBe("lost");
    newest().tells({ type: "pong" });
    expect(reach.at(-1)).toBe("open");
  });

  it("gives a silent socket up and opens another", () => {
    for (let second = 0; second <= DEAD_MS / 1000 + 2; second += 1) vi.advanceTimersByTime(1000);
    expect(FakeSocket.made.length).toBeGreaterThan(1);
  });

  it("does not come back when the seat was taken over", () => {
    newest().tells({ type: "bye", reason: "taken_over", sentence: "Another device has this seat." });
    expect(reach.at(-1)).toBe("closed");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("answers questions by id, and as unheard when the line breaks", async () => {
    const one = line.ask(0, "suggest", { n: 3 });
    const other = line.ask(0, "aim", {});
    const [first] = newest().of("ask");
    newest().tells({ type: "told", id: first && "id" in first ? first.id : "", result: [1] });
    expect(await one).toEqual([1]);
    newest().breaks();
    expect(await other).toBe(UNHEARD);
  });

  it("a late close of an old socket does not touch the new one", () => {
    const old = newest();
    old.breaks();
    vi.advanceTimersByTime(9000);
    newest().opens();
    newest().tells(welcome);
    const count = FakeSocket.made.length;
    old.breaks();
    vi.advanceTimersByTime(500);
    expect(FakeSocket.made).toHaveLength(count);
    expect(reach.at(-1)).toBe("open");
  });

  it("waits longer after each failure, never two browsers alike", () => {
    expect(waitBefore(0, 0)).toBe(125);
    expect(waitBefore(0, 1)).toBe(250);
    expect(waitBefore(20, 1)).toBe(8000);
    expect(waitBefore(3, 0.2)).not.toBe(waitBefore(3, 0.8));
  });
});
