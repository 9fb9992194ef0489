// The ring of a reaction's time: its seconds, its arc and what is said aloud.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Laid, layTable, update } from "../../testing";
import { shortTime, spokenTime, TimeRing, timeWords } from "./time_ring";

const OF_WINDOW = { seats: [], agreed: "", after: "" };
let host: HTMLElement;
let laid: Laid;
const find = (id: string): HTMLElement | null => host.querySelector(`[data-testid="${id}"]`);
const offset = (): number => Number(host.querySelector("circle.left")?.getAttribute("stroke-dashoffset"));

beforeEach(async () => {
  host = document.createElement("div");
  laid = await layTable(null);
});
afterEach(() => {
  vi.useRealTimers();
  render(null, host);
  laid.room.close();
});

it("is told at ten and at five seconds, and no more than that", () => {
  expect([31, 11, 10, 7, 5, 1, 0].map((seconds) => spokenTime(seconds))).toEqual([
    "",
    "",
    "10 seconds left, then it passes.",
    "10 seconds left, then it passes.",
    "5 seconds left, then it passes.",
    "5 seconds left, then it passes.",
    "",
  ]);
});

it("runs out with the clock of the window; without one there is none", async () => {
  vi.useFakeTimers();
  await act(() => render(<TimeRing room={laid.room} />, host));
  expect(find("time-left")).toBeNull();
  await act(() => laid.room.store.show(update(2, { clock: { ...OF_WINDOW, seconds: 30, left: 12 } })));
  expect(host.querySelector("text")?.textContent).toBe("12");
  const before = offset();
  expect(find("time-told")?.textContent).toBe("");
  await act(() => void vi.advanceTimersByTime(2500));
  expect(host.querySelector("text")?.textContent).toBe("10");
  expect(offset()).toBeGreaterThan(before);
  expect(find("time-told")?.textContent).toContain("10 seconds");
  await act(() => void vi.advanceTimersByTime(20_000));
  expect(find("time-left")?.dataset.seconds).toBe("0");
});

it("says of an agreed clock whose it is and what is answered then, in days as in seconds", async () => {
  vi.useFakeTimers();
  expect([9, 99, 100, 3599, 7200, 86_400, 259_200].map(shortTime)).toEqual([
    ...["9", "99", "1:40", "59:59", "2 h", "24 h", "3 d"],
  ]);
  expect(timeWords(259_200)).toBe("3 days left");
  await act(() => render(<TimeRing room={laid.room} />, host));
  const clock = { seconds: 60, left: 31, seats: [0], agreed: "minute", after: "End movement" };
  await act(() => laid.room.store.show(update(2, { clock })));
  expect(host.querySelector("[role=timer]")?.textContent).toBe("then End movement");
  expect(find("time-left")?.className).not.toContain("short");
  await act(() => void vi.advanceTimersByTime(1500));
  expect(find("time-left")?.className).toContain("short");
  expect(find("time-told")?.textContent).toBe("30 seconds left, then End movement.");
  await act(() => laid.room.store.show(update(3, { clock: { ...clock, seats: [1], after: "" } })));
  expect(host.querySelector("[role=timer]")?.textContent).toContain("the table answers");
});
