// Declaring: the fire plan in shooting order on one side, targets with need, odds and reasons on the other.
import { Eye, Lock } from "lucide-preact";
import { Button, ClauseLink, percent } from "../../kit";
import type { AimFace, Asked, SightPicture } from "../../protocol";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { BarrelPicture } from "../parts/picture";
import { RefusalLine } from "../parts/refusal_line";
import { Sums } from "../parts/tally";
import { TargetRow } from "../parts/target_row";
import type { Opened, Room } from "../room";
import { thingName, titleOf } from "../words";
import { createFireHand, type FireHand } from "./fire_hand";

/** How near a threshold the bar says so. */
const CLOSE = 0.02;

function HiddenBar({ sight }: { sight: SightPicture }) {
  const close = sight.thresholds.find(([at]) => at > CLOSE && Math.abs(at - sight.share) <= CLOSE);
  return (
    <div class="m-hidden">
      <div class="m-hidden-bar" role="img" aria-label={`${percent(sight.share, 0)} hidden`}>
        <i style={{ width: percent(sight.share, 2).replace(" ", "") }} />
        {sight.thresholds.map(([at]) => at > CLOSE && at < 1 && <u key={at} style={{ left: `${at * 100}%` }} />)}
      </div>
      <div class="k-row k-tiny k-wrap">
        <b data-testid="hidden">
          {close ? `close: ${percent(sight.share, 1)} hidden` : `${percent(sight.share, 0)} hidden`}
        </b>
        <span class="k-grow" />
        {sight.thresholds.length === 0 && <span>cover does not count by these rules</span>}
        {sight.thresholds.map(([at, words, clause]) => (
          <span key={clause + at}>
            {words.replace("-", "−").replace("%", " %")} <ClauseLink clause={clause} />
          </span>
        ))}
      </div>
    </div>
  );
}

/** A shot that is sure and yet destroys nothing has no odds worth a number. */
const hasOdds = (aim: AimFace): boolean => aim.odds > 0 || aim.ways !== null;

function Target({ room, hand, aim, number }: { room: Room; hand: FireHand; aim: AimFace; number: number }) {
  const chosen = hand.marked.value === aim.target;
  return (
    <TargetRow {...{ room, aim, number, chosen }} choose={() => hand.mark(aim.target)} cannot="no shot">
      <b>{aim.need}</b>
      {hasOdds(aim) && <span class="m-odds">{percent(aim.odds)}</span>}
    </TargetRow>
  );
}

/** Pieces of terrain that can be shot at, folded up until one is wanted. */
function Terrain({ room, hand }: { room: Room; hand: FireHand }) {
  const pieces = hand.terrain.value;
  if (pieces.length === 0) return null;
  const first = hand.enemies.value.length;
  const able = pieces.filter((aim) => aim.refusal === null).length;
  return (
    <details class="m-terrain" open={pieces.some((aim) => aim.target === hand.marked.value)}>
      <summary>
        Terrain: {able} of {pieces.length} pieces can be shot at
      </summary>
      <ol class="m-targets">
        {pieces.map((aim, i) => (
          <Target key={aim.target} room={room} hand={hand} aim={aim} number={first + i + 1} />
        ))}
      </ol>
    </details>
  );
}

function Why({ room, aim }: { room: Room; aim: AimFace }) {
  const { sight } = aim;
  if (aim.refusal) return <RefusalLine refusal={aim.refusal} testid="target-refusal" />;
  return (
    <>
      {sight && (
        <>
          <BarrelPicture
            room={room}
            view={{ eye: sight.eye, target: aim.target, shooter: aim.unit, side: sight.side, hidden: sight.hidden }}
          />
          <HiddenBar sight={sight} />
        </>
      )}
      <Sums sums={aim.sums} />
      <div class="k-box m-need">
        <div>
          <div class="m-need-number" data-testid="need">
            {aim.need}
          </div>
          <div class="k-tiny">
            {aim.roll} <ClauseLink clause={aim.clause} />
          </div>
        </div>
        <div class="k-number">
          {hasOdds(aim) && (
            <div class="m-need-odds" data-testid="odds">
              {percent(aim.odds)}
            </div>
          )}
          {aim.ways && (
            <div class="k-tiny">
              {aim.ways[0]} of {aim.ways[1]} rolls
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function Foot({ room, hand }: { room: Room; hand: FireHand }) {
  if (hand.complete.value) return <Commit room={room} words="Lock fire plan" give={hand.lock} big icon={Lock} />;
  const aim = hand.aim.value;
  return (
    <>
      <Commit room={room} words="Declare this shot" ready={aim?.refusal === null} give={hand.declare} />
      <Button keys={keyFor("none")} onClick={hand.pass} data-testid="decline">
        No shot
      </Button>
    </>
  );
}

function TargetsPanel({ room, asked, hand }: { room: Room; asked: Asked; hand: FireHand }) {
  const face = room.face.value;
  const at = hand.offer.units.findIndex((one) => one.unit === hand.current.value);
  const shots = [...hand.plan.value.values()].filter((target) => target !== "").length;
  if (hand.complete.value)
    return (
      <AskPanel
        room={room}
        title="Lock the fire plan"
        text={`${shots} of ${hand.offer.units.length} units fire. Until you lock it every shot can be changed: tap a unit in the plan.`}
        clause={asked.clause}
        foot={<Foot room={room} hand={hand} />}
      >
        <PlanOdds hand={hand} title="Expected kills" />
      </AskPanel>
    );
  return (
    <AskPanel
      room={room}
      title={asked.title}
      aside={`unit ${at + 1} of ${hand.offer.units.length}`}
      text={face ? titleOf(face, hand.current.value) : ""}
      clause={asked.clause}
      stop="half"
      foot={<Foot room={room} hand={hand} />}
    >
      <ol class="m-targets">
        {hand.enemies.value.map((aim, i) => (
          <Target key={aim.target} room={room} hand={hand} aim={aim} number={i + 1} />
        ))}
      </ol>
      <Terrain room={room} hand={hand} />
      {hand.aim.value && <Why room={room} aim={hand.aim.value} />}
    </AskPanel>
  );
}

function PlanOdds({ hand, title }: { hand: FireHand; title: string }) {
  const odds = hand.odds.value;
  return (
    <dl class="m-plan-odds k-small">
      <dt>{title}</dt>
      <dd data-testid="plan-expected">{odds ? odds.expected.toFixed(2) : "…"}</dd>
      <dt>At least one</dt>
      <dd data-testid="plan-atleast">{odds ? percent(odds.at_least_one, 0) : "…"}</dd>
    </dl>
  );
}

function shotWords(room: Room, hand: FireHand, unit: string): string {
  const target = hand.plan.value.get(unit);
  if (unit === hand.current.value) return "choosing a target";
  if (target === undefined) return "not declared";
  if (target === "") return "no shot";
  return `at ${room.face.value ? thingName(room.face.value, target) : target}`;
}

function PlanRow({ room, hand, unit, order }: { room: Room; hand: FireHand; unit: string; order: number }) {
  const target = hand.plan.value.get(unit);
  const aim = hand.offer.units.find((one) => one.unit === unit)?.aims.find((one) => one.target === target);
  const void_ = hand.odds.value?.shots.find((one) => one.unit === unit && one.target === target);
  const current = unit === hand.current.value;
  return (
    <li>
      <button
        type="button"
        class={`m-row ${current ? "asked" : ""}`}
        aria-current={current}
        onClick={() => hand.turnTo(unit)}
        data-testid={`unit-${unit}`}
      >
        <span class="m-order">{order}</span>
        <span class="k-grow">
          <b>{room.face.value ? titleOf(room.face.value, unit) : unit}</b> <span class="k-tiny k-muted">{unit}</span>
          <span class="k-tiny k-muted m-under">{shotWords(room, hand, unit)}</span>
        </span>
        {aim && !current && (
          <span class="k-number">
            <b>{aim.need}</b>
            {hasOdds(aim) && <span class="k-tiny m-under">{percent(aim.odds)}</span>}
            {void_ && void_.made < 0.999 && (
              <span class="k-tiny m-under k-muted">void {percent(1 - void_.made, 0)}</span>
            )}
          </span>
        )}
        {current && <Eye size={18} aria-hidden="true" />}
      </button>
    </li>
  );
}

function PlanList({ room, hand }: { room: Room; hand: FireHand }) {
  return (
    <>
      <header class="m-own-head">
        <h2>Fire plan</h2>
        <p class="k-tiny k-muted">
          Shots fall left to right, as seen from your edge{" "}
          {hand.offer.orderClause && <ClauseLink clause={hand.offer.orderClause} />}
        </p>
      </header>
      <ol class="m-rows">
        {hand.offer.units.map(({ unit, order }) => (
          <PlanRow key={unit} room={room} hand={hand} unit={unit} order={order} />
        ))}
      </ol>
      <PlanOdds hand={hand} title={hand.complete.value ? "Expected kills" : "Expected kills with this shot"} />
    </>
  );
}

export function targetsWidget(room: Room, asked: Asked): Opened {
  const hand = createFireHand(room, asked);
  return {
    asked,
    where: "targets",
    hand,
    panel: () => <TargetsPanel room={room} asked={asked} hand={hand} />,
    list: () => <PlanList room={room} hand={hand} />,
  };
}
