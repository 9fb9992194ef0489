// The defender's choice: the ship's card large, hits as red counters in hand, laid on cones and peas until none is left.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { Minus, Plus, RotateCcw, Wand2 } from "lucide-preact";
import { Button, ClauseLink, plural, toast } from "../../kit";
import type { Asked, PileFace } from "../../protocol";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import { coneOf, letterOf, Marker } from "../parts/ship_card";
import type { Hand, Opened, Room } from "../room";
import { NUMBERED } from "../scene";
import { type AllocateOffer, allocateOffer, type Markers } from "../sea_offers";
import { sound } from "../sounds";
import { thingName } from "../words";
import { unitPoint } from "./chosen";

interface AllocateHand extends Hand {
  readonly offer: AllocateOffer;
  readonly features: readonly string[];
  readonly taken: Signal<Markers>;
  readonly inHand: ReadonlySignal<number>;
  readonly sinks: ReadonlySignal<boolean>;
  readonly marked: Signal<string>;
  give(feature: string, count: number): void;
  auto(): void;
  clear(): void;
  commit(): void;
}

function createAllocateHand(room: Room, asked: Asked): AllocateHand {
  const offer = allocateOffer(asked);
  const piles = room.store.view.peek()?.situation.piles[offer.unit] ?? [];
  const features = piles.map((pile) => pile.id).filter((id) => (offer.left[id] ?? 0) > 0);
  const taken = signal<Markers>({});
  const marked = signal(features[0] ?? "");
  const placed = computed(() => Object.values(taken.value).reduce((sum, count) => sum + count, 0));
  const inHand = computed(() => offer.hits - placed.value);
  const sinks = computed(() => (taken.value[offer.vital] ?? 0) >= (offer.left[offer.vital] ?? 0));
  room.selected.value = offer.unit;

  /** Lays counters on a feature (fewer than none take them back), as far as there are counters and markers. */
  function give(feature: string, count: number): void {
    const own = taken.peek()[feature] ?? 0;
    const most = Math.min(inHand.peek(), (offer.left[feature] ?? 0) - own);
    const dealt = Math.max(-own, Math.min(most, count));
    marked.value = feature;
    if (dealt === 0) return;
    sound(dealt > 0 ? "set_down" : "pick_up");
    taken.value = { ...taken.peek(), [feature]: own + dealt };
  }

  function commit(): void {
    if (inHand.peek() > 0) {
      toast(`Lay ${plural(inHand.peek(), "more counter")} first: every hit takes a marker.`);
      return;
    }
    room.answer({
      answer: "remove_markers",
      ...Object.fromEntries(features.map((one) => [one, taken.peek()[one] ?? 0])),
    });
  }

  const auto = (): void => {
    taken.value = { ...offer.auto };
    sound("set_down");
  };
  const clear = (): void => {
    taken.value = {};
  };
  const line = (by: number): void => {
    const at = features.indexOf(marked.peek());
    marked.value = features[(at + by + features.length) % Math.max(1, features.length)] ?? "";
  };

  return {
    ...{ offer, features, taken, inHand, sinks, marked, give, auto, clear, commit },
    marks: () => [
      { kind: "select", unit: offer.unit },
      {
        kind: "tag",
        unit: offer.unit,
        text: plural(offer.hits, "hit"),
        detail: sinks.value ? "sinks" : `${inHand.value} to place`,
        tone: "ask",
      },
    ],
    dress: () => NUMBERED,
    about: () => unitPoint(room, offer.unit),
    intent: () => undefined,
    undoes: () => (inHand.value < offer.hits ? "the counters laid" : ""),
    press({ action, digit }) {
      const feature = features[digit - 1];
      if (action === "commit") commit();
      else if (action === "next") line(1);
      else if (action === "previous") line(-1);
      else if (action === "more") give(marked.peek(), 1);
      else if (action === "fewer") give(marked.peek(), -1);
      else if (action === "number" && feature) give(feature, 1);
      else if (action === "none") auto();
      else if ((action === "drop" || action === "back") && inHand.peek() < offer.hits) clear();
      else return false;
      return true;
    },
  };
}

/** The markers of a feature that stay and those that are given: cones first, each of which can be broken into peas. */
export function laidOut(value: number, cone: number, gone: number): { large: number; small: number; lost: number } {
  const stay = Math.max(0, value - gone);
  return { large: Math.floor(stay / cone), small: stay % cone, lost: gone };
}

function Feature({ pile, hand, number }: { pile: PileFace; hand: AllocateHand; number: number }) {
  const gone = hand.taken.value[pile.id] ?? 0;
  const cone = coneOf(pile);
  const { large, small, lost } = laidOut(pile.value, cone, gone);
  const chosen = hand.marked.value === pile.id;
  const able = hand.inHand.value > 0 && gone < pile.value;
  return (
    <li class={`m-give ${chosen ? "chosen" : ""}`} data-testid={`feature-${pile.id}`}>
      <div class="k-row">
        <kbd>{number}</kbd>
        <b class="k-grow">
          {letterOf(pile)} <span class="k-small">{pile.title}</span>
        </b>
        <span class="m-pile-number">
          <b data-testid={`left-${pile.id}`}>{pile.value - gone}</b>
          <span class="k-tiny k-muted"> of {pile.full}</span>
        </span>
        <button
          type="button"
          class="m-step"
          aria-label={`Take a counter back from ${pile.title}`}
          aria-disabled={gone === 0}
          onClick={() => hand.give(pile.id, -1)}
          data-testid={`fewer-${pile.id}`}
        >
          <Minus size={16} aria-hidden="true" />
        </button>
        <button
          type="button"
          class="m-step"
          aria-label={`Lay a counter on ${pile.title}`}
          aria-disabled={!able}
          onClick={() => hand.give(pile.id, 1)}
          data-testid={`more-${pile.id}`}
        >
          <Plus size={16} aria-hidden="true" />
        </button>
      </div>
      <div class="m-give-markers">
        {Array.from({ length: large }, (_, i) => (
          <button
            key={`c${i}`}
            type="button"
            class="m-give-marker"
            aria-label={`Cone of ${pile.title}: give up to ${cone}`}
            onClick={() => hand.give(pile.id, cone)}
          >
            <Marker large colour={pile.colour} />
          </button>
        ))}
        {Array.from({ length: small }, (_, i) => (
          <button
            key={`p${i}`}
            type="button"
            class="m-give-marker"
            aria-label={`Pea of ${pile.title}: give it`}
            onClick={() => hand.give(pile.id, 1)}
            {...(i === 0 ? { "data-testid": `pea-${pile.id}` } : {})}
          >
            <Marker large={false} colour={pile.colour} />
          </button>
        ))}
        {Array.from({ length: lost }, (_, i) => (
          <button
            key={`l${i}`}
            type="button"
            class="m-give-marker lost"
            aria-label={`Take the counter back from ${pile.title}`}
            onClick={() => hand.give(pile.id, -1)}
          >
            <span class="m-counter" aria-hidden="true" />
          </button>
        ))}
      </div>
    </li>
  );
}

/** What the ship will be like, and whether it is lost. */
function Result({ room, hand, piles }: { room: Room; hand: AllocateHand; piles: readonly PileFace[] }) {
  const { clauses } = hand.offer;
  const name = room.face.value ? thingName(room.face.value, hand.offer.unit) : hand.offer.unit;
  if (hand.sinks.value)
    return (
      <p class="m-refusal" role="status" data-testid="sinks">
        {name} sinks: no base durability would be left. <ClauseLink clause={clauses.sink} />
      </p>
    );
  const words = piles.map((pile) => `${pile.title} ${pile.value - (hand.taken.value[pile.id] ?? 0)}`).join(", ");
  const vital = piles.find((pile) => pile.id === hand.offer.vital);
  const rest = (vital?.value ?? 0) - (hand.taken.value[hand.offer.vital] ?? 0);
  return (
    <p class="k-box k-small" role="status" data-testid="result">
      Then: {words}. It sinks if {plural(rest, "more marker")} of {vital?.title ?? "its hull"}{" "}
      {rest === 1 ? "goes" : "go"}. <ClauseLink clause={clauses.sink} />
    </p>
  );
}

function AllocatePanel({ room, asked, hand }: { room: Room; asked: Asked; hand: AllocateHand }) {
  const all = room.store.view.value?.situation.piles[hand.offer.unit] ?? [];
  const piles = all.filter((pile) => hand.features.includes(pile.id) && pile.value > 0);
  const spent = all.filter((pile) => !hand.features.includes(pile.id));
  const waiting = hand.inHand.value;
  return (
    <AskPanel
      room={room}
      title={asked.title}
      aside={plural(hand.offer.hits, "hit")}
      text={asked.text}
      clause={asked.clause}
      stop="half"
      foot={
        <>
          <Commit
            room={room}
            words={hand.sinks.value ? "Let it sink" : "Take them off"}
            ready={waiting === 0}
            give={hand.commit}
          />
          <Button icon={Wand2} keys={keyFor("none")} onClick={hand.auto} data-testid="auto">
            Auto
          </Button>
          {waiting < hand.offer.hits && (
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
          {waiting > 0 ? `${plural(waiting, "counter")} in hand` : "Every hit is placed"}
        </b>
      </div>
      <ol class="m-ship-card large">
        {spent.map((pile) => (
          <li key={pile.id} class="m-give spent">
            <s class="k-small">
              {letterOf(pile)} {pile.title}: {pile.value} left of {pile.full}
            </s>
          </li>
        ))}
        {piles.map((pile) => (
          <Feature key={pile.id} pile={pile} hand={hand} number={hand.features.indexOf(pile.id) + 1} />
        ))}
      </ol>
      <Result room={room} hand={hand} piles={piles} />
      <p class="k-tiny k-muted">
        Auto follows <ClauseLink clause={hand.offer.clauses.auto} />
      </p>
    </AskPanel>
  );
}

export function allocateWidget(room: Room, asked: Asked): Opened {
  const hand = createAllocateHand(room, asked);
  return { asked, where: "split", hand, panel: () => <AllocatePanel room={room} asked={asked} hand={hand} /> };
}
