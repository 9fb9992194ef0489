// Which widget draws a question. A new question of a known sort needs no change here.
import type { Widget } from "../room";
import { actWidget } from "./act";
import { allocateWidget } from "./allocate";
import { cargoWidget } from "./cargo";
import { chooseWidget, genericWidget } from "./choose";
import { pathWidget } from "./path";
import { placeWidget } from "./place";
import { sailWidget } from "./sail";
import { splitWidget } from "./split";
import { targetsWidget } from "./targets";
import { yesNoWidget } from "./yes_no";

const WIDGETS: Record<string, Widget> = {
  act: actWidget,
  path: pathWidget,
  pick_target: targetsWidget,
  place: placeWidget,
  choose: chooseWidget,
  yes_no: yesNoWidget,
  sail: sailWidget,
  split: splitWidget,
  allocate: allocateWidget,
  cargo: cargoWidget,
};

/** The widget of a name; an unknown one is drawn as a list of suggestions. */
export const widgetOf = (name: string): Widget => WIDGETS[name] ?? genericWidget;
