import { beforeEach, describe, expect, it } from "vitest";
import { seats } from "./seats";

const made = {
  match: "m1",
  seats: [
    { seat: 0, kind: "me", secret: "a".repeat(24), invitation: "", until: 0 },
    { seat: 1, kind: "link", secret: "", invitation: "b".repeat(24), until: 9 },
    { seat: 2, kind: "bot", secret: "", invitation: "", until: 0 },
  ],
};

describe("kept seats", () => {
  beforeEach(() => seats.forgetAll());

  it("keeps my seats apart from links I gave away, and bots not at all", () => {
    seats.keep(made);
    expect(seats.of("m1")).toEqual([{ seat: 0, secret: "a".repeat(24) }]);
    expect(seats.linksOf("m1")).toEqual([{ seat: 1, secret: "b".repeat(24), until: 9 }]);
    expect([seats.isHost("m1"), seats.isHost("m2")]).toEqual([true, false]);
    expect(seats.secrets()).toEqual(["a".repeat(24)]);
  });
  it("survives a reload", () => {
    seats.keep(made);
    seats.reload();
    expect(seats.of("m1")).toHaveLength(1);
  });
  it("replaces the secret of a seat that is sat down at again", () => {
    seats.keep(made);
    seats.set("m1", [{ seat: 0, secret: "c".repeat(24) }]);
    expect(seats.of("m1")).toEqual([{ seat: 0, secret: "c".repeat(24) }]);
  });
  it("puts the newest match first and asks for each match once", () => {
    seats.set("m1", [
      { seat: 0, secret: "x".repeat(24) },
      { seat: 1, secret: "y".repeat(24) },
    ]);
    seats.set("m2", [{ seat: 1, secret: "z".repeat(24) }]);
    expect(seats.list.value.map((one) => one.match)).toEqual(["m2", "m1"]);
    expect(seats.secrets()).toEqual(["z".repeat(24), "x".repeat(24)]);
  });
  it("puts the secret of a link behind the #", () => {
    const address = new URL(seats.link("s".repeat(24)));
    expect(address.pathname).toBe("/join");
    expect(address.search).toBe("");
    expect(address.hash).toBe(`#${"s".repeat(24)}`);
  });
  it("starts empty from a damaged store", () => {
    localStorage.setItem("brickfield.seats", '[{"match": 3}, {"match": "m", "seats": [{"seat": "0"}]}, nonsense');
    seats.reload();
    expect(seats.list.value).toEqual([]);
    localStorage.setItem(
      "brickfield.seats",
      '[{"match": 3}, {"match": "m", "seats": [{"seat": 0, "secret": "q"}], "at": 1}]',
    );
    seats.reload();
    expect(seats.list.value.map((one) => one.match)).toEqual(["m"]);
  });
  it("exchanges an invitation for one and the same secret until it hears how it ended, also after a reload", () => {
    const fresh = seats.freshFor("i".repeat(32));
    expect(fresh).toMatch(/^[A-Za-z0-9_-]{32}$/);
    seats.reload();
    expect([seats.freshFor("i".repeat(32)), seats.isSitting("i".repeat(32))]).toEqual([fresh, true]);
    expect(seats.freshFor("j".repeat(32))).not.toBe(fresh);
    seats.endSitting("i".repeat(32));
    expect([seats.isSitting("i".repeat(32)), seats.isSitting("j".repeat(32))]).toEqual([false, true]);
    expect(seats.freshFor("i".repeat(32))).not.toBe(fresh);
  });
  it("replaces or withdraws an invitation", () => {
    seats.keep(made);
    seats.invite("m1", 1, "c".repeat(24), 20);
    expect(seats.linksOf("m1")).toEqual([{ seat: 1, secret: "c".repeat(24), until: 20 }]);
    seats.invite("m1", 1, "", 0);
    expect([seats.linksOf("m1"), seats.isHost("m1")]).toEqual([[], true]);
  });
  it("changes a secret wherever it opens a seat", () => {
    seats.keep(made);
    seats.follow("m1", "m2");
    seats.swap("a".repeat(24), "n".repeat(32));
    expect([seats.of("m1"), seats.of("m2")]).toEqual([
      [{ seat: 0, secret: "n".repeat(32) }],
      [{ seat: 0, secret: "n".repeat(32) }],
    ]);
  });
  it("takes seats, invitations and the right to change them along to a rematch", () => {
    seats.keep(made);
    seats.follow("m1", "m2");
    expect(seats.of("m2")).toEqual(seats.of("m1"));
    expect(seats.linksOf("m2")).toEqual(seats.linksOf("m1"));
    expect(seats.isHost("m2")).toBe(true);
  });
  it("knows which seats its secrets open in a rematch with sides changed", () => {
    seats.keep(made);
    const [own] = seats.of("m1");
    const [link] = seats.linksOf("m1");
    seats.follow("m1", "m2", [1, 0]);
    expect(seats.of("m2")).toEqual([{ ...own, seat: 1 }]);
    expect(seats.linksOf("m2")).toEqual([{ ...link, seat: 0 }]);
  });
  it("forgets a match with its links", () => {
    seats.keep(made);
    seats.forget("m1");
    expect([seats.of("m1"), seats.linksOf("m1")]).toEqual([[], []]);
  });
});
