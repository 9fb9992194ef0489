// What the view tests share: a place to render into, waiting for what comes later, and answers of a server.
import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";
import { vi } from "vitest";

let host: HTMLElement | undefined;

/** Render into a fresh host in the document. */
export function show(view: ComponentChild): HTMLElement {
  clear();
  const made = document.createElement("div");
  document.body.append(made);
  host = made;
  act(() => render(view, made));
  return made;
}

export function clear(): void {
  if (host) render(null, host);
  host?.remove();
  host = undefined;
}

/** Let effects, promises and their views come to rest. */
export async function settle(rounds = 6): Promise<void> {
  for (let i = 0; i < rounds; i += 1) {
    await act(async () => {
      await new Promise((done) => setTimeout(done, 0));
    });
  }
}

/** Waits until a claim holds. Nothing takes a second on an idle machine; a busy one is no fault of the page. */
export function soon<T>(claim: () => T): Promise<T> {
  return vi.waitFor(claim, { timeout: 30_000 });
}

/** The element with this test id. */
export function byId(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
  if (!found) throw new Error(`nothing has the test id ${id}`);
  return found;
}

/** A button or link by its words. */
export function byWords(words: string): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>("button, a, summary")];
  const found = all.find((one) => one.textContent?.includes(words));
  if (!found) throw new Error(`nothing to press says "${words}"`);
  return found;
}

export async function press(target: HTMLElement): Promise<void> {
  act(() => target.click());
  await settle();
}

type Call = { path: string; body: unknown };

/** A server of canned answers by path; what was asked is kept. A status other than 200 is given as [status, body]. */
export function answering(answers: Record<string, unknown>): Call[] {
  const calls: Call[] = [];
  const reply = async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = String(input).split("?")[0] ?? "";
    calls.push({ path, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    const answer = answers[path];
    if (answer === undefined) return new Response("", { status: 404 });
    const [status, body] = Array.isArray(answer) && typeof answer[0] === "number" ? answer : [200, answer];
    return new Response(JSON.stringify(body), { status });
  };
  vi.stubGlobal("fetch", vi.fn(reply));
  return calls;
}
