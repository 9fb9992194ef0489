// The list of units: mine first, with what each can still do; the other side below.
import { useSignal } from "@preact/signals";
import { SideMark, sideName, Tabs } from "../../kit";
import type { Unit } from "../../protocol";
import { moveOffer } from "../offers";
import type { Room } from "../room";
import { sailOffer } from "../sea_offers";
import { cardOf } from "../words";
import { PileLine } from "./ship_card";

/** In a few words what a unit can do or what became of it. */
export function stateWords(unit: Unit, left: number | null, points: number, sails = false): string {
  if (unit.status === "wreck" || unit.status === "gone") return "destroyed";
  if (unit.status === "waiting") return "waiting off the table";
  if (left === null) return "on the table";
  if (left <= 0.01) return sails ? "lies still" : "has moved";
  if (sails) return `sails ${left} in`;
  return left >= points ? `${points} points to move` : `${Math.round(left * 100) / 100} of ${points} left`;
}

/** Chooses a unit: for the open question if it knows it, else for its card; the board comes to it. */
export function chooseUnit(room: Room, unit: Unit): void {
  const at = unit.pose;
  const pick = {
    kind: "pick" as const,
    unit: unit.id,
    x: (at?.x ?? 0) / 1e6,
    y: (at?.y ?? 0) / 1e6,
    pointer: "mouse" as const,
  };
  const opened = room.opened.peek();
  if (opened && opened.where !== "place") opened.hand.intent(pick);
  if (room.selected.peek() !== unit.id && opened?.where !== "targets") room.selected.value = unit.id;
  if (at) room.board.peek()?.keepInView([[at.x / 1e6, at.y / 1e6]]);
}

type RowProps = { room: Room; unit: Unit; left: number | null; points: number };

function UnitRow({ room, unit, left, points }: RowProps) {
  const face = room.face.value;
  const card = face ? cardOf(face, unit.id) : null;
  const chosen = room.selected.value === unit.id;
  const remark = room.opened.value?.hand.remark?.(unit.id) ?? "";
  const piles = room.store.view.value?.situation.piles[unit.id];
  const acted = (unit.marks.acted ?? 0) > 0;
  const asked = chosen && left !== null && unit.seat === room.store.decision.value?.seat;
  return (
    <li>
      <button
        type="button"
        class={`m-row ${asked ? "asked" : chosen ? "chosen" : ""} ${unit.status === "wreck" ? "lost" : ""}`}
        aria-pressed={chosen}
        onClick={() => chooseUnit(room, unit)}
        data-testid={`unit-${unit.id}`}
      >
        <SideMark side={unit.seat} size={18} quiet />
        <span class="k-grow">
          <b>{card?.title ?? unit.card}</b> <span class="k-tiny k-muted">{unit.id}</span>
          <span class="k-tiny k-muted m-under">
            {remark ||
              (acted && unit.status === "alive" ? "has acted" : stateWords(unit, left, points, piles !== undefined))}
          </span>
        </span>
        {piles ? (
          <PileLine piles={piles} acted={acted} />
        ) : (
          <span class="k-tiny m-three">
            {card?.numbers.slice(0, 3).map((one) => (
              <span key={one.id} title={`${one.title} ${one.clause}`}>
                {one.value}
                <span class="k-muted"> {one.short}</span>
              </span>
            ))}
          </span>
        )}
      </button>
    </li>
  );
}

export function OwnList({ room }: { room: Room }) {
  const side = useSignal<"mine" | "theirs">("mine");
  const own = Math.max(0, room.store.seat.value);
  const asked = room.store.decision.value;
  const offer = asked?.widget === "path" ? moveOffer(asked) : null;
  const ships = asked?.widget === "sail" ? sailOffer(asked).units : null;
  const units = [...room.units.value.values()].filter((unit) => (unit.seat === own) === (side.value === "mine"));
  const leftOf = (unit: Unit): number | null => {
    if (ships) return ships.find((one) => one.unit === unit.id)?.speed ?? null;
    return offer ? (offer.units.find((one) => one.unit === unit.id)?.left ?? (unit.seat === own ? 0 : null)) : null;
  };
  // what a unit may spend is the question's to say: by simpler rules it is not the number of its card
  const pointsOf = (unit: Unit): number => offer?.units.find((one) => one.unit === unit.id)?.movement_points ?? 0;
  const seats = new Set([...room.units.value.values()].map((unit) => unit.seat));
  const other = own === 0 ? 1 : 0;
  return (
    <>
      <header class="m-own-head">
        <Tabs
          id="units"
          label="Units"
          small
          value={side.value}
          onChange={(value) => {
            side.value = value;
          }}
          choices={[
            { value: "mine", label: room.store.seat.value < 0 ? sideName(own) : "Your units" },
            { value: "theirs", label: seats.size > 2 ? "The others" : sideName(other) },
          ]}
        />
      </header>
      <ol class="m-rows" id="units-panel">
        {units.map((unit) => (
          <UnitRow key={unit.id} room={room} unit={unit} left={leftOf(unit)} points={pointsOf(unit)} />
        ))}
      </ol>
    </>
  );
}
