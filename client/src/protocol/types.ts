// Made by `npm run types` from docs/protocol.schema.json, the server's own types. Do not edit.

export type AnyDown =
  | Welcome
  | Update
  | Accepted
  | Refused
  | ToldBack
  | OrdersLeft
  | Presence
  | Thinking
  | Uttered
  | RematchAsked
  | Moved
  | Pong
  | Bye;
export type AnyEvent =
  | AttackResolved
  | CardsMoved
  | Chosen
  | DeclarationsLocked
  | DiceRolled
  | FactChanged
  | FigureCardChanged
  | FigureLost
  | FigureMarked
  | FiguresChangedUnit
  | FiguresMoved
  | FiguresPlaced
  | FrameAbandoned
  | GameEnded
  | GroundSearched
  | HazardTested
  | MarksCleared
  | PhaseSkipped
  | PhaseStarted
  | PieceLeftOut
  | PileLaid
  | PileShuffled
  | ReactionTaken
  | Revealed
  | RollOffHeld
  | RoundEnded
  | RoundStarted
  | ScoreChanged
  | SecretSealed
  | ShotResolved
  | ShotVoided
  | StepRefused
  | TableRead
  | TargetDeclared
  | TimeRanOut
  | TokenMarked
  | TokenPlaced
  | TokenRemoved
  | TurnEnded
  | TurnStarted
  | UnitDestroyed
  | UnitHeldBack
  | UnitJoined
  | UnitLeft
  | UnitMarked
  | UnitMoved
  | UnitPlaced
  | UnitRestored
  | UnitTakenUp
  | WentInside
  | WreckRemoved;
export type AnyUp =
  | Hello
  | AnswerMessage
  | TakeBack
  | AskPreview
  | Earlier
  | Say
  | LeaveOrders
  | StirDice
  | StandIn
  | TakeSeat
  | Utter
  | Ping;

/**
 * The command is written down for good; `seq` is the update that shows it. A repeat gets the same answer.
 * Of a part of the dice it names the `first_roll` that depends on it, before anybody can know what it does.
 */
export interface Accepted {
  first_roll: number;
  id: string;
  seq: number;
  type: "accepted";
}
/**
 * Act with one of these units, in one of the ways each has.
 */
export interface Act {
  actors: Actor[];
  offer: "act";
}
/**
 * A unit that may act: what it has done in a few words, and its actions.
 */
export interface Actor {
  actions: Action[];
  finish: Choice | null;
  remark: string;
  unit: string;
}
/**
 * Something a unit may do now, drawn as what it offers; closed with the reason when it may not.
 */
export interface Action {
  by_name: boolean;
  clause: string;
  closed: Refusal | null;
  id: string;
  offer: (Path | Aims | Split | Take | Choose | Compose) | null;
  text: string;
  title: string;
  warning: string;
}
/**
 * Why an answer was not accepted.
 * `invalid` answers cannot be read or answer an old question; `illegal` ones break the rule named by `clause`. Nothing
 * derives from it, so that `type(x) is Refusal` says it all: for a struct, `isinstance` is ten times dearer.
 */
export interface Refusal {
  clause: string;
  code: string;
  data: {
    [k: string]: unknown;
  };
  kind: string;
  sentence: string;
  type: "refusal";
}
/**
 * Move units along steps. The answer takes the steps in the field `into`; a last step that ends in another unit
 * stands in the field `strike_into` instead, as the `target` and its `heading`.
 */
export interface Path {
  also: Choice[];
  enter: Place | null;
  finish: Choice | null;
  give: string;
  into: string;
  later: string[];
  least: number;
  leaves: boolean;
  length_clause: string;
  movers: Mover[];
  offer: "path";
  over: string;
  points: string;
  points_clause: string;
  rough: Rough[];
  shortest: number;
  single: boolean;
  stay: string;
  steps: StepOffer[];
  stops: boolean;
  strike: Strike | null;
  strike_into: string;
  sure: number;
  turns: TurnLimit | null;
}
/**
 * A whole answer with the words a table shows for it.
 */
export interface Choice {
  about: string[];
  answer: unknown;
  area: number[];
  careful: string;
  clause: string;
  odds?: number;
  refusal: Refusal | null;
  text: string;
  title: string;
  weighed?: Weighed[];
}
/**
 * What an answer changes: of what, as it is without the answer and as it is with it; a chance or a plain number.
 */
export interface Weighed {
  of: string;
  percent: boolean;
  with_it: number;
  without: number;
}
/**
 * Set one of the things down inside the zone. The answer takes its `x`, `y` and `heading`.
 */
export interface Place {
  also?: Choice[];
  clause: string;
  edge: string;
  offer: "place";
  things: Thing[];
  zone: number[];
}
/**
 * Something to be set down: a unit, or a piece with a size and a model of its own.
 */
export interface Thing {
  answer: {
    [k: string]: unknown;
  };
  heading: number;
  id: string;
  kind: string;
  length: number;
  room?: [number, number, number];
  spots?: [number, number][];
  spread?: number;
  title: string;
  width: number;
}
/**
 * A unit that may move: its points, what is left of them and why, whom its way may end in, what is drawn.
 */
export interface Mover {
  answer: {
    [k: string]: unknown;
  };
  apart: Apart | null;
  bend: Bend | null;
  beyond: Beyond | null;
  circles: ReachFace[];
  cone: ConeFace | null;
  left: number;
  meets?: string[];
  points: number;
  slows?: Slow[];
  strikes: string[];
  turning?: number;
  unit: string;
  why: TallyLine[];
}
/**
 * The way of a unit given figure by figure, in place of its steps.
 * The answer takes a list in the field `into`: for each figure its id as `figure`, and in the field `corners` those of
 * its way without where it stands, all figures as many: as points `[x, y]` in the ruler, or as poses in grain.
 */
export interface Apart {
  answer: {
    [k: string]: unknown;
  };
  as_poses: boolean;
  clause: string;
  corners: string;
  into: string;
  stride: number;
  within: number;
}
/**
 * How sharply a course may bend, and how long a leg must be that another one follows. Where the hull is `swept`, it
 * swings about its bow through every heading between, and nothing may be in the way of that.
 */
export interface Bend {
  clause: string;
  degrees: number;
  leg: number;
  swept: boolean;
}
/**
 * What a move is that takes more than so many points: in two words for its end, and what follows from it.
 */
export interface Beyond {
  clause: string;
  points: number;
  text: string;
  title: string;
}
/**
 * Everything within a distance of an outline, such as the range of a ship's guns measured from its hull; an outline
 * of one corner is a point.
 */
export interface ReachFace {
  clause: string;
  distance: number;
  outline: number[];
  title: string;
}
/**
 * A cone with its point on the table: a heading, the angle to either side, and how far it is worth drawing.
 */
export interface ConeFace {
  clause: string;
  distance: number;
  half_degrees: number;
  heading: number;
  title: string;
  x: number;
  y: number;
}
/**
 * Ground that takes so many points off all a unit may go (`points`), and off what is no more than a walk (`walk`),
 * as soon as it touches some of that kind: once. What has done so already is not named again.
 */
export interface Slow {
  kind: string;
  outline: number[];
  points: number;
  walk: number;
}
/**
 * A line of a tally as people read it. `counts` is false for what was replaced or lost to a cap.
 */
export interface TallyLine {
  clause: string;
  counts: boolean;
  dice: string;
  reason: string;
  source: string;
  value: number;
}
/**
 * Ground that takes so many points for each begun unit of the way in it.
 */
export interface Rough {
  clause: string;
  outline: number[];
  price: number;
  title: string;
}
/**
 * A sort of step: how it moves, what it is called, and what it costs.
 * `straight` goes at `bearing` off the facing, `turn` turns in place, `free` slides to any heading without turning,
 * `course` swings the whole about its front and goes ahead. The amount is written into the field `amount`
 * (`inches`, `degrees`), the heading of a `free` or `course` step into `heading`.
 */
export interface StepOffer {
  amount: string;
  bearing: number;
  clause: string;
  first: boolean;
  motion: "course" | "free" | "straight" | "turn";
  per: number;
  price: number;
  step: string;
  title: string;
  together: string;
  whole: boolean;
}
/**
 * What it is called when a way ends in another unit ("Ram"), what giving such an order is called, its clause.
 */
export interface Strike {
  clause: string;
  give: string;
  title: string;
}
/**
 * How many turns one way may have at most, and how far each may go to either side.
 */
export interface TurnLimit {
  clause: string;
  degrees: number;
  most: number;
}
/**
 * Name targets. A `plan` names one for each shooter in the list `into`; else one shot is the whole answer, its
 * target in the field `target`, a named part of it in `location`, the sections of a run through it in the list `into`,
 * and the shooter in `unit` if there are several.
 */
export interface Aims {
  answer: {
    [k: string]: unknown;
  };
  clause: string;
  expects: string;
  give: string;
  into: string;
  lines?: boolean;
  none: Choice | null;
  offer: "aims";
  plan: boolean;
  shooters: Shooter[];
}
/**
 * A unit that may fire, its number in the order of fire (0: none), and everything it might fire at.
 */
export interface Shooter {
  aims: AimFace[];
  circles?: ReachFace[];
  cones?: ConeFace[];
  order: number;
  unit: string;
}
/**
 * A shot that may be declared, or why it may not: numbers, sums, sight and odds.
 */
export interface AimFace {
  arc: string;
  between: [number, number, number, number] | null;
  by: string;
  chances: Chance[];
  clause: string;
  cover: CoverPicture | null;
  dice: number;
  distance: number;
  joins: string[];
  location_words?: string[];
  locations: string[];
  need: string;
  needed: number | null;
  needs?: string[];
  odds: number;
  odds_of?: string;
  range: string;
  refusal: Refusal | null;
  remark: string;
  roll: string;
  sections: string[];
  sight: SightPicture | null;
  sums: Sum[];
  target: string;
  title: string;
  unit: string;
  wasted: boolean;
  ways: [number, number] | null;
}
/**
 * One thing an attack may do: a probability (`percent`) or an average.
 */
export interface Chance {
  id: string;
  percent: boolean;
  title: string;
  value: number;
}
/**
 * How much of an upright target an eye sees: samples hidden in each column, the left column first.
 * They are hidden from below, unless `cells` says which of each column are, the lowest first.
 */
export interface CoverPicture {
  cells?: boolean[][];
  centre: [number, number];
  clause: string;
  cover: string;
  eye: [number, number, number];
  heights: number[];
  hidden: number[];
  percent: number;
  thresholds: [number, string, string][];
  width: number;
}
/**
 * What the rule measured: from where, which stretch, and which parts of it are hidden and by what.
 * `hidden` lists stretches as shares of the side from its first end (0) to its second (1).
 */
export interface SightPicture {
  blockers: string[];
  clause: string;
  eye: [number, number];
  hidden: [number, number][];
  share: number;
  side: [number, number, number, number];
  side_name: string;
  thresholds: [number, string, string][];
}
/**
 * A tally written out: what it is of, every line with its clause, and the total.
 */
export interface Sum {
  dice?: boolean;
  lines: TallyLine[];
  of: string;
  total: number;
}
/**
 * Divide dice among targets. The answer takes pairs of `target` and `dice` in the field `into`.
 */
export interface Split {
  aims: AimFace[];
  answer: {
    [k: string]: unknown;
  };
  circles: ReachFace[];
  cones?: ConeFace[];
  destroys: string;
  dice: number;
  into: string;
  limits: {
    [k: string]: number;
  };
  none: Choice | null;
  notes: Note[];
  odds: {
    [k: string]: Share[];
  };
  offer: "split";
  unit: string;
}
/**
 * A sentence with the clause behind it.
 */
export interface Note {
  clause: string;
  text: string;
}
/**
 * What so many dice at one target may be expected to do, as the words and numbers a table shows.
 */
export interface Share {
  at_least_one: number;
  destroys: number;
  dice: number;
  expected: number;
}
/**
 * Take some of these, together weighing at least and at most so much (0: however much). The answer takes their
 * values in `into`.
 */
export interface Take {
  answer: {
    [k: string]: unknown;
  };
  give: string;
  into: string;
  items: Item[];
  least: number;
  most: number;
  none: Choice | null;
  notes: Note[];
  offer: "take";
  unit: string;
  usual: number[];
}
/**
 * Something that can be taken: what the answer calls it, what it is called, and what it weighs.
 */
export interface Item {
  about: string;
  text: string;
  title: string;
  value: unknown;
  weight: number;
}
/**
 * One of these. `buttons`: few and of equal weight, such as yes and no. `cards`: drawn as a hand of cards.
 * What the button says that gives the choice stands in `give`; empty: the title of the choice. Of buttons, `usual` is
 * the number of the one that silence gives: in a reaction window the one that lets it pass. `hollow`: asked only
 * because not being asked would tell the others something; every choice leaves the table as it is.
 */
export interface Choose {
  choices: Choice[];
  dial?: Dial;
  exhibits: Exhibit[];
  give: string;
  hollow: boolean;
  notes: Note[];
  offer: "choose";
  style: "buttons" | "cards" | "list";
  unit: string;
  unmarked?: boolean;
  usual: number;
}
/**
 * Something that turns to any heading: what the answer already says, and the field its heading goes into. It turns
 * about a point; what it points at is drawn as a cone, first where it points now.
 */
export interface Dial {
  answer: {
    [k: string]: unknown;
  };
  cone: ConeFace;
  give: string;
  into: string;
  unit: string;
}
/**
 * An attack laid open beside a question, with whose it is: "Their attack on you".
 */
export interface Exhibit {
  aim: AimFace;
  lines?: boolean;
  notes: Note[];
  title: string;
}
/**
 * An order put together like a sentence, a word for each part. `sentence` has the field of every part in braces;
 * the answer takes the values of the words. All of them go together but those that stand together in `barred`.
 */
export interface Compose {
  answer: {
    [k: string]: unknown;
  };
  barred: {
    [k: string]: string;
  }[];
  clause: string;
  give: string;
  notes: Note[];
  offer: "compose";
  parts: Part[];
  sentence: string;
  spots: Spot[];
  unit: string;
}
/**
 * A part of an order: the field of the answer it fills, what it asks, its words, the one it begins with, and what
 * stands in the sentence until it is said.
 */
export interface Part {
  field: string;
  gap: string;
  title: string;
  usual: string;
  words: Word[];
}
/**
 * What a part of an order may say: its value in the answer, what stands on its button, and how the sentence says it
 * (empty: by its title).
 */
export interface Word {
  about: string[];
  clause: string;
  says: string;
  text: string;
  title: string;
  value: string;
}
/**
 * A piece of the table that stands for a word of several parts at once.
 */
export interface Spot {
  outline: number[];
  picks: {
    [k: string]: string;
  };
}
/**
 * A thing to cut out, in millimetres and degrees.
 * A ruler is `length` long with a line at every `unit` and smaller ones between, `parts` to a unit. A disc and a wedge
 * have `length` as their radius, a wedge opens by `degrees`. A sheet is a rectangle of `length` by `width`.
 */
export interface Aid {
  clause: string;
  degrees: number;
  id: string;
  length: number;
  marks: AidMark[];
  parts: number;
  shape: "disc" | "ruler" | "sheet" | "wedge";
  text: string;
  title: string;
  unit: number;
  width: number;
}
/**
 * A line across a ruler or a ring round a middle, with its words.
 */
export interface AidMark {
  at: number;
  clause: string;
  words: string;
}
/**
 * Say which markers go, so many in all. The answer takes a number for each heap under its id.
 */
export interface Allocate {
  answer: {
    [k: string]: unknown;
  };
  count: number;
  give: string;
  give_up: string;
  heaps: Heap[];
  notes: Note[];
  offer: "allocate";
  unit: string;
}
/**
 * Markers of one sort that may go: how many can be named, the usual choice, what their loss means.
 */
export interface Heap {
  colour: string;
  hits: number;
  id: string;
  left: number;
  title: string;
  usual: number;
  vital: boolean;
}
/**
 * An answer to the open question: `seq` is the last update seen, `id` makes a repeat harmless.
 */
export interface AnswerMessage {
  answer: {
    [k: string]: unknown;
  };
  id: string;
  seat: number;
  seq: number;
  type: "command";
}
/**
 * The answer to Hello: the match, what never changes in it, and which seats this socket may answer for.
 */
export interface Welcome {
  build: string;
  clock: ClockCard | null;
  code: string;
  dice_promise: string;
  earlier: number;
  face: TableFace;
  game: string;
  graves: Grave[];
  levels: string[];
  match: string;
  options: {
    [k: string]: unknown;
  };
  orders: SeatOrders[];
  pace: string;
  parts: number[];
  phrases: PhraseCard[];
  protocol: number;
  rules_version: string;
  seats: SeatCard[];
  secret_seconds: number;
  stand_in: number;
  story: Sentence[];
  type: "welcome";
  windows: WindowFace[];
  yours: number[];
}
/**
 * A clock a table may agree on: so many seconds for each decision, for a turn (as long as nobody else is asked), or
 * for the whole battle. When a turn's or a battle's are used up, each further decision has `grace`.
 */
export interface ClockCard {
  grace: number;
  id: string;
  scope: "battle" | "decision" | "turn";
  seconds: number;
  slow: boolean;
  text: string;
  title: string;
}
/**
 * All that is drawn and never changes in a match.
 */
export interface TableFace {
  added: string[];
  arcs: ArcFace[];
  cards: {
    [k: string]: CardFace;
  };
  clause: string;
  cues: {
    [k: string]: string;
  };
  dice: DiceFace | null;
  dice_titles: {
    [k: string]: string;
  };
  edges: string[];
  features: {
    [k: string]: FeatureFace;
  };
  game: string;
  goal: string;
  goals: Goal[];
  ground: string;
  height: number;
  house_rules: string[];
  last_round: number;
  left_out: RuleNote[];
  manners: {
    [k: string]: string;
  };
  marks: GoalMark[];
  ranges: RangeFace[];
  rings: number[];
  ruler: string;
  rules: string;
  sides: number[];
  special_dice: {
    [k: string]: DiceFace;
  };
  studs: number;
  terms: Term[];
  title: string;
  units: {
    [k: string]: string;
  };
  verbs: string[];
  width: number;
  written: {
    [k: string]: WrittenCard;
  };
  zones: ZoneFace[];
}
/**
 * A firing arc between two bearings in degrees off the facing, to the left positive, counter-clockwise.
 */
export interface ArcFace {
  clause: string;
  end: number;
  id: string;
  start: number;
  title: string;
}
/**
 * A unit card as it is drawn: name, footprint, the model to build and its numbers.
 */
export interface CardFace {
  arcs: ArcFace[];
  clause: string;
  cost: number;
  country: string;
  id: string;
  length: number;
  model: string;
  numbers: NumberFace[];
  outline: number[];
  round?: boolean;
  size: string;
  title: string;
  traits: string[];
  width: number;
}
/**
 * A printed number with its name (`attack`), its short word for small places (`AP`) and its clause.
 */
export interface NumberFace {
  clause: string;
  id: string;
  short: string;
  title: string;
  value: number;
  written: string;
}
/**
 * The dice of a match where each die succeeds or fails by itself: their look and the lowest face that succeeds.
 */
export interface DiceFace {
  chance: number;
  clause: string;
  look: string;
  success_from: number;
  title: string;
}
/**
 * A sort of terrain as it is drawn, and what it does in one sentence.
 */
export interface FeatureFace {
  blocks: boolean;
  clause: string;
  extra_cost: number;
  height: number;
  hides: boolean;
  kind: string;
  model: string;
  structure?: Structure;
  text: string;
  title: string;
}
/**
 * A thing up to its top, with walls so thick around its storeys; `bottom` above 0 for what hangs, like a bridge.
 */
export interface Structure {
  bottom: number;
  storeys: Storey[];
  top: number;
  wall: number;
}
/**
 * A room from its floor to its ceiling. `gap`, corners about the middle, +x ahead: where its floor is open.
 */
export interface Storey {
  ceiling: number;
  floor: number;
  gap: number[];
  openings: Opening[];
  title: string;
}
/**
 * A window, or a door if one can go through: which stretch of which wall, from one height to another.
 * Walls are the sides of the outline, counter-clockwise: of a rectangle 0 is the left one, then rear, right and front.
 * A stretch is measured from the beginning of its wall; round walls have number 0 and begin at the front.
 */
export interface Opening {
  bottom: number;
  door: boolean;
  end: number;
  start: number;
  top: number;
  wall: number;
}
/**
 * What some seats, who fight together, must do: one sentence that names what, where and by when.
 */
export interface Goal {
  by_round: number;
  clause: string;
  id: string;
  more: string;
  seats: number[];
  sentence: string;
}
/**
 * One thing that is different from the book at this table, and the clause that says so.
 */
export interface RuleNote {
  clause: string;
  text: string;
}
/**
 * Something a goal is about, where it is drawn: at a point, round an area, along an edge, or at a unit.
 * `seats` are those whose goal it belongs to; empty: everybody's. What is secret is nobody's mark.
 */
export interface GoalMark {
  at: [number, number] | null;
  edge: string;
  figure: string;
  id: string;
  kind: "area" | "carrier" | "chest" | "destroy" | "edge" | "flag" | "home" | "marker" | "port" | "protect" | "runner";
  label: string;
  outline: number[];
  piece: string;
  seat: number;
  seats: number[];
  unit: string;
  value: number;
}
/**
 * A range band that ends so far from a base, in grain.
 */
export interface RangeFace {
  clause: string;
  id: string;
  reach: number;
  title: string;
}
/**
 * A short word (`AP`), what it stands for, what that means in a sentence, and the clause that says so.
 */
export interface Term {
  clause: string;
  short: string;
  text: string;
  title: string;
}
/**
 * What is written on a card of a deck or a hand: everybody knows what cards there are, whoever holds which.
 */
export interface WrittenCard {
  clause: string;
  text: string;
  title: string;
}
/**
 * A marked part of the table: a deployment zone of a seat, an objective (seat -1).
 */
export interface ZoneFace {
  clause: string;
  id: string;
  outline: number[];
  seat: number;
  title: string;
}
/**
 * A unit that is gone, by name, and the place it went down at, in grain; or one of its figures, who lies there.
 */
export interface Grave {
  card: string;
  figure: string;
  heading: number;
  inside: string;
  level: number;
  seat: number;
  title: string;
  unit: string;
  x: number;
  y: number;
}
/**
 * The standing orders of a seat, told to that seat only.
 */
export interface SeatOrders {
  orders: {
    [k: string]: string;
  };
  seat: number;
}
/**
 * Something that can be said at a table.
 */
export interface PhraseCard {
  id: string;
  text: string;
}
/**
 * A seat as everybody sees it: who sits there, and whether somebody is connected now.
 */
export interface SeatCard {
  army: string;
  away: number;
  first_roll: number;
  here: boolean;
  kind: string;
  level: string;
  name: string;
  seat: number;
  stand_in: string;
  stir: string;
  stirred: boolean;
  style: string;
  taken: boolean;
}
/**
 * A line of the log: one happening in words, the clauses behind it and the unit it is about.
 */
export interface Sentence {
  clauses: string[];
  sort: string;
  text: string;
  unit: string;
}
/**
 * A sort of reaction window of a match (`kind` as in Asked) and the orders a seat may leave for it.
 * `secret`: answers are released when the window closes, so that the moment of an answer betrays nothing.
 */
export interface WindowFace {
  clause: string;
  kind: string;
  orders: OrderFace[];
  secret: boolean;
  title: string;
}
/**
 * A standing order that can be left for a sort of reaction window.
 */
export interface OrderFace {
  id: string;
  text: string;
  title: string;
}
/**
 * One step of the match for this audience; `seq` counts them without a gap.
 * After Hello one update with no events brings the present table when the sender has an old one. `clock` is there
 * while a reaction window with a clock is open, whomever it asks.
 */
export interface Update {
  acts: Happening[];
  clock: Clock | null;
  decision: Asked | null;
  dice_seed: string;
  events: AnyEvent[];
  lesson: Coaching | null;
  seq: number;
  story: Sentence[];
  sums: Sum[][];
  take_back: string;
  take_back_seat: number;
  tale: Summary | null;
  type: "update";
  version: number;
  view: SeatTable;
}
/**
 * Something to be seen. It is made of the events from `first` on, up to those of the next act.
 */
export interface Happening {
  clause: string;
  dice?: DiceThrown[];
  first: number;
  hit?: boolean;
  kind:
    | "aim"
    | "arrive"
    | "blow"
    | "card"
    | "chapter"
    | "dice"
    | "end"
    | "leave"
    | "loss"
    | "move"
    | "note"
    | "place"
    | "say"
    | "shot"
    | "thing";
  lines?: [string, string][];
  losses?: Loss[];
  need: string;
  rolled: string;
  seat: number;
  target: string;
  text: string;
  title: string;
  unit: string;
  words: string;
}
/**
 * Dice that fell together: whose, what for, how they lie, and what they say in words.
 */
export interface DiceThrown {
  against: boolean;
  faces: number[];
  label: string;
  seat: number;
  shown: string;
  title: string;
}
/**
 * Somebody who was lost: by name and how ("Panzer III B1 destroyed"), by whom, and whether a wreck stays.
 */
export interface Loss {
  seat: number;
  text: string;
  title: string;
  unit: string;
  wreck: boolean;
}
/**
 * The clock of the open question: its whole time, and what was left of it when this was sent.
 * Of a reaction window, or the one the table has agreed on (`agreed`, see Welcome); then it runs for these `seats`,
 * and `after` says to whoever is asked what is answered when it is over (empty: what the game suggests first).
 */
export interface Clock {
  after: string;
  agreed: string;
  left: number;
  seats: number[];
  seconds: number;
}
/**
 * A question as everybody gets it: to whom, of which kind, in words, by which clause, and what it offers.
 */
export interface Asked {
  clause: string;
  kind: string;
  offer: Choose | Place | Path | Aims | Split | Allocate | Take | Compose | Act;
  seat: number;
  seconds: number;
  text: string;
  title: string;
}
/**
 * Dice were thrown at a target and each success counts: in what `manner`, how many dice and how many hits.
 * `tallies`, where there are any, say where the number of dice and what is added to them come from.
 */
export interface AttackResolved {
  clause: string;
  dice: number;
  event: "attack_resolved";
  hits: number;
  manner: string;
  tallies?: Tally[];
  target: string;
  throws?: Throw[];
  unit: string;
}
/**
 * A printed number and all that changes it.
 */
export interface Tally {
  base: number;
  base_clause: string;
  base_reason: string;
  caps: [string, number, number, string][];
  modifiers: Modifier[];
  of: string;
}
/**
 * One reason why a number is not what is printed on the card.
 * `to` names the number the sign acts on, so a plus is never "bad". `kind` groups modifiers for the three habits
 * of the books: they add up, one `replaces` others, and some are `cap`ped together.
 */
export interface Modifier {
  clause: string;
  kind: string;
  reason: string;
  replaces: string[];
  source: string;
  to: string;
  value: number;
}
/**
 * Dice that were thrown together for one purpose, as they fell. Seat -1: nobody's dice.
 */
export interface Throw {
  faces: number[];
  label: string;
  seat: number;
}
/**
 * Cards went from pile to pile. `cards` names them only when everybody may see them.
 */
export interface CardsMoved {
  cards: string[];
  clause: string;
  count: number;
  event: "cards_moved";
  into: string;
  pile: string;
  seat: number;
}
/**
 * A seat made a choice that is public from now on.
 */
export interface Chosen {
  choice: string;
  clause: string;
  event: "chosen";
  seat: number;
  what: string;
}
/**
 * No target may be added or changed any more.
 */
export interface DeclarationsLocked {
  clause: string;
  event: "declarations_locked";
  seat: number;
}
/**
 * Dice fell.
 */
export interface DiceRolled {
  clause: string;
  event: "dice_rolled";
  faces: number[];
  label: string;
  seat: number;
}
/**
 * A public fact of the match changed.
 */
export interface FactChanged {
  clause: string;
  event: "fact_changed";
  name: string;
  throws?: Throw[];
  value: number | string;
}
/**
 * One figure has another card from now on: it took up another weapon, it was promoted.
 */
export interface FigureCardChanged {
  card: string;
  clause: string;
  event: "figure_card_changed";
  figure: string;
  unit: string;
}
/**
 * One figure of a unit fell; if it `leaves_body`, it lies where it stood.
 */
export interface FigureLost {
  by: string;
  clause: string;
  event: "figure_lost";
  figure: string;
  leaves_body: boolean;
  unit: string;
}
/**
 * A count on one figure is now this; 0 takes the mark away.
 */
export interface FigureMarked {
  clause: string;
  event: "figure_marked";
  figure: string;
  mark: string;
  unit: string;
  value: number;
}
/**
 * Figures left one unit for another: units joined, a straggler stayed behind, one was split.
 */
export interface FiguresChangedUnit {
  clause: string;
  event: "figures_changed_unit";
  figures: string[];
  into: string;
  unit: string;
}
/**
 * Figures of one unit went from place to place together: figure and pose, with what the unit has spent so far.
 */
export interface FiguresMoved {
  amount: number;
  clause: string;
  event: "figures_moved";
  poses: [string, Pose][];
  spent: number | null;
  step: string;
  stopped_by: string;
  unit: string;
}
/**
 * Where something stands and where it looks, in grain steps; the heading is kept from 0 up to a full turn.
 */
export interface Pose {
  heading: number;
  x: number;
  y: number;
}
/**
 * A unit of several figures was put on the table.
 */
export interface FiguresPlaced {
  clause: string;
  event: "figures_placed";
  figures: Model[];
  unit: string;
}
/**
 * One figure of a unit that consists of several: its own place, card, marks and status.
 * `inside` names the thing it is in (a building, a vehicle), `level` the floor or ground it is on.
 */
export interface Model {
  card: string;
  id: string;
  inside: string;
  level: number;
  marks: {
    [k: string]: number;
  };
  pose: Pose | null;
  status: string;
}
/**
 * What was under way lost its footing and stopped.
 */
export interface FrameAbandoned {
  clause: string;
  event: "frame_abandoned";
  frame: string;
  reason: string;
}
/**
 * The match is over. `winners` is empty for a draw.
 */
export interface GameEnded {
  clause: string;
  event: "game_ended";
  reason: string;
  scores: number[];
  winners: number[];
}
/**
 * A unit went where something hidden could have lain, and now everybody knows that nothing lay on its way.
 */
export interface GroundSearched {
  clause: string;
  event: "ground_searched";
  unit: string;
}
/**
 * A unit came to something dangerous, and dice or a card said whether it does harm: what was called beforehand
 * (if anything), the total or the card, and whether the unit is safe.
 */
export interface HazardTested {
  call: string;
  clause: string;
  event: "hazard_tested";
  hazard: string;
  result: string;
  safe: boolean;
  throws?: Throw[];
  unit: string;
}
/**
 * A mark was taken off every unit that had it.
 */
export interface MarksCleared {
  clause: string;
  event: "marks_cleared";
  mark: string;
}
/**
 * A phase was given up.
 */
export interface PhaseSkipped {
  clause: string;
  event: "phase_skipped";
  phase: string;
}
/**
 * A phase of the turn, or of the preparations, began.
 */
export interface PhaseStarted {
  clause: string;
  event: "phase_started";
  phase: string;
}
/**
 * A piece that a seat was to lay fits nowhere any more and stays in the box.
 */
export interface PieceLeftOut {
  clause: string;
  event: "piece_left_out";
  piece: string;
  seat: number;
}
/**
 * A pile of cards lies on the table or is in a hand: how many, not which.
 */
export interface PileLaid {
  clause: string;
  count: number;
  event: "pile_laid";
  pile: string;
  seat: number;
}
/**
 * Nobody knows the order of a pile any more.
 */
export interface PileShuffled {
  clause: string;
  event: "pile_shuffled";
  pile: string;
}
/**
 * A seat used a reaction.
 */
export interface ReactionTaken {
  clause: string;
  event: "reaction_taken";
  offer: string;
  seat: number;
  trigger: string;
}
/**
 * A secret was opened for all.
 */
export interface Revealed {
  clause: string;
  event: "revealed";
  name: string;
  seat: number;
  value: unknown;
}
/**
 * A disagreement was settled by dice. `winner` is the seat, or None when the method has no winner.
 */
export interface RollOffHeld {
  clause: string;
  event: "roll_off_held";
  method: string;
  question: string;
  result: string;
  throws?: Throw[];
  winner: number | null;
}
/**
 * Every seat has had its turn.
 */
export interface RoundEnded {
  clause: string;
  event: "round_ended";
  round: number;
}
/**
 * A new round began.
 */
export interface RoundStarted {
  clause: string;
  event: "round_started";
  round: number;
}
/**
 * A seat's score is now this.
 */
export interface ScoreChanged {
  clause: string;
  event: "score_changed";
  score: number;
  seat: number;
}
/**
 * A seat wrote something down; the event says that, not what.
 */
export interface SecretSealed {
  clause: string;
  event: "secret_sealed";
  name: string;
  seat: number;
}
/**
 * A shot was made. `needed` is None when no roll can succeed; the tallies say where the numbers come from.
 * Of its throws the shooter's come first, behind them what the other side threw against it. `others` are the units
 * whose attack it was as well.
 */
export interface ShotResolved {
  clause: string;
  event: "shot_resolved";
  hit: boolean;
  needed: number | null;
  others?: string[];
  rolled: number;
  tallies: Tally[];
  target: string;
  throws?: Throw[];
  unit: string;
}
/**
 * A declared shot was not made.
 */
export interface ShotVoided {
  clause: string;
  event: "shot_voided";
  reason: string;
  target: string;
  unit: string;
}
/**
 * A later step of an order could not be carried out; the steps before it stand.
 */
export interface StepRefused {
  clause: string;
  event: "step_refused";
  refusal: Refusal;
  step: number;
  unit: string;
}
/**
 * A printed table was read for a unit: the die (0 when none was needed) and the entry it led to.
 */
export interface TableRead {
  clause: string;
  entry: string;
  event: "table_read";
  roll: number;
  table: string;
  throws?: Throw[];
  unit: string;
}
/**
 * A unit named its target. `spotter` is who sees it for the unit, where that is somebody else; `lead` is the unit
 * whose attack it joins.
 */
export interface TargetDeclared {
  clause: string;
  event: "target_declared";
  lead?: string;
  spotter?: string;
  target: string;
  unit: string;
}
/**
 * The time of a seat was over, so the declared default was answered to its question.
 */
export interface TimeRanOut {
  answered: string;
  clause: string;
  event: "time_ran_out";
  question: string;
  seat: number;
}
/**
 * A count on a token is now this; 0 takes the mark away.
 */
export interface TokenMarked {
  clause: string;
  event: "token_marked";
  mark: string;
  token: string;
  value: number;
}
/**
 * A piece of terrain, a marker or a loose part was put on the table.
 */
export interface TokenPlaced {
  clause: string;
  event: "token_placed";
  token: Token;
}
/**
 * A thing on the table that is no unit. A long feature is several tokens, its sections, of one `group`.
 * Sizes are in grain: `length` along the heading and `width` across; an `outline` of corners overrides both. A section
 * also knows its `cut`: the x, y, length and width of the whole feature, and how far from its rear and from its right
 * side the section begins. Its pose is rounded, good enough to draw it; where it stands exactly follows from the cut.
 * A `round` one is a disc with its length as diameter. How it is built upwards is in its `Structure`.
 */
export interface Token {
  cut?: [number, number, number, number, number, number];
  group: string;
  id: string;
  kind: string;
  length: number;
  marks: {
    [k: string]: number;
  };
  outline: number[];
  pose: Pose;
  round?: boolean;
  seat: number;
  width: number;
}
/**
 * A token left the table.
 */
export interface TokenRemoved {
  clause: string;
  event: "token_removed";
  token: string;
}
/**
 * The active seat is done.
 */
export interface TurnEnded {
  clause: string;
  event: "turn_ended";
  seat: number;
}
/**
 * A seat became the active one.
 */
export interface TurnStarted {
  clause: string;
  event: "turn_started";
  seat: number;
}
/**
 * A unit was destroyed and, if it `leaves_wreck`, lies where it stood.
 */
export interface UnitDestroyed {
  by: string;
  clause: string;
  event: "unit_destroyed";
  leaves_wreck: boolean;
  others?: string[];
  throws?: Throw[];
  unit: string;
}
/**
 * A unit waits off the table.
 */
export interface UnitHeldBack {
  clause: string;
  event: "unit_held_back";
  unit: string;
}
/**
 * A unit went up in another one: it is no more, and nobody was lost by it.
 */
export interface UnitJoined {
  clause: string;
  event: "unit_joined";
  into: string;
  unit: string;
}
/**
 * A unit left the table over an edge (south, north, west, east) and may come back.
 */
export interface UnitLeft {
  clause: string;
  edge: string;
  event: "unit_left";
  unit: string;
}
/**
 * A count on a unit is now this; 0 takes the mark away.
 */
export interface UnitMarked {
  clause: string;
  event: "unit_marked";
  mark: string;
  throws?: Throw[];
  unit: string;
  value: number;
}
/**
 * A unit made one step. `amount` is what it covered (length or degrees), `stopped_by` what cut the step short.
 * `spent` is what the unit has spent on moving in this phase so far, in the game's smallest coin.
 */
export interface UnitMoved {
  amount: number;
  clause: string;
  event: "unit_moved";
  pose: Pose;
  spent: number | null;
  step: string;
  stopped_by: string;
  unit: string;
}
/**
 * A unit was put on the table or, `aloft`, above it.
 */
export interface UnitPlaced {
  aloft?: boolean;
  clause: string;
  event: "unit_placed";
  pose: Pose;
  throws?: Throw[];
  unit: string;
}
/**
 * A wreck is a living unit again, where it lay.
 */
export interface UnitRestored {
  clause: string;
  event: "unit_restored";
  unit: string;
}
/**
 * A unit that had been put down before the battle was taken off the table again, to be put down elsewhere.
 */
export interface UnitTakenUp {
  clause: string;
  event: "unit_taken_up";
  unit: string;
}
/**
 * A unit, or some of its figures, went inside a thing, onto a level, or out again (`thing` empty, level 0).
 * `pose` is where the whole unit stands from then on, where that is another place than before.
 */
export interface WentInside {
  clause: string;
  event: "went_inside";
  figures: string[];
  level: number;
  pose?: Pose;
  thing: string;
  unit: string;
}
/**
 * A wreck left the table; the unit was lost before.
 */
export interface WreckRemoved {
  clause: string;
  event: "wreck_removed";
  unit: string;
}
/**
 * Where a learner stands: the step to do now, as everybody gets it; `at` is behind the last one at the end.
 */
export interface Coaching {
  answer: {
    [k: string]: unknown;
  } | null;
  at: number;
  battle: FirstBattle | null;
  clauses: string[];
  done: string;
  heading: string;
  lesson: string;
  nudge: string;
  panel: string;
  place: number[];
  steps: number;
  text: string;
  title: string;
  units: string[];
}
/**
 * The first real battle: even, against a bot that is kind but not silly, by the rules that were taught.
 */
export interface FirstBattle {
  armies?: [string, number][][];
  level: string;
  options?: {
    [k: string]: unknown;
  };
  scenario: string;
}
/**
 * A battle told: its sentences, the steps that swung it most, and the luck of each seat.
 */
export interface Summary {
  lines: TaleLine[];
  luck: Luck[];
  swings: Swing[];
  won: string;
}
/**
 * A sentence of the tale and the step it is about; -1: the whole battle.
 */
export interface TaleLine {
  step: number;
  text: string;
}
/**
 * The luck of a seat: shots (or dice that count by themselves), the hits to be expected, the hits there were.
 */
export interface Luck {
  expected: number;
  hits: number;
  seat: number;
  shots: number;
}
/**
 * A step after which the chances were others: in words, for whom it was good, the chances before and after.
 */
export interface Swing {
  after: number;
  before: number;
  seat: number;
  step: number;
  text: string;
}
/**
 * The table as one seat (or a spectator, seat -1) sees it. This alone is the truth; events only tell the way.
 */
export interface SeatTable {
  ending: string;
  facts: {
    [k: string]: number | string;
  };
  outcome: Outcome | null;
  piles: {
    [k: string]: PileView;
  };
  sealed: {
    [k: string]: number;
  };
  seat: number;
  secrets: {
    [k: string]: unknown;
  };
  situation: Situation;
  tokens: Token[];
  units: Unit[];
  version: number;
  waiting_for: number[];
}
/**
 * How the match ended: the seats that won (none in a draw), why, and by which clause.
 */
export interface Outcome {
  clause: string;
  reason: string;
  scores: number[];
  winners: number[];
}
/**
 * A pile as one seat may see it: whose it is, how many cards it has, and which ones if the seat knows them.
 */
export interface PileView {
  cards?: string[];
  count: number;
  seat: number;
}
/**
 * Where the match stands: round, whose turn, the steps of the turn, how the sides fare, in short words.
 */
export interface Situation {
  active: number;
  done: string[];
  goal: string;
  goals: GoalNow[];
  looks: {
    [k: string]: LookFace;
  };
  marks: GoalMark[];
  order: number[];
  pieces: {
    [k: string]: PieceFace;
  };
  piles: {
    [k: string]: PileFace[];
  };
  round: number;
  sheets: SheetFace[];
  standings: Standing[];
  states: {
    [k: string]: string[];
  };
  steps: StepFace[];
  things: {
    [k: string]: ThingFace;
  };
  unfinished: UnfinishedFace[];
  waits: WaitFace[];
  weather: WeatherFace | null;
  wind: number | null;
  zones: ZoneFace[];
}
/**
 * How far a goal is reached: in a few words, and so much of so much.
 */
export interface GoalNow {
  full: number;
  goal: string;
  value: number;
  words: string;
}
/**
 * How a unit or one of its figures looks now, where that is more than its card says.
 */
export interface LookFace {
  hangs: string[];
  inside: string;
  markers: MarkerFace[];
  model: string;
  prone: boolean;
  slack: number;
  soldiers: number;
  turned?: number;
  wear: number;
}
/**
 * A marker beside a unit or a figure: what it says in words and in a letter, and the brick that lies there.
 */
export interface MarkerFace {
  clause: string;
  id: string;
  paint: string;
  shape: "bar" | "cross" | "flag" | "ring" | "round";
  short: string;
  title: string;
}
/**
 * What can be seen of a piece besides its shape: markers left of so many, how much of it there is, its height.
 */
export interface PieceFace {
  full: number;
  height: number;
  level: number;
  markers: number;
  structure?: Structure;
}
/**
 * Markers of one number on the card of a unit: what is left, and the large and small pieces that show it.
 */
export interface PileFace {
  clause: string;
  colour: string;
  full: number;
  id: string;
  large: number;
  pieces: [string, string];
  short: string;
  small: number;
  title: string;
  turned_over: number;
  value: number;
  worth: number;
}
/**
 * A unit's record sheet as it stands: its numbers, its rows, its parts and their dice.
 */
export interface SheetFace {
  clause: string;
  columns: string[];
  glow: number;
  model: string;
  note: boolean;
  numbers: NumberFace[];
  parts: PartFace[];
  states: string[];
  title: string;
  totals: number[];
  tracks: TrackFace[];
  unit: string;
}
/**
 * A part of a unit on its record sheet: its slot, what is in it (empty: nothing), its dice at each range now.
 */
export interface PartFace {
  dice: number[];
  full: number[];
  name: string;
  slot: string;
  title: string;
}
/**
 * A row on a record sheet that fills or empties: boxes to cross out, markers that gather, pips that are used up.
 * `value` counts the boxes and pips that are left, and the markers that lie there.
 */
export interface TrackFace {
  clause: string;
  full: number;
  id: string;
  limits: [number, string, string][];
  remark: string;
  short: string;
  style: "boxes" | "markers" | "pips";
  title: string;
  value: number;
}
/**
 * How a side fares: units still fighting, waiting and lost, its score, and what the score counts.
 */
export interface Standing {
  counts: string;
  fighting: number;
  lost: number;
  score: number;
  seat: number;
  waiting: number;
}
/**
 * A step of the turn: `done`, `now` or `ahead`.
 */
export interface StepFace {
  clause: string;
  id: string;
  title: string;
  when: string;
}
/**
 * A token that is no terrain, as it is drawn: a loose part, a marker.
 */
export interface ThingFace {
  clause: string;
  model: string;
  text: string;
  title: string;
}
/**
 * A move that something has stopped on its way: the legs still to come from where the unit is, and in words.
 */
export interface UnfinishedFace {
  clause: string;
  legs: LegFace[];
  text: string;
  unit: string;
}
/**
 * One step of an order worked out: where it ends, how much of it was done, what it costs, what stopped it.
 */
export interface LegFace {
  amount: number;
  clause: string;
  cost: number;
  ground: string;
  pose: Pose;
  step: string;
  stopped_by: string;
}
/**
 * An order that waits: whose, for whom (empty: for anybody), in words, and the ground it watches.
 */
export interface WaitFace {
  clause: string;
  ground: number[];
  on: string;
  text: string;
  unit: string;
}
/**
 * The weather of the moment, and how far anybody sees in it, in grain.
 */
export interface WeatherFace {
  clause: string;
  model: string;
  sight: number;
  text: string;
  title: string;
}
/**
 * A unit of one seat. `card` names its numbers in the match; `marks` counts what changes during play.
 * A unit of several figures stands where the first of them that is alive stands. What most units do not have
 * (figures, a thing they are inside of, a level above the ground) is left out where a unit is written down.
 */
export interface Unit {
  card: string;
  figures?: Model[];
  id: string;
  inside?: string;
  level?: number;
  marks: {
    [k: string]: number;
  };
  pose: Pose | null;
  seat: number;
  status: string;
}
/**
 * Nothing was changed. Without an id the message itself could not be read.
 */
export interface Refused {
  id: string;
  refusal: Refusal;
  type: "refused";
}
/**
 * The answer to an Ask (a value of the face types, or a Refusal), to an Earlier or to a line of text.
 */
export interface ToldBack {
  id: string;
  result: unknown;
  type: "told";
}
/**
 * The standing orders of a seat are written down; only its own sockets hear of it.
 */
export interface OrdersLeft {
  id: string;
  orders: {
    [k: string]: string;
  };
  seat: number;
  type: "orders_left";
}
/**
 * Who sits and who is here has changed, or `fault`: a sentence about what the server itself cannot do here.
 */
export interface Presence {
  fault: string;
  pace: string;
  proposals: Proposal[];
  seats: SeatCard[];
  type: "presence";
  watching: number;
}
/**
 * A bot of a level that is proposed for a seat whose player is away, and the seats that want it.
 */
export interface Proposal {
  by: number[];
  level: string;
  seat: number;
}
/**
 * A bot thinks: the share of its budget that is spent, and, when it has answered, why; of its secrets nothing.
 */
export interface Thinking {
  seat: number;
  share: number;
  type: "thinking";
  why: Why | null;
}
/**
 * Why a bot did what it did last: its choice first, then what it rejected. `changed`: it thought better of it.
 * `seq` is the update of onlookers that shows what it did.
 */
export interface Why {
  changed: boolean;
  lines: WhyLine[];
  seat: number;
  sentence: string;
  seq: number;
}
/**
 * An idea of a bot: in words, as one would type it, its clause, and the chance to win by so many play-outs.
 * `behind` is by how much the choice was better where both were played out, give or take a standard error; where the
 * choice was not played out, by what the judgement promises of both.
 */
export interface WhyLine {
  behind: number;
  chance: number;
  clause: string;
  give_or_take: number;
  tables: number;
  typed: string;
  words: string;
}
/**
 * Somebody at the table has said one of the stock phrases. It is written down nowhere.
 */
export interface Uttered {
  phrase: string;
  seat: number;
  text: string;
  type: "uttered";
}
/**
 * These seats want a rematch, with sides changed, and the other people are asked. `refused` has said no: then
 * nobody wants one any more.
 */
export interface RematchAsked {
  refused: number;
  type: "rematch_asked";
  wanted: number[];
}
/**
 * A rematch was set up: the secrets everybody has open seats there, `places` says by seat which one.
 */
export interface Moved {
  match: string;
  places: number[];
  type: "moved";
}
/**
 * I am.
 */
export interface Pong {
  type: "pong";
}
/**
 * The server lets go of this socket: `taken_over`, `restarting`, `too_slow`, `too_many`, `not_yours`.
 */
export interface Bye {
  reason: string;
  sentence: string;
  type: "bye";
}
/**
 * The first message of a socket. Without `secrets` the sender watches. `last` is the last update it has.
 */
export interface Hello {
  last?: number;
  match: string;
  protocol: number;
  secrets?: string[];
  type: "hello";
}
/**
 * Take the last answer of this seat back, as long as no die fell, nothing was shown and nobody else answered.
 */
export interface TakeBack {
  id: string;
  seat: number;
  seq: number;
  type: "take_back";
}
/**
 * A question that changes nothing: a preview by name, with what it is about.
 */
export interface AskPreview {
  about?: {
    [k: string]: unknown;
  };
  id: string;
  query: string;
  seat: number;
  type: "ask";
}
/**
 * An earlier page of the log: the lines that came with update `before` and those just before it.
 */
export interface Earlier {
  before: number;
  id: string;
  type: "earlier";
}
/**
 * A line typed in text mode. It may ask, or give an answer; then it is a command like any other.
 */
export interface Say {
  id: string;
  line: string;
  seat: number;
  seq: number;
  type: "say";
}
/**
 * The standing orders of this seat for reaction windows, in place of those left before. Nobody else hears of it.
 */
export interface LeaveOrders {
  id: string;
  orders: {
    [k: string]: string;
  };
  seat: number;
  type: "leave_orders";
}
/**
 * Add to the dice: first the `promise` (SHA-256 of the seed), then, before the next die falls, the `seed`.
 */
export interface StirDice {
  id: string;
  promise?: string;
  seat: number;
  seed?: string;
  type: "stir";
}
/**
 * Propose that a bot of a level plays for somebody who is away, or agree to it.
 */
export interface StandIn {
  absent: number;
  id: string;
  level: string;
  seat: number;
  type: "stand_in";
}
/**
 * Take one's own seat back from the bot that plays for it.
 */
export interface TakeSeat {
  id: string;
  seat: number;
  type: "take_seat";
}
/**
 * Say one of the stock phrases to everybody at the table; there is no other way to talk.
 */
export interface Utter {
  id: string;
  phrase: "luck" | "moment" | "ouch" | "thanks" | "thinking" | "well_shot";
  seat: number;
  type: "utter";
}
/**
 * Are you there?
 */
export interface Ping {
  type: "ping";
}
/**
 * An army to check.
 */
export interface ArmyList {
  army: [string, number][];
  game: string;
  limit?: number;
  options?: {
    [k: string]: unknown;
  };
}
/**
 * Something a player should know about a unit of an army.
 */
export interface ArmyNote {
  clause: string;
  text: string;
}
/**
 * One way to attack: with what (empty where there is only one), and its numbers or why it cannot be.
 */
export interface Attack {
  face: AimFace;
  title: string;
}
/**
 * A battle that may be set up: what would lie on the table?
 */
export interface Battle {
  armies?: [string, number][][];
  game: string;
  options?: {
    [k: string]: unknown;
  };
  own_scenario?: {
    [k: string]: unknown;
  };
  scenario: string;
}
/**
 * A battle from another place, and a secret of one's own for each seat a person has there. It may be sent again.
 */
export interface Bring {
  battle: Carried;
  fresh: string[];
}
/**
 * A battle as a text, to be kept as a file and brought to another place: its row, its seats and its records as they
 * were written. What opens its seats, the seed of its dice, where it stands and its standing orders are there only
 * where somebody keeps battles on a device of his own, and go to no server.
 */
export interface Carried {
  models?: {
    [k: string]: string;
  };
  orders?: {
    [k: string]: {
      [k: string]: string;
    };
  };
  records: string[];
  row: string;
  seats: SeatRow[];
  seed?: string;
  standing?: string;
}
/**
 * A seat: who was wished for (`me`, `here`, `link`, `bot`), who sits there, and the hash of the sitter's secret.
 * An invitation opens nothing: it is exchanged for a secret, once. Its hash stays, so that whoever comes later with
 * it can be told that it was used; `invited` is when it was made. The `level` of a bot has its style with it
 * (`regular:bold`).
 */
export interface SeatRow {
  invite_hash: string;
  invited: number;
  kind: string;
  level: string;
  match: string;
  name: string;
  seat: number;
  secret_hash: string;
  taken: boolean;
}
/**
 * How much of a model is there: its parts, those that are missing, and which.
 */
export interface Buildable {
  lacking: number;
  missing: MissingPart[];
  parts: number;
}
/**
 * What a model still needs: the number, what it is called, its colour and how many.
 */
export interface MissingPart {
  colour: number;
  count: number;
  part: string;
  title: string;
}
/**
 * A card as it stands, also while something is still wrong with it; `text` is what an army list takes.
 */
export interface BuiltCard {
  face: CardFace;
  faults: Refusal[];
  figures?: NumberRow[];
  name: string;
  notes: NumberFace[];
  parts?: string[];
  piles: PileFace[];
  pools?: PoolStep[];
  slots: string[];
  text: string;
  tracks: TrackFace[];
}
/**
 * One figure of a unit that is built figure by figure: what he is, holds and carries, and what he costs.
 * `parts` are the ids of the yard's modules he is made of, `free` those of them that cost nothing here, with the
 * clause that gives them.
 */
export interface NumberRow {
  cost: number;
  free: NumberFace[];
  model: string;
  parts: string[];
  title: string;
}
/**
 * The dice of a unit at a distance, line by line.
 */
export interface PoolStep {
  reach: number;
  sum: Sum;
  title: string;
}
/**
 * A unit of a real table: whose, by which card, and what is counted on it now.
 */
export interface CardAtTable {
  card: string;
  counts?: {
    [k: string]: number;
  };
  id: string;
  seat: number;
}
/**
 * A unit of one's own as an army list would write it; `limit` is what it may cost (0: the usual).
 */
export interface CardText {
  game: string;
  limit?: number;
  options?: {
    [k: string]: unknown;
  };
  text: string;
}
/**
 * All of a game that can be chosen before a battle.
 */
export interface Catalogue {
  army_switches: string[];
  cards: {
    [k: string]: CardFace;
  };
  chapters: ChapterLine[];
  credits: string;
  detail: string;
  duels: DuelGround;
  line: string;
  piece_switches: string[];
  pieces: {
    [k: string]: CardFace;
  };
  points_switch: string;
  pool_switch: string;
  presets: Preset[];
  scenarios: ScenarioFace[];
  sorts: {
    [k: string]: string;
  };
  switches: SwitchCard[];
  themes: Theme[];
  trait_switches: {
    [k: string]: string;
  };
  traits: {
    [k: string]: TraitFace;
  };
  upgrades: UpgradeFace[];
  usual_points: number;
}
/**
 * A chapter of the rules page: the group of the ledger it gathers, which a link to it opens, and its name.
 */
export interface ChapterLine {
  group: string;
  title: string;
}
/**
 * Where odds are asked for before a battle: against whom, how far away at first and at most, at which ranges.
 */
export interface DuelGround {
  distance: number;
  enemies: string[];
  facings: boolean;
  farthest: number;
  ranges: RangeFace[];
}
/**
 * A set of switches with a name people know: a whole set of rules, or one chapter that is laid over such a set.
 * What `adds` leaves all other switches as they are; it stands `over` the set of this name where the one that was
 * chosen is another kind of game. `scenarios` have it in their forces: without one of them it has nothing to act on.
 */
export interface Preset {
  adds: boolean;
  code: string;
  id: string;
  options: {
    [k: string]: unknown;
  };
  over: string;
  scenarios: string[];
  sketch: Stroke[];
  text: string;
  title: string;
}
/**
 * One shape of a sketch: where it is (what its numbers mean, its shape says), whose, and words at it.
 */
export interface Stroke {
  at: number[];
  shape: string;
  side: number;
  text: string;
}
/**
 * A scenario with its table drawn: terrain as laid out, zones, forces by seat as (card, count).
 */
export interface ScenarioFace {
  clause: string;
  face: TableFace;
  forces: [string, number][][];
  goal: string;
  id: string;
  minutes: [number, number];
  number_switch: string;
  options: {
    [k: string]: unknown;
  };
  points: number[];
  seats: number;
  sides: string[];
  title: string;
  tokens: Token[];
}
/**
 * A rule switch: its choices, or a range of whole numbers (`lowest` to `highest`) when there are none.
 */
export interface SwitchCard {
  chapter: string;
  choices: ChoiceCard[];
  clause: string;
  default: unknown;
  highest: number;
  id: string;
  lowest: number;
  per_seat: boolean;
  text: string;
  title: string;
}
/**
 * A value of a switch and what it does, in words.
 */
export interface ChoiceCard {
  text: string;
  value: unknown;
}
/**
 * Switches that are about one thing, with a sentence and a drawing.
 */
export interface Theme {
  id: string;
  sketch: Stroke[];
  switches: string[];
  text: string;
  title: string;
}
/**
 * A word on cards and what it means for a unit, with the clause behind it.
 */
export interface TraitFace {
  clause: string;
  text: string;
}
/**
 * Something bought on top of a unit: how it is written behind the unit's name, and which cards may have it.
 */
export interface UpgradeFace {
  cards: string[];
  clause: string;
  cost: number;
  id: string;
  most: number;
  text: string;
  title: string;
  written: string;
}
/**
 * A unit that lies within what is set down, and how likely it is lost by it.
 */
export interface Caught {
  need: string;
  odds: number;
  title: string;
  unit: string;
}
/**
 * Another secret for one's own seat; the old one opens nothing any more. It may be sent again.
 */
export interface ChangeSecret {
  fresh: string;
  secret: string;
}
/**
 * A switch that is not at its default: its value, or one for each seat.
 */
export interface ChangedRule {
  clause: string;
  switch: string;
  title: string;
  value: unknown;
}
/**
 * What an army costs and what is wrong with it.
 */
export interface CheckedArmy {
  buys_pieces: boolean;
  faults: Refusal[];
  limit: number;
  limits: LimitFace[];
  minutes: [number, number];
  minutes_clause: string;
  notes: ArmyNote[];
  points: number;
  pool: number;
  pool_limit: number;
}
/**
 * A limit of an army as it stands: what is counted, how much of it there is, and how much there may be.
 */
export interface LimitFace {
  clause: string;
  holds: boolean;
  id: string;
  least: number;
  most: number | null;
  title: string;
  value: number;
}
/**
 * A scenario file looked through, and its table as far as it can be laid.
 */
export interface CheckedScenario {
  face: ScenarioFace | null;
  file: ScenarioFile;
}
/**
 * A scenario file as it was read: its game, its document as plain data, and what is wrong with it.
 */
export interface ScenarioFile {
  document: {
    [k: string]: unknown;
  };
  faults: ScenarioFault[];
  game: string;
}
/**
 * Something that is wrong with a scenario file: the place and its line, a sentence, and the clause behind it.
 */
export interface ScenarioFault {
  clause: string;
  line: number;
  place: string;
  sentence: string;
}
/**
 * A clause of a rule book in our words.
 */
export interface ClauseCard {
  ambiguity: string;
  chapter: string;
  diagram: string;
  game: string;
  id: string;
  in_play: boolean;
  kind: string;
  ruling: string;
  source: string;
  switch: string;
  switch_words: string;
  text: string;
  title: string;
}
/**
 * The cover of one of those who are shot at, in words, and the clause that gives it.
 */
export interface CoverFace {
  clause: string;
  cover: "hard" | "none" | "soft" | "total";
  figure: string;
  title: string;
}
/**
 * Somebody who may act on an order while it is carried out: from which place on, how, and how likely it hurts.
 */
export interface Danger {
  clause: string;
  dice: number;
  gone: number;
  kind: "contact" | "hold" | "reaction";
  odds: number;
  pose: Pose;
  short: string;
  text: string;
  unit: string;
}
/**
 * The part of a desk that is data of its game (`data/desk.toml`).
 */
export interface DeskData {
  blank: {
    [k: string]: unknown;
  };
  forces: string;
  goal_switches?: string[];
  ground?: string;
  kinds?: LaidKind[];
  laid: LaidPlace[];
  size: string[];
  sizes?: {
    [k: string]: [number, number];
  };
  switches: string;
  units: string;
  words?: {
    [k: string]: string;
  };
}
/**
 * Something that can be laid down: at which place of the document, and its entry there but for where it lies.
 */
export interface LaidKind {
  entry?: {
    [k: string]: unknown;
  };
  fixed?: boolean;
  kind?: string;
  length?: number;
  path: string;
  title: string;
  width?: number;
}
/**
 * A place of a document that lies on the table: `terrain[]` is every entry of the list `terrain`.
 */
export interface LaidPlace {
  corners?: "" | "own" | "table";
  drawn?: string;
  height?: string;
  kind?: string;
  owner?: string;
  path: string;
  shape: "area" | "box" | "marker" | "outline" | "point";
  title: string;
}
/**
 * A game whose scenarios are to be laid by hand.
 */
export interface DeskWish {
  game: string;
}
/**
 * A diagram as a table draws it, with everything the game says about it.
 */
export interface DiagramFace {
  aims: AimFace[];
  bands: string[];
  caption: string;
  clauses: string[];
  face: TableFace;
  paths: PathFace[];
  stops: StopFace[];
  view: SeatTable;
}
/**
 * An order worked out without giving it.
 */
export interface PathFace {
  caution: string;
  cost: number;
  dangers: Danger[];
  goal_distance: number | null;
  impact: ImpactFace | null;
  left: number;
  legs: LegFace[];
  prices?: Price[];
  reaches: ReachFace[];
  refusal: Refusal | null;
  regrouped: Regrouped | null;
  seen_by: Glimpse[];
  sees: Glimpse[];
  unit: string;
}
/**
 * A collision known before it is confirmed: with whom, where, in what manner, and with how many dice.
 */
export interface ImpactFace {
  clause: string;
  dice: number;
  expected: number;
  manner: string;
  pose: Pose;
  sums: Sum[];
  target: string;
}
/**
 * What a move brings with it besides the way: in two or three words, in a sentence, and the clause of it.
 * A `loss` is something given up by it, a `risk` may go wrong, a `gain` is won, and a `note` only has to be known.
 */
export interface Price {
  clause: string;
  text: string;
  title: string;
  tone: "gain" | "loss" | "note" | "risk";
}
/**
 * Figures that cannot keep their places on the way of the first of them: the answer with ways of their own, by
 * figure how far beside its place each ends, in the ruler's unit, and what to say about it.
 */
export interface Regrouped {
  answer: {
    [k: string]: unknown;
  };
  beside: {
    [k: string]: [number, number];
  };
  clause: string;
  text: string;
}
/**
 * One line of "sees" and "seen by": the other unit and the odds of a shot from one to the other.
 */
export interface Glimpse {
  dice: number;
  hidden: number;
  needed: number | null;
  odds: number;
  remark: string;
  unit: string;
  weapon: string;
}
/**
 * Where a move is stopped because somebody may answer it: who moves, where it is then, and what is laid open.
 */
export interface StopFace {
  exhibits: Exhibit[];
  gone: number;
  pose: Pose;
  unit: string;
}
/**
 * Dice to be thrown now: how many, with how many faces, whose, and what for.
 */
export interface DicePile {
  count: number;
  faces: number;
  seat: number;
  title: string;
  weights: number[];
}
/**
 * A kind of dice that can be agreed on: the value of its switch, and how likely one of them is a success.
 */
export interface DieFace {
  chance: number;
  clause: string;
  id: string;
  title: string;
  ways: [number, number];
}
/**
 * A unit and an enemy: what the unit may do to it, and the enemy to the unit, from where they stand.
 */
export interface Duel {
  enemy: string;
  mine: Attack[];
  refusal: Refusal | null;
  theirs: Attack[];
  title: string;
}
/**
 * Where odds are asked for before a battle: against whom, how far away at first and at most, at which ranges.
 */
export interface DuelGround1 {
  distance: number;
  enemies: string[];
  facings: boolean;
  farthest: number;
  ranges: RangeFace[];
}
/**
 * A card and enemies it is set against, so far from hull to hull; which side they show.
 */
export interface DuelWish {
  away: number;
  card: string;
  enemies: string[];
  facing?: "front" | "rear" | "side";
  game: string;
  options?: {
    [k: string]: unknown;
  };
}
/**
 * Something that may be seen; `hidden` is the share of the target that is drawn as hidden.
 */
export interface EyeOption {
  clause: string;
  hidden?: number;
  id: string;
  title: string;
}
/**
 * What has to be seen or measured for a shot. The first option holds until somebody says otherwise; of `many` none
 * or several may be chosen; without options a length is measured, and `usual` holds until it is.
 */
export interface EyeQuestion {
  clause: string;
  id: string;
  many: boolean;
  options: EyeOption[];
  text: string;
  usual: number;
}
/**
 * Give a seat nobody has taken to a `bot`, to `link` (a new invitation) or `nobody`; the old invitation is void.
 * Asked by whoever set the match up, or with the invitation itself.
 */
export interface FreeSeat {
  give: string;
  level?: string;
  seat: number;
  secret: string;
  style?: string;
}
/**
 * A game as the front page and the new-battle page show it; `reactions`: it has reaction windows.
 */
export interface GameCard {
  aids: Aid[];
  catalogue: Catalogue;
  clocks: ClockCard[];
  companion: boolean;
  first: FirstBattle | null;
  id: string;
  lesson: string;
  lesson_minutes: number;
  levels: LevelCard[];
  own_dice: boolean;
  reactions: boolean;
  ruler: string;
  rules_version: string;
  styles: StyleCard[];
  title: string;
  yard: Yard | null;
}
/**
 * A level of the bots, in words, with its measured win rate against the level below (None: not measured).
 */
export interface LevelCard {
  beats: string;
  games: number;
  id: string;
  rate: number | null;
  styled: boolean;
  text: string;
  title: string;
}
/**
 * A style of the bots that plan, in words.
 */
export interface StyleCard {
  id: string;
  text: string;
  title: string;
}
/**
 * How units of one's own are built: parts for slots, points spent on numbers, numbers with a price, or figures.
 * `budget` is what one unit (slots) or a whole army (points) may cost. A number of `limits` is the most or the least
 * of something; `prices` are points for one of a number; `points` are the numbers that points are spent on. `kinds`
 * and `styles` are words a card may bear: kinds have an effect, styles are for looks only.
 */
export interface Yard {
  begins?: ChoiceCard[];
  budget: NumberFace;
  example: string;
  fashion_switch: string;
  fashions: {
    [k: string]: string[];
  };
  figure?: string;
  kinds: ChoiceCard[];
  limits: NumberFace[];
  manner: string;
  modules: ModuleFace[];
  noun: string;
  points: NumberFace[];
  prices: NumberFace[];
  pricing: string[];
  pricing_clause: string;
  slots: SlotFace[];
  styles: ChoiceCard[];
  switches: string[];
}
/**
 * A part of the catalogue: where it fits, what it adds, what it costs, and whether the players brought it.
 */
export interface ModuleFace {
  clause: string;
  cost: number;
  drive?: "tracks" | "wheels";
  feet: number;
  fits: string;
  id: string;
  numbers: NumberFace[];
  own: boolean;
  title: string;
}
/**
 * A place for a part: what fits there, and on which side of the unit it is ("" in the middle).
 */
export interface SlotFace {
  clause: string;
  fits: string;
  id: string;
  side: string;
  title: string;
}
/**
 * An answer worth giving: the answer itself, why, what one would type for it, and where it happens.
 */
export interface HintFace {
  about: string[];
  answer: {
    [k: string]: unknown;
  };
  area: number[];
  clause: string;
  lines: HintLine[];
  reason: string;
  typed: string;
  ways: HintWay[];
}
/**
 * Who would attack what, with how many dice where that is chosen.
 */
export interface HintLine {
  dice: number;
  target: string;
  unit: string;
}
/**
 * Where a unit would go, corner by corner from where it stands; a thing that is set down has one place.
 */
export interface HintWay {
  poses: Pose[];
  unit: string;
}
/**
 * A real table as it is laid, and who would attack whom; without names only the table is drawn.
 */
export interface JudgeWish {
  game: string;
  options?: {
    [k: string]: unknown;
  };
  table: RealTable;
  target?: string;
  unit?: string;
}
/**
 * What stands on a real table, as positions of the game state it: units and terrain, and the size of the table.
 */
export interface RealTable {
  size?: [number, number] | null;
  terrain?: {
    [k: string]: unknown;
  }[];
  units: {
    [k: string]: unknown;
  }[];
}
/**
 * The table as it was laid, and every way in which the one unit may attack the other; none while two are not named.
 * `impossible` is what cannot be on such a table: a unit in a house, a piece over the edge.
 */
export interface Judgement {
  attacks: Attack[];
  face: TableFace;
  impossible: string;
  tokens: Token[];
  units: Unit[];
}
/**
 * All that a battle beside real bricks begins with, and the switches its shots go by.
 */
export interface KeptBattle {
  cards: {
    [k: string]: CardFace;
  };
  clause: string;
  goal: string;
  house_rules: string[];
  last_round: number;
  lost: string;
  lost_clause: string;
  marks: {
    [k: string]: TrackFace[];
  };
  options: {
    [k: string]: unknown;
  };
  ruler: string;
  sides: number[];
  steps: RoundStep[];
  title: string;
  units: UnitAtTable[];
}
/**
 * A step of a round that people are reminded of: once, or in `each_turn`. `dice` are thrown for it, `from_round` is
 * when it begins; `chapter` is the part of the book that brings it, `switch` the switch that does with some values.
 */
export interface RoundStep {
  chapter?: string;
  clause: string;
  dice?: number;
  each_turn?: boolean;
  from_round?: number;
  id: string;
  switch?: string;
  text: string;
  title: string;
  values?: (string | boolean)[];
}
/**
 * A unit of a battle beside real bricks: its name, whose it is, its card as it is drawn and as it is written.
 */
export interface UnitAtTable {
  card: string;
  face: string;
  id: string;
  seat: number;
}
/**
 * The table of a battle before anybody deploys, or why the rules do not allow such a battle.
 */
export interface LaidTable {
  face: TableFace | null;
  fault: Refusal | null;
  secret_windows: string[];
  still_chosen: string[];
  tokens: Token[];
}
/**
 * What a link is. An invitation is `open` (sit down), `used` or `expired`; the secret of a seat is `yours`, and
 * who_sits down takes the seat over from another window. `over`: the battle is.
 */
export interface Link {
  army: string;
  changed: ChangedRule[];
  clock: ClockCard | null;
  code: string;
  game: string;
  host: string;
  house_rules: string[];
  match: string;
  scenario: string;
  seat: number;
  secret_seconds: number;
  stand_in: number;
  status: string;
  title: string;
}
/**
 * What a link leads to.
 */
export interface LookLink {
  secret: string;
}
/**
 * A match that was set up.
 */
export interface MadeMatch {
  match: string;
  seats: SeatKey[];
}
/**
 * A seat and the secret that opens it, or the invitation to it, which can be used until that moment.
 */
export interface SeatKey {
  invitation: string;
  kind: string;
  seat: number;
  secret: string;
  until: number;
}
/**
 * A file with a model of bricks (`.ldr`, `.mpd`, `.io`, or a form that was told before) in base 64, for a unit as
 * an army list writes it; turned by so many quarters to its right.
 */
export interface ModelFile {
  file: string;
  game: string;
  text?: string;
  turn?: number;
}
/**
 * A model of a table.
 */
export interface ModelName {
  name: string;
}
/**
 * The secrets a browser keeps; the answer tells how those matches stand.
 */
export interface MyTables {
  secrets: string[];
}
/**
 * The lesson of a game, to be learnt by whoever sends this.
 */
export interface NewLesson {
  game: string;
  name?: string;
}
/**
 * A battle to set up. `ready`: the server deploys for everybody. `slow`: no clocks, standing orders answer.
 * `secret_seconds`: how long a live table waits in a window that could betray a secret, whatever is answered there.
 */
export interface NewMatch {
  armies?: [string, number][][];
  army_names?: string[];
  clock?: string;
  code?: string;
  diagram?: string;
  game: string;
  house_rules?: string[];
  options?: {
    [k: string]: unknown;
  };
  own_scenario?: {
    [k: string]: unknown;
  };
  parts?: boolean;
  ready?: boolean;
  scenario: string;
  seats: SeatWish[];
  secret_seconds?: number;
  slow?: boolean;
  stand_in?: 0 | 2 | 5 | 15 | 60;
}
/**
 * Who shall sit: `me`, `here` (same device), `bot` (with a level, and a style if it plans) or `link` (a friend gets
 * a link).
 */
export interface SeatWish {
  kind: string;
  level?: string;
  name?: string;
  style?: string;
}
/**
 * A battle to set up, as the text of a NewMatch, and the forms of the models its armies name.
 */
export interface NewMatchWithModels {
  models: {
    [k: string]: string;
  };
  wish: string;
}
/**
 * What somebody owns, as a pasted text and as lines that were ticked, to be held against all models of a game and
 * against some together.
 */
export interface Owned {
  any_colour?: boolean;
  game: string;
  text: string;
  ticked?: string;
  wishes?: {
    [k: string]: number;
  };
}
/**
 * A place tried for a unit or a piece: allowed or refused, and who would see whom.
 */
export interface PlaceFace {
  caught?: Caught[];
  caution: string;
  caution_clause: string;
  pose: Pose;
  refusal: Refusal | null;
  seen_by: Glimpse[];
  sees: Glimpse[];
  thing: string;
}
/**
 * A whole fire plan with exact odds. Shots that may not be made are not among them; the refusal says why.
 */
export interface PlanFace {
  at_least_one: number;
  clause: string;
  expected: number;
  refusal: Refusal | null;
  shots: ShotFace[];
}
/**
 * One shot of a fire plan in the order it falls: chance that it is made at all, and that it destroys.
 */
export interface ShotFace {
  destroys: number;
  made: number;
  target: string;
  unit: string;
}
/**
 * A table of one's own that begins as a battle stood after a step of its replay, as this secret sees it.
 */
export interface PlayOn {
  seats: SeatWish[];
  secret?: string;
  step: number;
}
/**
 * Where the edition that needs no server is; empty: it was not built here.
 */
export interface Pocket {
  address: string;
}
/**
 * A ray to a point of the table, in the ruler, and how much of it counts as seen: 1, 0.5 or 0.
 */
export interface RayFace {
  seen: number;
  x: number;
  y: number;
}
/**
 * Everything about one shot at a real table. `dice` are to be thrown next; `asked` is to be answered next; when
 * neither is there and it was to be resolved, it is over.
 */
export interface RealShot {
  asked: Asked | null;
  attacks: Attack[];
  dice: DicePile[];
  over: boolean;
  questions: EyeQuestion[];
  told: Happening[];
  units: UnitAfter[];
}
/**
 * What is left of a unit: whether it still fights, and its counts.
 */
export interface UnitAfter {
  counts: {
    [k: string]: number;
  };
  lost: boolean;
  unit: string;
}
/**
 * A shot at a real table: who at whom, what is seen, and how to play it once dice are thrown.
 */
export interface RealShotWish {
  game: string;
  options?: {
    [k: string]: unknown;
  };
  resolve?: Resolve | null;
  shot: ShotWish;
}
/**
 * Play it: by which of the attacks, the dice in the order they are asked for, and answers to what is asked.
 */
export interface Resolve {
  answers?: {
    [k: string]: unknown;
  }[];
  attack?: number;
  dice?: number[][];
}
/**
 * Who would fire at whom, and what is seen; `units` are the two, and others who may help.
 */
export interface ShotWish {
  seen?: Seen;
  target: string;
  unit: string;
  units: CardAtTable[];
}
/**
 * What somebody at the table has answered: by question what was chosen, and what was measured.
 */
export interface Seen {
  chosen?: {
    [k: string]: string[];
  };
  measured?: {
    [k: string]: number;
  };
}
/**
 * The match that was set up, and by seat who sits where in it; empty while somebody has still to answer.
 */
export interface Rematch {
  match: string;
  places: number[];
}
/**
 * Whether a seat wants a rematch, with sides changed; against bots it begins at once.
 */
export interface RematchWish {
  secret?: string;
  want?: boolean;
}
/**
 * A stored match, step by step, from one seat or (when it is over) as everybody may see it.
 * It comes in pages: `steps` are those that fit, `total` is how many there are.
 */
export interface Replay {
  code: string;
  dice_promise: string;
  dice_seed: string;
  face: TableFace;
  finished: boolean;
  game: string;
  match: string;
  options: {
    [k: string]: unknown;
  };
  rules_version: string;
  seats: SeatCard[];
  steps: ReplayStep[];
  tale: Summary | null;
  total: number;
}
/**
 * One decision of a replay and what came of it.
 */
export interface ReplayStep {
  acts: Happening[];
  chances: number[];
  events: AnyEvent[];
  kind: string;
  number: number;
  seat: number;
  story: Sentence[];
  sums: Sum[][];
  view: SeatTable;
}
/**
 * A replay from this step on; a replay of a finished match needs no secret.
 */
export interface ReplayWish {
  secret?: string;
  start?: number;
}
/**
 * What is said to a question about the rules, and the clauses that fit it.
 */
export interface RuleAnswer {
  cited: string[];
  clauses: string[];
  direct: boolean;
  sentence: string;
}
/**
 * A set of switches, or a code that stands for one.
 */
export interface RuleCode {
  code?: string;
  game: string;
  options?: {
    [k: string]: unknown;
  };
}
/**
 * The switches a code stands for, and the code.
 */
export interface Rules {
  code: string;
  options: {
    [k: string]: unknown;
  };
}
/**
 * A desk: its data, how each kind looks, and the form of its documents (JSON Schema).
 */
export interface ScenarioDesk {
  data: DeskData;
  draws: boolean;
  faces: {
    [k: string]: FeatureFace;
  };
  form: {
    [k: string]: unknown;
  };
  height_unit: number;
  ruler: string;
  studs: number;
  usual_size: number;
}
/**
 * A scenario to be looked through: as a document, as the lines of a file, one of the game's own by its id, or as a
 * table drawn from a number.
 */
export interface ScenarioText {
  document?: {
    [k: string]: unknown;
  };
  drawn?: number;
  game: string;
  lines?: string[];
  scenario?: string;
}
/**
 * What somebody at the table has answered: by question what was chosen, and what was measured.
 */
export interface Seen1 {
  chosen?: {
    [k: string]: string[];
  };
  measured?: {
    [k: string]: number;
  };
}
/**
 * A shopping list that is wanted: which models of a game, how often each, and how it is written.
 */
export interface Shopping {
  form?: "bricklink" | "ldraw" | "list";
  game: string;
  wishes: {
    [k: string]: number;
  };
}
/**
 * A shopping list as a file: what it is called, its text, how many parts of how many kinds, and which numbers are
 * to be looked up, since a market may have them under another.
 */
export interface ShoppingList {
  kinds: number;
  look_up: string[];
  name: string;
  pieces: number;
  text: string;
}
/**
 * All rays from a unit to another, the figures that may shoot, and the cover of those that may be hit.
 */
export interface SightLines {
  clause: string;
  covers: CoverFace[];
  shooters: string[];
  target: string;
  threads: ThreadFace[];
  unit: string;
}
/**
 * The rays from one who shoots to one who may be hit, each a unit or a `unit/figure`.
 */
export interface ThreadFace {
  rays: RayFace[];
  shooter: string;
  target: string;
  x: number;
  y: number;
}
/**
 * Take the seat of a link. An invitation is exchanged for `fresh`, a secret the sender has made and nobody knows.
 * The same exchange may be sent again; with another `fresh` an invitation that was used is refused.
 */
export interface SitDown {
  fresh?: string;
  name?: string;
  secret: string;
}
/**
 * What text mode answers: lines to read, and whether an answer was given.
 */
export interface Spoken {
  answered: boolean;
  lines: string[];
}
/**
 * What an Earlier is told: lines of the log, and the last update that is told on the page before (0: none).
 */
export interface StoryPage {
  earlier: number;
  lines: Sentence[];
}
/**
 * An answer worth giving: what sort it is, why, and how good it looks to the game's own judgement.
 */
export interface Suggestion {
  answer: unknown;
  clause: string;
  kind: string;
  reason: string;
  value: number;
}
/**
 * A match in the list "Your tables". `turn`: yours, theirs, open (a seat is empty), over,
 * learnt (a lesson that is done).
 */
export interface TableLine {
  asked: string[];
  at: number;
  game: string;
  lesson: string;
  match: string;
  others: string[];
  rematch: string;
  result: string;
  round: number;
  seat: number;
  step: string;
  title: string;
  turn: string;
}
/**
 * The secrets of one's seats at a table that is to be carried elsewhere.
 */
export interface TakeAlong {
  secrets: string[];
}
/**
 * Throws of one's own dice.
 */
export interface Throws {
  failures?: number;
  game: string;
  successes?: number;
}
/**
 * What a model is called by what it holds, the form it travels in, and what it measures: studs long and wide,
 * bricks high, without the studs on top; parts of unknown size, and those measured as another of the same size.
 * `text` is the unit with this model; `drawing` how pages draw it.
 */
export interface ToldModel {
  colours: string[];
  drawing: unknown;
  form: string;
  height: number;
  length: number;
  name: string;
  parts: number;
  taken_as: {
    [k: string]: string;
  };
  text: string;
  title: string;
  unknown: string[];
  width: number;
}
/**
 * A battle of bots on a table of one's own; another number is another battle.
 */
export interface TrialWish {
  document: {
    [k: string]: unknown;
  };
  game: string;
  number?: number;
}
/**
 * How it went: the seats that have won (none: a draw) and the rounds. `whole`: it came to its end in time.
 */
export interface TriedBattle {
  rounds: number;
  whole: boolean;
  winners: number[];
}
/**
 * What is known of one's own dice after some throws: the model, the posterior, and the switches that use it.
 * `density` and `prior` are heights of the two curves at equal steps from 0 to 1.
 */
export interface TriedDice {
  chance_switch: string;
  chance_value: number;
  clause: string;
  credible: number;
  density: number[];
  dice_switch: string;
  failure_clause: string;
  failures: number;
  high: number;
  kinds: DieFace[];
  low: number;
  mean: number;
  model: number;
  model_throws: number;
  prior: number[];
  same_clause: string;
  size: [number, number];
  success_clause: string;
  successes: number;
}
/**
 * Of what was pasted how many pieces of how many kinds were read; each model by itself, and the wished together.
 */
export interface WhatCanBeBuilt {
  kinds: number;
  models: {
    [k: string]: Buildable;
  };
  pieces: number;
  together: Buildable | null;
}
