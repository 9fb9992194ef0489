import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { learned } from "../../../kit";
import { soon } from "../../../kit/testing";
import type { Coaching } from "../../../protocol";
import { lessonMarks } from "../../lessons";
import { type Laid, layTable, moveUnits, update } from "../../testing";
import { GRAIN } from "../../ways/measure";
import { Coach } from "./coach";
import { battleAfter, LessonEndPanel } from "./lesson_end";

const step = (at: number, changes: Partial<Coaching> = {}): Coaching => ({
  lesson: "first_tanks",
  title: "First battle",
  at,
  steps: 3,
  heading: `Heading ${at}`,
  text: `Text ${at}`,
  clauses: ["mbb.move.forward"],
  units: ["A2"],
  place: [7 * GRAIN, 8 * GRAIN, GRAIN],
  panel: "",
  done: at > 0 ? `Done ${at - 1}` : "",
  nudge: "",
  answer: { answer: "move", unit: "A2", steps: [] },
  battle: null,
  ...changes,
});

let host: HTMLElement;
let laid: Laid;
const find = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);

async function taught(first: Coaching): Promise<void> {
  laid = await layTable(moveUnits);
  laid.socket.tells(update(2, { lesson: first, take_back: "the move", take_back_seat: 0 }));
  await soon(() => expect(laid.room.store.shown.value?.lesson?.at).toBe(first.at));
  render(<Coach room={laid.room} />, host);
}

beforeEach(() => {
  localStorage.clear();
  host = document.createElement("div");
  document.body.append(host);
});
afterEach(() => {
  render(null, host);
  host.remove();
  laid.room.close();
});

describe("the coach of a lesson", () => {
  it("is not there where nothing is taught", async () => {
    laid = await layTable(moveUnits);
    render(<Coach room={laid.room} />, host);
    expect(find("lesson")).toBeNull();
  });

  it("is read in one piece and in order: what was done, which step it is, what to do", async () => {
    await taught(step(1));
    const words = find("lesson-words");
    expect(words?.getAttribute("aria-live")).toBe("polite");
    expect(words?.getAttribute("aria-atomic")).toBe("true");
    expect(words?.textContent).toBe(" Done 0Step 2 of 3: Heading 1Text 1");
    // the text comes before its buttons, for eyes, ears and the tab key
    const buttons = find("lesson-show");
    expect(words && buttons && words.compareDocumentPosition(buttons)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("takes the unit of the step into the hand, and points at it and at the place", async () => {
    await taught(step(0));
    expect(laid.room.selected.value).toBe("A2");
    const marks = lessonMarks(laid.room);
    expect(marks.map((mark) => mark.kind === "zone" && mark.label)).toEqual(["", "Here"]);
  });

  it("shows how by giving the lesson's own answer", async () => {
    await taught(step(1));
    find("lesson-show")?.click();
    expect(laid.answers()).toEqual([{ answer: "move", unit: "A2", steps: [] }]);
  });

  it("goes back by taking the last answer back", async () => {
    await taught(step(1));
    find("lesson-back")?.click();
    expect(laid.socket.sent.at(-1)).toMatchObject({ type: "take_back", seat: 0, seq: 2 });
  });

  it("says the next step when it is asked for, not while others answer", async () => {
    await taught(step(0));
    laid.socket.tells(update(3, { lesson: step(1), decision: null }));
    await soon(() => expect(laid.room.store.shown.value?.seq).toBe(3));
    expect(find("lesson-title")?.textContent).toContain("Heading 0");
    laid.socket.tells(update(4, { lesson: step(1, { nudge: "Try this." }) }));
    await soon(() => expect(find("lesson-title")?.textContent).toContain("Heading 1"));
    expect(find("lesson-nudge")?.textContent).toBe("Try this.");
  });

  it("ends with a real battle, and remembers that it was learnt", async () => {
    const battle = { scenario: "duel", level: "cadet" };
    await taught(step(3, { answer: null, battle, units: [], place: [] }));
    expect(find("lesson-show")).toBeNull();
    expect(battleAfter(laid.room)).toEqual(battle);
    render(<LessonEndPanel room={laid.room} battle={battle} />, host);
    expect(find("first-battle")?.textContent).toContain("Now a real battle");
    expect(find("first-battle")?.className).toContain("ask");
    render(<Coach room={laid.room} />, host);
    await soon(() => expect(learned.has(laid.room.match)).toBe(true));
  });
});
