// What an update did to the record sheets, in words: what a hit took, what came off, what was mounted.
import type { SheetFace } from "../../protocol";

export type Changes = ReadonlyMap<string, readonly string[]>;

/** What differs between two states of a sheet, in words: what a hit did. */
export function changesOf(before: SheetFace, after: SheetFace): string[] {
  const words: string[] = [];
  const counted = (name: string, was: number, is: number): void => {
    if (was !== is) words.push(`${name} ${was} → ${is}`);
  };
  for (const track of after.tracks)
    if (track.style !== "pips")
      counted(
        track.title.toLowerCase(),
        before.tracks.find((one) => one.id === track.id)?.value ?? track.value,
        track.value,
      );
  for (const one of after.numbers)
    counted(one.title, before.numbers.find((each) => each.id === one.id)?.value ?? one.value, one.value);
  for (const part of after.parts) {
    const was = before.parts.find((each) => each.slot === part.slot);
    if (!was) continue;
    if (was.name && !part.name) words.push(`${was.name} (${part.title}) is off`);
    else if (!was.name && part.name) words.push(`${part.name} (${part.title}) is on`);
    else if (was.name !== part.name) words.push(`${part.title}: ${part.name}`);
    // what a mini carries is what he is worth: that says it all
    else if (was.title !== part.title) words.push(`${part.name}: ${was.title} → ${part.title}`);
    else
      part.dice.forEach((dice, i) => {
        counted(`${part.name}, ${after.columns[i] ?? ""} dice`, was.dice[i] ?? dice, dice);
      });
  }
  return words;
}

/**
 * Follows the sheets from update to update, and tells what has changed since the last update that began something new:
 * for who plays that is what came of his own order, so that nothing is forgotten that was done to him meanwhile.
 */
export function createChanges(): (sheets: readonly SheetFace[], isNew: boolean) => Changes {
  let base = new Map<string, SheetFace>();
  let seen = base;
  return (sheets, isNew) => {
    if (isNew) base = seen;
    seen = new Map(sheets.map((sheet) => [sheet.unit, sheet]));
    const found = new Map<string, string[]>();
    for (const sheet of sheets) {
      const was = base.get(sheet.unit);
      if (!was) base.set(sheet.unit, sheet);
      const words = was ? changesOf(was, sheet) : [];
      if (words.length > 0) found.set(sheet.unit, words);
    }
    return found;
  };
}
