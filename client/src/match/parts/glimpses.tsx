// Who could fire at whom from where a unit is going to stand: to see is not enough where guns reach only so far, or only
// ahead, and a line of sight alone tells nobody what a place is good for.
import { percent, plural } from "../../kit";
import type { Glimpse } from "../../protocol";
import type { Room } from "../room";
import { isEnemy, lengthWords, needWords, thingName } from "../words";

/** " 8+ 42 %", or where no number is needed " 83 % to hit". */
function oddsWords({ needed, odds }: Glimpse): string {
  const chance = odds > 0 ? ` ${percent(odds, 0)}` : "";
  if (needed !== null) return ` ${needWords(needed)}${chance}`;
  return chance && `${chance} to hit`;
}

function list(room: Room, glimpses: readonly Glimpse[]): string {
  const face = room.face.value;
  if (!face || glimpses.length === 0) return "nobody";
  return glimpses.map((one) => `${thingName(face, one.unit)}${oddsWords(one)}`).join(", ");
}

type Props = {
  room: Room;
  title: string;
  sees: readonly Glimpse[];
  seenBy: readonly Glimpse[];
  goal?: number | null;
};

const OUT = "Can fire at";

/** "At the end of this move": can fire at, under fire of, how far the goal is. */
export function Glimpses({ room, title, sees, seenBy, goal }: Props) {
  const enemies = [...room.units.value.values()].filter(
    (one) => isEnemy(room.face.value, one.seat, room.store.seat.value) && one.status === "alive",
  );
  if (enemies.length === 0) return null;
  return (
    <div class="k-box m-glimpses" data-testid="glimpses">
      <h3>{title}</h3>
      <dl>
        <dt>{OUT}</dt>
        <dd title={list(room, sees)}>{`${sees.length} of ${plural(enemies.length, "enemy", "enemies")}`}</dd>
        <dt>Under fire of</dt>
        <dd title={list(room, seenBy)}>{seenBy.length}</dd>
        {typeof goal === "number" && (
          <>
            <dt>Objective</dt>
            <dd>
              {goal <= 0 ? "on it" : `${lengthWords(Math.round(goal * 10) / 10, room.face.value?.ruler ?? "")} away`}
            </dd>
          </>
        )}
      </dl>
      {sees.length > 0 && (
        <p class="k-tiny k-muted">
          {OUT} {list(room, sees)}
        </p>
      )}
      <p class="k-tiny k-muted">Preview. The server confirms.</p>
    </div>
  );
}
