// A battle being agreed on: everything has a default, so that Start works at once.
import type { GameCard, NewMatch, ScenarioFace, SeatWish, SwitchCard } from "../../protocol";
import { firstLevel, myWish } from "../start";

export type SeatKind = "me" | "here" | "bot" | "link";
export type SeatChoice = { kind: SeatKind; level: string };
export type Army = [string, number][];
export type Options = Record<string, unknown>;

export type Draft = {
  scenario: string;
  options: Options;
  seats: SeatChoice[];
  /** Points each player buys units for; 0 plays the forces of the scenario. */
  points: number;
  armies: Army[];
  /** The server places the units of both sides. */
  ready: boolean;
};

const FIRST_PRESET = "quick";
const FIRST_POINTS = 100;
export const POINTS_SWITCH = "point_limit";

export function scenarioOf(game: GameCard, draft: Draft): ScenarioFace {
  const found = game.catalogue.scenarios.find((one) => one.id === draft.scenario) ?? game.catalogue.scenarios[0];
  if (!found) throw new Error(`the game ${game.id} has no scenario`);
  return found;
}

/** The draft a page opens with. */
export function newDraft(game: GameCard, wish: { invite?: boolean; scenario?: string } = {}): Draft {
  const { scenarios, presets } = game.catalogue;
  const scenario = scenarios.find((one) => one.id === wish.scenario) ?? scenarios[0];
  const preset = presets.find((one) => one.id === FIRST_PRESET) ?? presets[0];
  const level = firstLevel(game);
  const other: SeatChoice = wish.invite ? { kind: "link", level } : { kind: "bot", level };
  const seats = Array.from(
    { length: scenario?.seats ?? 2 },
    (_, seat): SeatChoice => (seat === 0 ? { kind: "me", level } : other),
  );
  return { scenario: scenario?.id ?? "", options: { ...preset?.options }, seats, points: 0, armies: [], ready: true };
}

/** Take another scenario; seats follow its number, lists of the old one are dropped. */
export function withScenario(game: GameCard, draft: Draft, scenario: string): Draft {
  const next = { ...draft, scenario };
  const face = scenarioOf(game, next);
  const level = firstLevel(game);
  const seats = Array.from(
    { length: face.seats },
    (_, seat): SeatChoice => draft.seats[seat] ?? { kind: "bot", level },
  );
  return { ...next, seats, armies: draft.points > 0 ? listsOf(face) : [] };
}

/** The forces of a scenario as lists to start from. */
function listsOf(face: ScenarioFace): Army[] {
  return face.forces.map((force) => force.map(([card, count]): [string, number] => [card, count]));
}

/** Fixed forces (0) or bought ones. The lists begin as the forces of the scenario. */
export function withPoints(game: GameCard, draft: Draft, points: number): Draft {
  const armies = points === 0 ? [] : draft.armies.length > 0 ? draft.armies : listsOf(scenarioOf(game, draft));
  return { ...draft, points, armies };
}

/** Points when somebody first buys an army: what the dearest force of the scenario costs, rounded up, at least 100. */
export function usualPoints(game: GameCard, draft: Draft): number {
  return Math.max(FIRST_POINTS, ...scenarioOf(game, draft).points.map((cost) => Math.ceil(cost / 10) * 10));
}

/** One unit more or less in an army. */
export function withUnits(draft: Draft, seat: number, card: string, change: number): Draft {
  const armies = draft.armies.map((army, index) => (index === seat ? changed(army, card, change) : army));
  return { ...draft, armies };
}

function changed(army: Army, card: string, change: number): Army {
  const before = army.find(([name]) => name === card)?.[1] ?? 0;
  const count = Math.max(0, before + change);
  if (before === 0) return count > 0 ? [...army, [card, count]] : army;
  return army.flatMap(([name, n]): Army => (name !== card ? [[name, n]] : count > 0 ? [[name, count]] : []));
}

/** The value of a switch as it stands; a switch of the seats has one value for each. */
export function switchValue(card: SwitchCard, options: Options, seats: number): unknown {
  const value = options[card.id] ?? card.default;
  return card.per_seat && !Array.isArray(value) ? Array.from({ length: seats }, () => value) : value;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether a switch stands otherwise than the book has it. */
export function isChanged(card: SwitchCard, options: Options, seats: number): boolean {
  return !same(switchValue(card, options, seats), switchValue(card, {}, seats));
}

/** The id of the preset these options are, or "own". */
export function presetOf(game: GameCard, draft: Draft): string {
  const { presets, switches } = game.catalogue;
  const seats = draft.seats.length;
  const alike = (options: Options) =>
    switches.every((card) => same(switchValue(card, options, seats), switchValue(card, draft.options, seats)));
  return presets.find((preset) => alike(preset.options))?.id ?? "own";
}

/** Switches by the chapter of their clause; how armies are bought has its own block. */
export function switchGroups(game: GameCard, groupOf: (clause: string) => string): [string, SwitchCard[]][] {
  const groups = new Map<string, SwitchCard[]>();
  for (const card of game.catalogue.switches) {
    if (card.id === POINTS_SWITCH) continue;
    const group = groupOf(card.clause);
    groups.set(group, [...(groups.get(group) ?? []), card]);
  }
  return [...groups];
}

/** All options, with the points of bought armies. */
export function optionsOf(draft: Draft): Options {
  const { [POINTS_SWITCH]: _points, ...rest } = draft.options;
  return draft.points > 0 ? { ...rest, [POINTS_SWITCH]: draft.points } : rest;
}

/** Options that came with a code. */
export function withOptions(game: GameCard, draft: Draft, options: Options): Draft {
  const { [POINTS_SWITCH]: points, ...rest } = options;
  return withPoints(game, { ...draft, options: rest }, typeof points === "number" ? points : 0);
}

function wishOf(choice: SeatChoice): SeatWish {
  if (choice.kind === "me") return myWish();
  return choice.kind === "bot" ? { kind: "bot", level: choice.level } : { kind: choice.kind };
}

/** What is sent to the server. */
export function orderOf(game: GameCard, draft: Draft): NewMatch {
  return {
    game: game.id,
    scenario: draft.scenario,
    seats: draft.seats.map(wishOf),
    options: optionsOf(draft),
    ...(draft.points > 0 && { armies: draft.armies }),
    ready: draft.ready,
  };
}

/** The battle in one line, for the bar with Start. */
export function summaryOf(game: GameCard, draft: Draft): string {
  const title = scenarioOf(game, draft).title;
  const preset = presetOf(game, draft);
  const rules = game.catalogue.presets.find((one) => one.id === preset)?.title ?? "My own";
  const level = (id: string) => game.levels.find((one) => one.id === id)?.title ?? id;
  const words: Record<SeatKind, (choice: SeatChoice) => string> = {
    me: () => "me",
    here: () => "a player on this device",
    bot: (choice) => `the ${level(choice.level)} bot`,
    link: () => "a friend by link",
  };
  const seats = draft.seats.map((choice) => words[choice.kind](choice)).join(" against ");
  return `${title}, ${rules.toLowerCase()} rules: ${seats}`;
}
