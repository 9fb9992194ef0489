// The chosen unit: its model turning under the hand, its numbers, its words in sentences, its odds, what is wrong.
import { Hammer, Plus, Save, Trash2 } from "lucide-preact";
import { Button, ClauseLink, splitModel, toast } from "../../kit";
import type { BuiltCard, CardFace, GameCard, NumberFace } from "../../protocol";
import { Pools } from "../barracks/pools";
import type { Options } from "../battle/draft";
import { buildCard, designs, nameOf } from "../designs";
import { CardDrawing, CardPlate, pileWords } from "../shipyard/shop";
import { PartsTable } from "../workshop/sheet";
import { Faults } from "../yard/faults";
import { Preview } from "../yard/preview";
import { ModelButton, ModelFault, ModelPlate, type Models } from "./models";
import { Odds, type Range } from "./odds";
import { Picture, studsOf } from "./picture";

export type UnitProps = {
  game: GameCard;
  text: string;
  face: CardFace | undefined;
  built: BuiltCard | undefined;
  options: Options;
  range: Range;
  setRange: (range: Range) => void;
  enemies: readonly { text: string; title: string; group: string }[];
  /** Units of one's own may be fielded, so that this one may be changed in the workshop. */
  mayChange: boolean;
  change: () => void;
  add: () => void;
  models: Models;
};

type NumbersProps = { face: CardFace; notes: readonly NumberFace[] };

function Numbers({ face, notes }: NumbersProps) {
  const numbers = [...face.numbers.filter((one) => one.id !== "cost"), ...notes];
  return (
    <dl class="y-numbers b-numbers">
      {numbers.map((number) => (
        <div key={number.id} data-number={number.id}>
          <dt>
            <ClauseLink clause={number.clause} words={number.title} />
          </dt>
          <dd>{number.written || number.value}</dd>
        </div>
      ))}
      {face.size && (
        <div>
          <dt>size</dt>
          <dd class="b-size">{face.size}</dd>
        </div>
      )}
    </dl>
  );
}

/** The words on a card, each in a sentence with its clause. */
export function Traits({ game, face }: { game: GameCard; face: CardFace }) {
  const words = [...new Set(face.traits)];
  if (words.length === 0) return null;
  return (
    <section aria-label="Traits">
      <h3 class="y-line">Traits</h3>
      <ul class="b-traits" data-testid="traits">
        {words.map((word) => {
          const trait = game.catalogue.traits[word];
          return (
            <li key={word}>
              <span class="k-grow">
                <b>{word}</b> {trait?.text}
              </span>
              {trait && <ClauseLink clause={trait.clause} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What a game's own cards have besides: markers on a plate, dice by distance, parts of a record sheet. */
function Particulars({ game, built }: { game: GameCard; built: BuiltCard }) {
  const yard = game.yard;
  return (
    <>
      {built.piles.length > 0 && (
        <div class="y-card">
          <CardPlate built={built} />
          <ul class="y-piles">
            {built.piles.map((pile) => (
              <li key={pile.id}>
                {pileWords(pile)} <ClauseLink clause={pile.clause} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {built.pools && (
        <section aria-label="Dice by distance">
          <h3 class="y-line">Dice by distance</h3>
          <Pools pools={built.pools} />
        </section>
      )}
      {yard && built.slots.length > 0 && (
        <section aria-label="Parts">
          <h3 class="y-line">
            All parts <ClauseLink clause={built.face.clause} />
          </h3>
          <PartsTable yard={yard} built={built} />
        </section>
      )}
    </>
  );
}

function Keeping({ game, text, built, options }: Pick<UnitProps, "game" | "text" | "built" | "options">) {
  const kept = designs.cards(game.id).find((one) => one === text || (built && nameOf(one) === nameOf(built.text)));
  // The unit as it was set last, also while the card before it is still in sight.
  const save = async () => {
    const reply = await buildCard({ game: game.id, text, options });
    if (!reply.ok) return toast(reply.refusal.sentence);
    designs.keepCard(game.id, reply.value.text);
    toast(`${reply.value.name || nameOf(reply.value.text)} is kept in this browser.`);
  };
  return (
    <>
      <Button icon={Save} onClick={save} data-testid="save-unit">
        Keep this unit
      </Button>
      {kept && (
        <Button kind="quiet" icon={Trash2} onClick={() => designs.dropCard(game.id, kept)}>
          Forget it
        </Button>
      )}
    </>
  );
}

export function UnitCard(props: UnitProps) {
  const { game, text, face, built, options, mayChange } = props;
  if (!face) return <p class="a-pad k-muted">Choose a unit to see it.</p>;
  const piece = text in game.catalogue.pieces;
  const printed = text in game.catalogue.cards;
  const isDrawn = built !== undefined && built.piles.length > 0 && !splitModel(text).name;
  const instead = isDrawn ? <CardDrawing built={built} /> : <Picture game={game} face={face} />;
  return (
    <>
      {!piece && (
        <Preview
          model={face.model}
          length={face.length}
          width={face.width}
          title={face.title}
          studsPerUnit={studsOf(game)}
          ground={game.catalogue.scenarios[0]?.face.ground === "sea" ? "sea" : "yard"}
          instead={<div class="b-instead">{instead}</div>}
        />
      )}
      <div class="a-pad">
        {built && built.faults.length > 0 && <Faults faults={built.faults} fine="" clause="" />}
        {!piece && <ModelFault models={props.models} />}
        <ModelPlate text={text} models={props.models} mayChange={mayChange} />
        <Numbers face={face} notes={printed && game.yard?.manner === "numbers" ? [] : (built?.notes ?? [])} />
        <div class="k-row k-wrap b-deeds">
          <Button icon={Plus} onClick={props.add} data-testid="add-chosen">
            Add one
          </Button>
          {mayChange && !piece && (
            <Button icon={Hammer} onClick={props.change} data-testid="change">
              {printed ? "Build on it" : "Change it"}
            </Button>
          )}
          {!piece && game.yard && <ModelButton models={props.models} />}
          {!printed && !piece && <Keeping game={game} text={text} built={built} options={options} />}
        </div>
        {!piece && game.catalogue.duels.farthest > 0 && <Odds {...props} />}
        {!piece && <Traits game={game} face={face} />}
        {piece && <p class="k-small">{face.traits.join(" ")}</p>}
        {built && <Particulars game={game} built={built} />}
      </div>
    </>
  );
}
