// The way from a server to the folder that needs none.
import { useEffect, useState } from "preact/hooks";
import { api } from "../../kit";

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
