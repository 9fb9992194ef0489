// The column of a game with record sheets: all units in a few words, and the sheet of the chosen one below.
import { SideMark } from "../../kit";
import type { SheetFace, Unit } from "../../protocol";
import type { Room } from "../room";
import { cardOf } from "../words";
import { chooseUnit } from "./own_list";
import { RecordSheet } from "./record_sheet";

/** Units in the order people look for them: mine, then by seat. */
function inOrder(room: Room): Unit[] {
  const own = room.store.seat.value;
  return [...room.units.value.values()].sort(
    (a, b) => Number(b.seat === own) - Number(a.seat === own) || a.seat - b.seat,
  );
}

function Row({ room, unit, sheet }: { room: Room; unit: Unit; sheet: SheetFace | undefined }) {
  const face = room.face.value;
  const chosen = room.selected.value === unit.id;
  const remark = room.opened.value?.hand.remark?.(unit.id) ?? "";
  const words = sheet
    ? [`armor ${sheet.armor} of ${sheet.full_armor}`, sheet.heat ? `heat ${sheet.heat}` : "", ...sheet.states]
    : [unit.status === "waiting" ? "not deployed yet" : "destroyed"];
  return (
    <li>
      <button
        type="button"
        class={`m-row ${remark && chosen ? "asked" : chosen ? "chosen" : ""} ${sheet || unit.status === "waiting" ? "" : "lost"}`}
        aria-pressed={chosen}
        onClick={() => chooseUnit(room, unit)}
        data-testid={`unit-${unit.id}`}
      >
        <SideMark side={unit.seat} size={18} />
        <span class="k-grow">
          <b>{(face && cardOf(face, unit.id)?.title) ?? unit.card}</b> <span class="k-tiny k-muted">{unit.id}</span>
          <span class="k-tiny k-muted m-under">{words.filter((one) => one !== "").join(" · ")}</span>
        </span>
      </button>
    </li>
  );
}

/** The range band an open attack is in, so that its dice are lit. */
function rangeInHand(room: Room, unit: string): string {
  const offer = room.opened.value?.asked.offer ?? {};
  const aims = [offer.your_reply, offer.their_attack, offer.shot];
  for (const aim of aims)
    if (typeof aim === "object" && aim !== null && "unit" in aim && aim.unit === unit && "range" in aim)
      return String(aim.range);
  return room.lit.value;
}

export function SheetList({ room }: { room: Room }) {
  const sheets = room.store.view.value?.situation.sheets ?? [];
  const sheetOf = (unit: string): SheetFace | undefined => sheets.find((one) => one.unit === unit);
  const own = room.store.seat.value;
  const mine = sheets.find((one) => room.units.value.get(one.unit)?.seat === own);
  const shown = sheetOf(room.selected.value) ?? mine ?? sheets[0];
  return (
    <>
      <ol class="m-rows">
        {inOrder(room).map((unit) => (
          <Row key={unit.id} room={room} unit={unit} sheet={sheetOf(unit.id)} />
        ))}
      </ol>
      {shown && <RecordSheet room={room} sheet={shown} range={rangeInHand(room, shown.unit)} />}
    </>
  );
}
