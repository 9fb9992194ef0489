/** The recipe of a ground vehicle, read from its model name: `vehicle.<size>.<mount>.<role>.<ap>-<dp>-<mp>.<turret>.<chassis>`.
 * The game writes it from the card, so that a new unit needs nothing here. A commander is a last word. */

import { plainName } from "./names";

const SIZES = ["light", "medium", "heavy", "gun", "car"] as const;
const MOUNTS = ["turret", "fixed", "all_round", "none"] as const;
const ROLES = ["tank", "spg", "artillery", "amphibious", "spotter"] as const;
const TURRETS = ["box", "round", "slope", "tall"] as const;
const CHASSIS = ["tracks", "wheels", "truck"] as const;

export type Recipe = {
  size: (typeof SIZES)[number];
  mount: (typeof MOUNTS)[number];
  role: (typeof ROLES)[number];
  ap: number;
  dp: number;
  mp: number;
  turret: (typeof TURRETS)[number];
  chassis: (typeof CHASSIS)[number];
  commander: boolean;
};

const one = <T extends string>(list: readonly T[], word: string | undefined): T | undefined =>
  list.find((each) => each === word);

export function recipeOf(model: string): Recipe | undefined {
  const [family, ...words] = plainName(model).split(".");
  if (family !== "vehicle") return undefined;
  const [size, mount, role] = [one(SIZES, words[0]), one(MOUNTS, words[1]), one(ROLES, words[2])];
  const numbers = (words[3] ?? "").split("-").map(Number);
  const [turret, chassis] = [one(TURRETS, words[4]), one(CHASSIS, words[5])];
  if (!size || !mount || !role || !turret || !chassis) return undefined;
  const [ap, dp, mp] = numbers;
  if (ap === undefined || dp === undefined || mp === undefined || numbers.some(Number.isNaN)) return undefined;
  return { size, mount, role, ap, dp, mp, turret, chassis, commander: words[6] === "commander" };
}
