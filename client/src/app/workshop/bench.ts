// What lies on the workshop's bench: a name and what is in each slot. The server makes a Mech of it.
import type { BuiltCard, ModuleFace, NumberFace, Yard } from "../../protocol";

export type Bench = { name: string; slots: string[] };

const BETWEEN = "-";
const AFTER_NAME = ": ";
const VERSION = ".";
export const LONGEST_NAME = 24;

/** The text the server reads. */
export function textOf(bench: Bench): string {
  const built = bench.slots.join(BETWEEN);
  return bench.name.trim() ? `${bench.name.trim()}${AFTER_NAME}${built}` : built;
}

/** The bench with what the server understood of a text. */
export function benchOf(built: BuiltCard): Bench {
  return { name: built.name, slots: [...built.slots] };
}

/** A name without what parts a code. */
export function cleanName(name: string): string {
  return name.replace(/[:;\n]/g, "").slice(0, LONGEST_NAME);
}

/** A module as it is written for a slot: with its version, where there is a left and a right one. */
export function written(module: ModuleFace, version: string): string {
  return version ? `${module.id}${VERSION}${version}` : module.id;
}

export function withSlot(bench: Bench, index: number, text: string): Bench {
  return { ...bench, slots: bench.slots.map((old, at) => (at === index ? text : old)) };
}

/** The slot for a sort of module: an empty one first, then the one of the side that is looked at. */
export function slotFor(yard: Yard, bench: Bench, fits: string, side: string): number {
  const able = yard.slots.flatMap((slot, index) => (slot.fits === fits ? [index] : []));
  const empty = able.find((index) => bench.slots[index] === "");
  return empty ?? able.find((index) => yard.slots[index]?.side === side) ?? able[0] ?? 0;
}

/** The module that is written in a slot, fitting or not. */
export function moduleIn(yard: Yard, text: string): ModuleFace | undefined {
  const id = text.split(VERSION)[0];
  return yard.modules.find((one) => one.id === id);
}

/** A number of a module, 0 when it has none of that name. */
export function numberOf(numbers: readonly NumberFace[], id: string): number {
  return numbers.find((one) => one.id === id)?.value ?? 0;
}

/** The numbers that dice are thrown for, as the outer modules list them, and those of the Mech as a whole. */
export function columns(yard: Yard): { dice: NumberFace[]; own: NumberFace[] } {
  const sided = new Set(yard.slots.filter((slot) => slot.side).map((slot) => slot.fits));
  const listed = (outer: boolean) => yard.modules.find((one) => sided.has(one.fits) === outer)?.numbers ?? [];
  return { dice: listed(true), own: listed(false) };
}
