// A unit's turn: what it may still do, the action in hand with its price or its odds, and the one yellow button.
import { Crosshair, EyeOff, Flag, Flame, Footprints, Hand as HandIcon, Undo2, Wrench } from "lucide-preact";
import { Button, ClauseLink, type Icon, SIDE_COLOURS, Toggle } from "../../kit";
import type { Asked, PathFace } from "../../protocol";
import type { Kind } from "../act_offers";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { ChoiceButton } from "../parts/choice_row";
import { Commit } from "../parts/commit";
import { Glimpses } from "../parts/glimpses";
import { RefusalLine, RefusedLeg } from "../parts/refusal_line";
import type { Opened, Room } from "../room";
import { strideWords } from "../strides";
import { titleOf } from "../words";
import { Attack } from "./act_attack";
import { type ActHand, canDo, createActHand } from "./act_hand";

type Props = { room: Room; hand: ActHand };

const KINDS: {
  kind: Kind;
  title: string;
  key: "act_move" | "act_attack" | "act_scavenge" | "act_hold";
  icon: Icon;
}[] = [
  { kind: "move", title: "Move", key: "act_move", icon: Footprints },
  { kind: "attack", title: "Attack", key: "act_attack", icon: Crosshair },
  { kind: "scavenge", title: "Parts", key: "act_scavenge", icon: Wrench },
  { kind: "hold", title: "Hold fire", key: "act_hold", icon: HandIcon },
];

/** The sorts of action side by side; one that is over says why when it is chosen. */
function Kinds({ hand }: { hand: ActHand }) {
  const actor = hand.actor.value;
  if (!actor) return null;
  const offered = KINDS.filter(({ kind }) => kind !== "hold" || actor.hold.length > 0);
  return (
    <div class="m-kinds" role="radiogroup" aria-label="Action">
      {offered.map(({ kind, title, key, icon: Picture }) => (
        <button
          type="button"
          role="radio"
          key={kind}
          aria-checked={hand.kind.value === kind}
          class={canDo(actor, kind) ? "" : "cannot"}
          onClick={() => hand.choose(kind)}
          title={`${title} (${keyFor(key)})`}
          data-testid={`act-${kind}`}
        >
          <Picture size={18} />
          <span>{title}</span>
        </button>
      ))}
    </div>
  );
}

/** A third action costs heat before anything else happens. */
function Rush({ hand }: { hand: ActHand }) {
  const actor = hand.actor.value;
  if (!actor?.rush || hand.kind.value === "hold") return null;
  return (
    <p class="m-rush k-small" role="note" data-testid="rush">
      <Flame size={18} aria-hidden="true" />
      <span>
        This is a rush: <b>{hand.offer.rushHeat} Heat Markers</b> are placed first.{" "}
        <ClauseLink clause={hand.offer.clauses.rush ?? ""} />
      </span>
    </p>
  );
}

/** Why nothing of this sort can be done now. */
function Closed({ hand }: { hand: ActHand }) {
  const actor = hand.actor.value;
  const refusal = actor?.closed[hand.kind.value];
  return refusal ? <RefusalLine refusal={refusal} testid="closed" /> : null;
}

function PointsBar({ hand, seat }: { hand: ActHand; seat: number }) {
  const points = hand.actor.value?.movement ?? 0;
  const { legs, total } = hand.stride;
  const over = total.value > points;
  const colour = over ? "var(--bad)" : (SIDE_COLOURS[seat] ?? "var(--ink)");
  const share = (value: number): string => `${(Math.min(value, points) / Math.max(1, points)) * 100}%`;
  return (
    <div class="m-points">
      <div class="m-points-bar" role="img" aria-label={`${total.value} of ${points} points`}>
        {legs.value.flatMap((leg, i) => {
          const paid =
            leg.step.step === "turn" || leg.wasted <= 0 ? 1 : leg.step.bricks / (leg.step.bricks + leg.wasted);
          return [
            <i
              key={`${i}-${leg.step.step}`}
              class={leg.step.step === "turn" ? "turn" : "way"}
              style={{ width: share(leg.cost - leg.ground), background: colour }}
            >
              {/* What is paid for and not walked yet is hatched: so much is free. */}
              {paid < 1 && <s class="m-wasted" style={{ width: `${(1 - paid) * 100}%` }} data-testid="wasted" />}
            </i>,
            leg.ground > 0 && <i key={`${i}-ground`} class="ground" style={{ width: share(leg.ground) }} />,
          ];
        })}
      </div>
      <div class="k-row k-small">
        <b class={over ? "k-bad" : ""} data-testid="cost">
          {total.value} of {points} MP
        </b>
        <span class="k-grow" />
        <span class="k-muted">{over ? `${total.value - points} too many` : `${points - total.value} left`}</span>
      </div>
    </div>
  );
}

/** What the ground takes of a leg: by name once the server has worked the path out, else only how much. */
function groundWords(worked: PathFace | null, drawn: number, i: number, points: number): string {
  const told = worked?.legs.length === drawn ? worked.legs[i]?.ground : "";
  return told ? `${told} MP` : `${points} MP of it for the ground`;
}

function Moving({ room, hand, seat }: Props & { seat: number }) {
  const ruler = room.face.value?.ruler ?? "";
  const { legs, worked, refused } = hand.stride;
  if (hand.actor.value?.closed.move) return null;
  if ((hand.actor.value?.movement ?? 0) <= 0) return <p class="k-small">This unit has no points left to move.</p>;
  return (
    <>
      <PointsBar hand={hand} seat={seat} />
      <RefusedLeg refusal={refused.value} />
      {legs.value.length === 0 ? (
        <p class="m-coach" data-testid="coach">
          Drag the unit ahead, back or to the side; drag its ring to turn. A begun {ruler} costs a whole one.
          <span class="k-tiny k-muted m-under k-keys-hint">
            Keys: arrows walk and turn, {keyFor("side_left")} {keyFor("side_right")} step aside, Shift is fine.
          </span>
        </p>
      ) : (
        <ol class="m-legs" data-testid="legs">
          {legs.value.map((leg, i) => (
            <li key={`${i}-${leg.step.step}`} class="m-leg">
              <span class="k-grow">
                {strideWords(leg.step, ruler)}
                {leg.wasted > 0 && (
                  <span class="k-tiny k-muted m-under">
                    {Math.round(leg.wasted * 100) / 100} {ruler} more is free
                  </span>
                )}
                {leg.ground > 0 && (
                  <span class="k-tiny k-muted m-under" data-testid="leg-ground">
                    {groundWords(worked.value, legs.value.length, i, leg.ground)}{" "}
                    <ClauseLink clause={hand.offer.clauses.ground ?? ""} />
                  </span>
                )}
              </span>
              <b>{leg.cost} MP</b>
              <ClauseLink clause={hand.offer.rates.clauses[leg.step.step]} />
            </li>
          ))}
        </ol>
      )}
      {worked.value && legs.value.length > 0 && (
        <Glimpses
          room={room}
          title="At the end of this move"
          sees={worked.value.sees}
          seenBy={worked.value.seen_by}
          goal={worked.value.goal_distance}
        />
      )}
    </>
  );
}

function Lines({ hand }: { hand: ActHand }) {
  const lines = hand.lines.value;
  const hold = hand.kind.value === "hold";
  if (hand.actor.value?.closed[hand.kind.value]) return null;
  return (
    <>
      {hold && (
        <p class="m-secret k-small">
          <EyeOff size={18} aria-hidden="true" /> Only you see this. The others see that it holds fire.{" "}
          <ClauseLink clause={hand.offer.clauses.secret ?? ""} />
        </p>
      )}
      {lines.length === 0 && <p class="k-small">Nothing lies within reach, and nothing can be taken off.</p>}
      <ol class="m-rows" data-testid="choices">
        {lines.map((line, i) => (
          <li key={line.id}>
            <ChoiceButton marked={hand.marked} at={i} title={line.title} text={line.text} testid={line.id} />
            <span class="m-line-rule">
              <ClauseLink clause={line.clause} words="rule" />
            </span>
          </li>
        ))}
      </ol>
      {hold && (
        <Toggle
          label="Fire at the first that enters, without asking me"
          on={hand.atOnce.value}
          onChange={(on) => {
            hand.atOnce.value = on;
          }}
        />
      )}
    </>
  );
}

/** What the yellow button does now. */
function commitWords(hand: ActHand): string {
  if (hand.spent.value) return "End turn";
  const rush = hand.actor.value?.rush && hand.kind.value !== "hold" ? "Rush: " : "";
  const words = { move: "move here", attack: "attack", scavenge: "do this", hold: "hold fire" }[hand.kind.value];
  const text = `${rush}${words}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Foot({ room, hand }: Props) {
  const spent = hand.spent.value;
  return (
    <>
      <Commit room={room} words={commitWords(hand)} ready={spent || hand.ready.value} give={hand.commit} />
      {hand.kind.value === "move" && hand.stride.strides.value.length > 0 && (
        <Button icon={Undo2} keys={keyFor("back")} onClick={() => hand.stride.lastLeg()} data-testid="last-leg">
          Last leg
        </Button>
      )}
      {!spent && (
        <Button icon={Flag} keys={keyFor("none")} onClick={hand.endTurn} data-testid="decline">
          End turn
        </Button>
      )}
    </>
  );
}

function ActPanel({ room, asked, hand }: Props & { asked: Asked }) {
  const actor = hand.actor.value;
  const face = room.face.value;
  const several = hand.offer.units.length > 1;
  const title = several && face && actor ? `${titleOf(face, actor.unit)} ${actor.unit}` : asked.title;
  return (
    <AskPanel
      room={room}
      title={title}
      aside={actor ? `action ${Math.min(actor.actions + 1, actor.most)} of ${actor.most}` : ""}
      text={asked.text}
      clause={asked.clause}
      stop="half"
      foot={<Foot room={room} hand={hand} />}
    >
      <Kinds hand={hand} />
      <Rush hand={hand} />
      <Closed hand={hand} />
      {hand.kind.value === "move" && <Moving room={room} hand={hand} seat={asked.seat} />}
      {hand.kind.value === "attack" && <Attack room={room} hand={hand} />}
      {(hand.kind.value === "scavenge" || hand.kind.value === "hold") && <Lines hand={hand} />}
    </AskPanel>
  );
}

export function actWidget(room: Room, asked: Asked): Opened {
  const hand = createActHand(room, asked);
  return { asked, where: "act", hand, panel: () => <ActPanel room={room} asked={asked} hand={hand} /> };
}
