// Block 4: who sits where.

import { isPocket, Panel, percent, Segmented, SideMark, sideName, Toggle, ToServer } from "../../kit";
import type { GameCard, LevelCard } from "../../protocol";
import { botsOf, firstLevel } from "../start";
import {
  type Draft,
  forceOf,
  isBetweenPeople,
  mayBeSlow,
  SECRET_SECONDS,
  type SeatChoice,
  STAND_IN_MINUTES,
  type StandInMinutes,
  scenarioOf,
  stylesOf,
  withStyle,
} from "./draft";
import type { AllowedTable } from "./laying";

type BlockProps = { game: GameCard; draft: Draft; change: (draft: Draft) => void; laid: AllowedTable | undefined };

/** How good a bot is, as measured. */
export function levelNote(level: LevelCard, levels: readonly LevelCard[]): string {
  if (level.rate === null || !level.beats) return level.text;
  const below = levels.find((one) => one.id === level.beats)?.title ?? level.beats;
  return `${level.text} Wins ${percent(level.rate, 0)} against ${below}, measured in ${level.games} battles.`;
}

type Offer = { choice: SeatChoice; title: string; note: string };

/** Who may sit on a seat; a friend by link only where a link can lead to this table. */
function offers(game: GameCard): Offer[] {
  const first = firstLevel(game);
  const all: Offer[] = [
    { choice: { kind: "me", level: first }, title: "Me", note: "" },
    ...botsOf(game).map(
      (level): Offer => ({
        choice: { kind: "bot", level: level.id },
        title: `${level.title} bot`,
        note: levelNote(level, game.levels),
      }),
    ),
    { choice: { kind: "here", level: first }, title: "A player on this device", note: "You pass the device." },
    {
      choice: { kind: "link", level: first },
      title: "A friend by link",
      note: "You get a link to give away. No account.",
    },
  ];
  return all.filter(({ choice }) => !isPocket || choice.kind !== "link");
}

const isSame = (a: SeatChoice, b: SeatChoice) => a.kind === b.kind && (a.kind !== "bot" || a.level === b.level);

/** Who fights on the same side as a seat, in words; "" where everybody fights alone. */
export function alliesOf(sides: readonly number[], seat: number): string {
  const allies = sides.flatMap((side, other) => (side === sides[seat] && other !== seat ? [sideName(other)] : []));
  return allies.length > 0 ? `with ${allies.join(" and ")}` : "";
}

function SeatName({ draft, change, seat }: { draft: Draft; change: (draft: Draft) => void; seat: number }) {
  const set = (name: string) =>
    change({ ...draft, seats: draft.seats.map((old, i) => (i === seat ? { ...old, name } : old)) });
  return (
    <input
      class="k-field a-seat-name"
      aria-label={`Name of ${sideName(seat)}`}
      placeholder="Name, if you like"
      maxLength={24}
      value={draft.seats[seat]?.name ?? ""}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}

/** How a bot that plans shall play, beside how good it is. */
function SeatStyle({ game, draft, change, seat }: Omit<BlockProps, "laid"> & { seat: number }) {
  const now = draft.seats[seat];
  const styles = stylesOf(game, now);
  if (!now || styles.length === 0) return null;
  const chosen = styles.find((one) => one.id === now.style) ?? styles[0];
  const set = (style: string) =>
    change({ ...draft, seats: draft.seats.map((old, i) => (i === seat ? withStyle(game, old, style) : old)) });
  return (
    <div class="k-row a-seat-style">
      <label class="k-grow k-small" for={`style-${seat}`}>
        Style
        <span class="k-muted a-line">{chosen?.text}</span>
      </label>
      <select
        id={`style-${seat}`}
        class="k-field"
        value={chosen?.id}
        onChange={(event) => set(event.currentTarget.value)}
        data-testid={`style-${seat}`}
      >
        {styles.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </select>
    </div>
  );
}

function SeatRow({ game, draft, change, laid, seat }: BlockProps & { seat: number }) {
  const now = draft.seats[seat];
  const scenario = scenarioOf(game, draft);
  const allies = alliesOf((laid?.face ?? scenario.face).sides, seat);
  const side = [forceOf(game, draft, seat), allies].filter(Boolean).join(" · ");
  const all = offers(game);
  const chosen = all.find((offer) => now && isSame(offer.choice, now));
  // What is said of a bot is said once, however many seats it has.
  const said = draft.seats.slice(0, seat).some((before) => now && isSame(before, now));
  const set = (index: number) => {
    const choice = all[index]?.choice;
    if (choice) change({ ...draft, seats: draft.seats.map((old, i) => (i === seat ? choice : old)) });
  };
  return (
    <li class="a-seat">
      <div class="k-row">
        <SideMark side={seat} size={24} />
        <label class="k-grow" for={`seat-${seat}`}>
          <span class="k-strong">{sideName(seat)}</span>
          <span class="k-small k-muted a-line">{side}</span>
        </label>
        <select
          id={`seat-${seat}`}
          class="k-field"
          value={all.indexOf(chosen ?? (all[0] as Offer))}
          onChange={(event) => set(Number(event.currentTarget.value))}
        >
          {all.map((offer, index) => (
            <option key={offer.title} value={index}>
              {offer.title}
            </option>
          ))}
        </select>
      </div>
      {now && (now.kind === "here" || now.kind === "link") && <SeatName draft={draft} change={change} seat={seat} />}
      {chosen?.note && !said && <p class="k-small k-muted a-seat-note">{chosen.note}</p>}
      <SeatStyle game={game} draft={draft} change={change} seat={seat} />
    </li>
  );
}

/** What "units start placed" means in this battle: what people still choose is said beforehand. */
function placedNote(chosen: readonly string[]): string {
  const left = chosen.length > 0 ? ` You still choose ${chosen.join(" and ")} yourself.` : "";
  return `Terrain, mines and units are put down for everybody, and play begins with the first move. A first turn that is only for moving or only for shooting is for moving.${left} Off: each side does this by hand.`;
}

export function SeatsBlock({ game, draft, change, laid }: BlockProps) {
  const secret = laid?.secret_windows.join(" and ");
  return (
    <Panel title="4  Seats">
      <ul class="a-seats">
        {draft.seats.map((_, seat) => (
          <SeatRow key={sideName(seat)} game={game} draft={draft} change={change} laid={laid} seat={seat} />
        ))}
      </ul>
      {isPocket && (
        <ToServer
          words="A friend by link needs a server."
          path={`/new?${new URLSearchParams({ game: game.id, scenario: draft.scenario })}`}
        />
      )}
      <Toggle
        label="Units start placed"
        note={placedNote(laid?.still_chosen ?? [])}
        on={draft.ready}
        onChange={(ready) => change({ ...draft, ready })}
      />
      <Toggle
        label="The dice wait for everybody"
        note="No die falls before every player has come and added a part to the dice, so nobody can have chosen them."
        on={draft.parts}
        onChange={(parts) => change({ ...draft, parts })}
      />
      {mayBeSlow(game, draft) && (
        <Toggle
          label="Slow battle"
          note="Days between moves are fine: reactions have no clock, and standing orders answer. Off: reactions run by a clock."
          on={draft.slow}
          onChange={(slow) => change({ ...draft, slow })}
        />
      )}
      {secret && mayBeSlow(game, draft) && !draft.slow && (
        <div class="k-row k-wrap a-after">
          <span class="k-grow">
            <span class="k-strong">{`Time for ${secret}`}</span>
            <span class="k-small k-muted a-line">
              Everybody waits so long whenever it may be answered, so that nobody can tell what is noted.
            </span>
          </span>
          <Segmented
            small
            label={`Time for ${secret}`}
            value={draft.secretSeconds}
            choices={SECRET_SECONDS.map((value) => ({ value, label: `${value} s` }))}
            onChange={(secretSeconds) => change({ ...draft, secretSeconds })}
            testid="secret-seconds"
          />
        </div>
      )}
      {isBetweenPeople(draft) && <Manners game={game} draft={draft} change={change} />}
    </Panel>
  );
}

type MannersProps = Pick<BlockProps, "game" | "draft" | "change">;

const minutesWords = (minutes: StandInMinutes): string =>
  minutes === 0 ? "Never" : minutes === 60 ? "An hour" : `${minutes} min`;

/** What whoever sits down agrees to: the clock, and whether a bot may play on for somebody who is away. */
function Manners({ game, draft, change }: MannersProps) {
  const chosen = game.clocks.find((card) => card.id === draft.clock);
  const slow = chosen?.slow ?? false;
  return (
    <>
      <div class="k-row k-wrap a-after">
        <label class="k-grow" for="clock">
          <span class="k-strong">Clock</span>
          <span class="k-small k-muted a-line">
            {chosen?.text ?? "Nobody is hurried; a question waits as long as it takes."}
          </span>
        </label>
        <select
          id="clock"
          class="k-field"
          value={draft.clock}
          onChange={(event) => change({ ...draft, clock: event.currentTarget.value })}
          data-testid="clock"
        >
          <option value="">No clock</option>
          {game.clocks.map((card) => (
            <option key={card.id} value={card.id}>
              {card.title}
            </option>
          ))}
        </select>
      </div>
      {slow && <p class="k-small k-muted">Reactions have no clock of their own then, and standing orders answer.</p>}
      <div class="k-row k-wrap a-after">
        <span class="k-grow">
          <span class="k-strong">A bot for whoever is away</span>
          <span class="k-small k-muted a-line">
            After so long the others may agree that a bot plays on. Whoever comes back takes the seat back.
          </span>
        </span>
        <Segmented
          small
          label="A bot for whoever is away, after"
          value={draft.standIn}
          choices={STAND_IN_MINUTES.map((value) => ({ value, label: minutesWords(value) }))}
          onChange={(standIn) => change({ ...draft, standIn })}
          testid="stand-in"
        />
      </div>
    </>
  );
}
