// Small tables and messages for the tests of this room.
import type {
  AimFace,
  Aims,
  AnyDown,
  AnyUp,
  Asked,
  CardFace,
  Choice,
  Choose,
  Mover,
  Path,
  Pose,
  SeatTable,
  SheetFace,
  StepOffer,
  TableFace,
  TrackFace,
  Unit,
  Update,
  Welcome,
} from "../protocol";
import { HABIT } from "./keyboard";
import { createRoom, type Room } from "./room";
import { GRAIN } from "./ways/measure";
import { openWidget } from "./widgets/registry";

// tests press keys as soon as a question is there
HABIT.ms = 0;

export const pose = (x: number, y: number, heading: number): Pose => ({
  x: Math.round(x * GRAIN),
  y: Math.round(y * GRAIN),
  heading: Math.round(heading * GRAIN),
});

const card = (id: string, title: string): CardFace => ({
  id,
  title,
  model: "tank.medium",
  length: 1_890_000,
  width: 945_000,
  cost: 14,
  numbers: [
    { id: "attack", title: "attack", short: "AP", value: 4, clause: "mbb.unit.ap", written: "" },
    { id: "defence", title: "defence", short: "DP", value: 4, clause: "mbb.unit.dp", written: "" },
    { id: "movement", title: "move", short: "MP", value: 8, clause: "mbb.unit.mp", written: "" },
  ],
  traits: ["turret"],
  country: "",
  clause: "mbb.unit.card",
  outline: [],
  arcs: [],
  size: "",
});

export const face: TableFace = {
  title: "Crossroads",
  goal: "Hold the square.",
  clause: "mbb.scenario.crossroads",
  ruler: "inch",
  width: 48 * GRAIN,
  height: 36 * GRAIN,
  edges: ["south", "north"],
  cards: { sherman: card("sherman", "M4 Sherman"), panzer: card("panzer", "Panzer III") },
  units: { A1: "sherman", A2: "sherman", B1: "panzer", B2: "panzer" },
  features: {},
  zones: [],
  last_round: 10,
  ranges: [],
  arcs: [],
  sides: [],
  rings: [4, 8],
  cues: {},
  manners: {},
  ground: "",
  studs: 0,
  dice: null,
  game: "",
  special_dice: {},
  dice_titles: { shot: "Shot", first: "First turn" },
  written: {},
  ...{ goals: [], marks: [], rules: "", left_out: [], verbs: [], terms: [], house_rules: [] },
};

export const unit = (id: string, x: number, y: number, heading: number, status = "alive"): Unit => ({
  id,
  seat: id.startsWith("A") ? 0 : 1,
  card: face.units[id] ?? "",
  status,
  pose: pose(x, y, heading),
  marks: {},
});

/** A table of four tanks in the movement of round 3. */
export function table(changes: Partial<SeatTable> = {}): SeatTable {
  return {
    seat: 0,
    version: 1,
    units: [unit("A1", 24, 6, 90), unit("A2", 30, 6, 90), unit("B1", 24, 24, 270), unit("B2", 30, 24, 270)],
    tokens: [],
    facts: {},
    waiting_for: [0],
    situation: {
      round: 3,
      active: 0,
      steps: [
        { id: "movement", title: "Move", when: "now", clause: "mbb.turn.phases" },
        { id: "target_declaration", title: "Declare", when: "ahead", clause: "mbb.turn.phases" },
        { id: "shooting", title: "Shoot", when: "ahead", clause: "mbb.turn.phases" },
      ],
      standings: [
        { seat: 0, fighting: 2, waiting: 0, lost: 0, score: 0, counts: "points" },
        { seat: 1, fighting: 2, waiting: 0, lost: 0, score: 0, counts: "points" },
      ],
      goal: "",
      sheets: [],
      order: [],
      piles: {},
      done: [],
      states: {},
      wind: null,
      weather: null,
      zones: [],
      things: {},
      pieces: {},
      looks: {},
      unfinished: [],
      ...{ goals: [], marks: [], waits: [] },
    },
    secrets: {},
    sealed: {},
    outcome: null,
    ending: "",
    piles: {},
    ...changes,
  };
}

/** A sort of step that goes straight or turns, an inch or a quarter turn for a point. */
export const stepOffer = (step: string, changes: Partial<StepOffer> = {}): StepOffer => ({
  step,
  title: step.charAt(0).toUpperCase() + step.slice(1),
  motion: "straight",
  amount: "inches",
  price: 1,
  clause: `mbb.move.${step}`,
  bearing: 0,
  whole: false,
  per: 1,
  together: "",
  first: false,
  ...changes,
});

export const mover = (unit: string, points: number, changes: Partial<Mover> = {}): Mover => ({
  unit,
  points,
  left: points,
  answer: { answer: "move", unit },
  why: [],
  strikes: [],
  circles: [],
  ...{ cone: null, apart: null, beyond: null, bend: null },
  ...changes,
});

export const path = (movers: Mover[], steps: StepOffer[], changes: Partial<Path> = {}): Path => ({
  offer: "path",
  movers,
  steps,
  points: "MP",
  into: "steps",
  strike_into: "",
  strike: null,
  stops: false,
  give: "",
  stay: "",
  single: false,
  shortest: 0,
  sure: 0,
  rough: [],
  least: 0,
  turns: null,
  leaves: false,
  over: "",
  ...{ enter: null, finish: null, also: [], later: [] },
  length_clause: "",
  points_clause: "",
  ...changes,
});

/** An answer with its words. */
export const choice = (answer: Record<string, unknown>, title: string, changes: Partial<Choice> = {}): Choice => ({
  answer,
  title,
  text: "",
  clause: "",
  refusal: null,
  about: [],
  ...{ careful: "", area: [] },
  ...changes,
});

/** Ahead, back at twice the price, and turns of a point for a quarter. */
export const DRIVES: StepOffer[] = [
  stepOffer("forward"),
  stepOffer("reverse", { bearing: 180, price: 2 }),
  stepOffer("pivot", { title: "Turn", motion: "turn", amount: "degrees", price: 1 / 90, per: 90 }),
];

export const moveOffer: Path = path([mover("A1", 8), mover("A2", 8, { left: 3.5 })], DRIVES, {
  stops: true,
  finish: choice({ answer: "end_movement" }, "End movement"),
});

export const moveUnits: Asked = {
  seat: 0,
  kind: "move_units",
  title: "Move your units",
  text: "Any units, in any order.",
  clause: "mbb.move.optional",
  seconds: 0,
  offer: moveOffer,
};

/** A question with an offer. */
export const question = (kind: string, offer: Asked["offer"]): Asked => ({
  seat: 0,
  kind,
  title: "A question",
  text: "In a sentence.",
  clause: "mbb.setup.alternate",
  seconds: 0,
  offer,
});

export const chooseOne = (choices: Choice[], changes: Partial<Choose> = {}): Choose => ({
  offer: "choose",
  choices,
  style: "list",
  unit: "",
  exhibits: [],
  ...{ notes: [], give: "", usual: 0, hollow: false },
  ...changes,
});

export function update(seq: number, changes: Partial<Update> = {}): Update {
  return {
    type: "update",
    seq,
    version: seq,
    events: [],
    sums: [],
    ...{ acts: [], tale: null },
    story: [],
    view: table({ version: seq }),
    decision: moveUnits,
    take_back: "",
    lesson: null,
    take_back_seat: -1,
    dice_seed: "",
    clock: null,
    ...changes,
  };
}

const SITS = {
  taken: true,
  here: true,
  stir: "",
  stirred: true,
  first_roll: -1,
  stand_in: "",
  away: 0,
  style: "",
  army: "",
};

export const welcome: Welcome = {
  type: "welcome",
  ...{ earlier: 0, graves: [] },
  protocol: 1,
  build: "test",
  match: "m1",
  game: "micro_brick_battle",
  rules_version: "1",
  code: "BF-1",
  options: {},
  seats: [
    { ...{ seat: 0, name: "Ann", kind: "person", level: "" }, ...SITS },
    { ...{ seat: 1, name: "recruit", kind: "bot", level: "recruit" }, ...SITS },
  ],
  yours: [0],
  face,
  dice_promise: "",
  parts: [],
  story: [{ text: "Round 3.", clauses: [], unit: "", sort: "round" }],
  secret_seconds: 0,
  pace: "alone",
  windows: [],
  orders: [],
  ...{ clock: null, stand_in: 0, phrases: [], levels: [] },
};

/** Instead of an answer: the question is left open. */
export const UNTOLD = Symbol("untold");

/** A socket whose other end is this test. */
export class FakeSocket {
  static made: FakeSocket[] = [];
  /** a server that says nothing by itself: without its pongs a line counts as lost after two seconds */
  static silent = false;
  readyState = 0;
  sent: AnyUp[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.made.push(this);
  }
  /** answers the previews asked for, at once */
  asked: ((query: string, about: unknown) => unknown) | null = null;

  send(text: string): void {
    const message = JSON.parse(text) as AnyUp;
    this.sent.push(message);
    if (message.type === "ping" && !FakeSocket.silent) this.tells({ type: "pong" });
    if (message.type !== "ask" || !this.asked) return;
    const result = this.asked(message.query, message.about);
    if (result !== UNTOLD) this.tells({ type: "told", id: message.id, result });
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tells(message: AnyDown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  of(type: AnyUp["type"]): AnyUp[] {
    return this.sent.filter((message) => message.type === type);
  }
}

export type Laid = { room: Room; socket: FakeSocket; answers: () => Record<string, unknown>[] };

/** A room at a table with a question open; `tell` answers the previews it asks for. */
export async function layTable(
  asked: Asked | null,
  tell: (query: string, about: unknown) => unknown = () => null,
  greeting: Welcome = welcome,
  view: SeatTable = table(),
): Promise<Laid> {
  const socket = new FakeSocket();
  socket.asked = tell;
  const open = () => socket as unknown as WebSocket;
  const room = createRoom({ match: "m1", watch: false, widget: openWidget, open });
  socket.opens();
  socket.tells(greeting);
  socket.tells(update(1, { decision: asked, view }));
  // The theatre shows an update in its own time, even one with nothing to play.
  for (let i = 0; i < 20 && room.store.shown.value === null; i += 1) await Promise.resolve();
  const answers = () => socket.of("command").map((one) => (one.type === "command" ? one.answer : {}));
  return { room, socket, answers };
}

const refusal = (code: string, clause: string, sentence: string) =>
  ({ type: "refusal", code, clause, sentence, data: {}, kind: "illegal" }) as const;

export const noLine = refusal("no_line_of_sight", "mbb.los.required", "Every part of it is hidden.");
export const tooDear = refusal(
  "not_enough_mp",
  "mbb.move.max",
  "Driving 0.25 inches costs 0.25 MP and it has 0 MP left.",
);

/** An aim with its sums, or with the reason why it cannot be. */
export function aim(unit: string, target: string, odds: number, changes: Partial<AimFace> = {}): AimFace {
  const line = (value: number, reason: string, clause: string, counts = true) => ({
    value,
    reason,
    clause,
    counts,
    source: "",
    dice: "",
  });
  return {
    unit,
    target,
    title: "Panzer III",
    remark: "39 % hidden",
    refusal: null,
    needed: 8,
    need: "8+",
    roll: "on two dice",
    odds,
    ways: [15, 36],
    sums: [
      {
        of: "attack points",
        lines: [
          line(4, "M4 Sherman attacks", "mbb.unit.ap"),
          line(-1, "39 % hidden", "mbb.mod.hidden.minor", false),
          line(0, "front side", "mbb.mod.rear"),
        ],
        total: 4,
      },
      { of: "defence points", lines: [line(4, "Panzer III defends", "mbb.unit.dp")], total: 4 },
    ],
    sight: null,
    distance: 17,
    between: null,
    clause: "mbb.shoot.table",
    range: "",
    arc: "",
    cover: null,
    chances: [],
    locations: [],
    ...{ dice: 0, wasted: false, by: "", sections: [], joins: [] },
    ...changes,
  };
}

export const aims = (shooters: Aims["shooters"], changes: Partial<Aims> = {}): Aims => ({
  offer: "aims",
  shooters,
  answer: { answer: "declare" },
  plan: true,
  into: "shots",
  none: null,
  ...{ clause: "", give: "Lock fire plan", expects: "Expected kills" },
  ...changes,
});

export const declareTargets: Asked = {
  seat: 0,
  kind: "declare_targets",
  title: "Declare targets",
  text: "",
  clause: "mbb.declare.one",
  seconds: 0,
  offer: aims([
    { unit: "A1", order: 1, aims: [aim("A1", "B1", 0.2778), aim("A1", "B2", 15 / 36)] },
    { unit: "A2", order: 2, aims: [aim("A2", "B1", 15 / 36), aim("A2", "B2", 0, { refusal: noLine })] },
  ]),
};

/** A row of a record sheet. */
export const track = (id: string, style: TrackFace["style"], value: number, full: number): TrackFace => ({
  id,
  title: id,
  short: id,
  style,
  value,
  full,
  clause: `x.${id}`,
  limits: [],
  remark: "",
});

/** A record sheet with two parts. */
export function aSheet(more: Partial<SheetFace> = {}): SheetFace {
  return {
    unit: "A1",
    title: "Trooper",
    numbers: [{ id: "movement", title: "move", short: "MP", value: 6, clause: "bm.move.allowance", written: "" }],
    tracks: [
      track("armor", "boxes", 17, 23),
      {
        ...track("heat", "markers", 0, 0),
        limits: [
          [6, "loses an Armor Point", "bm.endturn.overheat6"],
          [8, "Massive Damage", "bm.endturn.overheat8"],
        ],
      },
      track("actions", "pips", 2, 3),
    ],
    columns: ["melee", "short", "long"],
    glow: 0,
    parts: [
      { slot: "left_arm", title: "left arm", name: "Pulse Laser", dice: [1, 1, 1], full: [1, 1, 1] },
      { slot: "right_arm", title: "right arm", name: "Assault Gun", dice: [0, 2, 1], full: [0, 2, 1] },
    ],
    totals: [1, 3, 2],
    states: [],
    clause: "bm.setup.record_sheet",
    model: "mech.L2-T2-S2-S4-A3-A6",
    note: false,
    ...more,
  };
}
