// Units and armies of one's own: kept in this browser, each as the text an army list takes.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { api, heard, here, named, type Reply } from "../kit";
import type { BuiltCard, CardText } from "../protocol";
import type { Army } from "./battle/draft";

const KEY = named("designs");
const MOST = 200;

export type Kept = {
  /** Cards by game, the newest first. */
  cards: Record<string, string[]>;
  /** Armies by game and name. */
  armies: Record<string, Record<string, Army>>;
  /** What lies on the bench of a game's yard, so that nothing is lost when the page is left. */
  bench: Record<string, Army>;
  /** What the army on the bench is called. */
  called: Record<string, string>;
};

const NOTHING: Kept = { cards: {}, armies: {}, bench: {}, called: {} };

function read(): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...NOTHING, ...stored } : NOTHING;
  } catch {
    return NOTHING;
  }
}

const kept = signal<Kept>(read());

function write(next: Kept): void {
  kept.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing still builds; the design can be copied as a code.
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** An army under its name, or under the next one that is free. */
function withArmy(armies: Record<string, Army>, name: string, army: Army): Record<string, Army> {
  for (let count = 1; ; count++) {
    const called = count === 1 ? name : `${name} (${count})`;
    const there = Object.hasOwn(armies, called) ? armies[called] : undefined;
    if (there === undefined) return { ...armies, [called]: army };
    if (same(there, army)) return armies;
  }
}

function joined(own: Kept, more: Kept): Kept {
  const next = { ...own, cards: { ...own.cards }, armies: { ...own.armies } };
  for (const [game, cards] of Object.entries(more.cards)) {
    next.cards[game] = [...new Set([...(own.cards[game] ?? []), ...cards])].slice(0, MOST);
  }
  for (const [game, armies] of Object.entries(more.armies)) {
    for (const [name, army] of Object.entries(armies)) {
      next.armies[game] = withArmy(next.armies[game] ?? {}, name, army);
    }
  }
  // what lies on the bench here stays there
  for (const [game, army] of Object.entries(more.bench)) {
    if ((own.bench[game] ?? []).length > 0) continue;
    next.bench = { ...next.bench, [game]: army };
    next.called = { ...next.called, [game]: more.called[game] ?? "" };
  }
  return next;
}

export const designs = {
  /** The kept cards of a game; reading it in a view follows its changes. */
  cards: (game: string): string[] => kept.value.cards[game] ?? [],
  armies: (game: string): Record<string, Army> => kept.value.armies[game] ?? {},
  bench: (game: string): Army => kept.value.bench[game] ?? [],
  called: (game: string): string => kept.value.called[game] ?? "",
  keepCard(game: string, text: string): void {
    const others = designs.cards(game).filter((one) => nameOf(one) !== nameOf(text));
    write({ ...kept.value, cards: { ...kept.value.cards, [game]: [text, ...others].slice(0, MOST) } });
  },
  dropCard(game: string, text: string): void {
    const cards = designs.cards(game).filter((one) => one !== text);
    write({ ...kept.value, cards: { ...kept.value.cards, [game]: cards } });
  },
  keepArmy(game: string, name: string, army: Army): void {
    const armies = { ...designs.armies(game), [name]: army };
    write({ ...kept.value, armies: { ...kept.value.armies, [game]: armies } });
  },
  dropArmy(game: string, name: string): void {
    const { [name]: _dropped, ...armies } = designs.armies(game);
    write({ ...kept.value, armies: { ...kept.value.armies, [game]: armies } });
  },
  keepBench(game: string, army: Army): void {
    write({ ...kept.value, bench: { ...kept.value.bench, [game]: army } });
  },
  keepCalled(game: string, name: string): void {
    write({ ...kept.value, called: { ...kept.value.called, [game]: name } });
  },
  /** Everything that is kept, to be taken along. */
  all: (): Kept => kept.value,
  /** Put the designs of another device to these: nothing that is here goes, and nothing comes twice. */
  add: (more: Kept): void => write(joined(kept.value, more)),
  /** Forget all: for "delete my data" and for tests. */
  forgetAll: (): void => write(NOTHING),
  /** Read the store again, after another tab wrote to it. */
  reload: (): void => {
    kept.value = read();
  },
};

if (typeof addEventListener === "function") {
  addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) designs.reload();
  });
}

/** The name in a card's text: what stands before the colon, without a length that belongs to the numbers behind it. */
export function nameOf(text: string): string {
  const at = text.lastIndexOf(": ");
  if (at < 0) return text;
  return text.slice(0, at).replace(/^(.+) \d{1,3}$/, (all, name) => (/^: \d/.test(text.slice(at)) ? name : all));
}

const BETWEEN = "; ";

/** An army as a code people can read and paste: "2x Sea Wolf 12: 4-2-6; Cutter"; its name goes before it in brackets. */
export function armyCode(army: Army, name = ""): string {
  const units = army.map(([text, count]) => (count > 1 ? `${count}x ${text}` : text)).join(BETWEEN);
  const called = name.replaceAll(/[[\];\s]+/g, " ").trim();
  return called ? `[${called}] ${units}` : units;
}

const NAMED = /^\s*\[([^\]]{1,40})\]\s*/;

/** What the army of a code is called; "" when it has no name. */
export const armyNameIn = (code: string): string => NAMED.exec(code)?.[1]?.trim() ?? "";

/** The army of a code; what it holds is judged by the server. */
export function readArmyCode(code: string): Army {
  return code
    .replace(NAMED, "")
    .split(/[;\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line): [string, number] => {
      const counted = /^(\d{1,3})\s*[x×]\s+(.+)$/.exec(line);
      return counted ? [counted[2] ?? "", Math.max(1, Number(counted[1]))] : [line, 1];
    });
}

/** What an address asks for, once: it is taken out of the address, so that loading the page again keeps what was done. */
export function takeAsked(name: string): string {
  const asked = here().searchParams.get(name) ?? "";
  if (asked) heard();
  return asked;
}

/** Where a battle with this army is agreed on. */
export function battleWith(game: string, army: Army, name = ""): string {
  return `/new?game=${encodeURIComponent(game)}&army=${encodeURIComponent(armyCode(army, name))}`;
}

// Cards do not change while the page lives: what the server said about one is kept.
const answers = new Map<string, Promise<Reply<BuiltCard>>>();

/** What the server makes of a card. */
export function buildCard(wish: CardText): Promise<Reply<BuiltCard>> {
  const key = JSON.stringify(wish);
  const known = answers.get(key);
  if (known) return known;
  const asked = api.buildCard(wish);
  answers.set(key, asked);
  // a lost connection may come back
  asked.then((reply) => {
    if (!reply.ok && reply.status === 0) answers.delete(key);
  });
  return asked;
}

/** The built cards of some texts, as far as the server has answered. */
export function useBuilt(wish: Omit<CardText, "text">, texts: readonly string[]): Map<string, Reply<BuiltCard>> {
  const [built, setBuilt] = useState<Map<string, Reply<BuiltCard>>>(new Map());
  const asked = JSON.stringify([wish, texts]);
  useEffect(() => {
    let current = true;
    const distinct = [...new Set(texts)].filter(Boolean);
    Promise.all(distinct.map(async (text) => [text, await buildCard({ ...wish, text })] as const)).then((found) => {
      if (current) setBuilt(new Map(found));
    });
    return () => {
      current = false;
    };
  }, [asked]);
  return built;
}
