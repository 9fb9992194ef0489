// Before the battle: which game, which scenario, whose armies; or a battle that was handed over.
import { useEffect, useState } from "preact/hooks";
import {
  api,
  Button,
  ErrorBox,
  heard,
  here,
  Panel,
  plural,
  type Refusal,
  type Reply,
  Skeleton,
  sideName,
} from "../../kit";
import type { GameCard, ScenarioFace } from "../../protocol";
import type { Army } from "../battle/draft";
import { designs, readArmyCode } from "../designs";
import { pictureOf } from "../pictures";
import { firstScenario } from "../start";
import { begin, type Now, type Wish } from "./battle";
import { readCode } from "./handing_over";

const HALF_CODE = "That is no code of a battle, or only a part of one. Copy all of it and try again.";

/** Fetch what a battle begins with, and begin it. */
async function start(wish: Wish, title: string, now?: Now): Promise<Refusal | undefined> {
  const reply = await api.keepBattle(wish);
  if (!reply.ok) return reply.refusal;
  begin(wish, title, reply.value, now);
  return undefined;
}

type ArmyProps = { game: GameCard; seat: number; army: Army; set: (army: Army) => void; force: Army };

/** The army of a side: that of the scenario, one from the builder, or one by its code. */
function ArmyOf({ game, seat, army, set, force }: ArmyProps) {
  const armies = designs.armies(game.id);
  const bench = designs.bench(game.id);
  const known: [string, Army][] = [
    ...Object.entries(armies),
    ...(bench.length > 0 ? [["On the bench", bench] as [string, Army]] : []),
  ];
  const name = known.find(([, one]) => one === army)?.[0] ?? (army === force ? "" : "?");
  return (
    <div class="q-army">
      <label>
        <span class="k-strong">{sideName(seat)}</span>
        <select
          class="k-field"
          value={name}
          onChange={(event) => set(known.find(([one]) => one === event.currentTarget.value)?.[1] ?? force)}
        >
          <option value="">The army of the scenario</option>
          {known.map(([one]) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
          {name === "?" && <option value="?">By its code</option>}
        </select>
      </label>
      <input
        class="k-field k-mono"
        aria-label={`Army code of ${sideName(seat)}`}
        placeholder="or an army code"
        onInput={(event) => {
          const read = readArmyCode(event.currentTarget.value);
          if (read.length > 0) set(read);
        }}
      />
    </div>
  );
}

function Agree({ game, again }: { game: GameCard; again: () => void }) {
  const { scenarios, presets } = game.catalogue;
  const [scenario, setScenario] = useState<ScenarioFace | undefined>(() => firstScenario(game));
  const [armies, setArmies] = useState<Army[]>([]);
  const [preset, setPreset] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  if (!scenario) return <ErrorBox sentence="This game has no scenarios." />;
  const forces = scenario.forces as Army[];
  const now = forces.map((force, seat) => armies[seat] ?? force);
  const own = now.some((army, seat) => army !== forces[seat]);
  const go = async () => {
    if (busy) return;
    setBusy(true);
    const rules = presets.find((one) => one.id === preset)?.options ?? {};
    const options = { ...scenario.options, ...rules };
    const wish = { game: game.id, scenario: scenario.id, options, armies: own ? now : [] };
    setRefusal(await start(wish, scenario.title));
    setBusy(false);
  };
  return (
    <Panel
      title={game.title}
      aside={
        <Button kind="quiet" onClick={again}>
          Another game
        </Button>
      }
    >
      <label class="q-field">
        <span class="k-strong">Scenario</span>
        <select
          class="k-field"
          value={scenario.id}
          onChange={(event) => {
            setScenario(scenarios.find((one) => one.id === event.currentTarget.value));
            setArmies([]);
          }}
          data-testid="scenario"
        >
          {scenarios.map((one) => (
            <option key={one.id} value={one.id}>
              {`${one.title} (${plural(one.seats, "side")})`}
            </option>
          ))}
        </select>
      </label>
      <p class="k-small k-muted">{scenario.goal}</p>
      <label class="q-field">
        <span class="k-strong">Rules</span>
        <select
          class="k-field"
          value={preset}
          onChange={(event) => setPreset(event.currentTarget.value)}
          data-testid="rules"
        >
          <option value="">As the scenario has them</option>
          {presets.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      {forces.map((force, seat) => (
        <ArmyOf
          key={`${scenario.id}${sideName(seat)}`}
          game={game}
          seat={seat}
          force={force}
          army={now[seat] ?? force}
          set={(army) => setArmies(now.map((was, at) => (at === seat ? army : was)))}
        />
      ))}
      {refusal && (
        <p class="q-refused" role="alert">
          {refusal.sentence}
        </p>
      )}
      <Button kind="ask" big wide onClick={go} aria-disabled={busy} data-testid="begin">
        {busy ? "Getting the cards" : "Begin"}
      </Button>
    </Panel>
  );
}

/** Go on with a battle from another phone. */
function TakeOver() {
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState("");
  const take = async (code: string) => {
    const told = await readCode(code);
    if (!told) {
      setFault(HALF_CODE);
      return;
    }
    setFault((await start(told.wish, told.title, told.now))?.sentence ?? "");
  };
  useEffect(() => {
    const code = here().searchParams.get("battle");
    if (!code) return;
    heard();
    void take(code);
  }, []);
  return (
    <Panel title="A battle from another phone">
      <form
        class="k-row k-wrap"
        onSubmit={(event) => {
          event.preventDefault();
          void take(typed);
        }}
      >
        <input
          class="k-field k-mono k-grow"
          aria-label="The code of the battle"
          placeholder="Paste its code"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          data-testid="take-code"
        />
        <Button type="submit" data-testid="take">
          Open it
        </Button>
      </form>
      {fault && (
        <p class="q-refused" role="alert">
          {fault}
        </p>
      )}
    </Panel>
  );
}

export function Setup() {
  const [games, setGames] = useState<Reply<GameCard[]>>();
  const [id, setId] = useState(() => here().searchParams.get("game") ?? "");
  const ask = () => {
    setGames(undefined);
    void api.games().then(setGames);
  };
  useEffect(ask, []);
  if (!games) return <Skeleton rows={4} awaiting="Asking which games there are." />;
  if (!games.ok) return <ErrorBox sentence={games.refusal.sentence} retry={ask} />;
  const able = games.value.filter((game) => game.companion);
  const game = able.find((one) => one.id === id);
  return (
    <>
      <h1>At a real table</h1>
      <p class="a-lead">
        You have real bricks on a real table. This page keeps the cards, throws the dice, and tells you what every shot
        needs. You only say what you see.
      </p>
      {game ? (
        <Agree game={game} again={() => setId("")} />
      ) : (
        <div class="q-games">
          {able.map((one) => (
            <button
              type="button"
              key={one.id}
              class="q-game"
              onClick={() => setId(one.id)}
              data-testid={`keep-${one.id}`}
            >
              <img src={pictureOf(one)} width={252} height={138} alt="" />
              <b>{one.title}</b>
            </button>
          ))}
        </div>
      )}
      <TakeOver />
    </>
  );
}
