// A unit on the parade ground: figures and parts as they are set here. The server makes a card of its text.
import type { BuiltCard, ModuleFace, Yard } from "../../protocol";
import { nameOf } from "../designs";

export type Draft = {
  name: string;
  /** The parts of each figure: what he is, his weapon, then what he carries. Empty for a unit of one piece. */
  figures: string[][];
  /** What a unit of one piece is made of, or a weapon that its figures serve. */
  parts: string[];
};

export const LONGEST_NAME = 24;

/** A name without what parts a code. */
export const cleanName = (name: string): string => name.replace(/[:;,\n]/g, "").slice(0, LONGEST_NAME);

/** Figures that are alike and stand side by side are counted. */
function counted(figures: readonly string[][]): string[] {
  const rows: { text: string; count: number }[] = [];
  for (const text of figures.map((parts) => parts.join(" "))) {
    const last = rows.at(-1);
    if (last?.text === text) last.count += 1;
    else rows.push({ text, count: 1 });
  }
  return rows.map(({ text, count }) => (count > 1 ? `${count} ${text}` : text));
}

/** The text the server reads: "Red Foxes: veteran smg grenade, 4 regular smg". */
export function textOf({ name, figures, parts }: Draft): string {
  const made = figures.length > 0 ? [...parts, ...counted(figures)].join(", ") : parts.join(" ");
  return name.trim() ? `${name.trim()}: ${made}` : made;
}

/** The unit the server understood; a ready-made card keeps its name when it is changed. */
export function draftOf(built: BuiltCard, ready: boolean): Draft {
  const own = built.text.includes(": ") ? nameOf(built.text) : "";
  return {
    name: ready ? built.name : own,
    figures: (built.figures ?? []).map((figure) => [...figure.parts]),
    parts: [...(built.parts ?? [])],
  };
}

export const modulesThat = (yard: Yard, fits: string): ModuleFace[] => yard.modules.filter((one) => one.fits === fits);

const moduleOf = (yard: Yard, id: string): ModuleFace | undefined => yard.modules.find((one) => one.id === id);

/** What part of a figure or vehicle is of a sort. */
export const partThat = (yard: Yard, parts: readonly string[], fits: string): string =>
  parts.find((id) => moduleOf(yard, id)?.fits === fits) ?? "";

/** The parts with another one of a sort in the place of the one that was there. */
export function withPart(yard: Yard, parts: readonly string[], fits: string, id: string): string[] {
  const at = parts.findIndex((one) => moduleOf(yard, one)?.fits === fits);
  if (at < 0) return [...parts, id];
  return parts.map((one, i) => (i === at ? id : one));
}

/** The parts with one more of something, or without the last of it. */
export function withCount(parts: readonly string[], id: string, by: 1 | -1): string[] {
  if (by > 0) return [...parts, id];
  const at = parts.lastIndexOf(id);
  return parts.filter((_, i) => i !== at);
}

/** A unit with one of its figures changed. */
export const withFigure = (draft: Draft, at: number, parts: string[]): Draft => ({
  ...draft,
  figures: draft.figures.map((one, i) => (i === at ? parts : one)),
});
