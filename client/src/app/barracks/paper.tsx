// The army on paper: a card for every unit, to cut out.
import type { BuiltCard, Yard } from "../../protocol";
import type { Army } from "../battle/draft";
import { armyCode } from "../designs";
import { partThat } from "./units";

function Figures({ yard, card }: { yard: Yard; card: BuiltCard }) {
  const title = (id: string): string => yard.modules.find((one) => one.id === id)?.title ?? id;
  return (
    <ul>
      {(card.figures ?? []).map((figure, i) => (
        <li key={`${i}-${figure.parts.join()}`}>
          ▢ <b>{figure.title}</b>{" "}
          {figure.parts
            .filter((id) => id !== partThat(yard, figure.parts, "figure"))
            .map(title)
            .join(", ")}{" "}
          · {figure.cost}
          {figure.free.map((one) => ` · ${one.title} ${one.value} ${one.clause}`)}
        </li>
      ))}
    </ul>
  );
}

function Dice({ card }: { card: BuiltCard }) {
  const pools = card.pools ?? [];
  const titles = [...new Set(pools.map((one) => one.title))];
  return (
    <>
      {titles.map((title) => (
        <p key={title}>
          {title || "Dice"}:{" "}
          {pools
            .filter((one) => one.title === title)
            .map((one) => `${one.sum.total} at ${one.reach}`)
            .join(", ")}
        </p>
      ))}
    </>
  );
}

type PaperProps = { yard: Yard; force: Army; built: Map<string, BuiltCard>; name: string; points: number };

export function PaperUnits({ yard, force, built, name, points }: PaperProps) {
  const cards = force.flatMap(([text, count]) => {
    const card = built.get(text);
    return card ? Array.from({ length: count }, (_, copy) => ({ card, copy })) : [];
  });
  return (
    <article class="y-paper y-cards" data-testid="paper-cards">
      {cards.map(({ card, copy }, index) => (
        <section key={`${index}-${card.text}-${copy}`} class="y-paper-card">
          <h2>{card.name}</h2>
          <p>{`${card.face.cost} points · ${card.face.clause}`}</p>
          <p>{card.face.numbers.map((one) => `${one.title} ${one.value}`).join(" · ")}</p>
          <Figures yard={yard} card={card} />
          {!card.figures?.length && <p>{card.face.traits.join(", ")}</p>}
          <Dice card={card} />
          <p class="k-mono">{card.text}</p>
        </section>
      ))}
      <footer>
        <span>{`${name}, ${points} points: ${armyCode(force)}`}</span>
        <span>Brickfield</span>
      </footer>
    </article>
  );
}
