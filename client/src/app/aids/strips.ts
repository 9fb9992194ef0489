// A ruler that is longer than a page is printed in strips, each of whole units, to be glued together.
import type { Aid } from "../../protocol";

// Between the margins of A4 and of Letter there is room for this much, in millimetres.
const ROOM = 180;

export type Tick = { at: number; number: number | undefined };
export type Strip = {
  from: number;
  to: number;
  /** from its left end, in millimetres; the ends of units have their number */
  ticks: Tick[];
  marks: { at: number; words: string; clause: string }[];
  isLast: boolean;
};

/** The strips of a ruler. What reaches to where one ends stands on it, not on the next. */
export function stripsOf(aid: Aid): Strip[] {
  const units = Math.round(aid.length / aid.unit);
  const most = Math.max(1, Math.floor(ROOM / aid.unit));
  // strips of one length look better than a long one and a stub
  const each = Math.ceil(units / Math.ceil(units / most));
  const strips: Strip[] = [];
  for (let first = 0; first < units; first += each) {
    const last = Math.min(units, first + each);
    const [from, to] = [first * aid.unit, last * aid.unit];
    const steps = (last - first) * aid.parts;
    strips.push({
      from,
      to,
      ticks: Array.from({ length: steps + 1 }, (_, step) => ({
        at: (step / aid.parts) * aid.unit,
        number: step % aid.parts === 0 ? first + step / aid.parts : undefined,
      })),
      marks: aid.marks
        .filter(({ at }) => at > from && at <= to + 1e-6)
        .map((mark) => ({ ...mark, at: mark.at - from })),
      isLast: last === units,
    });
  }
  return strips;
}
