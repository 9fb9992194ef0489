// An army as a file: its code, and the models of its units, which are too long for a link.
import { isRefusal, ownModels, refusalOf, splitModel, takeForm } from "../../kit";
import type { Refusal } from "../../protocol";
import type { Army } from "../battle/draft";
import { armyCode, armyNameIn, readArmyCode } from "../designs";

const WHAT = "brickfield army";
/** Letters of the models of an address; longer ones many programs cut off. */
const MOST_IN_LINK = 6_000;
const FOREIGN = refusalOf("no_army", "This file is no army from Brickfield. Nothing was changed.");

type ArmyFile = { what: string; game: string; army: string; models: Record<string, string> };

export const isArmyFile = (file: File): boolean => file.name.toLowerCase().endsWith(".json");

/** The text of the file of an army. */
export function armyFile(game: string, army: Army, name: string): string {
  const models = ownModels.forms(army.map(([text]) => text));
  return JSON.stringify({ what: WHAT, game, army: armyCode(army, name), models } satisfies ArmyFile);
}

/** What an address needs besides the code of an army: its models, where they are short; nothing where they are too long. */
export function modelsInLink(army: Army): string {
  const forms = Object.values(ownModels.forms(army.map(([text]) => text)));
  const joined = forms.join("~");
  return forms.length > 0 && joined.length <= MOST_IN_LINK ? `&models=${joined}` : "";
}

/** Whether some unit of an army has a model. */
export const hasModels = (army: Army): boolean => army.some(([text]) => splitModel(text).name !== "");

/** Keeps the models that came with an address. */
export async function takeModels(game: string, joined: string): Promise<void> {
  await Promise.all(
    joined
      .split("~")
      .filter(Boolean)
      .slice(0, 12)
      .map((form) => takeForm(game, form)),
  );
}

function isArmy(value: unknown): value is ArmyFile {
  if (typeof value !== "object" || value === null) return false;
  const { what, game, army, models } = value as Partial<ArmyFile>;
  const areForms =
    typeof models === "object" && models !== null && Object.values(models).every((one) => typeof one === "string");
  return what === WHAT && typeof game === "string" && typeof army === "string" && areForms;
}

/** The army of a file, when its models are here; they are measured anew, whatever the file says of them. */
export async function readArmyFile(game: string, text: string): Promise<{ army: Army; name: string } | Refusal> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return FOREIGN;
  }
  if (!isArmy(value)) return FOREIGN;
  if (value.game !== game) return refusalOf("other_game", "This army is for another game. Choose that game first.");
  for (const form of Object.values(value.models).slice(0, 12)) {
    const reply = await takeForm(game, form);
    if (!reply.ok && isRefusal(reply.refusal)) return reply.refusal;
  }
  return { army: readArmyCode(value.army), name: armyNameIn(value.army) };
}
