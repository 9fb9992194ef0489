// Attacking: targets with their odds, the cover as the shooter sees it, both sums line by line, a location to name.
import { percent } from "../../kit";
import type { AimFace } from "../../protocol";
import { Chances } from "../parts/chances";
import { CoverBar, CoverPicture } from "../parts/cover_picture";
import { RefusalLine } from "../parts/refusal_line";
import { Sums } from "../parts/tally";
import { TargetRow } from "../parts/target_row";
import type { Room } from "../room";
import { lengthWords, rangeWords } from "../words";
import type { ActHand } from "./act_hand";

type Props = { room: Room; hand: ActHand };

function Target({ room, hand, aim, number }: Props & { aim: AimFace; number: number }) {
  const chosen = hand.target.value === aim.target;
  return (
    <TargetRow {...{ room, aim, number, chosen }} choose={() => hand.aimAt(aim.target)} cannot="no attack">
      <span class="m-odds">{percent(aim.odds, 0)}</span>
    </TargetRow>
  );
}

const spaced = (word: string): string => word.replaceAll("_", " ");

function Locations({ hand, aim }: { hand: ActHand; aim: AimFace }) {
  if (aim.locations.length === 0) return null;
  return (
    <label class="m-location k-small">
      <span>Aim at</span>
      <select
        class="k-field"
        value={hand.location.value}
        onChange={(event) => hand.name(event.currentTarget.value)}
        data-testid="location"
      >
        <option value="">the whole unit</option>
        {aim.locations.map((one) => (
          <option key={one} value={one}>
            the {spaced(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Why({ room, hand, aim }: Props & { aim: AimFace }) {
  if (aim.refusal) return <RefusalLine refusal={aim.refusal} testid="target-refusal" />;
  const ruler = room.face.value?.ruler ?? "";
  return (
    <>
      <Chances chances={aim.chances} />
      {aim.range && (
        <p class="k-small" data-testid="range">
          {lengthWords(aim.distance, ruler)} away: <b>{rangeWords(aim.range)}</b>, {aim.arc} arc
        </p>
      )}
      <Locations hand={hand} aim={aim} />
      {aim.cover && (
        <>
          <CoverPicture room={room} cover={aim.cover} shooter={aim.unit} target={aim.target} />
          <CoverBar cover={aim.cover} />
        </>
      )}
      <Sums sums={aim.sums} />
    </>
  );
}

export function Attack({ room, hand }: Props) {
  const actor = hand.actor.value;
  const aim = hand.aim.value;
  if (!actor || actor.closed.attack) return null;
  if (actor.targets.length === 0) return <p class="k-small">There is no enemy on the table.</p>;
  return (
    <>
      <ol class="m-targets">
        {actor.targets.map((one, i) => (
          <Target key={one.target} room={room} hand={hand} aim={one} number={i + 1} />
        ))}
      </ol>
      {aim && <Why room={room} hand={hand} aim={aim} />}
    </>
  );
}
