// Whose a card on paper is: the shapes of the sides to mark one of, and the number the unit has on the table.
import { SideMark } from "../../kit";

/** As many sides as most battles have. */
const SIDES = [0, 1, 2, 3];

export function PaperSide({ number }: { number: number }) {
  return (
    <p class="y-paper-side" data-testid="paper-side">
      <span>Side</span>
      {SIDES.map((side) => (
        <SideMark key={side} side={side} size={13} />
      ))}
      <b>{number}</b>
    </p>
  );
}
