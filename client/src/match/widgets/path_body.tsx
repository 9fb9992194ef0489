// A way in hand without the panel round it: what the drawn legs cost, what it would meet and see.
import { ClauseLink, sideColour } from "../../kit";
import type { ImpactFace } from "../../protocol";
import { keyFor } from "../keys";
import { Dangers, Glimpses } from "../parts/glimpses";
import { Prices } from "../parts/numbers/prices";
import { Sums } from "../parts/numbers/tally";
import { RefusedLeg } from "../parts/refusal_line";
import type { Room } from "../room";
import { costNumber, costWords, spareOf } from "../ways/pricing";
import { stepWords } from "../ways/steps";
import { type Leg, stopWords } from "../ways/ways";
import { thingName } from "../words";
import { ApartBody } from "./apart_body";
import type { PathHand } from "./path_hand";

type Props = { room: Room; hand: PathHand };

/** The part of a leg on the bar: what is paid for and not walked is hatched, so much is free; then the ground. */
function LegBar({ leg, share, colour }: { leg: Leg; share: (value: number) => string; colour: string }) {
  const walked = leg.wasted > 0 ? leg.step.amount / (leg.step.amount + leg.wasted) : 1;
  const look = leg.sort.motion === "turn" || leg.sort.bearing === 180 ? "turn" : "way";
  return (
    <>
      <i class={look} style={{ width: share(leg.cost - leg.ground), background: colour }}>
        {walked < 1 && <s class="m-wasted" style={{ width: `${(1 - walked) * 100}%` }} data-testid="wasted" />}
      </i>
      {leg.ground > 0 && <i class="ground" style={{ width: share(leg.ground) }} />}
    </>
  );
}

/** The bar of points: spent before, the legs drawn now, what is left. */
function PointsBar({ hand, seat }: { hand: PathHand; seat: number }) {
  const { offer } = hand;
  const mover = hand.mover.value;
  const most = hand.most.value;
  const points = Math.max(mover?.points ?? 0, 0.01);
  const lost = Math.max(0, points - most);
  const before = (mover?.points ?? 0) - (mover?.left ?? 0);
  const shown = before + hand.total.value;
  const over = shown > most + 1e-6;
  const share = (value: number): string => `${(Math.min(value, points) / points) * 100}%`;
  const colour = over ? "var(--bad)" : sideColour(seat);
  const rest = most - shown;
  return (
    <div class="m-points">
      <div class="m-points-bar" role="img" aria-label={`${costNumber(offer, shown)} of ${most} ${offer.points}`}>
        {before > 0 && <i class="spent" style={{ width: share(before) }} />}
        {offer.least > 0 && <u class="least" style={{ left: share(offer.least) }} />}
        {mover?.beyond && <u class="least" style={{ left: share(mover.beyond.points * (most / points)) }} />}
        {hand.legs.value.map((leg, i) => (
          <LegBar key={`${i}-${leg.step.step}`} leg={leg} share={share} colour={colour} />
        ))}
        {lost > 0 && <i class="lost" style={{ width: share(lost) }} data-testid="lost" />}
      </div>
      <div class="k-row k-small k-wrap">
        <b class={over ? "k-bad" : ""} data-testid="cost">
          {costNumber(offer, shown)} of {Math.round(most * 100) / 100} {offer.points}
        </b>
        {offer.least > 0 && (
          <span class={hand.lack.value > 0 ? "" : "k-muted"} data-testid="least">
            at least {offer.least}
          </span>
        )}
        {offer.length_clause && <ClauseLink clause={offer.length_clause} />}
        <span class="k-grow" />
        <span class="k-muted">
          {over ? `${costNumber(offer, -rest)} too many` : `${costNumber(offer, Math.max(0, rest))} left`}
        </span>
      </div>
    </div>
  );
}

/** What the ground takes of a leg: by name once the server has worked the way out, else as the offer says. */
function Ground({ hand, leg, i }: { hand: PathHand; leg: Leg; i: number }) {
  const worked = hand.worked.value;
  const told = worked?.legs.length === hand.legs.value.length ? worked.legs[i]?.ground : "";
  const own = leg.tolls.map((one) => `${one.title} +${one.points}`).join(", ");
  if (leg.ground <= 0) return null;
  const words = told || own || `+${Math.round(leg.ground * 10) / 10}`;
  return (
    <span class="k-tiny k-muted m-under" data-testid="leg-ground">
      {words} {hand.offer.points} for the ground <ClauseLink clause={leg.tolls[0]?.clause ?? ""} />
    </span>
  );
}

function LegRow({ room, hand, leg, i }: Props & { leg: Leg; i: number }) {
  const face = room.face.value;
  const ruler = face?.ruler ?? "";
  const strike = i === hand.legs.value.length - 1 ? hand.strike.value : null;
  const spare = spareOf(leg);
  const struck = strike && face ? `${hand.offer.strike?.title ?? ""} ${thingName(face, strike.target)}` : "";
  return (
    <li class="m-leg">
      <span class="k-grow">
        {struck || stepWords(leg.sort, leg.step, ruler, hand.offer.points)}
        {face && leg.hit && !strike && (
          <span class="k-tiny m-under"> {stopWords(face, leg, room.store.view.value?.tokens)}</span>
        )}
        {spare > 0 && (
          <span class="k-tiny k-muted m-under">
            {spare} {ruler} more is free
          </span>
        )}
        <Ground hand={hand} leg={leg} i={i} />
      </span>
      <b>{costWords(hand.offer, hand.costs.value.legs[i] ?? leg.cost)}</b>
      <ClauseLink clause={(strike && hand.offer.strike?.clause) || leg.sort.clause} />
    </li>
  );
}

function Coach({ hand }: { hand: PathHand }) {
  const aside = hand.gait.straight(90) && `, ${keyFor("side_left")} ${keyFor("side_right")} step aside`;
  return (
    <p class="m-coach" data-testid="coach">
      {hand.feel.coach}
      <span class="k-keys-hint">
        <span class="k-tiny k-muted m-under">
          Keys: arrows move and turn{aside}, Shift for small steps, {keyFor("next")} takes the next unit.
        </span>
      </span>
    </p>
  );
}

function Legs({ room, hand }: Props) {
  const legs = hand.legs.value;
  const { before } = hand.costs.value;
  if (legs.length === 0) return <Coach hand={hand} />;
  return (
    <ol class="m-legs" data-testid="legs">
      {before > 0 && (
        <li class="m-leg" data-testid="driven-before">
          <span class="k-grow k-muted">Moved before</span>
          <b>{costWords(hand.offer, before)}</b>
        </li>
      )}
      {legs.map((leg, i) => (
        <LegRow key={`${i}-${leg.step.step}`} {...{ room, hand, leg, i }} />
      ))}
    </ol>
  );
}

/** The contact before it is confirmed: whom it meets, how, with which dice. */
function Impact({ room, hand, impact }: Props & { impact: ImpactFace }) {
  const face = room.face.value;
  return (
    <section class="k-box m-impact" data-testid="impact" data-manner={impact.manner}>
      <h3>
        {hand.offer.strike?.title} {face ? thingName(face, impact.target) : impact.target}?
      </h3>
      <p class="k-small">
        This run is <b>{impact.manner}</b>. Contact is drawn where the hulls meet. <ClauseLink clause={impact.clause} />
      </p>
      <Sums sums={impact.sums} />
      <div class="m-need">
        <div>
          <div class="m-need-number" data-testid="impact-dice">
            {impact.dice}
          </div>
          <div class="k-tiny">dice</div>
        </div>
        <div class="k-number">
          <div class="m-need-odds">{impact.expected.toFixed(1)}</div>
          <div class="k-tiny">hits expected</div>
        </div>
      </div>
    </section>
  );
}

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** What the way leads over, by name. */
function Over({ hand }: { hand: PathHand }) {
  // those that are not a range
  const below = (hand.worked.value?.reaches ?? []).filter(({ distance }) => distance <= 0);
  if (!hand.offer.over || !hand.worked.value || hand.legs.value.length === 0) return null;
  return (
    <section class="k-small" data-testid="over">
      {below.length === 0 && <p class="k-muted">Nothing is {hand.offer.over} on this way.</p>}
      {below.map((one) => (
        <p key={one.title}>
          {capital(one.title)} <ClauseLink clause={one.clause} />
        </p>
      ))}
    </section>
  );
}

/** What its points come from, if there is more to say than the number. */
function Why({ hand }: { hand: PathHand }) {
  const mover = hand.mover.value;
  if (!mover || mover.why.length < 2) return null;
  return <Sums sums={[{ of: hand.offer.points, lines: mover.why, total: mover.points }]} />;
}

/** Of who is in hand and cannot go: when its turn to go comes, or that there is nothing it can do. */
function NoMover({ room, hand, seat }: Props & { seat: number }) {
  const unit = room.selected.value;
  const { later, finish } = hand.offer;
  if (later.includes(unit))
    return (
      <p class="k-small" data-testid="moves-later">
        It moves later{finish ? `, after “${finish.title}”.` : "."}
      </p>
    );
  const isOwn = room.units.value.get(unit)?.seat === seat;
  // of who has acted its card says so
  if (!isOwn || room.store.view.value?.situation.done.includes(unit)) return null;
  return (
    <p class="k-small" data-testid="no-mover">
      It cannot move, and there is nothing else it can do now.
    </p>
  );
}

export function PathBody({ room, hand, seat }: Props & { seat: number }) {
  const worked = hand.worked.value;
  const mover = hand.mover.value;
  if (!mover) return <NoMover room={room} hand={hand} seat={seat} />;
  return (
    <>
      <PointsBar hand={hand} seat={seat} />
      <RefusedLeg refusal={hand.refused.value} />
      <Prices prices={hand.prices.value} />
      <Legs room={room} hand={hand} />
      <ApartBody room={room} hand={hand} />
      {worked?.impact && <Impact room={room} hand={hand} impact={worked.impact} />}
      <Over hand={hand} />
      <Why hand={hand} />
      {worked && <Dangers room={room} dangers={worked.dangers} />}
      {worked && !hand.offer.over && hand.legs.value.length > 0 && (
        <Glimpses
          room={room}
          title="At the end of this move"
          sees={worked.sees}
          seenBy={worked.seen_by}
          goal={worked.goal_distance}
        />
      )}
    </>
  );
}
