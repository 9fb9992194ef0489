// All battles and designs as one file, and such a file brought to this device or to this server.
import { api, isPocket, plural, type Reply, seats } from "../../kit";
import type { Carried } from "../../protocol";
import { designs } from "../designs";
import { digest, type Luggage, type Piece, read, written } from "./file";

/** What became of it, in words. */
export type Done = { ok: boolean; sentence: string };
export type Packed = Done & { text: string; name: string };

const UNCHANGED = "Nothing was changed.";

/** The same for the same seats whenever it is asked, and of no use to open them. */
const keyOf = (secrets: readonly string[], seed: string): Promise<string> =>
  digest(["carried", ...(secrets.length > 0 ? secrets : [seed])].join("|"));

const idOf = (battle: Carried): string => {
  try {
    return String((JSON.parse(battle.row) as { id?: unknown }).id ?? "");
  } catch {
    return "";
  }
};

const secretsOf = (match: string): string[] => seats.of(match).map((one) => one.secret);

async function packedPocket(): Promise<{ pieces: Piece[]; left: number } | string> {
  const reply = await api.pack();
  if (!reply.ok) return reply.refusal.sentence;
  const keyed = reply.value.battles.map(async (battle) => ({
    battle,
    key: await keyOf(secretsOf(idOf(battle)), battle.seed ?? ""),
  }));
  return { pieces: await Promise.all(keyed), left: reply.value.unreadable };
}

/** At a server only battles in which nobody else sits, or that are over, can be taken along. */
async function packedServer(): Promise<{ pieces: Piece[]; left: number } | string> {
  const pieces: Piece[] = [];
  let left = 0;
  for (const { match } of seats.list.value) {
    const secrets = secretsOf(match);
    const reply = await api.take(match, secrets.slice(0, 8));
    if (reply.ok) pieces.push({ battle: reply.value, key: await keyOf(secrets, "") });
    else if (reply.status === 0) return reply.refusal.sentence;
    else left += 1;
  }
  return { pieces, left };
}

/** Everything that can be taken along, as the text of a file. */
export async function pack(): Promise<Packed> {
  const found = isPocket ? await packedPocket() : await packedServer();
  if (typeof found === "string") return { ok: false, sentence: found, text: "", name: "" };
  const { pieces, left } = found;
  // seats of a server open it from anywhere: they stay in this browser
  const own = isPocket ? { seats: seats.list.value, links: seats.links.value } : { seats: [], links: [] };
  const text = await written({ pieces, beside: { ...own, designs: designs.all() } });
  const stay = isPocket ? "could not be read" : "cannot leave: a lesson, or other people sit there";
  const rest = left > 0 ? ` ${plural(left, "table")} ${stay}.` : "";
  return {
    ok: true,
    sentence: `${plural(pieces.length, "battle")} and your designs are in the file.${rest}`,
    text,
    name: `brickfield-battles-${new Date().toISOString().slice(0, 10)}.json`,
  };
}

/** What a server may see of a battle: nothing that opens anything. */
const bare = (battle: Carried): Carried => ({
  row: battle.row,
  records: battle.records,
  ...(battle.models && { models: battle.models }),
  seats: battle.seats.map((seat) => ({ ...seat, secret_hash: "", invite_hash: "", invited: 0 })),
});

const HALF_BYTE = /../g;

/** The secrets of its seats where a battle is brought: brought again as it stands, it has the same ones. */
async function secretsFor({ battle, key }: Piece): Promise<string[]> {
  const people = battle.seats.filter((seat) => seat.kind !== "bot");
  const last = battle.records.at(-1) ?? "";
  const made = people.map(async (_, place) => {
    const bytes = (await digest(`${key}|${last}|${place}`)).match(HALF_BYTE) ?? [];
    const letters = btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
    return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  });
  return Promise.all(made);
}

async function brought(luggage: Luggage): Promise<Done> {
  const refused: string[] = [];
  let count = 0;
  for (const piece of luggage.pieces) {
    const reply = await api.bring(bare(piece.battle), await secretsFor(piece));
    if (reply.ok) {
      seats.keep(reply.value);
      count += 1;
    } else refused.push(reply.refusal.sentence);
  }
  const not = refused.length > 0 ? ` ${plural(refused.length, "battle")} could not come: ${refused[0]}` : "";
  return { ok: count > 0 || refused.length === 0, sentence: `${plural(count, "battle")} came.${not}` };
}

async function unpacked(luggage: Luggage): Promise<Done> {
  const reply: Reply<{ new: number; longer: number; known: number }> = await api.unpack(
    luggage.pieces.map((piece) => piece.battle),
  );
  if (!reply.ok) return { ok: false, sentence: `${reply.refusal.sentence} ${UNCHANGED}` };
  for (const kept of luggage.beside.seats) if (secretsOf(kept.match).length === 0) seats.set(kept.match, kept.seats);
  for (const kept of luggage.beside.links) {
    if (seats.linksOf(kept.match).length > 0) continue;
    for (const link of kept.seats) seats.invite(kept.match, link.seat, link.secret, 0);
  }
  const { new: fresh, longer, known } = reply.value;
  const parts = [
    fresh > 0 || longer + known === 0 ? `${plural(fresh, "battle")} came.` : "",
    longer > 0 ? `${plural(longer, "battle")} went on elsewhere and came up to date.` : "",
    known > 0 ? `${plural(known, "battle")} ${known === 1 ? "was" : "were"} here already.` : "",
  ];
  return { ok: true, sentence: parts.filter(Boolean).join(" ") };
}

/** Bring what a file holds; a file that is not sound changes nothing. */
export async function unpack(text: string): Promise<Done> {
  const found = await read(text);
  if (!found.ok) return found;
  const { luggage } = found;
  // what a server gave has no dice of its own to come: here it is played on like at another server
  const isWhole = luggage.pieces.every(({ battle }) => battle.seed);
  const done = isPocket && isWhole ? await unpacked(luggage) : await brought(luggage);
  if (done.ok) designs.add(luggage.beside.designs);
  return done;
}
