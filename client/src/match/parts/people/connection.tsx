// The lines under the top bar while the connection is gone or the server is stuck, and the box when the server let go for good.
import { useSignal } from "@preact/signals";
import { TriangleAlert, WifiOff } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { ButtonLink, ErrorBox } from "../../../kit";
import type { Room } from "../../room";
import { lossWords } from "../../words";

export function ConnectionLine({ room }: { room: Room }) {
  const { lostAt, reach, pending, welcome, bye } = room.store;
  const now = useSignal(Date.now());
  const lost = lostAt.value > 0 && reach.value !== "closed" && welcome.value !== null;
  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 500);
    return () => clearInterval(timer);
  }, [lost, now]);
  if (!lost) return null;
  const seconds = Math.max(0, Math.round((now.value - lostAt.value) / 1000));
  const why = bye.value?.reason === "restarting" ? ` ${bye.value.sentence}` : "";
  return (
    <p class="m-connection" role="status" data-testid="connection">
      <WifiOff size={16} aria-hidden="true" /> {lossWords(seconds, pending.value !== null)}
      {why}
    </p>
  );
}

/** What the server itself cannot do at this table; people may still agree on a draw or give up. */
export function FaultLine({ room }: { room: Room }) {
  const sentence = room.store.fault.value;
  if (!sentence) return null;
  return (
    <p class="m-connection" role="status" data-testid="fault">
      <TriangleAlert size={16} aria-hidden="true" /> {sentence} You can take back, agree on a draw or give up.
    </p>
  );
}

/** What to say when this browser is no longer wanted here. */
export function ByeBox({ room }: { room: Room }) {
  const { bye, reach, welcome } = room.store;
  if (!bye.value || reach.value !== "closed") return null;
  const build = welcome.value?.build ?? "";
  return (
    <div class="m-bye" data-testid="bye">
      <ErrorBox
        sentence={bye.value.sentence}
        kept={
          welcome.value ? "The match goes on; nothing is lost." : "Ask whoever gave you this address for a new one."
        }
        retry={() => location.reload()}
        report={`match ${room.match}, build ${build}, ${bye.value.reason}`}
      />
      <ButtonLink to="/" kind="quiet">
        Go to the front page
      </ButtonLink>
    </div>
  );
}
