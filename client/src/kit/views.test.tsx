import { useState } from "preact/hooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Button } from "./button";
import { NumberRow, Segmented, Tabs, Toggle } from "./choices";
import { ClauseSheet } from "./clause";
import { ClauseLink, closeClause, openClause } from "./clause_link";
import { clauses } from "./clauses";
import { SideMark, sideName } from "./marks";
import { Bar, Copy, ErrorBox, Skeleton } from "./parts";
import { go, Link, route } from "./route";
import { Dialog, keptOnScreen, Sheet } from "./sheet";
import { answering, byId, byWords, clear, press, settle, show } from "./testing";
import { hush, Toast, toast } from "./toast";

const card = {
  id: "mbb.move.reverse",
  game: "micro_brick_battle",
  chapter: "Moving",
  title: "Reverse",
  text: "Reversing costs 2 MP per inch.",
  ruling: "Counted by the inch begun.",
  ambiguity: "Parts of an inch are not named.",
  kind: "rule",
  source: "000 / Using movement points",
  switch: "turn_cost",
  switch_words: "Price of turning. By the degree, or by the quarter.",
  diagram: "",
  in_play: true,
};

afterEach(() => {
  clear();
  closeClause();
  clauses.clear();
  vi.unstubAllGlobals();
});

const key = (target: Element, name: string) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));

describe("buttons", () => {
  it("is a plain button unless told otherwise, with its keys shown", () => {
    const host = show(<Button keys="Enter">Move here</Button>);
    const button = host.querySelector("button");
    expect(button?.type).toBe("button");
    expect(button?.className).toBe("k-button plain");
    expect(host.querySelector("kbd")?.textContent).toBe("Enter");
  });
  it("names an icon-only button for those who do not see it", () => {
    const host = show(<Button iconOnly>Close</Button>);
    expect(host.querySelector("button")?.title).toBe("Close");
    expect(host.textContent).toBe("Close");
  });
});

describe("choices", () => {
  const choices = [
    { value: "a", label: "A" },
    { value: "b", label: "B" },
    { value: "c", label: "C" },
  ];
  it("moves with the arrow keys, has one tab stop and goes round", () => {
    const change = vi.fn();
    const host = show(<Segmented label="Letter" value="c" choices={choices} onChange={change} />);
    const radios = [...host.querySelectorAll<HTMLElement>('[role="radio"]')];
    expect(radios.map((one) => one.tabIndex)).toEqual([-1, -1, 0]);
    key(radios[2] as Element, "ArrowRight");
    key(radios[2] as Element, "ArrowLeft");
    expect(change.mock.calls).toEqual([["a"], ["b"]]);
  });
  it("keeps a tab stop when the value is none of the choices", () => {
    const host = show(<Segmented label="Letter" value="z" choices={choices} onChange={() => undefined} />);
    expect([...host.querySelectorAll<HTMLElement>('[role="radio"]')].map((one) => one.tabIndex)).toEqual([0, -1, -1]);
  });
  it("ties tabs to their panel", () => {
    const host = show(<Tabs id="log" label="Lists" value="a" choices={choices} onChange={() => undefined} />);
    expect(host.querySelector('[aria-selected="true"]')?.getAttribute("aria-controls")).toBe("log-panel");
  });
  it("turns a switch", async () => {
    const change = vi.fn();
    show(<Toggle label="Letters" on={false} onChange={change} />);
    await press(byWords("Letters"));
    expect(change).toHaveBeenCalledWith(true);
  });
  it("stays within the ends of a number", async () => {
    const change = vi.fn();
    show(<NumberRow label="Points" value={500} min={10} max={500} step={10} onChange={change} />);
    await press(byWords("Points: more"));
    await press(byWords("Points: less"));
    expect(change.mock.calls).toEqual([[500], [490]]);
  });
  it("takes a typed number as it is meant, not digit by digit", async () => {
    const taken: number[] = [];
    const Yard = () => {
      const [value, set] = useState(20);
      const take = (next: number) => {
        taken.push(next);
        set(next);
      };
      return <NumberRow label="Length" value={value} min={3} max={60} typed onChange={take} />;
    };
    const field = () => document.querySelector("input") as HTMLInputElement;
    show(<Yard />);
    const type = async (text: string) => {
      field().value = text;
      field().dispatchEvent(new Event("input", { bubbles: true }));
      await settle();
    };
    for (const text of ["", "1", "18"]) {
      await type(text);
      expect(field().value).toBe(text);
    }
    expect(taken).toEqual([18]);
    // what is too much counts as the most there is once the field is left; what is no number leaves the last one
    await type("99");
    field().dispatchEvent(new Event("blur"));
    await settle();
    expect([field().value, taken.at(-1)]).toEqual(["60", 60]);
    await type("");
    field().dispatchEvent(new Event("blur"));
    await settle();
    expect([field().value, taken.at(-1)]).toEqual(["60", 60]);
  });
});

describe("marks and parts", () => {
  it("gives every side a shape of its own", () => {
    const shapes = [0, 1, 2, 3, 4, 5].map((side) => show(<SideMark side={side} />).querySelector("svg")?.innerHTML);
    expect(new Set(shapes).size).toBe(6);
    expect([0, 1, 2, 3, 4, 5].map(sideName)).toEqual(["Blue", "Orange", "Forest", "Mauve", "Teal", "Plum"]);
  });
  it("never draws a bar past its ends", () => {
    const host = show(<Bar share={1.7} label="over" />);
    expect(host.querySelector("i")?.style.width).toBe("100%");
  });
  it("says what is awaited only to readers at first", () => {
    const host = show(<Skeleton awaiting="Fetching." />);
    expect(host.querySelector("p")?.className).toBe("k-spoken");
  });
  it("offers to try again and to copy a report", async () => {
    const retry = vi.fn();
    show(<ErrorBox sentence="Lost." kept="Nothing was changed." retry={retry} report="match m1" />);
    await press(byWords("Try again"));
    expect(retry).toHaveBeenCalledTimes(1);
    expect(byWords("Copy report")).toBeTruthy();
  });
  it("copies and says so", async () => {
    const written: string[] = [];
    vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void written.push(text) } });
    show(<Copy text="http://x/join#s" label="Copy link" />);
    await press(byWords("Copy link"));
    expect(written).toEqual(["http://x/join#s"]);
    expect(byWords("Copied")).toBeTruthy();
  });
});

describe("the clause sheet", () => {
  it("calls a clause by its title wherever it is named, by its id while nobody knows the title", async () => {
    clauses.clear();
    answering({ "/api/clauses/titles": { [card.id]: "Driving backwards costs double" } });
    show(<ClauseLink clause={card.id} />);
    await settle();
    const link = document.querySelector("[data-clause]");
    expect(link?.textContent).toBe("Driving backwards costs double");
    expect(link?.getAttribute("aria-label")).toBe("Rule: Driving backwards costs double");
    clauses.clear();
    await settle();
    expect(link?.textContent).toBe(card.id);
  });
  it("opens the clause of a link over the page", async () => {
    answering({ "/api/clauses": [card] });
    show(
      <>
        <ClauseLink clause={card.id} />
        <ClauseSheet />
      </>,
    );
    await press(byWords(card.id));
    const words = byId("clause-sheet").textContent ?? "";
    for (const part of [
      card.title,
      card.chapter,
      card.text,
      card.ruling,
      card.ambiguity,
      card.switch_words,
      "Using movement points",
    ]) {
      expect(words).toContain(part);
    }
    expect(words).not.toContain(card.id);
    expect(location.pathname).not.toContain("rules");
    key(byId("clause-sheet"), "Escape");
    await settle();
    expect(document.querySelector('[data-testid="clause-sheet"]')).toBeNull();
  });
  it("links the ids of other clauses inside the words, but none that no book has", async () => {
    const other = { ...card, id: "mbb.move.turn", text: "See mbb.move.reverse. Not mbb.no.such." };
    answering({ "/api/clauses": [card, other] });
    show(<ClauseSheet />);
    openClause(other.id);
    await settle();
    const links = [...byId("clause-text").querySelectorAll("[data-clause]")];
    expect(links.map((one) => one.getAttribute("data-clause"))).toEqual([card.id]);
    expect(byId("clause-text").textContent).toContain("See Reverse. Not mbb.no.such.");
  });
  it("says a sentence for a clause that is not there", async () => {
    answering({ "/api/clauses": [card] });
    show(<ClauseSheet />);
    openClause("mbb.no.such");
    await settle();
    expect(byId("clause-sheet").textContent).toContain('no clause "mbb.no.such"');
  });
  it("offers to try again when the book cannot be fetched", async () => {
    answering({});
    show(<ClauseSheet />);
    openClause(card.id);
    await settle();
    answering({ "/api/clauses": [card] });
    await press(byWords("Try again"));
    expect(byId("clause-text").textContent).toContain(card.text);
  });
  it("shows nothing for an empty clause", () => {
    expect(show(<ClauseLink clause="" />).innerHTML).toBe("");
  });
});

describe("over the page", () => {
  it("gives the focus back when a sheet closes", async () => {
    const button = document.createElement("button");
    document.body.append(button);
    button.focus();
    show(<Sheet title="Card" onClose={() => undefined} />);
    await settle();
    expect(document.activeElement).not.toBe(button);
    clear();
    expect(document.activeElement).toBe(button);
    button.remove();
  });
  it("is moved by its grip with arrows, and never off the screen", async () => {
    const host = show(<Sheet title="Card" onClose={() => undefined} testid="card" />);
    await settle();
    const grip = host.querySelector(".k-grip") as HTMLElement;
    expect(grip.title).toBe("Move this sheet");
    key(grip, "ArrowLeft");
    await settle();
    expect(byId("card").className).toContain("moved");
    const rest = new DOMRect(1000, 0, 420, 900);
    const screen = { width: 1420, height: 900 };
    expect(keptOnScreen([-200, 40], rest, screen)).toEqual([-200, 40]);
    expect(keptOnScreen([-5000, -50], rest, screen)).toEqual([96 - 1420, 0]);
    expect(keptOnScreen([5000, 5000], rest, screen)).toEqual([1420 - 96 - 1000, 900 - 48]);
  });
  it("opens a dialog as a modal one and closes it by its button", async () => {
    const close = vi.fn();
    const host = show(
      <Dialog title="Sure?" onClose={close}>
        words
      </Dialog>,
    );
    await settle();
    expect(host.querySelector("dialog")?.open).toBe(true);
    await press(byWords("Close"));
    expect(close).toHaveBeenCalledTimes(1);
  });
  it("shows at most three messages and the same one once", async () => {
    vi.useFakeTimers();
    const host = show(<Toast />);
    for (const sentence of ["one", "two", "two", "three", "four"]) toast(sentence);
    vi.useRealTimers();
    await settle();
    expect([...host.querySelectorAll(".k-toast")].map((one) => one.querySelector(".k-grow")?.textContent)).toEqual([
      "two",
      "three",
      "four",
    ]);
    hush();
    await settle();
    expect(host.querySelectorAll(".k-toast")).toHaveLength(0);
  });
});

describe("the router", () => {
  it("goes without loading the page anew", async () => {
    go("/");
    show(<Link to="/rules/mbb.a%20b?x=1">Rules</Link>);
    await press(byWords("Rules"));
    expect(route.value.parts).toEqual(["rules", "mbb.a b"]);
    expect(route.value.search.get("x")).toBe("1");
    go("/");
  });
  it("leaves a click with Ctrl to the browser", () => {
    go("/");
    show(<Link to="/rules">Rules</Link>);
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
    byWords("Rules").dispatchEvent(click);
    expect(click.defaultPrevented).toBe(false);
    expect(route.value.path).toBe("/");
  });
});
