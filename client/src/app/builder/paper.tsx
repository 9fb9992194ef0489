// The army on paper: a card of 63 by 88 millimetres for every unit, to cut out; record sheets of units with parts.
import { clauses, plural } from "../../kit";
import type { BuiltCard, GameCard } from "../../protocol";
import { partThat } from "../barracks/units";
import type { Army } from "../battle/draft";
import { nameOf } from "../designs";
import { CardPlate } from "../shipyard/shop";
import { PaperSheet } from "../workshop/sheet";
import { PaperSide } from "../yard/paper_side";
import { PaperParts } from "./parts_list";
import { Picture } from "./picture";

type PaperProps = {
  game: GameCard;
  army: Army;
  built: ReadonlyMap<string, BuiltCard>;
  name: string;
  points: number;
  spent: number;
  /** The code of the rules it was built by. */
  code: string;
};

function Figures({ game, card }: { game: GameCard; card: BuiltCard }) {
  const yard = game.yard;
  if (!yard || !card.figures?.length) return null;
  const title = (id: string): string => yard.modules.find((one) => one.id === id)?.title ?? id;
  return (
    <ul class="b-paper-figures">
      {card.figures.map((figure, i) => (
        <li key={`${i}-${figure.parts.join()}`}>
          ▢ <b>{figure.title}</b>{" "}
          {figure.parts
            .filter((id) => id !== partThat(yard, figure.parts, "figure"))
            .map(title)
            .join(", ")}
        </li>
      ))}
    </ul>
  );
}

function Dice({ card }: { card: BuiltCard }) {
  const pools = card.pools ?? [];
  return (
    <>
      {[...new Set(pools.map((one) => one.title))].map((title) => (
        <p key={title}>
          <b>{title || "Dice"}</b>{" "}
          {pools
            .filter((one) => one.title === title)
            .map((one) => `${one.sum.total} at ${one.reach}`)
            .join(", ")}
        </p>
      ))}
    </>
  );
}

/** The words of a card in sentences, each with the rule it comes from. */
function Words({ game, card }: { game: GameCard; card: BuiltCard }) {
  if (card.figures?.length) return null;
  return (
    <ul class="b-paper-words">
      {[...new Set(card.face.traits)].map((word) => {
        const trait = game.catalogue.traits[word];
        return (
          <li key={word}>
            <b>{word}</b> {trait && <>{trait.text} </>}
            {trait && <span class="b-paper-rule">{clauses.nameOf(trait.clause)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function PaperCard({ game, card, number }: { game: GameCard; card: BuiltCard; number: number }) {
  const numbers = card.face.numbers.filter((one) => one.id !== "cost");
  return (
    <section class="y-paper-card">
      <header>
        <h2>{titled(card)}</h2>
        <b>{card.face.cost}</b>
      </header>
      <p class="b-paper-sort">{[game.catalogue.sorts[card.text], card.face.country].filter(Boolean).join(" · ")}</p>
      {card.piles.length > 0 ? <CardPlate built={card} side="#fff" /> : <Picture game={game} face={card.face} always />}
      <ul class={`b-paper-numbers ${numbers.length > 4 ? "many" : ""}`}>
        {numbers.map((number) => (
          <li key={number.id}>
            <b>{number.written || number.value}</b> {`${number.title} · ${clauses.nameOf(number.clause)}`}
          </li>
        ))}
      </ul>
      <Figures game={game} card={card} />
      <Words game={game} card={card} />
      <Dice card={card} />
      <PaperSide number={number} />
      {!(card.text in game.catalogue.cards) && <p class="k-mono b-paper-text">{card.text}</p>}
    </section>
  );
}

const titled = (card: BuiltCard | undefined): string => card?.name || card?.face.title || "";

/** How many cards of an army have not come from the server yet. */
export const onTheWay = (game: GameCard, army: Army, built: ReadonlyMap<string, BuiltCard>): number =>
  army.filter(([text]) => !(text in game.catalogue.pieces) && !built.has(text)).length;

export function PaperArmy({ game, army, built, name, points, spent, code }: PaperProps) {
  const cards = army.flatMap(([text, count]) => {
    const card = built.get(text);
    return card ? Array.from({ length: count }, (_, copy) => ({ card, copy })) : [];
  });
  const sheets = cards.filter(({ card }) => game.yard && card.slots.length > 0);
  const named = army.map(
    ([text, count]) => `${count > 1 ? `${count}× ` : ""}${titled(built.get(text)) || nameOf(text)}`,
  );
  const missing = onTheWay(game, army, built);
  return (
    <>
      {game.yard &&
        sheets.map(({ card, copy }, index) => (
          <PaperSheet
            key={`${card.text}-${copy}`}
            yard={game.yard as never}
            built={card}
            army={name}
            code={code}
            number={index + 1}
          />
        ))}
      {sheets.length === 0 && (
        <article class="y-paper y-cards" data-testid="paper-cards">
          {cards.map(({ card, copy }, index) => (
            <PaperCard key={`${index}-${card.text}-${copy}`} game={game} card={card} number={index + 1} />
          ))}
          {missing > 0 && <p>{`${plural(missing, "card")} still on the way: print again in a moment.`}</p>}
          <footer>
            <span>
              <b>{name}</b>
              {` · ${game.title} · ${spent} of ${points} points · ${named.join(", ")}`}
            </span>
            <span>{`${code} · Brickfield`}</span>
          </footer>
        </article>
      )}
      <PaperParts game={game} army={army} built={built} name={name} />
    </>
  );
}
