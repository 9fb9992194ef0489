// Naming targets: a fire plan in order on one side, targets with need, odds and reasons on the other; or one shot.
import { Eye, Lock } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, ClauseLink, percent } from "../../kit";
import type { Aims, Asked } from "../../protocol";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { comeIntoView } from "../parts/into_view";
import type { Opened, Room } from "../room";
import { thingName, titleOf } from "../words";
import { AimsBody, hasOdds } from "./aims";
import { createFireHand, type FireHand } from "./fire_hand";

type Props = { room: Room; hand: FireHand };

function Foot({ room, hand }: Props) {
  const { offer } = hand;
  const locks = hand.complete.value;
  const none = offer.plan ? "No shot" : offer.none?.title;
  return (
    <>
      <Commit
        room={room}
        words={hand.words.value}
        ready={hand.ready.value}
        give={hand.commit}
        {...(locks ? { big: true, icon: Lock } : {})}
      />
      {!locks && (offer.plan || offer.none) && (
        <Button keys={keyFor("none")} onClick={hand.pass} data-testid="decline">
          {none}
        </Button>
      )}
    </>
  );
}

function TargetsPanel({ room, asked, hand }: Props & { asked: Asked }) {
  const face = room.face.value;
  const { shooters, plan } = hand.offer;
  const at = shooters.findIndex((one) => one.unit === hand.current.value);
  const shots = [...hand.plan.value.values()].filter((target) => target !== "").length;
  if (hand.complete.value)
    return (
      <AskPanel
        room={room}
        title={hand.offer.give}
        text={`${shots} of ${shooters.length} units fire. Until you lock it every shot can be changed: tap a unit in the plan.`}
        clause={asked.clause}
        foot={<Foot room={room} hand={hand} />}
      >
        <PlanOdds hand={hand} title={hand.offer.expects} />
      </AskPanel>
    );
  return (
    <AskPanel
      room={room}
      title={asked.title}
      {...(shooters.length > 1 ? { aside: `unit ${at + 1} of ${shooters.length}` } : {})}
      text={plan && face ? thingName(face, hand.current.value) : asked.text}
      clause={asked.clause}
      stop="half"
      foot={<Foot room={room} hand={hand} />}
    >
      <AimsBody room={room} hand={hand} />
    </AskPanel>
  );
}

/** What the plan is worth so far; a shot that needs another one first is worth nothing that could be told. */
function PlanOdds({ hand, title }: { hand: FireHand; title: string }) {
  const odds = hand.odds.value;
  const open = odds?.refusal;
  const waits = open && odds.expected === 0;
  return (
    <dl class="m-plan-odds k-small">
      <dt>{title}</dt>
      <dd data-testid="plan-expected">{waits ? "–" : odds ? odds.expected.toFixed(2) : "…"}</dd>
      <dt>At least one</dt>
      <dd data-testid="plan-atleast">{waits ? "–" : odds ? percent(odds.at_least_one, 0) : "…"}</dd>
      {open && (
        <dd class="m-plan-waits k-tiny" data-testid="plan-waits">
          {open.sentence} {open.clause && <ClauseLink clause={open.clause} />}
        </dd>
      )}
    </dl>
  );
}

function shotWords({ room, hand }: Props, unit: string): string {
  const target = hand.plan.value.get(unit);
  if (unit === hand.current.value) return "choosing a target";
  if (target === undefined) return "not declared";
  if (target === "") return "no shot";
  const lead = hand.leadOf(unit);
  return `at ${room.face.value ? thingName(room.face.value, target) : target}${lead ? `, with ${lead}` : ""}`;
}

function PlanRow({ room, hand, unit, order }: Props & { unit: string; order: number }) {
  const target = hand.plan.value.get(unit);
  const aim = hand.offer.shooters.find((one) => one.unit === unit)?.aims.find((one) => one.target === target);
  const void_ = hand.odds.value?.shots.find((one) => one.unit === unit && one.target === target);
  const current = unit === hand.current.value;
  // who goes along has no roll of its own; that of the lead is for all of them
  const leads = hand.offer.shooters.some((one) => hand.leadOf(one.unit) === unit);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) comeIntoView(row.current);
  }, [current]);
  return (
    <li ref={row}>
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
          <span class="k-tiny k-muted m-under">{shotWords({ room, hand }, unit)}</span>
        </span>
        {aim && !current && hand.leadOf(unit) && <span class="k-tiny k-muted">one roll</span>}
        {aim && !current && !hand.leadOf(unit) && (
          <span class="k-number">
            {leads && void_ ? <b>{percent(void_.destroys)}</b> : <b>{aim.need}</b>}
            {!leads && hasOdds(aim) && <span class="k-tiny m-under">{percent(aim.odds)}</span>}
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

function PlanList({ room, asked, hand }: Props & { asked: Asked }) {
  return (
    <>
      <header class="m-own-head">
        <h2>Fire plan</h2>
        <p class="k-tiny k-muted">
          <span class="m-plan-said">{asked.text}</span> {hand.offer.clause && <ClauseLink clause={hand.offer.clause} />}
        </p>
      </header>
      <ol class="m-rows">
        {hand.offer.shooters.map(({ unit, order }) => (
          <PlanRow key={unit} room={room} hand={hand} unit={unit} order={order} />
        ))}
      </ol>
      {/* once the plan is whole the question beside it says the same */}
      {!hand.complete.value && <PlanOdds hand={hand} title={`${hand.offer.expects} with this shot`} />}
    </>
  );
}

export function targetsWidget(room: Room, asked: Asked, offer: Aims): Opened {
  const hand = createFireHand(room, asked.seat, offer);
  return {
    asked,
    where: "targets",
    hand,
    panel: () => <TargetsPanel room={room} asked={asked} hand={hand} />,
    ...(offer.plan ? { list: () => <PlanList room={room} asked={asked} hand={hand} /> } : {}),
  };
}
