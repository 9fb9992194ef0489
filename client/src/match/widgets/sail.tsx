// Sailing: the card of the ship, what the drawn course takes of its speed, the ram it ends in, and "Sail here".
import { Flag, Swords, Undo2 } from "lucide-preact";
import { Button, ClauseLink, SIDE_COLOURS, SideMark } from "../../kit";
import type { Asked, ImpactFace } from "../../protocol";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { Glimpses } from "../parts/glimpses";
import { UnitPicture } from "../parts/picture";
import { RefusedLeg } from "../parts/refusal_line";
import { ShipCard } from "../parts/ship_card";
import { Sums } from "../parts/tally";
import type { Opened, Room } from "../room";
import { cardOf, lengthWords, thingName, windOf } from "../words";
import { createSailHand, type SailHand } from "./sail_hand";

/** The bar of speed: the legs drawn now and what is left. */
function SpeedBar({ hand, seat, ruler }: { hand: SailHand; seat: number; ruler: string }) {
  const speed = Math.max(hand.speed.value, 0.01);
  const over = hand.length.value > hand.speed.value + 1e-6;
  const share = (value: number): string => `${(Math.min(value, speed) / speed) * 100}%`;
  const colour = over ? "var(--bad)" : (SIDE_COLOURS[seat] ?? "var(--ink)");
  // the rows below the bar add up to what it says
  const shown = hand.inches.value.reduce((sum, one) => sum + one, 0);
  const left = hand.speed.value - shown;
  return (
    <div class="m-points">
      <div class="m-points-bar" role="img" aria-label={`${shown.toFixed(2)} of ${hand.speed.value} inches`}>
        {hand.legs.value.map((leg, i) => (
          <i
            key={`${i}-${leg.step}`}
            class={leg.step === "astern" ? "turn" : "way"}
            style={{ width: share(leg.inches), background: colour }}
          />
        ))}
      </div>
      <div class="k-row k-small">
        <b class={over ? "k-bad" : ""} data-testid="cost">
          {shown.toFixed(2)} of {lengthWords(hand.speed.value, ruler)}
        </b>
        <ClauseLink clause={hand.offer.clauses.length} />
        <span class="k-grow" />
        <span class="k-muted">{left >= 0 ? `${left.toFixed(2)} left` : `${(-left).toFixed(2)} too far`}</span>
      </div>
    </div>
  );
}

function Legs({ room, hand }: { room: Room; hand: SailHand }) {
  const ruler = room.face.value?.ruler ?? "";
  const { clauses } = hand.offer;
  const ram = hand.ram.value;
  const inches = hand.inches.value;
  if (hand.legs.value.length === 0)
    return (
      <p class="k-small k-muted" data-testid="coach">
        Drag a ship, or tap the water: that is the way of its bow. Each tap adds a corner. Straight back goes astern.
      </p>
    );
  return (
    <ol class="m-legs" data-testid="legs">
      {hand.legs.value.map((leg, i) => {
        const last = i === hand.legs.value.length - 1;
        const way = leg.step === "astern" ? "Astern" : `Ahead to the ${windOf(leg.heading)}`;
        const words = last && ram && room.face.value ? `Ram ${thingName(room.face.value, ram.target)}` : way;
        const clause = leg.step === "astern" ? clauses.astern : last && ram ? clauses.ram : clauses.ahead;
        return (
          <li key={`${i}-${leg.step}`} class="m-leg">
            <span class="k-grow">{words}</span>
            <b>{lengthWords(inches[i] ?? leg.inches, ruler)}</b>
            <ClauseLink clause={clause} />
          </li>
        );
      })}
    </ol>
  );
}

/** The contact before it is confirmed: whom it meets, how, with which dice. */
function RamBox({ room, impact }: { room: Room; impact: ImpactFace }) {
  const face = room.face.value;
  return (
    <section class="k-box m-ram" data-testid="ram" data-manner={impact.manner}>
      <h3>Ram {face ? thingName(face, impact.target) : impact.target}?</h3>
      <p class="k-small">
        This run is <b>{impact.manner}</b>. Contact is drawn where the hulls meet. <ClauseLink clause={impact.clause} />
      </p>
      <Sums sums={impact.sums} />
      <div class="m-need">
        <div>
          <div class="m-need-number" data-testid="ram-dice">
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

function Foot({ room, hand }: { room: Room; hand: SailHand }) {
  const drawn = hand.legs.value.length > 0;
  const ram = hand.ram.value !== null;
  return (
    <>
      <Commit
        room={room}
        words={ram ? "Sail and ram" : drawn ? "Sail here" : "Stay here"}
        ready={hand.ship.value !== null}
        give={hand.commit}
        {...(ram ? { icon: Swords } : {})}
      />
      {drawn && (
        <Button icon={Undo2} keys={keyFor("back")} onClick={() => hand.lastLeg()} data-testid="last-leg">
          Last leg
        </Button>
      )}
      <Button icon={Flag} keys={keyFor("none")} onClick={hand.end} data-testid="decline">
        End turn
      </Button>
    </>
  );
}

function SailPanel({ room, asked, hand }: { room: Room; asked: Asked; hand: SailHand }) {
  const face = room.face.value;
  const unit = room.selected.value;
  const card = face ? cardOf(face, unit) : null;
  const worked = hand.worked.value;
  const ship = hand.ship.value;
  return (
    <AskPanel
      room={room}
      title={asked.title}
      aside={`${hand.offer.units.length} can act`}
      text={asked.text}
      clause={asked.clause}
      stop="half"
      foot={<Foot room={room} hand={hand} />}
    >
      {card && (
        <div class="m-unit">
          <UnitPicture room={room} unit={unit} width={112} height={84} />
          <div class="k-grow">
            <div class="k-row">
              <h3 class="k-grow">
                {card.title} <span class="k-tiny k-muted">{unit}</span>
              </h3>
              <SideMark side={asked.seat} />
            </div>
            <p class="k-tiny k-muted">
              {card.cost} studs long {card.traits.join(", ")}
            </p>
            {ship === null && <p class="k-small">It has acted, or there is nothing it can do.</p>}
          </div>
        </div>
      )}
      {ship && <SpeedBar hand={hand} seat={asked.seat} ruler={face?.ruler ?? ""} />}
      <RefusedLeg refusal={hand.refused.value} />
      {ship && <Legs room={room} hand={hand} />}
      {worked?.impact && <RamBox room={room} impact={worked.impact} />}
      {ship && ship.why.length > 1 && <Sums sums={[{ of: "speed", lines: ship.why, total: ship.speed }]} />}
      <ShipCard room={room} unit={unit} />
      {worked && hand.legs.value.length > 0 && (
        <Glimpses
          room={room}
          title="At the end of this move"
          words={["Can fire at", "Under fire of"]}
          sees={worked.sees}
          seenBy={worked.seen_by}
        />
      )}
    </AskPanel>
  );
}

export function sailWidget(room: Room, asked: Asked): Opened {
  const hand = createSailHand(room, asked);
  return { asked, where: "path", hand, panel: () => <SailPanel room={room} asked={asked} hand={hand} /> };
}
