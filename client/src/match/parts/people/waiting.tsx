// The panel when nothing is asked of this browser: loading, waiting for a friend, waiting for the other side.
import { Button, SideMark, Skeleton } from "../../../kit";
import { keyFor } from "../../keys";
import type { Room } from "../../room";
import { seatName } from "../../words";
import { AskPanel } from "../ask_panel";

/** "waiting for Orange": who is asked now, without saying what. The table that is shown may be older than that. */
export function waitingWords(room: Room): string {
  const { latest, welcome, seats } = room.store;
  const mine = welcome.value?.yours ?? [];
  const others = (latest.value?.view.waiting_for ?? []).filter((seat) => !mine.includes(seat));
  const names = others.map((seat) => seatName(seats.value, seat));
  if (names.length > 0) return `Waiting for ${names.join(" and ")}`;
  const late = missingParts(room).map((card) => seatName(seats.value, card.seat));
  return late.length > 0 ? `The dice wait for ${late.join(" and ")}` : "One moment";
}

/** Whose part the dice still wait for, before the first of them falls. */
function missingParts(room: Room) {
  const { welcome, seats, latest } = room.store;
  const parts = (latest.value?.seq ?? 0) > 1 ? [] : (welcome.value?.parts ?? []);
  return seats.value.filter((card) => parts.includes(card.seat) && !card.stirred);
}

/** How far a bot is that looks ahead. */
function Pondering({ room }: { room: Room }) {
  const { thinking, seats } = room.store;
  const now = thinking.value;
  if (now === null) return null;
  const words = `${seatName(seats.value, now.seat)} is thinking`;
  return (
    <div class="m-pondering" data-testid="pondering">
      <span class="k-small">{`${words}, ${Math.round(100 * now.share)} %`}</span>
      <progress max={1} value={now.share} aria-label={words} />
    </div>
  );
}

export function WaitingPanel({ room }: { room: Room }) {
  const { store } = room;
  if (store.bye.value && store.reach.value === "closed") return null;
  if (!store.welcome.value || !store.view.value)
    return (
      <AskPanel room={room} title="The table is being laid">
        <Skeleton rows={4} awaiting="Waiting for the server to send the table." />
      </AskPanel>
    );
  return (
    <AskPanel
      room={room}
      brief
      title={store.spectator.value ? "Watching" : waitingWords(room)}
      foot={
        room.theatre.playing.value && (
          <Button kind="plain" keys={keyFor("skip")} onClick={() => room.theatre.skip()}>
            Skip
          </Button>
        )
      }
    >
      <p class="k-small k-muted">
        {store.spectator.value
          ? `${waitingWords(room)}. You see what everybody may see.`
          : "You can look around, measure and read the rules meanwhile."}
      </p>
      <Pondering room={room} />
      <ul class="m-seats">
        {store.seats.value.map((card) => (
          <li key={card.seat} class="k-row k-small">
            <SideMark side={card.seat} size={18} quiet />
            <span class="k-grow">
              {seatName(store.seats.value, card.seat)}
              {card.army && <span class="k-muted">{`, ${card.army}`}</span>}
            </span>
            <span class="k-tiny k-muted">
              {card.kind === "bot" ? "bot" : card.here ? "here" : card.taken ? "away" : "empty"}
            </span>
          </li>
        ))}
      </ul>
    </AskPanel>
  );
}
