// What the forces of a document cost, and documents in which that is told as it is.
import type { CardFace, GameCard, ScenarioDesk } from "../../protocol";
import { plainOf, titleOf, upgradeOf } from "../battle/draft";
import { isPlain, type Plain, withValue } from "./document";

export type Rows = [card: string, count: number][];

/** The units of a force, written as names or as cards with a count, as rows. */
export const rowsOf = (value: unknown): Rows =>
  (Array.isArray(value) ? value : []).reduce<Rows>((rows, each: unknown) => {
    const [card, count] = isPlain(each) ? [String(each.card ?? ""), Number(each.count ?? 1)] : [String(each), 1];
    const known = isPlain(each) ? undefined : rows.find(([name]) => name === card);
    if (known) known[1] += count;
    else rows.push([card, count]);
    return rows;
  }, []);

const plainWords = (text: string): string => text.toLowerCase().replaceAll("_", " ");

/** The card of a unit, whichever way its name is written. */
export function cardIn({ catalogue }: GameCard, text: string): CardFace | undefined {
  const { cards } = catalogue;
  return cards[text] ?? Object.values(cards).find((card) => plainWords(card.title) === plainWords(text));
}

/** What a unit of a document is called by people. */
export const unitTitle = (game: GameCard, text: string): string => cardIn(game, text)?.title ?? titleOf(game, text);

/** What units cost, with what they have on top; what cannot be priced costs nothing. */
export function costOf(game: GameCard, units: unknown): number {
  const cost = (text: string) => (cardIn(game, plainOf(game, text))?.cost ?? 0) + (upgradeOf(game, text)?.cost ?? 0);
  return rowsOf(units).reduce((sum, [card, count]) => sum + cost(card) * count, 0);
}

const forcesOf = (desk: ScenarioDesk, document: Plain): unknown[] => {
  const forces = document[desk.data.forces];
  return Array.isArray(forces) ? forces : [];
};

/** What a force pays: its units, and the pieces that belong to somebody wherever they lie. */
function paid(game: GameCard, desk: ScenarioDesk, document: Plain, seat: number): number {
  const force = forcesOf(desk, document)[seat];
  if (!isPlain(force)) return 0;
  const { pieces } = game.catalogue;
  const owned = new Set(
    (desk.data.kinds ?? []).flatMap((kind) => (kind.entry && "owner" in kind.entry ? [kind.kind] : [])),
  );
  const laid = Array.isArray(document.terrain) ? document.terrain.filter(isPlain) : [];
  const works = Array.isArray(force.works) ? force.works.map(String) : [];
  const mine = [...laid.filter((piece) => piece.owner === seat).map((piece) => String(piece.feature)), ...works];
  const bought = mine.filter((name) => owned.has(name)).reduce((sum, name) => sum + (pieces[name]?.cost ?? 0), 0);
  return costOf(game, force[desk.data.units]) + bought;
}

/** The document in which every force that told its cost tells it after a change too. */
export function withCosts(game: GameCard, desk: ScenarioDesk, before: Plain, after: Plain): Plain {
  return forcesOf(desk, after).reduce<Plain>((document, force, seat) => {
    const was = forcesOf(desk, before)[seat];
    if (!isPlain(force) || !isPlain(was) || typeof force.rc !== "number" || force.rc !== was.rc) return document;
    if (was.rc !== paid(game, desk, before, seat)) return document;
    const rc = paid(game, desk, after, seat);
    return rc === force.rc ? document : withValue(document, [desk.data.forces, seat, "rc"], rc);
  }, after);
}
