// A small game for the tests of the pages.
import type { CardFace, GameCard, ScenarioFace, SwitchCard } from "../protocol";

function cardFace(id: string, country: string, cost: number): CardFace {
  const number = (short: string, value: number) => ({
    id: short,
    title: short,
    short,
    value,
    clause: "mbb.unit.ap",
    written: "",
  });
  const numbers = [number("AP", 4), number("RC", cost)];
  return {
    id,
    title: id,
    model: "tank.medium",
    length: 1890000,
    width: 945000,
    cost,
    numbers,
    traits: [],
    country,
    clause: "",
    outline: [],
    arcs: [],
    size: "",
  };
}

function scenario(id: string, title: string): ScenarioFace {
  const zone = (seat: number) => ({
    id: `z${seat}`,
    title: "zone",
    seat,
    outline: [0, 0, 48e6, 0, 48e6, 6e6, 0, 6e6],
    clause: "",
  });
  const pose = { x: 12e6, y: 18e6, heading: 90e6 };
  return {
    id,
    title,
    seats: 2,
    goal: "Destroy all enemy units.",
    clause: "mbb.win.elimination",
    minutes: [20, 45],
    face: {
      title,
      goal: "",
      clause: "",
      ruler: "inch",
      width: 48e6,
      height: 36e6,
      edges: ["south", "north"],
      cards: {},
      units: {},
      features: {},
      zones: [zone(0), zone(1)],
      last_round: 0,
      ranges: [],
      arcs: [],
      sides: [],
      rings: [],
      cues: {},
      manners: {},
      ground: "",
      studs: 0,
      dice: null,
      game: "",
      special_dice: {},
      dice_titles: {},
      written: {},
      ...{ goals: [], marks: [], rules: "", left_out: [], verbs: [], terms: [], house_rules: [] },
    },
    tokens: [
      { id: "T1", kind: "House", pose, length: 2520000, width: 2520000, group: "T1", seat: -1, marks: {}, outline: [] },
    ],
    sides: ["United States", "Germany"],
    forces: [[["M4 Sherman", 6]], [["Panzer III", 6]]],
    points: [84, 78],
    options: {},
    number_switch: "",
  };
}

const level: SwitchCard = {
  id: "rules_level",
  title: "Rules of a seat",
  text: "Which rules a seat plays by.",
  clause: "mbb.young.mix",
  chapter: "young",
  default: "base",
  choices: [
    { value: "base", text: "base rules" },
    { value: "quick", text: "quick play" },
  ],
  lowest: 0,
  highest: 0,
  per_seat: true,
};
const limit: SwitchCard = {
  ...level,
  id: "round_limit",
  title: "Last round",
  clause: "mbb.win.stalemate",
  chapter: "win",
  default: 0,
  choices: [],
  highest: 99,
  per_seat: false,
};
const points: SwitchCard = {
  ...limit,
  id: "point_limit",
  title: "Resource Points",
  clause: "mbb.army.points",
  chapter: "army",
};

const SET = { adds: false, over: "", scenarios: [], sketch: [] };
const SHORT = { adds: true, over: "book", scenarios: [], options: { round_limit: 8 }, code: "MBB-3" };
const ADDED = { ...SHORT, id: "short", title: "Short", text: "Eight rounds.", sketch: [] };

export const game: GameCard = {
  id: "micro_brick_battle",
  title: "Micro Brick Battle",
  ruler: "inch",
  reactions: false,
  lesson: "",
  lesson_minutes: 0,
  clocks: [],
  first: null,
  rules_version: "1",
  catalogue: {
    line: "Tanks at micro scale",
    detail: "Inches · 2 players",
    scenarios: [scenario("six_v_six", "6 vs 6"), scenario("crossroads", "Crossroads")],
    switches: [level, limit, points],
    presets: [
      {
        ...SET,
        id: "quick",
        title: "Quick",
        text: "One page.",
        options: { rules_level: ["quick", "quick"] },
        code: "MBB-1",
      },
      { ...SET, id: "book", title: "Book", text: "As printed.", options: {}, code: "MBB-2" },
      ADDED,
    ],
    themes: [
      { id: "seats", title: "Seats", text: "Who plays by which.", switches: ["rules_level"], sketch: [] },
      { id: "end", title: "The end", text: "How it ends.", switches: ["round_limit"], sketch: [] },
    ],
    cards: {
      "M4 Sherman": cardFace("M4 Sherman", "United States", 14),
      "Panzer III": cardFace("Panzer III", "Germany", 13),
    },
    chapters: [{ group: "win", title: "Scenarios" }],
    credits: "",
    points_switch: "point_limit",
    usual_points: 100,
    upgrades: [
      {
        id: "Captain",
        title: "Captain",
        written: " with Captain",
        cost: 10,
        most: 1,
        cards: ["M4 Sherman"],
        text: "Moves twice.",
        clause: "mbb.cmd.one",
      },
    ],
    pieces: { House: cardFace("House", "", 5) },
    pool_switch: "terrain_points",
    piece_switches: [],
    traits: { turret: { text: "Fires all round.", clause: "mbb.move.turret.free" } },
    sorts: {},
    duels: { enemies: ["Panzer III"], distance: 8, farthest: 48, ranges: [], facings: true },
    army_switches: [],
    trait_switches: { plane: "planes" },
  },
  yard: null,
  own_dice: false,
  levels: [
    { id: "random", title: "Random", text: "Anything.", beats: "", rate: null, games: 0, styled: false },
    { id: "cadet", title: "Cadet", text: "A beginner.", beats: "random", rate: 0.9, games: 60, styled: false },
    { id: "recruit", title: "Recruit", text: "Drives ahead.", beats: "cadet", rate: 0.98, games: 200, styled: false },
    { id: "regular", title: "Regular", text: "Plans.", beats: "recruit", rate: 0.934, games: 400, styled: true },
  ],
  styles: [
    { id: "even", title: "Even", text: "Weighs everything." },
    { id: "bold", title: "Bold", text: "Goes near." },
  ],
};

export const SECRET = "s".repeat(32);

/** What the server answers to a new match: a secret for one's own seat, an invitation to a friend's. */
export const made = {
  match: "m1",
  seats: [
    { seat: 0, kind: "me", secret: SECRET },
    { seat: 1, kind: "bot", secret: "" },
  ],
};
export const invited = {
  match: "m2",
  seats: [
    { seat: 0, kind: "me", secret: SECRET },
    { seat: 1, kind: "link", secret: "", invitation: "f".repeat(32), until: 1_800_000_000 },
  ],
};
export const refusal = {
  type: "refusal",
  code: "no_such_link",
  clause: "",
  sentence: "This link opens no seat.",
  data: {},
  kind: "invalid",
};
