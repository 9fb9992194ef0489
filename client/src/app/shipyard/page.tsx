// The shipyard: a length in studs becomes firepower, durability and speed; ships become a fleet under an agreed level.
import { Printer, Save, Swords, Trash2 } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, ClauseLink, go, Link, Panel, toast } from "../../kit";
import type { BuiltCard, GameCard, Refusal, Yard } from "../../protocol";
import type { Army, Options } from "../battle/draft";
import { armyCode, battleWith, buildCard, designs, nameOf, readArmyCode, takeAsked, useBuilt } from "../designs";
import { useWanted } from "../late";
import { useChecked } from "../yard/checked";
import { Codes } from "../yard/codes";
import { Faults } from "../yard/faults";
import { Preview } from "../yard/preview";
import { WithGame } from "../yard/with_game";
import { pileWords, ShipCardPlate } from "./card";
import { ShipDrawing } from "./drawing";
import { FleetPanel } from "./fleet";
import { PaperCards } from "./paper";
import { replaced, type Ship, shipOf, textOf } from "./ships";
import { Slipway } from "./slipway";

/** The fleet, kept while the page is away. */
function useFleet(game: GameCard, yard: Yard): [Army, (fleet: Army) => void] {
  const first = () => {
    const asked = readArmyCode(takeAsked("army"));
    const kept = designs.bench(game.id);
    return asked.length > 0 ? asked : kept.length > 0 ? kept : ([[yard.example, 1]] as Army);
  };
  const [fleet, setFleet] = useState<Army>(first);
  const set = (next: Army) => {
    setFleet(next);
    designs.keepBench(game.id, next);
  };
  return [fleet, set];
}

function Notes({ built }: { built: BuiltCard }) {
  return (
    <dl class="y-numbers y-notes">
      {[...built.face.numbers, ...built.notes].map((number) => (
        <div key={number.id} data-number={number.id}>
          <dt>
            {number.title} <ClauseLink clause={number.clause} />
          </dt>
          <dd>{number.value}</dd>
        </div>
      ))}
    </dl>
  );
}

type CardProps = { built: BuiltCard | undefined; game: GameCard; text: string; options: Options };

/** One ship: the drawing, the card in cones and peas, the numbers, what is wrong. */
function CardPanel({ built, game, text, options }: CardProps) {
  const studs = game.catalogue.scenarios[0]?.face.studs || 1;
  if (!built) return <Panel title="Ship card">Choose a ship of the fleet.</Panel>;
  // The ship as it was set last, also while the card before it is still in sight.
  const save = async () => {
    const reply = await buildCard({ game: game.id, text, options });
    if (!reply.ok) return;
    designs.keepCard(game.id, reply.value.text);
    toast(`${reply.value.name} is kept in this browser.`);
  };
  const keptAs = designs.cards(game.id).find((text) => nameOf(text) === nameOf(built.text));
  return (
    <Panel title={built.name} aside={`${built.face.cost} points`} bare>
      <Preview
        model={built.face.model}
        length={built.face.length}
        width={built.face.width}
        title={built.name}
        studsPerUnit={studs}
        ground="sea"
        instead={<ShipDrawing built={built} />}
      />
      <div class="a-pad">
        <Faults faults={built.faults} fine="This ship can be built." clause={built.face.clause} />
        <div class="y-card">
          <ShipCardPlate built={built} />
          <ul class="y-piles">
            {built.piles.map((pile) => (
              <li key={pile.id}>
                {pileWords(pile)} <ClauseLink clause={pile.clause} />
              </li>
            ))}
          </ul>
        </div>
        <Notes built={built} />
        <div class="k-row k-wrap a-after">
          <Button icon={Save} onClick={save} data-testid="save-ship">
            Keep this ship
          </Button>
          {keptAs && (
            <Button kind="quiet" icon={Trash2} onClick={() => designs.dropCard(game.id, keptAs)}>
              Forget it
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

type HeadProps = {
  fault: Refusal | undefined;
  use: () => void;
  name: string;
  setName: (name: string) => void;
  save: () => void;
};

function Head({ fault, use, name, setName, save }: HeadProps) {
  return (
    <div class="y-head">
      <h1>Shipyard</h1>
      <label class="y-name">
        <span class="k-small k-muted">Name of the fleet</span>
        <input
          class="k-field"
          value={name}
          maxLength={40}
          onInput={(event) => setName(event.currentTarget.value)}
          data-testid="fleet-name"
        />
      </label>
      <div class="k-row k-wrap y-actions">
        <Button icon={Save} onClick={save} data-testid="save">
          Save fleet
        </Button>
        <Button icon={Printer} onClick={() => print()} data-testid="print">
          Print cards
        </Button>
        <Button kind="ask" icon={Swords} onClick={use} data-testid="use">
          Use in a battle
        </Button>
      </div>
      {fault && (
        <p class="k-bad y-refused" role="alert">
          {fault.sentence} <ClauseLink clause={fault.clause} />
        </p>
      )}
    </div>
  );
}

type KeptProps = { game: GameCard; open: (name: string, fleet: Army) => void };

function KeptFleets({ game, open }: KeptProps) {
  const kept = Object.entries(designs.armies(game.id));
  if (kept.length === 0) return <p class="k-small k-muted a-after">Fleets you save stay here, in this browser.</p>;
  return (
    <ul class="y-kept">
      {kept.map(([name, fleet]) => (
        <li key={name} class="k-row">
          <Button kind="quiet" onClick={() => open(name, fleet)}>
            {name}
          </Button>
          <span class="k-small k-muted k-grow">{fleet.map(([text, n]) => `${n}× ${nameOf(text)}`).join(", ")}</span>
          <Button kind="quiet" iconOnly icon={Trash2} onClick={() => designs.dropArmy(game.id, name)}>
            {`Forget ${name}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** How the model of a card looks: the last word of its model. */
function lookOf(card: BuiltCard | undefined): string {
  return card?.face.model.split(".")[1] ?? "";
}

/** The ship on the slipway: what was set last, else what the server made of the chosen text. */
function useShip(yard: Yard, text: string, card: BuiltCard | undefined): [Ship | undefined, (ship: Ship) => void] {
  const edited = useRef<{ text: string; ship: Ship }>();
  const [, turn] = useState(0);
  const own = edited.current?.text === text ? edited.current.ship : undefined;
  const set = (ship: Ship) => {
    edited.current = { text: textOf(yard, ship), ship };
    turn((n) => n + 1);
  };
  return [own ?? (card && shipOf(yard, card)), set];
}

/** All that stands in the yard: the fleet, the chosen ship, what is agreed on, and what the server says of it. */
function useYard(game: GameCard, yard: Yard) {
  const [fleet, change] = useFleet(game, yard);
  const [chosen, choose] = useState(0);
  const [level, setLevel] = useState(yard.budget.value);
  const [options, setOptions] = useState<Options>({});
  const [name, setName] = useState("My fleet");
  const replies = useBuilt(
    { game: game.id, options },
    fleet.map(([text]) => text),
  );
  const built = new Map([...replies].flatMap(([text, reply]) => (reply.ok ? [[text, reply.value]] : [])));
  const [about, told] = useChecked(game.id, fleet, level, options);
  const checked = told?.said;
  const text = fleet[chosen]?.[0] ?? "";
  // While a changed ship is on its way to the server and back, the card before it stays in sight.
  const shown = useRef<BuiltCard>();
  shown.current = built.get(text) ?? (fleet.length > 0 ? shown.current : undefined);
  const [ship, setShip] = useShip(yard, text, built.get(text));
  const edit = (next: Ship) => {
    setShip(next);
    change(replaced(fleet, chosen, textOf(yard, next)));
  };
  const open = (army: Army, called = name) => {
    setName(called);
    change(army);
    choose(0);
  };
  const faults = checked === undefined ? [] : "faults" in checked ? checked.faults : [checked];
  const reply = replies.get(text);
  const unread = reply && !reply.ok ? reply.refusal : undefined;
  return {
    ...{ fleet, change, chosen, choose, level, setLevel, options, setOptions, name, setName },
    ...{ built, checked, about, isJudged: told?.about === about, text },
    ...{ card: shown.current, ship, edit, open, faults, unread },
  };
}

function Room({ game, yard }: { game: GameCard; yard: Yard }) {
  const here = useYard(game, yard);
  const { fleet, level, options, name, card, ship, edit, open, faults, unread } = here;
  const [pressed, setPressed] = useState("");
  const ask = useWanted(here.about);
  // A press before the server has judged this very fleet is kept until it has.
  useEffect(() => {
    if (pressed !== here.about || !here.isJudged || faults.length > 0) return;
    go(`${battleWith(game.id, fleet)}&options=${encodeURIComponent(JSON.stringify(options))}&points=${level}`);
  }, [pressed, here.about, here.isJudged]);
  const take = async (code: string): Promise<Refusal | undefined> => {
    const isWanted = ask();
    const army = readArmyCode(code);
    const answers = await Promise.all(army.map(([text]) => buildCard({ game: game.id, text, options })));
    const wrong = answers.find((reply) => !reply.ok);
    if (wrong && !wrong.ok) return wrong.refusal;
    if (isWanted()) open(army);
    return undefined;
  };
  const save = () => {
    designs.keepArmy(game.id, name.trim() || "My fleet", fleet);
    toast(`${name.trim() || "My fleet"} is kept in this browser.`);
  };
  return (
    <>
      <div class="y-page y-shipyard">
        <Head
          fault={pressed ? faults[0] : undefined}
          use={() => setPressed(here.about)}
          name={name}
          setName={here.setName}
          save={save}
        />
        <div class="y-columns">
          <FleetPanel {...here} game={game} yard={yard} />
          <div class="a-column">
            <Panel title="Slipway" aside={`length = ${yard.points.map((one) => one.title).join(" + ")}`}>
              {ship ? (
                <Slipway yard={yard} ship={ship} look={lookOf(card)} change={edit} />
              ) : (
                <p class="k-muted">Choose a ship to change it.</p>
              )}
              {unread && (
                <p class="k-bad" role="alert">
                  {unread.sentence}
                </p>
              )}
            </Panel>
            <Panel title="Fleets and codes">
              <Codes code={armyCode(fleet)} noun="fleet" take={take} />
              <KeptFleets game={game} open={(called, army) => open(army, called)} />
              {game.own_dice && (
                <p class="a-after">
                  Dice from bricks? <Link to="/brick-die">Try yours out.</Link>
                </p>
              )}
            </Panel>
          </div>
          <CardPanel built={card} game={game} text={here.text} options={options} />
        </div>
      </div>
      <PaperCards fleet={fleet} built={here.built} level={level} />
    </>
  );
}

function Shipyard({ game }: { game: GameCard }) {
  return game.yard ? <Room game={game} yard={game.yard} /> : null;
}

export function ShipyardPage() {
  return <WithGame title="Shipyard" wanted={(game) => game.yard?.manner === "points"} View={Shipyard} />;
}
