// The switches that decide what an army may be made of, beside the lists they are about.
import { ClauseLink } from "../../kit";
import type { GameCard, SwitchCard } from "../../protocol";
import { type Draft, scenarioOf, switchValue } from "./draft";
import { SwitchChoice } from "./switches";

type BlockProps = { game: GameCard; draft: Draft; change: (draft: Draft) => void };

/** The switches about lists, in the order of the book: terrain, traits of cards, units of one's own, and their chapter. */
export function listSwitches(game: GameCard): SwitchCard[] {
  const { switches, piece_switches, trait_switches, points_switch } = game.catalogue;
  const points = switches.find((card) => card.id === points_switch);
  const chapter = points?.chapter;
  const named = new Set([...piece_switches, ...Object.values(trait_switches ?? {})]);
  if (game.yard?.manner === "numbers") for (const one of game.yard.switches ?? []) named.add(one);
  return switches.filter(
    (card) => card.id !== points_switch && (named.has(card.id) || (!!chapter && card.chapter === chapter)),
  );
}

/** Whether a switch lets something in, as it stands. */
export function isOn(game: GameCard, draft: Draft, id: string): boolean {
  const card = game.catalogue.switches.find((one) => one.id === id);
  if (!card) return true;
  const value = switchValue(card, draft.options, draft.seats.length, scenarioOf(game, draft).options);
  return value !== false && value !== "none" && value !== 0;
}

/** Whether pieces of terrain can be bought. */
export const sellsPieces = (game: GameCard, draft: Draft): boolean =>
  game.catalogue.piece_switches.some((id) => isOn(game, draft, id));

export function ArmySwitches({ game, draft, change }: BlockProps) {
  const cards = listSwitches(game);
  if (cards.length === 0) return null;
  const base = scenarioOf(game, draft).options;
  return (
    <ul class="a-list-switches" data-testid="list-switches">
      {cards.map((card) => (
        <li key={card.id} class="k-row">
          <span class="k-grow">
            {card.title} <ClauseLink clause={card.clause} />
          </span>
          <SwitchChoice
            card={card}
            value={switchValue(card, draft.options, draft.seats.length, base)}
            label={card.title}
            set={(value) => change({ ...draft, options: { ...draft.options, [card.id]: value } })}
          />
        </li>
      ))}
    </ul>
  );
}
