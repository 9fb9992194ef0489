// The top bar: where we are, which step of the turn, how the sides fare, camera, rules, sound, menu.
import { BookOpen, Box, Check, Eye, Map as MapIcon, Maximize, Menu, Volume2, VolumeX } from "lucide-preact";
import { Brand, Button, clauses, inBattle, rulesFrom, Segmented, SideMark, settings, sideName } from "../../kit";
import type { Situation, Standing, StepFace } from "../../protocol";
import { keyFor } from "../keys";
import type { Room } from "../room";
import { isEnemy } from "../words";
import { GoalButton } from "./goals";
import { OrderBar } from "./order_bar";

/** "micro_brick_battle" as people write it. */
export const gameTitle = (id: string): string =>
  id.replaceAll("_", " ").replace(/\b\w/g, (letter) => letter.toUpperCase());

function Steps({ steps, asked }: { steps: readonly StepFace[]; asked: boolean }) {
  return (
    <ol class="m-steps" data-testid="step-bar" aria-label="Steps of the turn">
      {steps.map((step, i) => (
        <li
          key={step.id}
          class={`${step.when} ${step.when === "now" && asked ? "asked" : ""}`}
          aria-current={step.when === "now" ? "step" : undefined}
          title={clauses.nameOf(step.clause)}
        >
          <span class="m-step-number">{i + 1}</span>
          <span class="m-step-title">{step.title}</span>
          {step.when === "done" && <Check size={15} aria-label="done" />}
        </li>
      ))}
    </ol>
  );
}

/** The sides as they have their turns, where the game says so: clockwise round the table. */
export function inOrder(standings: readonly Standing[], order: readonly number[]): Standing[] {
  return [...standings].sort((a, b) => order.indexOf(a.seat) - order.indexOf(b.seat));
}

function Standings({ room }: { room: Room }) {
  const situation = room.store.view.value?.situation;
  const standings = inOrder(situation?.standings ?? [], situation?.order ?? []);
  const crowd = standings.length > 2;
  const own = room.store.seat.value;
  const isAlly = (seat: number): boolean => crowd && own >= 0 && seat !== own && !isEnemy(room.face.value, own, seat);
  const armyOf = (seat: number): string => room.store.seats.value.find((card) => card.seat === seat)?.army ?? "";
  return (
    <ul
      class={`m-standings ${crowd ? "crowd" : ""}`}
      aria-label={situation?.order.length ? "Sides in the order of their turns" : "Sides"}
    >
      {standings.map((one) => (
        <li
          key={one.seat}
          class={`m-standing ${one.seat === situation?.active ? "active" : ""}`}
          title={`${[sideName(one.seat), armyOf(one.seat)].filter(Boolean).join(", ")}${isAlly(one.seat) ? " (with you)" : ""}: ${one.lost} lost, ${one.score} ${one.counts}`}
          aria-current={one.seat === situation?.active ? "true" : undefined}
        >
          <SideMark side={one.seat} />
          <b>{one.fighting + one.waiting}</b>
          {isAlly(one.seat) && (
            <span class="k-tiny" data-testid={`ally-${one.seat}`}>
              ally
            </span>
          )}
          {!crowd && <span class="k-tiny k-muted">of {one.fighting + one.waiting + one.lost}</span>}
          {one.score > 0 && !crowd && (
            <span class="k-tiny m-score" data-testid={`score-${one.seat}`}>
              · {one.score} {one.counts}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Before the first round a table is set up. */
export const roundWords = (round: number, last = ""): string => (round > 0 ? `round ${round}${last}` : "setting up");

/** What is played besides the rules of the book, as short as a bar needs it. */
export function addedWords(added: readonly string[]): string {
  const [first, second] = added.map((one) => one.toLowerCase());
  if (!first || !second) return first ? `with ${first}` : "";
  return added.length === 2 ? `with ${first} and ${second}` : `with ${first} and ${added.length - 1} more`;
}

function whereWords(room: Room): string {
  const welcome = room.store.welcome.value;
  const situation = room.store.view.value?.situation;
  if (!welcome || !situation) return "";
  const last = welcome.face.last_round > 0 ? ` of ${welcome.face.last_round}` : "";
  // what changes comes first: a narrow bar cuts the end short
  const rules = welcome.face.rules || addedWords(welcome.face.added);
  const parts = [roundWords(situation.round, last), rules, situation.goal, situation.weather?.title];
  return [...parts, welcome.face.game || gameTitle(welcome.game)].filter(Boolean).join(" · ");
}

/** The same in one line for a phone: the round and the score, which have no room beside the sides there. */
export function shortWhere(situation: Situation, lastRound: number, rules = ""): string {
  const standings = inOrder(situation.standings, situation.order);
  const scored = standings.some((one) => one.score > 0);
  // of one marker the word is another one
  const counted = standings.find((one) => one.score !== 1) ?? standings[0];
  const scores = scored ? `${standings.map((one) => one.score).join(" – ")} ${counted?.counts ?? ""}` : "";
  const round = roundWords(situation.round, lastRound > 0 ? ` of ${lastRound}` : "");
  return [round, rules, situation.weather?.title, situation.goal || scores].filter(Boolean).join(" · ");
}

function SoundButton() {
  const off = settings.volume.value === 0;
  const toggle = (): void => {
    settings.volume.value = off ? 40 : 0;
  };
  return (
    <Button
      kind="quiet"
      iconOnly
      icon={off ? VolumeX : Volume2}
      onClick={toggle}
      class="m-wide-only"
      aria-pressed={!off}
    >
      Sound
    </Button>
  );
}

export function TopBar({ room, menu, goal }: { room: Room; menu: () => void; goal: () => void }) {
  const { store } = room;
  const face = room.face.value;
  const asked = store.decision.value !== null;
  return (
    <header class="m-top k-panel" data-panel>
      <Brand />
      <GoalButton room={room} open={goal}>
        <h1>{face?.title ?? "The table"}</h1>
        <p class="m-where-long k-tiny k-muted">{whereWords(room)}</p>
        {store.view.value && (
          <p class="m-where-short k-tiny" data-testid="where">
            {shortWhere(store.view.value.situation, face?.last_round ?? 0, face?.rules)}
          </p>
        )}
      </GoalButton>
      <Steps steps={store.view.value?.situation.steps ?? []} asked={asked} />
      <div class="m-top-right">
        {store.spectator.value && (
          <span class="m-watching" data-testid="watching" title="Watching">
            <Eye size={18} aria-hidden="true" /> <span class="m-watching-word">Watching</span>
          </span>
        )}
        {store.view.value && store.view.value.situation.sheets.length > 0 ? (
          <OrderBar situation={store.view.value.situation} />
        ) : (
          <Standings room={room} />
        )}
        <Segmented
          label="Camera"
          small
          value={room.camera.value}
          onChange={(mode) => {
            room.camera.value = mode;
          }}
          choices={[
            { value: "plan", label: <CameraLabel icon="plan" />, title: "Plan (V)" },
            { value: "scene", label: <CameraLabel icon="scene" />, title: "Scene (V)" },
          ]}
          testid="camera"
        />
        <Button
          kind="quiet"
          iconOnly
          icon={Maximize}
          class="m-wide-only"
          title={`Fit: the whole table (${keyFor("fit")})`}
          onClick={() => room.board.peek()?.fit()}
          data-testid="fit"
        >
          Fit
        </Button>
        <a
          class="k-button quiet icon-only m-wide-only"
          href={rulesFrom(inBattle.value)}
          target="_blank"
          rel="noopener"
          title="Rules"
          aria-label="Rules"
        >
          <BookOpen size={18} aria-hidden="true" />
        </a>
        <SoundButton />
        <Button kind="quiet" iconOnly icon={Menu} onClick={menu} data-testid="menu">
          Menu
        </Button>
      </div>
    </header>
  );
}

function CameraLabel({ icon }: { icon: "plan" | "scene" }) {
  const Picture = icon === "plan" ? MapIcon : Box;
  return (
    <>
      <Picture size={16} aria-hidden="true" />
      <span class="m-camera-word">{icon === "plan" ? "Plan" : "Scene"}</span>
    </>
  );
}
