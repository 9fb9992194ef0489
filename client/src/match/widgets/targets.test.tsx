import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openedClause } from "../../kit";
import { soon } from "../../kit/testing";
import type { AimFace, GoalMark } from "../../protocol";
import { aim, aims, choice, declareTargets, type Laid, layTable, noLine, question, table, welcome } from "../testing";
import { bestOf } from "./fire_hand";

const plan = { shots: [], expected: 0.83, at_least_one: 0.66, refusal: null, clause: "" };
let laid: Laid;
let host: HTMLElement;
let list: HTMLElement;

const show = (): void => {
  const opened = laid.room.opened.value;
  if (!opened) return;
  render(opened.panel(), host);
  if (opened.list) render(opened.list(), list);
};
const find = (id: string, where = host): HTMLElement | null => where.querySelector(`[data-testid="${id}"]`);
const press = (action: "commit" | "none" | "number" | "next" | "back", digit = 0) => {
  const done = laid.room.opened.value?.hand.press({ action, fine: false, digit });
  show();
  return done;
};

beforeEach(async () => {
  laid = await layTable(declareTargets, (query) => (query === "plan" ? plan : null));
  host = document.createElement("div");
  list = document.createElement("div");
  document.body.append(host, list);
  show();
});

afterEach(() => {
  laid.room.close();
  host.remove();
  list.remove();
  openedClause.value = "";
});

describe("declaring targets", () => {
  it("looks first at the target with the best odds and shows need, percent and count of rolls", () => {
    expect(laid.room.selected.value).toBe("A1");
    expect(find("target-2")?.getAttribute("aria-pressed")).toBe("true");
    expect(find("need")?.textContent).toBe("8+");
    expect(find("odds")?.textContent).toBe("41.7 %");
    expect(host.textContent).toContain("15 of 36 rolls");
  });

  it("every row of the sum has a value, words and a clause; the rows that count add up to the total", () => {
    const rows = [...host.querySelectorAll<HTMLElement>('[data-of="attack points"] [data-testid="tally-row"]')];
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row.querySelector("[data-clause]")).not.toBeNull();
    const sum = rows
      .filter((row) => row.dataset.counts === "true")
      .reduce((all, row) => all + Number(row.dataset.value), 0);
    expect(find("tally-total")?.textContent).toBe(String(sum));
    expect(rows[1]?.querySelector("s")?.textContent).toBe("39 % hidden");
  });

  it("does not put a target first that is as good as lost by the plan, unless a hit there is no loss", async () => {
    const second = async (changes: Partial<AimFace>): Promise<string | null | undefined> => {
      laid.room.close();
      const offer = aims([
        { unit: "A1", order: 1, aims: [aim("A1", "B1", 0.9, changes), aim("A1", "B2", 0.2)] },
        { unit: "A2", order: 2, aims: [aim("A2", "B1", 0.8, changes), aim("A2", "B2", 0.4)] },
      ]);
      laid = await layTable({ ...declareTargets, offer }, () => plan);
      show();
      press("commit");
      return find("target-2")?.getAttribute("aria-pressed");
    };
    expect(await second({})).toBe("true");
    expect(await second({ odds_of: "a hit takes 1 of its 4 markers" })).toBe("false");
  });

  it("a clause opens over the table", () => {
    host.querySelector<HTMLElement>('[data-clause="mbb.mod.hidden.minor"]')?.click();
    expect(openedClause.value).toBe("mbb.mod.hidden.minor");
  });

  it("goes from unit to unit and locks all shots at once", async () => {
    press("number", 1);
    await soon(() => expect(find("target-1")?.getAttribute("aria-pressed")).toBe("true"));
    press("commit");
    expect(laid.room.selected.value).toBe("A2");
    await soon(() => expect(list.textContent).toContain("at Panzer III B1"));
    press("commit");
    expect(find("commit")?.textContent).toContain("Lock fire plan");
    expect(laid.answers()).toEqual([]);
    await soon(() => {
      show();
      expect(find("plan-atleast")?.textContent).toBe("66 %");
    });
    press("commit");
    expect(laid.answers()).toEqual([
      {
        answer: "declare",
        shots: [
          { unit: "A1", target: "B1" },
          { unit: "A2", target: "B1" },
        ],
      },
    ]);
  });

  it("an impossible target stays in the list with its reason and cannot be declared", async () => {
    press("commit");
    press("number", 2);
    await soon(() => expect(find("target-refusal")?.textContent).toContain("Every part of it is hidden."));
    press("commit");
    expect(laid.room.bubble.value?.clause).toBe("mbb.los.required");
    expect(laid.room.selected.value).toBe("A2");
  });

  it("what can be shot at stands before what cannot", async () => {
    laid.room.close();
    const closed = aim("A1", "B1", 0, { refusal: noLine });
    laid = await layTable(question("fire", aims([{ unit: "A1", order: 1, aims: [closed, aim("A1", "B2", 0.4)] }])));
    show();
    expect(["target-1", "target-2"].map((id) => find(id)?.dataset.target)).toEqual(["B2", "B1"]);
  });

  it("shows what the server says a shot needs: a colour, a sure hit, or nothing that helps", async () => {
    laid.room.close();
    const colour = aim("A1", "B1", 0.5, {
      needed: null,
      ways: null,
      sums: [],
      need: "colour",
      roll: "one colour hits",
    });
    const units = [{ unit: "A1", order: 1, aims: [colour] }];
    laid = await layTable({ ...declareTargets, offer: aims(units) }, () => plan);
    show();
    expect(find("need")?.textContent).toBe("colour");
    expect(find("odds")?.textContent).toBe("50.0 %");
    expect(host.textContent).toContain("one colour hits");
    expect(host.textContent).not.toContain("no roll can destroy it");
    expect(find("target-1")?.textContent).toContain("colour");
  });

  it("0 means no shot, and Z takes the last declaration back", () => {
    press("none");
    press("none");
    expect(find("commit")?.textContent).toContain("Lock fire plan");
    press("back");
    expect(laid.room.selected.value).toBe("A2");
    expect(find("commit")?.textContent).toContain("Declare this shot");
  });

  it("one yellow button at any time", () => {
    expect(host.querySelectorAll(".k-button.ask")).toHaveLength(1);
    press("none");
    press("none");
    expect(host.querySelectorAll(".k-button.ask")).toHaveLength(1);
  });

  it("units that can name nobody are passed over", async () => {
    const alone = [{ unit: "A1", order: 1, aims: [aim("A1", "B1", 0, { refusal: noLine })] }];
    laid.room.close();
    laid = await layTable({ ...declareTargets, offer: aims(alone) });
    show();
    expect(find("commit")?.textContent).toContain("Lock fire plan");
  });

  it("terrain comes after the enemies, folded up, and is never the first choice", async () => {
    const hedge = aim("A1", "T3.1", 1, { title: "Hedgerow", remark: "1 hit marker", sums: [] });
    const offer = aims([{ unit: "A1", order: 1, aims: [hedge, aim("A1", "B1", 0.3)] }]);
    laid.room.close();
    laid = await layTable({ ...declareTargets, offer });
    show();
    expect(find("target-1")?.dataset.target).toBe("B1");
    expect(find("target-2")?.dataset.target).toBe("T3.1");
    expect(find("target-1")?.getAttribute("aria-pressed")).toBe("true");
    expect(host.querySelector("details")?.open).toBe(false);
    press("number", 2);
    press("commit");
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "declare", shots: [{ unit: "A1", target: "T3.1" }] }]);
  });

  it("chooses nothing when nothing can be chosen, nor what no dice can do", () => {
    expect(bestOf([aim("A1", "B1", 0, { refusal: noLine })])).toBe("");
    expect(bestOf([aim("A1", "B1", 0, { ways: [0, 36] })])).toBe("");
    expect(bestOf([aim("A1", "B1", 0, { ways: [0, 36] }), aim("A1", "B2", 0, { ways: null, need: "sure" })])).toBe(
      "B2",
    );
  });

  it("a house that the goal says to destroy is a target like an enemy: who sees nothing else is asked", async () => {
    const house = aim("A1", "T1", 0, { title: "House", need: "sure", ways: null, sums: [] });
    const offer = aims([{ unit: "A1", order: 1, aims: [aim("A1", "B1", 0, { refusal: noLine }), house] }]);
    const goal = { id: "raze T1", kind: "destroy" as const, label: "House: destroy it", piece: "T1", seats: [0] };
    const mark = { ...goal, at: null, outline: [], edge: "", unit: "", figure: "", seat: -1, value: 0 };
    const laidWith = async (marks: GoalMark[]): Promise<void> => {
      laid.room.close();
      const view = table();
      const sought = { ...view, situation: { ...view.situation, marks } };
      laid = await layTable({ ...declareTargets, offer }, () => plan, welcome, sought);
      show();
    };
    await laidWith([]);
    expect(find("commit")?.textContent).toContain("Lock fire plan");
    await laidWith([mark]);
    expect(find("commit")?.textContent).toContain("Declare this shot");
    expect(find("target-1")?.dataset.target).toBe("T1");
    expect(find("target-1")?.getAttribute("aria-pressed")).toBe("true");
  });
});

describe("one shot", () => {
  const none = choice({ answer: "hold" }, "Let it pass");
  const shooters = [{ unit: "A1", order: 0, aims: [aim("A1", "B1", 0.4), aim("A1", "B2", 0, { refusal: noLine })] }];
  const offer = aims(shooters, { plan: false, into: "", answer: { answer: "snap_shot", by: "A1" }, none });

  beforeEach(async () => {
    laid.room.close();
    laid = await layTable(question("snap_shot", offer));
    show();
  });

  it("is the whole answer, with the fields it has begun with", () => {
    expect(laid.room.opened.value?.list).toBeUndefined();
    press("number", 2);
    press("commit");
    expect(laid.answers()).toEqual([]);
    press("number", 1);
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "snap_shot", by: "A1", target: "B1" }]);
  });

  it("need not be taken where the offer says so", () => {
    expect(find("decline")?.textContent).toContain("Let it pass");
    press("none");
    expect(laid.answers()).toEqual([{ answer: "hold" }]);
  });

  it("names the shooter where there are several", async () => {
    laid.room.close();
    const both = [...shooters, { unit: "A2", order: 0, aims: [aim("A2", "B2", 0.2)] }];
    laid = await layTable(question("snap_shot", { ...offer, shooters: both }));
    laid.room.opened.value?.hand.intent({ kind: "pick", unit: "A2", x: 0, y: 0, pointer: "mouse" });
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "snap_shot", by: "A1", unit: "A2", target: "B2" }]);
  });
});

describe("attacking together", () => {
  const together = aims([
    { unit: "A1", order: 1, aims: [aim("A1", "B1", 0.3, { joins: ["A2"] }), aim("A1", "B2", 0.2, { joins: ["A2"] })] },
    { unit: "A2", order: 2, aims: [aim("A2", "B1", 0.3, { joins: ["A1"] }), aim("A2", "B2", 0.2, { joins: ["A1"] })] },
  ]);
  const join = (lead: string): void => {
    const select = find("joins") as HTMLSelectElement;
    select.value = lead;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    show();
  };

  beforeEach(async () => {
    laid.room.close();
    laid = await layTable({ ...declareTargets, offer: together }, () => plan);
    show();
  });

  it("says why a shot counts for nothing as long as nobody goes along", async () => {
    laid.room.close();
    const alone = { ...plan, expected: 0, at_least_one: 0, refusal: { ...noLine, sentence: "It takes a flank." } };
    laid = await layTable({ ...declareTargets, offer: together }, () => alone);
    await soon(() => {
      show();
      expect(find("plan-waits", list)?.textContent).toContain("It takes a flank.");
    });
  });

  it("is offered where another unit of the plan fires at the same target, and goes with the answer", () => {
    expect(find("joins")).toBeNull();
    press("commit");
    expect([...(find("joins") as HTMLSelectElement).options].map((one) => one.value)).toEqual(["", "A1"]);
    join("A1");
    press("commit");
    expect(find("unit-A2", list)?.textContent).toContain("with A1");
    // one roll for both of them: who goes along shows no odds of its own
    expect(find("unit-A2", list)?.textContent).toContain("one roll");
    expect(find("unit-A2", list)?.textContent).not.toContain("%");
    press("commit");
    const shots = [
      { unit: "A1", target: "B1" },
      { unit: "A2", target: "B1", lead: "A1" },
    ];
    expect(laid.answers()).toEqual([{ answer: "declare", shots }]);
  });

  describe("where one cannot go alone", () => {
    const laidOut = async (first: Partial<AimFace>, second: Partial<AimFace>): Promise<void> => {
      laid.room.close();
      const offer = aims([
        { unit: "A1", order: 1, aims: [aim("A1", "B1", 0.4, { joins: ["A2"], ...first }), aim("A1", "B2", 0.1)] },
        { unit: "A2", order: 2, aims: [aim("A2", "B1", 0.4, { joins: ["A1"], ...second }), aim("A2", "B2", 0.9)] },
      ]);
      laid = await layTable({ ...declareTargets, offer }, () => plan);
      show();
    };

    it("the one that is waited for is shown that shot first, together with the other", async () => {
      await laidOut({ needs: ["A2"] }, { needs: ["A1"] });
      press("commit");
      expect((find("joins") as HTMLSelectElement).value).toBe("A1");
      press("commit");
      press("commit");
      const shots = [
        { unit: "A1", target: "B1" },
        { unit: "A2", target: "B1", lead: "A1" },
      ];
      expect(laid.answers()).toEqual([{ answer: "declare", shots }]);
    });

    it("who may go alone is shown its best odds, and is not drawn in", async () => {
      await laidOut({}, { needs: ["A1"] });
      press("commit");
      expect(find("target-2")?.getAttribute("aria-pressed")).toBe("true");
    });

    it("a shot is not put first whose partner fires at something else", async () => {
      await laidOut({}, { needs: ["A1"], odds: 0.95 });
      press("number", 2);
      press("commit");
      expect(find("target-2")?.getAttribute("aria-pressed")).toBe("true");
    });
  });

  it("ends when one of them fires at something else", () => {
    press("commit");
    join("A1");
    press("number", 2);
    press("commit");
    press("commit");
    const shots = [
      { unit: "A1", target: "B1" },
      { unit: "A2", target: "B2" },
    ];
    expect(laid.answers()).toEqual([{ answer: "declare", shots }]);
  });
});

describe("shots of another sort", () => {
  const opened = async (shot: Parameters<typeof aim>[3], into = "run"): Promise<void> => {
    laid.room.close();
    const one = aim("A1", "B1", 0.5, shot);
    const offer = aims([{ unit: "A1", order: 0, aims: [one] }], {
      plan: false,
      into,
      give: "",
      answer: { answer: "strike" },
    });
    laid = await layTable(question("strike", offer));
    show();
  };

  it("one by another's sight shows the line of who spots and the shot itself", async () => {
    await opened({ by: "A2" });
    const marks = laid.room.opened.value?.hand.marks() ?? [];
    expect(marks.filter((mark) => mark.kind === "sightline")).toMatchObject([
      { from: [30, 6], to: [24, 24], label: expect.stringContaining("spotted by") },
      {},
    ]);
    expect(marks.filter((mark) => mark.kind === "shot")).toMatchObject([{ from: [24, 6], to: [24, 24] }]);
  });

  it("one that takes several sections names those that were touched, and none says nothing of them", async () => {
    await opened({ sections: ["B1", "T2", "T3"] });
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "strike", target: "B1" }]);
    await opened({ sections: ["B1", "T2", "T3"] });
    find("section-T3")?.click();
    find("section-T2")?.click();
    find("section-T2")?.click();
    press("commit");
    expect(laid.answers()).toEqual([{ answer: "strike", target: "B1", run: ["B1", "T3"] }]);
  });
});
