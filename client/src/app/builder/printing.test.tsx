// Printing waits for what is on the way, and prints once.
import { signal } from "@preact/signals";
import { afterEach, expect, it, vi } from "vitest";
import { byId, clear, press, settle, show } from "../../kit/testing";
import { usePrinting } from "./printing";

const isReady = signal(false);

function Paper() {
  const print = usePrinting(isReady.value);
  return <button type="button" onClick={print} data-testid="print" />;
}

async function becomes(ready: boolean): Promise<void> {
  isReady.value = ready;
  await settle();
}

/** Ctrl+P; whether the browser prints by itself. */
function shortcut(): boolean {
  return dispatchEvent(new KeyboardEvent("keydown", { key: "p", ctrlKey: true, cancelable: true }));
}

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it("waits until all is there, by the button and by Ctrl+P, and prints once", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  show(<Paper />);
  for (const ask of [async () => press(byId("print")), async () => expect(shortcut()).toBe(false)]) {
    print.mockClear();
    await becomes(false);
    await ask();
    await settle();
    expect(print).not.toHaveBeenCalled();
    await becomes(true);
    expect(print).toHaveBeenCalledTimes(1);
    await becomes(false);
    await becomes(true);
    expect(print).toHaveBeenCalledTimes(1);
    // with all there the browser's own shortcut is left alone
    expect(shortcut()).toBe(true);
  }
});
