// The rows of an army: counted, in the order they came. A row that is counted down to none stays where it is.
import type { Army } from "../battle/draft";

/** What an army holds: rows of none are only kept for the hand that counts. */
export const manned = (army: Army): Army => army.filter(([, count]) => count > 0);

/** So many of one row. */
export function withCount(army: Army, index: number, count: number): Army {
  return army.map((row, at): [string, number] => (at === index ? [row[0], Math.max(0, count)] : row));
}

/** One more of a text: counted where it stands already, else at the end. Where it stands then, too. */
export function withOneMore(army: Army, text: string): { army: Army; index: number } {
  const index = army.findIndex(([known]) => known === text);
  const count = army[index]?.[1];
  if (count !== undefined) return { army: withCount(army, index, count + 1), index };
  return { army: [...army, [text, 1]], index: army.length };
}

export const countOf = (army: Army, text: string): number =>
  army.reduce((sum, [known, count]) => sum + (known === text ? count : 0), 0);

export const without = (army: Army, index: number): Army => army.filter((_, at) => at !== index);

/** A row of its own with one of the same, right behind it, to be changed. */
export function twinned(army: Army, index: number): Army {
  const text = army[index]?.[0];
  return text === undefined ? army : [...army.slice(0, index + 1), [text, 1], ...army.slice(index + 1)];
}

/** One of a row gets something on top, or loses it again; where that one stands then. */
export function withUpgrade(army: Army, index: number, written: string): { army: Army; index: number } {
  const [text, count] = army[index] ?? ["", 0];
  const other = text.endsWith(written) ? text.slice(0, -written.length) : `${text}${written}`;
  const fewer = withCount(army, index, count - 1);
  const there = fewer.findIndex(([known]) => known === other);
  if (there >= 0) return { army: withCount(fewer, there, (fewer[there]?.[1] ?? 0) + 1), index: there };
  // the last one changes where it stands, others part from their row
  if (count <= 1) return { army: army.map((row, at) => (at === index ? [other, 1] : row)), index };
  const parted: Army = [...fewer.slice(0, index + 1), [other, 1], ...fewer.slice(index + 1)];
  return { army: parted, index: index + 1 };
}

/** A name nobody has taken: "Ridge Company 2" beside "Ridge Company". */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  const plain = wanted.replace(/ \d+$/, "");
  for (let number = 2; ; number += 1) if (!taken.includes(`${plain} ${number}`)) return `${plain} ${number}`;
}
