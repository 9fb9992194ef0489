// An overloaded ship: choose what goes overboard, or go down with it.
import { computed, signal } from "@preact/signals";
import { Package, Wand2 } from "lucide-preact";
import { Button, plural, toast } from "../../kit";
import type { Asked } from "../../protocol";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import type { Hand, Opened, Room } from "../room";
import { NUMBERED } from "../scene";
import { cargoOffer } from "../sea_offers";
import { unitPoint } from "./chosen";

function createCargoHand(room: Room, asked: Asked) {
  const offer = cargoOffer(asked);
  const out = signal<ReadonlySet<number>>(new Set());
  const weight = computed(() => [...out.value].reduce((sum, at) => sum + (offer.cargo[at] ?? 0), 0));
  const enough = computed(() => weight.value >= offer.over);
  let warned = false;
  room.selected.value = offer.unit;

  function toggle(at: number): void {
    const next = new Set(out.peek());
    if (!next.delete(at)) next.add(at);
    out.value = next;
  }
  function commit(): void {
    if (!enough.peek()) {
      toast(`${offer.over - weight.peek()} more must go overboard.`);
      return;
    }
    room.answer({ answer: "jettison", items: [...out.peek()].map((at) => offer.cargo[at] ?? 0) });
  }
  /** Marks the least that must go, as the server names it by weight. */
  function auto(): void {
    const rest = [...offer.least];
    out.value = new Set(
      offer.cargo.flatMap((one, at) => {
        const found = rest.indexOf(one);
        if (found < 0) return [];
        rest.splice(found, 1);
        return [at];
      }),
    );
  }
  /** Sinking with the cargo is asked for twice. */
  function sink(): void {
    if (warned) room.answer({ answer: "go_down" });
    else toast("Once more: the ship sinks with its cargo.");
    warned = true;
  }
  const hand: Hand = {
    marks: () => [{ kind: "select", unit: offer.unit }],
    dress: () => NUMBERED,
    about: () => unitPoint(room, offer.unit),
    intent: () => undefined,
    press({ action, digit }) {
      if (action === "commit") commit();
      else if (action === "none") auto();
      else if (action === "number" && digit <= offer.cargo.length) toggle(digit - 1);
      else return false;
      return true;
    },
  };
  return { ...hand, offer, out, weight, enough, toggle, commit, auto, sink };
}

type CargoHand = ReturnType<typeof createCargoHand>;

function CargoPanel({ room, asked, hand }: { room: Room; asked: Asked; hand: CargoHand }) {
  const { offer } = hand;
  return (
    <AskPanel
      room={room}
      title={asked.title}
      text={asked.text}
      clause={asked.clause}
      foot={
        <>
          <Commit room={room} words="Overboard" ready={hand.enough.value} give={hand.commit} />
          <Button icon={Wand2} keys={keyFor("none")} onClick={hand.auto} data-testid="auto">
            The least
          </Button>
          <Button kind="quiet" onClick={hand.sink} data-testid="decline">
            Sink with it
          </Button>
        </>
      }
    >
      <p class="k-small">
        It can carry {offer.capacity}; {plural(offer.over, "point")} too much is aboard. Marked to go:{" "}
        <b data-testid="overboard">{hand.weight.value}</b>
      </p>
      <div class="m-chips">
        {offer.cargo.map((weight, at) => (
          <button
            key={`${at}-${weight}`}
            type="button"
            class="m-chip"
            aria-pressed={hand.out.value.has(at)}
            onClick={() => hand.toggle(at)}
            data-testid={`item-${at + 1}`}
          >
            <Package size={16} aria-hidden="true" /> weight {weight}
          </button>
        ))}
      </div>
    </AskPanel>
  );
}

export function cargoWidget(room: Room, asked: Asked): Opened {
  const hand = createCargoHand(room, asked);
  return { asked, where: "list", hand, panel: () => <CargoPanel room={room} asked={asked} hand={hand} /> };
}
