// Where armies of a game are built.
import type { GameCard } from "../protocol";

export type YardPlace = { path: string; title: string };

/** The page on which armies of a game are built, if it has cards. */
export function yardPlace(game: GameCard): YardPlace | undefined {
  if (Object.keys(game.catalogue.cards).length === 0) return undefined;
  return { path: `/armies/${encodeURIComponent(game.id)}`, title: "Army builder" };
}
