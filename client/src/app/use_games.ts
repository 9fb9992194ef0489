// The games of the server, asked for when a page comes, and again when somebody wants another try.
import { useEffect, useState } from "preact/hooks";
import { api, type Reply } from "../kit";
import type { GameCard } from "../protocol";

export function useGames(): [games: Reply<GameCard[]> | undefined, ask: () => void] {
  const [games, setGames] = useState<Reply<GameCard[]>>();
  const ask = () => {
    setGames(undefined);
    api.games().then(setGames);
  };
  useEffect(ask, []);
  return [games, ask];
}
