// Cards over the board: a unit with its numbers, and the sight card between two things.
import { X } from "lucide-preact";
import { Button, ClauseLink, percent, SideMark } from "../../kit";
import type { AimFace } from "../../protocol";
import type { Room } from "../room";
import { cardOf, lengthWords, thingName } from "../words";
import { stateWords } from "./own_list";
import { UnitPicture } from "./picture";
import { PileCard } from "./pile_card";

export function UnitCard({ room, close }: { room: Room; close: () => void }) {
  const unit = room.units.value.get(room.selected.value);
  const face = room.face.value;
  const card = unit && face ? cardOf(face, unit.id) : null;
  if (!unit || !card) return null;
  return (
    <aside class="m-card k-panel" data-testid="unit-card" aria-label={card.title}>
      <header class="k-row">
        <SideMark side={unit.seat} />
        <h2 class="k-grow">{card.title}</h2>
        <Button kind="quiet" iconOnly icon={X} onClick={close}>
          Close card
        </Button>
      </header>
      <UnitPicture room={room} unit={unit.id} width={232} height={130} />
      <p class="k-small k-muted">
        {unit.id} · {stateWords(unit, null)}
        {card.country && ` · ${card.country}`} · {card.cost} points
      </p>
      <PileCard room={room} unit={unit.id} />
      {room.store.view.value?.situation.piles[unit.id] === undefined && (
        <dl class="m-numbers">
          {card.numbers.slice(0, 3).map((one) => (
            <div key={one.id}>
              <dd>{one.value}</dd>
              <dt>
                <ClauseLink clause={one.clause} words={one.title} />
              </dt>
            </div>
          ))}
        </dl>
      )}
      <p class="k-small">{card.traits.join(", ")}</p>
      <Now room={room} unit={unit.id} />
    </aside>
  );
}

/** What is to be said of a unit at this moment, and its markers with the rule behind each. */
function Now({ room, unit }: { room: Room; unit: string }) {
  const situation = room.store.view.value?.situation;
  const states = situation?.states[unit] ?? [];
  const markers = situation?.looks[unit]?.markers ?? [];
  if (states.length + markers.length === 0) return null;
  return (
    <ul class="k-small m-now" data-testid="unit-now">
      {states.map((words) => (
        <li key={words}>{words}</li>
      ))}
      {markers.map((one) => (
        <li key={one.id}>
          <b>{one.short}</b> {one.title} <ClauseLink clause={one.clause} />
        </li>
      ))}
    </ul>
  );
}

function Direction({ room, aim, from, to }: { room: Room; aim: AimFace | null; from: string; to: string }) {
  const face = room.face.value;
  const title = face ? `${thingName(face, from)} at ${thingName(face, to)}` : "";
  return (
    <div class="k-small">
      <b>{title}</b>
      {aim === null && <p class="k-muted">Not known from here.</p>}
      {aim?.refusal && (
        <p>
          {aim.refusal.sentence} <ClauseLink clause={aim.refusal.clause} />
        </p>
      )}
      {aim && !aim.refusal && (
        <p>
          {aim.need && `${aim.need}, `}
          {percent(aim.odds)} · {aim.remark}
          {aim.sight && ` · ${percent(aim.sight.share, 0)} of the ${aim.sight.side_name} side hidden`}{" "}
          <ClauseLink clause={aim.sight?.clause ?? aim.clause} />
        </p>
      )}
    </div>
  );
}

export function SightCard({ room }: { room: Room }) {
  const { tools } = room;
  const sight = tools.sight.value;
  const measured = [sight?.there, sight?.back].find((aim) => aim?.between);
  if (!tools.ruler.value) return null;
  return (
    <aside class="m-card k-panel" data-testid="sight-card" aria-label="Ruler">
      <header class="k-row">
        <h2 class="k-grow">{sight ? "Sight" : "Ruler"}</h2>
        <Button kind="quiet" iconOnly icon={X} onClick={() => tools.drop()}>
          Put the ruler away
        </Button>
      </header>
      {sight ? (
        <>
          {measured && <p data-testid="apart">{lengthWords(measured.distance, room.face.value?.ruler ?? "")} apart</p>}
          <Direction room={room} aim={sight.there} from={sight.from} to={sight.to} />
          <Direction room={room} aim={sight.back} from={sight.to} to={sight.from} />
        </>
      ) : (
        <p class="k-small">Tap two points to measure; tap two units to see the line between them.</p>
      )}
    </aside>
  );
}
