// The file in which battles and designs travel from one device to another. Its sum stands at its end: half a file and a
// damaged one are known before anything is done with them.

import type { KeptMatch } from "../../kit";
import { sha256 } from "../../kit/sha256";
import type { Carried } from "../../protocol";
import type { Kept } from "../designs";

/** A battle, and a word that only whoever plays it knows: secrets are made of it where the battle is brought. */
export type Piece = { battle: Carried; key: string };
/** What this browser keeps beside the battles: seats only where they open battles of the very file. */
export type Beside = { seats: KeptMatch[]; links: KeptMatch[]; designs: Kept };
export type Luggage = { pieces: Piece[]; beside: Beside };
export type Read = { ok: true; luggage: Luggage } | { ok: false; sentence: string };

const VERSION = 1;
/** Characters of a file that is read. */
const MOST = 96_000_000;
const HEAD = /^\{"what":"brickfield battles","version":(\d{1,6}),/;
const TAIL = /,"sum":"([0-9a-f]{64})"\}\s*$/;
const TAIL_LENGTH = 200;

const UNCHANGED = "Nothing was changed.";
const FOREIGN = `This is no file of battles from Brickfield. ${UNCHANGED}`;
const NEWER = `This file is from a newer Brickfield than this one. Update this one, then try again. ${UNCHANGED}`;
const HALF = `This file is not whole: it was perhaps not saved to its end. Save it again where it comes from. ${UNCHANGED}`;
const DAMAGED = `This file is damaged. Save it again where it comes from. ${UNCHANGED}`;
const LARGE = `This file is larger than anything Brickfield writes. ${UNCHANGED}`;

/** The digest of a text in hexadecimal digits; pages that are not secure work it out themselves. */
export async function digest(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const found = crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : sha256(bytes);
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function written(luggage: Luggage): Promise<string> {
  const body = JSON.stringify({ what: "brickfield battles", version: VERSION, ...luggage });
  return `${body.slice(0, -1)},"sum":"${await digest(body)}"}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const all = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(is);
const eachOf = (value: unknown, is: (one: unknown) => boolean): boolean =>
  isObject(value) && Object.values(value).every(is);

const isBattle = (value: unknown): value is Carried =>
  isObject(value) && isText(value.row) && all(value.records, isText) && all(value.seats, isObject);
const isPiece = (value: unknown): value is Piece => isObject(value) && isText(value.key) && isBattle(value.battle);
const isSeat = (value: unknown): value is { seat: number; secret: string } =>
  isObject(value) && Number.isInteger(value.seat) && isText(value.secret);
const isMatch = (value: unknown): value is KeptMatch =>
  isObject(value) && isText(value.match) && typeof value.at === "number" && all(value.seats, isSeat);
const isUnit = (value: unknown): value is [string, number] =>
  Array.isArray(value) && value.length === 2 && isText(value[0]) && Number.isInteger(value[1]);
const isArmy = (value: unknown): boolean => all(value, isUnit);
const isDesigns = (value: unknown): value is Kept =>
  isObject(value) &&
  eachOf(value.cards, (cards) => all(cards, isText)) &&
  eachOf(value.armies, (armies) => eachOf(armies, isArmy)) &&
  eachOf(value.bench, isArmy) &&
  eachOf(value.called, isText);

function isLuggage(value: unknown): value is Luggage {
  if (!isObject(value) || !all(value.pieces, isPiece) || !isObject(value.beside)) return false;
  const { seats, links, designs } = value.beside;
  return all(seats, isMatch) && all(links, isMatch) && isDesigns(designs);
}

/** What a file holds, or one sentence about what is wrong with it. */
export async function read(text: string): Promise<Read> {
  const no = (sentence: string): Read => ({ ok: false, sentence });
  if (text.length > MOST) return no(LARGE);
  const head = HEAD.exec(text);
  if (!head) return no(FOREIGN);
  if (Number(head[1]) > VERSION) return no(NEWER);
  const tail = TAIL.exec(text.slice(-TAIL_LENGTH));
  if (!tail) return no(HALF);
  const from = Math.max(0, text.length - TAIL_LENGTH) + tail.index;
  const body = `${text.slice(0, from)}}`;
  if ((await digest(body)) !== tail[1]) return no(DAMAGED);
  try {
    const found: unknown = JSON.parse(body);
    if (isLuggage(found)) return { ok: true, luggage: { pieces: found.pieces, beside: found.beside } };
  } catch {
    // a sum that fits does not make it one of ours
  }
  return no(DAMAGED);
}
