// The match room: the store, the line, the theatre and the board put together, and the question in hand.
import { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import type { VNode } from "preact";
import type { Board, Intent, Mark, Point } from "../board";
import { carrier, clauses, hush, isRefusal, openClause, seats, toast, type Wire } from "../kit";
import type { Asked, SeatTable, StoryPage, TableFace, Unit, Utter } from "../protocol";
import type { Answer } from "./answers";
import "./brought";
import { isReaction } from "./answers";
import { type Line, openLine, UNHEARD } from "./connection/socket";
import { stirDice } from "./connection/stirring";
import { createStore, type Store } from "./connection/store";
import type { Keeping } from "./drafts";
import { createGoalLight, type GoalLight, goalMarks } from "./goals";
import { createHint, type HintHand } from "./hint";
import type { Pressed, Where } from "./keys";
import { followLesson, lessonMarks } from "./lessons";
import { type Changes, createChanges } from "./playback/changes";
import { bodiesOf, graveMarks, thingMarks } from "./playback/graves";
import type { Traced } from "./playback/shots";
import { sound } from "./playback/sounds";
import { createTheatre, type Theatre } from "./playback/theatre";
import { waitMarks } from "./playback/waits";
import { followQuestions } from "./questions";
import { type Dress, NUMBERED, sceneOf } from "./scene";
import { createTools, type Tools } from "./tools";
import type { Spin } from "./ways/homeward";
import { createPassing, type Passing } from "./ways/passing";
import { createPlans, type Plans } from "./ways/plans";
import { restMarks } from "./ways/unfinished";
import { createWhyNot, type WhyNot } from "./why_not";

/** What a question does with the table while it is open. */
/** What is half made in it outlives the page where it says how (`Keeping`). */
export interface Hand extends Partial<Keeping> {
  /** drawn on the board; read inside an effect, so signals are followed */
  marks(): Mark[];
  /** the points the question is about: kept in the free part of the board */
  about(): Point[];
  /** numbers and turrets of units while this is open */
  dress?(): Dress;
  /** in a few words what is in hand for a unit, for the list of units */
  remark?(unit: string): string;
  intent(intent: Intent): void;
  /** true when the key meant something here */
  press(pressed: Pressed): boolean;
  /** in a few words what the key "back" takes back here; "" when it is left to the table */
  undoes?(): string;
  /** what the server says against what is in hand; "" when nothing */
  caution?(): string;
  /** whether something is being dragged: the panels make room */
  dragging?: ReadonlySignal<boolean>;
  /** takes a whole answer into the hand, to be looked at and given by the yellow button; false when it cannot hold it */
  adopt?(answer: Answer): boolean;
  /** whether touching a point means something here, whatever stands there */
  covers?(x: number, y: number): boolean;
  close?(): void;
}

/** A hand that ends in one answer, alone or inside another one's panel. */
export interface GivingHand extends Hand {
  readonly ready: ReadonlySignal<boolean>;
  /** what its yellow button says */
  readonly words: ReadonlySignal<string>;
  commit(): void;
}

/** An open question: its hand and its two panels. */
export type Opened = {
  asked: Asked;
  where: Where;
  hand: Hand;
  panel: () => VNode | null;
  /** replaces the list of own units */
  list?: () => VNode | null;
  /** when it came onto the table: what was pressed by habit just then was not meant for it */
  since?: number;
};

export type Widget = (room: Room, asked: Asked) => Opened;

export type Bubble = { x: number; y: number; text: string; clause: string };

export interface Room {
  readonly match: string;
  readonly store: Store;
  readonly theatre: Theatre;
  readonly tools: Tools;
  /** paths drawn and not sent yet */
  readonly plans: Plans;
  readonly board: Signal<Board | null>;
  readonly camera: Signal<"plan" | "scene">;
  /** how the table is turned for whoever plays here; null while it is not known */
  readonly spin: Signal<Spin | null>;
  readonly selected: Signal<string>;
  readonly bubble: Signal<Bubble | null>;
  /** what the last update did to record sheets, by unit */
  readonly changes: Signal<Changes>;
  /** whether the record sheet is open over the board */
  readonly sheet: Signal<boolean>;
  /** the range band an attack in hand is in, lit on record sheets */
  readonly lit: Signal<string>;
  readonly opened: Signal<Opened | null>;
  /** what of the goal is lit on the board, and the moment of the battle whose task has been read: "round 1" */
  readonly goalLight: GoalLight;
  readonly briefed: Signal<string>;
  /** what the server would do, drawn as a ghost; and why something cannot be done */
  readonly hint: HintHand;
  readonly whyNot: WhyNot;
  readonly face: ReadonlySignal<TableFace | null>;
  /** an answer is on its way, or written down and not on the table yet */
  readonly busy: ReadonlySignal<boolean>;
  /** units of the shown table by id */
  readonly units: ReadonlySignal<ReadonlyMap<string, Unit>>;
  answer(answer: Record<string, unknown>): void;
  preview(query: string, about: Record<string, unknown>): Promise<unknown>;
  say(words: string): Promise<unknown>;
  /** reads the page of the log before those that are here */
  recall(): Promise<void>;
  undo(): void;
  /** the questions this page passes by itself */
  readonly passing: Passing;
  leaveOrders(seat: number, orders: Record<string, string>): void;
  /** says one of the stock phrases to everybody at the table */
  utter(phrase: Utter["phrase"]): void;
  /** a bot for somebody who is away, or the own seat back from one; why not, in a sentence */
  standIn(absent: number, level: string): Promise<string>;
  takeSeat(seat: number): Promise<string>;
  attach(board: Board): () => void;
  close(): void;
}

// A proxy in front of several workers may read the match here and choose the one that has it; none of them needs it.
const socketAddress = (match: string): string =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws?match=${encodeURIComponent(match)}`;

export type RoomOptions = {
  match: string;
  watch: boolean;
  widget: Widget;
  open?: (url: string) => Wire;
};

/** Opens the room of a match; without secrets, or when asked to watch, as a spectator. */
export function createRoom(options: RoomOptions): Room {
  const board = signal<Board | null>(null);
  const opened = signal<Opened | null>(null);
  const selected = signal("");
  const bubble = signal<Bubble | null>(null);
  const camera = signal<"plan" | "scene">("plan");
  let store: Store;
  const theatre = createTheatre({
    board: () => board.peek(),
    show: (update) => store.show(update),
    shown: () => store.view.peek(),
    manners: () => store.welcome.peek()?.face ?? null,
    mine: () => {
      const yours = store.welcome.peek()?.yours ?? [];
      return yours.length === 1 ? (yours[0] ?? -1) : -1;
    },
    sound,
  });
  store = createStore((update) => theatre.enter(update));
  const secrets = options.watch ? [] : seats.of(options.match).map((one) => one.secret);
  const line: Line = openLine({
    url: socketAddress(options.match),
    match: options.match,
    secrets,
    last: () => store.latest.peek()?.seq ?? 0,
    hear: store.hear,
    reach: (reach) => store.lost(reach, Date.now()),
    pending: (pending) => {
      store.pending.value = pending;
    },
    open: options.open ?? ((url) => carrier().open(url)),
  });
  const seq = (): number => store.latest.peek()?.seq ?? 0;
  const room: Room = {
    match: options.match,
    get hint() {
      return hint;
    },
    get whyNot() {
      return whyNot;
    },
    store,
    theatre,
    tools: createTools((query, about) => line.ask(anySeat(store), query, about), selected),
    plans: createPlans(),
    board,
    camera,
    spin: signal<Spin | null>(null),
    selected,
    bubble,
    lit: signal(""),
    sheet: signal(false),
    goalLight: createGoalLight(),
    briefed: signal(""),
    changes: signal<Changes>(new Map()),
    opened,
    face: computed(() => store.welcome.value?.face ?? null),
    busy: computed(() => store.pending.value !== null || (store.latest.value?.seq ?? 0) < store.written.value),
    units: computed(() => unitsOf(store.view.value)),
    answer(answer) {
      store.refusal.value = null;
      room.briefed.value = `round ${store.view.peek()?.situation.round ?? 0}`;
      // a reaction belongs to what the others do
      ordered ||= !isReaction(store.decision.peek()?.offer);
      passing.answered();
      hush();
      if (!line.command(store.seat.peek(), seq(), answer)) toast("Wait a moment: your last answer is not saved yet.");
    },
    preview: (query, about) => line.ask(store.seat.peek(), query, about),
    say(words) {
      const seat = store.seat.peek();
      return seat < 0 ? Promise.resolve({ sentence: whyUnheard(store) }) : line.say(seat, seq(), words);
    },
    async recall() {
      const before = store.earlier.peek();
      const told = before > 0 ? await line.earlier(before) : UNHEARD;
      // the line may have been lost meanwhile, or another page have come first
      if (told !== UNHEARD && !isRefusal(told) && store.earlier.peek() === before) store.recall(told as StoryPage);
    },
    undo: () => passing.undo(),
    get passing() {
      return passing;
    },
    leaveOrders(seat, orders) {
      if (!line.leaveOrders(seat, orders)) toast("The connection is lost; your orders stay as they were.");
    },
    utter(phrase) {
      const seat = anySeat(store);
      if (seat >= 0) line.utter(seat, phrase);
    },
    standIn: async (absent, level) => whyRefused(await line.standIn(anySeat(store), absent, level)),
    takeSeat: async (seat) => whyRefused(await line.takeSeat(seat)),
    attach: (made) => attach(room, made),
    close() {
      for (const stop of stops) stop();
      passing.close();
      hint.close();
      whyNot.close();
      room.goalLight.close();
      line.close();
    },
  };
  const [hint, whyNot] = [createHint(room), createWhyNot(room)];
  const passing = createPassing(store, line, room.busy);
  const told = createChanges();
  let ordered = false;
  const stops = [
    followLesson(room),
    followQuestions(room, options.widget),
    stirDice({
      match: options.match,
      seats: store.seats,
      yours: computed(() => store.welcome.value?.yours ?? []),
      parts: computed(() => store.welcome.value?.parts ?? []),
      send: (seat, part) => line.stir(seat, part),
    }),
    effect(() => {
      const watches = store.spectator.peek();
      const changes = told(store.view.value?.situation.sheets ?? [], ordered || watches);
      ordered = false;
      // who only watches sees what the last change did until another one comes
      if (changes.size > 0 || !watches) room.changes.value = changes;
    }),
  ];
  return room;
}

/** The seat to measure from: what everybody may see can be asked about by any of them. */
const anySeat = (store: Store): number => {
  const seat = store.seat.peek();
  return seat < 0 ? (store.welcome.peek()?.yours[0] ?? -1) : seat;
};

/** Why something was not done; "" when it was. */
const whyRefused = (told: unknown): string =>
  isRefusal(told) ? told.sentence : wasHeard(told) ? "" : "The connection is gone; nothing was sent.";

/** Why there is nobody to speak for. */
const whyUnheard = (store: Store): string =>
  store.spectator.peek()
    ? "You are watching: only those who play can say something here."
    : "Nobody at this device is asked now. Say it when one of you is.";

/** A unit that is not there while its figures are alive was never on the table, such as people still inside of something. */
export const neverThere = (unit: Unit): boolean =>
  unit.status === "gone" && (unit.figures ?? []).some((one) => one.status === "alive");

function unitsOf(table: SeatTable | null): ReadonlyMap<string, Unit> {
  return new Map((table?.units ?? []).filter((unit) => !neverThere(unit)).map((unit) => [unit.id, unit]));
}

/** Connects a board: the scene follows the view, the marks follow the hand, intents go to the hand. */
function attach(room: Room, board: Board): () => void {
  room.board.value = board;
  void clauses.loadTitles();
  const scene = effect(() => {
    const view = room.store.view.value;
    const face = room.face.value;
    if (!view || !face) return;
    const fallen = bodiesOf(room.store.graves.value, view, face);
    board.set(sceneOf(view, face, { ...(room.opened.value?.hand.dress?.() ?? NUMBERED), fallen }));
  });
  const marks = effect(() => {
    const bubble = room.bubble.value;
    const view = room.store.view.value;
    const face = room.face.value;
    board.mark([
      ...(view && face ? goalMarks(view, face, room.goalLight.lit.value) : []),
      ...graveMarks(room.store.graves.value),
      ...(view && face ? thingMarks(view, face, room.selected.value) : []),
      ...room.theatre.fired.value,
      ...againMarks(room.theatre.deeds.chosen.value),
      ...(view ? restMarks(view) : []),
      ...(view && face ? waitMarks(view, face, room.selected.value) : []),
      ...lessonMarks(room),
      ...(room.opened.value?.hand.marks() ?? []),
      ...room.hint.marks(),
      ...room.tools.marks(room),
      ...(bubble ? [{ kind: "bubble" as const, ...bubble, rule: clauses.titleOf(bubble.clause) }] : []),
    ]);
  });
  const cameras = effect(() => {
    board.camera(room.camera.value);
    const sheets = untracked(() => room.store.view.value?.situation.sheets.length ?? 0);
    board.inset(room.camera.value === "scene", sheets > 0);
    const points = untracked(() => room.opened.value?.hand.about() ?? []);
    if (points.length > 0) board.keepInView(points);
  });
  const swept = effect(() => {
    // dice lie where there is room, but never beside a question
    if (room.opened.value) board.sweep();
  });
  const view = effect(() => {
    const points = room.opened.value?.hand.about() ?? [];
    if (points.length > 0 && !room.opened.value?.hand.dragging?.value) board.keepInView(points);
  });
  // one drag changes several things: what follows from them is worked out and drawn once
  const off = board.on((intent) => batch(() => take(room, intent)));
  return () => {
    for (const stop of [scene, marks, cameras, swept, view, off]) stop();
    room.board.value = null;
  };
}

/** What is drawn of something that is looked at again. */
const againMarks = (deed: Traced | null): Mark[] =>
  deed ? [...deed.marks, ...(deed.verdict ? [deed.verdict] : [])] : [];

function take(room: Room, intent: Intent): void {
  if (intent.kind === "clause") {
    openClause(intent.clause);
    return;
  }
  if (room.theatre.playing.peek() && intent.kind === "pick") {
    room.theatre.skip();
    return;
  }
  if (room.whyNot.intent(intent) || room.tools.intent(room, intent)) return;
  room.opened.peek()?.hand.intent(intent);
  if (room.opened.peek()) room.whyNot.untaken(intent);
  if (room.opened.peek() === null && intent.kind === "pick" && intent.unit) room.selected.value = intent.unit;
}

/** Whether an answer came at all, and is worth reading. */
export const wasHeard = (told: unknown): boolean => told !== UNHEARD && told !== undefined && told !== null;
