// Measuring aids: rulers, arcs and sheets of a game, printed at their true size to lay beside real bricks.
import { Printer } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { Button, clauses, ErrorBox, go, Panel, route, Segmented, Skeleton, Toggle, useTitle } from "../../kit";
import type { GameCard } from "../../protocol";
import { useGames } from "../use_games";
import { AidFigure, ControlLine } from "./drawing";
import "./aids.css";

function Aids({ games }: { games: GameCard[] }) {
  const asked = route.value.search.get("game");
  const game = games.find((one) => one.id === asked) ?? games[0];
  const [isLean, save] = useState(false);
  useEffect(() => {
    if (game) clauses.load(game.id);
  }, [game]);
  if (!game) return null;
  return (
    <>
      <div class="a-aids-bar">
        {games.length > 1 && (
          <Segmented
            label="Game"
            value={game.id}
            choices={games.map((one) => ({ value: one.id, label: one.title }))}
            onChange={(id) => go(`/aids?game=${encodeURIComponent(id)}`)}
            testid="aids-games"
          />
        )}
        <Toggle label="Save ink" on={isLean} onChange={save} testid="aids-lean" />
        <Button kind="ask" icon={Printer} onClick={() => print()} data-testid="aids-print">
          Print
        </Button>
      </div>
      <div class={isLean ? "a-aids-paper lean" : "a-aids-paper"} data-testid="aids-paper">
        <header>
          <h2>{game.title}: measuring aids</h2>
          <ControlLine />
        </header>
        {(game.aids ?? []).map((aid) => (
          <AidFigure key={aid.id} aid={aid} />
        ))}
      </div>
    </>
  );
}

export function AidsPage() {
  useTitle("Measuring aids");
  const [games, ask] = useGames();
  return (
    <div class="a-aids">
      <h1>Measuring aids to print</h1>
      <p class="a-aids-lead">Print at actual size, cut out, and lay them beside your bricks.</p>
      {!games && (
        <Panel>
          <Skeleton rows={4} awaiting="Fetching the measures." />
        </Panel>
      )}
      {games && !games.ok && <ErrorBox sentence={games.refusal.sentence} retry={ask} />}
      {games?.ok && <Aids games={games.value} />}
    </div>
  );
}
