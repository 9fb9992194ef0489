// A shopping list: of some models, of an army, of everything on the table of a scenario.
import { useEffect, useState } from "preact/hooks";
import { ButtonLink, Link, NumberRow, plural } from "../../kit";
import type { GameCard } from "../../protocol";
import { Downloads } from "./downloads";
import { GamesRow } from "./gallery";
import { add, modelPath, shoppingPath } from "./links";
import { PartLines } from "./part_lines";
import { type Plans, partLines, shownModels } from "./plans";
import { readWishes, split, type Wished, wishesOfScenario } from "./wishes";

type ShoppingProps = { games: readonly GameCard[]; game: GameCard; plans: Plans; search: URLSearchParams };

function Choosing({ game, plans, set }: { game: GameCard; plans: Plans; set: (next: Wished, add: boolean) => void }) {
  return (
    <div class="br-choosing">
      <label class="k-label-field">
        <span>All of a scenario</span>
        <select
          class="k-field"
          value=""
          data-testid="choose-scenario"
          onChange={(event) => {
            const found = game.catalogue.scenarios.find(({ id }) => id === event.currentTarget.value);
            if (found) set(wishesOfScenario(plans, game, found), false);
          }}
        >
          <option value="">Choose a scenario</option>
          {game.catalogue.scenarios.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <label class="k-label-field">
        <span>Add a model</span>
        <select
          class="k-field"
          value=""
          data-testid="choose-model"
          onChange={(event) => {
            const name = event.currentTarget.value;
            if (name) set({ wishes: { [name]: 1 }, without: {} }, true);
            event.currentTarget.value = "";
          }}
        >
          <option value="">Choose a model</option>
          {shownModels(plans).map(([name, plan]) => (
            <option key={name} value={name}>
              {plan.title}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

export function Shopping({ games, game, plans, search }: ShoppingProps) {
  const asked = search.get("models") ?? "";
  const [{ wishes, without }, setWished] = useState<Wished>(() => split(plans, readWishes(asked)));
  useEffect(() => {
    setWished(split(plans, readWishes(asked)));
  }, [plans, asked]);
  const set = (next: Wished, isMore: boolean) => {
    const all = isMore ? { ...wishes } : {};
    for (const [name, count] of Object.entries(next.wishes)) add(all, name, count);
    setWished({ wishes: all, without: isMore ? without : next.without });
  };
  const change = (name: string, count: number) => {
    const { [name]: _before, ...others } = wishes;
    setWished({ wishes: count > 0 ? { ...wishes, [name]: count } : others, without });
  };
  const lines = partLines(
    plans,
    Object.entries(wishes).flatMap(([name, count]) =>
      Array.from({ length: count }, () => plans.models[name]?.parts ?? []).flat(),
    ),
  );
  const pieces = lines.reduce((sum, line) => sum + line.count, 0);
  const wished = Object.entries(wishes);
  return (
    <>
      <h1>Shopping list</h1>
      <div class="br-bar">
        {games.length > 1 && <GamesRow games={games} game={game.id} to="/bricks/shopping" />}
        <Link to={`/bricks?game=${game.id}`}>All models</Link>
      </div>
      <Choosing game={game} plans={plans} set={set} />
      {wished.length === 0 && <p class="k-muted">Choose a scenario or some models, and their parts stand here.</p>}
      <ul class="br-wishes" data-testid="wishes">
        {wished.map(([name, count]) => (
          <li key={name}>
            <Link to={modelPath(game.id, name)}>{plans.models[name]?.title}</Link>
            <NumberRow
              label={plans.models[name]?.title ?? name}
              value={count}
              max={99}
              onChange={(next) => change(name, next)}
            />
          </li>
        ))}
      </ul>
      {Object.keys(without).length > 0 && (
        <p class="k-small k-muted" data-testid="without">
          {`Without a design, so not in the list: ${Object.entries(without)
            .map(([title, count]) => `${count} ${title}`)
            .join(", ")}.`}
        </p>
      )}
      {pieces > 0 && (
        <>
          <h2 data-testid="shopping-sum">{`${plural(pieces, "part")} of ${plural(lines.length, "kind")}`}</h2>
          <Downloads game={game.id} wishes={wishes} />
          <ButtonLink kind="quiet" to={shoppingPath(game.id, wishes, "owned")} testid="to-owned">
            Do I have these parts?
          </ButtonLink>
          <PartLines plans={plans} lines={lines} />
        </>
      )}
    </>
  );
}
