// Which models an army or a scenario is built from, and how often each: what a shopping list is asked for.
import type { GameCard, ScenarioFace } from "../../protocol";
import { add, namedDesigns, plainModel } from "./links";
import type { Plans } from "./plans";

export type Wished = {
  wishes: Record<string, number>;
  /** What has no design, by its title, and how often it is wanted. */
  without: Record<string, number>;
};

/** The designs a model is built after: one, or one for each slot of a Mech; none, if there is no design of it. */
export function designsOf(plans: Plans, model: string): string[] {
  const named = namedDesigns(model);
  if (named.length > 0 && named.every((name) => plans.models[name])) return named;
  const plain = plainModel(model);
  return plans.models[plain] ? [plain] : [];
}

/** Cards and counts as models. */
export function wishesOfArmy(
  plans: Plans,
  army: readonly (readonly [model: string, title: string, count: number])[],
): Wished {
  const found: Wished = { wishes: {}, without: {} };
  for (const [model, title, count] of army) {
    const designs = designsOf(plans, model);
    for (const design of designs) add(found.wishes, design, count);
    if (designs.length === 0) add(found.without, title, count);
  }
  return found;
}

/** What lies on open ground and is no thing to be built. */
const GROUND = /^(open|base|marker|current|zone)/;

/** All units of a scenario and all that lies on its table. */
export function wishesOfScenario(plans: Plans, game: GameCard, scenario: ScenarioFace): Wished {
  const { cards } = game.catalogue;
  const units = scenario.forces.flat().map(([text, count]) => {
    const card = cards[text];
    return [card?.model ?? "", card?.title ?? text, count] as const;
  });
  const pieces = scenario.tokens.flatMap((token) => {
    const feature = scenario.face.features[token.kind];
    const model = feature?.model ?? token.kind;
    const kind = token.kind.toLowerCase().replaceAll(" ", "_");
    if (GROUND.test(model)) return [];
    return [[plans.models[kind] ? kind : model, feature?.title || token.kind, 1] as const];
  });
  return wishesOfArmy(plans, [...units, ...pieces]);
}

const MOST = 500;

export function readWishes(text: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const each of text.split(".")) {
    const [, name, count] = /^([a-z0-9_]+)(?:\*(\d{1,3}))?$/.exec(each) ?? [];
    if (name) found[name] = Math.min(MOST, Math.max(1, Number(count ?? 1)));
  }
  return found;
}

/** What there are plans of, and what there are none of, by its title as well as its name tells it. */
export function split(plans: Plans, wishes: Readonly<Record<string, number>>): Wished {
  const found: Wished = { wishes: {}, without: {} };
  for (const [name, count] of Object.entries(wishes)) {
    if (plans.models[name]) add(found.wishes, name, count);
    else add(found.without, name.replaceAll("_", " "), count);
  }
  return found;
}
