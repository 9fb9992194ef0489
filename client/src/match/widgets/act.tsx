// A unit's turn: what it may still do, the action in hand as what it offers, and the one yellow button.
import { Crosshair, Dices, Footprints, Hourglass, Info, ListChecks, Package, TriangleAlert } from "lucide-preact";
import { ClauseLink, type Icon } from "../../kit";
import type { Act, Action, Asked } from "../../protocol";
import { keyOfAct } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { RefusalLine } from "../parts/refusal_line";
import type { Opened, Room } from "../room";
import { titleOf } from "../words";
import { type ActHand, createActHand } from "./act_hand";
import { canDo } from "./act_parts";
import { FinishButton } from "./giving";

type Props = { room: Room; hand: ActHand };

const ICONS: Record<string, Icon> = {
  path: Footprints,
  aims: Crosshair,
  split: Dices,
  take: Package,
  choose: ListChecks,
  compose: Hourglass,
};

function ActionButton({ hand, action }: { hand: ActHand; action: Action }) {
  const letter = keyOfAct(action.id);
  const Picture = ICONS[action.offer?.offer ?? ""] ?? Info;
  return (
    <button
      type="button"
      role="radio"
      aria-checked={hand.action.value?.id === action.id}
      class={canDo(action) ? "" : "cannot"}
      onClick={() => hand.choose(action.id)}
      data-testid={`act-${action.id}`}
    >
      <Picture size={18} />
      <span>{action.title}</span>
      {letter && <kbd>{letter}</kbd>}
    </button>
  );
}

/** How many actions stand in a row, where so many are the most that can be read there: in as few rows as that takes,
 * and those as even as can be. */
export const across = (count: number, most: number): number =>
  Math.max(1, Math.ceil(count / Math.max(1, Math.ceil(count / most))));

/** The actions side by side; one that is over says why when it is chosen. Where there is one, nothing is to be chosen. */
function Actions({ hand }: { hand: ActHand }) {
  const count = hand.actor.value?.actions.length ?? 0;
  if (count === 1) return null;
  const rows = { "--across": across(count, 5), "--across-narrow": across(count, 4) };
  return (
    <div class="m-kinds" role="radiogroup" aria-label="Action" style={rows}>
      {hand.actor.value?.actions.map((action) => (
        <ActionButton key={action.id} hand={hand} action={action} />
      ))}
    </div>
  );
}

/** The action in hand: what it is, what it burdens, and what it offers or why it does not. */
function InHand({ hand }: { hand: ActHand }) {
  const action = hand.action.value;
  if (!action) return null;
  if (action.closed) return <RefusalLine refusal={action.closed} testid="closed" />;
  return (
    <>
      {action.text && (
        <p class="k-small" data-testid="action-text">
          {action.text} <ClauseLink clause={action.clause} />
        </p>
      )}
      {action.warning && (
        <p class="m-warning k-small" role="note" data-testid="warning">
          <TriangleAlert size={18} aria-hidden="true" />
          <span>
            {action.warning} {!action.text && <ClauseLink clause={action.clause} />}
          </span>
        </p>
      )}
      {hand.part.value?.body()}
    </>
  );
}

function Foot({ room, hand }: Props) {
  const part = hand.part.value;
  const finish = hand.actor.value?.finish;
  const words = hand.spent ? finish?.title : (part?.words.value ?? hand.action.value?.title);
  return (
    <>
      <Commit room={room} words={words ?? ""} ready={hand.ready.value} give={hand.commit} />
      {!hand.spent && part?.more?.()}
      {!hand.spent && finish && <FinishButton hand={hand} finish={finish} />}
    </>
  );
}

function ActPanel({ room, asked, hand }: Props & { asked: Asked }) {
  const actor = hand.actor.value;
  const face = room.face.value;
  const several = hand.offer.actors.length > 1;
  const title = several && face && actor ? `${titleOf(face, actor.unit)} ${actor.unit}` : asked.title;
  return (
    <AskPanel
      room={room}
      title={title}
      {...(several && actor ? { aside: actor.remark } : {})}
      text={asked.text}
      clause={asked.clause}
      stop="half"
      foot={<Foot room={room} hand={hand} />}
    >
      <Actions hand={hand} />
      <InHand hand={hand} />
    </AskPanel>
  );
}

export function actWidget(room: Room, asked: Asked, offer: Act): Opened {
  const hand = createActHand(room, asked.seat, offer);
  return { asked, where: "act", hand, panel: () => <ActPanel room={room} asked={asked} hand={hand} /> };
}
