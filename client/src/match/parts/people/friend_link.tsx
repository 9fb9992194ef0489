// A seat nobody has taken yet: the invitation for a friend, to copy or to withdraw, or a bot in the friend's place.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, Button, Copy, day, giveSeat, QrCode, SideMark, seats, sideName, toast } from "../../../kit";
import type { FreeSeat, LevelCard, SeatCard } from "../../../protocol";
import type { Room } from "../../room";

/** Gives an empty seat away, or says why not. */
async function free(room: Room, seat: number, give: FreeSeat["give"], level = ""): Promise<void> {
  const refusal = await giveSeat(room.match, seat, give, level);
  if (refusal) toast(refusal.sentence);
}

/** The bots people meet; random play is only a yardstick. */
function useBots(game: string): LevelCard[] {
  const bots = useSignal<LevelCard[]>([]);
  useEffect(() => {
    void api.games().then((reply) => {
      const levels = reply.ok ? (reply.value.find((one) => one.id === game)?.levels ?? []) : [];
      bots.value = levels.filter((level) => level.id !== "random");
    });
  }, [game, bots]);
  return bots.value;
}

/** What whoever set the battle up can do about an empty seat. */
function HostTools({ room, card, invited }: { room: Room; card: SeatCard; invited: boolean }) {
  const bots = useBots(room.store.welcome.value?.game ?? "");
  return (
    <details class="m-friend-tools">
      <summary>{invited ? "Change the invitation, or let a bot play" : "Invite somebody, or let a bot play"}</summary>
      <div class="m-friend-choices">
        <Button onClick={() => void free(room, card.seat, "link")} data-testid="new-invitation">
          {invited ? "Make a new invitation" : "Make an invitation"}
        </Button>
        {invited && (
          <Button onClick={() => void free(room, card.seat, "nobody")} data-testid="withdraw">
            Withdraw it
          </Button>
        )}
        {bots.map((bot) => (
          <Button
            key={bot.id}
            onClick={() => void free(room, card.seat, "bot", bot.id)}
            data-testid={`seat-bot-${bot.id}`}
          >
            {`Seat a bot: ${bot.title}`}
          </Button>
        ))}
      </div>
    </details>
  );
}

function FriendLink({ room, card }: { room: Room; card: SeatCard }) {
  const kept = seats.linksOf(room.match).find((one) => one.seat === card.seat);
  const link = kept ? seats.link(kept.secret) : "";
  const isHost = seats.isHost(room.match) && !room.store.spectator.value;
  return (
    <div class="k-box m-friend" data-testid="friend-link">
      <p>
        <SideMark side={card.seat} size={18} /> <b>{sideName(card.seat)}</b>{" "}
        {link || !isHost ? "is waiting for a friend." : "is empty, and nobody is invited."}
      </p>
      {link && (
        <>
          <p class="k-small k-muted m-link">{link}</p>
          <Copy text={link} label="Copy the invitation" testid="copy-link" />
          <QrCode address={link} label={`Invitation to the seat of ${sideName(card.seat)} as a QR code`} />
          <p class="k-tiny k-muted">
            It works once{kept?.until ? `, until ${day(kept.until)}` : ""}. Whoever sits down gets a link nobody else
            knows.
          </p>
        </>
      )}
      {isHost ? (
        <HostTools room={room} card={card} invited={link !== ""} />
      ) : (
        !link && <p class="k-small k-muted">Whoever set up this battle has the invitation.</p>
      )}
    </div>
  );
}

/** The invitations to all empty seats. */
export function FriendLinks({ room }: { room: Room }) {
  const open = room.store.seats.value.filter((card) => card.kind !== "bot" && !card.taken && !card.here);
  // an invitation that is made anew or withdrawn is shown at once
  void seats.links.value;
  if (room.store.view.value?.outcome) return null;
  return (
    <>
      {open.map((card) => (
        <FriendLink key={card.seat} room={room} card={card} />
      ))}
    </>
  );
}
