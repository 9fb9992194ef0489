// The battle in words: the log as a text, and how it went in a few sentences.
import { plural, sideName } from "../../kit";
import { type Kept, seatsOf, titleOf } from "./battle";

function losses(kept: Kept, seat: number): string {
  const own = kept.battle.units.filter((unit) => unit.seat === seat);
  const lost = own.filter((unit) => kept.now.units[unit.id]?.lost);
  const names = lost.map((unit) => titleOf(kept.battle, unit)).join(", ");
  return `${sideName(seat)} has lost ${lost.length} of ${plural(own.length, "unit")}${names ? `: ${names}` : ""}.`;
}

function luck(kept: Kept, seat: number): string {
  const shots = kept.now.log.filter((line) => line.seat === seat && line.odds !== undefined);
  if (shots.length === 0) return `${sideName(seat)} has not fired.`;
  const hits = shots.filter((line) => line.hit).length;
  const due = shots.reduce((sum, line) => sum + (line.odds ?? 0), 0);
  const word = hits > due + 1 ? "lucky dice" : hits < due - 1 ? "unlucky dice" : "about what the dice owe";
  return `${sideName(seat)} has hit ${hits} times in ${plural(shots.length, "shot")}; ${due.toFixed(1)} were to be expected: ${word}.`;
}

/** How it went. */
export function taleOf(kept: Kept): string[] {
  const seats = seatsOf(kept.battle);
  const standing = seats.filter((seat) =>
    kept.battle.units.some((unit) => unit.seat === seat && !kept.now.units[unit.id]?.lost),
  );
  const end = standing.length === 1 ? [`Only ${sideName(standing[0] ?? 0)} is left on the table.`] : [];
  return [
    `${kept.title}: ${plural(kept.now.round, "round")} at a real table.`,
    ...seats.map((seat) => losses(kept, seat)),
    ...seats.map((seat) => luck(kept, seat)),
    ...end,
  ];
}

/** The whole log as a text to copy or to keep. */
export function textOf(kept: Kept): string {
  const lines = kept.now.log.map(({ round, seat, text, clause }) => {
    const who = seat < 0 ? "" : `${sideName(seat)}. `;
    return `Round ${round}. ${who}${text}${clause ? ` [${clause}]` : ""}`;
  });
  return [...taleOf(kept), "", ...lines, ""].join("\n");
}
