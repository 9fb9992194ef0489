// The end: who won and why, what each side lost, how lucky the dice were, and what comes next.
import { useSignal } from "@preact/signals";
import { Film, Home, RefreshCw } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { api, Button, ButtonLink, ClauseLink, go, SideMark, seats, sideName, toast } from "../../kit";
import type { Outcome, Replay } from "../../protocol";
import { type Luck, luckOf, swingsOf } from "../luck";
import type { Room } from "../room";
import { sound } from "../sounds";
import { AskPanel } from "./ask_panel";

const REASONS: Record<string, string> = {
  elimination: "The other side has no units left.",
  last_afloat: "Only one side is left on the water.",
  all_gone: "No ship is left on the water.",
  fort_destroyed: "The fort is destroyed.",
  fort_stands: "The fort still stands after the last round.",
  gold_delivered: "The gold brought home decides.",
  stalemate: "Nobody was hit for too long, so the points left decide.",
  all_destroyed: "Every unit of both sides is destroyed.",
  target_destroyed: "The named target is destroyed.",
  resource_kept: "The resource still stands after the last round.",
  harmless: "Nobody is left who can attack, so the losses decide.",
  objective: "The goal of the battle is reached.",
  last_round: "The last round is over and the scores decide.",
  deadlock: "Nothing has happened for too long, so the losses decide.",
  conceded: "The battle was given up.",
  agreed_draw: "Both sides agreed on a draw.",
};

/** Why it ended, in a sentence. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? `${reason.replaceAll("_", " ")}.`;

/** "Blue wins", or "A draw". */
export function resultWords(outcome: Outcome, own: readonly number[]): string {
  if (outcome.winners.length === 0) return "A draw";
  if (own.length === 1 && outcome.winners.includes(own[0] ?? -1)) return "You win";
  return `${outcome.winners.map(sideName).join(" and ")} ${outcome.winners.length > 1 ? "win" : "wins"}`;
}

/** Luck of each seat over a whole match. */
export function luckOfReplay(replay: Replay): Luck[] {
  const swings = replay.steps.flatMap((step, i) =>
    swingsOf(step.events, replay.steps[i - 1]?.view ?? step.view, replay.face.dice),
  );
  return luckOf(swings, replay.seats.length);
}

export function LuckTable({ luck }: { luck: readonly Luck[] }) {
  return (
    <table class="k-small m-luck">
      <caption>Luck of the dice</caption>
      <thead>
        <tr>
          <th>Side</th>
          <th class="k-number">shots</th>
          <th class="k-number">expected hits</th>
          <th class="k-number">hits</th>
        </tr>
      </thead>
      <tbody>
        {luck.map((one) => (
          <tr key={one.seat}>
            <td>
              <SideMark side={one.seat} size={18} quiet /> {sideName(one.seat)}
            </td>
            <td class="k-number">{one.shots}</td>
            <td class="k-number">{one.expected.toFixed(1)}</td>
            <td class="k-number k-strong">{one.hits}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function playAgain(room: Room): Promise<void> {
  const own = seats.of(room.match);
  const secret = own[0]?.secret ?? "";
  const reply = await api.rematch(room.match, secret);
  if (!reply.ok) {
    toast(reply.refusal.sentence);
    return;
  }
  seats.set(reply.value.match, own);
  go(`/table/${reply.value.match}`);
}

export function WinPanel({ room, outcome }: { room: Room; outcome: Outcome }) {
  const luck = useSignal<Luck[]>([]);
  const own = room.store.welcome.value?.yours ?? [];
  const won = outcome.winners.some((seat) => own.includes(seat));
  useEffect(() => {
    if (own.length > 0) sound(won || outcome.winners.length === 0 ? "win" : "loss");
    void api.replay(room.match, seats.of(room.match)[0]?.secret ?? "").then((reply) => {
      if (reply.ok) luck.value = luckOfReplay(reply.value);
    });
  }, []);
  return (
    <AskPanel
      room={room}
      title={<span data-testid="win">{resultWords(outcome, own)}</span>}
      stop="full"
      foot={
        <>
          {own.length > 0 && (
            <Button big icon={RefreshCw} onClick={() => void playAgain(room)} data-testid="rematch">
              Rematch
            </Button>
          )}
          <ButtonLink to={`/replay/${room.match}`} icon={Film} testid="watch-replay">
            Watch replay
          </ButtonLink>
          <ButtonLink to="/" icon={Home} kind="quiet">
            Home
          </ButtonLink>
        </>
      }
    >
      <div class="m-win-marks">
        {outcome.winners.map((seat) => (
          <SideMark key={seat} side={seat} size={56} />
        ))}
      </div>
      <p>
        {reasonWords(outcome.reason)} <ClauseLink clause={outcome.clause} />
      </p>
      <table class="k-small">
        <thead>
          <tr>
            <th>Side</th>
            <th class="k-number">left</th>
            <th class="k-number">lost</th>
            <th class="k-number">score</th>
          </tr>
        </thead>
        <tbody>
          {room.store.view.value?.situation.standings.map((one) => (
            <tr key={one.seat}>
              <td>
                <SideMark side={one.seat} size={18} quiet /> {sideName(one.seat)}
              </td>
              <td class="k-number">{one.fighting + one.waiting}</td>
              <td class="k-number">{one.lost}</td>
              <td class="k-number">{outcome.scores[one.seat] ?? one.score}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {luck.value.length > 0 && <LuckTable luck={luck.value} />}
    </AskPanel>
  );
}
