// A place on a page for the tests of view parts: made before each of them, cleared after it.
import { render } from "preact";
import { afterEach, beforeEach } from "vitest";

/** `use` hears where to draw, `close` ends what was drawn there. */
export function onPage(use: (host: HTMLElement) => void, close: () => void): void {
  let host: HTMLElement;
  beforeEach(() => {
    host = document.createElement("div");
    document.body.append(host);
    use(host);
  });
  afterEach(() => {
    close();
    render(null, host);
    host.remove();
  });
}
