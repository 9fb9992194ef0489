// The army builder of every game: catalogue, army and unit side by side; the workshop is a leaf of the catalogue.
import { CopyPlus, Download, Plus, Printer, Save, Swords, X } from "lucide-preact";
import { type Dispatch, type StateUpdater, useEffect, useRef, useState } from "preact/hooks";
import {
  addressOf,
  api,
  Button,
  ClauseLink,
  Copy,
  go,
  Panel,
  route,
  Segmented,
  saveFile,
  splitModel,
  toast,
  withModel,
} from "../../kit";
import type { GameCard, Refusal } from "../../protocol";
import type { Options } from "../battle/draft";
import { armyCode, battleWith, designs } from "../designs";
import { WithGame } from "../yard/with_game";
import { ArmyList, spentOn } from "./army";
import { armyFile, hasModels, modelsInLink } from "./army_file";
import { CatalogueList } from "./catalogue";
import { ModelButton, ModelFault, type Models, useDropping, useModels } from "./models";
import { onTheWay, PaperArmy } from "./paper";
import { PartsFold } from "./parts_list";
import { usePrinting } from "./printing";
import { freeName, manned } from "./rows";
import { Shelf } from "./share";
import { Allowances, Switches } from "./switches";
import { UnitCard } from "./unit";
import { NAME, useBuilder, useTaking } from "./use_builder";
import { Workshop } from "./workshop";
import "../barracks/barracks.css";
import "./builder.css";
import "./parts.css";
import "./paper.css";

type Here = ReturnType<typeof useBuilder>;
type Leaf = "catalogue" | "workshop";
/** On a small window one thing lies over the army at a time. */
type Over = "" | "catalogue" | "unit";

const WORKSHOPS: Record<string, string> = {
  slots: "Workshop",
  points: "Slipway",
  figures: "Squad",
  numbers: "Own unit",
};

/** The name an army is given away with: none as long as nobody has given it one. */
const givenName = (name: string): string => (name.trim() === NAME ? "" : name.trim());

/** The address of a game's builder. */
export const builderOf = (game: string): string => `/armies/${encodeURIComponent(game)}`;

type HeadProps = {
  game: GameCard;
  games: readonly GameCard[];
  here: Here;
  use: () => void;
  fault: Refusal | undefined;
};

function Head({ game, games, here, use, fault }: HeadProps) {
  const { name, given } = here;
  const print = usePrinting(onTheWay(game, manned(here.army), here.built) === 0);
  const called = name.trim() || NAME;
  const keep = (as: string) => {
    designs.keepArmy(game.id, as, given);
    here.setName(as);
    toast(`${as} is kept in this browser.`);
  };
  const code = encodeURIComponent(armyCode(given, givenName(name)));
  const models = modelsInLink(given);
  const link = addressOf(`${builderOf(game.id)}?army=${code}${models}`);
  const share = () => saveFile(`${called}.json`, new Blob([armyFile(game.id, given, givenName(name))]));
  return (
    <div class="y-head b-head">
      <h1>Armies</h1>
      <label class="y-name">
        <span class="k-small k-muted">Game</span>
        <select
          class="k-field"
          value={game.id}
          onChange={(event) => go(builderOf(event.currentTarget.value))}
          data-testid="game"
        >
          {games.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <label class="y-name">
        <span class="k-small k-muted">Name of the army</span>
        <input
          class="k-field"
          value={name}
          maxLength={40}
          onInput={(event) => here.setName(event.currentTarget.value)}
          data-testid="army-name"
        />
      </label>
      <div class="k-row k-wrap y-actions">
        <Button icon={Save} onClick={() => keep(called)} data-testid="save">
          Save
        </Button>
        <Button
          icon={CopyPlus}
          onClick={() => keep(freeName(called, [called, ...Object.keys(designs.armies(game.id))]))}
          data-testid="duplicate"
        >
          Duplicate
        </Button>
        {hasModels(given) && !models ? (
          <Button icon={Download} onClick={share} data-testid="share-file">
            Share as a file
          </Button>
        ) : (
          <Copy text={link} label="Share link" testid="share" />
        )}
        <Button icon={Printer} onClick={print} data-testid="print">
          Print cards
        </Button>
        <Button kind="ask" icon={Swords} onClick={use} data-testid="use">
          Use in a battle
        </Button>
      </div>
      {fault && (
        <p class="k-bad y-refused" role="alert">
          {fault.sentence} {fault.clause && <ClauseLink clause={fault.clause} />}
        </p>
      )}
    </div>
  );
}

/** Something to begin with in the workshop: a squad, a hull, a ship, an empty bench. */
function Beginnings({ game, here }: { game: GameCard; here: Here }) {
  const yard = game.yard;
  if (!yard) return null;
  const number = here.army.length + 1;
  const plain: Record<string, [string, string][]> = {
    points: [[`New ${yard.noun} ${number} 10: 4-2-4`, `New ${yard.noun}`]],
    slots: [
      [yard.example, `Like the ${yard.example}`],
      [yard.slots.map(() => "").join("-"), "Empty bench"],
    ],
    numbers: [[yard.example, `New ${yard.noun}`]],
  };
  const begins = yard.begins?.map((one): [string, string] => [String(one.value), one.text]) ?? plain[yard.manner] ?? [];
  return (
    <div class="y-chips b-begins">
      {begins.map(([text, words]) => (
        <Button key={words} icon={Plus} onClick={() => here.begin(text)} data-testid={`begin-${text}`}>
          {words}
        </Button>
      ))}
    </div>
  );
}

function WorkshopLeaf({ game, here, models }: { game: GameCard; here: Here; models: Models }) {
  const { chosen, army, text, card, unread } = here;
  const yard = game.yard;
  const row = "row" in chosen ? Math.min(chosen.row, army.length - 1) : -1;
  const printed = text in game.catalogue.cards && yard?.manner === "numbers";
  const { plain, word } = splitModel(text);
  const able = yard && row >= 0 && text !== "" && !printed && !(text in game.catalogue.pieces);
  return (
    <div class="b-leaf" data-testid="workshop">
      {yard && !here.mayOwn && (
        <>
          <p class="k-small">Units of your own have to be agreed on.</p>
          <Switches game={game} options={here.options} setOptions={here.setOptions} only={yard.switches} />
        </>
      )}
      {here.mayOwn && <Beginnings game={game} here={here} />}
      <div class="b-model-row">
        <ModelButton models={models} />
        <span class="k-small k-muted">A file of LDraw or Studio; it can be dropped anywhere here, too.</span>
      </div>
      <ModelFault models={models} />
      {here.mayOwn && !able && (
        <p class="k-small k-muted">Choose a unit of the army to change it, or begin a new one.</p>
      )}
      {able && (
        <Workshop
          key={row}
          game={game}
          yard={yard}
          text={plain}
          built={card}
          change={(next) => here.rewrite(row, withModel(next, word))}
        />
      )}
      {unread && (
        <p class="k-bad" role="alert">
          {unread.sentence} {unread.clause && <ClauseLink clause={unread.clause} />}
        </p>
      )}
      <Allowances game={game} />
    </div>
  );
}

type LeftProps = {
  game: GameCard;
  here: Here;
  models: Models;
  leaf: Leaf;
  turn: (leaf: Leaf) => void;
  look: () => void;
};

function LeftPanel({ game, here, models, leaf, turn, look }: LeftProps) {
  const { checked, points, chosen, text } = here;
  const spent = spentOn({ ...here, game });
  const pool = checked && "pool_limit" in checked ? checked.pool_limit - checked.pool : 0;
  const ours = checked && "buys_pieces" in checked && checked.buys_pieces ? points - spent : 0;
  const shop = WORKSHOPS[game.yard?.manner ?? ""];
  return (
    <>
      {shop && (
        <div class="b-leaves">
          <Segmented
            label="Catalogue or workshop"
            value={leaf}
            choices={[
              { value: "catalogue", label: "Catalogue" },
              { value: "workshop", label: shop },
            ]}
            onChange={(next) => turn(next as Leaf)}
            testid="leaves"
          />
        </div>
      )}
      {leaf === "workshop" ? (
        <WorkshopLeaf game={game} here={here} models={models} />
      ) : (
        <CatalogueList
          {...here}
          game={game}
          left={points - spent}
          poolLeft={pool + ours}
          chosen={"text" in chosen ? text : ""}
          choose={(next) => {
            here.choose({ text: next });
            look();
          }}
        />
      )}
    </>
  );
}

/** The code of the rules an army is built by, for its papers. */
function useRuleCode(game: GameCard, options: Options): string {
  const [code, setCode] = useState("");
  const asked = JSON.stringify(options);
  useEffect(() => {
    let current = true;
    api.rules({ game: game.id, options }).then((reply) => current && reply.ok && setCode(reply.value.code));
    return () => {
      current = false;
    };
  }, [asked]);
  return code;
}

/** A press before the server has judged this very army is kept until it has. */
function useGoing(game: GameCard, here: Here): [() => void, Refusal | undefined] {
  const [pressed, setPressed] = useState("");
  const { checked, about, isJudged, given, options, points } = here;
  const faults = checked === undefined ? [] : "faults" in checked ? checked.faults : [checked];
  useEffect(() => {
    if (pressed !== about || !isJudged || faults.length > 0) return;
    go(
      `${battleWith(game.id, given, givenName(here.name))}&options=${encodeURIComponent(JSON.stringify(options))}&points=${points}`,
    );
  }, [pressed, about, isJudged]);
  return [() => setPressed(about), pressed === about && isJudged ? faults[0] : undefined];
}

/** What lies over the army on a small window: brought to the hand, left by Escape. */
function useOver(first: Over): [Over, Dispatch<StateUpdater<Over>>, preact.RefObject<HTMLDivElement>] {
  const [over, setOver] = useState<Over>(first);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!over) return;
    const press = (event: KeyboardEvent) => event.key === "Escape" && setOver("");
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [over]);
  return [over, setOver, host];
}

const close = (words: string, shut: () => void) => (
  <Button kind="quiet" iconOnly icon={X} class="b-close" onClick={shut}>
    {words}
  </Button>
);

type RoomProps = { game: GameCard; games: readonly GameCard[]; start: Leaf };

function Room({ game, games, start }: RoomProps) {
  const here = useBuilder(game);
  const [leaf, turn] = useState<Leaf>(start);
  const [over, setOver, host] = useOver(start === "workshop" ? "catalogue" : "");
  const take = useTaking(game, here.options, here.about, (army, name) => {
    here.open(army);
    here.setName(name || NAME);
  });
  const models = useModels(
    game,
    here,
    (next, called) => {
      here.open(next);
      here.setName(called || NAME);
    },
    () => {
      turn("workshop");
      setOver("unit");
    },
  );
  const dropping = useDropping(models.bring);
  const [use, fault] = useGoing(game, here);
  const code = useRuleCode(game, here.options);
  const { army, chosen } = here;
  const spent = spentOn({ ...here, game });
  const row = "row" in chosen ? Math.min(chosen.row, army.length - 1) : -1;
  const changeIt = () => {
    if (row < 0) here.begin(here.text);
    turn("workshop");
    setOver("catalogue");
  };
  const enemies = [
    ...Object.entries(game.catalogue.cards).map(([text, card]) => ({
      ...{ text, title: card.title, group: card.country || (game.catalogue.sorts[text] ?? "") },
    })),
    ...here.offers
      .filter((one) => one.own)
      .map((one) => ({ text: one.text, title: one.text.split(":")[0] ?? "", group: "Your own" })),
  ];
  return (
    <>
      <div class={`y-page b-builder b-${leaf} ${over ? `over-${over}` : ""}`} ref={host} {...dropping.handlers}>
        {dropping.over && (
          <p class="b-drop" role="status">
            Let go: your model for {here.face?.title ?? "a unit"}
          </p>
        )}
        <Head game={game} games={games} here={here} use={use} fault={fault} />
        <div class="b-columns">
          <Panel
            bare
            class="b-left"
            title={leaf === "workshop" ? (WORKSHOPS[game.yard?.manner ?? ""] ?? "") : "Catalogue"}
            aside={close("Back to the army", () => setOver(""))}
          >
            <LeftPanel game={game} here={here} models={models} leaf={leaf} turn={turn} look={() => setOver("unit")} />
          </Panel>
          <Panel bare class="b-middle" title="Your army" aside={game.title}>
            <div class="b-list">
              <ArmyList
                {...here}
                game={game}
                chosen={row}
                choose={(index) => {
                  here.choose({ row: index });
                  setOver("unit");
                }}
              />
              <div class="a-pad">
                <details class="y-formula">
                  <summary>What is agreed on</summary>
                  <Switches game={game} options={here.options} setOptions={here.setOptions} />
                </details>
                <PartsFold game={game} army={manned(army)} built={here.built} />
                <Shelf
                  game={game}
                  army={here.given}
                  name={givenName(here.name)}
                  take={take}
                  open={(called, next) => {
                    here.setName(called);
                    here.open(next);
                  }}
                />
              </div>
            </div>
          </Panel>
          <Panel
            bare
            class="b-right"
            title={here.face?.title ?? "Unit"}
            aside={
              <>
                {here.face ? `${here.face.cost} points ` : ""}
                {close("Close the unit", () => setOver(""))}
              </>
            }
          >
            <div class="b-list" data-testid="unit">
              <UnitCard
                {...here}
                game={game}
                models={models}
                built={here.stands}
                enemies={enemies}
                mayChange={here.mayOwn && !(game.yard?.manner === "numbers" && here.text in game.catalogue.cards)}
                change={changeIt}
                add={() => (row >= 0 ? here.count(row, (army[row]?.[1] ?? 0) + 1) : here.add(here.text))}
              />
            </div>
          </Panel>
        </div>
        <div class="b-bar">
          <span class="k-grow">
            <b>{spent}</b>
            {` of ${here.points} points`}
          </span>
          <Button icon={Plus} onClick={() => setOver("catalogue")} data-testid="add-units">
            Add units
          </Button>
        </div>
      </div>
      <PaperArmy
        game={game}
        army={manned(army)}
        built={here.built}
        name={here.name.trim() || NAME}
        points={here.points}
        spent={spent}
        code={code}
      />
    </>
  );
}

/** Which game the page is for: the one of the address, the one an old address stands for, else the first. */
function isWanted(manner: string, asked: string): (game: GameCard) => boolean {
  if (manner) return (game) => game.yard?.manner === manner;
  return (game) => (asked ? game.id === asked : Object.keys(game.catalogue.cards).length > 0);
}

const OLD: Record<string, string> = { workshop: "slots", shipyard: "points", barracks: "figures" };

export function BuilderPage() {
  // the address it was opened by: when that changes, another page comes in its place
  const [parts] = useState(() => route.peek().parts);
  const manner = OLD[parts[0] ?? ""] ?? "";
  const asked = manner ? "" : decodeURIComponent(parts[1] ?? "");
  const View = ({ game, games }: { game: GameCard; games: readonly GameCard[] }) => (
    <Room key={game.id} game={game} games={games} start={manner ? "workshop" : "catalogue"} />
  );
  // one view for as long as the page is here: another one would begin anew
  const view = useRef(View);
  return <WithGame key={`${manner}/${asked}`} title="Armies" wanted={isWanted(manner, asked)} View={view.current} />;
}
