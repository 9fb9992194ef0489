import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { House } from "./house";
import type { FromHouse } from "./post";

class FakeWorker {
  posted: unknown[][] = [];
  ended = false;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage(message: unknown[]): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  says(...message: FromHouse): void {
    this.onmessage?.(new MessageEvent("message", { data: message }));
  }
}

let workers: FakeWorker[];
let house: House;
const newest = (): FakeWorker => workers.at(-1) as FakeWorker;

beforeEach(() => {
  workers = [];
  house = new House("http://host/place/", () => {
    workers.push(new FakeWorker());
    return newest() as unknown as Worker;
  });
  const files: Record<string, string> = {
    "http://host/place/said/index.json": '{"/api/games":"said/a.json"}',
    "http://host/place/said/a.json": '["games"]',
  };
  vi.stubGlobal(
    "fetch",
    vi.fn(async (address: string) => new Response(files[address] ?? "", { status: files[address] ? 200 : 404 })),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("what never changes is read from a file and wakes nobody", async () => {
  const reply = await house.fetch("/api/games");
  expect(await reply.json()).toEqual(["games"]);
  expect(workers).toEqual([]);
});

test("a request wakes the server and gets its own answer", async () => {
  const first = house.fetch("/api/tables", { method: "POST", body: "{}" });
  const second = house.fetch("/api/dice/try", { method: "POST", body: "[]" });
  await vi.waitFor(() => expect(newest()?.posted.length).toBe(3));
  expect(newest().posted).toEqual([
    ["begin", "http://host/place/", false],
    ["request", 1, "POST", "/api/tables", "{}"],
    ["request", 2, "POST", "/api/dice/try", "[]"],
  ]);
  newest().says("response", 2, 200, '{"content-type":"application/json"}', "2");
  newest().says("response", 1, 404, "{}", "1");
  expect([(await first).status, await (await first).text()]).toEqual([404, "1"]);
  expect([(await second).status, await (await second).text()]).toEqual([200, "2"]);
});

test("a socket opens, hears, and is lost when another tab takes over", async () => {
  const heard: string[] = [];
  const wire = house.open("ws://host/ws");
  wire.onopen = () => heard.push("opened");
  wire.onmessage = (event) => heard.push(String(event.data));
  wire.onclose = (event) => heard.push(`closed ${event.code}`);
  wire.send("too early");
  newest().says("opened", 1);
  wire.send("hello");
  newest().says("message", 1, "welcome");
  newest().says("taken");
  expect(heard).toEqual(["opened", "welcome", "closed 1006"]);
  expect(newest().posted.slice(1)).toEqual([
    ["open", 1, "/ws"],
    ["message", 1, "hello"],
  ]);
  expect(newest().ended).toBe(true);
  expect(house.standing.value).toBe("taken");
  await expect(house.fetch("/api/tables", { method: "POST", body: "{}" })).rejects.toThrow(TypeError);
});

test("who asked a server that has gone is told so, and a new one begins with the battles", async () => {
  const asked = house.fetch("/api/tables", { method: "POST", body: "{}" });
  await vi.waitFor(() => expect(newest()?.posted.length).toBe(2));
  newest().says("failed", "no memory");
  await expect(asked).rejects.toThrow(TypeError);
  expect(house.fault.value).toBe("no memory");
  house.begin(true);
  expect(workers.length).toBe(2);
  expect(newest().posted).toEqual([["begin", "http://host/place/", true]]);
  expect(house.standing.value).toBe("coming");
});
