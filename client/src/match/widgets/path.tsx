// Moving: the card of the unit, what the drawn legs cost, what it would see, and "Move here".
import { Flag, Undo2, X } from "lucide-preact";
import { Button, ClauseLink, SIDE_COLOURS, SideMark } from "../../kit";
import type { Asked } from "../../protocol";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { Glimpses } from "../parts/glimpses";
import { Coach } from "../parts/hints";
import { UnitPicture } from "../parts/picture";
import { RefusedLeg } from "../parts/refusal_line";
import type { Opened, Room } from "../room";
import { cardOf, legWords, stopWords, titleOf } from "../words";
import { createPathHand, type PathHand } from "./path_hand";
import { InHand, PlaceFoot, TrayList } from "./place";
import type { PlaceHand } from "./place_hand";

/** The bar of movement points: spent before, the legs drawn now, what is left. */
function PointsBar({ hand, seat }: { hand: PathHand; seat: number }) {
  const points = Math.max(hand.points.value, 0.01);
  const before = points - hand.left.value;
  const over = hand.total.value > hand.left.value + 1e-6;
  const rows = hand.costs.value;
  const shown = rows.before + rows.legs.reduce((sum, cost) => sum + cost, 0);
  const share = (value: number): string => `${(Math.min(value, points) / points) * 100}%`;
  const colour = over ? "var(--bad)" : (SIDE_COLOURS[seat] ?? "var(--ink)");
  return (
    <div class="m-points">
      <div class="m-points-bar" role="img" aria-label={`${hand.total.value.toFixed(2)} of ${hand.left.value} points`}>
        <i class="spent" style={{ width: share(before) }} />
        {hand.legs.value.map((leg, i) => (
          <i
            key={`${i}-${leg.step.step}`}
            class={leg.step.step === "pivot" ? "turn" : "way"}
            style={{ width: share(leg.cost), background: colour }}
          />
        ))}
      </div>
      <div class="k-row k-small">
        <b class={over ? "k-bad" : ""} data-testid="cost">
          {shown.toFixed(2)} of {points} MP
        </b>
        <span class="k-grow" />
        <span class="k-muted">
          {over ? `${(shown - points).toFixed(2)} too many` : `${Math.max(0, points - shown).toFixed(2)} left`}
        </span>
      </div>
    </div>
  );
}

function Legs({ room, hand }: { room: Room; hand: PathHand }) {
  const face = room.face.value;
  const ruler = face?.ruler ?? "";
  const { clauses } = hand.offer.prices;
  if (hand.legs.value.length === 0) return <Coach free={hand.offer.free} />;
  const costs = hand.costs.value;
  return (
    <ol class="m-legs" data-testid="legs">
      {costs.before > 0 && (
        <li class="m-leg" data-testid="driven-before">
          <span class="k-grow k-muted">Driven before</span>
          <b>{costs.before.toFixed(2)} MP</b>
        </li>
      )}
      {hand.legs.value.map((leg, i) => {
        const kind = leg.step.step === "slide" ? "forward" : leg.step.step;
        return (
          <li key={`${i}-${kind}`} class="m-leg">
            <span class="k-grow">
              {legWords(leg.step, ruler)}
              {face && leg.hit && (
                <span class="k-tiny m-under"> {stopWords(face, leg, room.store.view.value?.tokens)}</span>
              )}
            </span>
            <b>{(costs.legs[i] ?? leg.cost).toFixed(2)} MP</b>
            <ClauseLink clause={clauses[kind]} />
          </li>
        );
      })}
    </ol>
  );
}

function Foot({ room, hand }: { room: Room; hand: PathHand }) {
  const drawn = hand.steps.value.length > 0;
  const spent = hand.offer.units.every((one) => one.left <= 0.01);
  const endsNow = !drawn && spent;
  return (
    <>
      <Commit room={room} words={endsNow ? "End movement" : "Move here"} ready={drawn || spent} give={hand.commit} />
      {drawn && (
        <Button icon={Undo2} keys={keyFor("back")} onClick={() => hand.lastLeg()} data-testid="last-leg">
          Last leg
        </Button>
      )}
      {!endsNow && (
        <Button icon={Flag} keys={keyFor("none")} onClick={hand.end} data-testid="decline">
          End movement
        </Button>
      )}
    </>
  );
}

/** Units that may come on: each is taken into the hand. */
function Reserves({ room, hand }: { room: Room; hand: PathHand }) {
  const face = room.face.value;
  if (hand.offer.enter.length === 0) return null;
  return (
    <section>
      <h3 class="m-section">In reserve</h3>
      <ol class="m-rows">
        {hand.offer.enter.map((id) => (
          <li key={id}>
            <button type="button" class="m-row" onClick={() => hand.bringOn(id)} data-testid={`enter-${id}`}>
              <b class="k-grow">{face ? titleOf(face, id) : id}</b>
              <span class="k-tiny k-muted">bring on</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

type EntryProps = { room: Room; asked: Asked; hand: PathHand; entering: PlaceHand };

/** A unit of the reserve in the hand: where it comes on along the own edge. */
function EntryPanel({ room, asked, hand, entering }: EntryProps) {
  return (
    <AskPanel
      room={room}
      title="Bring a unit on"
      aside={`${entering.tray.length} in reserve`}
      text={asked.text}
      clause={asked.clause}
      foot={
        <>
          <PlaceFoot room={room} hand={entering} words="Bring on here" />
          <Button icon={X} keys={keyFor("drop")} onClick={hand.stay} data-testid="stay">
            Not now
          </Button>
        </>
      }
    >
      <TrayList hand={entering} />
      <InHand room={room} hand={entering} hint="Drag one from the list to your edge, or tap your edge." />
    </AskPanel>
  );
}

function PathPanel({ room, asked, hand }: { room: Room; asked: Asked; hand: PathHand }) {
  const face = room.face.value;
  const unit = room.selected.value;
  const card = face ? cardOf(face, unit) : null;
  const worked = hand.worked.value;
  const entering = hand.entering.value;
  if (entering) return <EntryPanel room={room} asked={asked} hand={hand} entering={entering} />;
  const movable = hand.offer.units.filter((one) => one.left > 0.01).length;
  return (
    <AskPanel
      room={room}
      title={asked.title}
      aside={`${movable} can move`}
      text={asked.text}
      clause={asked.clause}
      stop="half"
      foot={<Foot room={room} hand={hand} />}
    >
      {card && (
        <div class="m-unit">
          <UnitPicture room={room} unit={unit} width={112} height={76} />
          <div class="k-grow">
            <div class="k-row">
              <h3 class="k-grow">{card.title}</h3>
              <SideMark side={asked.seat} />
            </div>
            <p class="k-small">
              {card.numbers.slice(0, 3).map((one) => (
                <span key={one.id} class="m-number" title={one.clause}>
                  <b>{one.value}</b> {one.title}
                </span>
              ))}
            </p>
            <p class="k-tiny k-muted">{card.traits.join(", ")}</p>
          </div>
        </div>
      )}
      <PointsBar hand={hand} seat={asked.seat} />
      <RefusedLeg refusal={hand.refused.value} />
      <Legs room={room} hand={hand} />
      <Reserves room={room} hand={hand} />
      {worked && hand.steps.value.length > 0 && (
        <Glimpses
          room={room}
          title="At the end of this move"
          sees={worked.sees}
          seenBy={worked.seen_by}
          goal={worked.goal_distance}
        />
      )}
    </AskPanel>
  );
}

export function pathWidget(room: Room, asked: Asked): Opened {
  const hand = createPathHand(room, asked);
  return { asked, where: "path", hand, panel: () => <PathPanel room={room} asked={asked} hand={hand} /> };
}
