// An offer of a draw that lies on the table: whose it is, and a button to agree.
import { Handshake } from "lucide-preact";
import { Button, SideMark, sideName } from "../../../kit";
import type { SeatTable } from "../../../protocol";
import type { Room } from "../../room";

/** The seats that are content with a draw. */
export function offersOf(view: Pick<SeatTable, "facts"> | null): number[] {
  return Object.entries(view?.facts ?? {}).flatMap(([name, value]) => {
    const seat = /^draw(\d)$/.exec(name)?.[1];
    return seat !== undefined && value === 1 ? [Number(seat)] : [];
  });
}

/** Agrees to a draw, or offers one. */
export const offerDraw = (room: Room): void => room.answer({ answer: "offer_draw" });

export function DrawOffer({ room }: { room: Room }) {
  const { store } = room;
  const view = store.view.value;
  const offers = offersOf(view);
  if (offers.length === 0 || view?.outcome) return null;
  const own = store.seat.value;
  const mine = offers.includes(own);
  const from = offers.find((seat) => seat !== own) ?? own;
  const others = offers.filter((seat) => seat !== own).map(sideName);
  const words = others.length > 1 ? `${others.join(" and ")} offer a draw.` : `${sideName(from)} offers a draw.`;
  return (
    <div class="k-box" role="status" data-testid="draw-offer">
      <p>
        <SideMark side={from} size={18} quiet /> {mine ? "You offer a draw." : <b>{words}</b>}{" "}
        <span class="k-small k-muted">{mine ? "It stands until your next answer." : "Play on to decline."}</span>
      </p>
      {!mine && own >= 0 && (
        <Button icon={Handshake} onClick={() => offerDraw(room)} data-testid="agree-draw">
          Agree to a draw
        </Button>
      )}
    </div>
  );
}
