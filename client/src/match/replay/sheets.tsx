// Record sheets at a step of a replay: one line a unit, what this step changed, and the whole sheet under it.
import { SideMark } from "../../kit";
import type { Replay, SheetFace } from "../../protocol";
import { RecordSheet, trackWords } from "../parts/record_sheet";
import { changesOf } from "../playback/changes";

function Line({ replay, at, sheet }: { replay: Replay; at: number; sheet: SheetFace }) {
  const before = replay.steps[at - 1]?.view.situation.sheets.find((one) => one.unit === sheet.unit);
  const changes = before ? changesOf(before, sheet) : [];
  const seat = replay.steps[at]?.view.units.find((one) => one.id === sheet.unit)?.seat ?? -1;
  return (
    <details class="r-sheet" data-testid={`sheet-${sheet.unit}`}>
      <summary>
        <SideMark side={seat} size={16} /> <b>{sheet.title}</b> {sheet.unit}: {trackWords(sheet).join(", ")}
        {changes.length > 0 && <span class="m-under m-changed k-tiny">{changes.join(", ")}</span>}
      </summary>
      <RecordSheet sheet={sheet} seat={seat} changes={changes} />
    </details>
  );
}

/** Nothing in games without sheets. */
export function ReplaySheets({ replay, at }: { replay: Replay; at: number }) {
  const sheets = replay.steps[at]?.view.situation.sheets ?? [];
  if (sheets.length === 0) return null;
  return (
    <section class="k-small" aria-label="Record sheets">
      {sheets.map((sheet) => (
        <Line key={sheet.unit} replay={replay} at={at} sheet={sheet} />
      ))}
    </section>
  );
}
