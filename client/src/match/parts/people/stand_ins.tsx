// Players who are away: the others may agree that a bot plays on, and whoever is back takes the seat from it.
import { useSignal } from "@preact/signals";
import { Bot, Undo2 } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { Button, plural, SideMark, toast } from "../../../kit";
import type { SeatCard } from "../../../protocol";
import type { Room } from "../../room";
import { seatName } from "../../words";

const LOOK_MS = 5000;

/** Seconds a seat has been empty, counted on from when the server said so. */
export const awayFor = (card: SeatCard, since: number, now: number): number =>
  card.away > 0 || (card.kind === "person" && card.taken && !card.here)
    ? card.away + Math.max(0, now - since) / 1000
    : 0;

/** The seats for which a bot may be proposed now. */
function absent(room: Room, now: number): SeatCard[] {
  const { welcome, seats, seatsAt, spectator } = room.store;
  const minutes = welcome.value?.stand_in ?? 0;
  if (minutes === 0 || spectator.value) return [];
  return seats.value.filter(
    (card) =>
      card.kind === "person" && !card.here && !card.stand_in && awayFor(card, seatsAt.value, now) >= minutes * 60,
  );
}

function Away({ room, card, now }: { room: Room; card: SeatCard; now: number }) {
  const { seats, seatsAt, proposals, welcome } = room.store;
  const name = seatName(seats.value, card.seat);
  const minutes = Math.floor(awayFor(card, seatsAt.value, now) / 60);
  const yours = welcome.value?.yours ?? [];
  const wanted = proposals.value.filter((one) => one.seat === card.seat);
  const propose = async (level: string): Promise<void> => {
    const why = await room.standIn(card.seat, level);
    if (why) toast(why);
  };
  return (
    <div class="k-box" role="status" data-testid={`away-${card.seat}`}>
      <p>
        <SideMark side={card.seat} size={18} quiet /> <b>{name}</b> has been away for {plural(minutes, "minute")}.{" "}
        <span class="k-small k-muted">By agreement a bot may play on, if all who are here want it.</span>
      </p>
      {wanted.map((one) => (
        <p key={one.level} class="k-small" data-testid="proposed">
          {one.by.map((seat) => (yours.includes(seat) ? "You" : seatName(seats.value, seat))).join(" and ")} want a{" "}
          {one.level} bot.
        </p>
      ))}
      <div class="k-row k-wrap">
        {(welcome.value?.levels ?? []).map((level) => {
          const other = wanted.some((one) => one.level === level && !one.by.some((seat) => yours.includes(seat)));
          return (
            <Button key={level} icon={Bot} onClick={() => void propose(level)} data-testid={`stand-in-${level}`}>
              {other ? `Agree to a ${level} bot` : `A ${level} bot`}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

/** A bot plays for a seat of this browser. */
function Back({ room, card }: { room: Room; card: SeatCard }) {
  const take = async (): Promise<void> => {
    const why = await room.takeSeat(card.seat);
    if (why) toast(why);
  };
  return (
    <div class="k-box" role="status" data-testid="stood-in">
      <p>
        <b>A {card.stand_in} bot plays for you.</b>{" "}
        <span class="k-small k-muted">What it has answered stands; from the next question on you are asked.</span>
      </p>
      <Button icon={Undo2} onClick={() => void take()} data-testid="take-seat">
        Take my seat back
      </Button>
    </div>
  );
}

export function StandIns({ room }: { room: Room }) {
  const now = useSignal(performance.now());
  const { welcome, seats, view } = room.store;
  const agreed = (welcome.value?.stand_in ?? 0) > 0;
  useEffect(() => {
    if (!agreed) return;
    const timer = setInterval(() => {
      now.value = performance.now();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [agreed]);
  if (!agreed || view.value?.outcome) return null;
  const yours = welcome.value?.yours ?? [];
  const mine = seats.value.filter((card) => card.stand_in !== "" && yours.includes(card.seat));
  return (
    <>
      {mine.map((card) => (
        <Back key={card.seat} room={room} card={card} />
      ))}
      {absent(room, now.value).map((card) => (
        <Away key={card.seat} room={room} card={card} now={now.value} />
      ))}
    </>
  );
}
