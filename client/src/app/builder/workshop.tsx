// The workshop inside the builder: what a game's units are built of, for the row of the army that is chosen.
import type { JSX } from "preact";
import { FiguresShop } from "../barracks/shop";
import { PointsShop } from "../shipyard/shop";
import { SlotsShop } from "../workshop/shop";
import { NumbersEditor } from "./numbers";
import type { WorkProps } from "./shop";

const SHOPS: Record<string, (props: WorkProps) => JSX.Element> = {
  slots: SlotsShop,
  points: PointsShop,
  figures: FiguresShop,
  numbers: NumbersEditor,
};

export function Workshop(props: WorkProps) {
  const Shop = SHOPS[props.yard.manner];
  return <div class="b-work">{Shop && <Shop key={props.yard.manner} {...props} />}</div>;
}
