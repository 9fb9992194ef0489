// What is drawn for a unit and not sent yet: legs by drag or key. Each change is put to the server, which works it out
// or says why not; what it refuses springs back to the last it let pass.
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Point } from "../../board";
import { isRefusal, toast } from "../../kit";
import type { PathFace, Refusal } from "../../protocol";
import { sound } from "../playback/sounds";
import { type Room, wasHeard } from "../room";
import { newestOnly } from "../ways/newest";
import type { Plans } from "../ways/plans";
import type { Step } from "../ways/steps";

export type Drag = Extract<Intent, { kind: "drag" }>;
export type Words = { text: string; clause: string };

/** A drag that has begun: how it is read, and whether it swings what it holds. */
export type Held = { read(drag: Drag): Step[]; turns: boolean };

export interface Drawing {
  /** what is put down for the unit in hand, and the same with what is being dragged */
  readonly steps: ReadonlySignal<Step[]>;
  readonly all: ReadonlySignal<Step[]>;
  /** the order as the server worked it out, when it is the one drawn now */
  readonly worked: ReadonlySignal<PathFace | null>;
  /** the server refuses what is drawn now */
  readonly barred: ReadonlySignal<boolean>;
  readonly refused: Signal<Refusal | null>;
  readonly dragging: ReadonlySignal<boolean>;
  /** puts steps down in place of those before; the hand is at a point */
  draw(next: Step[], at: Point): void;
  /** takes all steps away, or the last; false when there are none */
  clear(): boolean;
  lastLeg(): boolean;
  /** another unit is in the hand, at a point: its steps are asked about anew */
  take(at: Point | null): void;
  /** all that was drawn was refused: says so again, once, before a press means what it means without a way */
  warns(meaning: string): boolean;
  /** what the server says the plan of a unit costs, if it has said so of this very plan */
  costOf(unit: string): number | null;
  drag(drag: Drag): void;
  /** says something at the hand */
  tell(words: Words, at?: Point): void;
}

export type Drawer = {
  plans: Plans;
  unit: ReadonlySignal<string>;
  joined(steps: readonly Step[], more: readonly Step[]): Step[];
  /** the order steps stand for, as the server is asked about it */
  orderOf(unit: string, steps: readonly Step[]): Record<string, unknown>;
  /** takes another unit into the hand before a drag of it is read; false when it cannot be */
  choose?(unit: string): boolean;
  /** what a drag from here holds; null when nothing */
  hold(from: Drag["from"]): Held | null;
  /** what can be said of steps before the server has answered */
  foretell?(steps: readonly Step[]): Words | null;
  /** steps that are no whole way yet: they are kept, and the server is not asked before there is more of them */
  isBegun?(steps: readonly Step[]): boolean;
  /** what looks impossible is asked about, but not put down */
  isPossible?(steps: readonly Step[]): boolean;
  /** steps and face as far as they can be done, where something stops them */
  asDone?(steps: readonly Step[], face: PathFace): { steps: Step[]; face: PathFace };
  /** the server has let pass what was put down, or has refused it */
  settled?(face: PathFace): void;
  springs?(): void;
  /** a drag has put something down */
  released?(): void;
};

type Question = { unit: string; steps: Step[]; isPut: boolean };

/** The server's word on a path, if it gave one. */
export function asPath(told: unknown): PathFace | Refusal | null {
  if (!wasHeard(told)) return null;
  if (isRefusal(told)) return told;
  return typeof told === "object" && told !== null && "legs" in told ? (told as PathFace) : null;
}

/** What may be wrong with a way that is right when it is shorter. */
const SHORTENED = new Set(["too_far", "not_enough_mp", "overlap"]);

/** A way refused for being too long, as far as the refusal says it may go; null where it says nothing of that. */
export function asFarAs(about: readonly Step[], { code, data }: Refusal): Step[] | null {
  const whole = about.reduce((sum, step) => sum + step.amount, 0);
  if (!SHORTENED.has(code) || typeof data.most !== "number" || about.some((step) => step.heading === undefined))
    return null;
  let left = Math.floor(data.most * 100) / 100;
  if (left <= 0 || left >= whole) return null;
  return about.flatMap((step) => {
    const amount = Math.min(step.amount, left);
    left -= amount;
    return amount > 0.005 ? [{ ...step, amount }] : [];
  });
}

export function createDrawing(room: Room, drawer: Drawer): Drawing {
  const { plans, unit } = drawer;
  const draft = signal<Step[]>([]);
  const answer = signal<{ key: string; face: PathFace } | null>(null);
  /** the order the server refused last */
  const bar = signal("");
  const refused = signal<Refusal | null>(null);
  const dragging = signal(false);
  /** for each unit the last steps the server let pass */
  const good = new Map(plans.all.peek());
  let held: Held | null = null;
  let pointer: Point = [0, 0];
  /** the order put down last; an answer to an older one changes nothing */
  let wanted = "";
  /** the refusal that was said again when somebody went on all the same */
  let warned: Refusal | null = null;
  const costs = signal<ReadonlyMap<string, { key: string; cost: number }>>(new Map());

  const keyOf = (name: string, about: readonly Step[]): string => JSON.stringify(drawer.orderOf(name, about));
  const steps = computed(() => plans.all.value.get(unit.value) ?? []);
  const all = computed(() => drawer.joined(steps.value, draft.value));
  const key = computed(() => (all.value.length > 0 ? keyOf(unit.value, all.value) : ""));
  const worked = computed(() => (answer.value?.key === key.value ? answer.value.face : null));
  const barred = computed(() => key.value !== "" && bar.value === key.value);

  const tell = (words: Words, at: Point = pointer): void => {
    pointer = at;
    room.bubble.value = { x: at[0], y: at[1], text: words.text, clause: words.clause };
  };
  const say = (refusal: Refusal): void => tell({ text: refusal.sentence, clause: refusal.clause });
  const hush = (): void => {
    room.bubble.value = null;
    refused.value = null;
  };
  const foretell = (about: readonly Step[]): void => {
    const words = drawer.foretell?.(about);
    if (words) tell(words);
  };

  const ask = newestOnly(
    ({ unit: name, steps: about }: Question) => room.preview("path", drawer.orderOf(name, about)),
    (told, question) => {
      const face = asPath(told);
      if (!face || question.unit !== unit.peek()) return;
      const refusal = isRefusal(face) ? face : face.refusal;
      batch(() => {
        if (refusal) hearRefusal(question, refusal);
        else if (!isRefusal(face)) hearPath(question, face);
      });
    },
  );

  function hearRefusal({ unit: name, steps: about, isPut }: Question, refusal: Refusal): void {
    const asked = keyOf(name, about);
    bar.value = asked;
    if (isPut && asked === wanted) springBack(refusal, asFarAs(about, refusal));
    // While something is dragged the bubble goes with the hand; it holds the server's words as soon as they are there.
    else if (dragging.peek() && asked === key.peek()) say(refusal);
  }

  /** Takes the server's word over: what is stopped ends there, and this is the way to go back to. */
  function hearPath({ unit: name, steps: about, isPut }: Question, told: PathFace): void {
    const isWanted = isPut && keyOf(name, about) === wanted;
    const done = drawer.asDone?.(about, told) ?? { steps: about, face: told };
    if (isWanted) {
      good.set(name, done.steps);
      plans.put(name, done.steps);
      costs.value = new Map([...costs.peek(), [name, { key: keyOf(name, done.steps), cost: told.cost }]]);
      drawer.settled?.(told);
    }
    answer.value = { key: keyOf(name, done.steps), face: done.face };
  }

  /** What the server refuses goes back as far as it may go, else to the last it let pass; the reason stands at the hand. */
  function springBack(refusal: Refusal, most: Step[] | null): void {
    sound("refuse");
    const name = unit.peek();
    if (most) {
      wanted = keyOf(name, most);
      plans.put(name, most);
      ask({ unit: name, steps: most, isPut: true });
      say(refusal);
      return;
    }
    if (keyOf(name, steps.peek()) === wanted) plans.put(name, good.get(name) ?? []);
    drawer.springs?.();
    refused.value = refusal;
    say(refusal);
  }

  function draw(next: Step[], at: Point): void {
    pointer = at;
    hush();
    const name = unit.peek();
    wanted = keyOf(name, next);
    if (next.length === 0 || (drawer.isPossible?.(next) ?? true)) plans.put(name, next);
    if (next.length === 0) {
      good.delete(name);
      answer.value = null;
      return;
    }
    foretell(next);
    if (drawer.isBegun?.(next)) answer.value = null;
    else ask({ unit: name, steps: next, isPut: true });
  }

  function begin({ from }: Drag): void {
    if (from.unit && from.unit !== unit.peek() && !(drawer.choose?.(from.unit) ?? false)) return;
    // A drag that starts at the unit itself draws anew, one that starts at its ghost goes on.
    if (from.part === "hull" && steps.peek().length > 0) draw([], [from.x, from.y]);
    held = from.part === "ground" ? null : drawer.hold(from);
    if (!held) return;
    sound("pick_up");
    dragging.value = true;
    hush();
  }

  function drag(now: Drag): void {
    if (now.phase === "start") begin(now);
    if (!held || now.phase === "start") return;
    const next = now.phase === "cancel" ? [] : held.read(now);
    pointer = [now.x, now.y];
    if (JSON.stringify(next) !== JSON.stringify(draft.peek())) {
      if (held.turns) sound("ratchet");
      draft.value = next;
      room.bubble.value = null;
      foretell(all.peek());
      if (now.phase === "move" && next.length > 0 && !drawer.isBegun?.(all.peek()))
        ask({ unit: unit.peek(), steps: all.peek(), isPut: false });
    }
    // nothing more can be done: that is worth a word, too
    else if (now.phase === "move" && next.length === 0) foretell(all.peek());
    if (now.phase !== "move") release();
  }

  function release(): void {
    const next = all.peek();
    const added = draft.peek().length > 0;
    held = null;
    draft.value = [];
    dragging.value = false;
    if (!added) return;
    sound("leg");
    draw(next, pointer);
    drawer.released?.();
  }

  function cut(next: Step[]): boolean {
    if (steps.peek().length === 0) return false;
    draw(next, pointer);
    return true;
  }

  function take(at: Point | null): void {
    draft.value = [];
    hush();
    if (at) pointer = at;
    wanted = keyOf(unit.peek(), steps.peek());
    if (steps.peek().length > 0 && !drawer.isBegun?.(steps.peek()))
      ask({ unit: unit.peek(), steps: steps.peek(), isPut: true });
  }

  /** A press that was meant for a refused way must not give the move away: the first one only says so. */
  function warns(meaning: string): boolean {
    const refusal = refused.peek();
    if (!refusal || refusal === warned || steps.peek().length > 0) return false;
    warned = refusal;
    sound("refuse");
    say(refusal);
    toast(`That way was refused, so nothing is drawn. Once more: ${meaning}.`);
    return true;
  }

  function costOf(name: string): number | null {
    const about = plans.all.value.get(name);
    const told = costs.value.get(name);
    return about && told?.key === keyOf(name, about) ? told.cost : null;
  }

  return {
    ...{ steps, all, worked, barred, refused, dragging, draw, drag, take, tell, warns, costOf },
    clear: () => cut([]),
    lastLeg: () => cut(steps.peek().slice(0, -1)),
  };
}
