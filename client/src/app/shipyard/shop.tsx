// The slipway as the builder shows it, and the card and the drawing of what is built there.
import type { BuiltCard } from "../../protocol";
import { useSet, useShown, type WorkProps } from "../builder/shop";
import { ShipDrawing } from "./drawing";
import { type Ship, shipOf, textOf } from "./ships";
import { Slipway } from "./slipway";

export { pileWords, ShipCardPlate as CardPlate } from "./card";
export { ShipDrawing as CardDrawing } from "./drawing";

/** How the model of a card looks: the last word of its model. */
const lookOf = (built: BuiltCard | undefined): string => built?.face.model.split(/[.@]/)[1] ?? "";

export function PointsShop({ yard, text, built, change }: WorkProps) {
  const [ship, write] = useSet<Ship>(text, built && shipOf(yard, built), (value) => textOf(yard, value));
  const shown = useShown(built);
  if (!ship) return <p class="k-muted">{`Bringing the ${yard.noun} to the slipway.`}</p>;
  return (
    <div>
      {/* where the unit has no column of its own, the ship floats above what is changed about it */}
      {shown && (
        <div class="y-afloat" data-testid="afloat">
          <ShipDrawing built={shown} />
        </div>
      )}
      <Slipway yard={yard} ship={ship} look={lookOf(shown)} change={(next) => change(write(next))} />
    </div>
  );
}
