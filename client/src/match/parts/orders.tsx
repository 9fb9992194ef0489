// Standing orders: what is answered in a reaction window for a player who is away. Nobody else hears of them.
import { ClauseLink } from "../../kit";
import type { WindowFace } from "../../protocol";
import type { Room } from "../room";

/** Being asked needs no order. */
const ASK = "ask";

/** How an order comes to be given, by the pace of the match. */
function whenGiven(pace: string): string {
  if (pace === "slow") return "In this slow battle orders answer for you; where you leave none, you are waited for.";
  if (pace === "live") return "Orders answer for you when you are away or in a hurry. Nobody can tell them from you.";
  return "Orders answer for you at once.";
}

function OrderChoice({ face, chosen, choose }: { face: WindowFace; chosen: string; choose: (order: string) => void }) {
  const order = face.orders.find((one) => one.id === chosen);
  return (
    <div class="k-column">
      <span>
        <label for={`order-${face.kind}`}>{face.title}</label> <ClauseLink clause={face.clause} />
      </span>
      <select
        id={`order-${face.kind}`}
        class="k-field"
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
        data-testid={`order-${face.kind}`}
      >
        <option value={ASK}>Ask me</option>
        {face.orders.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </select>
      <span class="k-tiny k-muted">{order?.text ?? "You decide each time."}</span>
    </div>
  );
}

/** The orders of the seat at this browser; nothing in a game without reaction windows, or for a spectator. */
export function StandingOrders({ room }: { room: Room }) {
  const { store } = room;
  const welcome = store.welcome.value;
  const seat = store.seat.value;
  const mine = store.orders.value.find((one) => one.seat === seat);
  if (!welcome || welcome.windows.length === 0 || !mine) return null;
  const choose = (kind: string, order: string): void => room.leaveOrders(seat, { ...mine.orders, [kind]: order });
  return (
    <section class="m-menu k-box" data-testid="standing-orders">
      <b>Standing orders</b>
      <p class="k-small k-muted">{whenGiven(welcome.pace)}</p>
      {welcome.pace === "live" && welcome.secret_seconds > 0 && welcome.windows.some((face) => face.secret) && (
        <p class="k-small k-muted" data-testid="secret-seconds">
          Where something is secret everybody waits {welcome.secret_seconds} s, as agreed.
        </p>
      )}
      {welcome.windows.map((face) => (
        <OrderChoice
          key={face.kind}
          face={face}
          chosen={mine.orders[face.kind] ?? ASK}
          choose={(order) => choose(face.kind, order)}
        />
      ))}
    </section>
  );
}
