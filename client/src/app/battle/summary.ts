// The battle that is being agreed on, in one line.
import type { GameCard } from "../../protocol";
import { addedTo, presetOf } from "./chapters";
import { type Draft, type SeatChoice, type SeatKind, scenarioOf, styleWord, titleOf } from "./draft";

const MOST_NAMED = 4;

/** "mines", "mines and weather", "mines, weather and cards". */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

/** " with Viking Longship, 2× Duke": whoever brings an army sees here that it came along; its block is farther down. */
function armyWords(game: GameCard, { points, armies, armyNames }: Draft): string {
  const units = points > 0 ? (armies[0] ?? []) : [];
  if (units.length === 0) return "";
  if (armyNames[0]) return ` with ${armyNames[0]}`;
  const named = units
    .slice(0, MOST_NAMED)
    .map(([text, count]) => `${count > 1 ? `${count}× ` : ""}${titleOf(game, text)}`);
  return ` with ${named.join(", ")}${units.length > MOST_NAMED ? " and others" : ""}`;
}

/** The battle in one line, for the bar with Start. */
export function summaryOf(game: GameCard, draft: Draft): string {
  const title = scenarioOf(game, draft).title;
  const preset = presetOf(game, draft);
  const rules = game.catalogue.presets.find((one) => one.id === preset)?.title ?? "My own";
  const more = addedTo(game, draft).map((one) => one.title.toLowerCase());
  const added = more.length > 0 ? ` with ${listed(more)}` : "";
  const level = (id: string) => game.levels.find((one) => one.id === id)?.title ?? id;
  const words: Record<SeatKind, (choice: SeatChoice) => string> = {
    me: () => "me",
    here: (choice) => choice.name || "a player on this device",
    bot: (choice) => `the ${[styleWord(game, choice), level(choice.level)].filter(Boolean).join(" ")} bot`,
    link: () => "a friend by link",
  };
  const [first, ...others] = draft.seats.map((choice) => words[choice.kind](choice));
  const counted = [...new Set(others)].map((one) => {
    const count = others.filter((other) => other === one).length;
    return count > 1 ? `${one} ×${count}` : one;
  });
  return `${title}, ${rules.toLowerCase()} rules${added}: ${first ?? "nobody"}${armyWords(game, draft)} against ${counted.join(", ")}`;
}
