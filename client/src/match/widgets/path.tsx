// Moving: the card of the unit, what the drawn legs cost, what it would see, and "Move here".
import { Flag, LogIn, Undo2 } from "lucide-preact";
import { Button, ClauseLink, SIDE_COLOURS, SideMark } from "../../kit";
import type { Asked } from "../../protocol";
import { AskPanel } from "../parts/ask_panel";
import { Glimpses } from "../parts/glimpses";
import { Coach } from "../parts/hints";
import { UnitPicture } from "../parts/picture";
import type { Opened, Room } from "../room";
import { cardOf, legWords, thingName } from "../words";
import { createPathHand, type PathHand } from "./path_hand";

/** The bar of movement points: spent before, the legs drawn now, what is left. */
function PointsBar({ hand, seat }: { hand: PathHand; seat: number }) {
  const points = Math.max(hand.points.value, 0.01);
  const before = points - hand.left.value;
  const over = hand.total.value > hand.left.value + 1e-6;
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
          {(before + hand.total.value).toFixed(2)} of {points} MP
        </b>
        <span class="k-grow" />
        <span class="k-muted">
          {over
            ? `${(hand.total.value - hand.left.value).toFixed(2)} too many`
            : `${(hand.left.value - hand.total.value).toFixed(2)} left`}
        </span>
      </div>
    </div>
  );
}

function Legs({ room, hand }: { room: Room; hand: PathHand }) {
  const ruler = room.face.value?.ruler ?? "";
  const { clauses } = hand.offer.prices;
  if (hand.legs.value.length === 0) return <Coach free={hand.offer.free} />;
  return (
    <ol class="m-legs" data-testid="legs">
      {hand.legs.value.map((leg, i) => {
        const kind = leg.step.step === "slide" ? "forward" : leg.step.step;
        return (
          <li key={`${i}-${kind}`} class="m-leg">
            <span class="k-grow">{legWords(leg.step, ruler)}</span>
            <b>{leg.cost.toFixed(2)} MP</b>
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
  const busy = room.busy.value;
  const endsNow = !drawn && spent;
  return (
    <>
      <Button
        kind="ask"
        keys="Enter"
        aria-disabled={busy || (!drawn && !spent)}
        onClick={hand.commit}
        data-testid="commit"
      >
        {endsNow ? "End movement" : busy ? "Saving" : "Move here"}
      </Button>
      {drawn && (
        <Button icon={Undo2} keys="Z" onClick={() => hand.lastLeg()} data-testid="last-leg">
          Last leg
        </Button>
      )}
      {!endsNow && (
        <Button icon={Flag} keys="0" onClick={hand.end} data-testid="decline">
          End movement
        </Button>
      )}
    </>
  );
}

function PathPanel({ room, asked, hand }: { room: Room; asked: Asked; hand: PathHand }) {
  const face = room.face.value;
  const unit = room.selected.value;
  const card = face ? cardOf(face, unit) : null;
  const worked = hand.worked.value;
  const refused = hand.refused.value;
  const stop = worked?.legs.find((leg) => leg.stopped_by);
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
      {/* Seen in the bubble at the hand; here for those who hear the page. */}
      {refused && (
        <p class="k-spoken" role="alert" data-testid="refused-leg">
          {refused.sentence} <ClauseLink clause={refused.clause} />
        </p>
      )}
      <Legs room={room} hand={hand} />
      {stop && face && (
        <p class="k-small" role="status">
          Stopped by {thingName(face, stop.stopped_by, room.store.view.value?.tokens)}.
        </p>
      )}
      {hand.offer.enter.map((id) => (
        <Button key={id} icon={LogIn} onClick={() => void hand.bringOn(id)} data-testid={`enter-${id}`}>
          Bring {face ? thingName(face, id) : id} on
        </Button>
      ))}
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
