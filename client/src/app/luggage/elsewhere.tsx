// The way from this edition to the other one: from a server to the folder that needs none, and from there to a server.
import { useEffect, useState } from "preact/hooks";
import { api, Button } from "../../kit";

/** What somebody types as a server, as an address to go to; "" when it is none. */
export function serverAddress(typed: string): string {
  const words = typed.trim();
  const isNamed = /^[a-z][a-z0-9+.-]*:\/\//i.test(words);
  try {
    const address = new URL(isNamed ? words : `https://${words}`);
    const isWeb = address.protocol === "https:" || address.protocol === "http:";
    return words && isWeb ? new URL("/", address).href : "";
  } catch {
    return "";
  }
}

/** In the folder that needs no server: friends by link and watchers need one. */
export function ToServer() {
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const leave = (event: Event) => {
    event.preventDefault();
    const address = serverAddress(typed);
    setIsWrong(!address);
    if (address) location.assign(address);
  };
  return (
    <form class="k-row k-wrap" onSubmit={leave} data-testid="to-server">
      <label for="server-address">A friend by link, or somebody who watches, needs a server. Its address:</label>
      <input
        id="server-address"
        class="k-field"
        placeholder="brickfield.example.org"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">Go there</Button>
      {isWrong && <span role="alert">This is no address of a server.</span>}
    </form>
  );
}

/** At a server that has the other edition. */
export function ToPocket() {
  const [address, setAddress] = useState("");
  useEffect(() => {
    api.pocket().then((reply) => setAddress(reply.ok ? (reply.value.address ?? "") : ""));
  }, []);
  if (!address) return null;
  return (
    <p data-testid="to-pocket">
      <a href={address}>Play without this server</a>: everything that needs no second device plays in the browser
      itself, also offline. Install it from there to take it along.
    </p>
  );
}
