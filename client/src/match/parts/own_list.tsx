// The list of units: mine first, with what each can still do; the other side below.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { clauses, SideMark, sideName, Tabs } from "../../kit";
import type { Asked, Unit } from "../../protocol";
import type { Room } from "../room";
import { cardOf, isEnemy } from "../words";
import { comeIntoView } from "./into_view";
import { PileLine } from "./pile_card";

/** What the open question lets a unit spend: so much is left of so many points. */
type Purse = { left: number; points: number; short: string; later?: boolean; idle?: boolean };

const short = (value: number): string => String(Math.round(value * 100) / 100);

const isLost = ({ status }: Unit): boolean => status === "wreck" || status === "gone";

/** In a few words what a unit can do or what became of it. */
export function stateWords(unit: Unit, purse: Purse | null): string {
  if (isLost(unit)) return "destroyed";
  if (unit.status === "waiting") return "waiting off the table";
  if (purse === null) return unit.status === "flying" ? "above the table" : "on the table";
  if (purse.later) return "moves later";
  if (purse.idle) return "cannot move";
  if (purse.left <= 0.01) return "done moving";
  if (purse.left >= purse.points) return `${short(purse.points)} ${purse.short} to move`;
  return `${short(purse.left)} of ${short(purse.points)} ${purse.short} left`;
}

/** The purse of a unit; an own one that is not offered any more has nothing left. */
function purseOf(asked: Asked | null, unit: Unit): Purse | null {
  if (asked?.offer.offer !== "path") return null;
  const mover = asked.offer.movers.find((one) => one.unit === unit.id);
  if (!mover && unit.seat !== asked.seat) return null;
  const later = asked.offer.later.includes(unit.id);
  const points = mover?.points ?? 0;
  // where each is asked about once, to stay included, nobody is left out for having moved
  const idle = points <= 0 && (mover !== undefined || asked.offer.stay !== "");
  return { left: mover?.left ?? 0, points, short: asked.offer.points, later, idle };
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

/** What else is to be said of a unit now: "turn 1 of 2 above the table", "suppressed". */
export function nowWords(room: Room, unit: string): string[] {
  const situation = room.store.view.value?.situation;
  const markers = situation?.looks[unit]?.markers ?? [];
  return [...(situation?.states[unit] ?? []), ...markers.map((one) => one.title)];
}

/** The same where units act one after another in a round: who has acted, and who has not. */
function turnWords(room: Room, unit: Unit, purse: Purse | null): string {
  const situation = room.store.view.value?.situation;
  const over = room.store.view.value?.outcome != null;
  // who waits for nothing any more is out of it: it has got away, or never came
  if (over && unit.status === "waiting") return "off the table";
  if (over || unit.status !== "alive" || !situation?.piles[unit.id]) return stateWords(unit, purse);
  if (situation.done.includes(unit.id)) return "has acted";
  return purse === null && situation.round > 0 ? "not acted yet" : stateWords(unit, purse);
}

function UnitRow({ room, unit }: { room: Room; unit: Unit }) {
  const face = room.face.value;
  const card = face ? cardOf(face, unit.id) : null;
  const chosen = room.selected.value === unit.id;
  const remark = room.opened.value?.hand.remark?.(unit.id) ?? "";
  const piles = room.store.view.value?.situation.piles[unit.id];
  const acted = room.store.view.value?.situation.done.includes(unit.id) ?? false;
  const purse = purseOf(room.store.decision.value, unit);
  const now = nowWords(room, unit.id);
  const asked = chosen && purse !== null && unit.seat === room.store.decision.value?.seat;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (asked) comeIntoView(row.current);
  }, [asked]);
  return (
    <li ref={row}>
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
          <span class="k-tiny k-muted m-under">{[remark || turnWords(room, unit, purse), ...now].join(" · ")}</span>
        </span>
        {piles ? (
          <PileLine piles={piles} acted={acted} />
        ) : (
          <span class="k-tiny m-three">
            {card?.numbers.slice(0, 3).map((one) => (
              <span key={one.id} title={`${one.title}: ${clauses.nameOf(one.clause)}`}>
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

type Whose = "mine" | "allies" | "theirs";

/** Whose a unit is, as this seat sees it; for who only watches the first seat is "mine". */
function whoseOf(room: Room, unit: Unit): Whose {
  const own = Math.max(0, room.store.seat.value);
  if (unit.seat === own) return "mine";
  return isEnemy(room.face.value, own, unit.seat) ? "theirs" : "allies";
}

export function OwnList({ room }: { room: Room }) {
  const side = useSignal<Whose>("mine");
  const own = Math.max(0, room.store.seat.value);
  const every = [...room.units.value.values()];
  // who is lost comes last: on a phone few rows are seen
  const all = [...every.filter((unit) => !isLost(unit)), ...every.filter(isLost)];
  const enemies = new Set(all.filter((unit) => whoseOf(room, unit) === "theirs").map((unit) => unit.seat));
  const allied = all.some((unit) => whoseOf(room, unit) === "allies");
  const [other = own === 0 ? 1 : 0] = enemies;
  const choices: { value: Whose; label: string }[] = [
    { value: "mine", label: room.store.seat.value < 0 ? sideName(own) : "Your units" },
    ...(allied ? [{ value: "allies" as const, label: "Allies" }] : []),
    { value: "theirs", label: enemies.size > 1 ? (allied ? "Enemies" : "The others") : sideName(other) },
  ];
  const shownSide = side.value === "theirs" ? other : own;
  // an army keeps the name it was given where it was built
  const army = side.value === "allies" ? "" : room.store.seats.value.find((card) => card.seat === shownSide)?.army;
  return (
    <>
      <header class="m-own-head">
        {army && (
          <p class="k-small k-strong m-army-name" data-testid="army-name">
            <SideMark side={shownSide} size={16} quiet /> {army}
          </p>
        )}
        <Tabs
          id="units"
          label="Units"
          small
          value={side.value}
          onChange={(value) => {
            side.value = value;
          }}
          choices={choices}
        />
      </header>
      <ol class="m-rows" id="units-panel">
        {all
          .filter((unit) => whoseOf(room, unit) === side.value)
          .map((unit) => (
            <UnitRow key={unit.id} room={room} unit={unit} />
          ))}
      </ol>
    </>
  );
}
