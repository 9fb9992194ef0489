import { describe, expect, it } from "vitest";
import { digest, type Luggage, read, written } from "./file";

const hidden = { secret_hash: "", invite_hash: "", invited: 0 };
const seat = { match: "m1", seat: 0, kind: "me", level: "", name: "Ann", taken: true, ...hidden };
const luggage: Luggage = {
  pieces: [{ battle: { row: '{"id":"m1","made":1.0}', seats: [seat], records: ['{"n":1}'], seed: "ab" }, key: "k" }],
  beside: {
    seats: [{ match: "m1", seats: [{ seat: 0, secret: "s" }], at: 1 }],
    links: [],
    designs: { cards: { mbb: ["Cub: 4-2"] }, armies: { mbb: { Mine: [["Cub: 4-2", 2]] } }, bench: {}, called: {} },
  },
};

/** A file with a good sum, whatever it holds. */
async function summed(body: string): Promise<string> {
  return `${body.slice(0, -1)},"sum":"${await digest(body)}"}`;
}

describe("a file of battles", () => {
  it("is read as it was written", async () => {
    expect(await read(await written(luggage))).toEqual({ ok: true, luggage });
    expect(await read(`${await written(luggage)}\n`)).toEqual({ ok: true, luggage });
  });

  it("is refused in one sentence when it is another file, half of one, damaged, newer or too large", async () => {
    const text = await written(luggage);
    const said = async (changed: string) => {
      const found = await read(changed);
      return found.ok ? "read" : found.sentence;
    };
    expect(await said("")).toContain("no file of battles");
    expect(await said('{"what":"something else","version":1}')).toContain("no file of battles");
    expect(await said("\u0000\u0001PNG")).toContain("no file of battles");
    for (const share of [0.3, 0.6, 0.99]) {
      expect(await said(text.slice(0, Math.floor(text.length * share)))).toContain("not whole");
    }
    expect(await said(text.replace("Ann", "Anm"))).toContain("is damaged");
    expect(await said(text.replace('"version":1', '"version":2'))).toContain("newer Brickfield");
    expect(await said(`${text.slice(0, 40)}${"x".repeat(96_000_001)}`)).toContain("larger than anything");
  });

  it("is refused when its sum is good and its content is none of ours", async () => {
    const head = '{"what":"brickfield battles","version":1,';
    const good = JSON.stringify(luggage).slice(1);
    const bodies = [
      `${head}"pieces":[]}`,
      `${head}${good.replace('"records":["', '"records":[["').replace('}"]', '}"]]')}`,
      `${head}${good.replace('"seat":0,"secret":"s"', '"seat":0,"secret":7')}`,
      `${head}${good.replace('["Cub: 4-2",2]', '["Cub: 4-2","2"]')}`,
      `${head}${good.replace('"bench":{}', '"bench":[]')}`,
      `${head}"pieces":}`,
    ];
    expect((await read(await summed(`${head}${good}`))).ok).toBe(true);
    for (const body of bodies) expect(await read(await summed(body))).toMatchObject({ ok: false });
  });
});
