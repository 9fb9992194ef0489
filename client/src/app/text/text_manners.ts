// What people agree to by sitting down, in words: the clock, and a bot for whoever is away.
import { plural } from "../../kit";
import type { GameCard } from "../../protocol";
import { type Draft, isBetweenPeople, STAND_IN_MINUTES } from "../battle/draft";
import type { TextAnswer } from "./text_page";

const clockWords = (game: GameCard, id: string): string =>
  game.clocks.find((one) => one.id === id)?.title.toLowerCase() ?? "no clock";

const awayWords = (minutes: number): string =>
  minutes === 0 ? "never" : minutes === 60 ? "after an hour" : `after ${plural(minutes, "minute")}`;

/** What is agreed between people now, in lines. */
export function mannersLines(game: GameCard, draft: Draft): string[] {
  if (!isBetweenPeople(draft)) return [];
  const clock = game.clocks.find((one) => one.id === draft.clock);
  return [
    `Clock: ${clockWords(game, draft.clock)}. ${clock?.text ?? "A question waits as long as it takes."}`,
    `A bot for whoever is away: ${awayWords(draft.standIn)}${draft.standIn > 0 ? ", if all others who are there want it" : ""}.`,
  ];
}

/** Answers that change it, where people play each other. */
export function mannersAnswers(game: GameCard, draft: Draft, change: (draft: Draft) => void): TextAnswer[] {
  if (!isBetweenPeople(draft)) return [];
  const clocks = ["", ...game.clocks.map((one) => one.id)];
  const clock = clocks[(clocks.indexOf(draft.clock) + 1) % clocks.length] ?? "";
  const standIn = STAND_IN_MINUTES[(STAND_IN_MINUTES.indexOf(draft.standIn) + 1) % STAND_IN_MINUTES.length] ?? 0;
  return [
    { words: `Clock: change to ${clockWords(game, clock)}`, act: () => change({ ...draft, clock }) },
    {
      words: `A bot for whoever is away: change to ${awayWords(standIn)}`,
      act: () => change({ ...draft, standIn }),
    },
  ];
}
