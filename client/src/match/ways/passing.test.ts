import { afterEach, describe, expect, it } from "vitest";
import { settings } from "../../kit";
import { soon } from "../../kit/testing";
import type { AnyDown, AnyUp, Asked } from "../../protocol";
import { undoWords } from "../keyboard";
import { chooseOne, type Laid, layTable, moveUnits, noLine, question, update, welcome } from "../testing";

const keep = { answer: "keep_cards", all_turn: false };
const choices = [
  {
    answer: keep,
    ...{ title: "Keep your cards", text: "", clause: "", refusal: null, about: [], careful: "", area: [] },
  },
];
const hollow: Asked = question("play_cards", chooseOne(choices, { style: "cards", hollow: true }));
const full: Asked = question("play_cards", chooseOne(choices, { style: "cards" }));

let laid: Laid;
const commands = (): AnyUp[] => laid.socket.of("command");
const backs = (): AnyUp[] => laid.socket.of("take_back");
const tells = async (message: AnyDown): Promise<void> => {
  laid.socket.tells(message);
  await soon(() => expect(laid.room.theatre.playing.value).toBe(false));
};
/** The server writes the last thing sent down and shows the table after it. */
async function goesOn(seq: number, sent: AnyUp | undefined, changes: Parameters<typeof update>[1]): Promise<void> {
  await tells({ type: "accepted", id: sent && "id" in sent ? sent.id : "", seq, first_roll: -1 });
  await tells(update(seq, changes));
}

describe("a question in which nothing can be done", () => {
  afterEach(() => {
    laid.room.close();
    settings.passHollow.value = true;
  });

  it("is passed by itself where only bots play along, and nobody sees it asked", async () => {
    laid = await layTable(hollow);
    expect(laid.answers()).toEqual([keep]);
    expect(laid.room.opened.value).toBeNull();
    expect(laid.room.store.decision.value).toBeNull();
  });

  it("is asked where another person plays along, who could learn from a pass that comes at once", async () => {
    const people = welcome.seats.map((one) => ({ ...one, kind: "link" }));
    laid = await layTable(hollow, undefined, { ...welcome, seats: people });
    expect(laid.answers()).toEqual([]);
    expect(laid.room.opened.value).not.toBeNull();
  });

  it("is asked when the player wants it, and so is every one in which something can be done", async () => {
    settings.passHollow.value = false;
    laid = await layTable(hollow);
    expect(laid.room.opened.value).not.toBeNull();
    laid.room.close();
    settings.passHollow.value = true;
    laid = await layTable(full);
    expect(laid.answers()).toEqual([]);
  });

  it("is asked when passing it was refused", async () => {
    laid = await layTable(hollow);
    const id = (commands()[0] as { id: string }).id;
    await tells({ type: "refused", id, refusal: noLine });
    await soon(() => expect(laid.room.opened.value).not.toBeNull());
    expect(commands()).toHaveLength(1);
  });

  it("leaves the way back open: undo names what was answered before it and reaches through it", async () => {
    laid = await layTable(moveUnits);
    laid.room.answer({ answer: "end_movement" });
    await goesOn(2, commands()[0], { decision: hollow, take_back: "the end of movement", take_back_seat: 0 });
    await goesOn(3, commands()[1], { decision: moveUnits, take_back: "keeping the cards", take_back_seat: 0 });
    expect(undoWords(laid.room)).toBe("the end of movement");
    laid.room.undo();
    expect(backs()).toHaveLength(1);
    await goesOn(4, backs()[0], { decision: hollow, take_back: "the end of movement", take_back_seat: 0 });
    expect(backs()).toHaveLength(2);
    await goesOn(5, backs()[1], { decision: moveUnits, take_back: "the move of A1", take_back_seat: 0 });
    expect([commands().length, backs().length]).toEqual([2, 2]);
    expect(undoWords(laid.room)).toBe("the move of A1");
  });

  it("offers no way back where there was none before it", async () => {
    laid = await layTable(hollow);
    await goesOn(2, commands()[0], { decision: moveUnits, take_back: "keeping the cards", take_back_seat: 0 });
    expect(undoWords(laid.room)).toBe("");
    laid.room.undo();
    expect(backs()).toEqual([]);
  });
});
