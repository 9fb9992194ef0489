// Names of the chapters of a rule book, as the game gives them.
import type { ChapterLine } from "../protocol";

/** The title of a group; a group without one goes by its own name. */
export function chapterTitle(group: string, chapters: readonly ChapterLine[]): string {
  const words = chapters.find((chapter) => chapter.group === group)?.title ?? group.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
