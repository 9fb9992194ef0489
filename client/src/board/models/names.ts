/** Names of models: what is drawn, and after an @ the folder and the name of the design it is built after, or of several
 * designs with a dash between, one for each slot. */

const NAMED = /@([a-z0-9_]+)\/([a-z0-9_-]+)/;

/** The name without the design it is built after. */
export const plainName = (model: string): string => (model.includes("@") ? model.replace(NAMED, "") : model);

/** Whether it flies. */
export const isPlane = (model: string): boolean => model.split(".")[0] === "plane";

/** The design a name tells of. */
export function namedDesign(model: string): { folder: string; name: string } | undefined {
  const [, folder, name] = NAMED.exec(model) ?? [];
  return folder && name ? { folder, name } : undefined;
}
