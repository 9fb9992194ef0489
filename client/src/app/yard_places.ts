// Where units of one's own are built: a page for yards with slots, one for points, one for figures.
import type { GameCard } from "../protocol";

export type YardPlace = { path: string; title: string };

const PLACES: Record<string, YardPlace> = {
  slots: { path: "/workshop", title: "Workshop" },
  points: { path: "/shipyard", title: "Shipyard" },
  figures: { path: "/barracks", title: "Barracks" },
};

/** The page on which units of a game are built, if it has one. */
export function yardPlace(game: GameCard): YardPlace | undefined {
  return game.yard ? PLACES[game.yard.manner] : undefined;
}
