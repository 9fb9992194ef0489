// The figures of a unit beside its way: which of them is in hand, and back into the formation with all.
import { Undo2 } from "lucide-preact";
import { Button, ClauseLink } from "../../kit";
import type { Model } from "../../protocol";
import type { Room } from "../room";
import { fromGrain } from "../ways/measure";
import { comeCloser } from "./closer";
import type { PathHand } from "./path_hand";

type Props = { room: Room; hand: PathHand };

function nameOf(room: Room, { id, card }: Model): string {
  return room.face.value?.cards[card]?.title ?? id;
}

/** The number a figure is called by: its place in the squad. */
const numberOf = ({ id }: Model): string => id.replace(/^\D+/, "") || id;

const widthOf = (room: Room, { card }: Model): number => fromGrain(room.face.value?.cards[card]?.width ?? 0);

export function ApartBody({ room, hand }: Props) {
  const { apart } = hand;
  const figures = apart.figures.value;
  if (figures.length === 0 || hand.legs.value.length === 0) return null;
  const regrouped = hand.regrouped.value;
  if (regrouped)
    return (
      <p class="k-small" data-testid="regrouped">
        {regrouped.text} <ClauseLink clause={regrouped.clause} />
      </p>
    );
  const moved = [...apart.offsets.value.values()].filter(([dx, dy]) => Math.hypot(dx, dy) > 1e-6).length;
  return (
    <fieldset class="m-sections" data-testid="apart">
      <legend class="k-small">
        {moved === 0 ? "All keep their places. Drag one figure to set it elsewhere." : `${moved} set elsewhere.`}{" "}
        <ClauseLink clause={hand.mover.value?.apart?.clause ?? ""} />
      </legend>
      <div class="m-chips">
        {figures.map((one) => (
          <button
            key={one.id}
            type="button"
            class="m-chip"
            aria-pressed={apart.figure.value === one.id}
            onClick={() => {
              apart.figure.value = apart.figure.peek() === one.id ? "" : one.id;
              if (apart.figure.peek()) comeCloser(room, hand.end.peek(), widthOf(room, one));
            }}
            title={`${nameOf(room, one)} ${numberOf(one)}`}
            aria-label={`${nameOf(room, one)} ${numberOf(one)}`}
            data-testid={`figure-${one.id}`}
          >
            {/* by number, so that all of them are one row; who is in hand, by name as well */}
            {apart.figure.value === one.id ? `${nameOf(room, one)} ${numberOf(one)}` : numberOf(one)}
          </button>
        ))}
      </div>
      {moved > 0 && (
        <Button kind="quiet" icon={Undo2} onClick={hand.closeRanks} data-testid="close-ranks">
          Back into formation
        </Button>
      )}
    </fieldset>
  );
}
