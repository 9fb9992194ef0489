// The picture of each game, taken at its own table.
import type { GameCard } from "../protocol";
import mechs from "./pictures/mechs.webp";
import ships from "./pictures/ships.webp";
import squads from "./pictures/squads.webp";
import tanks from "./pictures/tanks.webp";

const PICTURES: Record<string, string> = {
  micro_brick_battle: tanks,
  brick_mech: mechs,
  battle_of_the_sea: ships,
  brick_action: squads,
};

export function pictureOf(game: GameCard): string {
  return PICTURES[game.id] ?? tanks;
}
