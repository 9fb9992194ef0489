// A rematch is a question: somebody asks, the others sit down or say no; against bots it begins at once. Sides change.
import { Armchair, RefreshCw, X } from "lucide-preact";
import { api, Button, goFromHere, seats, sideName, toast } from "../../../kit";
import type { Room } from "../../room";

/** Asks for a rematch, or answers; goes to its table as soon as there is one. */
async function want(room: Room, wants: boolean): Promise<void> {
  const secret = seats.of(room.match)[0]?.secret ?? "";
  const goOn = goFromHere();
  const reply = await api.rematch(room.match, secret, wants);
  if (!reply.ok) {
    toast(reply.refusal.sentence);
    return;
  }
  // the others have still to answer; the table says when they have
  if (!reply.value.match) return;
  seats.follow(room.match, reply.value.match, reply.value.places);
  goOn(`/table/${reply.value.match}`);
}

export function RematchBox({ room }: { room: Room }) {
  const { store } = room;
  const own = store.welcome.value?.yours ?? [];
  if (own.length === 0) return null;
  const nameOf = (seat: number): string => store.seats.value.find((one) => one.seat === seat)?.name || sideName(seat);
  const { wanted = [], refused = -1 } = store.wanted.value ?? {};
  const isMine = wanted.some((seat) => own.includes(seat));
  const others = store.seats.value.filter((one) => one.kind === "person" && !own.includes(one.seat));
  if (wanted.length > 0 && !isMine)
    return (
      <div class="k-box m-rematch" role="status" data-testid="rematch-asked">
        <b>{`${wanted.map(nameOf).join(" and ")} ${wanted.length > 1 ? "ask" : "asks"} for a rematch, sides changed.`}</b>
        <div class="k-row k-wrap">
          <Button kind="ask" icon={Armchair} onClick={() => void want(room, true)} data-testid="rematch-yes">
            Sit down
          </Button>
          <Button icon={X} onClick={() => void want(room, false)} data-testid="rematch-no">
            No, thanks
          </Button>
        </div>
      </div>
    );
  if (isMine) {
    const waits = others.filter((one) => !wanted.includes(one.seat)).map((one) => one.name || sideName(one.seat));
    return (
      <p class="k-box k-small m-rematch" role="status" data-testid="rematch-waits">
        {`${waits.join(" and ")} ${waits.length > 1 ? "are" : "is"} asked for a rematch, sides changed. You are taken to the table as soon as the answer is yes; you may leave and come back.`}
      </p>
    );
  }
  return (
    <>
      {refused >= 0 && !own.includes(refused) && (
        <p class="k-box k-small m-rematch" role="status" data-testid="rematch-refused">
          {`${nameOf(refused)} says: no, thanks.`}
        </p>
      )}
      <Button big icon={RefreshCw} onClick={() => void want(room, true)} data-testid="rematch">
        {others.length > 0 ? "Ask for a rematch" : "Rematch, sides changed"}
      </Button>
    </>
  );
}
