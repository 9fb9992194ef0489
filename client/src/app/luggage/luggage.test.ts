import { beforeEach, expect, it, vi } from "vitest";
import { api, refusalOf, seats } from "../../kit";
import type { Carried } from "../../protocol";
import { designs } from "../designs";
import { written } from "./file";
import { pack, unpack } from "./luggage";

const row = { match: "m1", level: "", taken: true, secret_hash: "h", invite_hash: "", invited: 0 };
const battle: Carried = {
  row: '{"id":"m1"}',
  seats: [
    { ...row, seat: 0, kind: "me", name: "Ann" },
    { ...row, seat: 1, kind: "here", name: "Bea" },
    { ...row, seat: 2, kind: "bot", name: "Bot" },
  ],
  records: ['{"number":0}'],
  seed: "5eed",
  standing: "{}",
};
const mine = [
  { seat: 0, secret: "secret of seat 0" },
  { seat: 1, secret: "secret of seat 1" },
];
const made = (secrets: string[]) => ({
  ok: true as const,
  value: {
    match: "s1",
    seats: secrets.map((secret, seat) => ({ seat, kind: "me", secret, invitation: "", until: 0 })),
  },
});

beforeEach(() => {
  seats.forgetAll();
  designs.forgetAll();
  vi.restoreAllMocks();
});

it("a server gives what nobody else sits at, and no secret goes into the file", async () => {
  seats.set("m1", mine);
  seats.set("m2", [{ seat: 0, secret: "another" }]);
  designs.keepCard("mbb", "Cub: 4-2");
  const others = { ok: false as const, refusal: refusalOf("not_yours", "Others sit there."), status: 403 };
  const take = vi.spyOn(api, "take").mockImplementation(async (match) => {
    return match === "m1" ? { ok: true, value: battle } : others;
  });
  const packed = await pack();
  expect(packed.ok).toBe(true);
  expect(packed.sentence).toBe(
    "1 battle and your designs are in the file. 1 table cannot leave: a lesson, or other people sit there.",
  );
  expect(take).toHaveBeenCalledWith("m1", ["secret of seat 0", "secret of seat 1"]);
  expect(packed.text).not.toContain("secret of seat");
  expect(packed.text).toContain("Cub: 4-2");
});

it("a battle is brought with nothing that opens anything, and has the same secrets when it is brought again", async () => {
  const bring = vi.spyOn(api, "bring").mockImplementation(async (_, fresh) => made(fresh));
  const beside = { seats: [], links: [], designs: { cards: {}, armies: {}, bench: {}, called: {} } };
  const text = await written({ pieces: [{ battle, key: "key" }], beside });
  expect(await unpack(text)).toEqual({ ok: true, sentence: "1 battle came." });
  expect((await unpack(text)).ok).toBe(true);
  const [first, second] = bring.mock.calls;
  expect(second).toEqual(first);
  const [sent, fresh] = first as [Carried, string[]];
  expect(JSON.stringify(sent)).not.toMatch(/5eed|"h"|standing/);
  expect(new Set(fresh).size).toBe(2);
  for (const secret of fresh) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(seats.of("s1").map((one) => one.secret)).toEqual(fresh);
  // a battle that has gone on since is another table
  const later = { ...battle, records: [...battle.records, '{"number":1}'] };
  await unpack(await written({ pieces: [{ battle: later, key: "key" }], beside }));
  expect(bring.mock.calls[2]?.[1]).not.toEqual(fresh);
});

it("designs come once, and none that is here goes", async () => {
  designs.keepArmy("mbb", "Mine", [["Cub: 4-2", 2]]);
  designs.keepBench("mbb", [["Here: 1-1", 1]]);
  const theirs = {
    cards: { mbb: ["Wolf: 5-3"] },
    armies: { mbb: { Mine: [["Wolf: 5-3", 1] as [string, number]] } },
    bench: { mbb: [["There: 2-2", 1] as [string, number]] },
    called: { mbb: "Theirs" },
  };
  const text = await written({ pieces: [], beside: { seats: [], links: [], designs: theirs } });
  await unpack(text);
  await unpack(text);
  expect(designs.cards("mbb")).toEqual(["Wolf: 5-3"]);
  expect(designs.armies("mbb")).toEqual({ Mine: [["Cub: 4-2", 2]], "Mine (2)": [["Wolf: 5-3", 1]] });
  expect(designs.bench("mbb")).toEqual([["Here: 1-1", 1]]);
});

it("what is refused is said and changes nothing", async () => {
  const refused = refusalOf("damaged_match", "This battle is damaged.");
  vi.spyOn(api, "bring").mockResolvedValue({ ok: false, refusal: refused, status: 409 });
  const theirs = { cards: { mbb: ["Wolf: 5-3"] }, armies: {}, bench: {}, called: {} };
  const text = await written({ pieces: [{ battle, key: "k" }], beside: { seats: [], links: [], designs: theirs } });
  const done = await unpack(text);
  expect(done).toEqual({
    ok: false,
    sentence: "0 battles came. 1 battle could not come: This battle is damaged.",
  });
  expect(seats.list.value).toEqual([]);
  expect(designs.cards("mbb")).toEqual([]);
  expect((await unpack("not a file")).ok).toBe(false);
});
