// Text mode: the same View and Decision as headings, lists and an input line; the server answers in words.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Button, plural, sideName } from "../../kit";
import type { GoalMark, SeatTable, SheetFace, Shooter, TableFace, Unit } from "../../protocol";
import { goalOf, marksFor, spotsOf } from "../goals";
import { keyFor } from "../keys";
import { neverThere, type Room, wasHeard } from "../room";
import { titleOf } from "../words";
import { CoachWords, useCoach } from "./coaching/coach";
import { AdviceWords, isCoached, NoAdvice } from "./coaching/first_battle";
import { BattleButton, battleAfter } from "./coaching/lesson_end";
import { GoalTasks, HouseRules, markWords } from "./goals";
import { FriendLinks } from "./people/friend_link";
import { StandIns } from "./people/stand_ins";
import { waitingWords } from "./people/waiting";
import { trackWords } from "./record_sheet";
import { resultWords } from "./win";

type Spoken = { said: string; lines: string[] };

const linesOf = (told: unknown): string[] => {
  if (!wasHeard(told)) return ["The connection is gone; nothing was sent. Try again in a moment."];
  if (typeof told !== "object" || told === null) return [];
  if ("lines" in told && Array.isArray(told.lines)) return told.lines.map(String);
  return "sentence" in told ? [String(told.sentence)] : [];
};

/** The numbered answers of a question, as far as they can be counted. */
function answersOf(room: Room): string[] {
  const asked = room.store.decision.value;
  const face = room.face.value;
  if (!asked || !face) return [];
  const { offer } = asked;
  if (offer.offer === "choose") return offer.choices.map((one) => `${one.title}. ${one.refusal?.sentence ?? one.text}`);
  if (offer.offer === "compose")
    return offer.parts.map(({ title, words }) => `${title} ${words.map((one) => one.title).join(" / ")}`);
  if (offer.offer === "aims") return offer.shooters.map((one) => targetWords(room, face, one));
  return [];
}

/** How many units somebody can fire at; what else may be fired at, such as walls, is counted by itself. */
function targetWords(room: Room, face: TableFace, shooter: Shooter): string {
  const able = new Set(shooter.aims.filter((aim) => aim.refusal === null).map((aim) => aim.target));
  const units = new Set(room.store.view.value?.units.map((unit) => unit.id));
  const things = [...able].filter((target) => !units.has(target)).length;
  const words = plural(able.size - things, "possible target");
  const more = things > 0 ? `, and ${plural(things, "piece")} of terrain` : "";
  return `${titleOf(face, shooter.unit)} ${shooter.unit}: ${words}${more}`;
}

/** A record sheet in a line: its rows, what is off, what it is doing. */
function sheetWords(sheet: SheetFace): string {
  const off = sheet.parts.filter((part) => part.name === "").map((part) => `${part.title} off`);
  return ["", ...trackWords(sheet), ...off, ...sheet.states].join(", ");
}

function UnitLine({ room, unit }: { room: Room; unit: Unit }) {
  const face = room.face.value;
  const at = unit.pose;
  const where = at
    ? `at ${(at.x / 1e6).toFixed(1)}, ${(at.y / 1e6).toFixed(1)}, heading ${Math.round(at.heading / 1e6)}`
    : "";
  const piles = room.store.view.value?.situation.piles[unit.id] ?? [];
  const left = piles.map((pile) => `, ${pile.title} ${pile.value}`).join("");
  const sheet = room.store.view.value?.situation.sheets.find((one) => one.unit === unit.id);
  const { done = [], states = {} } = room.store.view.value?.situation ?? {};
  const more = [...(states[unit.id] ?? []), ...(done.includes(unit.id) ? ["has acted"] : [])];
  const up = unit.status === "alive" || unit.status === "flying";
  return (
    <li>
      {face ? titleOf(face, unit.id) : unit.card} {unit.id}, {up ? where : unit.status}
      {left}
      {sheet && sheetWords(sheet)}
      {(up || unit.status === "waiting") && more.map((words) => `, ${words}`)}
    </li>
  );
}

/** A mark with the point it is at. */
function markPlace(one: GoalMark, table: SeatTable, face: TableFace): string {
  const spots = spotsOf(one, table, face);
  if (one.edge) return `${one.label}: the ${one.edge} edge`;
  const [x, y] = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + (spot[axis] ?? 0), 0) / spots.length);
  const words = markWords(one, table, face);
  return spots.length > 0 ? `${words}, at ${x?.toFixed(1)}, ${y?.toFixed(1)}` : `${words}, not on the table now`;
}

function Situation({ room }: { room: Room }) {
  const view = room.store.view.value;
  const face = room.face.value;
  if (!view || !face) return <p>The table is being laid.</p>;
  const own = room.store.seat.value;
  const nobodys = view.units.filter((unit) => unit.seat < 0 && unit.status !== "gone");
  return (
    <>
      <p>
        {face.title}. {face.goal} Round {view.situation.round}. {view.situation.goal}
      </p>
      <GoalTasks table={view} face={face} />
      {goalOf(face, view.seat) && <p>{goalOf(face, view.seat)?.more}</p>}
      <ul aria-label="What the goals are about">
        {marksFor(view, face).map((one) => (
          <li key={one.id}>{markPlace(one, view, face)}</li>
        ))}
      </ul>
      <HouseRules face={face} />
      {view.situation.unfinished.map((move) => (
        <p key={move.unit} data-testid="unfinished">
          {move.text} {move.clause}
        </p>
      ))}
      {view.situation.standings.map((side) => (
        <section key={side.seat}>
          <h3>
            {sideName(side.seat)}
            {side.seat === own ? ", your side" : ""}: {side.fighting} fighting, {side.lost} lost
          </h3>
          <ul>
            {view.units
              .filter((unit) => unit.seat === side.seat && !neverThere(unit))
              .map((unit) => (
                <UnitLine key={unit.id} room={room} unit={unit} />
              ))}
          </ul>
        </section>
      ))}
      {nobodys.length > 0 && (
        <section>
          <h3>Nobody's</h3>
          <ul>
            {nobodys.map((unit) => (
              <UnitLine key={unit.id} room={room} unit={unit} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Question({ room }: { room: Room }) {
  const { store } = room;
  const asked = store.decision.value;
  const outcome = store.view.value?.outcome;
  const answers = answersOf(room);
  return (
    <section aria-live={asked ? "assertive" : "polite"}>
      <h2 data-testid="ask-title">
        {outcome
          ? resultWords(outcome, store.welcome.value?.yours ?? [])
          : asked
            ? `You are asked: ${asked.title}`
            : waitingWords(room)}
      </h2>
      {outcome && <p>{store.view.value?.ending}</p>}
      {asked && <p>{asked.text}</p>}
      {answers.length > 0 && (
        <ol>
          {answers.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

export function TextMode({ room, close }: { room: Room; close: () => void }) {
  const spoken = useSignal<Spoken[]>([]);
  const line = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus(), []);
  const coaching = useCoach(room);
  const battle = battleAfter(room);
  const count = spoken.value.length;
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [count]);
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    const said = line.value.trim();
    if (!said) return;
    line.value = "";
    const lines = linesOf(await room.say(said));
    spoken.value = [...spoken.value.slice(-40), { said, lines }];
  };
  return (
    <main class="m-text" data-testid="text-mode">
      <div class="k-row">
        <h1 class="k-grow">{room.face.value?.title ?? "The table"} in words</h1>
        <Button keys={keyFor("text")} onClick={close}>
          Back to the table
        </Button>
      </div>
      {coaching && (
        <section aria-label="Lesson" data-testid="lesson-text-mode">
          <CoachWords room={room} step={coaching} />
          {battle && <BattleButton room={room} battle={battle} />}
        </section>
      )}
      {isCoached(room) && (
        <section aria-label="Advice" data-testid="advice-text-mode">
          <AdviceWords room={room} />
          <NoAdvice />
        </section>
      )}
      <Question room={room} />
      <StandIns room={room} />
      <FriendLinks room={room} />
      <section>
        <h2>Say something</h2>
        <div class="m-spoken" ref={log} role="log" aria-live="polite" data-testid="text-lines">
          {spoken.value.map((one, i) => (
            <div key={`${i}-${one.said}`}>
              <p class="k-muted">&gt; {one.said}</p>
              {one.lines.map((words, j) => (
                <p key={`${j}-${words}`}>{words}</p>
              ))}
            </div>
          ))}
        </div>
        <form onSubmit={(event) => void say(event)}>
          <label class="k-column">
            Type a number, an order in words, or "help" for a list of them
            <input
              class="k-field"
              ref={field}
              value={line.value}
              maxLength={2000}
              autocomplete="off"
              onInput={(event) => {
                line.value = event.currentTarget.value;
              }}
              data-testid="text-input"
            />
          </label>
          <Button type="submit" kind={room.store.decision.value ? "ask" : "plain"}>
            Say it
          </Button>
        </form>
      </section>
      <section>
        <h2>What happened</h2>
        <ol aria-live="polite">
          {room.store.story.value.slice(-12).map((one, i) => (
            <li key={`${i}-${one.text}`} data-testid="log-line">
              {one.text}
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2>The table</h2>
        <Situation room={room} />
      </section>
    </main>
  );
}
