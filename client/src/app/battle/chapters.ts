// Sets of rules: one whole set is chosen, and chapters such as mines or weather are laid over it, each in one press.
import type { GameCard, Preset, SwitchCard, Theme } from "../../protocol";
import { firstScenario } from "../start";
import { type Draft, type Options, same, scenarioOf, switchValue, withScenario } from "./draft";

/** The sets that stand for themselves. */
export const wholeSets = (game: GameCard): Preset[] => game.catalogue.presets.filter((one) => !one.adds);

/** The chapters that are laid over a set. */
export const additions = (game: GameCard): Preset[] => game.catalogue.presets.filter((one) => one.adds);

const stands = (game: GameCard, draft: Draft, id: string, value: unknown): boolean => {
  const card = game.catalogue.switches.find((one) => one.id === id);
  const base = scenarioOf(game, draft).options;
  return card !== undefined && same(switchValue(card, draft.options, draft.seats.length, base), value);
};

/** Whether a chapter is played as things stand, and there is something for it to act on. */
export function isAdded(game: GameCard, draft: Draft, { options, scenarios }: Preset): boolean {
  const bought = draft.points > 0 && Object.keys(options).length > 0;
  const there = scenarios.length === 0 || scenarios.includes(draft.scenario) || bought;
  return there && Object.entries(options).every(([id, value]) => stands(game, draft, id, value));
}

const alike = (game: GameCard, draft: Draft, options: Options, switches: readonly SwitchCard[]): boolean => {
  const base = scenarioOf(game, draft).options;
  const seats = draft.seats.length;
  return switches.every((card) =>
    same(switchValue(card, options, seats, base), switchValue(card, draft.options, seats, base)),
  );
};

/** The set these options are, whatever chapters were added to it; else "own". */
export function presetOf(game: GameCard, draft: Draft): string {
  const { switches } = game.catalogue;
  const sets = wholeSets(game);
  const exact = sets.find((one) => alike(game, draft, one.options, switches));
  if (exact) return exact.id;
  const added = additions(game).filter((one) => isAdded(game, draft, one));
  const theirs = new Set(added.flatMap((one) => Object.keys(one.options)));
  const others = switches.filter((card) => !theirs.has(card.id));
  return sets.find((one) => alike(game, draft, one.options, others))?.id ?? "own";
}

/** The chapters that were added by hand: not those of the set, nor of the scenario itself. */
export function addedTo(game: GameCard, draft: Draft): Preset[] {
  const set = wholeSets(game).find((one) => one.id === presetOf(game, draft));
  const ofTheSet = set?.options ?? {};
  const isOwn = ([id, value]: [string, unknown]) => id in draft.options && !same(ofTheSet[id], value);
  return additions(game).filter((one) => isAdded(game, draft, one) && Object.entries(one.options).some(isOwn));
}

/** Another set. What was added stays, unless it stands over another set only. */
export function withSet(game: GameCard, draft: Draft, set: Preset): Draft {
  const kept = addedTo(game, draft).filter(({ over }) => over === "" || over === set.id);
  return { ...draft, options: Object.assign({}, set.options, ...kept.map((one) => one.options)) };
}

/** The set that chapters stand over, if they are choosy: rules of one's own begin with it, and not with those of one page. */
export function groundSet(game: GameCard): Preset | undefined {
  const over = additions(game).find((one) => one.over !== "")?.over;
  return wholeSets(game).find((one) => one.id === over);
}

/** Whether a switch stands otherwise than in the usual set of the game. */
export function isUnusual(game: GameCard, draft: Draft, card: SwitchCard): boolean {
  const usual = groundSet(game) ?? wholeSets(game)[0];
  return !alike(game, draft, usual?.options ?? {}, [card]);
}

/** Rules of one's own begin with what is chosen; quick rules do not stay behind at the seats. */
export function asOwn(game: GameCard, draft: Draft): Draft {
  const ground = groundSet(game);
  const now = presetOf(game, draft);
  return ground && now !== "own" && now !== ground.id ? withSet(game, draft, ground) : draft;
}

/** A chapter more. The battle is one that has it: quick rules give way to the whole ones, and a scenario to one with planes. */
export function withAdded(game: GameCard, draft: Draft, chapter: Preset): Draft {
  const laid = chapter.over === "" ? draft : asOwn(game, draft);
  const next = { ...laid, options: { ...laid.options, ...chapter.options } };
  if (chapter.scenarios.length === 0 || isAdded(game, next, chapter)) return next;
  const needing = additions(game).filter((one) => one.scenarios.length > 0 && isAdded(game, draft, one));
  const together = chapter.scenarios.find((id) => needing.every((one) => one.scenarios.includes(id)));
  return withScenario(game, next, together ?? chapter.scenarios[0] ?? next.scenario);
}

/** A chapter less. */
export function withoutAdded(game: GameCard, draft: Draft, chapter: Preset): Draft {
  const without = (options: Options): Options =>
    Object.fromEntries(Object.entries(options).filter(([id]) => !(id in chapter.options)));
  const plain = { ...draft, options: without(draft.options) };
  const next = chapter.scenarios.includes(plain.scenario) ? toOther(game, plain, chapter) : plain;
  if (!isAdded(game, next, chapter)) return next;
  const off = game.catalogue.switches.filter((card) => card.id in chapter.options);
  return { ...next, options: { ...next.options, ...Object.fromEntries(off.map((card) => [card.id, card.default])) } };
}

/** The scenario of a newcomer, or the first without this chapter. */
function toOther(game: GameCard, draft: Draft, { scenarios }: Preset): Draft {
  const first = firstScenario(game);
  const all = game.catalogue.scenarios;
  const other = first && !scenarios.includes(first.id) ? first : all.find(({ id }) => !scenarios.includes(id));
  return other ? withScenario(game, draft, other.id) : draft;
}

// --- switches one by one ----------------------------------------------------------------------------------------------

export type Found = { theme: Theme; cards: SwitchCard[] };

const plainWords = (text: string): string => text.toLowerCase().normalize("NFKD");

/** The switches by what they are about; with words to look for only those that all the words are found in. */
export function switchesAbout(game: GameCard, wanted: string): Found[] {
  const { themes, switches } = game.catalogue;
  const words = plainWords(wanted).split(/\s+/).filter(Boolean);
  const has = (theme: Theme, card: SwitchCard): boolean => {
    const said = [theme.title, theme.text, card.title, card.text, ...card.choices.map((one) => one.text)];
    const text = plainWords(said.join(" "));
    return words.every((word) => text.includes(word));
  };
  return themes.flatMap((theme): Found[] => {
    const cards = switches.filter((card) => theme.switches.includes(card.id) && has(theme, card));
    return cards.length > 0 ? [{ theme, cards }] : [];
  });
}
