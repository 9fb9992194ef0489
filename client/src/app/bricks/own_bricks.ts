// What somebody owns, kept on this device: the pasted list, what was ticked, and whether other colours are fine.
import { named } from "../../kit";

export type OwnBricks = { text: string; ticked: readonly string[]; anyColour: boolean };

const PLACE = named("bricks");
const NOTHING: OwnBricks = { text: "", ticked: [], anyColour: false };
/** As many of a ticked part as any army needs. */
const ENOUGH = 999;

export function keptBricks(): OwnBricks {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "null");
    if (typeof kept !== "object" || kept === null) return NOTHING;
    const { text, ticked, anyColour } = kept as Partial<OwnBricks>;
    return {
      text: typeof text === "string" ? text : "",
      ticked: Array.isArray(ticked) ? ticked.filter((one) => typeof one === "string") : [],
      anyColour: anyColour === true,
    };
  } catch {
    return NOTHING;
  }
}

/** False where this device keeps nothing. */
export function keepBricks(bricks: OwnBricks): boolean {
  try {
    localStorage.setItem(PLACE, JSON.stringify(bricks));
    return true;
  } catch {
    return false;
  }
}

/** Ticked parts, each a number and the name of a colour, as lines of a list. */
export const tickedLines = (ticked: readonly string[]): string => ticked.map((one) => `${ENOUGH} ${one}`).join("\n");
