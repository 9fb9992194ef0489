// Your own table: documents changed by hand and left otherwise as they were, links, forms, and the page itself.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, go } from "../../kit";
import { byId, clear, press, settle, show, soon } from "../../kit/testing";
import type { LaidPlace, ScenarioDesk } from "../../protocol";
import { game } from "../testing";
import { withCosts } from "./costs";
import { type Plain, placesOf, readPath, withEntry, withValue, writePath } from "./document";
import { handlesOf } from "./drawing";
import { ahead, counted, interval, nothing, played } from "./even";
import { sidesOf, verdict } from "./evenness";
import { withUnit } from "./fields";
import { formOf, fresh, sortsOf } from "./form_types";
import { codeOf, draftOf, keepDraft, linesOf, linkOf, readCode } from "./keeping";
import {
  copied,
  cornered,
  laidDown,
  maySize,
  movedTo,
  sizedTo,
  type Thing,
  thingsOf,
  touched,
  turnedBy,
  withCorner,
  without,
} from "./things";

// the board draws with what only a browser has
vi.mock("./stage", () => ({ Stage: () => null, TURN_STEP: 15 }));

const place = (path: string, shape: LaidPlace["shape"], more: Partial<LaidPlace> = {}): LaidPlace => ({
  ...{ path, shape, title: path, kind: "", owner: "", height: "", drawn: "", corners: "" as const },
  ...more,
});
const face = (kind: string, height = 0) => ({
  ...{ kind, title: kind, model: kind.toLowerCase(), text: "", clause: "", hides: true, blocks: true },
  ...{ height, extra_cost: 0 },
});

const desk: ScenarioDesk = {
  data: {
    size: ["table_width", "table_depth"],
    laid: [
      place("terrain[]", "box", { kind: "feature", owner: "owner", corners: "own" }),
      place("walls[]", "box", { kind: "feature", corners: "table" }),
      place("objective", "area"),
      place("goal.marker", "marker"),
      place("chart.area[]", "outline", { kind: "kind" }),
      place("goals[].area", "area"),
      place("force[].begins[]", "point"),
    ],
    kinds: [
      {
        path: "terrain[]",
        title: "House",
        kind: "House",
        entry: { feature: "House", length: 2, width: 2, heading: 0 },
      },
      {
        path: "terrain[]",
        title: "Bunker",
        kind: "Bunker",
        entry: { feature: "Bunker", owner: 0 },
        length: 3,
        width: 1,
      },
      {
        path: "chart.area[]",
        title: "Rock",
        kind: "rock",
        entry: {
          kind: "rock",
          points: [
            [1, 0],
            [0, 1],
            [-1, 0],
          ],
        },
      },
      { path: "goal.marker", title: "Marker" },
    ],
    ...{ forces: "force", units: "units", switches: "options", ground: "", sizes: {} },
    blank: {
      game: game.id,
      version: 1,
      id: "own",
      title: "Own",
      table_width: 48,
      table_depth: 36,
      terrain: [],
      force: [],
    },
  },
  faces: { House: face("House"), Bunker: face("Bunker"), rock: face("rock") },
  form: {
    $ref: "#/$defs/Scenario",
    $defs: {
      Scenario: {
        required: ["title", "force"],
        properties: {
          title: { type: "string", maxLength: 60 },
          force: { type: "array", items: { $ref: "#/$defs/Force" } },
          goals: { type: "array", items: { anyOf: [{ $ref: "#/$defs/Leave" }, { $ref: "#/$defs/Raze" }] } },
        },
      },
      Force: { required: ["side", "units"], properties: { side: { type: "string" }, units: { type: "array" } } },
      Leave: {
        required: ["goal", "x", "edge"],
        properties: { goal: { enum: ["leave"] }, x: { type: "number" }, edge: { type: "string" } },
      },
      Raze: { required: ["goal"], properties: { goal: { enum: ["raze"] } } },
    },
  },
  ...{ ruler: "inch", studs: 3, height_unit: 1, usual_size: 0, draws: false },
};

const document: Plain = {
  ...desk.data.blank,
  terrain: [
    { feature: "House", x: 10, y: 8, length: 2.52, width: 2.52, heading: 0 },
    { feature: "Bunker", x: 20, y: 8, heading: 90, owner: 1 },
    {
      feature: "House",
      x: 30,
      y: 9,
      length: 4,
      width: 4,
      heading: 30,
      corners: [
        [-2, -2],
        [2, -2],
        [0, 2],
      ],
    },
  ],
  walls: [
    {
      feature: "House",
      x: 5,
      y: 5,
      corners: [
        [4, 4],
        [6, 4],
        [5, 6],
      ],
    },
  ],
  objective: { x: 24, y: 18, length: 12, width: 10, from_round: 2 },
  goal: { marker: [20, 15] },
  chart: {
    area: [
      {
        kind: "rock",
        points: [
          [1, 1],
          [3, 1],
          [2, 4],
        ],
        treasures: [2],
      },
    ],
  },
  goals: [
    { goal: "leave", edge: "y=36" },
    { goal: "alone", area: { x: 4, y: 4, length: 2, width: 2 } },
  ],
  force: [{ units: ["M4 Sherman"], begins: [{ card: "M4 Sherman", x: 1, y: 2 }] }],
  before: { force: [] },
};
const things = thingsOf(desk, document);
const thing = (path: string) => things.find((each) => writePath(each.path) === path) as Thing;

describe("a document", () => {
  it("is changed at one path and is otherwise the same, in its order too", () => {
    expect(readPath("terrain[3].x")).toEqual(["terrain", 3, "x"]);
    expect(writePath(["force", 0, "units", 2])).toBe("force[0].units[2]");
    const changed = withValue(document, ["terrain", 0, "x"], 11);
    expect(withValue(changed, ["terrain", 0, "x"], 10)).toEqual(document);
    expect(JSON.stringify(withValue(changed, ["terrain", 0, "x"], 10))).toBe(JSON.stringify(document));
    expect(changed.before).toBe(document.before);
    expect(withEntry(document, ["mines"], { x: 1 }).document.mines).toEqual([{ x: 1 }]);
    expect(placesOf(document, "goals[].area").map(writePath)).toEqual(["goals[1].area"]);
  });
  it("has all that lies on the table, of every shape", () => {
    expect(things.map(({ path }) => writePath(path))).toEqual([
      ...["terrain[0]", "terrain[1]", "terrain[2]", "walls[0]", "objective", "goal.marker", "chart.area[0]"],
      ...["goals[1].area", "force[0].begins[0]"],
    ]);
    // a size that is not stated is the kind's; corners about the middle turn with the piece
    expect([thing("terrain[1]").length, thing("terrain[1]").width]).toEqual([3, 1]);
    expect(thing("terrain[2]").outline[0]?.[0]).toBeCloseTo(30 - 2 * Math.cos(Math.PI / 6) + 1);
    expect(thing("walls[0]").outline).toEqual([
      [4, 4],
      [6, 4],
      [5, 6],
    ]);
  });
  it("is the same again when everything was moved, turned and copied, and back", () => {
    let now = document;
    const again = (path: Thing["path"]) =>
      thingsOf(desk, now).find((each) => writePath(each.path) === writePath(path)) as Thing;
    for (const one of things) {
      now = movedTo(now, one, [one.x + 3, one.y - 1.5]);
      now = movedTo(now, again(one.path), [one.x, one.y]);
      now = turnedBy(now, again(one.path), 90);
      now = turnedBy(now, again(one.path), -90);
      const twin = copied(now, again(one.path), 2);
      if (twin)
        now = without(
          twin.document,
          thingsOf(desk, twin.document).find((each) => writePath(each.path) === writePath(twin.path)) as Thing,
        );
      if (maySize(one)) now = sizedTo(sizedTo(now, again(one.path), 9, 9), again(one.path), one.length, one.width);
    }
    // what had no size or heading has one now, the same as before
    expect(now).toEqual(
      withValue(
        withValue(withValue(document, ["terrain", 1, "length"], 3), ["terrain", 1, "width"], 1),
        ["walls", 0, "heading"],
        0,
      ),
    );
  });
  it("has corners that move, come and go, but never fewer than three", () => {
    const rock = thing("chart.area[0]");
    const more = withCorner(document, rock, 0);
    expect(placesOf(more, "chart.area[].points[]")).toHaveLength(4);
    expect(cornered(document, rock, 1, null)).toBe(document);
    expect(thingsOf(desk, cornered(document, rock, 2, [2, 8])).find(({ kind }) => kind === "rock")?.outline[2]).toEqual(
      [2, 8],
    );
  });
});

describe("the table under the hand", () => {
  it("takes the smallest thing that is touched, or the nearest one", () => {
    expect(touched(things, [24, 18], 0)?.title).toBe("objective");
    expect(touched(things, [10, 8], 0)).toBe(thing("terrain[0]"));
    expect(touched(things, [12, 8], 1)).toBe(thing("terrain[0]"));
    expect(touched(things, [45, 33], 1)).toBeUndefined();
  });
  it("has corners to pull at where they are not under one finger", () => {
    expect(handlesOf(thing("objective"), 1).map(({ what }) => what)).toEqual(["corner", "corner", "corner", "corner"]);
    expect(handlesOf(thing("terrain[0]"), 10).map(({ what }) => what)).toEqual(["turn"]);
  });
  it("lays down what a kind is, where it shall lie", () => {
    const kinds = desk.data.kinds ?? [];
    const laid = laidDown(document, desk, kinds[0] as (typeof kinds)[0], [7, 8.25]);
    expect([writePath(laid.path), laid.document.terrain]).toEqual([
      "terrain[3]",
      [...(document.terrain as unknown[]), { feature: "House", x: 7, y: 8.25, length: 2, width: 2, heading: 0 }],
    ]);
    expect(laidDown(document, desk, kinds[3] as (typeof kinds)[0], [1, 2]).document.goal).toEqual({ marker: [1, 2] });
    expect(laidDown({}, desk, kinds[2] as (typeof kinds)[0], [5, 5]).document).toEqual({
      chart: {
        area: [
          {
            kind: "rock",
            points: [
              [6, 5],
              [5, 6],
              [4, 5],
            ],
          },
        ],
      },
    });
  });
});

describe("forces", () => {
  it("have one unit more or fewer, and all others in their order", () => {
    expect(withUnit(["a", "b", "a"], 0, 1)).toEqual(["a", "b", "a", "a"]);
    expect(withUnit(["a", "b", "a"], 1, -1)).toEqual(["a", "a"]);
    expect(
      withUnit(
        [
          { card: "a", count: 1 },
          { card: "b", count: 2 },
        ],
        1,
        1,
      ),
    ).toEqual([
      { card: "a", count: 1 },
      { card: "b", count: 3 },
    ]);
    expect(withUnit([{ card: "a", count: 1 }], 0, -1)).toEqual([]);
  });
  it("tell their cost after a change if they told it before", () => {
    const cost = game.catalogue.cards["M4 Sherman"]?.cost ?? 0;
    const before = {
      force: [
        { rc: cost, units: [{ card: "M4 Sherman", count: 1 }] },
        { rc: 99, units: [] },
      ],
    };
    const after = withValue(before, ["force", 0, "units", 0, "count"], 3);
    expect(withCosts(game, desk, before, after)).toEqual(withValue(after, ["force", 0, "rc"], 3 * cost));
  });
});

describe("a form", () => {
  it("makes an entry with all that it must have", () => {
    const about = { game, desk, document };
    const goals = formOf(desk).properties?.goals?.items || {};
    const [leave] = sortsOf(desk, goals);
    expect(leave?.word).toBe("leave");
    expect(fresh(about, "goals", leave?.form ?? {})).toEqual({ goal: "leave", x: 24, edge: "y=0" });
  });
});

describe("what is kept and given away", () => {
  it("comes out of a link as it went in, and nothing else does", async () => {
    expect(await readCode(await codeOf(document))).toEqual(document);
    expect(await linkOf(document)).toContain("/editor#");
    expect(await readCode("no code at all")).toBeUndefined();
    const huge = await codeOf({ words: "a".repeat(900_000) });
    expect(huge.length).toBeLessThan(24_000);
    expect(await readCode(huge)).toBeUndefined();
    const noise = Array.from({ length: 9000 }, (_, at) => (at * 7919) % 10_007);
    expect(await linkOf({ noise })).toBeUndefined();
  });
  it("keeps a draft by game, and takes no foreign one", () => {
    keepDraft(game.id, document);
    expect(draftOf(game.id)).toEqual(document);
    expect(draftOf("another")).toBeUndefined();
    keepDraft(game.id, undefined);
    expect(draftOf(game.id)).toBeUndefined();
  });
  it("does not read files that are too large", async () => {
    expect(await linesOf(new File(["a\r\nb"], "a.toml"))).toEqual(["a", "b"]);
    expect(await linesOf(new File(["a".repeat(70_000)], "b.toml"))).toContain("b.toml has more");
  });
});

describe("whether it is even", () => {
  const won = (winners: number[], whole = true) => ({ winners, rounds: 4, whole });
  it("counts by side, with draws shared and unfinished battles left out", () => {
    let count = nothing(2);
    for (const battle of [won([0]), won([0, 2]), won([1]), won([]), won([], false)])
      count = counted(count, battle, [0, 1, 0]);
    expect([count.wins, count.draws, count.cut, played(count)]).toEqual([[2, 1], 1, 1, 4]);
    expect(ahead(count)).toBe(-1);
    expect(verdict(count)).toBe("Could still be even, after 4 battles.");
  });
  it("says who is ahead when chance does not explain it", () => {
    const count = { wins: [10, 54], draws: 0, cut: 0, rounds: 300 };
    const [low, high] = interval(count, 1);
    // the interval of Wilson for 54 of 64
    expect([low, high].map((each) => each.toFixed(3))).toEqual(["0.736", "0.913"]);
    expect(verdict(count)).toBe("Orange is ahead, after 64 battles.");
    expect(sidesOf([{ side: "a" }, { side: "b" }, { side: "a" }])).toEqual([0, 1, 0]);
  });
});

describe("the page", () => {
  const checked = { file: { game: game.id, document, faults: [] }, face: null };
  beforeEach(() => {
    vi.spyOn(api, "games").mockResolvedValue({ ok: true, value: [game] });
    vi.spyOn(api, "scenarioDesk").mockResolvedValue({ ok: true, value: desk });
    vi.spyOn(api, "checkScenario").mockResolvedValue({ ok: true, value: checked });
  });
  afterEach(() => {
    clear();
    vi.restoreAllMocks();
    localStorage.clear();
  });
  const open = async () => {
    const { EditorPage } = await import("./page");
    go(`/editor?game=${game.id}`);
    show(<EditorPage />);
    await soon(() => byId("begin"));
  };

  it("begins from nothing, lays down, takes back, and says what is wrong at its piece", async () => {
    const fault = { place: "terrain[0].x", line: 0, sentence: "this lies in a house", clause: "" };
    vi.mocked(api.checkScenario).mockResolvedValue({
      ok: true,
      value: { ...checked, file: { ...checked.file, faults: [fault] } },
    });
    await open();
    press(byId("from-nothing"));
    await settle();
    press(globalThis.document.querySelector("[data-kind=House]") as HTMLElement);
    await soon(() => expect(byId("in-hand")?.textContent).toContain("this lies in a house"));
    expect(byId("faults")?.textContent).toContain("terrain[0].x");
    press(byId("undo-edit"));
    await settle();
    expect(() => byId("in-hand")).toThrow();
    press(byId("redo-edit"));
    await soon(() => expect(draftOf(game.id)?.terrain).toHaveLength(1));
  });
});
