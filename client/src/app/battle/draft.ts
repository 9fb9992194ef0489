// A battle being agreed on: everything has a default, so that Start works at once.
import type { GameCard, NewMatch, ScenarioFace, SeatWish, SwitchCard } from "../../protocol";
import { nameOf } from "../designs";
import { firstLevel, firstPreset, firstScenario, myWish } from "../start";
import { written } from "./house_rules";
import type { OwnTable } from "./own_table";

export type SeatKind = "me" | "here" | "bot" | "link";
export type SeatChoice = { kind: SeatKind; level: string; style?: string; name?: string };
export type Army = [string, number][];
export type Options = Record<string, unknown>;

export type Draft = {
  scenario: string;
  options: Options;
  seats: SeatChoice[];
  /** Points each player buys units for; 0 plays the forces of the scenario. */
  points: number;
  armies: Army[];
  /** What the armies are called, by seat; "": by no name of their own. */
  armyNames: string[];
  /** The server places the units of all sides. */
  ready: boolean;
  /** Nobody waits at the table: reactions have no clock, standing orders answer. */
  slow: boolean;
  /** No die falls before everybody has added a part to them. */
  parts: boolean;
  /** How long a live table waits in a window that could betray a secret. */
  secretSeconds: number;
  /** The clock everybody agrees on by sitting down, by its id; "": none. */
  clock: string;
  /** After how many minutes of absence a bot may play for somebody; 0: never. */
  standIn: StandInMinutes;
  /** What is agreed on beside the rules, a sentence each. */
  houseRules: string[];
  /** The table of one's own among the scenarios. */
  own?: OwnTable;
};

export type StandInMinutes = NonNullable<NewMatch["stand_in"]>;
export const STAND_IN_MINUTES: readonly StandInMinutes[] = [0, 2, 5, 15, 60];

/** Enough to read and to think; the ruling's own time is the shortest. */
export const SECRET_SECONDS = [5, 15, 30, 60] as const;
const USUAL_SECONDS = 15;

/** What an address may ask for: a scenario, a link for a friend, an army for my seat and its points, switches. */
export type Wish = {
  invite?: boolean;
  scenario?: string;
  army?: Army;
  armyName?: string;
  points?: number;
  options?: Options;
  own?: OwnTable;
};

export function scenarioOf(game: GameCard, draft: Draft): ScenarioFace {
  const found = game.catalogue.scenarios.find((one) => one.id === draft.scenario) ?? game.catalogue.scenarios[0];
  if (!found) throw new Error(`the game ${game.id} has no scenario`);
  return found;
}

/** The draft a page opens with. */
export function newDraft(game: GameCard, wish: Wish = {}): Draft {
  const { scenarios } = game.catalogue;
  const scenario = scenarios.find((one) => one.id === wish.scenario) ?? firstScenario(game);
  const level = firstLevel(game);
  const other: SeatChoice = { kind: wish.invite ? "link" : "bot", level };
  const seats = Array.from(
    { length: scenario?.seats ?? 2 },
    (_, seat): SeatChoice => (seat === 0 ? { kind: "me", level } : other),
  );
  const options = { ...firstPreset(game)?.options, ...wish.options };
  const draft: Draft = {
    scenario: scenario?.id ?? "",
    options,
    seats,
    points: 0,
    armies: [],
    armyNames: [],
    ready: true,
    slow: false,
    parts: false,
    secretSeconds: USUAL_SECONDS,
    clock: "",
    standIn: 5,
    houseRules: [],
    ...(wish.own && { own: wish.own }),
  };
  if (!wish.army) return draft;
  return withArmy(game, wish.points ? withPoints(game, draft, wish.points) : draft, 0, wish.army, wish.armyName);
}

/** Take another scenario; seats follow its number, lists of the old one are dropped, but not what I brought. */
export function withScenario(game: GameCard, draft: Draft, scenario: string): Draft {
  const next = { ...draft, scenario };
  const face = scenarioOf(game, next);
  const level = firstLevel(game);
  const seats = Array.from(
    { length: face.seats },
    (_, seat): SeatChoice => draft.seats[seat] ?? { kind: "bot", level },
  );
  const own = draft.armies[0]?.some(([card]) => !game.catalogue.cards[card]) ? draft.armies[0] : undefined;
  const armies = listsOf(game, face).map((list, seat) => (seat === 0 && own ? own : list));
  const armyNames = own ? draft.armyNames.slice(0, 1) : [];
  return { ...next, seats, armyNames, armies: draft.points > 0 ? armies : [] };
}

/** What stands on top of a card in a list's text, if anything does. */
export function upgradeOf(game: GameCard, text: string) {
  return game.catalogue.upgrades?.find((one) => text.endsWith(one.written));
}

/** A text of a list without what the unit has on top. */
export function plainOf(game: GameCard, text: string): string {
  const upgrade = upgradeOf(game, text);
  return upgrade ? text.slice(0, -upgrade.written.length) : text;
}

/** What a text of a list is called by people: the title of its card, with what the unit has on top. */
export function titleOf(game: GameCard, text: string): string {
  const plain = plainOf(game, text);
  return `${nameOf(game.catalogue.cards[plain]?.title ?? plain)}${upgradeOf(game, text)?.written ?? ""}`;
}

/** The forces of a scenario as lists to start from: what can be bought of them. */
function listsOf(game: GameCard, face: ScenarioFace): Army[] {
  const { cards } = game.catalogue;
  return face.forces.map((force) =>
    force.filter(([card]) => plainOf(game, card) in cards).map(([card, count]): [string, number] => [card, count]),
  );
}

/** Fixed forces (0) or bought ones. The lists begin as the forces of the scenario. */
export function withPoints(game: GameCard, draft: Draft, points: number): Draft {
  const face = scenarioOf(game, draft);
  const armies = points === 0 ? [] : draft.armies.length > 0 ? draft.armies : listsOf(game, face);
  return { ...draft, points, armies, armyNames: points === 0 ? [] : draft.armyNames };
}

/** Points when somebody first buys an army: what the dearest force costs, rounded up, at least what is usual. */
export function usualPoints(game: GameCard, draft: Draft): number {
  const dearest = scenarioOf(game, draft).points.map((cost) => Math.ceil(cost / 10) * 10);
  return Math.max(game.catalogue.usual_points, ...dearest);
}

/** An army for a seat, with its name if it has one; armies are bought then. */
export function withArmy(game: GameCard, draft: Draft, seat: number, army: Army, name = ""): Draft {
  const bought = draft.points > 0 ? draft : withPoints(game, draft, usualPoints(game, draft));
  const armyNames = bought.armies.map((_, index) => (index === seat ? name : (bought.armyNames[index] ?? "")));
  return { ...bought, armyNames, armies: bought.armies.map((old, index) => (index === seat ? army : old)) };
}

/** What a seat commands, as its row says it: an army by its name, else by the countries of its units; the forces of a
 * scenario by what the scenario calls them. */
export function forceOf(game: GameCard, draft: Draft, seat: number): string {
  const army = draft.points > 0 ? draft.armies[seat] : undefined;
  if (!army) return scenarioOf(game, draft).sides[seat] ?? "";
  const countries = army.map(([text]) => game.catalogue.cards[plainOf(game, text)]?.country ?? "");
  return draft.armyNames[seat] || [...new Set(countries.filter(Boolean))].join(" and ") || "An army of its own";
}

/** One unit more or less in an army. */
export function withUnits(draft: Draft, seat: number, card: string, change: number): Draft {
  const armies = draft.armies.map((army, index) => (index === seat ? changed(army, card, change) : army));
  return { ...draft, armies };
}

/** One unit of a card gets something on top, or loses it again. */
export function withUpgrade(draft: Draft, seat: number, card: string, written: string): Draft {
  const other = card.endsWith(written) ? card.slice(0, -written.length) : `${card}${written}`;
  return withUnits(withUnits(draft, seat, card, -1), seat, other, 1);
}

export function changed(army: Army, card: string, change: number): Army {
  const before = army.find(([name]) => name === card)?.[1] ?? 0;
  const count = Math.max(0, before + change);
  if (before === 0) return count > 0 ? [...army, [card, count]] : army;
  return army.flatMap(([name, n]): Army => (name !== card ? [[name, n]] : count > 0 ? [[name, count]] : []));
}

/** The switch by which armies are bought. */
export function pointsSwitch(game: GameCard): SwitchCard | undefined {
  return game.catalogue.switches.find((one) => one.id === game.catalogue.points_switch);
}

/** The switch whose number the table of this scenario is drawn from, if it is drawn. */
export function numberSwitch(game: GameCard, draft: Draft): SwitchCard | undefined {
  const id = scenarioOf(game, draft).number_switch;
  return id ? game.catalogue.switches.find((one) => one.id === id) : undefined;
}

/** The table of another number. */
export function withNumber(game: GameCard, draft: Draft, number: number): Draft {
  const card = numberSwitch(game, draft);
  return card ? { ...draft, options: { ...draft.options, [card.id]: number } } : draft;
}

/** Any number of the switch but the one it has. */
export function anotherNumber(card: SwitchCard, now: number, random: () => number = Math.random): number {
  const others = card.highest - card.lowest;
  const drawn = card.lowest + Math.min(others - 1, Math.floor(random() * others));
  return drawn >= now ? drawn + 1 : drawn;
}

/** The value of a switch as it stands: agreed on, else the scenario's, else the book's; seats may have one each. */
export function switchValue(card: SwitchCard, options: Options, seats: number, scenario: Options = {}): unknown {
  const value = options[card.id] ?? scenario[card.id] ?? card.default;
  if (!card.per_seat) return value;
  // A list made for another number of seats is stretched: the last value holds for those who came.
  return Array.from({ length: seats }, (_, seat) =>
    Array.isArray(value) ? (value[seat] ?? value[value.length - 1]) : value,
  );
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether a switch stands otherwise than the book has it. */
export function isChanged(card: SwitchCard, options: Options, seats: number, scenario: Options = {}): boolean {
  return !same(switchValue(card, options, seats, scenario), switchValue(card, {}, seats));
}

/** All options, a value for each seat where seats may differ, with the points of bought armies. */
export function optionsOf(game: GameCard, draft: Draft): Options {
  const { switches, points_switch } = game.catalogue;
  const { [points_switch]: _points, ...rest } = draft.options;
  const seats = draft.seats.length;
  const perSeat = switches.filter((card) => card.per_seat && card.id in rest);
  const lists = Object.fromEntries(perSeat.map((card) => [card.id, switchValue(card, rest, seats)]));
  return { ...rest, ...lists, ...(draft.points > 0 && points_switch && { [points_switch]: draft.points }) };
}

/** Options that came with a code: what stands as in the book leaves the scenario its own, but not the first preset. */
export function withOptions(game: GameCard, draft: Draft, options: Options): Draft {
  const { switches, points_switch } = game.catalogue;
  const { [points_switch]: points, ...rest } = options;
  const opening = firstPreset(game)?.options ?? {};
  const told = switches.filter((card) => card.id in rest && (card.id in opening || !same(rest[card.id], card.default)));
  const kept = Object.fromEntries(told.map((card) => [card.id, rest[card.id]]));
  return withPoints(game, { ...draft, options: kept }, typeof points === "number" ? points : 0);
}

function wishOf(game: GameCard, choice: SeatChoice): SeatWish {
  if (choice.kind === "me") return myWish();
  const style = styleWord(game, choice);
  if (choice.kind === "bot") return { kind: "bot", level: choice.level, ...(style && { style }) };
  return { kind: choice.kind, ...(choice.name && { name: choice.name }) };
}

/** Whether it can be a slow battle: people at two devices, in a game in which they may have to react. */
export function mayBeSlow(game: GameCard, draft: Draft): boolean {
  return game.reactions && draft.seats.some((seat) => seat.kind === "link");
}

/** Whether people at two devices play, so that somebody may wait for somebody. */
export const isBetweenPeople = (draft: Draft): boolean => draft.seats.some((seat) => seat.kind === "link");

/** What is sent to the server. */
export function orderOf(game: GameCard, draft: Draft): NewMatch {
  return {
    game: game.id,
    scenario: draft.scenario,
    seats: draft.seats.map((choice) => wishOf(game, choice)),
    options: optionsOf(game, draft),
    ...(draft.points > 0 && { armies: draft.armies }),
    ...(draft.points > 0 && draft.armyNames.some(Boolean) && { army_names: draft.armyNames }),
    ready: draft.ready,
    ...(draft.own?.id === draft.scenario && { own_scenario: draft.own.document }),
    ...(written(draft.houseRules).length > 0 && { house_rules: written(draft.houseRules) }),
    ...(mayBeSlow(game, draft) && (draft.slow ? { slow: true } : { secret_seconds: draft.secretSeconds })),
    ...(draft.parts && { parts: true }),
    ...(isBetweenPeople(draft) && draft.clock && { clock: draft.clock }),
    ...(isBetweenPeople(draft) && draft.standIn > 0 && { stand_in: draft.standIn }),
  };
}

/** The styles a bot on a seat may play in; the first is the one it plays in unless another is named. */
export function stylesOf(game: GameCard, choice: SeatChoice | undefined): GameCard["styles"] {
  const level = choice?.kind === "bot" ? game.levels.find((one) => one.id === choice.level) : undefined;
  return level?.styled ? game.styles : [];
}

/** The style of a bot in a word, unless it is the usual one. */
export function styleWord(game: GameCard, choice: SeatChoice): string {
  return stylesOf(game, choice).some((one) => one.id === choice.style) ? (choice.style ?? "") : "";
}

/** A seat whose bot plays in another style. */
export function withStyle(game: GameCard, choice: SeatChoice, style: string): SeatChoice {
  const { style: _, ...plain } = choice;
  return style === game.styles[0]?.id ? plain : { ...plain, style };
}
