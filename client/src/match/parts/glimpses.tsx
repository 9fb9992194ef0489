// Who could fire at whom from where a unit is going to stand, and who may act on its way there: to see is not enough
// where guns reach only so far, or only ahead, and a line of sight alone tells nobody what a place is good for.
import { ClauseLink, percent, plural } from "../../kit";
import type { Danger, Glimpse } from "../../protocol";
import type { Room } from "../room";
import { isEnemy, lengthWords, needWords, thingName } from "../words";

/** "8+ 42 %", "4 dice, 62 %", or where no number is needed "83 % to hit". */
function oddsWords({ needed, odds, dice }: Glimpse): string {
  const chance = odds > 0 ? percent(odds, 0) : "";
  if (needed !== null) return `${needWords(needed)} ${chance}`.trim();
  if (dice > 0) return [plural(dice, "die", "dice"), chance].filter(Boolean).join(", ");
  return chance && `${chance} to hit`;
}

/** So many are told one by one; the rest is counted. */
const MOST = 6;

type ListProps = { room: Room; title: string; glimpses: readonly Glimpse[]; id: string };

function List({ room, title, glimpses, id }: ListProps) {
  const face = room.face.value;
  if (!face || glimpses.length === 0) return null;
  return (
    <ul class="m-legs" aria-label={title} data-testid={id}>
      {glimpses.slice(0, MOST).map((one) => (
        <li key={one.unit} class="m-leg">
          <span class="k-grow">
            {thingName(face, one.unit)}
            {(one.weapon || one.remark) && (
              <span class="k-tiny k-muted"> {[one.weapon, one.remark].filter(Boolean).join(", ")}</span>
            )}
          </span>
          <b>{oddsWords(one)}</b>
        </li>
      ))}
      {glimpses.length > MOST && <li class="m-leg k-tiny k-muted">and {glimpses.length - MOST} more</li>}
    </ul>
  );
}

type Props = {
  room: Room;
  title: string;
  sees: readonly Glimpse[];
  seenBy: readonly Glimpse[];
  goal?: number | null;
};

const OUT = "Can fire at";
const IN = "Under fire of";

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
        <dd>{`${sees.length} of ${plural(enemies.length, "enemy", "enemies")}`}</dd>
      </dl>
      <List room={room} title={OUT} glimpses={sees} id="sees" />
      <dl>
        <dt>{IN}</dt>
        <dd>{seenBy.length}</dd>
      </dl>
      <List room={room} title={IN} glimpses={seenBy} id="seen-by" />
      {typeof goal === "number" && (
        <dl>
          <dt>Objective</dt>
          <dd>
            {goal <= 0 ? "on it" : `${lengthWords(Math.round(goal * 10) / 10, room.face.value?.ruler ?? "")} away`}
          </dd>
        </dl>
      )}
      <p class="k-tiny k-muted">Preview. The server confirms.</p>
    </div>
  );
}

/** Who may act before the end of a way, in the order of the way; those who may do the same at one place together. */
export function Dangers({ room, dangers }: { room: Room; dangers: readonly Danger[] }) {
  if (dangers.length === 0) return null;
  const ruler = room.face.value?.ruler ?? "";
  const far = (one: Danger): string => lengthWords(Math.round(one.gone * 10) / 10, ruler);
  return (
    <section class="k-box m-glimpses" data-testid="dangers">
      <h3>On the way</h3>
      <ol class="m-legs">
        {dangers.map((one, i) => {
          const before = dangers[i - 1];
          const isNew = !before || far(before) !== far(one) || before.clause !== one.clause;
          return (
            <li key={`${one.kind} ${one.unit}`} class="m-leg" data-kind={one.kind}>
              <span class="k-grow">
                {isNew && (
                  <span class="k-tiny k-muted m-under">
                    after {far(one)} <ClauseLink clause={one.clause} />
                  </span>
                )}
                {one.text}
              </span>
              {one.odds > 0 && <b>{percent(one.odds, 0)}</b>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
