// Names and short sentences of the table. The log's own sentences come from the server.
import { percent, sideName } from "../kit";
import type { CardFace, Choice, PileFace, SeatCard, TableFace, Token } from "../protocol";

/** The card of a unit. */
export function cardOf(face: TableFace, unit: string): CardFace | null {
  return face.cards[face.units[unit] ?? ""] ?? null;
}

/** Whether two seats fight each other: allies share a side. */
export function isEnemy(face: TableFace | null, one: number, other: number): boolean {
  const sides = face?.sides ?? [];
  return (sides[one] ?? one) !== (sides[other] ?? other);
}

/** The name printed on a unit's card. */
export const titleOf = (face: TableFace, unit: string): string => cardOf(face, unit)?.title ?? unit;

/** A unit by its card and id, a piece of terrain by its sort, the edge of the table. */
export function thingName(face: TableFace, thing: string, tokens: readonly Token[] = []): string {
  if (thing === "edge") return "the edge of the table";
  const card = cardOf(face, thing);
  if (card) return `${card.title} ${thing}`;
  const token = tokens.find((one) => one.id === thing);
  const title = token && face.features[token.kind]?.title;
  return token && title && token.seat >= 0 ? `${sideName(token.seat)}'s ${title}` : (title ?? thing);
}

/** A unit by its one name, its card and its id, however much of it a title says already. */
export const unitName = (title: string, id: string): string => (title.endsWith(id) ? title : `${title} ${id}`);

/** The letter of a row of markers. */
export const letterOf = (pile: PileFace): string => pile.short || pile.title.slice(0, 1).toUpperCase();

/** A unit and the numbers on its card: "Cutter B3 (F 2, D 1)". */
export function knownAs(face: TableFace, unit: string, piles: readonly PileFace[] = []): string {
  const numbers = piles.map((pile) => `${letterOf(pile)} ${pile.value}`).join(", ");
  return numbers ? `${thingName(face, unit)} (${numbers})` : thingName(face, unit);
}

/** Who sits at a seat: the person's name if there is one, else the name of the side. */
export function seatName(seats: readonly SeatCard[], seat: number): string {
  const card = seats.find((one) => one.seat === seat);
  if (card?.kind === "bot") return `${sideName(seat)} (bot, ${[card.style, card.level].filter(Boolean).join(" ")})`;
  return card?.name && card.name !== sideName(seat) ? `${card.name} (${sideName(seat)})` : sideName(seat);
}

/** A refusal the client foresees: what stands there, with the clause the server gave that thing. */
export function inTheWay(face: TableFace, thing: string, tokens: readonly Token[]): { text: string; clause: string } {
  const token = tokens.find((one) => one.id === thing);
  const clause = (token ? face.features[token.kind]?.clause : cardOf(face, thing)?.clause) ?? "";
  return { text: `No way on here: ${thingName(face, thing, tokens)} is in the way.`, clause };
}

/** What has ended a way that was drawn on beyond it. */
export function stoppedBy(face: TableFace, thing: string, tokens: readonly Token[]): { text: string; clause: string } {
  return { ...inTheWay(face, thing, tokens), text: `Stopped by ${thingName(face, thing, tokens)}.` };
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** A length with the game's ruler. */
export function lengthWords(value: number, ruler: string): string {
  if (ruler === "inch") return `${short(value)} in`;
  return `${short(value)} ${ruler}${ruler === "" || short(value) === "1" ? "" : "s"}`;
}

/** Length and width of a piece: "2.5 × 1 in". */
export const sizeWords = (length: number, width: number, ruler: string): string =>
  `${short(length)} × ${lengthWords(width, ruler)}`;

/** What the line under the top bar says while the connection is gone. */
export function lossWords(seconds: number, unsaved: boolean): string {
  const kept = unsaved ? "Your last move was not received." : "Your last move was received.";
  return `Connection lost, ${seconds} s. ${kept}`;
}

/** What a button does, and how likely its dice do that. */
export const withOdds = (words: string, odds = 0): string => (odds > 0 ? `${words} · ${percent(odds, 0)}` : words);

/** What stands on the button of an answer. */
export const giveWords = (choice: Pick<Choice, "title" | "odds"> | undefined): string =>
  choice ? withOdds(choice.title, choice.odds) : "";

/** "needs 8 or more" for cards and lists: 8+. */
export const needWords = (needed: number | null): string => (needed === null ? "–" : `${needed}+`);

/** A band of distance: "short range", or "out of range". */
export function rangeWords(range: string): string {
  return range === "out" ? "out of range" : `${range} range`;
}

const WINDS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/** The wind a heading points to, as sailors say it: 90 -> "north", 70 -> "north-north-east". */
export function windOf(heading: number): string {
  const point = ((Math.round(heading / 22.5) % 16) + 16) % 16;
  const wind = WINDS[Math.floor(point / 2)] ?? "";
  const next = WINDS[(Math.floor(point / 2) + 1) % 8] ?? "";
  if (point % 2 === 0) return wind;
  return wind.includes("-") ? `${next}-${wind}` : `${wind}-${next}`;
}
