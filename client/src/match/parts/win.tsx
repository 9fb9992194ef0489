// The end: who won and why, what each side lost, how lucky the dice were, and what comes next.
import { Film, Home } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { ButtonLink, ClauseLink, SIDE_COLOURS, SideMark, sideName } from "../../kit";
import type { Luck, Outcome, Standing, Summary } from "../../protocol";
import { sound } from "../playback/sounds";
import type { Room } from "../room";
import { AskPanel } from "./ask_panel";
import { GoalStands } from "./goals";
import { RematchBox } from "./people/rematch";
import { SendReplay, ShareButton, sidesOf } from "./people/share";

/** The winners' marks, each on a brick of its colour. */
function Podium({ winners }: { winners: readonly number[] }) {
  return (
    <div class="m-win-marks">
      {winners.map((seat) => (
        <span key={seat} class="m-podium">
          <SideMark side={seat} size={56} />
          <svg viewBox="0 0 136 44" width="136" height="44" aria-hidden="true">
            <g fill={SIDE_COLOURS[seat] ?? "var(--pencil)"} stroke="var(--ink)" stroke-width="1.5">
              {[10, 42, 74, 106].map((x) => (
                <rect key={x} x={x} y="1" width="20" height="9" rx="1" />
              ))}
              <rect x="1" y="9" width="134" height="34" rx="2" />
            </g>
          </svg>
        </span>
      ))}
    </div>
  );
}

/** "Blue wins", or "A draw". */
export function resultWords(outcome: Outcome, own: readonly number[]): string {
  if (outcome.winners.length === 0) return "A draw";
  if (own.length === 1 && outcome.winners.includes(own[0] ?? -1)) return "You win";
  return `${outcome.winners.map(sideName).join(" and ")} ${outcome.winners.length > 1 ? "win" : "wins"}`;
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

/** A number stays with its percent sign. */
const unbroken = (text: string): string => text.replaceAll(/(\d) %/g, "$1\u00a0%");

/** The battle in six sentences; each goes to its place where there is one to go to. */
export function TaleLines({ tale, go }: { tale: Summary; go?: (step: number) => void }) {
  if (tale.lines.length === 0) return null;
  return (
    <ol class="m-tale" data-testid="tale">
      {tale.lines.map(({ text, step }) => (
        <li key={text}>
          {go && step >= 0 ? (
            <button type="button" class="m-story-line" onClick={() => go(step)}>
              {unbroken(text)}
            </button>
          ) : (
            unbroken(text)
          )}
        </li>
      ))}
    </ol>
  );
}

export function WinPanel({ room, outcome }: { room: Room; outcome: Outcome }) {
  const tale = room.store.shown.value?.tale;
  const own = room.store.welcome.value?.yours ?? [];
  const won = outcome.winners.some((seat) => own.includes(seat));
  const view = room.store.view.value;
  const standings = view?.situation.standings ?? [];
  const scoreOf = (one: Standing) => outcome.scores[one.seat] ?? one.score;
  // a battle to the last unit counts no points
  const scored = standings.some((one) => scoreOf(one) !== 0);
  const board = room.board.value;
  useEffect(() => {
    if (own.length > 0) sound(won || outcome.winners.length === 0 ? "win" : "loss");
  }, []);
  // the field is worth a look, and a picture: nothing is asked of anybody here any more
  useEffect(() => {
    if (!board) return;
    room.camera.value = "scene";
    room.theatre.clear();
    board.inset(false);
    board.admire();
  }, [board]);
  const title = `${room.face.value?.title ?? ""}: ${resultWords(outcome, [])}`;
  const photo = { title, sides: sidesOf(room.store.seats.value), sentence: tale?.won || (view?.ending ?? "") };
  return (
    <AskPanel
      room={room}
      title={<span data-testid="win">{resultWords(outcome, own)}</span>}
      stop="half"
      brief
      foot={
        <>
          <div class="m-end-deeds">
            <SendReplay match={room.match} title={title} />
            <ShareButton board={() => room.board.peek()} photo={photo} big />
          </div>
          <RematchBox room={room} />
          <ButtonLink to={`/replay/${room.match}`} icon={Film} testid="watch-replay">
            Watch replay
          </ButtonLink>
          <ButtonLink to="/" icon={Home} kind="quiet">
            Home
          </ButtonLink>
        </>
      }
    >
      <Podium winners={outcome.winners} />
      <p data-testid="how-won">
        {tale?.won || (view?.ending ?? "")} <ClauseLink clause={outcome.clause} />
      </p>
      {view && room.face.value && room.face.value.goals.length > 0 && (
        <GoalStands table={view} face={room.face.value} />
      )}
      {tale && <TaleLines tale={tale.won ? { ...tale, lines: tale.lines.slice(1) } : tale} />}
      <table class="k-small">
        <thead>
          <tr>
            <th>Side</th>
            <th class="k-number">left</th>
            <th class="k-number">lost</th>
            {scored && <th class="k-number">score</th>}
          </tr>
        </thead>
        <tbody>
          {standings.map((one) => (
            <tr key={one.seat}>
              <td>
                <SideMark side={one.seat} size={18} quiet /> {sideName(one.seat)}
              </td>
              <td class="k-number">{one.fighting + one.waiting}</td>
              <td class="k-number">{one.lost}</td>
              {scored && <td class="k-number">{scoreOf(one)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {tale?.luck.some((one) => one.shots > 0) && <LuckTable luck={tale.luck} />}
    </AskPanel>
  );
}
