// Placing: a tray of what waits, the zone on the board, turning, and "Place for me".
import { GripVertical, RotateCcw, RotateCw, Sparkles, Undo2 } from "lucide-preact";
import { useRef } from "preact/hooks";
import { Button, ClauseLink, noFling, percent, SideMark } from "../../kit";
import type { Asked, Caught, Place, Thing } from "../../protocol";
import { digitsOf } from "../digits";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { Glimpses } from "../parts/glimpses";
import type { Opened, Room } from "../room";
import { fromGrain } from "../ways/measure";
import { lengthWords, sizeWords } from "../words";
import { createPlaceHand, isCircle, isPiece, type PlaceHand } from "./place_hand";

/** What tells things of one name apart: the size of a piece, the number of a unit. */
const detailOf = (thing: Thing, ruler: string): string =>
  isCircle(thing)
    ? `${lengthWords(thing.spread ?? 0, ruler)} round`
    : isPiece(thing)
      ? sizeWords(fromGrain(thing.length), fromGrain(thing.width), ruler)
      : thing.id;

/** What waits: tapped to be chosen, or dragged from here to the board. */
export function TrayList({ room, hand }: { room: Room; hand: PlaceHand }) {
  const held = useRef("");
  const carry = (event: PointerEvent, done: boolean): void => {
    if (held.current) hand.carry(held.current, [event.clientX, event.clientY], done);
    if (done) held.current = "";
  };
  const digits = digitsOf(hand.offer.things.map((one) => one.id));
  return (
    <ol class="m-rows m-tray">
      {hand.offer.things.map((one, i) => (
        <li key={one.id}>
          <button
            type="button"
            class={`m-row ${hand.chosen.value === one.id ? "asked" : ""}`}
            aria-pressed={hand.chosen.value === one.id}
            onClick={(event) => {
              hand.choose(one.id);
              // Chosen by pointer: the keys go on to the board, Enter places.
              if (event.detail > 0) event.currentTarget.blur();
            }}
            onPointerDown={(event) => event.currentTarget.setPointerCapture?.(event.pointerId)}
            onPointerMove={(event) => {
              if (event.buttons === 0 && event.pointerType === "mouse") return;
              if (isOverBoard(event)) held.current = one.id;
              carry(event, false);
            }}
            onPointerUp={(event) => carry(event, true)}
            onPointerCancel={() => {
              held.current = "";
            }}
            data-testid={`tray-${one.id}`}
          >
            <kbd>{digits[i] || "·"}</kbd>
            <b class="k-grow">{one.title}</b>
            <span class="k-tiny k-muted">{detailOf(one, room.face.value?.ruler ?? "")}</span>
            <span class="m-grip" {...noFling}>
              <GripVertical size={16} aria-hidden="true" />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** A drag that has left the panels: only then is something in the hand. */
const isOverBoard = (event: PointerEvent): boolean =>
  document
    .elementsFromPoint?.(event.clientX, event.clientY)
    .find((one) => one.closest("[data-panel], .m-board"))
    ?.closest("[data-panel]") === null;

/** Who is under what would be set down, and what becomes of each. */
function CaughtList({ room, caught }: { room: Room; caught: readonly Caught[] }) {
  if (caught.length === 0) return <p class="k-small">Nobody is within the circle.</p>;
  return (
    <ol class="m-legs" data-testid="caught">
      {caught.map(({ unit, title, odds, need }) => {
        const seat = room.units.value.get(unit)?.seat ?? -1;
        return (
          <li key={unit} class="m-leg">
            {seat >= 0 && <SideMark side={seat} size={18} quiet />}
            <span class="k-grow">
              <b>{title}</b>
              <span class="k-tiny k-muted m-under">lost on {need}</span>
            </span>
            <b>{percent(odds)}</b>
          </li>
        );
      })}
    </ol>
  );
}

/** Turning what is in the hand, and what the server says about its place. */
export function InHand({ room, hand, hint }: { room: Room; hand: PlaceHand; hint: string }) {
  const place = hand.place.value;
  const refused = hand.refused.value;
  const tried = hand.tried.value;
  const round = isCircle(hand.offer.things.find((one) => one.id === hand.chosen.value));
  return (
    <>
      {!round && (
        <div class="k-row">
          <Button icon={RotateCcw} keys={keyFor("pivot_left")} onClick={() => hand.turn(15)}>
            Left 15°
          </Button>
          <Button icon={RotateCw} keys={keyFor("pivot_right")} onClick={() => hand.turn(-15)}>
            Right 15°
          </Button>
        </div>
      )}
      {!place && <p class="k-small">{round ? "Tap a point of the table: that is its middle." : hint}</p>}
      {place && round && tried && <CaughtList room={room} caught={tried.caught ?? []} />}
      {refused && (
        <p class="m-refusal" role="status" data-testid="place-refusal">
          {refused.sentence} <ClauseLink clause={refused.clause} />
        </p>
      )}
      {place && tried?.caution && !refused && (
        <p class="m-caution" role="status" data-testid="place-caution">
          {tried.caution} <ClauseLink clause={tried.caution_clause} />
        </p>
      )}
      {place && tried && !refused && !round && (
        <Glimpses room={room} title="From here" sees={tried.sees} seenBy={tried.seen_by} />
      )}
    </>
  );
}

/** The buttons under a tray. */
export function PlaceFoot({ room, hand, words }: { room: Room; hand: PlaceHand; words: string }) {
  return (
    <>
      <Commit room={room} words={words} ready={hand.ready.value} give={hand.commit} big />
      {(hand.offer.also ?? []).map((one) => (
        <Button key={one.title} icon={Undo2} onClick={() => hand.instead(one)} title={one.text} data-testid="instead">
          {one.title}
        </Button>
      ))}
      <Button icon={Sparkles} onClick={() => void hand.forMe()} data-testid="for-me">
        Place for me
      </Button>
      {hand.offer.things.length > 1 && (
        <Button icon={Sparkles} onClick={hand.allForMe} data-testid="all-for-me">
          Place all
        </Button>
      )}
    </>
  );
}

function PlacePanel({ room, asked, hand }: { room: Room; asked: Asked; hand: PlaceHand }) {
  return (
    <AskPanel
      room={room}
      title={asked.title}
      aside={`${hand.offer.things.length} to place`}
      text={asked.text}
      clause={asked.clause}
      foot={<PlaceFoot room={room} hand={hand} words={hand.words.value} />}
    >
      <TrayList room={room} hand={hand} />
      <InHand
        room={room}
        hand={hand}
        hint="Drag one from the list, or tap inside the marked zone; turn it by the ring."
      />
    </AskPanel>
  );
}

export function placeWidget(room: Room, asked: Asked, offer: Place): Opened {
  const hand = createPlaceHand(room, asked.seat, offer);
  return { asked, where: "place", hand, panel: () => <PlacePanel room={room} asked={asked} hand={hand} /> };
}
