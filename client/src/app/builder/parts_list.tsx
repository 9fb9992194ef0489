// The parts list: what one needs on the table to build the army, on the page and on paper.
import { useEffect, useState } from "preact/hooks";
import { Link, plural } from "../../kit";
import type { BuiltCard, CardFace, GameCard } from "../../protocol";
import type { Army } from "../battle/draft";
import { armyPath } from "../bricks/links";
import type { PartsOf } from "./parts";

type PartsProps = { game: GameCard; army: Army; built: ReadonlyMap<string, BuiltCard> };

/** The parts of an army, once the models have been fetched. */
export function useParts({ game, army, built }: PartsProps): PartsOf | undefined {
  const [parts, setParts] = useState<PartsOf>();
  const about = `${JSON.stringify(army)} ${[...built.keys()].join()}`;
  useEffect(() => {
    let current = true;
    import("./parts").then(
      async ({ partsOf, designsHere }) => {
        await designsHere(game, army, built);
        if (current) setParts(partsOf(game, army, built));
      },
      () => {
        // without the models there is no list; everything else of the page works
      },
    );
    return () => {
      current = false;
    };
  }, [about]);
  return parts;
}

const total = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

export function partsWords({ bricks, minis }: PartsOf): string {
  const words = [
    ...(minis.length > 0 ? [plural(total(minis.map(([, count]) => count)), "mini")] : []),
    ...(bricks.length > 0 ? [plural(total(bricks.map((line) => line.count)), "brick")] : []),
  ];
  return words.join(" and ") || "nothing yet";
}

/** Bricks by colour, minis by what they hold. */
export function PartsTable({ bricks, minis }: PartsOf) {
  const colours = [...new Set(bricks.map((line) => line.colour))];
  return (
    <div class="b-parts" data-testid="parts">
      {minis.length > 0 && (
        <section>
          <h4>Minis</h4>
          <ul>
            {minis.map(([words, count]) => (
              <li key={words}>
                <b>{count}</b> {words}
              </li>
            ))}
          </ul>
        </section>
      )}
      {colours.map((colour) => {
        const lines = bricks.filter((line) => line.colour === colour);
        return (
          <section key={colour}>
            <h4>
              <i class="b-paint" style={{ background: lines[0]?.paint }} aria-hidden="true" />
              {colour} <span class="k-muted">{total(lines.map((line) => line.count))}</span>
            </h4>
            <ul>
              {lines.map((line) => (
                <li key={line.shape}>
                  <b>{line.count}</b> {line.shape}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const NOTE =
  "As the models on the table are built, in the paint of the first side: sizes in studs, the nearest that are sold. Any colour will do.";

/** On the page: folded, with the sum in its head. */
export function PartsFold(props: PartsProps) {
  const parts = useParts(props);
  if (!parts) return null;
  const { game, army, built } = props;
  const faces = army.flatMap(([text, count]): [CardFace, number][] => {
    const face = built.get(text)?.face ?? game.catalogue.cards[text] ?? game.catalogue.pieces[text];
    return face ? [[face, count]] : [];
  });
  const list = armyPath(game.id, faces);
  return (
    <details class="y-formula" data-testid="parts-fold">
      <summary>{`Parts list: ${partsWords(parts)}`}</summary>
      <p class="k-small k-muted">{NOTE}</p>
      {list && <Link to={list}>Shopping list and building steps</Link>}
      <PartsTable {...parts} />
    </details>
  );
}

/** On paper: a page of its own after the cards. */
export function PaperParts({ name, ...props }: PartsProps & { name: string }) {
  const parts = useParts(props);
  if (!parts || (parts.bricks.length === 0 && parts.minis.length === 0)) return null;
  return (
    <article class="y-paper b-paper-parts" data-testid="paper-parts">
      <h2>{`Parts list: ${name}`}</h2>
      <p>{`${partsWords(parts)}. ${NOTE}`}</p>
      <PartsTable {...parts} />
    </article>
  );
}
