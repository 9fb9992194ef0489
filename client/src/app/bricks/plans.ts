// How models are built: the plans of a game's models, fetched once, and what is read from them.
import type { LaidPart, PartLook } from "../../board";
import { api, type Reply } from "../../kit";

export type Step = {
  first: number;
  lit: number;
  new: number;
  end: number;
  piece: string;
  times: number;
};

export type Plan = {
  title: string;
  size: readonly [long: number, wide: number, high: number];
  parts: readonly LaidPart[];
  steps: readonly Step[];
  module: boolean;
};

/** As it is sent: steps as lists of their numbers; of all parts the looks, the colours, the turns, and the places. */
type SentPlan = Omit<Plan, "parts" | "steps"> & {
  parts: number[][];
  steps: [first: number, lit: number, from: number, end: number, piece: string, times: number][];
};
type Sent = Omit<Plans, "models"> & { models: Record<string, SentPlan>; turns: number[][] };

function laid({ turns, models, ...rest }: Sent): Plans {
  const numbers = Object.keys(rest.looks).sort();
  const rows = (turn: number, place: readonly number[]): number[] => {
    const t = turns[turn] ?? [];
    return [0, 1, 2].flatMap((row) => [t[3 * row] ?? 0, t[3 * row + 1] ?? 0, t[3 * row + 2] ?? 0, place[row] ?? 0]);
  };
  const plans = Object.entries(models).map(([name, { parts, steps, ...plan }]): [string, Plan] => {
    const [looks = [], colours = [], ways = [], ...places] = parts;
    const all = looks.map((look, at) => {
      const place = places.map((axis) => axis[at] ?? 0);
      return [numbers[look] ?? "", colours[at] ?? 0, rows(ways[at] ?? 0, place)] as const;
    });
    const each = steps.map(([first, lit, from, end, piece, times]) => ({ first, lit, new: from, end, piece, times }));
    return [name, { ...plan, parts: all, steps: each }];
  });
  return { ...rest, models: Object.fromEntries(plans) };
}

export type Plans = {
  models: Readonly<Record<string, Plan>>;
  looks: Readonly<Record<string, PartLook>>;
  paints: Readonly<Record<string, string>>;
  colours: Readonly<Record<string, string>>;
};

export type PartLine = { number: string; title: string; colour: number; count: number };

/** The colour that a model leaves to whoever builds it. */
export const YOURS = 16;
const YOUR_PAINT = "#3d74b5";
const NO_PAINT = "#9aa4ab";

const fetched = new Map<string, Promise<Reply<Plans>>>();

/** The plans of a game's models; asked for again only when they could not be had. */
export function plansOf(game: string): Promise<Reply<Plans>> {
  const coming =
    fetched.get(game) ??
    api.steps<Sent>(game).then((reply) => (reply.ok ? { ok: true as const, value: laid(reply.value) } : reply));
  fetched.set(game, coming);
  void coming.then((reply) => {
    if (!reply.ok) fetched.delete(game);
  });
  return coming;
}

export const colourName = (plans: Plans, colour: number): string =>
  colour === YOURS ? "your colour" : (plans.colours[colour] ?? `colour ${colour}`).replaceAll("_", " ");

export const paintOf = (plans: Plans, colour: number): string =>
  colour === YOURS ? YOUR_PAINT : (plans.paints[colour] ?? NO_PAINT);

/** The title of a part as people write it. */
const written = (title: string): string => title.replace(/\s+/g, " ").replaceAll(" x ", " × ").trim();

/** Parts of one kind and colour together, the most first. */
export function partLines(plans: Plans, parts: readonly LaidPart[], times = 1): PartLine[] {
  const found = new Map<string, PartLine>();
  for (const [number, colour] of parts) {
    const key = `${number} ${colour}`;
    const line = found.get(key) ?? { number, title: written(plans.looks[number]?.title ?? number), colour, count: 0 };
    found.set(key, { ...line, count: line.count + times });
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.number.localeCompare(b.number));
}

/** What a step takes from the heap. */
export const stepLines = (plans: Plans, plan: Plan, step: Step): PartLine[] =>
  partLines(plans, plan.parts.slice(step.new, step.end), step.times);

/** What is done in a step, in words. */
export function stepWords(plan: Plan, index: number): string {
  const step = plan.steps[index];
  if (!step) return "";
  const what = step.piece ? `${step.piece}${step.times > 1 ? `, ${step.times} times` : ""}` : "";
  const puts = step.lit < step.new ? putOn(plan, index) : "";
  return [what, puts].filter(Boolean).join(": ");
}

/** The pieces that were built since the last step of what they are put on. */
function putOn(plan: Plan, index: number): string {
  const step = plan.steps[index];
  const names: string[] = [];
  for (let at = index - 1; at >= 0 && step; at -= 1) {
    const before = plan.steps[at];
    if (!before || before.first < step.lit) break;
    if (before.piece && !names.includes(before.piece)) names.unshift(before.piece);
  }
  return names.length > 0 ? `Put on: ${names.join(", ")}` : "Put it on";
}

/** The models of a game in the order in which they are shown: whole ones first. */
export function shownModels(plans: Plans): [string, Plan][] {
  return Object.entries(plans.models).sort(
    ([, a], [, b]) => Number(a.module) - Number(b.module) || a.title.localeCompare(b.title),
  );
}

export const sizeWords = ({ size: [long, wide, high] }: Plan): string => {
  const round = (value: number): string => String(Math.round(value * 10) / 10);
  return `${round(long)} × ${round(wide)} studs, ${round(high)} bricks high`;
};
