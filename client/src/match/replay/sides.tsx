// Who plays which side, and how each fares at a step of a replay.
import { SideMark } from "../../kit";
import type { Replay, Standing } from "../../protocol";

/** "2 of 3 · 4 points". */
export function fareWords({ fighting, waiting, lost, score, counts }: Standing): string {
  const left = fighting + waiting;
  return `${left} of ${left + lost}${score > 0 ? ` · ${score} ${counts}` : ""}`;
}

export function Sides({ replay, at }: { replay: Replay; at: number }) {
  const situation = replay.steps[at]?.view.situation;
  const nameOf = (seat: number): string => replay.seats.find((one) => one.seat === seat)?.name ?? "";
  return (
    <ul class="r-sides k-small" aria-label="Sides" data-testid="sides">
      {(situation?.standings ?? []).map((one) => (
        <li key={one.seat} aria-current={one.seat === situation?.active ? "true" : undefined}>
          <SideMark side={one.seat} size={18} />
          <b class="r-name">{nameOf(one.seat)}</b>
          <span class="k-muted">{fareWords(one)}</span>
        </li>
      ))}
    </ul>
  );
}
