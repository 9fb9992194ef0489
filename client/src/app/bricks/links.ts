// The ways to the models: of a unit by the design its model is named after, of an army as a shopping list.
import type { CardFace } from "../../protocol";

const NAMED = /@([a-z0-9_]+)\/([a-z0-9_-]+)/;
/** Models that players bring are not ours to show. */
const BROUGHT = /^own_/;

/** The design a model is built after, or those of its slots; none, where there is no design of it. */
export function namedDesigns(model: string): string[] {
  const [, folder = "", names = ""] = NAMED.exec(model) ?? [];
  return folder && !BROUGHT.test(folder) ? names.split("-").filter(Boolean) : [];
}

/** A model without the design it is built after. */
export const plainModel = (model: string): string => model.replace(NAMED, "");

export const modelPath = (game: string, name: string): string => `/bricks/${game}/${name}`;

/** Wishes as an address says them: tiger_i*2.house. */
export function shoppingPath(game: string, wishes: Readonly<Record<string, number>>, page = "shopping"): string {
  const models = Object.entries(wishes).map(([name, count]) => (count > 1 ? `${name}*${count}` : name));
  return `/bricks/${page}?${new URLSearchParams({ game, models: models.join(".") })}`;
}

export function add(to: Record<string, number>, key: string, count: number): void {
  if (count > 0) to[key] = (to[key] ?? 0) + count;
}

/** Where the model of a unit is built: its own page, or a list of its modules. */
export function buildPath(game: string, model: string): string {
  const designs = namedDesigns(model);
  const [only] = designs;
  if (!only) return "";
  if (designs.length === 1) return modelPath(game, only);
  const wishes: Record<string, number> = {};
  for (const design of designs) add(wishes, design, 1);
  return shoppingPath(game, wishes);
}

const asName = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, "_");

/** The shopping list of an army; what has no design is named, so that the list can say so. */
export function armyPath(game: string, army: readonly (readonly [face: CardFace, count: number])[]): string {
  const wishes: Record<string, number> = {};
  for (const [face, count] of army) {
    const designs = namedDesigns(face.model);
    const plain = /^[a-z0-9_]+$/.test(face.model) ? face.model : asName(face.title);
    for (const design of designs.length > 0 ? designs : [plain]) add(wishes, design, count);
  }
  return Object.keys(wishes).length > 0 ? shoppingPath(game, wishes) : "";
}
