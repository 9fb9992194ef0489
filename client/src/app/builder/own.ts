// A unit of one's own as an army list writes it: "Lynx: AP4 DP3 MP10 light RC12". The server judges what it says.
import type { Yard } from "../../protocol";

export type Own = { name: string; numbers: Record<string, number>; kinds: string[]; style: string; price: number };

export function writeOwn({ name, numbers, kinds, style, price }: Own): string {
  const counted = Object.entries(numbers).map(([short, value]) => `${short}${value}`);
  const priced = price > 0 ? [`RC${price}`] : [];
  return `${name.trim() || "Unnamed"}: ${[...counted, ...kinds, style, ...priced].filter(Boolean).join(" ")}`;
}

/** What stands in a text; a number that is not there is 0. */
export function readOwn(yard: Yard, text: string): Own {
  const at = text.lastIndexOf(": ");
  const words = at < 0 ? [] : text.slice(at + 2).split(" ");
  const number = (short: string): number => {
    const word = words.find((one) => one.startsWith(short) && /^\d+$/.test(one.slice(short.length)));
    return word ? Number(word.slice(short.length)) : 0;
  };
  const known = (values: readonly { value: unknown }[]) =>
    words.filter((word) => values.some((one) => one.value === word));
  return {
    name: at < 0 ? text : text.slice(0, at),
    numbers: Object.fromEntries(yard.limits.map((limit) => [limit.short, number(limit.short)])),
    kinds: known(yard.kinds),
    style: known(yard.styles)[0] ?? String(yard.styles[0]?.value ?? ""),
    price: number(yard.budget.short),
  };
}
