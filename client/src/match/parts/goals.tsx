// The goal of the battle: a line beside the round, its full words with everything it is about, a notice as it begins.
import { Target, X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { SIGNS } from "../../board";
import { Button, ClauseLink, isLaid, plural, Sheet, SIDE_COLOURS, SideMark, sideName } from "../../kit";
import type { Goal, GoalMark, GoalNow, SeatTable, TableFace } from "../../protocol";
import { ALL, goalOf, isOwned, marksFor, spotsOf, standOf } from "../goals";
import type { Room } from "../room";
import { thingName } from "../words";
import { isCoached } from "./coaching/first_battle";
import { useHeight } from "./height";

/** The sign of a mark, as it stands on the board. */
export function GoalSignIcon({ kind, seat }: { kind: GoalMark["kind"]; seat: number }) {
  return (
    <span
      class="m-goal-sign"
      style={isOwned(kind) && seat >= 0 ? { background: SIDE_COLOURS[seat] } : {}}
      aria-hidden="true"
    >
      <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <path d={SIGNS[kind]} />
      </svg>
    </span>
  );
}

/** How far a goal is reached, as a bar; the words beside it say the same. */
function Reached({ now }: { now: GoalNow }) {
  const share = now.full > 0 ? now.value / now.full : 0;
  return (
    <span class="m-goal-bar" aria-hidden="true">
      <i style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  );
}

type TaskProps = { goal: Goal; now: GoalNow | null; own: boolean; same: boolean };

function Task({ goal, now, own, same }: TaskProps) {
  const whose = goal.seats.map(sideName).join(" and ");
  return (
    <section class="m-goal-task" data-testid={own ? "goal-own" : "goal-other"}>
      <h3 class="k-row">
        {goal.seats.map((seat) => (
          <SideMark key={seat} side={seat} size={18} quiet />
        ))}
        {own ? "Your task" : same ? `${whose}: the same` : `The task of ${whose}`}
      </h3>
      {!same && (
        <p class={own ? "k-strong" : ""}>
          {goal.sentence} <ClauseLink clause={goal.clause} />
        </p>
      )}
      {now && (
        <p class="k-small m-goal-now">
          <Reached now={now} /> <span>{now.words}</span>
        </p>
      )}
      {own && goal.more && <p class="k-small m-goal-more">{goal.more}</p>}
    </section>
  );
}

/** The goals of all sides with how they stand, the own one first. */
export function GoalTasks({ table, face }: { table: SeatTable; face: TableFace }) {
  const mine = goalOf(face, table.seat);
  const goals = mine ? [mine, ...face.goals.filter((one) => one !== mine)] : face.goals;
  return (
    <>
      {goals.map((goal, i) => {
        const same = i > 0 && goal.sentence === goals[0]?.sentence;
        return <Task key={goal.id} goal={goal} now={standOf(table, goal)} own={goal === mine} same={same} />;
      })}
    </>
  );
}

/** How the goals of all sides stand, a line each. */
export function GoalStands({ table, face }: { table: SeatTable; face: TableFace }) {
  return (
    <ul class="m-goal-stands k-small" aria-label="How the goals stood" data-testid="win-goals">
      {face.goals.map((goal) => {
        const now = standOf(table, goal);
        return (
          <li key={goal.id} class="m-goal-now" title={goal.sentence}>
            {goal.seats.map((seat) => (
              <SideMark key={seat} side={seat} size={18} />
            ))}
            {now && <Reached now={now} />}
            <span>{now?.words ?? goal.sentence}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** What a mark is, in words: of a unit also which. */
export function markWords(one: GoalMark, table: SeatTable, face: TableFace): string {
  return one.unit ? `${thingName(face, one.unit, table.tokens)}: ${one.label}` : one.label;
}

/** Everything the goals are about; each shows where it is. */
function Marks({ table, face, show }: { table: SeatTable; face: TableFace; show: (what: string) => void }) {
  const marks = marksFor(table, face);
  if (marks.length === 0) return null;
  return (
    <section>
      <div class="k-row">
        <h3 class="k-grow">On the table</h3>
        <Button kind="quiet" onClick={() => show(ALL)} data-testid="goal-show">
          Show all
        </Button>
      </div>
      <ul class="m-rows m-goal-marks">
        {marks.map((one) => (
          <li key={one.id}>
            <button type="button" class="m-row" onClick={() => show(one.id)} data-testid={`goal-mark-${one.kind}`}>
              <GoalSignIcon kind={one.kind} seat={one.seat} />
              <span class="k-grow">{markWords(one, table, face)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which rules are played: where they are simpler than those of the book, what they leave out; else what was added. */
function RulesPlayed({ face }: { face: TableFace }) {
  if (!face.rules && face.added.length > 0)
    return (
      <section data-testid="rules-added">
        <h3>The rules of the book, and</h3>
        <ul class="k-small m-left-out">
          {face.added.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </section>
    );
  if (!face.rules) return null;
  return (
    <section data-testid="left-out">
      <h3>{face.rules}</h3>
      <ul class="k-small m-left-out">
        {face.left_out.map((one) => (
          <li key={one.clause}>
            {one.text} <ClauseLink clause={one.clause} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the players have agreed on beside the rules. */
export function HouseRules({ face }: { face: TableFace }) {
  if (face.house_rules.length === 0) return null;
  return (
    <section data-testid="house-rules">
      <h3>House rules</h3>
      <ul class="k-small m-left-out">
        {face.house_rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}

/** The sheet of a phone lies over the board it shows things on. */
const isNarrow = (): boolean => isLaid("narrow");

export function GoalSheet({ room, close }: { room: Room; close: () => void }) {
  const table = room.store.view.value;
  const face = room.face.value;
  if (!table || !face) return null;
  const show = (what: string): void => {
    const spots = marksFor(table, face)
      .filter((one) => what === ALL || one.id === what)
      .flatMap((one) => spotsOf(one, table, face));
    room.goalLight.show(what);
    if (isNarrow()) close();
    if (spots.length > 0) room.board.peek()?.keepInView(spots);
  };
  return (
    <Sheet title="What is to be done" onClose={close} testid="goal-sheet">
      <div class="m-goal-sheet">
        <GoalTasks table={table} face={face} />
        <Marks table={table} face={face} show={show} />
        <RulesPlayed face={face} />
        <HouseRules face={face} />
        <p class="k-small k-muted">
          {face.title}: {face.goal} <ClauseLink clause={face.clause} />
        </p>
      </div>
    </Sheet>
  );
}

/** The title of the battle, the round and how the goal stands; pressed, it says the goal in full. */
export function GoalButton({ room, open, children }: { room: Room; open: () => void; children: ComponentChildren }) {
  const face = room.face.value;
  const own = goalOf(face, room.store.view.value?.seat ?? -1);
  if (!face || face.goals.length === 0) return <div class="m-where">{children}</div>;
  return (
    <div class="m-where m-goal-line">
      <div class="m-where-words">
        {children}
        {own && <p class="m-where-task k-tiny k-muted">{own.sentence}</p>}
      </div>
      <Target size={18} aria-hidden="true" />
      {/* the words stay a heading: the button lies over them */}
      <button
        type="button"
        onClick={open}
        data-testid="goal-open"
        title={face.rules ? `What is to be done, by the ${face.rules.toLowerCase()}` : "What is to be done"}
        aria-label={face.rules ? `What is to be done, by the ${face.rules.toLowerCase()}` : "What is to be done"}
      />
    </div>
  );
}

/** As a battle is set up and as it begins: the goal, until the first answer is given or it is put away. */
export function TaskNotice({ room }: { room: Room }) {
  const table = room.store.view.value;
  const goal = goalOf(room.face.value, table?.seat ?? -1);
  const moment = table && table.situation.round <= 1 ? `round ${table.situation.round}` : "";
  if (!table || !goal || !moment || table.outcome || room.briefed.value === moment) return null;
  // where somebody is coached, the coach says it
  if (room.store.shown.value?.lesson || isCoached(room)) return null;
  return <Notice room={room} goal={goal} moment={moment} house={room.face.value?.house_rules.length ?? 0} />;
}

type NoticeProps = { room: Room; goal: Goal; moment: string; house: number };

function Notice({ room, goal, moment, house }: NoticeProps) {
  const box = useHeight("--task-height");
  return (
    <section class="m-task k-panel" data-panel ref={box} aria-label="Your task" data-testid="task-notice">
      <Target size={20} aria-hidden="true" />
      <p>
        <b>Your task</b> {goal.sentence}
        {house > 0 && ` And ${plural(house, "house rule")}: see the goal.`}
      </p>
      <Button
        kind="quiet"
        iconOnly
        icon={X}
        data-testid="task-away"
        onClick={() => {
          room.briefed.value = moment;
        }}
      >
        Put away
      </Button>
    </section>
  );
}
