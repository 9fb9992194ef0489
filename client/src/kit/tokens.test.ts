// The colours of the sheet, by day, at night and with high contrast: words can be read, lines seen, and no style sheet
// or page has a colour of its own that would not follow.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const HERE = import.meta.dirname;
const SOURCES = join(HERE, "..");
const tokens = readFileSync(join(HERE, "styles", "tokens.css"), "utf-8");

/** The colours a selector sets. */
function set(selector: string): Record<string, string> {
  const [, block = ""] = tokens.split(`${selector} {`);
  const lines = block.slice(0, block.indexOf("}")).matchAll(/--([\w-]+):\s*(#[0-9a-f]{6}|var\(--[\w-]+\));/g);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

const DAY = set(":root");
const NIGHT = { ...DAY, ...set('html[data-theme="dark"]') };
const BOLD = set('html[data-contrast="high"]');
const SHEETS: Record<string, Record<string, string>> = {
  day: DAY,
  night: NIGHT,
  "high contrast": { ...DAY, ...BOLD },
  "high contrast at night": { ...NIGHT, ...BOLD, ...set('html[data-contrast="high"][data-theme="dark"]') },
};

function light(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(sheet: Record<string, string>, one: string, other: string): number {
  const colour = (name: string): string => {
    const value = sheet[name];
    if (value === undefined) throw new Error(`no colour is called ${name}`);
    return value.startsWith("var(") ? colour(value.slice(6, -1)) : value;
  };
  const [a, b] = [light(colour(one)), light(colour(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ["sheet", "paper", "tint", "card"];
const TINTS = ["ask-tint", "bad-tint", ..."abcdef".split("").map((side) => `side-${side}-tint`)];
const SIDES = "abcdef".split("").map((side) => `side-${side}`);
/** Words and what they stand on. */
const READ: [string[], string[]][] = [
  [["ink"], [...GROUNDS, ...TINTS, "hot"]],
  [["ink2"], [...GROUNDS, "ask-tint"]],
  [
    ["link", "bad", "good"],
    ["paper", "tint", "card"],
  ],
  [["bad"], ["bad-tint"]],
  [["on-ink"], ["ink"]],
  [["on-ask"], ["ask"]],
  [SIDES, ["paper", "tint"]],
  [["on-side"], SIDES],
  [["white"], ["loss"]],
];
/** Lines and shapes that mean something, and what they stand on. */
const SEEN: [string[], string[]][] = [
  [
    ["pile-red-edge", "pile-green-edge", "pile-blue-edge"],
    ["paper", "tint"],
  ],
  [["cover-none", "cover-soft", "cover-hard"], ["paper"]],
];

const worse = (sheet: Record<string, string>, pairs: [string[], string[]][], least: number): string[] =>
  pairs.flatMap(([words, grounds]) =>
    words.flatMap((word) =>
      grounds.flatMap((ground) => {
        const found = contrast(sheet, word, ground);
        return found < least ? [`${word} on ${ground}: ${found.toFixed(2)}`] : [];
      }),
    ),
  );

describe.each(Object.keys(SHEETS))("the sheet by %s", (name) => {
  const sheet = SHEETS[name] as Record<string, string>;

  it("has words that can be read and lines that can be seen", () => {
    expect(worse(sheet, READ, 4.5)).toEqual([]);
    expect(worse(sheet, SEEN, 3)).toEqual([]);
  });
});

describe("colours", () => {
  const files = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf-8" }).map((name) => join(folder, name));
  const sheets = files(SOURCES).filter(
    (name) => name.endsWith(".css") && !/tokens\.css$|(print|paper)\.css$/.test(name),
  );

  it("stand in one place: no other style sheet has one of its own", () => {
    const own = sheets.flatMap((name) => {
      const text = readFileSync(name, "utf-8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
      return (text.match(/#[0-9a-f]{3,8}\b|\brgba?\([^)]*\)|:\s*(?:white|black)\b/gi) ?? []).map(
        (one) => `${name}: ${one}`,
      );
    });
    expect(sheets.length).toBeGreaterThan(20);
    expect(own).toEqual([]);
  });

  it("are known by name wherever they are used", () => {
    const known = new Set([...tokens.matchAll(/--([\w-]+):/g)].map(([, name]) => name));
    const parts = files(SOURCES).filter((name) => /\.(css|tsx?)$/.test(name) && !name.includes(".test."));
    const colourOf = /(?:color|background|fill|stroke|colour)[\w-]*["':={\s]+["'`]?var\(--([\w-]+)\)/g;
    const unknown = parts.flatMap((name) =>
      [...readFileSync(name, "utf-8").matchAll(colourOf)].flatMap(([, token = ""]) =>
        known.has(token) ? [] : [token],
      ),
    );
    expect(unknown.filter((token) => token !== "pile")).toEqual([]);
  });
});
