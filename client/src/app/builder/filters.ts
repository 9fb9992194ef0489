// What can be looked for in a catalogue: derived from the cards themselves, so that every game has its own filters.
import type { CardFace, Catalogue, GameCard } from "../../protocol";
import type { Options } from "../battle/draft";
import { nameOf } from "../designs";

/** Something that can be added to an army, in the order of the catalogue. */
export type Offer = {
  text: string;
  card: CardFace | undefined;
  /** Its class, or "" where a game has none. */
  sort: string;
  /** Built by whoever looks at it. */
  own: boolean;
  /** Terrain, bought from a pool of its own or with the points of the army. */
  piece: boolean;
};

export type Sought = { words: string; country: string; sort: string; trait: string; most: number };

export const EVERYTHING: Sought = { words: "", country: "", sort: "", trait: "", most: 0 };
export const OWN = "Your own";
export const PIECES = "Terrain and obstacles";

/** Whether a switch lets something in, as it stands. */
export function isOn(catalogue: Catalogue, options: Options, id: string): boolean {
  const card = catalogue.switches.find((one) => one.id === id);
  const value = options[id] ?? card?.default;
  return !card || (value !== false && value !== "none" && value !== 0);
}

/** Where units of one's own have to be agreed on: the switches with the first value that lets them in. */
export function letIn(game: GameCard, options: Options): Options {
  const wanted = game.yard?.manner === "numbers" ? game.yard.switches : [];
  const shut = game.catalogue.switches.filter(
    (one) => wanted.includes(one.id) && !isOn(game.catalogue, options, one.id),
  );
  const opened = shut.map((one) => {
    const choice = one.choices.find(({ value }) => isOn(game.catalogue, { [one.id]: value }, one.id));
    return [one.id, choice?.value ?? true];
  });
  return { ...options, ...Object.fromEntries(opened) };
}

/** Everything an army may be made of: one's own units first, then the cards as the book lists them, then terrain. */
export function offersOf(catalogue: Catalogue, own: readonly string[], options: Options): Offer[] {
  const letIn = (card: CardFace) =>
    card.traits.every((trait) => {
      const needed = catalogue.trait_switches[trait];
      return !needed || isOn(catalogue, options, needed);
    });
  const printed = Object.entries(catalogue.cards).filter(([, card]) => letIn(card));
  const letsIn = catalogue.piece_switches.some((id) => isOn(catalogue, options, id));
  const pieces = letsIn ? catalogue.pieces : {};
  return [
    ...own.map((text) => ({ text, card: undefined, sort: OWN, own: true, piece: false })),
    ...printed.map(([text, card]) => ({ text, card, sort: catalogue.sorts[text] ?? "", own: false, piece: false })),
    ...Object.entries(pieces).map(([text, card]) => ({ text, card, sort: PIECES, own: false, piece: true })),
  ];
}

const distinct = (words: readonly string[]): string[] => [...new Set(words.filter(Boolean))];

/** The choices there are: only those that tell offers apart. */
export function choicesOf(offers: readonly Offer[]): { countries: string[]; sorts: string[]; traits: string[] } {
  const units = offers.filter((one) => !one.piece);
  const worth = (words: string[]) => (words.length > 1 ? words : []);
  return {
    countries: worth(distinct(units.map((one) => one.card?.country ?? ""))),
    sorts: worth(distinct(offers.map((one) => one.sort))),
    traits: worth(distinct(units.flatMap((one) => one.card?.traits ?? []))),
  };
}

const squeezed = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");

/** Whether an offer is among what is looked for. Whoever serves with every country is always among them. */
export function isSought({ text, card, sort }: Offer, sought: Sought): boolean {
  const { words, country, most } = sought;
  const said = squeezed([nameOf(text), card?.title, card?.country, sort, ...(card?.traits ?? [])].join(" "));
  return (
    squeezed(words)
      .split(" ")
      .every((word) => said.includes(word)) &&
    (!country || !card?.country || card.country === country) &&
    (!sought.sort || sort === sought.sort) &&
    (!sought.trait || !!card?.traits.includes(sought.trait)) &&
    (!most || (card?.cost ?? 0) <= most)
  );
}

/** Offers class by class, in their order. */
export function groupsOf(offers: readonly Offer[]): [string, Offer[]][] {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) groups.set(offer.sort, [...(groups.get(offer.sort) ?? []), offer]);
  return [...groups];
}
