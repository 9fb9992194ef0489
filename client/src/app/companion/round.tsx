// The round as a list that reminds: what comes now, whose it is, dice for it, the clocks.
import { Check, Dices, Pause, Play } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { Button, ClauseLink, Segmented, SideMark, sideName } from "../../kit";
import {
  activeSeat,
  change,
  type Kept,
  onwards,
  seatsOf,
  secondsOf,
  type Turn,
  turnNow,
  turnsOf,
  withClock,
  withLine,
} from "./battle";
import { DieFace } from "./dice";
import { thrown } from "./shots";

const DIE_FACES = 6;

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

function Clocks({ kept }: { kept: Kept }) {
  const [at, setAt] = useState(() => Date.now());
  const runs = kept.now.since > 0;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setAt(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return (
    <div class="q-clocks">
      {seatsOf(kept.battle).map((seat) => (
        <span key={seat} class="q-clock" role="timer" aria-label={`Time of ${sideName(seat)}`}>
          <SideMark side={seat} size={16} quiet />{" "}
          {clock(secondsOf(kept.battle, kept.now, seat, Math.max(at, kept.now.since)))}
        </span>
      ))}
      <Button
        kind="quiet"
        icon={runs ? Pause : Play}
        onClick={() => change((now, battle) => withClock(now, battle, !runs, Date.now()))}
        data-testid="clock"
      >
        {runs ? "Stop the clock" : "Start the clock"}
      </Button>
    </div>
  );
}

function Throw({ turn }: { turn: Turn }) {
  const [faces, setFaces] = useState<number[]>([]);
  const { step, seat } = turn;
  const roll = () => {
    const now = thrown({ count: step.dice ?? 1, faces: DIE_FACES, seat, title: step.title, weights: [] });
    setFaces(now);
    const sum = now.length > 1 ? ` = ${now.reduce((total, face) => total + face, 0)}` : "";
    change((was) => withLine(was, { seat, text: `${step.title}: ${now.join(" + ")}${sum}.`, clause: step.clause }));
  };
  return (
    <div class="k-row k-wrap">
      <Button icon={Dices} onClick={roll} data-testid="throw-step">
        {`Throw ${step.dice === 1 ? "a die" : `${step.dice} dice`}`}
      </Button>
      <span class="k-row" role="status">
        {faces.map((face, at) => (
          <DieFace key={`${at}${face}`} face={face} />
        ))}
        {faces.length > 1 && <b>{faces.reduce((total, face) => total + face, 0)}</b>}
      </span>
    </div>
  );
}

function Step({ turn, state }: { turn: Turn; state: "done" | "now" | "ahead" }) {
  const { step, seat } = turn;
  return (
    <li class={`q-turn ${state}`} aria-current={state === "now" ? "step" : undefined}>
      <span class="q-tick">{state === "done" && <Check size={16} aria-label="done" />}</span>
      <div class="k-grow">
        <p class="q-turn-head">
          {seat >= 0 && <SideMark side={seat} size={16} />} <b>{step.title}</b>{" "}
          <ClauseLink clause={step.clause} words="why" />
        </p>
        {state === "now" && (
          <>
            <p class="k-small">{step.text}</p>
            {!!step.dice && <Throw turn={turn} />}
            <Button
              kind="ask"
              wide
              onClick={() => change((now, battle) => onwards(now, battle, Date.now()))}
              data-testid="step-done"
            >
              Done, go on
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

export function Round({ kept }: { kept: Kept }) {
  const { battle, now } = kept;
  const turns = turnsOf(battle, now);
  const last = battle.last_round > 0 && now.round >= battle.last_round;
  return (
    <>
      <h2 class="q-side">
        {`Round ${now.round}`}
        <span class="k-small k-muted">
          {battle.last_round > 0 ? (last ? "the last one" : `of ${battle.last_round}`) : ""}
        </span>
      </h2>
      {now.at === 0 && (
        <div class="q-first">
          <span class="k-small">Who goes first?</span>
          <Segmented
            label="Who goes first"
            value={now.first}
            choices={seatsOf(battle).map((seat) => ({ value: seat, label: sideName(seat) }))}
            onChange={(first) => change((was) => ({ ...was, first }))}
            testid="first"
          />
        </div>
      )}
      <Clocks kept={kept} />
      <ol class="q-turns">
        {turns.map((turn, at) => (
          <Step
            key={`${turn.step.id}${turn.seat}`}
            turn={turn}
            state={at < now.at ? "done" : at === now.at ? "now" : "ahead"}
          />
        ))}
      </ol>
      <p class="k-small k-muted">
        {battle.goal} <ClauseLink clause={battle.clause} />
      </p>
      {battle.house_rules.map((rule) => (
        <p key={rule} class="k-small">
          {rule}
        </p>
      ))}
    </>
  );
}

/** Whose turn it is, in a line for the head of the page. */
export function Whose({ kept }: { kept: Kept }) {
  const turn = turnNow(kept.battle, kept.now);
  const seat = activeSeat(kept.battle, kept.now);
  return (
    <p class="q-whose">
      <SideMark side={seat} size={20} />
      <b>{sideName(seat)}</b>
      <span class="k-muted">{`Round ${kept.now.round}${turn ? ` · ${turn.step.title}` : ""}`}</span>
    </p>
  );
}
