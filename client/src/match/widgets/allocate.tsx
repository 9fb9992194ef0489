// Saying which markers go: hits in hand, each placed on a marker of a unit's card, until none is left.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { Minus, Plus, RotateCcw, Wand2 } from "lucide-preact";
import { Button, plural, toast } from "../../kit";
import type { Allocate, Asked, Heap, PileFace } from "../../protocol";
import { isBegunBy, numberIn } from "../answers";
import { keeping } from "../drafts";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { Marker, sizeOf } from "../parts/pile_card";
import { sound } from "../playback/sounds";
import type { GivingHand, Opened, Room } from "../room";
import { NUMBERED } from "../scene";
import { letterOf, thingName } from "../words";
import { unitPoint } from "./chosen";
import { Notes } from "./giving";

type Counts = Readonly<Record<string, number>>;

interface AllocateHand extends GivingHand {
  readonly offer: Allocate;
  readonly taken: Signal<Counts>;
  readonly inHand: ReadonlySignal<number>;
  /** the heap whose last marker goes, and the unit with it */
  readonly lost: ReadonlySignal<Heap | null>;
  readonly marked: Signal<string>;
  lay(heap: Heap, count: number): void;
  auto(): void;
  clear(): void;
}

function createAllocateHand(room: Room, offer: Allocate): AllocateHand {
  const { heaps, unit, count: all } = offer;
  const taken = signal<Counts>({});
  const marked = signal(heaps[0]?.id ?? "");
  const of = (heap: Heap): number => taken.value[heap.id] ?? 0;
  const inHand = computed(() => all - heaps.reduce((sum, heap) => sum + of(heap), 0));
  const lost = computed(() => heaps.find((heap) => heap.vital && of(heap) >= heap.left) ?? null);
  room.selected.value = unit;

  /** Places hits on a heap (fewer than none take them back), as far as there are hits and markers. */
  function lay(heap: Heap, count: number): void {
    const most = Math.min(inHand.peek(), heap.left - of(heap));
    const dealt = Math.max(-of(heap), Math.min(most, count));
    marked.value = heap.id;
    if (dealt === 0) return;
    sound(dealt > 0 ? "set_down" : "pick_up");
    taken.value = { ...taken.peek(), [heap.id]: of(heap) + dealt };
  }

  function commit(): void {
    if (inHand.peek() > 0) toast("Place every hit first: each takes a marker off.");
    else room.answer({ ...offer.answer, ...Object.fromEntries(heaps.map((heap) => [heap.id, of(heap)])) });
  }

  const auto = (): void => {
    taken.value = Object.fromEntries(heaps.map((heap) => [heap.id, heap.usual]));
    sound("set_down");
  };
  const clear = (): void => {
    taken.value = {};
  };
  const now = (): number => heaps.findIndex((heap) => heap.id === marked.peek());
  const line = (by: number): void => {
    marked.value = heaps[(now() + by + heaps.length) % Math.max(1, heaps.length)]?.id ?? "";
  };
  const layNow = (by: number): void => {
    const heap = heaps[now()];
    if (heap) lay(heap, by);
  };

  return {
    ...keeping({ taken, marked }),
    ...{ offer, taken, inHand, lost, marked, lay, auto, clear, commit },
    ready: computed(() => inHand.value === 0),
    words: computed(() => (lost.value ? offer.give_up || "Let it be lost" : offer.give || "Take them off")),
    marks: () => [
      { kind: "select", unit },
      {
        kind: "tag",
        unit,
        text: plural(all, "hit"),
        detail: lost.value ? "lost" : `${inHand.value} to place`,
        tone: "ask",
      },
    ],
    adopt(answer) {
      if (!isBegunBy(offer.answer, answer)) return false;
      taken.value = Object.fromEntries(heaps.map((heap) => [heap.id, numberIn(answer, heap.id)]));
      return true;
    },
    dress: () => NUMBERED,
    about: () => unitPoint(room, unit),
    intent: () => undefined,
    undoes: () => (inHand.value < all ? "the hits placed" : ""),
    press({ action, digit }) {
      const heap = heaps[digit - 1];
      if (action === "commit") commit();
      else if (action === "next") line(1);
      else if (action === "previous") line(-1);
      // the number of a line is that of the markers that stay
      else if (action === "fewer") layNow(1);
      else if (action === "more") layNow(-1);
      else if (action === "number" && heap) lay(heap, 1);
      else if (action === "none") auto();
      else if ((action === "drop" || action === "back") && inHand.peek() < all) clear();
      else return false;
      return true;
    },
  };
}

/** The markers of a heap that stay, large ones first, each of which can be broken into small ones; those that lie
 * turned over; and the hits placed. */
export function laidOut(
  value: number,
  size: number,
  gone: number,
  hits = 1,
): { large: number; small: number; over: number; lost: number } {
  const { stay, over } = standing({ left: value, hits }, gone);
  return { large: Math.floor((stay - over) / size), small: (stay - over) % size, over, lost: gone };
}

/** How many markers stay where each takes so many hits, and how many of these lie turned over then. */
function standing({ left, hits }: Pick<Heap, "left" | "hits">, gone: number): { stay: number; over: number } {
  const rest = Math.max(0, left - gone);
  const stay = Math.ceil(rest / hits);
  return { stay, over: stay * hits - rest };
}

const overWords = (over: number): string => (over > 0 ? " (one turned over)" : "");

type RowProps = { heap: Heap; pile: PileFace | undefined; hand: AllocateHand; number: number };

function HeapMarkers({ heap, pile, hand }: RowProps) {
  const size = pile ? sizeOf(pile) : heap.left + 1;
  const { large, small, over, lost } = laidOut(heap.left, size, hand.taken.value[heap.id] ?? 0, heap.hits);
  const [cone, ball] = [pile?.pieces[0] || "Large marker", pile?.pieces[1] || "Marker"];
  const marker = (key: string, by: number, words: string, large: boolean, testid?: string, isOver = false) => (
    <button
      key={key}
      type="button"
      class="m-give-marker"
      aria-label={words}
      onClick={() => hand.lay(heap, by)}
      {...(testid ? { "data-testid": testid } : {})}
    >
      <Marker large={large} colour={heap.colour} over={isOver} />
    </button>
  );
  return (
    <div class="m-give-markers">
      {Array.from({ length: large }, (_, i) =>
        marker(`c${i}`, size * heap.hits, `${cone} of ${heap.title}: give up to ${size}`, true),
      )}
      {Array.from({ length: small }, (_, i) =>
        marker(`p${i}`, 1, `${ball} of ${heap.title}: give it`, false, i === 0 ? `marker-${heap.id}` : undefined),
      )}
      {over > 0 && marker("o", 1, `${ball} of ${heap.title}, turned over: give it`, false, `over-${heap.id}`, true)}
      {Array.from({ length: lost }, (_, i) => (
        <button
          key={`l${i}`}
          type="button"
          class="m-give-marker lost"
          aria-label={`Take the hit back from ${heap.title}`}
          onClick={() => hand.lay(heap, -1)}
        >
          <span class="m-counter" aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

function HeapRow(props: RowProps) {
  const { heap, pile, hand, number } = props;
  const gone = hand.taken.value[heap.id] ?? 0;
  const able = hand.inHand.value > 0 && gone < heap.left;
  const { stay, over } = standing(heap, gone);
  return (
    <li class={`m-give ${hand.marked.value === heap.id ? "chosen" : ""}`} data-testid={`heap-${heap.id}`}>
      <div class="k-row">
        <kbd>{number}</kbd>
        <b class="k-grow">
          {pile && letterOf(pile)} <span class="k-small">{heap.title}</span>
        </b>
        <span class="m-pile-number">
          <b data-testid={`left-${heap.id}`}>{stay}</b>
          <span class="k-tiny k-muted">
            {" "}
            of {pile?.full ?? heap.left}
            {overWords(over)}
          </span>
        </span>
        <button
          type="button"
          class="m-step"
          aria-label={`Take a marker of ${heap.title} off`}
          aria-disabled={!able}
          onClick={() => hand.lay(heap, 1)}
          data-testid={`fewer-${heap.id}`}
        >
          <Minus size={16} aria-hidden="true" />
        </button>
        <button
          type="button"
          class="m-step"
          aria-label={`Put a marker of ${heap.title} back`}
          aria-disabled={gone === 0}
          onClick={() => hand.lay(heap, -1)}
          data-testid={`more-${heap.id}`}
        >
          <Plus size={16} aria-hidden="true" />
        </button>
      </div>
      <HeapMarkers {...props} />
    </li>
  );
}

/** What the unit will be like, and whether it is lost. */
function Result({ room, hand }: { room: Room; hand: AllocateHand }) {
  const { unit, heaps } = hand.offer;
  const name = room.face.value ? thingName(room.face.value, unit) : unit;
  const rest = (heap: Heap): string => {
    const { stay, over } = standing(heap, hand.taken.value[heap.id] ?? 0);
    return `${stay}${overWords(over)}`;
  };
  if (hand.lost.value)
    return (
      <p class="m-refusal" role="status" data-testid="lost">
        {name} is lost: no {hand.lost.value.title} would be left.
      </p>
    );
  return (
    <p class="k-box k-small" role="status" data-testid="result">
      Then: {heaps.map((heap) => `${heap.title} ${rest(heap)}`).join(", ")}.
    </p>
  );
}

function AllocatePanel({ room, asked, hand }: { room: Room; asked: Asked; hand: AllocateHand }) {
  const { offer } = hand;
  const piles = room.store.view.value?.situation.piles[offer.unit] ?? [];
  const spent = piles.filter((pile) => offer.heaps.every((heap) => heap.id !== pile.id));
  const waiting = hand.inHand.value;
  return (
    <AskPanel
      room={room}
      title={asked.title}
      aside={plural(offer.count, "hit")}
      text={asked.text}
      clause={asked.clause}
      stop="half"
      foot={
        <>
          <Commit room={room} words={hand.words.value} ready={hand.ready.value} give={hand.commit} />
          <Button icon={Wand2} keys={keyFor("none")} onClick={hand.auto} data-testid="auto">
            Auto
          </Button>
          {waiting < offer.count && (
            <Button icon={RotateCcw} kind="quiet" onClick={hand.clear} data-testid="clear">
              Start again
            </Button>
          )}
        </>
      }
    >
      <div class="k-box m-in-hand">
        <span class="m-counters" aria-hidden="true">
          {Array.from({ length: Math.min(waiting, 24) }, (_, i) => (
            <span key={i} class="m-counter" />
          ))}
        </span>
        <b class="k-small" data-testid="in-hand" aria-live="polite">
          {waiting > 0 ? `${plural(waiting, "hit")} left to place` : "Every hit is placed"}
        </b>
      </div>
      <ol class="m-pile-card large">
        {spent.map((pile) => (
          <li key={pile.id} class="m-give spent">
            <span class="k-small k-muted">
              {letterOf(pile)} {pile.title}: {pile.value} of {pile.full}
            </span>
          </li>
        ))}
        {offer.heaps.map((heap, i) => (
          <HeapRow
            key={heap.id}
            heap={heap}
            pile={piles.find((pile) => pile.id === heap.id)}
            hand={hand}
            number={i + 1}
          />
        ))}
      </ol>
      <Result room={room} hand={hand} />
      <Notes notes={offer.notes} />
    </AskPanel>
  );
}

export function allocateWidget(room: Room, asked: Asked, offer: Allocate): Opened {
  const hand = createAllocateHand(room, offer);
  return { asked, where: "split", hand, panel: () => <AllocatePanel room={room} asked={asked} hand={hand} /> };
}
