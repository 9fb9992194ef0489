// A battle for a second phone: a code that holds what was agreed on and how it stands; the cards come from the game.
import type { Now, Wish } from "./battle";

const HEAD = "BFC1.";
// A hand-over tells how it stands, not the whole story.
const MOST_LINES = 30;

export type HandedOver = { wish: Wish; title: string; now: Now };

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const copy = new Uint8Array(bytes);
  const piped = new Blob([copy]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

function written(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(code: string): Uint8Array {
  const text = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export async function codeOf({ wish, title, now }: HandedOver): Promise<string> {
  const told = { wish, title, now: { ...now, log: now.log.slice(-MOST_LINES), since: 0 } };
  const bytes = new TextEncoder().encode(JSON.stringify(told));
  return HEAD + written(await through(bytes, new CompressionStream("deflate-raw")));
}

/** What a code says; nothing for one that is no such code, or only half of one. */
export async function readCode(code: string): Promise<HandedOver | undefined> {
  const bare = code.trim().replace(/\s+/g, "");
  const start = bare.indexOf(HEAD);
  if (start < 0) return undefined;
  try {
    const bytes = await through(bytesOf(bare.slice(start + HEAD.length)), new DecompressionStream("deflate-raw"));
    const told = JSON.parse(new TextDecoder().decode(bytes)) as HandedOver;
    return told.wish?.game && told.now?.units ? told : undefined;
  } catch {
    return undefined;
  }
}
