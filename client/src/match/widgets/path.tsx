// Moving: the card of the unit, the way in hand, who may come on, and the one yellow button.
import { Swords, Undo2, X } from "lucide-preact";
import { Button, clauses, SideMark } from "../../kit";
import type { Asked, Choice, Path } from "../../protocol";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { UnitPicture } from "../parts/picture";
import { PileCard } from "../parts/pile_card";
import type { Opened, Room } from "../room";
import { cardOf } from "../words";
import { alsoOf } from "./chosen";
import { FinishButton } from "./giving";
import { PathBody } from "./path_body";
import { createPathHand, type PathHand } from "./path_hand";
import { InHand, PlaceFoot, TrayList } from "./place";
import type { PlaceHand } from "./place_hand";

type Props = { room: Room; hand: PathHand };

/** Takes the last leg of a way back. */
export function LastLeg({ hand }: { hand: PathHand }) {
  if (hand.legs.value.length === 0) return null;
  return (
    <Button icon={Undo2} keys={keyFor("back")} onClick={() => hand.lastLeg()} data-testid="last-leg">
      Last leg
    </Button>
  );
}

function Foot({ room, hand }: Props) {
  const { finish } = hand.offer;
  const endsNow = hand.spent && hand.steps.value.length === 0;
  return (
    <>
      <Commit
        room={room}
        words={hand.words.value}
        ready={hand.ready.value}
        give={hand.commit}
        {...(hand.strike.value ? { icon: Swords } : {})}
      />
      <LastLeg hand={hand} />
      {finish && !endsNow && <FinishButton hand={hand} finish={finish} />}
    </>
  );
}

/** What may come on: each is taken into the hand. */
function Reserves({ hand }: { hand: PathHand }) {
  const { enter } = hand.offer;
  if (!enter || enter.things.length === 0) return null;
  return (
    <section>
      <h3 class="m-section">In reserve</h3>
      <ol class="m-rows">
        {enter.things.map(({ id, title }) => (
          <li key={id}>
            <button type="button" class="m-row" onClick={() => hand.bringOn(id)} data-testid={`enter-${id}`}>
              <b class="k-grow">{title}</b>
              <span class="k-tiny k-muted">bring on</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

type InsteadProps = Props & { headed?: boolean };

/** What units may do instead of going on: the unit in hand (`own`), or all others. */
function InsteadOf({ room, hand, own, headed = true }: InsteadProps & { own: boolean }) {
  const unit = room.selected.value;
  const mine = alsoOf(hand.offer, unit);
  const all = own ? mine : hand.offer.also.filter((one) => !mine.includes(one));
  const also = [...all].sort((one, other) => Number(one.refusal !== null) - Number(other.refusal !== null));
  if (also.length === 0) return null;
  return (
    <section class={own ? "m-instead" : ""} data-testid={own ? "instead-own" : "instead"} aria-label="Instead">
      {!own && headed && <h3 class="m-section">Others instead</h3>}
      <ol class="m-rows">
        {also.map((choice, i) => (
          <li key={choice.title}>
            <button
              type="button"
              class="m-row"
              aria-disabled={choice.refusal !== null}
              title={choice.refusal?.sentence ?? choice.text}
              onClick={() => hand.instead(choice)}
              data-testid={`instead-${choice.about.join("-")}${isSecond(also, i) ? `-${i + 1}` : ""}`}
            >
              <span class="k-grow">
                <b>{choice.title}</b>
                <span class="k-small k-muted m-under">{choice.refusal?.sentence ?? choice.text}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether one before it is about the same: up the stairs of a house, or to its windows. */
const isSecond = (all: readonly Choice[], at: number): boolean =>
  all.slice(0, at).some((one) => one.about.join() === all[at]?.about.join());

/** The same, those of the unit in hand first. A turn of one unit needs no heading. */
export function Instead({ room, hand, headed = true }: InsteadProps) {
  return (
    <>
      <InsteadOf room={room} hand={hand} own={true} />
      <InsteadOf room={room} hand={hand} own={false} headed={headed} />
    </>
  );
}

type EntryProps = Props & { asked: Asked; entering: PlaceHand };

/** Something from outside in the hand: where it comes on. */
function EntryPanel({ room, asked, hand, entering }: EntryProps) {
  return (
    <AskPanel
      room={room}
      title="Bring a unit on"
      aside={`${entering.offer.things.length} in reserve`}
      text={asked.text}
      clause={entering.offer.clause || asked.clause}
      foot={
        <>
          <PlaceFoot room={room} hand={entering} words="Bring on here" />
          <Button icon={X} keys={keyFor("drop")} onClick={hand.stay} data-testid="stay">
            Not now
          </Button>
        </>
      }
    >
      <TrayList room={room} hand={entering} />
      <InHand room={room} hand={entering} hint="Drag one from the list to where it comes on, or tap there." />
    </AskPanel>
  );
}

function UnitHead({ room, unit, seat }: { room: Room; unit: string; seat: number }) {
  const card = room.face.value ? cardOf(room.face.value, unit) : null;
  // the numbers of such a card are its markers, and they are laid out below
  const hasPiles = room.store.view.value?.situation.piles[unit] !== undefined;
  if (!card) return null;
  return (
    <div class="m-unit">
      <UnitPicture room={room} unit={unit} width={112} height={76} />
      <div class="k-grow">
        <div class="k-row">
          <h3 class="k-grow">
            {card.title} <span class="k-tiny k-muted">{unit}</span>
          </h3>
          <SideMark side={seat} />
        </div>
        {!hasPiles && (
          <p class="k-small">
            {card.numbers.slice(0, 3).map((one) => (
              <span key={one.id} class="m-number" title={clauses.nameOf(one.clause)}>
                <b>{one.value}</b> {one.title}
              </span>
            ))}
          </p>
        )}
        <p class="k-tiny k-muted">{[card.size, ...card.traits].filter(Boolean).join(", ")}</p>
      </div>
    </div>
  );
}

function PathPanel({ room, asked, hand }: Props & { asked: Asked }) {
  const unit = room.selected.value;
  const entering = hand.entering.value;
  if (entering) return <EntryPanel room={room} asked={asked} hand={hand} entering={entering} />;
  const able = hand.offer.movers.filter((one) => one.left > 0.01 || hand.offer.stay !== "").length;
  const later = hand.offer.later.length;
  const isDrawn = hand.legs.value.length > 0;
  return (
    <AskPanel
      room={room}
      title={asked.title}
      aside={`${able} can move${later > 0 ? `, ${later} later` : ""}`}
      text={asked.text}
      clause={asked.clause}
      stop="half"
      foot={<Foot room={room} hand={hand} />}
    >
      {/* what else it may do is not looked for below its numbers, where a phone shows nothing */}
      <InsteadOf room={room} hand={hand} own={true} />
      {!isDrawn && <Reserves hand={hand} />}
      <UnitHead room={room} unit={unit} seat={asked.seat} />
      <PathBody room={room} hand={hand} seat={asked.seat} />
      <InsteadOf room={room} hand={hand} own={false} />
      {isDrawn && <Reserves hand={hand} />}
      <PileCard room={room} unit={unit} />
    </AskPanel>
  );
}

export function pathWidget(room: Room, asked: Asked, offer: Path): Opened {
  const hand = createPathHand(room, asked.seat, offer);
  return { asked, where: "path", hand, panel: () => <PathPanel room={room} asked={asked} hand={hand} /> };
}
