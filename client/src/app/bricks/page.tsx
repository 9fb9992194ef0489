// Real bricks: all models of a game, the building steps of one, shopping lists, and what can be built.
import { useEffect, useState } from "preact/hooks";
import { api, ErrorBox, Link, Panel, type Reply, route, Skeleton, useTitle } from "../../kit";
import type { GameCard } from "../../protocol";
import "./bricks.css";
import { Gallery } from "./gallery";
import { Model } from "./model";
import { Owned } from "./owned";
import { type Plans, plansOf } from "./plans";
import { Shopping } from "./shopping";

type PartsProps = { parts: string[] };
type Here = { games: GameCard[]; plans: Plans };

const LISTS = ["shopping", "owned"];

function NoModel({ game }: { game: string }) {
  return (
    <>
      <h1>There is no such model</h1>
      <p>
        <Link to={`/bricks?game=${encodeURIComponent(game)}`}>All models of this game</Link>
      </p>
    </>
  );
}

function Shown({ parts, game, games, plans }: Here & { parts: string[]; game: string }) {
  const { search } = route.value;
  const [first, name] = parts;
  const card = games.find(({ id }) => id === game);
  if (first === "owned") return <Owned {...{ games, game, plans, search }} />;
  if (first === "shopping" && card) return <Shopping {...{ games, game: card, plans, search }} />;
  if (!name) {
    return (
      <>
        <h1>Build the models</h1>
        <p class="br-lead">Every model can be built from real bricks, step by step.</p>
        <Gallery games={games} game={game} plans={plans} />
      </>
    );
  }
  const plan = plans.models[name];
  return plan ? <Model key={name} {...{ game, name, plan, plans }} /> : <NoModel game={game} />;
}

export function BricksPage({ parts }: PartsProps) {
  const [first] = parts;
  useTitle("Build the models");
  const [games, setGames] = useState<Reply<GameCard[]>>();
  const [plans, setPlans] = useState<{ game: string; reply: Reply<Plans> }>();
  const asked = first && !LISTS.includes(first) ? first : route.value.search.get("game");
  const known = games?.ok ? games.value : [];
  const game = known.find(({ id }) => id === asked)?.id ?? known[0]?.id;
  const ask = () => {
    setGames(undefined);
    api.games().then(setGames);
  };
  const askPlans = () => {
    if (!game) return;
    let current = true;
    plansOf(game).then((reply) => {
      if (current) setPlans({ game, reply });
    });
    return () => {
      current = false;
    };
  };
  useEffect(ask, []);
  useEffect(askPlans, [game]);
  const here = plans?.game === game ? plans?.reply : undefined;
  if (games && !games.ok) return <ErrorBox sentence={games.refusal.sentence} retry={ask} />;
  if (here && !here.ok) return <ErrorBox sentence={here.refusal.sentence} retry={() => void askPlans()} />;
  return (
    <div class="br-page">
      {game && here?.ok ? (
        <Shown parts={parts} game={game} games={known} plans={here.value} />
      ) : (
        <Panel>
          <Skeleton rows={4} awaiting="Fetching the models." />
        </Panel>
      )}
    </div>
  );
}
