// Which widget draws an offer. A new question with a known offer needs no change here.
import type { Asked } from "../../protocol";
import type { Opened, Room } from "../room";
import { actWidget } from "./act";
import { allocateWidget } from "./allocate";
import { chooseWidget, genericWidget } from "./choose";
import { composeWidget } from "./compose";
import { pathWidget } from "./path";
import { placeWidget } from "./place";
import { splitWidget } from "./split";
import { takeWidget } from "./take";
import { targetsWidget } from "./targets";

/** Opens the widget of a question; an offer that is not known here is drawn as a list of suggestions. */
export function openWidget(room: Room, asked: Asked): Opened {
  const { offer } = asked;
  switch (offer.offer) {
    case "act":
      return actWidget(room, asked, offer);
    case "path":
      return pathWidget(room, asked, offer);
    case "aims":
      return targetsWidget(room, asked, offer);
    case "place":
      return placeWidget(room, asked, offer);
    case "choose":
      return chooseWidget(room, asked, offer);
    case "compose":
      return composeWidget(room, asked, offer);
    case "split":
      return splitWidget(room, asked, offer);
    case "allocate":
      return allocateWidget(room, asked, offer);
    case "take":
      return takeWidget(room, asked, offer);
    default:
      return genericWidget(room, asked);
  }
}
