// A seat nobody has taken yet: the link for a friend, to copy.
import { Copy, QrCode, SideMark, seats, sideName } from "../../kit";
import type { SeatCard } from "../../protocol";
import type { Room } from "../room";

function FriendLink({ room, card }: { room: Room; card: SeatCard }) {
  const kept = seats.linksOf(room.match).find((one) => one.seat === card.seat);
  const link = kept ? seats.link(kept.secret) : "";
  return (
    <div class="k-box" data-testid="friend-link">
      <p>
        <SideMark side={card.seat} size={18} /> <b>{sideName(card.seat)}</b> is waiting for a friend.
      </p>
      {link ? (
        <>
          <p class="k-small k-muted m-link">{link}</p>
          <Copy text={link} label="Copy link" testid="copy-link" />
          <QrCode address={link} label={`Link to the seat of ${sideName(card.seat)} as a QR code`} />
        </>
      ) : (
        <p class="k-small k-muted">Whoever set up this battle has the link.</p>
      )}
    </div>
  );
}

/** The links of all empty seats. */
export function FriendLinks({ room }: { room: Room }) {
  const open = room.store.seats.value.filter((card) => card.kind !== "bot" && !card.taken && !card.here);
  if (room.store.view.value?.outcome) return null;
  return (
    <>
      {open.map((card) => (
        <FriendLink key={card.seat} room={room} card={card} />
      ))}
    </>
  );
}
