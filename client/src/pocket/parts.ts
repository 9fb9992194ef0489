// The large parts of the program: fetched once, kept by the browser, and unpacked here.
import { XzReadableStream } from "xz-decompress";
import { NotFetched } from "./faults";

export type Part = "wasm" | "library" | "packages" | "core";
/** Where something lies and what it weighs. */
type Place = [string, number];
/** Where the scripts of the interpreter lie, the parts every start needs, and the packs that come when they are used. */
export type Version = { python: string; parts: Record<Part, Place>; packs: Record<string, Place> };

/** Where the service worker keeps what has a hash in its name. */
const SHELF = "brickfield";

let known: Promise<Version> | undefined;

/** Which version of the program this is, and what its parts weigh. */
export function versionOf(base: string): Promise<Version> {
  const asked = () =>
    fetch(`${base}engine/version.json`).catch((fault) => {
      throw new NotFetched(String(fault));
    });
  known ??= asked().then((response) => {
    if (!response.ok) throw new NotFetched(`version.json: ${response.status}`);
    return response.json() as Promise<Version>;
  });
  known.catch(() => {
    known = undefined;
  });
  return known;
}

/** Give large memory back at once, and not when somebody tidies up; nobody looks at it any more. */
export function free({ buffer }: Uint8Array): void {
  (buffer as ArrayBuffer & { transfer?: (size: number) => ArrayBuffer }).transfer?.(0);
}

/** What keeps the parts; none where this browser keeps nothing for this page. */
async function shelf(): Promise<Cache | undefined> {
  try {
    return await caches.open(SHELF);
  } catch {
    return undefined;
  }
}

/** The bytes of a body, told as they come. */
async function read(body: ReadableStream<Uint8Array>, heard?: (bytes: number) => void): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    size += next.value.length;
    heard?.(next.value.length);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A download that was cut off is not kept: the next start fetches it again. */
async function fetched(address: string, size: number, heard?: (bytes: number) => void): Promise<Uint8Array> {
  const response = await fetch(address).catch((fault) => {
    throw new NotFetched(String(fault));
  });
  if (!response.ok || !response.body) throw new NotFetched(`${address}: ${response.status}`);
  const found = await read(response.body, heard).catch((fault) => {
    throw new NotFetched(String(fault));
  });
  if (found.length !== size) throw new NotFetched(`${address}: ${found.length} of ${size} bytes`);
  return found;
}

/** A part, unpacked. `heard` is told of every piece of it that comes, packed as it is. */
export async function part(base: string, what: Part, heard?: (bytes: number) => void): Promise<Uint8Array> {
  const [name, size] = (await versionOf(base)).parts[what];
  const address = new URL(name, base).href;
  const cache = await shelf();
  const kept = await (await cache?.match(address))?.arrayBuffer();
  const found = kept?.byteLength === size ? await unpacked(new Uint8Array(kept)).catch(() => undefined) : undefined;
  if (found) {
    heard?.(size);
    return found;
  }
  // what was kept is damaged, or there is nothing
  if (kept) await cache?.delete(address);
  const packed = await fetched(address, size, heard);
  // a full shelf costs the next start a download, and nothing else
  await cache?.put(address, new Response(packed as BufferSource)).catch(() => undefined);
  return unpacked(packed);
}

/** What is given to it is gone afterwards: twice as much memory for a moment would be too much for a phone. */
function unpacked(packed: Uint8Array): Promise<Uint8Array> {
  const blob = new Blob([packed as BufferSource]);
  free(packed);
  return read(new XzReadableStream(blob.stream()) as ReadableStream<Uint8Array>);
}

const OK = 200;

/** The packs of a worker. Whoever imports something cannot wait for a promise, so they are fetched at once. */
export class Packs {
  /** those that have come, compressed as they are */
  readonly here = new Map<string, Uint8Array>();

  constructor(
    private readonly base: string,
    private readonly places: Version["packs"],
  ) {}

  get names(): string[] {
    return Object.keys(this.places);
  }

  /** Have a pack that somebody else has fetched. */
  take(name: string, packed: Uint8Array): void {
    this.here.set(name, packed);
  }

  readonly bring = (name: string): Uint8Array => {
    const packed = this.here.get(name) ?? this.fetched(name);
    this.here.set(name, packed);
    return packed;
  };

  private fetched(name: string): Uint8Array {
    const [place, size] = this.places[name] as Place;
    const address = new URL(place, this.base).href;
    const asked = new XMLHttpRequest();
    asked.open("GET", address, false);
    asked.responseType = "arraybuffer";
    asked.send();
    const packed = new Uint8Array((asked.response as ArrayBuffer | null) ?? new ArrayBuffer(0));
    if (asked.status !== OK || packed.length !== size) throw new NotFetched(`${address}: ${asked.status}`);
    shelf().then((cache) => cache?.put(address, new Response(packed as BufferSource)).catch(() => undefined));
    return packed;
  }
}
