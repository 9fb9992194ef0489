import { h } from "preact";
import { beforeEach, describe, expect, it } from "vitest";
import { Toast, toast } from "../kit";
import { clear, settle, show, soon } from "../kit/testing";
import type { AnswerMessage, AnyDown, AnyUp, Path } from "../protocol";
import { declareTargets, type Laid, layTable, moveUnits, question, tooDear, UNTOLD, update } from "./testing";
import type { FireHand } from "./widgets/fire_hand";
import type { PathHand } from "./widgets/path_hand";
import type { PlaceHand } from "./widgets/place_hand";

let laid: Laid;
const hand = <H>(): H => laid.room.opened.value?.hand as unknown as H;
const tells = async (message: AnyDown): Promise<void> => {
  laid.socket.tells(message);
  await soon(() => expect(laid.room.theatre.playing.value).toBe(false));
};
const asks = (): AnyUp[] => laid.socket.of("ask");
const idOf = (message: AnyUp | undefined): string => (message && "id" in message ? message.id : "");
/** The server answers a question of the page, late. */
const told = (at: number, result: unknown): Promise<void> => tells({ type: "told", id: idOf(asks()[at]), result });
const accepted = (seq: number): Promise<void> =>
  tells({ type: "accepted", id: idOf(laid.socket.of("command").at(-1)), seq, first_roll: -1 });

const waiting = (unit: string) => ({
  ...{ id: unit, title: unit, heading: 90, kind: "", length: 0, width: 0 },
  answer: { answer: "place", unit },
});
const deployed = (...units: string[]) =>
  question("deploy_unit", {
    offer: "place",
    things: units.map(waiting),
    zone: [0, 0, 9e6, 0, 9e6, 9e6, 0, 9e6],
    clause: "",
    edge: "",
  });
const deploy = deployed("A1", "A2");
const placed = (unit: string) => ({
  answer: { answer: "place", unit, x: 1, y: 1, heading: 90 },
  kind: "place",
  reason: "",
  clause: "",
});

describe("the question in hand", () => {
  beforeEach(async () => {
    laid = await layTable(moveUnits, () => UNTOLD);
  });

  it("is not disturbed by what was told of the question before it", async () => {
    const first = hand<PathHand>();
    first.press({ action: "forward", fine: false, digit: 0 });
    // the second leg waits until the first is answered; the move goes out before that
    first.press({ action: "forward", fine: false, digit: 0 });
    first.commit();
    await accepted(2);
    await tells(update(2));
    const before = asks().length;
    await told(0, tooDear);
    expect(asks()).toHaveLength(before);
    expect(laid.room.bubble.value).toBeNull();
    expect(laid.room.plans.all.value.size).toBe(0);
  });

  it("is answered once, also between the receipt and the table that shows it", async () => {
    const first = hand<PathHand>();
    first.finish();
    await accepted(2);
    expect(laid.room.store.pending.value).toBeNull();
    expect(laid.room.busy.value).toBe(true);
    first.finish();
    expect(laid.answers()).toHaveLength(1);
    await tells(update(2, { decision: deploy }));
    expect(laid.room.busy.value).toBe(false);
  });

  it("is not asked back about any more once it is over, also when somebody else ended it", async () => {
    const unsure = {
      ...moveUnits,
      offer: {
        ...moveUnits.offer,
        finish: { ...(moveUnits.offer as Path).finish, careful: "2 units are left: end it?" },
      },
    };
    await tells(update(2, { decision: unsure as typeof moveUnits }));
    const host = show(h(Toast, {}));
    toast("Nadia is back.");
    hand<PathHand>().finish();
    await soon(() => expect(host.textContent).toContain("2 units are left: end it?"));
    expect(laid.answers()).toEqual([]);
    // the clock has answered
    await tells(update(3, { decision: null }));
    await settle();
    expect(host.textContent).not.toContain("2 units are left");
    expect(host.textContent).toContain("Nadia is back.");
    clear();
  });

  it("does not keep people from giving up meanwhile", async () => {
    hand<PathHand>().finish();
    await accepted(2);
    laid.room.answer({ answer: "concede" });
    expect((laid.socket.of("command") as AnswerMessage[]).map((one) => one.answer.answer)).toEqual([
      "end_movement",
      "concede",
    ]);
  });

  it("gets no answer from a place that was looked for when another question was open", async () => {
    await tells(update(2, { decision: deploy }));
    const looking = hand<PlaceHand>().forMe();
    const at = asks().length - 1;
    await tells(update(3, { decision: deployed("A2") }));
    await told(at, [placed("A1")]);
    await looking;
    expect(laid.answers()).toEqual([]);
  });
});

describe("a fire plan", () => {
  beforeEach(async () => {
    laid = await layTable(declareTargets, () => UNTOLD);
  });

  it("is still in hand when the same question comes again with an update", async () => {
    hand<FireHand>().pass();
    const plan = hand<FireHand>().plan.value;
    await tells(update(2, { decision: declareTargets }));
    expect(hand<FireHand>().plan.value).toBe(plan);
    hand<FireHand>().pass();
    hand<FireHand>().commit();
    await accepted(3);
    await tells(update(3, { decision: declareTargets }));
    expect(hand<FireHand>().plan.value.size).toBe(0);
  });

  it("shows what it is worth only when the server has said it of this very plan", async () => {
    hand<FireHand>().mark("B1");
    await told(0, { shots: [], expected: 0.4, at_least_one: 0.4 });
    expect(hand<FireHand>().odds.value).toBeNull();
    await told(1, { shots: [], expected: 0.3, at_least_one: 0.3 });
    expect(hand<FireHand>().odds.value?.expected).toBe(0.3);
  });
});
