// One act in a row: who, the dice with what they were for, what was needed, what came of it; its sums open under it.
import { Check, X } from "lucide-preact";
import { ClauseLink, plural, SideMark } from "../../kit";
import type { Happening, TableFace } from "../../protocol";
import type { Play } from "../playback/acts";
import { ThrownDice } from "./numbers/dice";
import { Sums } from "./numbers/tally";

/** So many throws of one act are drawn; all of them are in its words. */
const MOST_ROWS = 5;

/** Who does what to whom, without what came of it: "M4 Sherman A1 at Panzer III B1". */
export function headOf({ kind, words, title }: Happening): string {
  if (kind !== "shot" && kind !== "blow") return title;
  const end = words.indexOf(": ");
  return end < 0 ? words : words.slice(0, end);
}

/** What came of it: "HIT, 5 armor". */
export const resultOf = ({ title, text }: Happening): string => [title, text].filter(Boolean).join(", ");

/** What was needed and what was thrown: "needs 8+ · 9". */
export const numbersOf = ({ need, rolled }: Happening): string => [need, rolled].filter(Boolean).join(" · ");

/** The throws of an act, each with what it is for; those of the other side behind them. */
export function ActDice({ face, act, rolling }: { face: TableFace; act: Happening; rolling: boolean }) {
  if (!act.dice?.length) return null;
  const more = act.dice.length - MOST_ROWS;
  return (
    <ul class="m-falls">
      {act.dice.slice(0, MOST_ROWS).map((thrown, i) => (
        <li key={`${i}-${thrown.label}`} class={thrown.against ? "against" : ""}>
          <SideMark side={thrown.seat} size={16} quiet />
          <span class="k-tiny">{thrown.title}</span>
          <ThrownDice face={face} thrown={thrown} rolling={rolling} />
          {!rolling && <b class="k-tiny">{thrown.shown}</b>}
        </li>
      ))}
      {more > 0 && <li class="k-tiny k-muted">and {plural(more, "more throw", "more throws")}</li>}
    </ul>
  );
}

/** The sums behind an act, opened when somebody wants to know. */
export function ActSums({ play }: { play: Play }) {
  if (play.sums.length === 0) return null;
  return (
    <details class="m-throw-why">
      <summary>why</summary>
      <Sums sums={play.sums} />
      {play.act.clause && <ClauseLink clause={play.act.clause} />}
    </details>
  );
}

type RowProps = { face: TableFace; play: Play; bare?: boolean; why?: boolean };

/** An act as a line of a list; `bare` without its dice, `why` with its sums. */
export function ActRow({ face, play, bare = false, why = false }: RowProps) {
  const { act } = play;
  return (
    <div class={`m-act ${act.hit ? "hit" : ""}`}>
      <SideMark side={act.seat} size={16} quiet />
      <div class="k-grow">
        <span class="m-act-words">{act.words}</span>
        {!bare && <ActDice face={face} act={act} rolling={false} />}
        {why && <ActSums play={play} />}
      </div>
      {act.hit !== undefined &&
        (act.hit ? <Check size={18} aria-label="hit" /> : <X size={16} class="k-muted" aria-label="miss" />)}
    </div>
  );
}
