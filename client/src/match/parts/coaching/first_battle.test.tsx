import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { coached, settings, textMode } from "../../../kit";
import { soon } from "../../../kit/testing";
import type { Deed } from "../../playback/deeds";
import { act } from "../../playback/testing_acts";
import { type Laid, layTable, moveUnits, update } from "../../testing";
import { AdviceWords, FirstBattle, ideaWords, plainWords, whyOf, worthAWord } from "./first_battle";

let host: HTMLElement;
let laid: Laid;
const find = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);
const line = (reason: string, value: number, counts = true) => ({
  value,
  reason,
  clause: "",
  counts,
  source: "",
  dice: "",
});
const sum = {
  of: "Attack Points",
  total: 4,
  lines: [line("card", 4), line("shot from behind", 2), line("dust", 1, false)],
};

function deed(seat: number, words: string, kind: "move" | "shot" = "shot", hit = false): Deed {
  const play = { act: act(kind, 0, { seat, words, hit }), sums: [sum] } as unknown as Deed["play"];
  return { play, points: [], own: seat === 0 } as unknown as Deed;
}

beforeEach(async () => {
  localStorage.clear();
  settings.advice.value = true;
  host = document.createElement("div");
  document.body.append(host);
  laid = await layTable(moveUnits);
});
afterEach(() => {
  render(null, host);
  host.remove();
  laid.room.close();
});

describe("the coach of a first battle", () => {
  it("is only where a first battle is", () => {
    render(<FirstBattle room={laid.room} />, host);
    expect(find("advice")).toBeNull();
    render(null, host);
    coached.add(laid.room.match);
    render(<FirstBattle room={laid.room} />, host);
    expect(find("advice")).not.toBeNull();
  });

  it("says the same in text mode, once", () => {
    coached.add(laid.room.match);
    textMode.value = true;
    render(<FirstBattle room={laid.room} />, host);
    expect(find("advice")).toBeNull();
    render(<AdviceWords room={laid.room} />, host);
    expect(host.textContent).toContain("Show me has an idea");
    textMode.value = false;
  });

  it("can be switched off, and stays off", async () => {
    coached.add(laid.room.match);
    render(<FirstBattle room={laid.room} />, host);
    find("advice-off")?.click();
    await soon(() => expect(find("advice")).toBeNull());
    expect(settings.advice.value).toBe(false);
  });

  it("says what the others did and what counted", async () => {
    coached.add(laid.room.match);
    laid.room.theatre.deeds.list.value = [deed(1, "B1 at A1: HIT", "shot", true)];
    laid.socket.tells(update(2, {}));
    render(<FirstBattle room={laid.room} />, host);
    await soon(() => expect(find("advice-theirs")?.textContent).toContain("B1 at A1: HIT"));
    expect(find("advice-theirs")?.textContent).toContain("What counted: shot from behind.");
  });

  it("tells a shot without the sums of the log", () => {
    const shot = deed(1, "Sherman B1 at Sherman A1: needs 8+, 9. HIT, destroyed.", "shot", true);
    Object.assign(shot.play.act, { unit: "B1", target: "A1", title: "HIT", text: "destroyed" });
    expect(plainWords(shot, laid.room.face.value)).toMatch(/ B1 fired at .* A1: hit, destroyed\.$/);
    expect(plainWords(deed(1, "B1 drives 3 in.", "move"), laid.room.face.value)).toBe("B1 drives 3 in.");
  });

  it("picks what hit before what missed, and a shot before a move", () => {
    const [hit, miss, move, own] = [
      deed(1, "hit", "shot", true),
      deed(1, "miss"),
      deed(1, "go", "move"),
      deed(0, "mine"),
    ];
    expect(worthAWord([move, hit, miss, own], 0)).toBe(hit);
    expect(worthAWord([move, miss, own], 0)).toBe(miss);
    expect(worthAWord([move, own], 0)).toBe(move);
    expect(worthAWord([own], 0)).toBeNull();
    expect(whyOf({ ...hit, play: { ...hit.play, sums: [] } })).toBe("");
  });

  it("says who is to do what it advises", () => {
    const idea = (reason: string) => ideaWords({ answer: { answer: "attack", unit: "A1" }, reason });
    expect(idea("fires at B1")).toBe("A1: fires at B1");
    expect(idea("M4 Sherman A1 takes cover")).toBe("M4 Sherman A1 takes cover");
    expect(ideaWords({ answer: { answer: "end_turn" }, reason: "rest" })).toBe("rest");
  });

  it("warns before all else where the server does", async () => {
    coached.add(laid.room.match);
    const hand = laid.room.opened.value?.hand;
    if (!hand) throw new Error("a question is open");
    hand.caution = () => "Careful: 2 can fire at it there.";
    render(<FirstBattle room={laid.room} />, host);
    expect(find("caution")?.textContent).toContain("Careful");
    expect(find("caution")?.getAttribute("role")).toBe("alert");
  });
});
