// Who plays which side with which army, and how each fares at a stop of a replay.
import { SideMark } from "../../kit";
import type { Replay, Standing } from "../../protocol";

/** "2 of 3 · 4 points". */
export function fareWords({ fighting, waiting, lost, score, counts }: Standing): string {
  const left = fighting + waiting;
  return `${left} of ${left + lost}${score > 0 ? ` · ${score} ${counts}` : ""}`;
}

type SidesProps = { replay: Replay; standings: readonly Standing[]; at: number };

export function Sides({ replay, standings, at }: SidesProps) {
  const active = replay.steps[at]?.view.situation.active;
  const cardOf = (seat: number) => replay.seats.find((one) => one.seat === seat);
  return (
    <ul class="r-sides k-small" aria-label="Sides" data-testid="sides">
      {standings.map((one) => (
        <li key={one.seat} aria-current={one.seat === active ? "true" : undefined}>
          <SideMark side={one.seat} size={18} />
          <b class="r-name">{cardOf(one.seat)?.name ?? ""}</b>
          {cardOf(one.seat)?.army && <span class="k-muted">{cardOf(one.seat)?.army}</span>}
          <span class="k-muted">{fareWords(one)}</span>
        </li>
      ))}
    </ul>
  );
}
