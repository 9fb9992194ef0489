// What they did: a list of the last turn of the others, and of what was done since; a line goes to its place.
import { useSignal } from "@preact/signals";
import { ListVideo, X } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, isLaid } from "../../kit";
import type { Deed } from "../playback/deeds";
import type { Room } from "../room";
import { ActRow, ActSums } from "./act_row";

/** So much room below the list of units is enough for a list of its own, in pixels. */
const ROOM_PX = 190;

/** Whether the column of the units has room for more; only where there is such a column beside the board. */
function hasRoom(): boolean {
  const units = document.querySelector(".m-table:not(.stacked) .m-own")?.getBoundingClientRect();
  return units !== undefined && isLaid("columns") && window.innerHeight - units.bottom > ROOM_PX;
}

/** Shows again where something happened. */
export function lookAgain(room: Room, deed: Deed | null): void {
  room.theatre.deeds.chosen.value = deed;
  if (deed && deed.points.length > 0) room.board.peek()?.keepInView(deed.points);
}

function Line({ room, deed, close }: { room: Room; deed: Deed; close: () => void }) {
  const face = room.face.value;
  const isChosen = room.theatre.deeds.chosen.value === deed;
  if (!face) return null;
  return (
    <li>
      <button
        type="button"
        class="m-deed"
        aria-pressed={isChosen}
        onClick={() => {
          lookAgain(room, isChosen ? null : deed);
          // on a phone the list lies over the whole board:
          // what is asked to be shown must not be shown under the list
          if (!isChosen && deed.points.length > 0 && isLaid("handheld")) close();
        }}
        data-testid="deed"
        data-kind={deed.play.act.kind}
      >
        <ActRow face={face} play={deed.play} />
      </button>
      {isChosen && <ActSums play={deed.play} />}
    </li>
  );
}

/** The button that opens the list; nothing where nothing was done yet. */
export function DeedsButton({ room, open }: { room: Room; open: () => void }) {
  const count = room.theatre.deeds.list.value.length;
  if (count === 0 || room.theatre.playing.value) return null;
  return (
    <button
      type="button"
      class="m-log-key"
      onClick={open}
      aria-label={`What happened: ${count}`}
      data-testid="deeds-open"
    >
      <ListVideo size={18} aria-hidden="true" /> <span class="m-wide-only">What happened</span>{" "}
      <b class="k-tiny">{count}</b>
    </button>
  );
}

const titleOf = (deeds: readonly Deed[]): string =>
  deeds.every((deed) => deed.own) ? "What you did" : deeds.some((deed) => deed.own) ? "What happened" : "What they did";

/** The list; it opens by itself where it lies beside the board. */
export function DeedsPanel({ room, isOpen, close }: { room: Room; isOpen: boolean; close: () => void }) {
  const deeds = room.theatre.deeds.list.value;
  const beside = useSignal(false);
  const camera = room.camera.value;
  const list = useRef<HTMLOListElement>(null);
  const isShown = deeds.length > 0 && !room.theatre.playing.value && (isOpen || beside.value);
  // the newest is what one wants to read: the list opens at its end, and who reads back is left there
  useEffect(() => {
    if (isShown && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [deeds, isShown]);
  useEffect(() => {
    const measure = (): void => {
      // across the table the small plan lies there
      beside.value = camera === "plan" && hasRoom();
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [deeds, camera]);
  if (!isShown) return null;
  return (
    <section
      class={`m-deeds k-panel ${beside.value ? "beside" : "over"}`}
      aria-label="What happened"
      data-testid="deeds"
    >
      <header class="k-row">
        <h2 class="k-grow">{titleOf(deeds)}</h2>
        {!beside.value && (
          <Button kind="quiet" iconOnly icon={X} onClick={close}>
            Close the list
          </Button>
        )}
      </header>
      <ol ref={list}>
        {deeds.map((deed, i) => (
          <Line key={`${i}-${deed.play.act.words}`} room={room} deed={deed} close={close} />
        ))}
      </ol>
    </section>
  );
}
