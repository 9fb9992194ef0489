// The ring of a reaction's time: its seconds, its arc and what is said aloud.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Laid, layTable, update } from "../testing";
import { spokenTime, TimeRing } from "./time_ring";

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
  expect([31, 11, 10, 7, 5, 1, 0].map(spokenTime)).toEqual([
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
  await act(() => laid.room.store.show(update(2, { clock: { seconds: 30, left: 12 } })));
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
