// Units over the table as it is shown, each worked out once for that table: a drag asks for it many times.
import type { Place } from "../../board";
import type { Path } from "../../protocol";
import type { Room } from "../room";
import { fieldOf, hullOf } from "../ways/field";
import type { Goer } from "../ways/ways";
import { cardOf } from "../words";

export function createGoers(
  room: Room,
  offer: Path,
  placeFor: (unit: string) => Place | null,
): (unit: string) => Goer | null {
  let ground: { view: unknown; face: unknown; goers: Map<string, Goer> } | null = null;
  return (name) => {
    const [start, mover] = [placeFor(name), offer.movers.find((one) => one.unit === name)];
    const [view, face] = [room.store.view.value, room.face.value];
    if (!start || !mover || !view || !face) return null;
    if (ground?.view !== view || ground.face !== face) ground = { view, face, goers: new Map() };
    const known = ground.goers.get(name);
    if (known) return known;
    const hull = hullOf(cardOf(face, name));
    const goer = { offer, mover, start, hull, field: fieldOf(view, face, name, mover.meets), ruler: face.ruler };
    ground.goers.set(name, goer);
    return goer;
  };
}
