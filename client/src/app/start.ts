// Starting a battle in one step: against the bot, or with a friend.

import { api, coached, goFromHere, learned, newMatch, type Reply, refusalOf, seats, settings } from "../kit";
import type { GameCard, LevelCard, MadeMatch, NewMatch, Preset, Refusal, ScenarioFace, SeatWish } from "../protocol";

const FIRST_PRESET = "quick";
const FIRST_LEVEL = "cadet";

/** My seat, with the name from the settings. */
export function myWish(): SeatWish {
  return { kind: "me", ...(settings.name.value && { name: settings.name.value }) };
}

/** The bots people meet. Random play is only the yardstick the weakest of them is measured against. */
export function botsOf(game: GameCard): readonly LevelCard[] {
  return game.levels.filter((level) => level.id !== "random");
}

/** The weakest bot people should meet. */
export function firstLevel(game: GameCard): string {
  const bots = botsOf(game);
  return bots.find((level) => level.id === FIRST_LEVEL)?.id ?? bots[0]?.id ?? FIRST_LEVEL;
}

/** Who a newcomer meets, in words: "the Cadet, a bot that a beginner can beat". */
export function firstBotWords(game: GameCard): string {
  const id = firstLevel(game);
  return `the ${botsOf(game).find((level) => level.id === id)?.title ?? "first"}, a bot that a beginner can beat`;
}

/** The scenario a newcomer gets: the one the game has chosen for a first battle, else the first in the list with the fewest seats. */
export function firstScenario(game: GameCard): ScenarioFace | undefined {
  const { scenarios } = game.catalogue;
  const chosen = scenarios.find((one) => one.id === game.first?.scenario);
  if (chosen) return chosen;
  const least = Math.min(...scenarios.map((one) => one.seats));
  return scenarios.find((one) => one.seats === least);
}

/** The rules a newcomer gets: the quick ones where there are such, else the first. */
export function firstPreset(game: GameCard): Preset | undefined {
  const { presets } = game.catalogue;
  return presets.find((one) => one.id === FIRST_PRESET) ?? presets[0];
}

/** A battle with everything as a newcomer gets it: first scenario, the rules its lesson teaches, units deployed. */
export function firstBattle(game: GameCard, other: SeatWish): NewMatch {
  const scenario = firstScenario(game);
  const wishes = Array.from({ length: scenario?.seats ?? 2 }, (_, seat) => (seat === 0 ? myWish() : other));
  return {
    game: game.id,
    scenario: scenario?.id ?? "",
    seats: wishes,
    options: game.first?.options ?? firstPreset(game)?.options ?? {},
    ready: true,
  };
}

/** The first battle in words: "6 vs 6 by the rules of its lesson". */
export function firstWords(game: GameCard): string {
  const title = firstScenario(game)?.title ?? game.title;
  if (game.first) return `${title} by the rules of its lesson`;
  const rules = firstPreset(game)?.title.toLowerCase();
  return rules ? `${title} by the ${rules} rules` : title;
}

/** The game with this id; without one the first that the server offers. */
export async function gameById(id = ""): Promise<Reply<GameCard>> {
  const games = await api.games();
  if (!games.ok) return games;
  const game = id ? games.value.find((one) => one.id === id) : games.value[0];
  if (game) return { ok: true, value: game };
  return { ok: false, refusal: refusalOf("no_games", "This server offers no such game."), status: 0 };
}

/** Set up a match and keep its seats. */
export async function setUp(wish: NewMatch): Promise<Reply<MadeMatch>> {
  const made = await newMatch(wish);
  if (made.ok) seats.keep(made.value);
  return made;
}

/** Where whoever set a match up goes: to the table, or to watch when no seat is theirs. */
export function placeOf(made: MadeMatch): string {
  const mine = made.seats.some((seat) => seat.kind === "me" || seat.kind === "here");
  return `/${mine ? "table" : "watch"}/${made.match}`;
}

/** One click to a table: the first battle of a game against the first bot. */
export async function playNow(id = ""): Promise<Refusal | undefined> {
  const goOn = goFromHere();
  const game = await gameById(id);
  if (!game.ok) return game.refusal;
  const made = await setUp(firstBattle(game.value, { kind: "bot", level: firstLevel(game.value) }));
  if (!made.ok) return made.refusal;
  coached.add(made.value.match);
  goOn(placeOf(made.value));
  return undefined;
}

/** The lesson of a game: the one that was left before its end, else a fresh one. */
export async function learn(id: string): Promise<Refusal | undefined> {
  const goOn = goFromHere();
  const secrets = seats.secrets();
  const kept = secrets.length > 0 ? await api.tables(secrets) : undefined;
  const left = kept?.ok
    ? kept.value.find((one) => one.game === id && one.lesson && one.turn === "yours" && !learned.has(one.match))
    : undefined;
  if (left) {
    goOn(`/table/${left.match}`);
    return undefined;
  }
  const name = settings.name.value;
  const made = await api.newLesson({ game: id, ...(name && { name }) });
  if (!made.ok) return made.refusal;
  seats.keep(made.value);
  goOn(placeOf(made.value));
  return undefined;
}

export type Invitation = { match: string; what: string; links: { seat: number; address: string }[] };

/** The links of a match that can be given away. */
export function invitationOf(made: MadeMatch, what: string): Invitation {
  const links = made.seats.flatMap(({ seat, invitation }) =>
    invitation ? [{ seat, address: seats.link(invitation) }] : [],
  );
  return { match: made.match, what, links };
}

/** A table with an empty seat and the link to it. */
export async function inviteFriend(id = ""): Promise<Reply<Invitation>> {
  const game = await gameById(id);
  if (!game.ok) return game;
  const made = await setUp(firstBattle(game.value, { kind: "link" }));
  return made.ok ? { ok: true, value: invitationOf(made.value, firstWords(game.value)) } : made;
}
