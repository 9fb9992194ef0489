// The order of the seats in this round, as it was rolled: whose turn it is, who has had it.
import { SideMark, sideName } from "../../kit";
import type { Situation } from "../../protocol";

export function OrderBar({ situation }: { situation: Situation }) {
  const { order, active, standings } = situation;
  if (order.length < 2) return null;
  const several = standings.some((one) => one.fighting + one.waiting + one.lost > 1);
  const left = (seat: number): number => {
    const own = standings.find((one) => one.seat === seat);
    return own ? own.fighting + own.waiting : 0;
  };
  return (
    <ol class="m-turns" aria-label="Order of this round" data-testid="order">
      {order.map((seat, i) => (
        <li key={seat} class={seat === active ? "now" : ""} aria-current={seat === active ? "true" : undefined}>
          <span class="m-turn-number">{i + 1}</span>
          <SideMark side={seat} size={20} quiet />
          <span class="m-turn-name">{sideName(seat)}</span>
          {several && <b title={`${left(seat)} left`}>{left(seat)}</b>}
        </li>
      ))}
    </ol>
  );
}
