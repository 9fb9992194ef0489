// A scenario's document as plain data: reading and changing a part of it by its path, and leaving all else as it was.

export type Plain = Record<string, unknown>;
export type Path = readonly (string | number)[];

export const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** "terrain[3].x" as faults write it. */
export function readPath(text: string): Path {
  return [...text.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, word, number]) =>
    number === undefined ? (word ?? "") : Number(number),
  );
}

export function writePath(path: Path): string {
  return path.map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");
}

export const samePath = (a: Path, b: Path): boolean => writePath(a) === writePath(b);

/** Whether a path leads into the part of another one. */
export const isWithin = (path: Path, part: Path): boolean =>
  path.length >= part.length && part.every((step, at) => path[at] === step);

export function valueAt(from: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value) && typeof step === "number") return value[step];
    return isPlain(value) && typeof step === "string" && Object.hasOwn(value, step) ? value[step] : undefined;
  }, from);
}

/** The document with another value there; `undefined` takes a key or an entry away. */
export function withValue<T>(from: T, path: Path, value: unknown): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  if (typeof step === "number") {
    const list = Array.isArray(from) ? [...from] : [];
    if (rest.length === 0 && value === undefined) list.splice(step, 1);
    else list[step] = withValue(list[step], rest, value);
    return list as T;
  }
  const { [step]: old, ...others } = isPlain(from) ? from : ({} as Plain);
  if (rest.length === 0 && value === undefined) return others as T;
  // a key that was there stays in its place
  return { ...(isPlain(from) ? from : {}), [step]: withValue(old, rest, value) } as T;
}

/** The document with one more entry in a list, and the path of the entry. */
export function withEntry<T>(from: T, list: Path, entry: unknown): { document: T; path: Path } {
  const before = valueAt(from, list);
  const entries = Array.isArray(before) ? before : [];
  return { document: withValue(from, list, [...entries, entry]), path: [...list, entries.length] };
}

/** Every place a pattern such as `goals[].area` means in a document. */
export function placesOf(from: unknown, pattern: string): Path[] {
  let found: Path[] = [[]];
  for (const part of pattern.split(".")) {
    const isList = part.endsWith("[]");
    const key = isList ? part.slice(0, -2) : part;
    found = found.flatMap((path): Path[] => {
      const here = [...path, key];
      const value = valueAt(from, here);
      if (!isList) return value === undefined || value === null ? [] : [here];
      return Array.isArray(value) ? value.map((_, at) => [...here, at]) : [];
    });
  }
  return found;
}

/** Where an entry of a pattern is put: the list of `terrain[]`, the place of `objective` itself. */
export const homeOf = (pattern: string): { path: Path; isList: boolean } => ({
  path: readPath(pattern.replace(/\[\]$/, "")),
  isList: pattern.endsWith("[]"),
});
