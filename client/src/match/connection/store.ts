// What this browser knows of a match. The View of the newest update alone is the truth; events only tell the way.
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type {
  AnyDown,
  Asked,
  Bye,
  Grave,
  Moved,
  Proposal,
  Refusal,
  RematchAsked,
  SeatCard,
  SeatOrders,
  SeatTable,
  Sentence,
  StoryPage,
  Thinking,
  Update,
  Uttered,
  Welcome,
  Why,
} from "../../protocol";
import { fallenIn, isAlike } from "../playback/graves";
import { isPassed } from "../ways/passing";
import type { Pending, Reach } from "./socket";

export interface Store {
  readonly reach: Signal<Reach>;
  /** when the line was lost, 0 while it holds */
  readonly lostAt: Signal<number>;
  readonly welcome: Signal<Welcome | null>;
  readonly seats: Signal<SeatCard[]>;
  /** the standing orders of the seats of this browser */
  readonly orders: Signal<SeatOrders[]>;
  readonly watching: Signal<number>;
  /** what the server itself cannot do at this table, in a sentence */
  readonly fault: Signal<string>;
  /** the bots that are proposed for players who are away */
  readonly proposals: Signal<Proposal[]>;
  /** when this browser was last told who is here: seconds of absence count on from then */
  readonly seatsAt: Signal<number>;
  /** what was said last at the table, with a number of its own */
  readonly uttered: Signal<(Uttered & { number: number }) | null>;
  /** the newest update */
  readonly latest: Signal<Update | null>;
  /** the update on the table: the newest one, or a little behind while things are being played */
  readonly shown: Signal<Update | null>;
  readonly story: Signal<Sentence[]>;
  /** the last update told on earlier pages of the log, which nobody has asked for yet; 0: there are none */
  readonly earlier: Signal<number>;
  /** how many lines of the story were put before those this browser came with */
  readonly before: Signal<number>;
  /** an answer on its way: not saved yet */
  readonly pending: Signal<Pending | null>;
  /** the update that shows the last answer written down */
  readonly written: Signal<number>;
  readonly refusal: Signal<Refusal | null>;
  readonly bye: Signal<Bye | null>;
  /** the rematch that was set up, and who sits where in it; before that who wants one, or has just said no */
  readonly rematch: Signal<Moved | null>;
  readonly wanted: Signal<RematchAsked | null>;
  /** who went down without leaving a wreck, and where */
  readonly graves: Signal<Grave[]>;
  /** the bot that thinks now, and how far it is; why a bot did what it did last, null when it has not said */
  readonly thinking: Signal<Thinking | null>;
  readonly why: Signal<Why | null>;
  readonly view: ReadonlySignal<SeatTable | null>;
  /** the question open for this browser, only when the table shows the newest update */
  readonly decision: ReadonlySignal<Asked | null>;
  /** a question the page passes by itself (`passing.ts`): for everybody else it is not asked */
  readonly hollow: ReadonlySignal<Asked | null>;
  /** false once such a pass was refused */
  readonly passes: Signal<boolean>;
  /** the seat this browser looks from; -1 for a spectator, and at a shared device while none of its seats is asked */
  readonly seat: ReadonlySignal<number>;
  readonly spectator: ReadonlySignal<boolean>;
  hear(message: AnyDown): void;
  /** an earlier page of the log was read */
  recall(page: StoryPage): void;
  show(update: Update): void;
  lost(reach: Reach, now: number): void;
}

/** An empty store; `stage` gets every update that is to be played and shown. */
export function createStore(stage: (update: Update) => void): Store {
  const reach = signal<Reach>("connecting");
  const lostAt = signal(0);
  const welcome = signal<Welcome | null>(null);
  const seats = signal<SeatCard[]>([]);
  const orders = signal<SeatOrders[]>([]);
  const watching = signal(0);
  const fault = signal("");
  const proposals = signal<Proposal[]>([]);
  const seatsAt = signal(0);
  const uttered = signal<(Uttered & { number: number }) | null>(null);
  const latest = signal<Update | null>(null);
  const shown = signal<Update | null>(null);
  const story = signal<Sentence[]>([]);
  const earlier = signal(0);
  const before = signal(0);
  const pending = signal<Pending | null>(null);
  const written = signal(0);
  const refusal = signal<Refusal | null>(null);
  const bye = signal<Bye | null>(null);
  const rematch = signal<Moved | null>(null);
  const wanted = signal<RematchAsked | null>(null);
  const graves = signal<Grave[]>([]);
  const thinking = signal<Thinking | null>(null);
  const why = signal<Why | null>(null);
  const view = computed(() => shown.value?.view ?? null);
  const asked = computed(() => {
    // A window the server has let go of is asked nothing any more.
    const current = shown.value === latest.value && reach.value !== "closed";
    return current ? (shown.value?.decision ?? null) : null;
  });
  const passes = signal(true);
  const hollow = computed(() =>
    asked.value && passes.value && isPassed(asked.value, seats.value) ? asked.value : null,
  );
  const decision = computed(() => (hollow.value ? null : asked.value));
  const seat = computed(() => asked.value?.seat ?? view.value?.seat ?? -1);
  const spectator = computed(() => welcome.value !== null && welcome.value.yours.length === 0);

  function beginStory(from: Welcome): void {
    batch(() => {
      story.value = from.story;
      earlier.value = from.earlier ?? 0;
      before.value = 0;
    });
  }

  function recall(page: StoryPage): void {
    batch(() => {
      story.value = [...page.lines, ...story.value];
      before.value += page.lines.length;
      earlier.value = page.earlier;
    });
  }

  /** The same table again: only its clock may run otherwise, as when the last player has sat down. */
  function freshen(before: Update, message: Update): void {
    const fresh = { ...before, clock: message.clock };
    batch(() => {
      if (shown.value === before) shown.value = fresh;
      latest.value = fresh;
    });
  }

  function update(message: Update): void {
    const before = latest.value;
    if (before !== null && message.seq < before.seq) return;
    if (before !== null && message.seq === before.seq && message.version === before.version) {
      freshen(before, message);
      return;
    }
    refusal.value = null;
    thinking.value = null;
    latest.value = message;
    stage(message);
  }

  function hear(message: AnyDown): void {
    switch (message.type) {
      case "welcome":
        // After a reconnect the missing updates bring their own lines; only a newcomer needs the story so far.
        if (welcome.value === null) beginStory(message);
        welcome.value = message;
        graves.value = message.graves;
        seats.value = message.seats;
        seatsAt.value = performance.now();
        orders.value = message.orders;
        bye.value = null;
        return;
      case "update":
        update(message);
        return;
      case "accepted":
        written.value = message.seq;
        return;
      case "refused":
        if (message.id === pending.value?.id || message.id === "") refusal.value = message.refusal;
        return;
      case "orders_left": {
        const { seat, orders: left } = message;
        orders.value = orders.value.map((one) => (one.seat === seat ? { seat, orders: left } : one));
        return;
      }
      case "presence":
        seats.value = message.seats;
        watching.value = message.watching;
        fault.value = message.fault;
        proposals.value = message.proposals;
        seatsAt.value = performance.now();
        // a seat given to a bot may change how people play
        if (welcome.value && message.pace !== welcome.value.pace)
          welcome.value = { ...welcome.value, pace: message.pace };
        return;
      case "thinking":
        thinking.value = message.why ? null : message;
        if (message.why) why.value = message.why;
        return;
      case "uttered":
        uttered.value = { ...message, number: (uttered.value?.number ?? 0) + 1 };
        return;
      case "moved":
        rematch.value = message;
        return;
      case "rematch_asked":
        wanted.value = message;
        return;
      case "bye":
        bye.value = message;
        return;
      default:
        return;
    }
  }

  function show(message: Update): void {
    const before = shown.value;
    const jumped = before !== null && message.seq > before.seq + 1 && message.events.length === 0;
    if (jumped && welcome.value) beginStory(welcome.value);
    else if (message.story.length > 0) story.value = [...story.value, ...message.story];
    const lost = fallenIn(message.events, before?.view ?? null, welcome.value?.face ?? null);
    const fresh = lost.filter((one) => !graves.value.some((each) => isAlike(each, one)));
    if (fresh.length > 0) graves.value = [...graves.value, ...fresh];
    shown.value = message;
  }

  function lost(state: Reach, now: number): void {
    reach.value = state;
    if (state === "open") lostAt.value = 0;
    else if (lostAt.value === 0) lostAt.value = now;
  }

  return {
    reach,
    lostAt,
    welcome,
    seats,
    orders,
    watching,
    fault,
    proposals,
    seatsAt,
    uttered,
    latest,
    shown,
    story,
    earlier,
    before,
    pending,
    written,
    refusal,
    bye,
    ...{ rematch, wanted },
    graves,
    thinking,
    why,
    view,
    decision,
    passes,
    hollow,
    seat,
    spectator,
    hear,
    recall,
    show,
    lost,
  };
}
