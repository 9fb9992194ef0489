// The way from the edition without a server to one: what needs a second device says so, and goes to an address.
import { useId, useState } from "preact/hooks";
import { Button } from "./button";

/** What somebody types as a server, as an address to go to; "" when it is none. */
export function serverAddress(typed: string, path = "/"): string {
  const words = typed.trim();
  const isNamed = /^[a-z][a-z0-9+.-]*:\/\//i.test(words);
  try {
    const address = new URL(isNamed ? words : `https://${words}`);
    const isWeb = address.protocol === "https:" || address.protocol === "http:";
    // some browsers take a sentence for a name
    const isName = isWeb && !/[\s%]/.test(words + address.hostname);
    return words && isName ? new URL(path, address).href : "";
  } catch {
    return "";
  }
}

// The server somebody went to last is proposed.
const LAST = "brickfield.server";

function last(): string {
  try {
    return localStorage.getItem(LAST) ?? "";
  } catch {
    return "";
  }
}

function remember(typed: string): void {
  try {
    localStorage.setItem(LAST, typed);
  } catch {
    // then it is typed again
  }
}

/** Says what needs a server, and goes to one: to the page `path` of it. */
export function ToServer({ words, path }: { words: string; path?: string }) {
  const id = useId();
  const [typed, setTyped] = useState(last);
  const [isWrong, setIsWrong] = useState(false);
  const leave = (event: Event) => {
    event.preventDefault();
    const address = serverAddress(typed, path);
    setIsWrong(!address);
    if (!address) return;
    remember(typed.trim());
    location.assign(address);
  };
  return (
    <form class="k-to-server" onSubmit={leave} data-testid="to-server">
      <label for={id}>{words} Its address:</label>
      <input
        id={id}
        class="k-field"
        placeholder="brickfield.example.org"
        inputMode="url"
        autoCapitalize="none"
        spellcheck={false}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">Go there</Button>
      {isWrong && <span role="alert">This is no address of a server.</span>}
    </form>
  );
}
