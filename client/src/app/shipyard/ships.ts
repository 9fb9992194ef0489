// A ship on the slipway: its numbers as they are set here. The server makes a card of its text.
import type { BuiltCard, Yard } from "../../protocol";
import type { Army } from "../battle/draft";

export type Ship = {
  name: string;
  length: number;
  /** Points by the numbers of the yard. */
  points: Record<string, number>;
  /** Words on its card: kinds with an effect, then its look. */
  words: string[];
};

export const LONGEST_NAME = 24;

/** A name without what parts a code. */
export function cleanName(name: string): string {
  return name.replace(/[:;\n]/g, "").slice(0, LONGEST_NAME);
}

/** The text the server reads: "Sea Wolf 12: 4-2-6 oars". */
export function textOf(yard: Yard, ship: Ship): string {
  const split = yard.points.map((one) => ship.points[one.id] ?? 0).join("-");
  const words = ship.words.map((word) => ` ${word}`).join("");
  return `${ship.name.trim() || "Nameless"} ${ship.length}: ${split}${words}`;
}

/** The ship the server understood. */
export function shipOf(yard: Yard, built: BuiltCard): Ship {
  const known = [...yard.kinds, ...yard.styles].map((one) => String(one.value));
  const value = (id: string) => built.face.numbers.find((one) => one.id === id)?.value ?? 0;
  return {
    name: built.name,
    length: built.face.cost,
    points: Object.fromEntries(yard.points.map((one) => [one.id, value(one.id)])),
    words: built.face.traits.filter((word) => known.includes(word)),
  };
}

/** How many points are spent. */
export function spent(ship: Ship): number {
  return Object.values(ship.points).reduce((sum, one) => sum + one, 0);
}

/** The ship with one word of a group instead of another; "" takes the group's words off. */
export function withWord(ship: Ship, group: readonly { value: unknown }[], word: string): Ship {
  const others = ship.words.filter((one) => !group.some(({ value }) => value === one));
  return { ...ship, words: word ? [...others, word] : others };
}

/** The fleet with another text in one place. */
export function replaced(fleet: Army, index: number, text: string): Army {
  return fleet.map((row, at): [string, number] => (at === index ? [text, row[1]] : row));
}

/** The fleet with more or fewer of one ship; none takes it off the list. */
export function counted(fleet: Army, index: number, by: number): Army {
  return fleet.flatMap((row, at): Army => {
    const count = at === index ? row[1] + by : row[1];
    return count > 0 ? [[row[0], count]] : [];
  });
}

/** The fleet with one more of a ship: it is counted where it stands already. */
export function added(fleet: Army, text: string): Army {
  const at = fleet.findIndex(([known]) => known === text);
  return at < 0 ? [...fleet, [text, 1]] : counted(fleet, at, 1);
}
