// Names of the chapters: a plain word for each group of clauses, else what the game prints.
import type { Chapter } from "../protocol";

// A group is finer than a printed chapter ("Base rules" holds moving, shooting and more), so it has its own word.
const WORDS: Record<string, string> = {
  about: "About the game",
  air: "Airplanes",
  amph: "Amphibious units",
  army: "Building your army",
  arty: "Artillery",
  build: "Building instructions",
  card: "Cards",
  cmd: "Commanders",
  conflict: "Settling disputes",
  cover: "Laying out the battlefield",
  declare: "Declaring targets",
  ffa: "Free for all",
  first_turn: "First turn",
  geometry: "Measuring",
  golden: "The golden rule",
  hm: "Hit markers",
  house: "House rules",
  inf: "Infantry",
  infantry: "Infantry",
  los: "Line of sight",
  mine: "Mines",
  mod: "Modifiers",
  move: "Moving",
  obst: "Obstacles",
  quick: "Quick play",
  reinf: "Reinforcements",
  setup: "Starting a game",
  shoot: "Shooting",
  spg: "Self-propelled guns",
  spot: "Spotting",
  team: "Three or more players",
  terrain: "Terrain",
  turn: "Turns",
  unit: "Units",
  vt: "Victory Table",
  weather: "Weather",
  win: "Winning",
  wreck: "Wrecks",
  young: "Young players",
};

/** The group of a clause: the second word of its id. */
export function groupOf(clause: string): string {
  return clause.split(".")[1] ?? clause;
}

/** The title of a group: what its book prints over it, unless the book prints that over several groups. */
export function chapterTitle(group: string, chapters: readonly Chapter[] = []): string {
  const printed = chapters.find((chapter) => chapter.group === group)?.title;
  const shared = chapters.filter((chapter) => chapter.title === printed).length > 1;
  const words = (shared ? undefined : printed) ?? WORDS[group] ?? group.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
