// Where a table of one's own is kept: as a draft in this browser, as a file, as a link.
import { addressOf, saveFile } from "../../kit";
import { isPlain, type Plain } from "./document";

const KEY = "brickfield.own_tables";
/** Bytes of a document, as the server takes them, and characters of a link. */
const MOST_BYTES = 65_536;
const MOST_LINK = 24_000;

export const EDITOR = "/editor";

function drafts(): Plain {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return isPlain(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** The table of a game that was worked on here. */
export function draftOf(game: string): Plain | undefined {
  const kept = drafts()[game];
  return isPlain(kept) && kept.game === game ? kept : undefined;
}

/** Whether this browser keeps it. */
export function keepDraft(game: string, document: Plain | undefined): boolean {
  const { [game]: _, ...others } = drafts();
  try {
    localStorage.setItem(KEY, JSON.stringify(document ? { ...others, [game]: document } : others));
    return true;
  } catch {
    return false;
  }
}

const nameOf = (document: Plain): string => {
  const words = String(document.id ?? "").replace(/[^a-z0-9_]/g, "") || "table";
  return `${words}.json`;
};

export function saveScenario(document: Plain): void {
  saveFile(nameOf(document), new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: "application/json" }));
}

async function through(data: BlobPart, stream: CompressionStream | DecompressionStream): Promise<ReadableStream> {
  return new Blob([data]).stream().pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
}

const toCode = (bytes: Uint8Array): string => {
  const words = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(words).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const fromCode = (code: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** A document as the end of a link. */
export async function codeOf(document: Plain): Promise<string> {
  const packed = await through(JSON.stringify(document), new CompressionStream("deflate-raw"));
  return toCode(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** A link that opens the document anywhere; nothing where it would be too long for one. */
export async function linkOf(document: Plain): Promise<string | undefined> {
  const code = await codeOf(document);
  return code.length > MOST_LINK ? undefined : addressOf(`${EDITOR}#${code}`);
}

/** Bytes of a stream, unless there are more than a document may have. */
async function bounded(stream: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** What a link brings, or nothing where it is damaged, foreign or too large. */
export async function readCode(code: string): Promise<Plain | undefined> {
  if (code.length > MOST_LINK) return undefined;
  try {
    const bytes = await bounded(await through(fromCode(code), new DecompressionStream("deflate-raw")));
    const read: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
    return isPlain(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a file, or one sentence about why it is not read. */
export async function linesOf(file: File): Promise<string[] | string> {
  if (file.size > MOST_BYTES) return `A scenario has at most ${MOST_BYTES / 1024} kB; ${file.name} has more.`;
  const text = await file.text();
  const lines = text.split(/\r?\n/);
  return lines.length > 4000 ? `${file.name} has more lines than a scenario.` : lines;
}
