// The fleet on paper: a card for every ship, to cut out.
import { clauses } from "../../kit";
import type { BuiltCard } from "../../protocol";
import type { Army } from "../battle/draft";
import { armyCode } from "../designs";
import { ShipCardPlate } from "./card";

/** Every ship of the fleet as a card to cut out. */
export function PaperCards({ fleet, built, level }: { fleet: Army; built: Map<string, BuiltCard>; level: number }) {
  const cards = fleet.flatMap(([text, count]) => {
    const card = built.get(text);
    return card ? Array.from({ length: count }, (_, copy) => ({ card, copy })) : [];
  });
  return (
    <article class="y-paper y-cards" data-testid="paper-cards">
      {cards.map(({ card, copy }, index) => (
        <section key={`${index}-${card.text}-${copy}`} class="y-paper-card">
          <h2>{card.name}</h2>
          <p>{`${card.face.cost} studs · ${clauses.nameOf(card.face.clause)}`}</p>
          <ShipCardPlate built={card} side="#fff" />
          <ul>
            {card.face.numbers.map((number) => (
              <li key={number.id}>
                <b>{number.value}</b> {`${number.title} · ${clauses.nameOf(number.clause)}`}
              </li>
            ))}
          </ul>
          <p class="k-mono">{card.text}</p>
        </section>
      ))}
      <footer>
        <span>{`Fleet of ${level} points: ${armyCode(fleet)}`}</span>
        <span>Brickfield</span>
      </footer>
    </article>
  );
}
