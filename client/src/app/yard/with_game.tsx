// The frame of the building pages: fetch the games, find the one the page is for, say so when there is none.
import type { ComponentType } from "preact";
import { ErrorBox, Panel, Skeleton, useTitle } from "../../kit";
import type { GameCard } from "../../protocol";
import { useGames } from "../use_games";
import "./yard.css";
import "./print.css";

type WithGameProps = {
  title: string;
  /** Which of the server's games the page is for. */
  wanted: (game: GameCard) => boolean;
  View: ComponentType<{ game: GameCard; games: GameCard[] }>;
};

export function WithGame({ title, wanted, View }: WithGameProps) {
  useTitle(title);
  const [games, ask] = useGames();
  const game = games?.ok ? games.value.find(wanted) : undefined;
  if (games?.ok && game) return <View game={game} games={games.value} />;
  return (
    <div class="a-narrow">
      <h1>{title}</h1>
      {!games && (
        <Panel>
          <Skeleton rows={4} awaiting="Asking the server for its catalogue." />
        </Panel>
      )}
      {games && !games.ok && <ErrorBox sentence={games.refusal.sentence} retry={ask} />}
      {games?.ok && <p>This server does not offer the game this page builds for.</p>}
    </div>
  );
}
