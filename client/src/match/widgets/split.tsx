// Dividing dice: those of the unit, every target with what the dice on it can do.
import { Minus, Plus } from "lucide-preact";
import { useRef } from "preact/hooks";
import { ClauseLink, noFling, percent, plural, SideMark } from "../../kit";
import type { AimFace, Asked, Split } from "../../protocol";
import { digitsOf } from "../digits";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { SideDie } from "../parts/numbers/dice";
import { Sums } from "../parts/numbers/tally";
import { RefusalLine } from "../parts/refusal_line";
import type { Opened, Room } from "../room";
import { NoneButton, Notes } from "./giving";
import { createSplitHand, type SplitHand } from "./split_hand";

export { createSplitHand } from "./split_hand";

/** The dice not given to anybody yet; they can be dragged onto a target in the list or on the board. */
function FreeDice({ room, hand }: { room: Room; hand: SplitHand }) {
  const free = hand.free.value;
  const look = room.face.value?.dice?.look ?? "cube";
  const carried = useRef(false);
  const drop = (event: PointerEvent): void => {
    if (!carried.current) return;
    carried.current = false;
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-target]");
    const target = row?.dataset.target ?? boardTarget(room, hand, event);
    if (target) hand.lay(target, (hand.dice.peek().get(target) ?? 0) + 1);
  };
  return (
    <div class="k-box m-free-dice">
      <div class="k-row k-small">
        <b class="k-grow" data-testid="free-dice">
          {free} of {plural(hand.offer.dice, "die", "dice")} free
        </b>
      </div>
      <div
        class="m-dice-row"
        aria-hidden="true"
        onPointerDown={(event) => {
          carried.current = free > 0;
          (event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId);
        }}
        onPointerUp={drop}
        {...noFling}
      >
        {Array.from({ length: hand.offer.dice }, (_, i) => (
          <SideDie key={i} look={look} success={i < free} spent={i >= free} />
        ))}
      </div>
      <Notes notes={hand.offer.notes} />
    </div>
  );
}

/** The unit of the board nearest to where a die was let go. */
function boardTarget(room: Room, hand: SplitHand, event: PointerEvent): string | undefined {
  const board = room.board.peek();
  if (!board) return undefined;
  const [x, y] = board.at(event.clientX, event.clientY);
  const near = hand.offer.aims
    .map((aim) => {
      const pose = room.units.peek().get(aim.target)?.pose;
      return { target: aim.target, away: pose ? Math.hypot(pose.x / 1e6 - x, pose.y / 1e6 - y) : 99 };
    })
    .sort((a, b) => a.away - b.away)[0];
  return near && near.away < 3 ? near.target : undefined;
}

function Stepper({ hand, aim }: { hand: SplitHand; aim: AimFace }) {
  const own = hand.dice.value.get(aim.target) ?? 0;
  return (
    <span class="m-stepper">
      <button
        type="button"
        class="m-step"
        aria-label={`One die fewer at ${aim.title}`}
        aria-disabled={own === 0}
        onClick={() => hand.lay(aim.target, own - 1)}
        data-testid={`fewer-${aim.target}`}
      >
        <Minus size={16} aria-hidden="true" />
      </button>
      <output data-testid={`dice-${aim.target}`}>{own}</output>
      <button
        type="button"
        class="m-step"
        aria-label={`One die more at ${aim.title}`}
        aria-disabled={own >= hand.most(aim.target)}
        onClick={() => hand.lay(aim.target, own + 1)}
        data-testid={`more-${aim.target}`}
      >
        <Plus size={16} aria-hidden="true" />
      </button>
    </span>
  );
}

function Target({ room, hand, aim, number }: { room: Room; hand: SplitHand; aim: AimFace; number: number }) {
  const chosen = hand.marked.value === aim.target;
  const odds = hand.shareOf(aim.target);
  const seat = room.units.value.get(aim.target)?.seat ?? -1;
  const order = [...hand.dice.value.keys()].indexOf(aim.target) + 1;
  return (
    <li class="m-split-row" data-target={aim.target}>
      <button
        type="button"
        class={`m-target ${chosen ? "chosen" : ""} ${aim.refusal ? "cannot" : ""}`}
        aria-pressed={chosen}
        onClick={() => {
          if (chosen && !aim.refusal) hand.all(aim.target);
          else hand.turnTo(aim.target);
        }}
        data-testid={`target-${number}`}
        data-target={aim.target}
      >
        <kbd>{digitsOf(hand.offer.aims.map((one) => one.target))[number - 1] || "·"}</kbd>
        <SideMark side={seat} size={18} quiet />
        <span class="k-grow">
          <b>{hand.nameOf(aim.target)}</b>
          <span class="k-tiny k-muted m-under">
            {aim.remark}
            {order > 0 && hand.dice.value.size > 1 && ` · shot ${order}`}
          </span>
          {odds && (
            <span class="k-tiny m-under" data-testid={`odds-${aim.target}`}>
              {odds.expected.toFixed(1)} hits · {percent(odds.at_least_one, 0)} at least one
              {odds.destroys > 0.0005 && ` · ${hand.offer.destroys} ${percent(odds.destroys, 0)}`}
            </span>
          )}
        </span>
      </button>
      {!aim.refusal && <Stepper hand={hand} aim={aim} />}
    </li>
  );
}

function Why({ aim }: { aim: AimFace }) {
  if (aim.refusal) return <RefusalLine refusal={aim.refusal} testid="target-refusal" />;
  return (
    <>
      <p class="k-small">
        {aim.title}: {aim.remark} <ClauseLink clause={aim.clause} />
      </p>
      <Sums sums={aim.sums} />
    </>
  );
}

/** What is divided among whom, without the panel round it. */
export function SplitBody({ room, hand }: { room: Room; hand: SplitHand }) {
  const { aims, notes } = hand.offer;
  const aim = aims.find((one) => one.target === hand.marked.value);
  return (
    <>
      {aims.length > 0 ? <FreeDice room={room} hand={hand} /> : <Notes notes={notes} />}
      <ol class="m-targets">
        {aims.map((one, i) => (
          <Target key={one.target} room={room} hand={hand} aim={one} number={i + 1} />
        ))}
      </ol>
      {aim && <Why aim={aim} />}
      {hand.dice.value.size > 0 && (
        <dl class="m-plan-odds k-small">
          <dt>Hits expected in all</dt>
          <dd data-testid="plan-expected">{hand.whole.value.expected.toFixed(2)}</dd>
          <dt>At least one</dt>
          <dd data-testid="plan-atleast">{percent(hand.whole.value.at_least_one, 0)}</dd>
        </dl>
      )}
    </>
  );
}

export function splitWidget(room: Room, asked: Asked, offer: Split): Opened {
  const hand = createSplitHand(room, asked.seat, offer);
  const panel = () => (
    <AskPanel
      room={room}
      title={asked.title}
      text={asked.text}
      clause={asked.clause}
      stop="half"
      foot={
        <>
          <Commit room={room} words={hand.words.value} ready={hand.ready.value} give={hand.commit} />
          <NoneButton none={offer.none} give={hand.give} />
        </>
      }
    >
      <SplitBody room={room} hand={hand} />
    </AskPanel>
  );
  return { asked, where: "split", hand, panel };
}
