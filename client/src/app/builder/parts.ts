// What an army is built from: its units as models of the board, their bricks, and its minis by what they hold.
import { type BoardPiece, type BoardUnit, type BrickLine, bricksOf, type Order } from "../../board";
import type { BuiltCard, CardFace, GameCard } from "../../protocol";
import { drawingsFor } from "../as_built";
import type { Army } from "../battle/draft";
import { studsOf } from "./picture";

const GRAIN = 1e6;
const AT = { x: 0, y: 0, heading: 0 };

export type PartsOf = { bricks: BrickLine[]; minis: [string, number][] };

/** A card as the board builds it. */
function modelOf(face: CardFace, text: string): BoardUnit {
  const soldiers = face.numbers.find((one) => one.id === "markers")?.value;
  return {
    ...{ id: text, side: 0, model: face.model, place: AT, status: "alive" },
    ...{ length: face.length / GRAIN, width: face.width / GRAIN },
    ...(soldiers ? { soldiers } : {}),
  };
}

const pieceOf = (face: CardFace, text: string): BoardPiece => ({
  ...{ id: text, model: face.model, place: AT, length: face.length / GRAIN, width: face.width / GRAIN },
});

/** The minis of a squad by rank and what they carry; one is a figure as it is sold, with its weapon. */
function minisOf(game: GameCard, card: BuiltCard): string[] {
  const title = (id: string): string => game.yard?.modules.find((one) => one.id === id)?.title ?? id;
  return (card.figures ?? []).map((one) => [...new Set(one.parts.map(title))].join(", "));
}

/** Done when the designs of an army's units are here: their parts are what is bought. */
export async function designsHere(game: GameCard, army: Army, built: ReadonlyMap<string, BuiltCard>): Promise<void> {
  const models = army.map(([text]) => built.get(text)?.face.model ?? game.catalogue.cards[text]?.model ?? "");
  await Promise.all(models.map(drawingsFor));
}

/** All parts of an army; units whose card is not known yet are left out. */
export function partsOf(game: GameCard, army: Army, built: ReadonlyMap<string, BuiltCard>): PartsOf {
  const minis = new Map<string, number>();
  const models = army.flatMap(([text, count]): Order[] => {
    const card = built.get(text);
    const piece = game.catalogue.pieces[text];
    const squad = card?.figures?.length ? minisOf(game, card) : [];
    for (const one of squad) minis.set(one, (minis.get(one) ?? 0) + count);
    if (squad.length > 0 || count === 0) return [];
    if (piece) return [{ piece: pieceOf(piece, text), count }];
    const face = card?.face ?? game.catalogue.cards[text];
    return face ? [{ unit: modelOf(face, text), count }] : [];
  });
  return { bricks: bricksOf(models, studsOf(game)), minis: [...minis].sort((a, b) => b[1] - a[1]) };
}
