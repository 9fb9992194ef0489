// The column of a game with record sheets: all units in a few words, and the sheet of the chosen one below.
import { FileText } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, Sheet, SideMark } from "../../kit";
import type { SheetFace, Unit } from "../../protocol";
import type { Room } from "../room";
import { cardOf } from "../words";
import { chooseUnit } from "./own_list";
import { UnitPicture } from "./picture";
import { RecordSheet, trackWords } from "./record_sheet";

/** Units in the order people look for them: mine, then by seat. */
function inOrder(room: Room): Unit[] {
  const own = room.store.seat.value;
  return [...room.units.value.values()].sort(
    (a, b) => Number(b.seat === own) - Number(a.seat === own) || a.seat - b.seat,
  );
}

/** The first changes, and how many other changes there are. */
const inShort = (changes: readonly string[]): string =>
  changes.length > 3 ? `${changes.slice(0, 2).join(", ")} and ${changes.length - 2} other changes` : changes.join(", ");

type RowProps = { room: Room; unit: Unit; sheet: SheetFace | undefined; changes: readonly string[] };

function Row({ room, unit, sheet, changes }: RowProps) {
  const face = room.face.value;
  const chosen = room.selected.value === unit.id;
  const asked = chosen && room.opened.value?.hand.remark?.(unit.id);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // on a phone the rows are a strip that is longer than the screen
    if (chosen) row.current?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [chosen]);
  const lost = !sheet && unit.status !== "waiting";
  const words = sheet ? [...trackWords(sheet), ...sheet.states] : [lost ? "lost" : "not deployed yet"];
  return (
    <li ref={row}>
      <button
        type="button"
        class={`m-row ${asked ? "asked" : chosen ? "chosen" : ""} ${lost ? "lost" : ""}`}
        aria-pressed={chosen}
        onClick={() => chooseUnit(room, unit)}
        data-testid={`unit-${unit.id}`}
      >
        <SideMark side={unit.seat} size={18} />
        <span class="k-grow">
          <b>{(face && cardOf(face, unit.id)?.title) ?? unit.card}</b> <span class="k-tiny k-muted">{unit.id}</span>
          <span class="k-tiny k-muted m-under">{words.filter((one) => one !== "").join(" · ")}</span>
          {changes.length > 0 && <span class="k-tiny m-under m-changed">{inShort(changes)}</span>}
        </span>
      </button>
    </li>
  );
}

/** The range an open attack of this unit is in, so that its dice are lit. */
function rangeInHand(room: Room, unit: string): string {
  const offer = room.opened.value?.asked.offer;
  const exhibits = offer?.offer === "choose" ? offer.exhibits : [];
  return exhibits.find(({ aim }) => aim.unit === unit)?.aim.range ?? room.lit.value;
}

/** The sheet of the chosen unit, else of the first own one. */
function shownSheet(room: Room): SheetFace | undefined {
  const sheets = room.store.view.value?.situation.sheets ?? [];
  const own = room.store.seat.value;
  return (
    sheets.find((one) => one.unit === room.selected.value) ??
    sheets.find((one) => room.units.value.get(one.unit)?.seat === own) ??
    sheets[0]
  );
}

function Shown({ room }: { room: Room }) {
  const sheet = shownSheet(room);
  if (!sheet) return null;
  const unit = room.units.value.get(sheet.unit);
  const look = `${sheet.model} ${sheet.glow}`;
  return (
    <RecordSheet
      sheet={sheet}
      seat={unit?.seat ?? -1}
      picture={unit?.pose ? <UnitPicture room={room} unit={sheet.unit} look={look} width={236} height={124} /> : null}
      range={rangeInHand(room, sheet.unit)}
      changes={room.changes.value.get(sheet.unit) ?? []}
    />
  );
}

/** On narrow screens there is no room for the sheet beside the board: it opens over it. */
export function SheetOver({ room }: { room: Room }) {
  if (!room.sheet.value) return null;
  const close = (): void => {
    room.sheet.value = false;
  };
  return (
    <Sheet title="Record sheet" onClose={close} testid="sheet-over">
      <Shown room={room} />
    </Sheet>
  );
}

export function SheetList({ room }: { room: Room }) {
  const sheets = room.store.view.value?.situation.sheets ?? [];
  const shown = shownSheet(room)?.unit;
  return (
    <>
      <ol class="m-rows">
        {inOrder(room).map((unit) => (
          <Row
            key={unit.id}
            room={room}
            unit={unit}
            sheet={sheets.find((one) => one.unit === unit.id)}
            changes={unit.id === shown ? [] : (room.changes.value.get(unit.id) ?? [])}
          />
        ))}
      </ol>
      <div class="m-open-sheet">
        <Button icon={FileText} onClick={() => (room.sheet.value = true)} data-testid="open-sheet">
          Sheet
        </Button>
      </div>
      <div class="m-sheet-beside">
        <Shown room={room} />
      </div>
    </>
  );
}
