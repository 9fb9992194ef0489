// Cards in hands: the own ones with what is written on them, of the others how many they hold.
import { ClauseLink, plural, SideMark, sideName } from "../../kit";
import type { PileView } from "../../protocol";
import type { Room } from "../room";

/** Beside the board there is room for what is written on the cards; above it only for their names, until one asks. */
const isWide = (): boolean => window.innerWidth > 1100;

/** The hand of somebody who knows his cards: what each does, and when. */
function OwnHand({ room, cards }: { room: Room; cards: readonly string[] }) {
  const written = room.face.value?.written ?? {};
  const known = cards.map((id) => written[id]).filter((one) => one !== undefined);
  return (
    <details class="m-hand" open={isWide()} data-testid="own-hand">
      <summary>
        Your {known.length === 1 ? "card" : "cards"}: <b>{known.map((one) => one.title).join(", ")}</b>
      </summary>
      {known.map((one) => (
        <p key={one.title} class="k-small">
          <b>{one.title}.</b> {one.text} <ClauseLink clause={one.clause} />
        </p>
      ))}
    </details>
  );
}

/** Piles that lie open or belong to nobody are no hands. */
export function Hands({ room }: { room: Room }) {
  const hands = Object.values(room.store.view.value?.piles ?? {}).filter((one) => one.seat >= 0 && one.count > 0);
  const isKnown = (one: PileView): boolean => (one.cards ?? []).length > 0;
  if (hands.length === 0) return null;
  return (
    <section class="m-hands" aria-label="Cards in hands">
      {hands.filter(isKnown).map((one) => (
        <OwnHand key={one.seat} room={room} cards={one.cards ?? []} />
      ))}
      {hands
        .filter((one) => !isKnown(one))
        .map((one) => (
          <p key={one.seat} class="k-small k-row" data-testid={`hand-${one.seat}`}>
            <SideMark side={one.seat} size={16} quiet /> {sideName(one.seat)} holds {plural(one.count, "card")}
          </p>
        ))}
    </section>
  );
}
