// Where a window becomes one of five layouts of the table. Width and height decide together, and nowhere else: style
// sheets say `@media (--sheet)`, which the build turns into the condition of that name here, and code asks `isLaid`.

/** Wider than high, with a little to spare: there a column beside the board costs less of it than a strip below. */
const LANDSCAPE = "(min-aspect-ratio: 11/10)";
const UPRIGHT = "(max-aspect-ratio: 1099/1000)";
/** Two columns fit beside the board, or one of them with a list under the question. */
const DESK = "(min-width: 1200px) and (min-height: 640px)";
/** No higher than a phone that lies on its side, or a browser with bars above and below. */
const LOW = "(max-height: 559px)";
const HIGH = "(min-height: 560px)";
const NO_DESK = [`${HIGH} and (max-width: 1199px)`, `${HIGH} and (max-height: 639px)`];

const LAID = {
  /** a desk: the board between the units and the question, or, where the table is wide, left of both */
  columns: [DESK],
  /** a tablet on its side or a short window: the question beside the board, the units in a strip below it */
  beside: NO_DESK.map((one) => `${one} and ${LANDSCAPE}`),
  /** a phone on its side: as beside, and the bar too stands in the column, so that the board has the whole height */
  lying: [`${LOW} and ${LANDSCAPE}`],
  /** an upright tablet: the board above, the question below it over the whole width */
  below: [`(min-width: 601px) and (max-width: 1199px) and ${UPRIGHT}`],
  /** an upright phone: the question is a sheet that is pulled up and down */
  sheet: [`(max-width: 600px) and ${UPRIGHT}`],
} as const;

const SIDE = [...LAID.beside, ...LAID.lying];
const STANDING = [...LAID.below, ...LAID.sheet];

const NAMED: Record<string, readonly string[]> = {
  ...LAID,
  /** the question in one column beside the board */
  side: SIDE,
  /** the question below the board */
  upright: STANDING,
  /** a phone, whichever way it is held */
  handheld: [...LAID.sheet, ...LAID.lying],
  /** every layout but a desk's */
  narrow: [...SIDE, ...STANDING],
};

export type Layout = keyof typeof LAID | "side" | "upright" | "handheld" | "narrow";

/** The condition of a name, as style sheets have it. */
export function conditionOf(name: string): string {
  const found = NAMED[name];
  if (!found) throw new Error(`no layout is called ${name}`);
  return found.join(", ");
}

/** A style sheet with the conditions in the place of their names. */
export const withConditions = (sheet: string): string =>
  sheet.replace(/@media \(--([a-z]+)\)/g, (_, name: string) => `@media ${conditionOf(name)}`);

/** Whether the window has this layout now. */
export const isLaid = (name: Layout): boolean =>
  typeof matchMedia === "function" && matchMedia(conditionOf(name)).matches;
