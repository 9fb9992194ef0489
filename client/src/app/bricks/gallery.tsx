// All models of a game as pictures, and the ways to the lists.
import { Boxes, ShoppingCart } from "lucide-preact";
import { ButtonLink, go, Link, plural, Segmented } from "../../kit";
import type { GameCard } from "../../protocol";
import { modelPath } from "./links";
import { type Plan, type Plans, shownModels } from "./plans";
import { Still } from "./views";

const CARD = { width: 240, height: 160 };

function Card({ game, name, plan, plans }: { game: string; name: string; plan: Plan; plans: Plans }) {
  return (
    <li>
      <Link to={modelPath(game, name)} class="br-card" data-testid={`model-${name}`}>
        <Still plans={plans} plan={plan} index={plan.steps.length} size={CARD} alt="" />
        <b>{plan.title}</b>
        <span class="k-small k-muted">
          {`${plural(plan.parts.length, "part")}, ${plural(plan.steps.length, "step")}`}
        </span>
      </Link>
    </li>
  );
}

export function GamesRow({ games, game, to }: { games: readonly GameCard[]; game: string; to: string }) {
  return (
    <Segmented
      label="Game"
      value={game}
      choices={games.map((one) => ({ value: one.id, label: one.title }))}
      onChange={(id) => go(`${to}?game=${encodeURIComponent(id)}`)}
      testid="brick-games"
    />
  );
}

export function Gallery({ games, game, plans }: { games: readonly GameCard[]; game: string; plans: Plans }) {
  const models = shownModels(plans);
  const whole = models.filter(([, plan]) => !plan.module);
  const modules = models.filter(([, plan]) => plan.module);
  const asked = encodeURIComponent(game);
  const shown = (list: typeof models) => (
    <ul class="br-gallery">
      {list.map(([name, plan]) => (
        <Card key={name} {...{ game, name, plan, plans }} />
      ))}
    </ul>
  );
  return (
    <>
      <div class="br-bar">
        <GamesRow games={games} game={game} to="/bricks" />
        <ButtonLink to={`/bricks/shopping?game=${asked}`} icon={ShoppingCart} testid="to-shopping">
          Shopping lists
        </ButtonLink>
        <ButtonLink to={`/bricks/owned?game=${asked}`} icon={Boxes} testid="to-owned">
          What can I build?
        </ButtonLink>
      </div>
      {shown(whole)}
      {modules.length > 0 && <h2>Modules</h2>}
      {modules.length > 0 && shown(modules)}
    </>
  );
}
