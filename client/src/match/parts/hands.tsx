// Cards in hand: the own ones with what is written on them, of the others how many they hold.
import { ClauseLink, isLaid, plural, SideMark, settings, sideName } from "../../kit";
import type { PileView } from "../../protocol";
import type { Room } from "../room";
import { aloneWithBots } from "../ways/passing";

/** On a high screen there is room for what is written on the cards; else only for their names, until one asks. */
const isRoomy = (): boolean => isLaid("columns") && window.innerHeight > 1000;

/** Against people this is not offered: a pass that comes at once would tell them what is not in the hand. */
function PassChoice({ room, seat }: { room: Room; seat: number }) {
  if (!aloneWithBots(room.store.seats.value, seat)) return null;
  return (
    <label class="k-small m-pass">
      <input
        type="checkbox"
        checked={settings.passHollow.value}
        onChange={(event) => {
          settings.passHollow.value = event.currentTarget.checked;
        }}
        data-testid="pass-hollow"
      />{" "}
      Ask me only when one of them can be played
    </label>
  );
}

/** The hand of somebody who knows his cards: what each does, and when. */
function OwnHand({ room, cards, seat }: { room: Room; cards: readonly string[]; seat: number }) {
  const written = room.face.value?.written ?? {};
  const known = cards.map((id) => written[id]).filter((one) => one !== undefined);
  return (
    <details class="m-hand" open={isRoomy()} data-testid="own-hand">
      <summary>
        Your {known.length === 1 ? "card" : "cards"}: <b>{known.map((one) => one.title).join(", ")}</b>
      </summary>
      {known.map((one) => (
        <p key={one.title} class="k-small">
          <b>{one.title}.</b> {one.text} <ClauseLink clause={one.clause} />
        </p>
      ))}
      <PassChoice room={room} seat={seat} />
    </details>
  );
}

/** Piles that lie open or belong to nobody are no hands. */
export function Hands({ room }: { room: Room }) {
  const hands = Object.values(room.store.view.value?.piles ?? {}).filter((one) => one.seat >= 0 && one.count > 0);
  const isKnown = (one: PileView): boolean => (one.cards ?? []).length > 0;
  if (hands.length === 0) return null;
  return (
    <section class="m-hands" aria-label="Cards in hand">
      {hands.filter(isKnown).map((one) => (
        <OwnHand key={one.seat} room={room} cards={one.cards ?? []} seat={one.seat} />
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
