// Taking some of several things: each a chip, their weights added up, and the cheapest way one press away.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { Package, Wand2 } from "lucide-preact";
import { Button, toast } from "../../kit";
import type { Asked, Choice, Take } from "../../protocol";
import { isBegunBy, isSame } from "../answers";
import { keeping } from "../drafts";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import type { GivingHand, Opened, Room } from "../room";
import { NUMBERED } from "../scene";
import { aboutMarks, createGiver, NoneButton, Notes, spotOf } from "./giving";

export interface TakeHand extends GivingHand {
  readonly offer: Take;
  /** numbers of the items taken */
  readonly taken: ReadonlySignal<ReadonlySet<number>>;
  readonly weight: ReadonlySignal<number>;
  toggle(at: number): void;
  /** takes what does it most cheaply */
  auto(): void;
  give(choice: Choice): void;
}

/** Why these will not do; empty when they will. */
function faultOf({ least, most }: Take, weight: number, count: number): string {
  if (weight < least) return `${least - weight} more must be taken.`;
  if (most > 0 && weight > most) return `${weight - most} too much: at most ${most} can be taken.`;
  return count === 0 ? "Choose what to take." : "";
}

export function createTakeHand(room: Room, _seat: number, offer: Take): TakeHand {
  // what a unit must lose begins with what costs it least; other choices begin with nothing
  const start = offer.unit && !offer.none ? offer.usual : [];
  const taken = signal<ReadonlySet<number>>(new Set(start));
  /** taken by proposal only: these make room for what the hand takes */
  const proposed = new Set(start);
  const give = createGiver(room);
  const weightOf = (set: ReadonlySet<number>): number =>
    [...set].reduce((sum, at) => sum + (offer.items[at]?.weight ?? 0), 0);
  const weight = computed(() => weightOf(taken.value));
  const fault = computed(() => faultOf(offer, weight.value, taken.value.size));
  if (offer.unit) room.selected.value = offer.unit;

  function toggle(at: number): void {
    const next = new Set(taken.peek());
    proposed.delete(at);
    if (!next.delete(at)) next.add(at);
    for (const other of [...proposed]) {
      if (offer.most === 0 || weightOf(next) <= offer.most) break;
      proposed.delete(other);
      next.delete(other);
    }
    taken.value = next;
  }
  function commit(): void {
    if (fault.peek()) toast(fault.peek());
    else room.answer({ ...offer.answer, [offer.into]: [...taken.peek()].map((at) => offer.items[at]?.value) });
  }
  const auto = (): void => {
    taken.value = new Set(offer.usual);
    proposed.clear();
  };
  return {
    ...keeping({ taken }, () => proposed.clear()),
    ...{ offer, taken, weight, toggle, auto, give, commit },
    ready: computed(() => fault.value === ""),
    words: signal(offer.give || "Take these"),
    marks: () => [
      ...(offer.unit ? [{ kind: "select" as const, unit: offer.unit }] : []),
      ...offer.items.flatMap((item, at) => aboutMarks(room, item.about ? [item.about] : [], taken.value.has(at))),
    ],
    adopt(answer) {
      const wanted = answer[offer.into];
      if (!isBegunBy(offer.answer, answer) || !Array.isArray(wanted)) return false;
      const at = wanted.map((value) => offer.items.findIndex((item) => isSame(item.value, value)));
      taken.value = new Set(at.filter((one) => one >= 0));
      return !at.includes(-1);
    },
    dress: () => NUMBERED,
    about: () => [offer.unit].map((id) => spotOf(room, id)).filter((one) => one !== null),
    intent(intent) {
      const at = offer.items.findIndex((item) => item.about && intent.kind === "pick" && isAt(intent, item.about));
      if (at >= 0) toggle(at);
    },
    press({ action, digit }) {
      if (action === "commit") commit();
      else if (action === "none" && offer.usual.length > 0) auto();
      else if (action === "none" && offer.none) give(offer.none);
      else if (action === "number" && digit <= offer.items.length) toggle(digit - 1);
      else return false;
      return true;
    },
  };
}

/** Whether a touch means a thing: a unit, one of its figures or a piece of the table. */
const isAt = (pick: { unit?: string; figure?: string; piece?: string }, about: string): boolean =>
  [pick.unit, pick.figure, pick.piece].includes(about);

/** So many chosen things are named in a line. */
const MOST_NAMED = 5;

/** What is taken from, without the panel round it. */
export function TakeBody({ hand }: { hand: TakeHand }) {
  const { offer } = hand;
  const exactly = offer.most > 0 && offer.least === offer.most;
  // on a phone the chips may lie below what is seen of the sheet
  const named = offer.items.filter((_, at) => hand.taken.value.has(at)).map((item) => item.title);
  const limits = [offer.least > 1 && `at least ${offer.least}`, offer.most > 0 && `at most ${offer.most}`];
  return (
    <>
      <Notes notes={offer.notes} />
      <p class="k-small">
        Chosen: <b data-testid="taken">{hand.weight.value}</b>
        {exactly && ` of ${offer.most}`}
        {!exactly && limits.some(Boolean) && `, ${limits.filter(Boolean).join(", ")}`}
        {named.length > 0 && named.length <= MOST_NAMED && `: ${named.join("; ")}`}
      </p>
      <div class="m-chips">
        {offer.items.map((item, at) => (
          <button
            key={`${at}-${item.title}`}
            type="button"
            class="m-chip"
            aria-pressed={hand.taken.value.has(at)}
            onClick={() => hand.toggle(at)}
            data-testid={`item-${at + 1}`}
          >
            <Package size={16} aria-hidden="true" />
            <span>
              {item.title}
              {item.text && <span class="k-tiny m-under">{item.text}</span>}
            </span>
          </button>
        ))}
      </div>
    </>
  );
}

/** Beside the yellow button: the cheapest way, and the way round it. */
export function TakeMore({ hand }: { hand: TakeHand }) {
  const { usual, none } = hand.offer;
  return (
    <>
      {usual.length > 0 && (
        <Button icon={Wand2} keys={keyFor("none")} onClick={hand.auto} data-testid="auto">
          {hand.offer.unit ? "The cheapest" : "Choose for me"}
        </Button>
      )}
      <NoneButton none={none} give={hand.give} keyed={usual.length === 0} />
    </>
  );
}

export function takeWidget(room: Room, asked: Asked, offer: Take): Opened {
  const hand = createTakeHand(room, asked.seat, offer);
  const panel = () => (
    <AskPanel
      room={room}
      title={asked.title}
      text={asked.text}
      clause={asked.clause}
      foot={
        <>
          <Commit room={room} words={hand.words.value} ready={hand.ready.value} give={hand.commit} />
          <TakeMore hand={hand} />
        </>
      }
    >
      <TakeBody hand={hand} />
    </AskPanel>
  );
  return { asked, where: "list", hand, panel };
}
