// The barracks: squads figure by figure, vehicles with their weapons, an army under the agreed points.
import { CopyPlus, Printer, Save, Swords, Trash2 } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, ClauseLink, Copy, go, Panel, toast } from "../../kit";
import type { BuiltCard, GameCard, Refusal, Yard } from "../../protocol";
import type { Army, Options } from "../battle/draft";
import { armyCode, battleWith, buildCard, designs, nameOf, readArmyCode, takeAsked, useBuilt } from "../designs";
import { useWanted } from "../late";
import { replaced } from "../shipyard/ships";
import { useChecked } from "../yard/checked";
import { Codes } from "../yard/codes";
import { Faults } from "../yard/faults";
import { Preview } from "../yard/preview";
import { WithGame } from "../yard/with_game";
import { ForcePanel } from "./force";
import { PaperUnits } from "./paper";
import { Pools } from "./pools";
import { UnitEditor } from "./unit";
import { type Draft, draftOf, textOf } from "./units";
import "./barracks.css";

const NAME = "My army";

/** The army, kept while the page is away. */
function useForce(game: GameCard, yard: Yard): [Army, (force: Army) => void] {
  const first = (): Army => {
    const asked = readArmyCode(takeAsked("army"));
    const kept = designs.bench(game.id);
    return asked.length > 0 ? asked : kept.length > 0 ? kept : [[yard.example, 1]];
  };
  const [force, setForce] = useState<Army>(first);
  const set = (next: Army) => {
    setForce(next);
    designs.keepBench(game.id, next);
  };
  return [force, set];
}

type CardProps = { built: BuiltCard | undefined; game: GameCard; text: string; options: Options };

/** The chosen unit as it would stand on the table: its model, its dice by distance, its numbers, what is wrong. */
function CardPanel({ built, game, text, options }: CardProps) {
  if (!built) return <Panel title="Unit card">Choose a unit of the army.</Panel>;
  const save = async () => {
    const reply = await buildCard({ game: game.id, text, options });
    if (!reply.ok) return;
    designs.keepCard(game.id, text);
    toast(`${reply.value.name} is kept in this browser.`);
  };
  const kept = designs.cards(game.id).find((one) => one === text);
  return (
    <Panel title={built.name} aside={`${built.face.cost} points`} bare>
      <Preview
        model={built.face.model}
        length={built.face.length}
        width={built.face.width}
        title={built.name}
        studsPerUnit={game.catalogue.scenarios[0]?.face.studs || 1}
        ground="yard"
      />
      <div class="a-pad">
        <Faults faults={built.faults} fine="This unit may be bought." clause={built.face.clause} />
        <h3 class="y-line">Dice by distance</h3>
        <Pools pools={built.pools ?? []} />
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
        <div class="k-row k-wrap a-after">
          <Button icon={Save} onClick={save} data-testid="save-unit">
            Keep this unit
          </Button>
          {kept && (
            <Button kind="quiet" icon={Trash2} onClick={() => designs.dropCard(game.id, kept)}>
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
  twin: () => void;
  link: string;
};

function Head({ fault, use, name, setName, save, twin, link }: HeadProps) {
  return (
    <div class="y-head">
      <h1>Barracks</h1>
      <label class="y-name">
        <span class="k-small k-muted">Name of the army</span>
        <input
          class="k-field"
          value={name}
          maxLength={40}
          onInput={(event) => setName(event.currentTarget.value)}
          data-testid="force-name"
        />
      </label>
      <div class="k-row k-wrap y-actions">
        <Button icon={Save} onClick={save} data-testid="save">
          Save
        </Button>
        <Button icon={CopyPlus} onClick={twin} data-testid="duplicate">
          Duplicate
        </Button>
        <Copy text={link} label="Copy link" testid="share" />
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

function KeptForces({ game, open }: { game: GameCard; open: (name: string, force: Army) => void }) {
  const kept = Object.entries(designs.armies(game.id));
  if (kept.length === 0) return <p class="k-small k-muted a-after">Armies you save stay here, in this browser.</p>;
  return (
    <ul class="y-kept">
      {kept.map(([name, force]) => (
        <li key={name} class="k-row">
          <Button kind="quiet" onClick={() => open(name, force)}>
            {name}
          </Button>
          <span class="k-small k-muted k-grow">{force.map(([text, n]) => `${n}× ${nameOf(text)}`).join(", ")}</span>
          <Button kind="quiet" iconOnly icon={Trash2} onClick={() => designs.dropArmy(game.id, name)}>
            {`Forget ${name}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The unit on the parade ground: what was set last, else what the server made of the chosen text. */
function useDraft(game: GameCard, text: string, card: BuiltCard | undefined) {
  const edited = useRef<{ text: string; draft: Draft }>();
  const own = edited.current?.text === text ? edited.current.draft : undefined;
  const set = (draft: Draft): string => {
    edited.current = { text: textOf(draft), draft };
    return edited.current.text;
  };
  const read = card && card.text === text ? draftOf(card, text in game.catalogue.cards) : undefined;
  return [own ?? read, set] as const;
}

/** All that stands in the barracks: the army, the chosen unit, what is agreed on, and what the server says of it. */
function useBarracks(game: GameCard, yard: Yard) {
  const [force, change] = useForce(game, yard);
  const [chosen, choose] = useState(0);
  const [points, setPoints] = useState(yard.budget.value);
  const [options, setOptions] = useState<Options>({});
  const [name, setName] = useState(NAME);
  const texts = force.map(([text]) => text);
  const replies = useBuilt({ game: game.id, options }, texts);
  const built = new Map([...replies].flatMap(([text, reply]) => (reply.ok ? [[text, reply.value]] : [])));
  const [about, told] = useChecked(game.id, force, points, options);
  const text = force[Math.min(chosen, force.length - 1)]?.[0] ?? "";
  // While a changed unit is on its way to the server and back, the card before it stays in sight.
  const shown = useRef<BuiltCard>();
  shown.current = built.get(text) ?? (force.length > 0 ? shown.current : undefined);
  const [draft, setDraft] = useDraft(game, text, built.get(text));
  const edit = (next: Draft) => change(replaced(force, Math.min(chosen, force.length - 1), setDraft(next)));
  const open = (army: Army, called = name) => {
    setName(called);
    change(army);
    choose(0);
  };
  const checked = told?.said;
  const faults = checked === undefined ? [] : "faults" in checked ? checked.faults : [checked];
  const reply = replies.get(text);
  return {
    ...{ force, change, chosen, choose, points, setPoints, options, setOptions, name, setName, built, checked, about },
    ...{ isJudged: told?.about === about, text, card: shown.current, draft, edit, open, faults },
    unread: reply && !reply.ok ? reply.refusal : undefined,
  };
}

function Ground({ here, yard }: { here: ReturnType<typeof useBarracks>; yard: Yard }) {
  const { card, draft, edit, unread } = here;
  return (
    <Panel title="Unit" aside={card?.name ?? ""}>
      {card && draft ? (
        <UnitEditor yard={yard} built={card} draft={draft} change={edit} />
      ) : (
        <p class="k-muted">Choose a unit to change it.</p>
      )}
      {unread && (
        <p class="k-bad" role="alert">
          {unread.sentence} <ClauseLink clause={unread.clause} />
        </p>
      )}
    </Panel>
  );
}

function Room({ game, yard }: { game: GameCard; yard: Yard }) {
  const here = useBarracks(game, yard);
  const { force, points, options, name, faults } = here;
  const [pressed, setPressed] = useState("");
  const ask = useWanted(here.about);
  // A press before the server has judged this very army is kept until it has.
  useEffect(() => {
    if (pressed !== here.about || !here.isJudged || faults.length > 0) return;
    go(`${battleWith(game.id, force)}&options=${encodeURIComponent(JSON.stringify(options))}&points=${points}`);
  }, [pressed, here.about, here.isJudged]);
  const take = async (code: string): Promise<Refusal | undefined> => {
    const isWanted = ask();
    const army = readArmyCode(code);
    const answers = await Promise.all(army.map(([text]) => buildCard({ game: game.id, text, options })));
    const wrong = answers.find((reply) => !reply.ok);
    if (wrong && !wrong.ok) return wrong.refusal;
    if (isWanted()) here.open(army);
    return undefined;
  };
  const keep = (called: string) => {
    designs.keepArmy(game.id, called, force);
    here.setName(called);
    toast(`${called} is kept in this browser.`);
  };
  const called = name.trim() || NAME;
  return (
    <>
      <div class="y-page y-barracks">
        <Head
          fault={pressed ? faults[0] : undefined}
          use={() => setPressed(here.about)}
          name={name}
          setName={here.setName}
          save={() => keep(called)}
          twin={() => keep(`${called} 2`)}
          link={`${location.origin}/barracks?army=${encodeURIComponent(armyCode(force))}`}
        />
        <div class="y-columns">
          <ForcePanel {...here} game={game} yard={yard} />
          <div class="a-column">
            <Ground here={here} yard={yard} />
            <Panel title="Armies and codes">
              <Codes code={armyCode(force)} noun="army" take={take} />
              <KeptForces game={game} open={(title, army) => here.open(army, title)} />
            </Panel>
          </div>
          <CardPanel built={here.card} game={game} text={here.text} options={options} />
        </div>
      </div>
      <PaperUnits yard={yard} force={force} built={here.built} name={called} points={points} />
    </>
  );
}

function Barracks({ game }: { game: GameCard }) {
  return game.yard ? <Room game={game} yard={game.yard} /> : null;
}

export function BarracksPage() {
  return <WithGame title="Barracks" wanted={(game) => game.yard?.manner === "figures"} View={Barracks} />;
}
